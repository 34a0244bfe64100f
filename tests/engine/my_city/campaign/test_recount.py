"""The recount of a campaign: a played one adds up, and every false figure is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.my_city.campaign import recount
from engine.my_city.campaign.model import Campaign, City, Mark, Sticker, StickerRight, Tenure
from engine.my_city.campaign.reasons import GainReason
from tests.engine.my_city.campaign.test_rehearsal import campaign
from tests.soak import SOAK


@pytest.mark.parametrize("seats", [2, 3, 4] if SOAK else [3])
def test_a_played_campaign_adds_up(seats: int) -> None:
    _, after = campaign(seats, 1)
    assert list(recount.discrepancies(after)) == []
    assert list(recount.tenure_discrepancies(after)) == []


def with_eagle(change: Callable[[City], City]) -> Campaign:
    _, after = campaign(2, 1)
    return after.with_city(change(after.city("eagle")))


def test_a_mark_too_many() -> None:
    more = with_eagle(lambda city: city._replace(marks=(*city.marks, city.marks[0])))
    assert [words for words in recount.discrepancies(more) if "by its rank" in words]


def test_a_mark_of_an_episode_that_was_not_played() -> None:
    mark = Mark(1, GainReason("moves", 77))
    more = with_eagle(lambda city: city._replace(marks=(*city.marks, mark)))
    assert list(recount.discrepancies(more)) == [
        "eagle: marks for episode 77, which is not recorded"
    ]


def test_a_sticker_that_nobody_handed_out() -> None:
    tree = Sticker("tree", "A1", GainReason("moves", 1), 30)
    more = with_eagle(lambda city: city._replace(stickers=(*city.stickers, tree)))
    discrepancies = list(recount.discrepancies(more))
    assert any("tree stickers placed, owed or lost" in words for words in discrepancies)
    assert "eagle: the tree of A1 is not on its land" in discrepancies


def test_a_right_too_many() -> None:
    _, after = campaign(2, 1)
    more = after._replace(owed=(StickerRight("bear", "rock", GainReason("rank", 24, "other"), 25),))
    assert any("rock stickers placed, owed" in words for words in recount.discrepancies(more))


def test_a_sticker_twice_and_a_cell_of_two_grounds() -> None:
    twice = with_eagle(lambda city: city._replace(stickers=(*city.stickers, city.stickers[-1])))
    assert any("twice on its board" in words for words in recount.discrepancies(twice))
    both = with_eagle(lambda c: c._replace(land=c.land._replace(forest=c.land.light)))
    assert "eagle: a cell of two kinds of ground" in list(recount.discrepancies(both))


def test_a_nugget_that_nobody_found() -> None:
    more = with_eagle(lambda city: city._replace(nuggets=city.nuggets + 1))
    assert any("nuggets" in words for words in recount.discrepancies(more))


def test_tenures_follow_each_other_whatever_the_names_are() -> None:
    """Aaron comes before Anna in the alphabet, and she comes back after him."""
    _, after = campaign(2, 1)
    others = (t for t in after.tenures if t.seat != "eagle")
    held = (
        Tenure("eagle", "Anna", 1, 3),
        Tenure("eagle", "Aaron", 3, 5),
        Tenure("eagle", "Zoe", 5),
    )
    assert not list(
        recount.tenure_discrepancies(
            after._replace(tenures=(*others, *held)).with_city(
                after.city("eagle")._replace(player="Zoe")
            )
        )
    )


def test_tenures_that_overlap_or_are_not_the_cities() -> None:
    _, after = campaign(2, 1)
    two = after._replace(tenures=(*after.tenures, Tenure("eagle", "Zoe", 5)))
    assert list(recount.tenure_discrepancies(two)) == [
        "eagle: Anna and Zoe hold it at the same time",
        "eagle is held by Anna, Zoe by the list of its holders, by Anna by its city",
    ]
    nobody = after.with_city(after.city("bear")._replace(player=""))
    assert list(recount.tenure_discrepancies(nobody)) == [
        "bear is held by Ben by the list of its holders, by nobody by its city"
    ]
