"""Copies of which one has corrected the pack, or taken a newer edition of it."""

from __future__ import annotations

import shutil

import pytest

from tests.cli.test_corrections_walks import OVERLAY
from tests.cli.test_handover_taking import EPISODE_2, EPISODE_3, PLACES, agree, follow, packed
from tests.cli.test_handover_taking import ben as ben
from tests.fixtures import Table, head_of


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("city rename eagle Rivers", ["pack update --yes"]),
        ("city rename eagle Rivers", ["{again}"]),
        ("city rename eagle Rivers", ["{again}", "undo --yes --and-later"]),
        ("city rename eagle Rivers", ["{other}", "{again}"]),
        ("{again}", ["{again}", "city rename eagle Rivers"]),
        ("undo --yes", ["{again}"]),
    ],
)
def test_a_corrected_pack_comes_with_the_evenings_that_it_judges(
    anna: Table, ben: Table, here: str, there: list[str]
) -> None:
    files = {"again": OVERLAY, "other": OVERLAY.replace('"groups"\n', '"other groups"\n', 1)}
    words = {}
    for name, text in files.items():
        path = anna.folder / f"{name}.toml"
        path.write_text(text, "utf-8")
        again = "--again 3 --later keep" if name == "again" else ""
        words[name] = f"pack apply '{path}' {again} --reason ours --yes"
    anna.does(EPISODE_2, *PLACES, EPISODE_3)
    shutil.copy(anna.db, ben.db)
    anna.does(here.format(**words))
    for turn, line in enumerate(there):
        ben.does(line.format(**words))
        follow(anna, packed(ben, f"{turn}.zip"), "--follow", "both", "--later", "keep")
        anna.does("audit --all")
    if not here.startswith("undo"):
        episodes = [table("episode list --json").out for table in (anna, ben)]
        assert episodes[0] == episodes[1]
    assert anna.does("pack template") == ben.does("pack template")
    agree(anna, ben, packed(anna, "a.zip"))


def test_a_corrected_pack_comes_with_an_evening_that_only_the_other_has(
    anna: Table, ben: Table
) -> None:
    path = anna.folder / "two.toml"
    path.write_text(OVERLAY.replace("number = 3", "number = 2"), "utf-8")
    anna.does("city rename eagle Rivers")
    ben.does(EPISODE_2, f"pack apply '{path}' --again 2 --later keep --reason ours --yes")
    follow(anna, packed(ben, "b.zip"), "--follow", "both")
    anna.does("audit --all")
    assert anna.does("sticker owed") == ben.does("sticker owed")
    agree(anna, ben, packed(anna, "a.zip"))


def test_a_pack_that_was_not_carried_over_is_said_where_it_counts_no_more(
    anna: Table, ben: Table
) -> None:
    """It was said that all was carried over, and the newer envelopes were gone without a word."""
    for table in (anna, ben):
        table.does(EPISODE_2, *PLACES, EPISODE_3)
    shutil.copy(anna.db, ben.db)
    anna.does("city rename eagle Rivers", "pack update --yes")
    ben.does("city rename eagle Rivers", "envelope open 2 --yes")
    shown = follow(ben, packed(anna, "a.zip"), "--follow", "both")
    assert "not carried over, to be read in the other history" in shown
    back = packed(ben, "b.zip")
    shown = follow(anna, back)
    assert "all of the history here" not in shown
    assert (
        "It has carried over the history here, and would take its place, but not all of it counts "
        "there. Counts here, but not there: envelopes 2 3 4 5 6 7 8 come from the pack "
        "stand_in_second What is different there:"
    ) in shown
    assert head_of(anna) == head_of(ben)


def test_a_corrected_pack_of_a_longer_copy_is_among_what_is_different(
    anna: Table, ben: Table
) -> None:
    """By its rules the next evenings are played; nothing said that they are others now."""
    shutil.copy(anna.db, ben.db)
    path = anna.folder / "other.toml"
    path.write_text(OVERLAY, "utf-8")
    ben.does(f"pack apply '{path}' --reason 'as printed' --yes", "episode note 1 --where Fred")
    shown = follow(anna, packed(ben, "b.zip"))
    assert (
        "What is different there: pack, with its corrections: stand_in -> stand_in, as printed "
        "episode 1, place: none -> Fred"
    ) in shown


def test_a_square_for_a_sticker_that_nobody_owes_is_refused(anna: Table, ben: Table) -> None:
    path = anna.folder / "groups.toml"
    path.write_text(OVERLAY, "utf-8")
    anna.does("city rename eagle Rivers")
    ben.does("city rename bear Mill")
    for line in (
        f"pack apply '{path}' --reason ours",
        f"pack apply '{path}' --again 1 --later keep --reason ours",
        f"handover take '{packed(ben, 'b.zip')}' --follow both",
    ):
        output = anna(f"{line} --sticker 'deer rock C5' --yes")
        assert output.code == 6, output.err
        assert "no such sticker is owed before a later evening" in " ".join(output.err.split())
