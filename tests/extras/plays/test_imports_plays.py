"""campaign import bgstats: plays of another program become results that nobody takes for proved."""

# ruff: noqa: RUF001  names in the letters of their people
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import typer

from campaign.cli import questions
from campaign.cli.environment import Environment
from tests.extras.plays.plays import GAMES, a_log, a_play, a_score
from tests.fixtures import ETERNAL, Output, Refuses, Run, content, entries

Imports = Callable[..., Output]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.json"


@pytest.fixture
def imports(run: Run, log: Path) -> Imports:
    """Import plays as from a file of the app."""

    def call(*plays: dict[str, Any], more: str = "--yes", **names: Any) -> Output:
        log.write_text(json.dumps(a_log(*plays, **names)), encoding="utf-8")
        return run(f"import bgstats '{log}' {more}")

    return call


def test_plays_of_our_games_become_sessions_of_results(run: Run, imports: Imports) -> None:
    output = imports()
    assert (output.code, "Kept as sessions 1 to 2" in output.err) == (0, True)
    assert "3 plays, 2 of our games: 2 new" in output.out
    assert "1 play of other games" in output.out
    shown = json.loads(run("session show 1 --json").out)
    assert (shown["verdict"], shown["stated"]) == ("unverifiable", {"eagle": 20, "bear": 17})
    assert 'eagle = "Anna"' in shown["record"]
    assert "results only, not proved\nPlayed 45 minutes." in run("session show 2").out
    assert run("audit --all").code == 0


def test_the_same_file_again_changes_nothing(run: Run, imports: Imports, db: Path) -> None:
    imports()
    assert run("session withdraw 1 --reason 'of another group' --yes").code == 0
    before = content(db)
    again = imports(more="")
    assert (again.code, content(db)) == (0, before)
    assert "0 new, 2 here already" in " ".join(again.out.split())


def test_what_real_files_hold_is_counted_and_never_a_stop(run: Run, imports: Imports) -> None:
    sheet = {
        "groups": [
            {
                "rows": [
                    {"label": "trees", "scores": {"p1": "12+12"}},
                    {"label": "passes", "negative": True, "scores": {"P1": "4"}},
                ]
            }
        ]
    }
    output = imports(
        a_play(1, playerScores=[a_score(1, "15+16+8-30"), a_score(2, "8.0")], durationMin=None),
        a_play(2, playerScores=[a_score(1, "13.5"), a_score(2, "8")]),
        a_play(3, playerScores=[a_score(1, None), a_score(2, "8")]),
        a_play(4, playerScores=[a_score(1, ""), a_score(2, "")]),
        a_play(5, game=99),
        a_play(6, playerScores=[a_score(99, "3"), a_score(2, "8")], locationRefId=77),
        a_play(7, scoresheet="{half", locationRefId=1),
        a_play(14, playerScores=[a_score(1, "5", winner=None), a_score(2, "6", playerRefId=None)]),
        a_play(8, scoresheet=json.dumps(sheet), board="with friends"),
        a_play(9, playerScores=[a_score(1, "3", winner=True), a_score(2, "8")]),
        a_play(10, usesTeams=True),
        a_play(11, ignored=True),
        a_play(12, playerScores=[a_score(1, "3")]),
        a_play(13, board="Episode 3"),
    )  # fmt: skip
    assert output.code == 0, output.err
    for line in (
        "2 plays without a score for everybody",
        "1 play with a score that is no whole number",
        "1 play whose game is not in the file",
        "1 play of teams",
        "1 play that the program itself does not count",
        "1 play with more or fewer players than the box has",
        "1 play of episodes of a campaign",
        "2 plays with players that the file does not know",
        "1 play with a score sheet that cannot be read",
        "1 play with another winner than the scores give",
    ):
        assert line in output.out
    scores = [
        list(row["results"]) for row in json.loads(run("session list --json").out)["sessions"]
    ]
    kept = [[9, 8], [8, 3], [20, 17], [6, 5], [20, 17], [3, 8]]
    assert [[one["score"] for one in row] for row in scores] == kept
    lines = run("session show 5").out
    assert "trees           24" in lines
    assert "passes          -4" in lines
    assert "with friends" in lines
    assert "at Club" in run("session show 3").out
    assert "won there by Anna" in run("session show 6").out
    assert run("audit --all").code == 0


def test_a_play_of_the_same_day_and_scores_is_named_and_left_out(
    run: Run, imports: Imports, db: Path
) -> None:
    imports(a_play(1))
    other = a_play(2, playDate="2026-11-02 22:00:00")
    output = imports(a_play(1), other)
    assert "Nov 2026, My City, Anna 20, Ben 17: session 1" not in output.out
    log_of_another = imports(a_play(3, playDate="2026-11-02 20:15:00"))
    assert "2 Nov 2026, My City, Anna 20, Ben 17: session 1" in log_of_another.out
    assert entries(db) == 4, "two sessions, each with the entry of its import"
    imports(a_play(3, playDate="2026-11-02 20:15:00"), more="--yes --doubles")
    assert entries(db) == 6


def test_whoever_leaves_at_a_question_about_a_name_answers_nothing(
    imports: Imports, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imports(a_play(1))
    before = content(db)
    names = {**GAMES, 2: "Machi Koro Deluxe"}
    with monkeypatch.context() as patch:
        patch.setattr(Environment, "can_ask", True)
        patch.setattr(questions, "ask_line", Mock(side_effect=typer.Abort))
        left = imports(a_play(2, 2), more="", games=names)
    assert (left.code, content(db)) == (130, before)
    assert "Nothing was written." in left.err
    assert "Machi Koro Deluxe" in imports(a_play(2, 2), games=names).out


def test_names_are_matched_once_and_remembered(run: Run, imports: Imports) -> None:
    names = {**GAMES, 1: "Stadtbau", 2: "Machi Koro Deluxe"}
    output = imports(games=names)
    may_be = '"Machi Koro Deluxe" may be Machi Koro: --game-is "Machi Koro Deluxe=machi-koro"'
    assert may_be in " ".join(output.out.split())
    options = (
        "--yes --game-is Stadtbau=my-city --game-is 'Machi Koro Deluxe=' --player-is Ben=Benno"
    )
    assert "1 new" in imports(more=options, games=names).out
    again = imports(a_play(5), a_play(6, 2), games=names).out
    assert "1 new" in again
    assert "Machi Koro Deluxe" not in again
    assert 'bear = "Ben"' in json.loads(run("session show 2 --json").out)["record"]
    names = json.loads(run("session list --json").out)["sessions"][1]["names"]
    assert names == {"eagle": "Anna", "bear": "Benno"}


@pytest.mark.parametrize(
    ("option", "why"),
    [
        ("--player-is 'Anna=\x1b[2J'", "control character"),
        ("--player-is 'Anna=\u3164'", "cannot be seen"),
        ("--player-is '\udcff=Anna'", "control character"),
        ("--game-is '\u202e=my-city'", "control character"),
    ],
)
def test_names_that_are_remembered_are_names(
    run: Run, imports: Imports, db: Path, option: str, why: str
) -> None:
    output = imports(more=f"--yes {option}")
    assert (output.code, why in output.err) == (2, True), output
    assert not db.exists()


def test_the_variant_is_the_mode_of_the_record_where_the_game_has_one(
    run: Run, imports: Imports
) -> None:
    assert imports(a_play(1, 3, board="Expert"), a_play(2, 3, board="on the train")).code == 0
    assert 'mode = "expert"' in json.loads(run("session show 1 --json").out)["record"]
    assert 'mode = "classic"' in json.loads(run("session show 2 --json").out)["record"]


def test_what_was_exported_is_known_here_and_new_elsewhere(run: Run, tmp_path: Path) -> None:
    assert run(["session", "record", str(ETERNAL), "--yes"]).code == 0
    assert run(f"simulate quadropolis --seats 2 -n 1 -o '{tmp_path / 'games'}'").code == 0
    assert run(f"import records '{tmp_path / 'games'}' --yes").code == 0
    exported = tmp_path / "exported.bgsplay"
    assert run(f"export bgstats -o '{exported}'").code == 0
    assert "0 new, 2 here already" in " ".join(run(f"import bgstats '{exported}'").out.split())
    other = f"--db '{tmp_path / 'other.db'}'"
    assert run(f"import bgstats '{exported}' --yes {other}").code == 0
    for here, there in ((1, 1), (2, 2)):
        one = json.loads(run(f"session show {here} --json").out)
        two = json.loads(run(f"session show {there} --json {other}").out)
        assert (one["game"], one["stated"]) == (two["game"], two["stated"])
    assert "[names]" not in two["record"]


def test_no_name_in_a_file_acts_on_the_terminal(imports: Imports) -> None:
    names = {**GAMES, 1: "My City \x1b[31mred\x07", 2: "[bold]Machi Koro[/]"}
    output = imports(more="--dry-run", games=names)
    assert output.code == 0
    assert "\x1b" not in output.out
    assert "[bold]" in output.out


def test_an_import_says_what_it_wrote(run: Run, imports: Imports) -> None:
    assert "Nothing is new" not in imports(more="--dry-run").err
    imports()
    assert "Nothing is new, and nothing was written." in imports().err
    before = run("session list").out
    same = "--yes --player-is Anna=Ann"
    assert "Nothing is new" not in imports(more=f"{same} --dry-run").err
    assert run("session list").out == before
    assert "No play is new. What the names mean is kept." in imports(more=same).err
    assert run("session list").out != before


def test_a_dry_run_and_a_pipe_without_yes_write_nothing(imports: Imports, db: Path) -> None:
    assert imports(more="--dry-run").code == 0
    output = imports(more="")
    assert (output.code, db.exists()) == (2, False)
    assert "--yes" in output.err


NO_LOGS = {
    "no JSON": (b"hello", "not JSON"),
    "nothing": (b"", "not JSON"),
    "half a file": (json.dumps(a_log()).encode()[:900], "only a part of a file"),
    "a deep list": (b"[" * 100_000, "not JSON"),
    "another app": (b'{"schema": 1}', "no file of BG Stats: it has no plays, games, players"),
    "a list": (b"[]", "no file of BG Stats"),
}
NO_PLAYS: dict[str, tuple[dict[str, Any], str]] = {
    "negative": (a_play(1, durationMin=-4), "plays 1, durationMin is -4"),
    "zone": (a_play(1, playDate="2026-11-12T20:15:00+02:00"), "local time"),
    "scores": (a_play(1, playerScores="20"), "plays 1, playerScores"),
    "no game": ({**a_play(1), "gameRefId": None}, "plays 1, gameRefId"),
}


@pytest.mark.parametrize("what", NO_LOGS)
def test_what_is_no_log_is_refused(refuses: Refuses, log: Path, what: str) -> None:
    data, words = NO_LOGS[what]
    log.write_bytes(data)
    refuses(["import", "bgstats", str(log), "--yes"], 7, words, "log.json", "Nothing was written.")


@pytest.mark.parametrize("what", NO_PLAYS)
def test_a_value_of_another_form_is_refused(refuses: Refuses, log: Path, what: str) -> None:
    play, words = NO_PLAYS[what]
    log.write_text(json.dumps(a_log(play)), encoding="utf-8")
    refuses(["import", "bgstats", str(log), "--yes"], 7, words, "Nothing was written.")


def test_doubled_ids_and_endless_names_are_refused(refuses: Refuses, log: Path) -> None:
    wrong = {
        "two plays have the id": a_log(a_play(1), {**a_play(1), "uuid": a_play(1)["uuid"].lower()}),
        "two players have the id 1": {**a_log(), "players": [*a_log()["players"]] * 2},
        "100 characters, at most 60": a_log(),
        "players 1, name": a_log(),
    }
    wrong["100 characters, at most 60"]["players"][0]["name"] = "x" * 100
    wrong["players 1, name"]["players"][0]["name"] = "x" * 10_000
    for words, file in wrong.items():
        log.write_text(json.dumps(file), encoding="utf-8")
        refuses(["import", "bgstats", str(log), "--yes"], 7, words)


WRONG = '{"games": [], "players": [], "plays": [%s]}'
FILLING = {
    "plays": (WRONG % ",".join(["{}"] * 300_000), "plays 1, uuid is missing (and "),
    "games": (WRONG % ",".join(["{}"] * 1_000_001), "1,000,005 lists and objects"),
}


@pytest.mark.parametrize("kind", FILLING)
def test_a_file_of_wrong_values_alone_does_not_fill_the_memory(
    refuses: Refuses, log: Path, kind: str
) -> None:
    """All mistakes of a file of 6 MB took three gigabytes."""
    text, why = FILLING[kind]
    log.write_text(text, "utf-8")
    output = refuses(f"import bgstats {log}", 7, why)
    assert "(and 299" not in output.err


def test_a_file_that_is_far_too_large_is_refused(
    refuses: Refuses, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.write_text(json.dumps(a_log()), encoding="utf-8")
    monkeypatch.setattr("campaign.cli.files.LARGEST_IMPORT", 500)
    refuses(["import", "bgstats", str(log), "--yes"], 7, "holds more than 500 bytes")


# Episodes of a campaign: one at a time, as its stickers are placed in between.

FOUR = [a_score(1, "21", winner=True), a_score(2, "9"), a_score(3, "21"), a_score(4, "12-4")]


def episodes(*numbers: int) -> list[dict[str, Any]]:
    return [a_play(n, board=f"Episode {n}", playerScores=FOUR) for n in numbers]


def test_the_next_episode_is_kept_as_results(begun: Run, imports: Imports) -> None:
    output = imports(*episodes(1, 2), more="--episodes --yes")
    assert output.code == 0, output.err
    assert "1 later episode in the file" in output.err
    shown = json.loads(begun("episode show 1 --json").out)
    ranks = {sheet["seat"]: (sheet["score"], sheet["rank"]) for sheet in shown["sheets"]}
    assert ranks == {"eagle": (21, 1), "deer": (21, 2), "bear": (9, 3), "wolf": (8, 4)}
    assert shown["verdict"] == "unverifiable"
    again = imports(*episodes(1, 2), more="--episodes --yes")
    assert (again.code, "campaign sticker place" in again.err) == (6, True), again.err
    assert begun("audit").code == 0


def test_the_episode_after_those_that_are_recorded_is_taken(settled: Run, imports: Imports) -> None:
    assert imports(*episodes(1, 2), more="--episodes --yes").code == 0
    shown = json.loads(settled("episode list --json").out)["episodes"]
    assert [one["episode"] for one in shown] == [1, 2]


@pytest.mark.parametrize(
    ("plays", "words"),
    [
        (episodes(3), "the file has episodes: 3"),
        ([a_play(1)], "the file has episodes: none"),
        ([*episodes(1), {**episodes(1)[0], "uuid": "b"}], "episode 1 twice"),
        ([a_play(1, board="Episode 1", playerScores=[a_score(1, "x")])], "whole number"),
    ],
)
def test_an_episode_that_cannot_be_taken_is_named(
    begun: Run, imports: Imports, db: Path, plays: list[dict[str, Any]], words: str
) -> None:
    before = content(db)
    output = imports(*plays, more="--episodes --yes")
    assert words in output.err
    assert (output.code != 0, content(db)) == (True, before)


MACHI = "game,player,score,played\n"


def rows_of(*people: str) -> str:
    """A play of Machi Koro of one day, a row for each `Name score`."""
    return "".join("Machi Koro,{},{},2026-11-03\n".format(*one.rsplit(" ", 1)) for one in people)


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        (("Anna 4", "Ben 3"), ("Cleo 4", "Dirk 3"), 1),
        (("Anna 4", "Ben 3"), ("Ben 4", "Anna 3"), 1),
        (("Anna 4", "Ben 3"), ("Anna 4", "Chen 3"), 1),
        (("Anna 4", "Ben 3"), ("anna 4", "BEN 3"), 0),
        (("Anna 4", "Ben 3"), ("Ben 3", "Anna 4"), 0),
    ],
)
def test_two_plays_are_one_only_if_their_people_are(
    run: Run, tmp_path: Path, first: tuple[str, ...], second: tuple[str, ...], kept: int
) -> None:
    plays = tmp_path / "plays.csv"
    for people, number in ((first, 1), (second, kept)):
        plays.write_text(MACHI + rows_of(*people), "utf-8")
        document = json.loads(run(f"import csv {plays} --yes --json").out)
        assert document["kept"] == number
        assert len(document["doubles"]) == (0 if number else 1)


def test_a_play_of_somebody_unnamed_is_kept_with_a_remark(run: Run, imports: Imports) -> None:
    imports(a_play(1))
    unnamed = a_play(2, playDate="2026-11-02 20:15:00")
    unnamed["playerScores"][0]["playerRefId"] = 99
    output = imports(unnamed)
    assert "Kept as session 2" in output.err
    assert "in which a player has no name" in " ".join(output.out.split())


def test_an_import_is_taken_back_as_one_step(
    run: Run, imports: Imports, refuses: Refuses, db: Path
) -> None:
    refuses("import withdraw --yes", 5, "there is no database")
    assert run(f"session record '{ETERNAL}' --yes").code == 0
    refuses("import withdraw --yes", 4, "nothing was imported here")
    output = imports()
    assert "One command takes all of it back: campaign import withdraw" in output.err
    assert "The database as it was before:" in output.err
    (copy,) = (db.parent / "backups").iterdir()
    assert entries(copy) == 1
    before = run("session list").out
    taken = json.loads(run("import withdraw --yes --json").out)
    assert (taken["number"], taken["sessions"]) == (1, [2, 3])
    listed = json.loads(run("session list --json").out)["sessions"]
    assert [one["id"] for one in listed] == [1]
    assert run("audit --all").code == 0
    refuses("import withdraw 1 --yes", 6, "taken back already", "import reinstate 1")
    refuses("import withdraw 2 --yes", 4, "there is no import 2")
    assert "2 new, 0 here already" in " ".join(imports(more="--dry-run").out.split())
    assert run("import reinstate").code == 0
    assert run("session list").out.splitlines()[:-1] == before.splitlines()[:-1], "but the head"
    refuses("import reinstate", 6, "is not taken back")
    assert run("audit --all").code == 0


def test_an_import_that_was_taken_back_can_be_given_again(
    run: Run, imports: Imports, refuses: Refuses
) -> None:
    """Its game was wrong; nothing is counted twice when the first import comes back, too."""
    games = {1: "Stadtbau"}
    play, other = a_play(1), a_play(2, playDate="2026-11-03 20:00:00")
    wrong, right = (f"--yes --game-is Stadtbau={game}" for game in ("my-city", "quadropolis"))
    assert imports(play, other, more=wrong, games=games).code == 0
    assert run("import withdraw --yes").code == 0
    output = imports(play, more=right, games=games)
    assert "1 new, 0 here already" in " ".join(output.out.split())
    listed = json.loads(run("session list --json").out)["sessions"]
    assert [(one["id"], one["game"]) for one in listed] == [(3, "quadropolis")]
    assert run("import reinstate 1").code == 0
    listed = json.loads(run("session list --json").out)["sessions"]
    assert [one["id"] for one in listed] == [2, 3]
    assert run("session withdraw 2 --reason 'of another group' --yes").code == 0
    refuses("import reinstate 1", 6, "imported again since", "session list --withdrawn")
    again = imports(play, other, more=right, games=games).out
    assert "0 new, 2 here already" in " ".join(again.split())


def test_a_session_withdrawn_before_stays_so_when_its_import_comes_back(
    run: Run, imports: Imports
) -> None:
    imports()
    run("session withdraw 1 --reason 'of another group' --yes")
    for line in ("import withdraw --yes", "import reinstate"):
        assert run(line).code == 0
    listed = json.loads(run("session list --json").out)["sessions"]
    assert [one["id"] for one in listed] == [2]


def test_persian_names_and_families_go_all_the_way(run: Run, db: Path, tmp_path: Path) -> None:
    """In a campaign, a record, a spreadsheet, and typed without the joiner."""
    persian, family = "علی\u200cرضا", "👨\u200d👩\u200d👧"
    assert run(["new", family, "--seat", f"eagle={persian}", "--seat", "bear=Ben"]).code == 0
    assert run(["player", "rename", persian.replace("\u200c", ""), "Ali"]).code == 0
    plays = tmp_path / "plays.csv"
    plays.write_text(
        f"game,player,score,played\nMachi Koro,{persian},4,2026-11-03\n"
        "Machi Koro,Be\u200bn,3,2026-11-03\n",
        "utf-8",
    )
    output = run(f"import csv {plays} --yes")
    assert output.code == 0, output.err
    assert '"Ben", whose name had a sign that cannot be seen, U+200B' in " ".join(
        output.out.split()
    )
    record = json.loads(run("session show 1 --json").out)["record"]
    assert f'"{persian}"' in record
    assert '"Ben"' in record
    assert run("audit --all").code == 0


def test_spellings_of_a_name_are_one_person(run: Run, tmp_path: Path) -> None:
    plays = tmp_path / "plays.csv"
    rows = (("Ben 4", "Zoë 3"), ("ben 5", "ZOË 3"), ("Ben K. 6", "Zoe\u0308 2"))
    plays.write_text(
        MACHI + "".join(rows_of(*row).replace("-03", f"-0{n}") for n, row in enumerate(rows, 3)),
        "utf-8",
    )
    output = run(f"import csv {plays} --yes")
    assert '"ben" is taken for Ben' in output.err
    assert _people(run) == {"Ben", "Ben K.", "Zoë"}
    assert run("import withdraw --yes").code == 0
    apart = run(f"import csv {plays} --yes --doubles --player-is ben=ben")
    assert '"ben" is taken' not in apart.err


def _people(run: Run) -> set[str]:
    return {one["player"] for one in json.loads(run("player list --json").out)["in_sessions"]}
