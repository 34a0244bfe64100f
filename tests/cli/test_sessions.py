"""Sessions outside a campaign: recorded, listed, shown, replayed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.cli.entering import editing, prompt
from campaign.services.games import find
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from tests.cli.test_entering import Typist, answers
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import CHAPTER, ETERNAL, ROOT, Refuses, Run, one_clear_error, tamper
from tests.processes import GIVE_UP


def test_sessions(run: Run) -> None:
    example = str(ROOT / "examples" / "eternal.toml")
    assert run(["session", "record", example, "--yes"]).code == 0
    assert "verified" in run("session list").out
    assert "My City" in run("session show 1").out
    assert "Card 1 of 28" in run("session replay 1 --moves 1").out


def test_without_a_number_the_last_session_is_shown(run: Run) -> None:
    for name in ("eternal", "machi-koro"):
        run(["session", "record", str(ROOT / "examples" / f"{name}.toml"), "--yes"])
    assert run("session show") == run("session show 2")
    assert run("session replay --moves 1") == run("session replay 2 --moves 1")
    assert "there is no session 0" in run("session show 0").err
    assert run("session withdraw 2 --reason twice --yes").code == 0
    assert run("session show") == run("session show 1")
    assert run("session withdraw 1 --reason twice --yes").code == 0
    assert "there is no session that counts" in run("session show").err


def test_an_episode_is_said_to_be_kept_outside_every_campaign(begun: Run) -> None:
    """Who takes the evening for a session sees that it is kept, and the campaign stands still."""
    said = " ".join(begun(f"session record {CHAPTER / 'episode-1.toml'} --dry-run").err.split())
    assert "outside every campaign. For an evening of a campaign: campaign episode record" in said


@pytest.mark.parametrize("name", ["machi-koro", "quadropolis", "eternal"])
def test_no_other_game_is_an_episode(begun: Run, refuses: Refuses, name: str) -> None:
    refused = refuses(
        f"episode record {ROOT / 'examples' / name}.toml", 6, "not an episode of a campaign"
    )
    assert "campaign session record FILE" in refused.err


def test_undo_without_a_campaign_says_how_a_session_is_taken_back(
    run: Run, refuses: Refuses
) -> None:
    assert run(["session", "record", str(ROOT / "examples" / "machi-koro.toml"), "--yes"]).code == 0
    refuses("undo", 4, "a session is withdrawn", "campaign session withdraw 1")
    assert run("session withdraw 1 --reason twice --yes").code == 0
    refuses("undo", 4, "there is no campaign yet", "campaign new NAME --seat")


def test_a_long_list_is_shown_page_by_page(run: Run) -> None:
    assert run("simulate machi-koro --seats 2 -n 103 --keep").code == 0
    page = run("session list").out
    assert "3 sessions before: campaign session list --before 4" in page
    assert page.count("Machi Koro") == 100
    assert run("session list --before 4").out.count("Machi Koro") == 3
    assert "before:" not in run("session list --before 4").out
    assert run("session list --all").out.count("Machi Koro") == 103
    assert run("session list --last 2").out.count("Machi Koro") == 2
    assert len(json.loads(run("session list --json").out)["sessions"]) == 103
    assert len(json.loads(run("session list --json --last 2").out)["sessions"]) == 2
    assert run("session list --all --last 2").code == 2
    assert run("session list --withdrawn --before 2").code == 2
    for number in (1, 2, 3):
        assert run(f"session withdraw {number} --reason x --yes").code == 0
    last = run("session list --withdrawn --last 1 --game machi-koro").out
    assert "2 sessions before: campaign session list --game machi-koro --withdrawn" in last
    assert "before:" not in run("session list --withdrawn").out


def test_what_was_kept_is_what_is_read_again(run: Run) -> None:
    """Tables in another order, a name in Unicode's decomposed form."""
    moves, _, _ = ETERNAL.read_text("utf-8").partition("[names]")
    tables = '[result]\nbear = 12\neagle = 23\n\n[names]\nbear = "Zoe\u0308"\neagle = "Anna"\n'
    output = run("session record - --yes --as-played --json", stdin=moves + tables)
    assert output.code == 0
    assert run("session show 1 --json").out == output.out
    assert '"Zo\u00eb"' in json.loads(output.out)["record"]
    assert run("audit --all").code == 0


def test_a_name_in_decomposed_form_is_entered_as_it_is_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find("machi-koro")
    player = next(iter(players_of(game).values()))
    record = deal(game, Setup(("p1", "p2")), 1, player)
    monkeypatch.setattr(prompt, "editor", lambda *_: Typist([*answers(record), "y"]))
    output = run(["session", "enter", "machi-koro", "--seat", "Zoe\u0308", "--seat", "Ben"])
    assert output.code == 0, output.err
    assert '"Zo\u00eb"' in json.loads(run("session show 1 --json").out)["record"]
    assert run("audit --all").code == 0


# Corrections: one entry more, nothing removed.

MACHI_KORO = ROOT / "examples" / "machi-koro.toml"
RESULTS = """
format = 1
game = "quadropolis"
edition = "1"
mode = "classic"
seats = ["p1", "p2"]
played = 2026-11-20
[result]
p1 = 42
p2 = 37
[names]
p1 = "Anna"
p2 = "Ben"
"""


@pytest.fixture
def kept(run: Run) -> Run:
    """A session of Machi Koro."""
    assert run(["session", "record", str(MACHI_KORO), "--yes"]).code == 0
    return run


@pytest.fixture
def corrected(tmp_path: Path) -> str:
    """The same game, with another player at the first seat."""
    path = tmp_path / "corrected.toml"
    path.write_text(MACHI_KORO.read_text("utf-8").replace('"Anna"', '"Emil"'), "utf-8")
    return str(path)


def test_an_amended_session_has_two_versions_and_a_way_back(kept: Run, corrected: str) -> None:
    original = kept("session show 1 --record-version 1").out
    words = ["session", "edit", "1", corrected, "--reason", "Emil sat there", "--yes"]
    output = kept(words)
    assert output.code == 0
    assert "the players' names" in output.err
    assert "campaign session reinstate 1 --record-version 1" in output.err
    shown = kept("session show 1").out
    assert "amended, version 2: Emil sat there" in shown
    assert "Emil 4" in kept("session list").out
    assert "Emil" in kept("session stats machi-koro").out
    assert "Emil" in kept("standings --all").out
    assert kept("session show 1 --record-version 1").out == original
    assert kept("session reinstate 1 --record-version 1 --yes").code == 0
    assert "Anna 4" in kept("session list").out
    assert json.loads(kept("session show 1 --json").out)["versions"] == 2
    again = kept([*words[:3], corrected, "--reason", "he did sit there", "--yes"])
    assert "Session 1 counts, with version 3" in again.err
    assert "campaign session reinstate 1 --record-version 1" in again.err  # and not version 2
    assert kept("audit --all").code == 0


def test_a_session_is_edited_in_an_editor(
    kept: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edits(words: str) -> None:
        script.write_text(f"#!/bin/sh\nsed -i '{words}' \"$1\"\n", "utf-8")

    script = tmp_path / "ed"
    edits("s/Anna/Emil/")
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(script))
    without = kept("session edit 1 --reason 'Emil sat there' --yes")  # an editor would wait
    one_clear_error(without, 2, "no terminal", "campaign session edit 1 FILE", "export records")
    monkeypatch.setattr(editing, "require_terminal", lambda instead: None)
    assert kept("session edit 1 --reason 'Emil sat there' --yes").code == 0
    assert "Emil 4" in kept("session list").out
    edits("s/dice 1/dice 9/")
    one_clear_error(kept("session edit 1 --reason typo --yes"), 6, "record-", "line 7")
    monkeypatch.setenv("VISUAL", "true")
    assert "Nothing was changed." in kept("session edit 1 --yes").err


def test_a_withdrawn_session_counts_nowhere_until_it_is_restored(kept: Run) -> None:
    assert kept(["session", "record", str(ETERNAL), "--yes"]).code == 0
    before = kept("session list").out, kept("standings --all").out
    assert kept("session withdraw 1 --reason 'only a trial' --yes").code == 0
    listed = kept("session list").out
    assert "Machi Koro" not in listed
    assert "1 withdrawn: campaign session list --withdrawn" in listed
    assert "only a trial" in kept("session list --withdrawn").out
    assert "Chen" not in kept("standings --all").out
    assert "No session of Machi Koro" in kept("session stats machi-koro").out
    assert "withdrawn, verified" in kept("session show 1").out
    assert "1 verified, 1 withdrawn" in kept("audit --all").out
    assert kept("db rebuild --yes").code == 0
    assert "Machi Koro" not in kept("session list").out
    assert kept("session reinstate 1 --yes").code == 0
    after = kept("session list").out, kept("standings --all").out
    assert [text.rsplit("Head", 1)[0] for text in after] == [
        text.rsplit("Head", 1)[0] for text in before
    ]


def test_a_session_that_was_recorded_again_is_not_brought_back_without_a_word(kept: Run) -> None:
    assert kept("session withdraw 1 --reason slip --yes").code == 0
    assert "This very record" not in kept("session reinstate 1 --dry-run").err
    assert kept(["session", "record", str(MACHI_KORO), "--yes"]).code == 0
    assert "This very record is session 2 already" in kept("session reinstate 1 --dry-run").err


def test_what_cannot_be_corrected_is_refused(kept: Run, corrected: str, refuses: Refuses) -> None:
    amend = ["session", "edit", "1"]
    reason = ["--reason", "x", "--yes"]
    refuses([*amend, str(MACHI_KORO), *reason], 6, "this is already the record of session 1")
    refuses([*amend, str(ETERNAL), *reason], 6, "session 1 is a game of machi-koro")
    refuses([*amend, corrected, "--reason", " ", "--yes"], 6, "a correction needs a reason")
    refuses("session reinstate 1 --yes", 6, "session 1 counts, with version 1")
    refuses("session reinstate 1 --record-version 2 --yes", 4, "session 1 has no version 2")
    refuses("session withdraw 9 --reason x --yes", 4, "there is no session 9")
    refuses("session withdraw 1 --yes", 2, "--reason TEXT")
    assert kept("session withdraw 1 --reason x --yes").code == 0
    refuses([*amend, corrected, *reason], 6, "is withdrawn", "campaign session reinstate 1")
    refuses("session withdraw 1 --reason x --yes", 6, "session 1 is withdrawn")
    refuses("session stats machi-koro 1", 4, "session 1 is withdrawn")


def test_the_same_record_twice_is_asked_first(kept: Run) -> None:
    output = kept(["session", "record", str(MACHI_KORO)])
    assert "This very record is session 1 already, recorded" in output.err
    assert output.err.index("already") < output.err.index("--doubles")
    for line in ((), ("--yes",)):
        assert kept(["session", "record", str(MACHI_KORO), *line]).code == 8
    assert len(json.loads(kept("session list --json").out)["sessions"]) == 1
    assert kept(["session", "record", str(MACHI_KORO), "--doubles"]).code == 0
    assert kept("session withdraw 1 --reason twice --yes").code == 0
    assert kept("session withdraw 2 --reason twice --yes").code == 0
    assert "already" not in kept(["session", "record", str(MACHI_KORO), "--yes"]).err


def test_results_alone_are_shown_where_they_are_kept(run: Run) -> None:
    output = run("session record - --yes", stdin=RESULTS)
    assert output.code == 0
    assert "score       42      37" in output.err
    assert "Anna 42, Ben 37" in run("session list").out
    assert "score       42      37" in run("session show 1").out


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("withdrawn", "{}"),
        ("restored", '{"version":1}'),
        ("restored", '{"version":"x"}'),
        ("amended", "{}"),
        ("withdrwan", "{}"),
    ],
)
def test_an_entry_that_does_not_follow_is_a_finding(
    kept: Run, db: Path, kind: str, payload: str
) -> None:
    first = kind if kind == "withdrawn" else "nothing"
    if first == "withdrawn":
        assert kept("session withdraw 1 --reason x --yes").code == 0
    tamper(
        db,
        "INSERT INTO entry SELECT stream, 1 + max(seq), "
        f"'{kind}', '{payload}', author, recorded_at, hash, 'ab' FROM entry",
    )
    output = kept("audit --all")
    assert output.code == 3
    assert "session/1: entry" in output.out
    one_clear_error(kept("session show 1"), 6, "session/1")


def test_at_a_terminal_the_reason_of_a_correction_is_asked_for(kept: Run, db: Path) -> None:
    with terminal(db, "session", "withdraw", "1") as at:
        at.waits_for("Why, for the history?")
        at.type("recorded twice\r")
        at.waits_for("Withdraw session 1? [Y/n]")
        at.type("\r")
        at.waits_for("campaign session reinstate 1")
        assert at.program.wait(GIVE_UP) == 0
    assert "recorded twice" in kept("session list --withdrawn").out
