"""Corrections: nothing is removed, everything that follows is shown, both versions stay."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlmodel import Session

from campaign.cli.entering import prompt
from campaign.services import folding
from campaign.store.database import open_database, reading
from engine.my_city.campaign.model import Campaign
from tests.cli.test_entering import Typist
from tests.cli.test_entering import enter as enter  # a fixture
from tests.fixtures import CHAPTER, ROOT, Refuses, Run, entries

EPISODE = (CHAPTER / "episode-1.toml").read_text("utf-8")


def other_record(tmp_path: Path, number: int = 1) -> Path:
    """The evening with results only, won by the wolf."""
    text = (CHAPTER / f"episode-{number}.toml").read_text("utf-8")
    head, _, rest = text.partition('moves = """')
    names = rest[rest.index("[names]") : rest.index("[result]")] if "[names]" in rest else ""
    result = "[result]\neagle = 3\nbear = 5\ndeer = 1\nwolf = 9\n"
    path = tmp_path / "other.toml"
    path.write_text(head + names + result, "utf-8")
    return path


def state(db: Path) -> Campaign:
    """The campaign as a value, without the number of its entries."""
    with closing_database(db) as session:
        return folding.read(session, "campaign/1").campaign._replace(entries=0)


@contextmanager
def closing_database(db: Path) -> Iterator[Session]:
    """The database of a test, read and closed."""
    database = open_database(str(db))
    try:
        with reading(database) as session:
            yield session
    finally:
        database.dispose()


def test_undo_takes_back_the_last_entry_and_keeps_it_readable(played: Run, db: Path) -> None:
    before, number = played("status --json").out, entries(db)
    assert played("sticker place eagle tree G1 --yes").code == 0
    output = played("undo --yes")
    assert output.code == 0
    assert "eagle puts a tree on G1" in output.err
    now = json.loads(played("status --json").out)
    assert now["owed"] == json.loads(before)["owed"]
    assert entries(db) == number + 2
    history = " ".join(played("history").out.split())
    assert "(eagle puts a tree on G1: withdrawn)" in history
    assert played("audit").code == 0


def test_an_undo_says_that_a_session_was_kept_since(run: Run, begun: Run) -> None:
    """After a game in between, the undo took back the evening of the campaign before it."""
    machi_koro = ROOT / "examples" / "machi-koro.toml"
    assert run(f"session record '{machi_koro}' --yes").code == 0
    said = begun("undo --dry-run").err
    assert "campaign session withdraw 1\n" in said
    assert begun("sticker list").code == 0
    assert begun("player rename Anna Anne --yes").code == 0
    assert "session withdraw" not in begun("undo --dry-run").err


def test_what_an_undo_changes_as_values(played: Run) -> None:
    assert played("sticker place eagle tree G1 --yes").code == 0
    changes = json.loads(played("undo --dry-run --json").out)["changes"]
    assert [change["kind"] for change in changes] == ["board", "owed"]
    board, owed = changes
    assert (board["seat"], board["before"], board["after"]) == ("eagle", ["tree G1"], [])
    assert {"seat": "eagle", "kind": "tree"} in owed["after"]
    assert {"seat": "eagle", "kind": "tree"} not in owed["before"]
    of_episode = json.loads(played("undo --episode 1 --dry-run --json --and-later").out)["changes"]
    known = {change["kind"]: change for change in of_episode}
    assert known["episodes"]["before"] == [1]
    assert (known["next_episode"]["before"], known["next_episode"]["after"]) == (2, 1)


def test_redo_takes_back_the_undo(played: Run) -> None:
    assert played("sticker place eagle tree G1 --yes").code == 0
    before = json.loads(played("status --json").out)["cities"]
    assert played("undo --yes").code == 0
    assert played("redo --yes").code == 0
    assert json.loads(played("status --json").out)["cities"] == before
    assert played("audit").code == 0


def test_undo_back_to_an_entry(settled: Run) -> None:
    output = settled("undo --to 2 --yes")
    assert output.code == 0
    status = json.loads(settled("status --json").out)
    assert (status["next_episode"], status["owed"]) == (1, [])
    assert "No longer counts" in output.err
    assert settled("audit").code == 0
    assert settled("redo --yes").code == 0
    assert json.loads(settled("status --json").out)["next_episode"] == 2


def test_an_episode_with_its_stickers_is_undone_by_its_number(
    settled: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "campaign undo --episode 1" in settled("undo --yes").err
    assert settled("redo --yes").code == 0
    output = settled("undo --episode 1 --yes")
    assert "Episode 1 is taken back and is a draft again" in output.err
    typist = Typist(["y", "", "", "", "G1D2", "", "", "", ""])  # G1 stands there
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    again = settled("episode enter").err
    assert "It lay on F11: Enter puts it there again." in " ".join(again.split())
    assert sorted(typist.defaults[-7:]) == ["F11", *["F7"] * 4, "G1", "G1"]
    assert "wolf has a tree on D2." in again
    assert "No sticker is owed." in settled("sticker owed").out


def test_an_evening_that_is_undone_is_a_draft_again(played: Run) -> None:
    output = played("undo --yes")
    assert "Episode 1 is taken back and is a draft again, nothing is lost:" in output.err
    for line in (
        "to mend it and keep it  campaign episode enter",
        "to read it as it was    campaign episode show 1 --record-version 1",
        "to bring it back        campaign redo",
    ):
        assert line in output.err
    assert played("episode show 1 --record-version 1").out == EPISODE
    (draft,) = json.loads(played("draft list --json").out)["drafts"]
    assert (draft["episode"], draft["lines"]) == (1, 24)
    assert "campaign episode show 1 --record-version 1" in played("history").out
    assert played("audit").code == 0


def test_redo_takes_the_draft_away_again(played: Run) -> None:
    assert played("undo --yes").code == 0
    assert played("redo --yes").code == 0
    assert json.loads(played("draft list --json").out)["drafts"] == []


def test_an_evening_without_moves_is_no_draft_and_says_how_to_go_on(
    played: Run, tmp_path: Path
) -> None:
    assert played("undo --yes").code == 0
    assert played("draft discard 1 --yes").code == 0
    assert played("episode result eagle=9 bear=7 deer=5 wolf=3 --yes").code == 0
    assert "campaign episode result eagle=9 bear=7 deer=5 wolf=3" in played("undo --yes").err
    assert json.loads(played("draft list --json").out)["drafts"] == []
    assert "eagle = 9" in played("episode show 1 --record-version 2").out


def test_the_command_for_scores_taken_back_has_all_that_was_known(begun: Run) -> None:
    line = (
        "campaign episode result eagle=9 bear=7 deer=7 --ranks 'eagle bear=deer' "
        "--played 2026-10-31 --absent wolf --substitute 'bear=Gil O' --where 'at home' --minutes 75"
    )
    assert begun(f"{line.removeprefix('campaign ')} --house-rule --yes").code == 0
    assert f"{line}\n" in begun("undo --yes").err


def test_undoing_another_record_makes_no_draft(played: Run, tmp_path: Path) -> None:
    path = str(other_record(tmp_path))
    assert played(["episode", "edit", "1", path, "--reason", "mixed up", "--yes"]).code == 0
    assert "to bring it back campaign redo" in " ".join(played("undo --yes").err.split())
    assert json.loads(played("draft list --json").out)["drafts"] == []


def test_undo_further_and_further_back_and_all_of_it_again(chapter: Run, db: Path) -> None:
    before = state(db)
    for episode, left in ((3, 2), (2, 1), (1, 0)):
        assert chapter(f"undo --episode {episode} --yes").code == 0
        assert left == len(state(db).played)
    back_to = chapter("undo --to 3 --yes")
    assert back_to.code == 0, back_to.err
    assert 1 == len(state(db).played)
    for _ in range(4):
        assert chapter("redo --yes").code == 0
    assert before == state(db)
    assert chapter("audit").code == 0


def test_of_a_long_correction_it_is_said_in_short_what_counts_no_more(chapter: Run) -> None:
    shown = chapter("undo --to 2 --dry-run").err
    assert "  episodes 1 to 3\n  10 stickers placed\n  entries 3 to 15: campaign history" in shown
    assert len(shown.splitlines()) < 24
    assert "entry 15: episode 3" in chapter("undo --episode 3 --dry-run").err


def test_several_evenings_are_drafts_and_go_together(chapter: Run, db: Path) -> None:
    before = state(db)
    output = chapter("undo --to 2 --yes")
    assert "Episodes 1 to 3 are taken back and are drafts again, nothing is lost:" in output.err
    drafts = json.loads(chapter("draft list --json").out)["drafts"]
    assert [draft["episode"] for draft in drafts] == [1, 2, 3]
    assert chapter("redo --yes").code == 0
    assert state(db) == before
    assert json.loads(chapter("draft list --json").out)["drafts"] == []


def test_a_dry_run_writes_nothing(played: Run, db: Path) -> None:
    number = entries(db)
    assert "No longer counts" in played("undo --dry-run").err
    assert entries(db) == number


def test_the_work_of_somebody_else_is_not_undone_by_the_way(
    played: Run, refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Ben")
    refuses("undo --yes", 6, "is by Anna", "--and-later")
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Anna")
    assert played("undo --yes").code == played("redo --yes").code == 0
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Ben")
    refuses("undo --yes", 6, "is by Anna: a redo", "--and-later")
    assert played("undo --and-later --yes").code == 0


def test_nothing_to_undo_or_redo(sealed: Run, refuses: Refuses) -> None:
    refuses("undo --yes", 6, "nothing is left that can be undone")
    refuses("redo --yes", 6, "there is no undo that could be taken back")
    refuses("undo --to 9 --yes", 4, "there is no entry 9")


def test_nothing_after_an_entry(played: Run, refuses: Refuses) -> None:
    refuses("undo --to 3 --yes", 6, "no entry after 3 counts any more")


def test_redo_passes_over_what_does_not_touch_it(settled: Run) -> None:
    """Undo, another name for a city, redo: it was a circle of "undo it first"."""
    done = (
        "undo --episode 1 --yes",
        "city rename eagle Rivers",
        "player rename Ben Benjamin",
        "confirm bear --by Anna",
        "redo --yes",
    )
    for line in done:
        output = settled(line)
        assert output.code == 0, output.err
    cities = {one["seat"]: one for one in json.loads(settled("status --json").out)["cities"]}
    assert (cities["eagle"]["name"], cities["bear"]["player"]) == ("Rivers", "Benjamin")
    assert json.loads(settled("status --json").out)["next_episode"] == 2
    history = " ".join(settled("history").out.split())
    assert "brought back" in history
    assert "undone: undone" not in history
    assert settled("audit").code == 0
    for line in ("undo --yes", "redo --yes"):
        assert settled(line).code == 0
    assert settled("audit").code == 0


def test_the_history_says_what_an_undo_of_an_undo_brings_back(settled: Run) -> None:
    for line in ("undo --episode 1 --yes", "city rename eagle Rivers", "undo --to 10 --yes"):
        assert settled(line).code == 0
    shown = " ".join(settled("history").out.split())
    assert "episode 1; eagle's tree on G1; and 6 more brought back" in shown
    assert "undone: undone" not in shown


def test_undo_takes_a_redo_back_as_redo_says(chapter: Run, db: Path) -> None:
    """It took back the last entry: one of several that the redo had brought back, or another."""
    for line in ("undo --episode 2 --yes", "undo --to 8 --yes"):
        undone = [(chapter(line).code, state(db))]
        if line.startswith("undo --to"):
            assert chapter("city rename eagle Rivers").code == 0
            undone[0] = (0, state(db))
        brought_back = chapter("redo --yes")
        assert "to take it back        campaign undo" in brought_back.err
        undone.append((chapter("undo --yes").code, state(db)))
        assert undone[0] == undone[1], line
        assert chapter("redo --yes").code == 0
    assert "All 3 episodes verified" in chapter("status").out
    assert chapter("undo --yes").code == chapter("undo --yes").code == 0
    assert not state(db).city("eagle").name
    assert chapter("audit --all").code == 0


def test_undo_takes_back_a_redo_of_the_work_of_others(
    played: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work of somebody else was in the way of undoing one's own redo, as it said to do."""
    assert played("undo --yes").code == 0
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Ben")
    for line in ("redo --yes", "undo --yes", "redo --yes"):
        assert played(line).code == 0, line
    monkeypatch.setenv("CAMPAIGN_AUTHOR", "Chen")
    assert played("undo --yes").code == 6


def test_undo_takes_back_a_redo_with_what_it_withdrew(played: Run, db: Path) -> None:
    assert played("sticker place eagle tree G1 --yes").code == 0
    assert played("undo --yes").code == 0
    assert played("sticker place eagle tree D2 --yes").code == 0
    before = state(db)
    assert played("redo --and-later --yes").code == 0
    assert played("undo --yes").code == 0
    assert before == state(db)


def test_redo_names_the_one_command_that_works(played: Run, refuses: Refuses) -> None:
    assert played("sticker place eagle tree G1 --yes").code == 0
    assert played("undo --yes").code == 0
    assert played("sticker place eagle tree D2 --yes").code == 0
    refuses("redo --yes", 6, "eagle puts a tree on D2", "campaign redo --and-later")
    output = played("redo --and-later --yes")
    assert output.code == 0, output.err
    city = json.loads(played("city show eagle --json").out)
    assert city["stickers"] == ["tree G1"]
    assert played("audit").code == 0


# Another record.


def test_an_amended_episode_and_all_that_follows(played: Run, tmp_path: Path) -> None:
    path = other_record(tmp_path)
    output = played(["episode", "edit", "1", str(path), "--reason", "two boards mixed up", "--yes"])
    assert output.code == 0, output.err
    shown = " ".join(output.err.split())
    assert "episode 1: verified -> unverifiable" in shown
    assert "wolf: 0 -> 2 progress marks" in shown
    assert "stickers owed:" in shown
    assert "wolf" in played("episode list").out
    assert "two boards mixed up" in " ".join(played("history").out.split())
    assert played("audit").code == 0


def test_both_versions_stay_readable(played: Run, tmp_path: Path) -> None:
    path = str(other_record(tmp_path))
    assert played(["episode", "edit", "1", path, "--reason", "mixed up", "--yes"]).code == 0
    screen = played("episode diff 1").out
    assert "Version 1, entry 3" in screen
    assert "mixed up, the one that counts" in screen
    assert "wolf noted 9, not " in screen
    document = json.loads(played("episode diff 1 --json").out)
    assert [version["counts"] for version in document["versions"]] == [False, True]
    assert played("undo --yes").code == 0
    document = json.loads(played("episode diff 1 --json").out)
    assert [version["counts"] for version in document["versions"]] == [True, False]


def test_versions_are_compared_card_by_card(played: Run, tmp_path: Path) -> None:
    text = (CHAPTER / "episode-1.toml").read_text("utf-8")
    old = next(line for line in reversed(text.splitlines()) if line.startswith("bear: build "))
    passed = text.replace(old, "bear: pass")
    (tmp_path / "other.toml").write_text(passed.replace("2026-10-06", "2026-10-07"), "utf-8")
    line = (
        f"episode edit 1 '{tmp_path / 'other.toml'}' --reason slip --as-played --later draft --yes"
    )
    output = played(line)
    assert output.code == 0, output.err
    assert "episode 1, day: 6 Oct 2026 -> 7 Oct 2026" in output.err
    piece, _, place = old.removeprefix("bear: build ").partition("@")
    screen = played("episode diff 1").out
    assert f"{piece}  bear  {piece} on {place}" in " ".join(screen.split(" ")).replace("   ", "  ")
    assert "eagle  " not in screen
    assert "it was played on 7 Oct 2026, not on 6 Oct 2026" in screen
    changes = json.loads(played("episode diff 1 --json").out)["changes"]
    (answer,) = (one for one in changes if one["kind"] == "answer")
    assert (answer["seat"], answer["before"], answer["after"]) == (
        "bear",
        old.removeprefix("bear: "),
        "pass",
    )
    assert answer["version"] == 2
    words = " ".join(played("history").out.split())
    assert f"passes, not {piece} on {place}" in words


def test_what_cannot_be_amended(played: Run, refuses: Refuses, tmp_path: Path) -> None:
    path = str(other_record(tmp_path))
    refuses(["episode", "edit", "2", path, "--reason", "x", "--yes"], 4, "episode 2 has not been")
    refuses(["episode", "edit", "1", path, "--reason", " ", "--yes"], 6, "needs a reason")
    same = str(CHAPTER / "episode-1.toml")
    refuses(["episode", "edit", "1", same, "--reason", "x", "--yes"], 6, "this is the record")
    third = str(CHAPTER / "episode-3.toml")
    refuses(["episode", "edit", "1", third, "--reason", "x", "--yes"], 6, "is of episode 3")
    assert played(["episode", "edit", "1", path, "--yes"]).code == 2


def test_an_amendment_that_is_wrong_itself(played: Run, refuses: Refuses, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(EPISODE.replace("eagle = 2", "eagle = 3"), "utf-8")
    line = ["episode", "edit", "1", str(path), "--reason", "x", "--yes"]
    refuses(line, 6, "the stated result is not what the moves give")


# A sticker.


def test_a_sticker_is_moved(settled: Run) -> None:
    output = settled("sticker move eagle tree G1 D2 --yes")
    assert output.code == 0, output.err
    assert "eagle, board: without tree G1; with tree D2" in output.err
    assert "tree D2" in settled("city show eagle").out
    assert settled("audit").code == 0


def test_a_moved_sticker_is_one_step(settled: Run, db: Path) -> None:
    before = state(db)
    assert settled("sticker move eagle tree G1 D2 --yes").code == 0
    after = state(db)
    assert settled("undo --yes").code == 0
    assert state(db) == before
    assert settled("redo --yes").code == 0
    assert state(db) == after


def test_the_words_of_a_reason_make_no_step(settled: Run, refuses: Refuses) -> None:
    """What was placed next was one correction with the undo, and an undo took both back."""
    assert settled(["undo", "--yes", "--reason", "on B4 instead of F7"]).code == 0
    owed = json.loads(settled("sticker owed --json").out)
    assert settled("sticker place wolf well B4 --yes").code == 0
    assert settled("undo --yes").code == 0
    assert json.loads(settled("sticker owed --json").out) == owed
    assert settled(["undo", "--yes", "--reason", "no longer holds after the correction"]).code == 0
    assert settled("redo --yes").code == 0
    assert json.loads(settled("sticker owed --json").out) == owed
    assert settled("audit").code == 0


def test_a_part_of_a_step_is_not_undone(settled: Run, refuses: Refuses, db: Path) -> None:
    assert settled("sticker move eagle tree G1 D2 --yes").code == 0
    last = entries(db)
    without, with_it = (
        f"without it: campaign undo --to {last - 2}",
        f"with it: campaign undo --to {last}",
    )
    refused = refuses(f"undo --to {last - 1} --yes", 6, "are one correction", without)
    assert "with it" not in refused.err, "nothing comes after it that could be undone"
    assert settled("city rename eagle Rivers --yes").code == 0
    refuses(f"undo --to {last - 1} --yes", 6, "are one correction", without, with_it)
    assert settled(f"undo --to {last} --yes").code == 0
    assert settled(f"undo --to {last - 2} --yes").code == 0


def test_a_sticker_that_cannot_be_moved(settled: Run, refuses: Refuses) -> None:
    refuses("sticker move eagle tree D2 G1 --yes", 4, "eagle has placed no tree on D2")
    refuses("sticker move eagle tree G1 A1 --yes", 6, "error: a tree sticker cannot go on A1")


def test_an_older_version_word_for_word(played: Run, refuses: Refuses, tmp_path: Path) -> None:
    path = str(other_record(tmp_path))
    assert played(["episode", "edit", "1", path, "--reason", "mixed up", "--yes"]).code == 0
    assert played("episode show 1 --record-version 1").out == EPISODE
    assert "wolf = 9" in played("episode show 1 --record-version 2").out
    refuses("episode show 1 --record-version 3", 4, "it has 1 to 2")
    refuses("episode show 2 --record-version 1", 4, "episode 2 has not been recorded")
