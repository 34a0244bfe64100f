"""The pack: its rules in words, what was made up, and corrections from a real box."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.fixtures import CHAPTER, ROOT, Refuses, Run, entries

OUTLINE = '[[outline]]\nid = "3"\nshape = "##/#."\nsource = "owner"\n'
STICKERS = """
[[episode]]
number = 1

[[episode.rule]]
name = "stickers"
does = "stickers"
when = "end"
first = ["tree"]
second = ["tree"]
other = ["rock"]
source = "owner"
"""


VEINS = """
[[episode]]
number = 10
[[episode.rule]]
name = "gold veins"
cells = "B3 J9"
source = "owner"
"""


def rule(episode: int, name: str, *values: str) -> str:
    """A rule of an episode, as an overlay writes it."""
    head = f'[[episode]]\nnumber = {episode}\n[[episode.rule]]\nname = "{name}"\n'
    return "\n".join([head.rstrip(), *values, 'source = "owner"', ""])


def overlay(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "box.toml"
    path.write_text(text, encoding="utf-8")
    return path


# In words.


def test_the_rules_are_told_with_their_sources(begun: Run) -> None:
    screen = " ".join(begun("pack show --episode 2").out.split())
    assert "an open well whose four sides each touch a building" in screen
    assert "a pass costs 1; it may not bring the token below 0 (rulebook)" in screen
    assert screen.index("New in episode 2:") < screen.index("From before:")


def test_what_was_made_up_is_listed_as_far_as_it_is_known(begun: Run) -> None:
    screen = begun("pack placeholders").out
    assert "squares: the cells with the small square" in screen
    assert "episode 2:" in screen
    assert "episode 4:" not in screen


def test_the_template_is_a_pack_that_changes_nothing(begun: Run, tmp_path: Path) -> None:
    text = begun("pack template").out
    assert begun(["pack", "check", str(overlay(tmp_path, text))]).code == 6
    tables = re.sub(r"(?m)^# ?", "", text[text.index("# The box") :])
    plain = re.sub(r"(?m)^(# .*|The box|Envelope \d.*)$", "", tables)
    assert begun(["pack", "check", str(overlay(tmp_path, plain))]).code == 0
    output = begun(["pack", "apply", str(tmp_path / "box.toml"), "--reason", "ours", "--yes"])
    assert output.code == 0
    assert "Nothing that is known so far is made up." in begun("pack placeholders").out


def test_a_template_of_one_chapter(begun: Run) -> None:
    assert "number = 2" in begun("pack template --chapter 1").out
    assert "[terrain]" not in begun("pack template --chapter 1").out
    assert "[[episode]]" not in begun("pack template --chapter 0").out


# A correction.


def test_a_correction_holds_for_the_episodes_to_come(chapter: Run, tmp_path: Path) -> None:
    path = overlay(tmp_path, OUTLINE)
    output = chapter(["pack", "apply", str(path), "--reason", "from our box", "--yes"])
    assert output.code == 0
    shown = " ".join(output.err.split())
    assert "the building Y3" in shown
    assert "episode 1, kept under the pack that it was played with" in shown
    assert "could not be played" in shown or "verified ->" in shown
    assert chapter("audit").code == 0
    assert "the pack is corrected: from our box" in " ".join(chapter("history").out.split())
    assert "outline 2 4 5 6 7" in chapter("pack placeholders").out


def test_a_dry_run_writes_nothing(chapter: Run, db: Path, tmp_path: Path) -> None:
    before = entries(db)
    path = overlay(tmp_path, OUTLINE)
    output = chapter(["pack", "apply", str(path), "--reason", "x", "--dry-run"])
    assert (output.code, entries(db)) == (0, before)


def test_an_episode_is_judged_again_only_when_named(played: Run, db: Path, tmp_path: Path) -> None:
    path = str(overlay(tmp_path, STICKERS))
    owed = json.loads(played("sticker owed --json").out)["owed"]
    assert played(["pack", "apply", path, "--reason", "our sheet", "--yes"]).code == 0
    assert json.loads(played("sticker owed --json").out)["owed"] == owed
    again = ["pack", "apply", path, "--reason", "that evening too", "--again", "1", "--yes"]
    output = played(again)
    assert output.code == 0, output.err
    now = json.loads(played("sticker owed --json").out)["owed"]
    kinds = {
        (sticker["seat"], sticker["kind"]) for sticker in now if sticker["before_episode"] == 2
    }
    assert {("deer", "tree"), ("bear", "tree"), ("wolf", "rock"), ("eagle", "rock")} <= kinds
    assert played("audit").code == 0


def test_an_evening_is_compared_with_the_pack_that_it_was_played_with(
    chapter: Run, tmp_path: Path
) -> None:
    wrong = ["pack", "apply", str(overlay(tmp_path, STICKERS)), "--reason", "a slip", "--yes"]
    assert chapter(wrong).code == 0
    right = STICKERS.replace("tree", "?").replace("rock", "tree").replace("?", "rock")
    path = str(overlay(tmp_path, right.replace('second = ["rock"]', "second = []")))
    output = chapter(["pack", "apply", path, "--reason", "put right", "--dry-run"])
    assert " ".join(output.err.split()).count(": the same under both") == 3


LAST = """
[[episode]]
number = 1
[[episode.rule]]
name = "stickers"
first = ["rock"]
other = []
last = ["tree"]
source = "owner"
"""


def test_what_nobody_would_get_is_refused_with_the_rule_that_is_missing(
    begun: Run, tmp_path: Path
) -> None:
    output = begun(["pack", "check", str(overlay(tmp_path, LAST))])
    assert output.code == 6
    assert 'no rank counts as "last"' in output.err
    assert begun(["pack", "check", str(overlay(tmp_path, missing_in(output.err) + LAST))]).code == 0


def missing_in(shown: str) -> str:
    """The line that is missing in a file, as an error or the audit shows it."""
    _, head, rest = " ".join(shown.split()).partition("rule = [")
    return f"{head}{rest.partition('}]')[0]}}}]\n"


def test_evenings_under_what_nobody_got_are_named_and_mended_in_one_step(
    begun: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An earlier release took the correction and said that the last gets a tree."""
    path = str(overlay(tmp_path, LAST))
    with monkeypatch.context() as earlier:
        earlier.setattr("engine.my_city.pack.checks.unsaid", lambda *_: iter(()))
        assert begun(["pack", "apply", path, "--reason", "our sheet", "--yes"]).code == 0
    assert begun(["episode", "record", str(CHAPTER / "episode-1.toml"), "--yes"]).code == 0
    assert "eagle tree" not in " ".join(begun("sticker owed").out.split())
    output = begun("audit")
    assert output.code == 3
    shown = " ".join(output.out.split())
    assert 'episode 1: envelope_1.toml, episode 1, rule "stickers": no rank counts' in shown
    assert "-> campaign pack apply FILE --again 1" in shown
    mended = str(overlay(tmp_path, missing_in(output.out)))
    line = ["pack", "apply", mended, "--again", "1", "--reason", "the last gets it", "--yes"]
    assert begun(line).code == 0
    assert "eagle tree" in " ".join(begun("sticker owed").out.split())
    assert begun("audit").code == 0


def test_what_a_correction_would_change_is_said(played: Run, tmp_path: Path) -> None:
    path = str(overlay(tmp_path, STICKERS))
    output = played(["pack", "apply", path, "--reason", "x", "--dry-run", "--json", "-q"])
    document = json.loads(output.out)
    assert (document["kind"], document["kept"]) == ("correction", False)
    (change,) = document["episodes"][0]["changes"]
    assert (change["kind"], change["seat"]) == ("stickers", None)
    assert {"seat": "eagle", "kind": "rock"} in change["after"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[progress]\nrows = 2\ncircles = 12\n", "the circles of the progress marks"),
        ('[[content]]\nid = "rock"\nkind = "rock"\namount = 3\n', "what rock is on a board"),
    ],
)
def test_no_change_of_the_box_is_called_nothing(
    begun: Run, tmp_path: Path, text: str, said: str
) -> None:
    path = overlay(tmp_path, f'{text}source = "owner"\n')
    output = begun(["pack", "apply", str(path), "--reason", "ours", "--yes"])
    assert output.code == 0, output.err
    assert said in output.err
    assert "nothing that is known so far" not in output.err


def test_stickers_that_an_evening_no_longer_gives_come_off(settled: Run, tmp_path: Path) -> None:
    path = str(overlay(tmp_path, STICKERS))
    output = settled(["pack", "apply", path, "--reason", "x", "--again", "1", "--yes"])
    shown = " ".join(output.err.split())
    assert "No longer counts (it stays readable in the history):" in shown
    assert "eagle puts a tree on G1" in shown
    assert "1 holds kept" in shown
    assert "wolf tree" in shown
    assert settled("audit").code == 0
    assert settled("undo --yes").code == 0
    assert "tree G1" in settled("city show eagle").out


def test_an_evening_that_does_not_hold_under_the_correction_is_asked_about(
    chapter: Run, refuses: Refuses, tmp_path: Path
) -> None:
    line = ["pack", "apply", str(overlay(tmp_path, OUTLINE)), "--reason", "x", "--again", "1"]
    output = chapter([*line, "--yes"])
    assert output.code == 6
    assert "after this correction episode 1 does not hold as it is" in output.err
    assert chapter([*line, "--later", "draft", "--yes"]).code == 0
    assert "episode 1" in chapter("draft list").out
    assert chapter("audit").code == 0


def test_what_an_envelope_has_just_brought_lies_where_the_box_says(
    run: Run, db: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state.toml"
    seats = ["--seat", "eagle=Anna", "--seat", "bear=Ben"]
    state.write_text("episode = 10\n[cities.eagle]\n[cities.bear]\n", "utf-8")
    run(["new", "Gold", *seats, "--from", "10", "--state", str(state)])
    run("envelope open 4 --yes")
    path = str(overlay(tmp_path, VEINS))
    shown = run(["pack", "apply", path, "--reason", "our box", "--yes"]).err
    assert "eagle, board: without vein K1, vein A8; with vein B3, vein J9" in " ".join(
        shown.split()
    )
    for line in ("city show eagle", "sticker list", "checklist eagle", "episode template"):
        screen = " ".join(run(line).out.split())
        assert ("B3" in screen, "J9" in screen, "A8" in screen) == (True, True, False), line
    assert run("audit").code == 0
    run("undo --yes")
    assert "A8" in run("checklist eagle").out


def test_what_the_box_does_not_have_is_left_out(begun: Run, tmp_path: Path) -> None:
    """A later envelope may end it, too; and no cell is a place for a sticker that there is not."""
    text = rule(2, "wells", "end = true") + rule(2, "well", "end = true")
    text += rule(3, "milestone", 'does = "fixed"', 'content = "rock"', 'cells = ""')
    path = str(overlay(tmp_path, text))
    assert "sound" in begun(["pack", "check", path]).out
    assert begun(["pack", "apply", path, "--reason", "not in our box", "--yes"]).code == 0
    rules = begun("pack show --episode 3").out
    assert ("well" in rules, "every board: no rock" in rules) == (False, True)
    assert "wells: no longer" in begun("envelope show 1").out
    back = rule(2, "wells", 'does = "enclosed"', 'kind = "well"', "points = 5", "order = 50")
    alone = ["pack", "check", str(overlay(tmp_path, back))]
    assert "no well is on any board by then" in begun(alone).err
    ranks = [f'{standing} = ["well"]' for standing in ("first", "second", "other")]
    back += rule(2, "well", 'does = "stickers"', 'when = "start"', *ranks)
    again = ["pack", "apply", str(overlay(tmp_path, back)), "--reason", "it has", "--yes"]
    assert begun(again).code == 0
    assert "+5" in begun("pack show --episode 3").out


def test_all_that_is_wrong_is_said_with_its_line(begun: Run, tmp_path: Path) -> None:
    path = overlay(tmp_path, "".join(WRONG[what][0] for what in ("a kind that is mistyped", *FEW)))
    output = begun(["pack", "check", str(path)])
    assert (6, 3) == (output.code, output.err.count("error: "))
    assert ["6", "11", "16"] == sorted(re.findall(r"line (\d+)", output.err), key=int)


FEW = ("a card in small letters", "small squares on mountains")


# Wrong input.

WRONG = {
    "an unknown key": (OUTLINE + 'form = "##"\n', 5, "form is no key here"),
    "an unknown table": ("[tower]\nx = 1\n", 1, "tower is no table of a pack"),
    "a cell off the board": (
        '[squares]\ncells = "G1 Z9"\nsource = "owner"\n',
        2,
        "Z9 is not a cell of the board",
    ),
    "a shape in two parts": (OUTLINE.replace("##/#.", "#.#"), 3, "#.# is in two parts"),
    "a shape that is none": (OUTLINE.replace("##/#.", "xx"), 3, "shape is a drawing"),
    "a wrong sum of cells": (
        '[terrain]\nsource = "owner"\nmap = """\n' + (". " * 11 + "\n") * 11 + '"""\n',
        3,
        "121 light-green cells, the board 95",
    ),
    "a map with a hole": (
        '[terrain]\nsource = "owner"\nmap = """\n. .\n"""\n',
        3,
        "the map needs 11 lines of 11",
    ),
    "an unknown component": (STICKERS.replace('does = "stickers"', 'does = "volcano"'), 7, "kind"),
    "a sticker of no kind": (STICKERS.replace('["rock"]', '["dragon"]'), 11, "dragon is none of"),
    "a rank table with a hole": (
        '[[rule]]\nname = "standings"\ndoes = "standings"\ntwo = ["first"]\n'
        'three = ["first", "second", "other"]\nfour = ["first", "second", "other", "other"]\n'
        'source = "owner"\n',
        4,
        "two needs 2 of first, second, other",
    ),
    "a negative count": (
        '[[rule]]\nname = "marks"\nfirst = -2\nsource = "owner"\n',
        3,
        "first is a whole number from 0 to 1000, not -2",
    ),
    "a source of somebody else": (OUTLINE.replace('"owner"', '"rulebook"'), 1, "from your box"),
    "no such episode": ("[[episode]]\nnumber = 99\n", 1, "the pack has no episode 99"),
    "an episode to come": ("[[episode]]\nnumber = 9\n", 1, "which is still closed"),
    "no toml": ("[[outline\n", 0, "box.toml"),
    "a kind that is mistyped": (
        rule(2, "rocks", 'does = "visible"', 'kind = "treee"', "points = 1", "order = 5"),
        6,
        "nothing of the kind treee is known here (tree?): rock, tree, well",
    ),
    "a kind of a sticker that is mistyped": (
        '[[content]]\nid = "tre"\nkind = "treee"\namount = 1\nsource = "owner"\n',
        3,
        "nothing else is of the kind treee, so rules on tree do not count it",
    ),
    "a kind of something else": (
        rule(2, "ponds", 'does = "enclosed"', 'kind = "church"', "points = 1", "order = 5"),
        6,
        "nothing of the kind church is known here",
    ),
    "a printed site": (
        '[[content]]\nid = "fort"\nkind = "fort"\namount = 1\nmark = "X"\nground = "site"\n'
        'source = "owner"\n',
        6,
        "what is printed lies on a light-green cell",
    ),
    "an outline that no record can name": (
        OUTLINE.replace('"3"', '"U"'),
        2,
        "U: no record can name its buildings",
    ),
    "a card that no record can name": (
        '[[piece]]\nid = "PARK"\nkind = "park"\nshape = "##"\nsource = "owner"\n',
        2,
        "PARK: no record can name it",
    ),
    "a card in small letters": (
        '[[piece]]\nid = "c5"\nkind = "church"\nshape = "##"\nsource = "owner"\n',
        2,
        "write a capital letter and a number, such as C1",
    ),
    "a colour that no record can name": (
        '[[colour]]\nid = "GR"\nname = "green"\nsource = "owner"\n',
        2,
        "write one capital letter, such as G",
    ),
    "two obstacles": (
        rule(2, "stones", 'does = "deck"', "obstacle = true", "only = true")
        + rule(2, "more stones", 'does = "deck"', "obstacle = true", "only = true"),
        14,
        "the obstacle card is in the deck already: rule stones",
    ),
    "a start with stickers by rank": (
        rule(
            2,
            "gifts",
            'does = "stickers"',
            'when = "start"',
            "first = []",
            "second = []",
            'other = ["tree"]',
        ),
        7,
        "before an episode nobody has a rank",
    ),
    "small squares on mountains": (
        '[squares]\ncells = "G1 A1 B1"\nsource = "owner"\n',
        2,
        "A1 B1: a mountain, on which no sticker goes",
    ),
    "a token above its cap": (
        '[[rule]]\nname = "token"\nstart = 60\nsource = "owner"\n',
        3,
        "the token starts at 60, above 50",
    ),
    "an anchor that is not there": (
        '[[content]]\nid = "inn"\nkind = "inn"\namount = 1\nground = "site"\nsource = "owner"\n'
        + rule(3, "anchor", 'does = "anchor"', 'at = "inn"'),
        12,
        "there is no inn on every board yet",
    ),
    "a row out of the grid": (
        rule(3, "quay", 'does = "covers row"', "row = 12", "points = 1"),
        6,
        "the board has the rows 1 to 11",
    ),
    "a rule that never was": (rule(3, "welsl", "end = true"), 3, "there is no rule welsl"),
    "a rule on which a closed envelope builds": (
        '[[content]]\nid = "tree"\nkind = "oak"\nsource = "owner"\n'
        '[[content]]\nid = "trees"\nkind = "oak"\nsource = "owner"\n'
        '[[rule]]\nname = "trees"\nkind = "oak"\nsource = "owner"\n',
        0,
        "does not go together with",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_an_overlay_that_cannot_be(
    begun: Run, db: Path, refuses: Refuses, tmp_path: Path, what: str
) -> None:
    text, line, reason = WRONG[what]
    path = str(overlay(tmp_path, text))
    where = f"box.toml, line {line}" if line else "box.toml"
    for command in (["pack", "check", path], ["pack", "apply", path, "--reason", "x", "--yes"]):
        refuses(command, 6, reason, where)


def test_a_reason_is_needed(begun: Run, refuses: Refuses, tmp_path: Path) -> None:
    path = str(overlay(tmp_path, OUTLINE))
    refuses(["pack", "apply", path, "--reason", " ", "--yes"], 6, "a correction needs a reason")
    assert begun(["pack", "apply", path, "--yes"]).code == 2


def test_only_recorded_episodes_are_judged_again(
    played: Run, refuses: Refuses, tmp_path: Path
) -> None:
    path = str(overlay(tmp_path, OUTLINE))
    line = ["pack", "apply", path, "--reason", "x", "--again", "3", "--yes"]
    refuses(line, 6, "no record of episode 3 counts")


def test_what_is_sealed_is_not_told(begun: Run, refuses: Refuses) -> None:
    refuses("pack show --episode 4", 6, "episode 4 comes with envelope 2, which is sealed")
    refuses("pack show --episode 99", 4, "there is no episode 99: the pack has 1 to 24")
    refuses("pack template --chapter 2", 6, "envelope 2 is sealed")
    refuses("pack template --chapter 9", 4, "there is no envelope 9")


# A whole pack.


def test_a_whole_pack_is_checked_by_its_folder(run: Run, tmp_path: Path) -> None:
    folder = ROOT / "engine" / "my_city" / "packs" / "stand_in"
    output = run(["pack", "check", str(folder)])
    # The folder's name decides where the line is wrapped.
    assert "all 24 episodes" in " ".join(output.out.split())
    for file in folder.glob("*.toml"):
        text = file.read_text("utf-8").replace('colour = "B"\nbeside', 'colour = "Q"\nbeside')
        (tmp_path / file.name).write_text(text, "utf-8")
    output = run(["pack", "check", str(tmp_path)])
    assert output.code == 6
    assert "Q is no colour" in output.err
    assert "envelope_6.toml, line " in output.err


def test_a_folder_without_a_pack(run: Run, tmp_path: Path) -> None:
    output = run(["pack", "check", str(tmp_path)])
    assert (output.code, "no file of a pack" in output.err) == (7, True)


def test_results_can_be_recorded_without_the_boxs_values(begun: Run, tmp_path: Path) -> None:
    text = (CHAPTER / "episode-1.toml").read_text("utf-8")
    head, _, rest = text.partition('moves = """')
    result = rest[rest.index("[result]") :]
    gains = '[ranks]\neagle = 4\nbear = 2\ndeer = 1\nwolf = 3\n[gained]\ndeer = ["nugget"]\n'
    path = overlay(tmp_path, head + gains + result)
    refused = begun(["episode", "record", str(path), "--yes"])
    assert refused.code == 6  # no rule of this episode gives nuggets
    output = begun(["episode", "record", str(path), "--yes", "--as-played"])
    assert output.code == 0, output.err
    assert "unverifiable" in output.err
    assert "deer (Chen): 2 progress marks, 1 nugget" in output.err
    assert begun("audit").code == 0


# Before an evening.


def test_what_to_check_before_an_evening(sealed: Run) -> None:
    screen = sealed("pack placeholders --episode 1").out
    assert screen.index("1  squares: the cells") < screen.index("6  outlines: 2 3 4 5 6 7")
    assert "Envelope 1 is still closed" in screen
    sealed("envelope open 1 --yes")
    document = json.loads(sealed("pack placeholders --episode 5 --json").out)
    rules = [check for check in document["checks"] if "rules" in check["where"]]
    assert ["campaign envelope correct 1"] == [check["command"] for check in rules]
    assert [2] == document["sealed"]
    assert sealed("pack placeholders --episode 25").code == 4
