"""The evenings after a correction: replayed, and decided on where one does not hold."""

from __future__ import annotations

import json
import re
import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from campaign.cli.environment import Environment
from campaign.store import database
from campaign.store.errors import StoreError
from engine.kernel.phrases import Wording
from tests.cli.test_corrections import state
from tests.cli.test_corrections_walks import OVERLAY
from tests.cli.test_entering import Enter, Typist
from tests.cli.test_entering import enter as enter  # a fixture
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import CHAPTER, SLIPS, STICKERS, Refuses, Run
from tests.processes import GIVE_UP

MOVED = "wolf tree G1 D2"
"""A tree that a later evening scores."""


def slip(tmp_path: Path, old: str, new: str, number: int = 1, **scores: int) -> list[str]:
    """The command that amends an evening in which one line was another."""
    text = (CHAPTER / f"episode-{number}.toml").read_text("utf-8")
    assert text.count(old) == 1
    text = text.replace(old, new)
    for seat, score in scores.items():
        text = re.sub(rf"^{seat} = -?\d+$", f"{seat} = {score}", text, flags=re.MULTILINE)
    path = tmp_path / "slip.toml"
    path.write_text(text, "utf-8")
    return ["episode", "edit", str(number), str(path), "--reason", "a slip", "--yes"]


def other_ranks(tmp_path: Path) -> list[str]:
    """Deer passed once more in episode 1, so that bear wins it and owes another sticker."""
    return slip(tmp_path, "deer: build R1@J6/1", "deer: pass", deer=3)


def test_later_evenings_of_scores_alone_are_taken_back_and_typed_again(
    played: Run, tmp_path: Path
) -> None:
    """No draft can hold them, so nothing calls them drafts, and each has its command."""
    for sticker in STICKERS:
        assert played(f"sticker place {sticker} --yes").code == 0
    second = "eagle=9 bear=7 deer=5 wolf=3 --played 2026-10-20"
    third = "eagle=2 bear=7 deer=5 wolf=3 --played 2026-10-27 --minutes 75"
    assert played(f"episode result {second} --yes").code == 0
    for sticker in ("eagle rock F11", "deer tree E4", "wolf tree E4"):
        assert played(f"sticker place {sticker} --yes").code == 0
    assert played(f"episode result {third} --yes").code == 0
    before = json.loads(played("standings --json").out)
    output = played([*other_ranks(tmp_path), "--later", "keep"])
    assert output.code == 0, output.err
    words = " ".join(output.err.split())
    assert "2 bear owes its board a rock first taken back" in words
    assert "3 an earlier evening does not hold taken back" in words
    assert "draft" not in words
    assert f"campaign episode result {second}" in words
    assert f"then episode 3 campaign episode result {third}" in words
    assert json.loads(played("draft list --json").out)["drafts"] == []
    assert played("undo --yes").code == 0
    assert json.loads(played("standings --json").out) == before


def evening_1(run: Run) -> tuple[object, ...]:
    """The noted minutes of episode 1, its deviations, and what its record says."""
    shown = json.loads(run("episode show 1 --json").out)
    return shown["details"], shown["inked"], run("episode show 1 --record-version 1").out


def test_scores_with_what_an_episode_brought_come_back_with_it(begun: Run, tmp_path: Path) -> None:
    text, _, rest = (CHAPTER / "episode-1.toml").read_text("utf-8").partition('moves = """')
    gained = '[gained]\neagle = ["nugget"]\n' + rest[rest.index("[result]") :]
    (tmp_path / "1.toml").write_text(text + gained, "utf-8")
    kept = begun(f"episode record '{tmp_path}/1.toml' --as-played --minutes 75 --yes")
    assert kept.code == 0, kept.err
    before = evening_1(begun)
    (line,) = (one for one in begun("undo --yes").err.splitlines() if "record - " in one)
    shown, again = line.removeprefix("  to mend it and keep it").strip().split(" | ")
    record = begun(shown.removeprefix("campaign ")).out
    assert begun(again.removeprefix("campaign "), stdin=record).code == 0
    assert evening_1(begun) == before


def does(run: Run, *lines: str) -> str:
    """Run commands, which must all work; return what the last one said."""
    for line in lines:
        output = run(f"{line} --yes")
        assert output.code == 0, output.err
    return output.err


def settles(run: Run) -> None:
    """Place the stickers that are owed."""
    while owed := json.loads(run("sticker owed --json").out)["owed"]:
        does(run, f"sticker place {owed[0]['seat']} {owed[0]['kind']} {owed[0]['squares'][0]}")


def held(run: Run) -> list[tuple[str, ...]]:
    """Who held or played which city, with what it brought."""
    keys = ("player", "seat", "substitute", "episodes", "won", "marks")
    people = json.loads(run("player list --json").out)["players"]
    return sorted(tuple(str(one[key]) for key in keys) for one in people)


def types_again(run: Run, said: str) -> list[str]:
    """Type what an undo has shown to type again; return the kinds of the commands."""
    lines = [line.strip() for line in said.splitlines() if line.startswith("      campaign ")]
    typed = [line.split(" | ") for line in lines if "redo" not in line]
    typed = [commands for commands in typed if " show " not in commands[-1]]
    for *shown, line in typed:
        if " result " in line:
            settles(run)
        record = run(shown[0].removeprefix("campaign ")).out if shown else ""
        output = run(f"{line.removeprefix('campaign ')} --yes", record)
        assert output.code == 0, output.err
    return [line.split()[2] for *_, line in typed]


def test_what_is_typed_again_after_an_undo_counts_for_those_who_played(begun: Run) -> None:
    """The undo also takes back who took a city over, and who was renamed."""
    does(begun, "episode result eagle=9 bear=7 deer=5 wolf=3")
    settles(begun)
    does(begun, "player join wolf Emil", "player rename Ben Benno", "player rename Anna Anita")
    does(begun, "episode result eagle=2 bear=7 deer=5 wolf=9 --minutes 75")
    settles(begun)
    does(begun, "player join bear Fay --from 2", "player leave deer")
    before = held(begun)
    said = does(begun, "undo --episode 1")
    kinds = types_again(begun, said)
    assert "--substitute" not in said
    assert kinds == ["result", "join", "rename", "rename", "join", "result", "leave"]
    assert held(begun) == before


def test_what_is_typed_again_after_an_undo_corrects_the_evening_before(begun: Run) -> None:
    """The undo also takes back what was said of an earlier evening, which still counts."""
    does(begun, "episode result eagle=9 bear=7 deer=5 wolf=3")
    settles(begun)
    does(begun, "episode result eagle=2 bear=7 deer=5 wolf=9 --minutes 75")
    does(begun, "episode edit 1 --swap eagle bear", "player join deer Emil --from 1")
    does(begun, "episode edit 1 --who wolf=Gil", "episode note 1 --minutes 80 --where club")
    does(begun, "city rename eagle 'New Town'")
    before = held(begun), evening_1(begun)[0], begun("city list").out
    kinds = types_again(begun, does(begun, "undo --episode 2"))
    assert kinds == ["join", "edit", "result", "note", "rename"]
    assert (held(begun), evening_1(begun)[0], begun("city list").out) == before


def test_what_is_about_no_evening_that_is_taken_back_is_typed_again(
    chapter: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names, notes, checks, and corrections of the pack and of evenings before it."""

    def does(line: str, stdin: str = "") -> str:
        output = chapter(line, stdin=stdin)
        assert output.code == 0, (line, output.err)
        return output.err

    def told() -> str:
        lines = ("city list", "checklist", "pack show --episode 4", "envelope list", "list")
        shown = "".join(chapter(line).out for line in (*lines, "episode show 1", "standings"))
        return re.sub(r"Head of.*", "", shown)

    (tmp_path / "ours.toml").write_text(OVERLAY.replace("number = 3", "number = 4"), "utf-8")
    for line in (
        *("envelope open 2", f"pack apply '{tmp_path}/ours.toml' --reason 'our box'"),
        *('city rename eagle "L\'Aquila"', "episode note 1 --where Café --minutes 75"),
        *("confirm bear --by Ben --differs 'no well'", "rename Wednesday"),
        "episode edit 1 --inked 'eagle marks 2' --reason slip",
    ):
        does(f"{line} --yes")
    before = told()
    monkeypatch.setenv("COLUMNS", "400")
    said = does("undo --episode 3 --yes")
    monkeypatch.setenv("COLUMNS", "80")
    typed = re.findall(r"(?<=  )campaign [a-z].*", said)
    assert [line.split()[1] for line in typed[:-2]] == [
        *("episode", "episode", "envelope", "pack", "city", "episode", "confirm", "rename"),
    ]
    typed[1] = f"campaign episode record '{CHAPTER}/episode-3.toml' {' '.join(SLIPS)}"
    for line in typed[:-2]:
        shown, _, again = line.rpartition(" | ")
        record = chapter(shown.removeprefix("campaign ")).out if shown else ""
        does(f"{again.removeprefix('campaign ')} --yes", stdin=record)
    assert told() == before
    assert chapter("audit").code == 0


def test_a_correction_that_a_later_step_has_judged_anew_is_typed_again(chapter: Run) -> None:
    """What moving a sticker made of the evening is a consequence, and nothing to type."""
    does(chapter, "episode edit 2 --who bear=Gil --reason slip --later keep")
    does(chapter, f"sticker move {MOVED} --later keep --sticker 'wolf tree J2'")
    assert "wolf noted -5, not -3 (was entry 16)" in " ".join(chapter("history").out.split())
    said = does(chapter, "undo --episode 3")
    shown = re.findall(r"episode show 2 --record-version (\d) \| campaign episode edit 2", said)
    assert shown == ["2"]


def test_a_substitute_of_an_evening_is_typed_again_with_the_name_of_then(begun: Run) -> None:
    does(begun, "episode result eagle=9 bear=7 deer=5 wolf=3 --substitute wolf=Gil")
    settles(begun)
    does(begun, "player rename Gil Gilbert", "player rename Chen Chenoa")
    before = held(begun)
    said = does(begun, "undo --episode 1")
    assert types_again(begun, said) == ["result", "rename", "rename"]
    assert held(begun) == before


def test_two_who_have_one_name_since_are_typed_again_with_their_names_of_then(begun: Run) -> None:
    does(begun, "episode result eagle=9 bear=7 deer=5 wolf=3 --substitute wolf=Gil")
    settles(begun)
    does(begun, "episode result eagle=2 bear=7 deer=5 wolf=9 --substitute bear=Hal")
    does(begun, "player rename Gil Emil", "player rename Hal Emil")
    before = held(begun)
    said = does(begun, "undo --episode 1")
    assert "wolf=Gil" in said
    assert "bear=Hal" in said
    types_again(begun, said)
    assert held(begun) == before


def test_a_correction_with_a_later_name_is_typed_again_before_that_name(
    begun: Run, tmp_path: Path
) -> None:
    does(begun, "episode result eagle=9 bear=7 deer=5 wolf=3")
    settles(begun)
    does(begun, "episode result eagle=2 bear=7 deer=5 wolf=9", "player rename Ben Benno")
    text = begun("episode show 1 --record-version 1").out.replace('"Ben"', '"Benno"')
    (tmp_path / "1.toml").write_text(text.replace("bear = 7", "bear = 8"))
    does(begun, f"episode edit 1 '{tmp_path}/1.toml' --reason slip --later keep")
    before = held(begun), evening_1(begun)[0]
    types_again(begun, does(begun, "undo --episode 2"))
    assert (held(begun), evening_1(begun)[0]) == before


def test_an_evening_that_a_correction_takes_back_is_typed_again_for_its_players(
    begun: Run, tmp_path: Path
) -> None:
    """A takeover after it stays, so that the city is in other hands when it is typed again."""
    does(begun, "episode result eagle=9 bear=7 deer=5 wolf=3")
    settles(begun)
    does(begun, "episode result eagle=2 bear=7 deer=5 wolf=9 --substitute bear=Gil")
    does(begun, "player join wolf Emil", "player join bear Gil", "player leave deer")
    head = begun("episode show 1 --record-version 1").out.partition("[result]")[0]
    (tmp_path / "1.toml").write_text(f"{head}[result]\neagle = 3\nbear = 7\ndeer = 5\nwolf = 9\n")
    said = does(begun, f"episode edit 1 '{tmp_path}/1.toml' --reason slip --later keep")
    (line,) = re.findall("campaign (episode result .*)", said)
    settles(begun)
    does(begun, line)
    shown = json.loads(begun("episode show 2 --json").out)["participants"]
    players = {one["seat"]: one["player"] for one in shown}
    assert players == {"eagle": "Anna", "bear": "Gil", "deer": "Chen", "wolf": "Dora"}


def test_later_evenings_that_hold_are_kept(chapter: Run, tmp_path: Path) -> None:
    output = chapter(slip(tmp_path, "bear: build Y3@C8/3", "bear: pass", bear=2))
    assert output.code == 0, output.err
    assert "2  holds                    kept" in output.err
    assert "All 3 episodes verified." in chapter("status").out


def test_without_a_terminal_somebody_decides_beforehand(
    chapter: Run, refuses: Refuses, tmp_path: Path
) -> None:
    command = other_ranks(tmp_path)
    output = refuses_after_showing(chapter, command)
    assert "2  bear owes its board a rock first  a draft" in output
    assert "--later keep" in output
    assert "To keep episode 2, add --sticker 'bear rock SQUARE' to --later" in output
    assert "F11" in output
    assert chapter([*command, "--later", "keep"]).code == 0
    drafts = json.loads(chapter("draft list --json").out)["drafts"]
    assert [draft["episode"] for draft in drafts] == [2, 3]
    assert "campaign episode show 3 --record-version 1" in chapter("history").out
    assert chapter("audit").code == 0


def refuses_after_showing(run: Run, command: list[str]) -> str:
    """What a command shows that is then refused and writes nothing."""
    before = run("history").out
    output = run(command)
    assert (6, "") == (output.code, output.out)
    assert "error: " in output.err
    assert run("history").out == before
    return output.err


def test_a_sticker_that_is_owed_now_comes_before_the_later_evenings(
    chapter: Run, tmp_path: Path
) -> None:
    command = [*other_ranks(tmp_path), "--later", "keep", "--sticker", "bear rock F11"]
    output = chapter(command)
    assert output.code == 0, output.err
    assert "deer, board: without rock F11" in output.err
    assert "rock F11" in chapter("city show bear --json").out
    assert json.loads(chapter("status --json").out)["next_episode"] == 4
    assert chapter("audit").code == 0


@pytest.mark.parametrize(
    ("later", "verdict"), [("keep", "verified"), ("as-played", "result differs")]
)
def test_a_later_evening_with_other_scores(chapter: Run, later: str, verdict: str) -> None:
    output = chapter(f"sticker move {MOVED} --later {later} --yes")
    assert output.code == 0, output.err
    assert json.loads(chapter("episode show 2 --json").out)["verdict"] == verdict
    assert chapter("audit").code == 0


CORRECTIONS = (
    "undo",
    "undo --to 2",
    "undo --to 7",
    f"sticker move {MOVED} --later keep",
    f"sticker move {MOVED} --later as-played",
    f"sticker move {MOVED} --later draft",
    "AMEND --later keep",
    "AMEND --later keep --sticker 'bear rock F11'",
    "AMEND --later draft",
)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_one_undo_takes_a_correction_back_whole(
    chapter: Run, db: Path, tmp_path: Path, correction: str
) -> None:
    before = state(db)
    amend = shlex.join(other_ranks(tmp_path))
    correction = correction.replace("AMEND", amend)
    output = chapter(f"{correction} --yes")
    assert output.code == 0, output.err
    after = state(db)
    assert after != before
    steps = ("redo", correction) if correction.startswith("undo") else ("undo", "redo")
    for step, expected in zip(steps * 2, (before, after) * 2, strict=True):
        assert chapter(f"{step} --yes").code == 0
        assert state(db) == expected
    assert (json.loads(chapter("draft list --json").out)["drafts"] == []) == (
        state(db).next_episode == 4
    )
    assert chapter("audit").code == 0


def test_somebody_at_a_terminal_decides_on_each_later_evening(
    chapter: Run, db: Path, tmp_path: Path
) -> None:
    command = [word for word in other_ranks(tmp_path) if word != "--yes"]
    with terminal(db, *command) as at:
        at.waits_for("bear, rock on>")
        at.type("f11\r")
        at.waits_for("Correct the history? [Y/n]")
        at.type("\r")
        at.waits_for("campaign undo")
        assert at.program.wait(GIVE_UP) == 0
    with terminal(db, "sticker", "move", *MOVED.split()) as at:
        at.waits_for("Episode 2? [K/p/e/d]")
        at.type("k\r")
        at.waits_for("wolf, tree on>")
        at.type("\r")
        at.waits_for("Correct the history? [Y/n]")
        at.type("y\r")
        at.waits_for("Episode 3 is taken back and is a draft again")
        assert at.program.wait(GIVE_UP) == 0
    assert chapter("undo --yes").code == 0
    assert json.loads(chapter("status --json").out)["next_episode"] == 4


def test_whoever_leaves_at_a_later_evening_writes_nothing(chapter: Run, db: Path) -> None:
    with terminal(db, "episode", "edit", "1") as at:
        at.waits_for("Keep episode 1")
        at.type("f\r")
        at.waits_for("which line")
        at.type("21 deer p\r")
        at.waits_for("Keep episode 1")
        at.type("\r")
        at.waits_for("Why, for the history? (Enter: corrected)")
        at.type("another place\r")
        at.waits_for("  Enter alone takes episode 2")
        at.waits_for("bear, rock on>")
        at.type("?\r")
        at.waits_for("Type board to see the board; Enter alone takes episode 2")
        at.waits_for("bear, rock on>")
        at.type("zz\r")
        at.waits_for("? lists them.")
        at.waits_for("bear, rock on>")
        at.type("\x03")
        at.waits_for("Nothing was written.")
        at.waits_for("kept as draft 1. Go on with: campaign episode edit 1")
        assert at.program.wait(GIVE_UP) == 130
    assert "All 3 episodes verified." in chapter("status").out


def test_what_was_changed_in_a_later_evening_is_in_a_file(chapter: Run, db: Path) -> None:
    with terminal(db, "sticker", "move", *MOVED.split()) as at:
        at.waits_for("Episode 2? [K/p/e/d]")
        at.type("e\r")
        at.waits_for("Keep episode 2")
        at.type("fix 3 bear p\r")
        at.waits_for("card 4 of 24>")
        at.type("save\r")
        at.waits_for("What you entered is in")
        at.waits_for("Correct the history? [Y/n]")
        at.type("\r")
        at.waits_for("Episodes 2 and 3 are taken back and are drafts again")
        assert at.program.wait(GIVE_UP) == 0
    (file,) = db.parent.glob("record-*.toml")
    assert "bear: pass" in file.read_text("utf-8")
    assert chapter("audit").code == 0


@pytest.mark.parametrize(
    ("answer", "meanwhile", "code"), [("n", "", 1), ("y", "", 0), ("y", "city rename eagle Top", 6)]
)
def test_an_edited_later_evening_is_in_a_file_if_the_correction_is_not_kept(
    chapter: Run,
    db: Path,
    enter: Enter,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    meanwhile: str,
    code: int,
) -> None:
    """Also if it was agreed to, and then somebody has written from another window."""

    def ask(*_: object) -> str:
        if meanwhile:
            chapter(meanwhile)
        return answer

    monkeypatch.setattr(Environment, "can_ask", True)
    monkeypatch.setattr(Environment, "_ask", ask)
    output = enter(f"sticker move {MOVED}", "e", "n", "9", "", "", "", "")
    files = [*db.parent.glob("record-*.toml")]
    assert (output.code, len(files)) == (code, int(code != 0)), output.err
    assert all("eagle = 9" in file.read_text("utf-8") for file in files)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_an_edited_later_evening_is_in_a_file_if_the_window_is_closed(
    chapter: Run, db: Path, number: int
) -> None:
    with terminal(db, "sticker", "move", *MOVED.split()) as at:
        at.waits_for("Episode 2? [K/p/e/d]")
        at.type("e\r")
        at.waits_for("Keep episode 2")
        at.type("n\r9\r\r\r\r\r")
        at.waits_for("Correct the history? [Y/n]")
        assert at.program.end_by(number) == -number
    (file,) = db.parent.glob("record-*.toml")
    assert "eagle = 9" in file.read_text("utf-8")


def test_an_edited_later_evening_is_in_a_file_if_the_database_cannot_be_written_to(
    chapter: Run, db: Path, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def fail(*_: object) -> Iterator[NoReturn]:
        raise StoreError("the database is locked")
        yield

    monkeypatch.setattr(Environment, "can_ask", True)
    monkeypatch.setattr(Environment, "_ask", lambda *_: "y")
    monkeypatch.setattr(database, "writing", fail)
    output = enter(f"sticker move {MOVED}", "e", "n", "9", "", "", "", "")
    assert "the database is locked" in output.err
    (file,) = db.parent.glob("record-*.toml")
    assert "eagle = 9" in file.read_text("utf-8")


def test_nothing_is_asked_while_a_correction_is_being_kept(
    chapter: Run, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question would keep the database locked."""

    def ask(_: Environment, question: Wording) -> str:
        assert str(question).startswith("Correct the history?")
        return str(chapter("city rename eagle Rivers").out)  # in another window

    monkeypatch.setattr(Environment, "can_ask", True)
    monkeypatch.setattr(Environment, "_ask", ask)
    typist = Typist(["f", "21 deer p", "", "f11"])
    output = enter("episode edit 1 --reason slip", typist=typist)
    assert (output.code, [*typist.lines]) == (6, [])
    assert "Anna has added entry 16" in output.err
    assert sum(question.startswith("bear, rock on>") for question in typist.prompts) == 1
    assert "All 3 episodes verified." in chapter("status").out
