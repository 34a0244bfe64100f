"""What counts after corrections of corrections, in journals with steps and from before them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from engine.kernel.errors import NotAllowed
from engine.my_city.campaign.corrections import (
    WITHDRAWALS_TOO,
    effective_entries,
    last_undo,
    step_of,
    turned_entries,
    withdrawn_entries,
    withdrawn_since,
)
from engine.my_city.campaign.entries import (
    CampaignCreated,
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    EpisodeAmended,
    EpisodeRecorded,
    StickerPlaced,
)

BEGUN: tuple[Entry, ...] = (
    CampaignCreated("Tuesday", "x", "stand_in", {}, {}),
    EpisodeRecorded("one", "1", "x"),
    StickerPlaced("eagle", "tree", "G1"),
    StickerPlaced("eagle", "tree", "D2"),
)
OTHER = EpisodeAmended(2, "other", "1", "x", "a slip")


def test_a_correction_of_several_entries_is_withdrawn_as_one() -> None:
    step = (OTHER, EntriesWithdrawn((3,), "x", step=5))
    assert (5, 6) == step_of((*BEGUN, *step), 6)
    assert {5, 6} == withdrawn_entries((*BEGUN, *step, EntriesWithdrawn((5, 6), "undone")))
    again = (*BEGUN, *step, EntriesWithdrawn((5, 6), "undone"), EntriesRestored(7))
    assert {3, 7} == withdrawn_entries(again)


@pytest.mark.parametrize("more", [0, 1, 2])
def test_an_entry_far_behind_the_step_that_it_names_is_none_of_it(more: int) -> None:
    """An undo of it took back whatever lay between, such as an evening."""
    forged = (StickerPlaced("bear", "tree", "G1", step=2),) * (more + 1)
    for number in range(5, 6 + more):
        assert (number,) == step_of((*BEGUN, *forged), number)


@pytest.mark.parametrize("reason", WITHDRAWALS_TOO)
def test_a_correction_without_steps_is_one_by_its_reasons(reason: str) -> None:
    entries = (*BEGUN, OTHER, EntriesWithdrawn((3,), reason), EntriesWithdrawn((4,), reason))
    assert {3, 4} == withdrawn_entries(entries)
    assert (5, 6, 7) == step_of(entries, 5) == step_of(entries, 7)
    assert () == last_undo(entries)


def test_a_moved_sticker_without_steps_is_one_step() -> None:
    moved = (EntriesWithdrawn((4,), "on F2 instead of D2"), StickerPlaced("eagle", "tree", "F2"))
    assert (5, 6) == step_of((*BEGUN, *moved), 6)
    assert (6,) == step_of((*BEGUN, EntriesWithdrawn((4,), "undone"), BEGUN[3]), 6)


def test_a_sticker_counts_where_it_is_placed() -> None:
    moved = (EntriesWithdrawn((3,), "x"), StickerPlaced("eagle", "tree", "F2", before=3, step=5))
    assert [1, 2, 6, 4] == [number for number, _ in effective_entries((*BEGUN, *moved))]


def test_a_corrected_record_counts_no_more_when_its_evening_is_withdrawn() -> None:
    """That the correction is withdrawn, too, later changes nothing any more."""
    entries = (*BEGUN, OTHER, EntriesWithdrawn((2,), "x"), EntriesWithdrawn((3, 5), "undone"))
    assert [{2, 5}, {3}] == list(turned_entries(entries)[5:])
    assert {2: 6, 5: 6, 3: 7} == withdrawn_since(entries)
    again = (*entries, EntriesRestored(6))
    assert {2} == turned_entries(again)[-1] - {6}
    assert {3: 7, 5: 6, 6: 8} == withdrawn_since(again)


def test_an_entry_that_is_withdrawn_again_is_so_since_then() -> None:
    undone = (*BEGUN, EntriesWithdrawn((4,), "undone"), EntriesRestored(5))
    assert {5: 6} == withdrawn_since(undone)
    assert {4: 7, 6: 7} == withdrawn_since((*undone, EntriesWithdrawn((6,), "undone")))


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (EntriesWithdrawn((1,), "x"), "cannot be withdrawn"),
        (EntriesWithdrawn((7,), "x"), "cannot be withdrawn"),
        (EntriesWithdrawn((3,), "x"), "withdrawn already"),
        (EntriesRestored(2), "no withdrawal that counts"),
        (EpisodeAmended(3, "x", "1", "x", "x"), "holds no record that counts"),
        (StickerPlaced("eagle", "tree", "F2", before=6), "before entry 6"),
    ],
)
def test_what_names_the_wrong_entry_is_refused(entry: Entry, reason: str) -> None:
    with pytest.raises(NotAllowed, match=reason):
        effective_entries((*BEGUN, EntriesWithdrawn((3,), "x"), entry))


def plainly_withdrawn(entries: Sequence[Entry]) -> set[int]:
    """What does not count, from the end: the last word on an entry is the latest one."""
    gone: set[int] = set()
    for number in range(len(entries), 0, -1):
        entry = entries[number - 1]
        if number not in gone and isinstance(entry, EntriesWithdrawn):
            gone.update(entry.entries)
        elif number not in gone and isinstance(entry, EntriesRestored):
            gone.add(entry.entry)
    return gone


def test_any_corrections_of_corrections() -> None:
    """What is counted entry by entry is what the latest words say."""
    for seed in range(200):
        dice, entries = random.Random(seed), list(BEGUN)
        while len(entries) < 40:
            number = len(entries) + 1
            some = tuple(dice.choices(range(2, number), k=dice.randrange(1, 4)))
            entry = dice.choice((EntriesWithdrawn(some, "x"), EntriesRestored(some[0])))
            try:
                assert plainly_withdrawn([*entries, entry]) == withdrawn_entries([*entries, entry])
            except NotAllowed:
                continue
            entries.append(entry)


def test_as_many_corrections_as_a_journal_may_hold() -> None:
    """Each is looked at once: 19,000 that take turns are counted at once."""
    turns = (
        EntriesWithdrawn((3,), "x") if n % 2 else EntriesRestored(n - 1) for n in range(5, 19_001)
    )
    assert 3 not in withdrawn_entries((*BEGUN, *turns))
