"""Episodes of an edition that the program has, or has not, among the episodes of a campaign."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import my_city
from engine.kernel.errors import NotAllowed
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import fold, recount
from engine.my_city.campaign.corrections import UnsoundEntry
from engine.my_city.campaign.entries import Entry, EpisodeRecorded, StickerPlaced
from engine.my_city.campaign.model import Campaign
from tests.engine.my_city.campaign.test_rehearsal import campaign
from tests.soak import count

OTHER = "7"
"""An edition of which nobody knows anything."""


def of_another_edition(entries: Sequence[Entry], episodes: set[int]) -> list[Entry]:
    """The entries of a campaign, some of whose episodes were played by another edition."""
    changed: list[Entry] = []
    number = 0
    for entry in entries:
        if isinstance(entry, EpisodeRecorded):
            number += 1
            if number in episodes:
                text = entry.record.replace('edition = "1"', f'edition = "{OTHER}"')
                entry = entry._replace(record=text, edition=OTHER)
        changed.append(entry)
    return changed


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other edition as a module, which plays as the newest one does."""
    other = SimpleNamespace(**{**vars(my_city), "EDITION": OTHER})
    monkeypatch.setitem(sys.modules, "edition_7", other)
    monkeypatch.setattr(my_city, "EARLIER", {OTHER: "edition_7"})


def stated(campaign: Campaign) -> list[dict[str, int]]:
    return [{sheet.seat: sheet.total for sheet in played.sheets} for played in campaign.played]


@pytest.mark.usefixtures("installed")
def test_each_episode_is_replayed_under_its_own_edition() -> None:
    entries, after = campaign(2, 1)
    again = fold.campaign_of(of_another_edition(entries, {3, 4, 11}))
    assert {VerdictKind.VERIFIED} == {played.verdict.kind for played in again.played}
    assert (after.cities, after.owed, after.claimed) == (again.cities, again.owed, again.claimed)


@settings(max_examples=count(5, 200))
@given(st.integers(2, 4), st.integers(1, 2), st.sets(st.integers(1, 24), min_size=1))
def test_a_campaign_stands_with_the_stated_results_of_an_edition_that_is_missing(
    seats: int, seed: int, missing: set[int]
) -> None:
    entries, after = campaign(seats, seed)
    again = fold.campaign_of(of_another_edition(entries, missing))
    assert stated(after) == stated(again)
    first = again.without_rules
    assert first is not None
    assert (min(missing), "edition 7 of my-city is not in this program: it has 1") == (
        first.number,
        first.verdict.reason,
    )
    for played in again.played:
        if played.number in missing:
            assert played.verdict.without_rules
        elif played.number < first.number:
            assert VerdictKind.VERIFIED is played.verdict.kind
        else:
            assert played.verdict.kind in (VerdictKind.VERIFIED, VerdictKind.UNVERIFIABLE)
    assert [] == [*recount.discrepancies(again), *recount.tenure_discrepancies(again)]


def test_what_does_not_follow_where_all_rules_are_known_is_refused_still() -> None:
    entries = list(campaign(2, 1)[0])
    at = next(i for i, entry in enumerate(entries) if isinstance(entry, StickerPlaced))
    twice = [*entries[: at + 1], entries[at]]
    with pytest.raises(UnsoundEntry, match="is not owed"):
        fold.campaign_of(twice)
    with pytest.raises(NotAllowed):
        fold.campaign_of(entries[:at] + entries[at + 1 :])
