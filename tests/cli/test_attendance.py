"""An evening at which somebody is missing, or somebody else sits at a city."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.kernel.game import CHANCE
from engine.kernel.record import Record, format_record, parse_record
from tests.cli.test_entering import EPISODE, Enter, Meddling, Typist, answers, enter
from tests.fixtures import CHAPTER, Refuses, Run, one_clear_error

__all__ = ["enter"]

AS_THE_LAST = """
[[rule]]
name = "absent cities"
does = "absent city"
marks = "none"
stickers = "other"
source = "owner"
"""
HOUSE_RULE = "an absent city gets no marks and no stickers by rank, and what every board gets"


def without(seat: str, record: Record = EPISODE) -> Record:
    """A record as it would be without one seat: the others play as they did."""
    moves = [move for move in record.moves or () if move.seat != seat]
    while moves[-1].seat == CHANCE:
        moves.pop()
    return record._replace(
        seats=tuple(other for other in record.seats if other != seat),
        header={**record.header, "absent": [seat]},
        moves=tuple(moves),
        names={other: name for other, name in record.names.items() if other != seat},
        result={other: score for other, score in record.result.items() if other != seat},
    )


@pytest.fixture
def three(tmp_path: Path) -> str:
    """A file with the first episode as eagle, bear and deer played it."""
    file = tmp_path / "three.toml"
    file.write_text(format_record(without("wolf")), "utf-8")
    return str(file)


def test_an_evening_without_one(begun: Run, refuses: Refuses, three: str) -> None:
    text = Path(three).read_text("utf-8")
    assert format_record(parse_record(text)) == text
    assert 'absent = ["wolf"]\n' in text
    asked = begun(["episode", "record", three, "--yes"])
    assert (2, "") == (asked.code, asked.out)
    assert "Dora (wolf) is not there. House rule: an absent city gets" in asked.err
    assert "add --house-rule" in asked.err
    output = begun(["episode", "record", three, "--yes", "--house-rule"])
    assert output.code == 0, output.err
    assert "wolf (Dora) absent" in begun("episode list").out
    assert "wolf (Dora) absent." in begun("episode show 1").out
    assert "(verified); wolf (Dora) absent" in " ".join(begun("history").out.split())
    assert "wolf (Dora) absent." in begun("audit report").out
    shown = json.loads(begun("episode show 1 --json").out)
    assert (["wolf"], {}) == (shown["absent"], shown["substitutes"])
    assert (shown["marks"]["wolf"], len(shown["sheets"])) == (0, 3)
    owed = json.loads(begun("sticker owed --json").out)["owed"]
    assert ["well"] == [right["kind"] for right in owed if right["seat"] == "wolf"]
    assert begun("city show wolf").code == 0
    assert begun("audit").code == 0
    assert begun("db rebuild --yes").code == 0


def test_a_trial_asks_for_no_agreement(begun: Run, three: str) -> None:
    tried = begun(["episode", "record", three, "--dry-run"])
    assert tried.code == 0
    assert "House rule:" in tried.err
    assert "Nothing was written." in tried.err
    assert begun("episode result eagle=3 bear=2 deer=1 --absent wolf --dry-run").code == 0


def test_the_house_rule_is_agreed_once(begun: Run, three: str) -> None:
    assert begun(["episode", "record", three, "--yes", "--house-rule"]).code == 0
    while owed := json.loads(begun("sticker owed --json").out)["owed"]:
        right = owed[0]
        place = f"sticker place {right['seat']} {right['kind']} {right['squares'][0]} --yes"
        assert begun(place).code == 0
    output = begun("episode result eagle=3 bear=5 --absent wolf --absent deer --yes")
    assert output.code == 0, output.err
    assert "The house rule holds" in output.err
    assert "House rule:" not in output.err
    assert "deer (Chen) absent, wolf (Dora) absent." in begun("episode show 2").out


def test_an_amended_record_may_say_that_somebody_was_missing(played: Run, three: str) -> None:
    amends = ["episode", "edit", "1", three, "--reason", "Dora was ill", "--yes"]
    asked = played(amends)
    assert asked.code == 2
    assert "add --house-rule" in asked.err
    output = played([*amends, "--house-rule"])
    assert output.code == 0, output.err
    assert "wolf: 2 points, rank 3 -> absent" in " ".join(output.err.split())
    assert "wolf (Dora) absent" in played("episode list").out
    assert played("audit").code == 0


@pytest.mark.parametrize("known", ["deck", ""])
def test_boards_without_one(begun: Run, tmp_path: Path, known: str) -> None:
    """The moves, and an order of the cards, are found for those who are there."""
    text = begun("episode template --boards --absent dora").out
    assert "# wolf = 0" not in text
    record = parse_record((CHAPTER / "episode-1-boards.toml").read_text("utf-8"))
    layout = {seat: board for seat, board in record.header["layout"].items() if seat != "wolf"}
    passes = {seat: n for seat, n in record.header.get("passes", {}).items() if seat != "wolf"}
    kept = {"episode": 1, "absent": ["wolf"], "layout": layout}
    kept |= {key: record.header[key] for key in known.split()}
    boards = record._replace(
        seats=("eagle", "bear", "deer"),
        header={**kept, "passes": passes} if passes else kept,
        names={},
        result={seat: score for seat, score in record.result.items() if seat != "wolf"},
    )
    file = tmp_path / "boards.toml"
    file.write_text(format_record(boards), "utf-8")
    output = begun(["episode", "record", str(file), "--yes", "--house-rule"])
    assert output.code == 0, output.err
    assert begun("audit").code == 0


def test_an_evening_without_one_is_undone_and_kept_again(
    begun: Run, enter: Enter, three: str
) -> None:
    assert begun(["episode", "record", three, "--yes", "--house-rule"]).code == 0
    assert begun("undo --yes").code == 0
    output = enter("episode enter", "y", "", "save")
    assert output.code == 0, output.err
    assert "wolf (Dora) absent" in begun("episode list").out
    assert begun("audit").code == 0


def test_who_plays_is_asked(begun: Run, enter: Enter) -> None:
    lines = answers(without("wolf"))
    typist = Typist(["who", "anna bne chen", "a b C", "y", *lines, "", "save"], everybody=False)
    output = enter("episode enter", typist=typist)
    assert output.code == 0, output.err
    said = " ".join(output.err.split())
    assert "Who plays tonight? eagle Anna, bear Ben, deer Chen, wolf Dora" in said
    assert "bne is no seat, player or city of Tuesday" in said
    assert "wolf=Emil: Emil plays wolf for this evening" in said
    assert f"Dora (wolf) is not there. House rule: {HOUSE_RULE}" in said
    assert "Play Tuesday by this rule? [Y/n] " in typist.prompts
    assert "wolf (Dora) absent" in begun("episode list").out


def test_who_does_not_agree_is_asked_again_and_can_leave(begun: Run, enter: Enter) -> None:
    typist = Typist(["who", "?", "anna ben", "n", "save"], everybody=False)
    output = enter("episode enter", typist=typist)
    assert output.code == 0, output.err
    assert "wolf=Emil: Emil plays wolf" in " ".join(output.err.split())
    assert "Then somebody plays deer for this evening: deer=NAME." in output.err
    assert "Chen (deer) and Dora (wolf) are not there" in output.err
    assert json.loads(begun("draft list --json").out)["drafts"] == []


@pytest.mark.parametrize(
    ("said", "listed", "kept"),
    [
        ("wolf=Emil", "deer Chen, wolf Emil", 'wolf = "Emil"'),
        ("anna ben chen", "bear Ben, deer Chen", 'absent = ["wolf"]'),
    ],
)
def test_enter_alone_leaves_it_as_it_is_who_plays(
    begun: Run, enter: Enter, said: str, listed: str, kept: str
) -> None:
    """It sent the substitute away and brought who was absent back, without a word."""
    lines = answers(EPISODE if "=" in said else without("wolf"))
    agrees = ["y"] if "=" not in said else []
    looks = ["who", ""]
    typed = ["who", said, *agrees, *looks, *lines[:3], *looks, *lines[3:], "", "save"]
    output = enter("episode enter", typist=Typist(typed, everybody=False))
    assert output.code == 0, output.err
    assert f"{listed}\n" in output.err.rpartition("Who plays tonight?")[2]
    assert kept in json.loads(begun("episode show 1 --json").out)["record"]
    typist = Typist(["who", "", ""], everybody=False)
    again = enter("episode edit 1 --reason look --yes", typist=typist)
    assert listed in again.err.rpartition("Who plays tonight?")[2], again.err
    assert kept in json.loads(begun("episode show 1 --json").out)["record"]


def test_a_substitute_who_plays_is_named_as_listed(begun: Run, enter: Enter) -> None:
    """The name was refused as that of nobody."""
    typed = ["who", "wolf=Emil", "who", "anna ben emil", "y", "who", "anna deer dora", "save"]
    output = enter("episode enter", typist=Typist(typed, everybody=False))
    assert output.code == 0, output.err
    tonight = [line for line in output.err.splitlines() if "Tonight: " in line]
    assert ["eagle Anna, bear Ben, wolf Emil", "eagle Anna, deer Chen, wolf Dora"] == [
        line.partition("Tonight: ")[2] for line in tonight[1:]
    ]


def test_a_substitute_is_named_in_what_a_board_shows(begun: Run, enter: Enter) -> None:
    inked = ("i", "emil rank 1", "", "y")
    typist = Typist(["who", "wolf=Emil", *answers(EPISODE), *inked, "save"], everybody=False)
    output = enter("episode enter", typist=typist)
    assert output.code == 0, output.err
    assert 'wolf = ["rank 1"]' in json.loads(begun("episode show 1 --json").out)["record"]


def test_a_second_substitute_leaves_the_others_as_they_are(begun: Run, enter: Enter) -> None:
    """It brought who was absent back, and sent the first substitute away."""
    typed = ["who", "anna ben wolf=Emil", "y", "who", "bear=Gus", "y", "save"]
    output = enter("episode enter", typist=Typist(typed, everybody=False))
    assert output.code == 0, output.err
    assert output.err.rpartition("Tonight: ")[2].startswith("eagle Anna, bear Gus, wolf Emil\n")


def test_a_substitute_plays_and_holds_nothing(begun: Run, enter: Enter) -> None:
    typist = Typist(["who", "dora = Emil", *answers(EPISODE), "", "save"], everybody=False)
    output = enter("episode enter", typist=typist)
    assert output.code == 0, output.err
    assert "Emil for wolf" in begun("episode list").out
    record = json.loads(begun("episode show 1 --json").out)["record"]
    assert 'substitutes = ["wolf"]' in record
    assert 'wolf = "Emil"' in record
    rows = {
        (row["player"], row["substitute"]): (row["seat"], row["episodes"])
        for row in json.loads(begun("player list --json").out)["players"]
    }
    assert rows["Emil", True] == ("wolf", [1])
    assert rows["Dora", False] == ("wolf", [])
    line = next(line for line in begun("player list").out.splitlines() if "substitute" in line)
    assert ["Emil", "wolf", "substitute", "-", "1"] == line.split()[:5]
    players = {p["name"] for p in json.loads(begun("standings --all --json").out)["players"]}
    assert {"Emil", "Anna"} <= players
    assert "Dora" not in players
    assert begun("audit").code == 0


def test_the_list_of_episodes_folds_who_won_and_who_came_and_cuts_nothing(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = "eagle=9 bear=5 deer=4 wolf=3 --substitute wolf=Zacharias --where Clubhouse --yes"
    assert begun(f"episode result {scores}").code == 0
    monkeypatch.setenv("COLUMNS", "80")
    shown = begun("episode list").out
    assert "Zacharias for wolf" in " ".join(shown.split())
    assert "…" not in shown


def test_names_that_are_not_those_of_the_table(
    begun: Run, refuses: Refuses, tmp_path: Path
) -> None:
    swapped = EPISODE._replace(names={**EPISODE.names, "eagle": "ben", "bear": "ANNA"})
    file = tmp_path / "swapped.toml"
    file.write_text(format_record(swapped), "utf-8")
    output = begun(["episode", "record", str(file), "--yes"])
    assert output.code == 6
    assert "the record names ben for eagle, which Anna holds; ben holds bear" in output.err
    assert "for this evening: --substitute eagle=ben; a slip" in output.err
    folded = EPISODE._replace(names={**EPISODE.names, "eagle": "ánna"})
    file.write_text(format_record(folded), "utf-8")
    assert begun(["episode", "record", str(file), "--yes"]).code == 0


def test_another_record_names_those_of_that_time(played: Run, tmp_path: Path) -> None:
    assert played("player leave wolf --yes").code == 0
    assert played("player join wolf Emil --yes").code == 0
    file = tmp_path / "swapped.toml"
    record = EPISODE._replace(
        names={"eagle": "Ben", "bear": "Anna", "deer": "Chen", "wolf": "Dora"}
    )
    file.write_text(format_record(record), "utf-8")
    output = played(f"episode edit 1 '{file}' --reason typo --later draft --yes")
    assert output.code == 6
    assert "the record names Ben for eagle, which Anna holds; Ben holds bear" in output.err
    assert "wolf" not in output.err.partition("error:")[2]


def test_everybody_plays_without_a_question_until_somebody_says_who(
    begun: Run, enter: Enter
) -> None:
    typist = Typist([*answers(EPISODE)[:1], "who", "save"], everybody=False)
    output = enter("episode enter", typist=typist)
    assert "Everybody plays: eagle Anna, bear Ben, deer Chen, wolf Dora." in output.err
    assert "Who plays tonight?" in output.err
    again = Typist(["", "who", "wolf=Emil", "save"], everybody=False)
    assert enter("episode enter", typist=again).code == 0
    assert len(json.loads(begun("draft list --json").out)["drafts"]) == 1


def test_what_no_attendance_is(begun: Run, refuses: Refuses) -> None:
    two = "episode result eagle=1 bear=2"
    refuses(f"{two} deer=3", 6, "the score of wolf is missing", "--absent wolf")
    refuses(f"{two} deer=3 wolf=4 --absent wolf", 6, "wolf is absent but has a score")
    refuses("episode result eagle=1 --absent b --absent c --absent dora", 6, "at least 2 play")
    refuses(f"{two} --substitute wolf=Dora", 6, "Dora holds wolf")
    refuses(f"{two} --substitute wolf=5", 6, "5 is a number, not the name of a player for wolf")
    refuses(f"{two} --substitute Emil", 6, "write the city and who plays it")
    refuses(f"{two} --substitute ' '", 6, '"": write the city and who plays it')
    refuses(f"{two} --absent wolf --substitute wolf=Emil", 6, "wolf cannot be absent and")


def test_what_else_reads_an_evening_without_one(begun: Run, three: str) -> None:
    """The letter, a what-if, other rules, a correction of the pack that judges it again."""
    assert begun(["episode", "record", three, "--yes", "--house-rule"]).code == 0
    bundle = str(Path(three).with_name("bundle.zip"))
    assert begun(["handover", "export", "dora", "-o", bundle]).code == 0
    assert "Episode 1: absent" in begun(["audit", "--file", bundle]).err
    assert begun("brief dora").code == 0
    assert begun("city diff wolf 0 1").code == 0
    assert begun("city show wolf --at 1 --json").code == 0
    overlay = Path(three).with_name("overlay.toml")
    overlay.write_text(AS_THE_LAST, "utf-8")
    applied = begun(["pack", "apply", str(overlay), "--reason", "ours", "--again", "1", "--yes"])
    assert applied.code == 0, applied.err
    owed = json.loads(begun("sticker owed --json").out)["owed"]
    assert "tree" in [right["kind"] for right in owed if right["seat"] == "wolf"]
    rules = " ".join(begun("pack show --episode 1").out.split())
    assert "an absent city gets no marks by rank and stickers as the last" in rules
    assert begun("audit").code == 0


@pytest.mark.parametrize(
    ("answer", "name", "substitutes"), [("s", "Dora", {"wolf": "Dora"}), ("n", "Emil", {})]
)
def test_a_city_changes_hands_while_an_episode_is_entered(
    begun: Run, enter: Enter, answer: str, name: str, substitutes: dict[str, str]
) -> None:
    lines = answers(EPISODE)
    assert enter("episode enter", *lines[:5], "save").code == 0
    assert begun("player join wolf Emil --yes").code == 0
    output = enter("episode enter", "y", *lines[5:], answer, "")
    asked = "the record names Dora for wolf, which Emil holds."
    assert (0, 1) == (output.code, " ".join(output.err.split()).count(asked)), output.err
    shown = json.loads(begun("episode show 1 --json").out)
    assert substitutes == shown["substitutes"]
    assert f"wolf {name}" in " ".join(begun("episode show 1").out.split())
    assert begun("audit").code == 0


def test_who_is_asked_what_a_name_is_can_save_and_leave(begun: Run, enter: Enter) -> None:
    lines = answers(EPISODE)
    assert enter("episode enter", *lines[:5], "save").code == 0
    assert begun("player join wolf Emil --yes").code == 0
    left = enter("episode enter", "y", *lines[5:], "SAVE")
    assert (0, True) == (left.code, "Everything that was accepted is saved." in left.err)
    assert "Please answer" not in left.err
    assert enter("episode enter", "save").code == 0, "Go on with it?"
    assert enter("episode enter", "y", "who", "Anna Ben Chen", "save").code == 0, "the house rule"
    assert enter("episode enter", "y", "n", "", "").code == 0
    assert begun("episode show 1").code == 0


@pytest.mark.parametrize(
    ("line", "now"), [("player join wolf Emil", "Emil"), ("player leave wolf", "nobody")]
)
def test_a_city_changes_hands_while_the_last_question_stands(
    begun: Run, enter: Enter, line: str, now: str
) -> None:
    typist = Meddling([*answers(EPISODE), ""], {"Keep episode": lambda: begun(f"{line} --yes")})
    refused = enter("episode enter", typist=typist)
    why = f"wolf came into other hands meanwhile: Dora held it, now {now}"
    assert (6, True) == (refused.code, why in " ".join(refused.err.split()))
    assert enter("episode enter", "y", "s", "").code == 0
    assert "wolf Dora" in " ".join(begun("episode show 1").out.split())
    assert {"wolf": "Dora"} == json.loads(begun("episode show 1 --json").out)["substitutes"]


def test_a_renamed_player_holds_the_city_as_before(begun: Run, enter: Enter) -> None:
    lines = [*answers(EPISODE), ""]
    typist = Meddling(lines, {"Keep episode": lambda: begun("player rename Dora Dorothea")})
    assert enter("episode enter", typist=typist).code == 0
    assert begun("episode show 1").code == 0


def test_who_asks_before_it_leaves_answers_out(begun: Run, enter: Enter) -> None:
    typed = ["Y4 E5 E5 p p", "who", "anna\uff0c ben\u3001chen", "y", "n", "save"]
    output = enter("episode enter", typist=Typist(typed, everybody=False))
    assert "Somebody who stops during the episode quits it" in output.err
    assert "wolf: pass" in begun("draft show 1").out
    typist = Typist(["", "who", "anna ben chen", "y", "y", "save"], everybody=False)
    assert enter("episode enter", typist=typist).code == 0
    assert "1 answer of wolf will be left out. Sure? [y/N] " in typist.prompts
    assert "wolf: pass" not in begun("draft show 1").out


def test_who_plays_by_an_option_holds_for_a_draft_that_goes_on(begun: Run, enter: Enter) -> None:
    """The draft went on with its own players, and the option without a word."""
    assert enter("episode enter", "Y4 E5 E5 p p", "save").code == 0
    typist = Typist(["", "y", "n", "save"], everybody=False)
    assert enter("episode enter --absent wolf", typist=typist).code == 0
    assert "wolf: pass" in begun("draft show 1").out
    typist = Typist(["", "y", "y", "who", "", "save"], everybody=False)
    output = enter("episode enter --absent wolf --substitute deer=Emil", typist=typist)
    assert "1 answer of wolf will be left out. Sure? [y/N] " in typist.prompts
    assert "eagle Anna, bear Ben, deer Emil" in " ".join(output.err.split())
    assert "wolf" not in begun("draft show 1").out
    again = Typist(["", "save"], everybody=False)
    assert enter("episode enter --absent wolf --substitute deer=Emil", typist=again).code == 0
    assert len(again.prompts) == 2, "nothing is asked that is so already"


def test_a_campaign_without_players_names_the_command_that_helps(begun: Run) -> None:
    for seat in ("eagle", "bear", "deer"):
        assert begun(f"player leave {seat} --yes").code == 0
    one_clear_error(begun("episode template"), 6, "campaign player join eagle NAME")
    assert begun("episode template --substitute eagle=Emil").code == 0


LEFT = [("anna ben", "save"), ("anna ben", "y", "21", "save"), ("", "21", "18", "-3", "Save")]
"""What is typed until somebody leaves while scores are noted."""


@pytest.mark.parametrize("typed", LEFT)
@pytest.mark.parametrize("command", ["meet", "episode result"])
def test_scores_are_left_with_a_word(
    begun: Run, enter: Enter, command: str, typed: tuple[str, ...]
) -> None:
    """At the house rule this was an unforeseen error, and at a score no score."""
    lines = ("4", *typed) if command == "meet" else typed
    output = enter(command, typist=Typist(lines, everybody=False))
    assert "unforeseen" not in output.err, output.err
    said = "These scores are not kept" if command == "meet" else "Nothing was written."
    assert said in output.err
    assert [] == json.loads(begun("episode list --json").out)["episodes"]
