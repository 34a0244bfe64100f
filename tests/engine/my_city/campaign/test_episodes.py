"""An episode on its way into the fold: judged once, and again only where that may differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

import pytest

from benchmarks.counting import counted
from engine.kernel.errors import NotAllowed
from engine.kernel.record import format_record, parse_record
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import (
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    EpisodeAmended,
    EpisodeRecorded,
    PackApplied,
    StickerPlaced,
)
from engine.my_city.campaign.episodes import judge
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.campaign.stickers import targets
from tests.engine.my_city.campaign.test_editions import of_another_edition
from tests.engine.my_city.campaign.test_rehearsal import STAND_IN, created
from tests.soak import SOAK

FIRST = created(STAND_IN, 2)
REST = islice(rehearse(FIRST, seed=1), None if SOAK else 23)
ENTRIES: tuple[Entry, ...] = (FIRST, *(entry for entry, _ in REST))
NUMBERS = range(2, len(ENTRIES) + 1)
SAME_SHAPE = '[[outline]]\nid = "3"\nshape = "#./##"\nsource = "owner"\n'
"""Another pack that plays as the one of the campaign does."""


def recorded(entries: Sequence[Entry], episode: int) -> tuple[int, EpisodeRecorded]:
    """The entry of an episode, with its number."""
    episodes = [(n, e) for n, e in enumerate(entries, 1) if isinstance(e, EpisodeRecorded)]
    return episodes[episode - 1]


def amended(number: int, entry: EpisodeRecorded, text: str) -> EpisodeAmended:
    return EpisodeAmended(number, text, "1", entry.pack, "x")


def folded() -> Campaign:
    """The campaign, folded now: what was folded long ago has rules that are made anew since."""
    return fold.campaign_of(ENTRIES)


def both_ways(added: Sequence[Entry]) -> tuple[Campaign | str, Campaign | str]:
    """The campaign with more entries: by verdicts that are known, and folded from the beginning."""
    before = folded()
    return (
        outcome(lambda: fold.campaign_after(ENTRIES, before, added)),
        outcome(lambda: fold.campaign_of((*ENTRIES, *added))),
    )


def outcome(folded: Callable[[], Campaign]) -> Campaign | str:
    """The campaign, or why there is none."""
    try:
        return folded()
    except NotAllowed as error:
        return str(error)


def test_without_an_entry_the_fold_is_the_same_both_ways() -> None:
    stands = 0
    for number in NUMBERS:
        known, anew = both_ways([EntriesWithdrawn((number,), "x")])
        assert known == anew
        stands += isinstance(known, Campaign)
    assert 0 < stands < len(NUMBERS)


def test_with_the_last_sticker_elsewhere_the_fold_is_the_same_both_ways() -> None:
    number = max(n for n in NUMBERS if isinstance(ENTRIES[n - 1], StickerPlaced))
    entry = ENTRIES[number - 1]
    assert isinstance(entry, StickerPlaced)
    before = fold.campaign_of(ENTRIES, until=number - 1)
    right = next(r for r in before.owed if (r.seat, r.kind) == (entry.seat, entry.kind))
    later = [EntriesWithdrawn((n,), "x") for n in range(len(ENTRIES), number - 1, -1)]
    for square in targets(before, right):
        known, anew = both_ways([*later, entry._replace(square=square)])
        assert isinstance(known, Campaign)
        assert known == anew


def test_under_another_pack_the_fold_is_the_same_both_ways() -> None:
    another = PackApplied(SAME_SHAPE, "our box", (1, 3))
    known, anew = both_ways([another])
    assert isinstance(known, Campaign)
    assert known == anew
    before = folded()
    with counted() as calls:
        fold.campaign_after(ENTRIES, before, [another])
    assert {"parse_record": 2, "replay": 2} == calls


def test_with_another_record_the_fold_is_the_same_both_ways() -> None:
    for episode in (1, 3, 5):
        number, entry = recorded(ENTRIES, episode)
        record = parse_record(entry.record)
        for other in (
            record._replace(moves=None),
            record._replace(names={"eagle": "Zoe"}),
            record._replace(moves=None, result={"eagle": 9, "bear": 1}),
        ):
            known, anew = both_ways([amended(number, entry, format_record(other))])
            assert known == anew


def test_only_what_may_differ_is_judged_again() -> None:
    number, entry = recorded(ENTRIES, 5)
    record = parse_record(entry.record)._replace(names={"eagle": "Zoe"})
    before = folded()
    with counted() as calls:
        fold.campaign_after(ENTRIES, before, [EntriesWithdrawn((len(ENTRIES),), "x")])
    assert {} == calls
    wanted = amended(number, entry, format_record(record))
    with counted() as calls:
        fold.campaign_after(ENTRIES, before, [wanted])
    assert {"parse_record": 1, "replay": 1} == calls


def test_a_record_taken_at_its_word_is_judged_again() -> None:
    entries = of_another_edition(ENTRIES, {1})
    before = fold.campaign_of(entries)
    assert before.without_rules
    number, entry = recorded(ENTRIES, 1)
    after = fold.campaign_after(entries, before, [amended(number, entry, entry.record)])
    assert {VerdictKind.VERIFIED} == {played.verdict.kind for played in after.played}


def test_a_verdict_goes_into_the_fold_in_place_of_the_text() -> None:
    number, entry = recorded(ENTRIES, 2)
    before = fold.campaign_of(ENTRIES[: number - 1])
    judged = judge(before, entry)
    with counted() as calls:
        after = fold.apply(before, judged)
    assert {} == calls
    assert fold.apply(before, entry) == after


@pytest.mark.parametrize("added", [[EntriesWithdrawn((2,), "x")], [EntriesRestored(3)]])
def test_what_reaches_back_is_not_applied_alone(added: list[Entry]) -> None:
    with pytest.raises(TypeError, match="reaches back"):
        fold.apply(folded(), added[0])
