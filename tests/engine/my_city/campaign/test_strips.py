"""Boxes off the board, reached by stickers, and stickers in boxes: against a count by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from engine import my_city
from engine.kernel.errors import PackError, SetupError
from engine.kernel.game import Setup
from engine.kernel.phrases import Phrase
from engine.my_city.bounds.scores import scope_at_the_end, ungainable
from engine.my_city.campaign import fold
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.build import NUGGET
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack, rows_in_force
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.words import words_of
from tests.engine.my_city.campaign.test_rehearsal import created
from tests.soak import count

BOXES = """
[[content]]
id = "rail"
kind = "rail"
amount = 1
on = "strip"
source = "owner"

[[content]]
id = "inn"
kind = "inn"
amount = 1
ground = "site"
source = "owner"

[[episode]]
number = 1

[[episode.rule]]
name = "inn"
does = "fixed"
content = "inn"
cells = "E6"
source = "owner"

[[episode.rule]]
name = "line"
does = "strip"
kind = "rail"
boxes = 3
pays = [[1, 2], [3, 4]]
nuggets = [[2, 1]]
box_marks = [[3, 2]]
box_stickers = [[1, "tree"], [2, "rock"]]
source = "owner"

[[episode.rule]]
name = "road"
does = "first to join"
kind = "inn"
row = 9
mixed = true
stickers = ["rail"]
source = "owner"

[[episode.rule]]
name = "quarry"
does = "shaft"
colour = "B"
beside = "inn"
boxes = 6
pays = [[2, 1]]
triangle = 6
marks = 1
box_stickers = [[1, "tree"], [3, "rock"]]
source = "owner"
"""


def campaign_on(pack: Pack, seed: int, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A whole campaign by simple players."""
    monkeypatch.setattr(fold, "load", lambda _: pack)
    *_, (_, after) = rehearse(created(pack, 3), seed)
    return after


def test_boxes_pay_once_when_a_sticker_reaches_them(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = Counter[int]()
    for seed in range(count(4, 60)):
        after = campaign_on(with_overlay(load("stand_in"), BOXES, (1,)), seed, monkeypatch)
        for city in after.cities:
            rails = [sticker for sticker in city.stickers if sticker.kind == "rail"]
            assert [str(n) for n in range(1, len(rails) + 1)] == [one.square for one in rails]
            assert len(rails) <= 3
            assert 2 * (len(rails) == 3) == sum(
                mark.amount for mark in city.marks if mark.reason.rule == "line"
            )
            dug = city.shafts.get("B", 0)
            boxes = [s.reason[2:] for s in city.stickers if s.reason.kind == "box"]
            boxes += [right.reason[2:] for right in (*city.lost, *after.owed)]
            assert sorted(boxes) == sorted(
                [("line", n) for n in (1, 2) if n <= len(rails)]
                + [("quarry", n) for n in (1, 3) if n <= dug]
            )
        for played in after.played:
            state = played.verdict.state
            for seat, town in zip(state.seats, state.towns, strict=True):
                before = sum(text.startswith("rail") for text in played.boards[seat])
                came = [text for text in town.gained if text.startswith("rail")]
                assert len(came) <= 1
                reached[before] += 1
                paid = {0: 2, 2: 4}.get(before, 0) if came else 0
                # A token that stands at its cap takes no more.
                assert dict(town.rewards).get("line", 0) in (paid, 0)
                assert (before == 1) * len(came) <= town.nuggets
    assert {0, 1, 2} <= reached.keys()


def test_only_the_first_to_join_gets_a_sticker(monkeypatch: pytest.MonkeyPatch) -> None:
    after = campaign_on(with_overlay(load("stand_in"), BOXES, (1,)), 1, monkeypatch)
    for one, other in pairwise(after.played):
        grown = [
            seat
            for seat in after.seats
            if sum(text.startswith("rail") for text in one.boards[seat])
            < sum(text.startswith("rail") for text in other.boards[seat])
        ]
        firsts = one.verdict.state.firsts
        assert bool(grown) <= bool(firsts[-1])


def test_they_are_said_in_words() -> None:
    pack = with_overlay(load("stand_in"), BOXES, (1,))
    words = {row.name: words_of(pack, row) for row, _ in rows_in_force(pack, 1)}
    assert isinstance(words["line"], Phrase)
    assert str(words["line"]) == (
        "beside the board are 3 boxes; each rail sticker reaches the next one: "
        "box 1 +2, box 1 a tree on a small square, box 2 1 nugget, "
        "box 2 a rock on a small square, box 3 +4, box 3 2 progress marks"
    )
    assert "row 9 with connected buildings: 1 rail; all who" in str(words["road"])


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('stickers = ["rail"]', 'stickers = ["tree"]', "is placed by a player"),
        ('does = "strip"\nkind = "rail"', 'does = "strip"\nkind = "inn"', 'on = "strip" in its'),
        ("boxes = 3", "boxes = 2", "it has 2 boxes, there is no box 3"),
        ('[1, "tree"], [2, "rock"]', '[1, "rail"]', "a sticker for a strip comes at once"),
        ('content = "inn"', 'content = "rail"', "rail goes on a strip, not on a cell"),
    ],
)
def test_what_a_strip_cannot_be(old: str, new: str, reason: str) -> None:
    with pytest.raises(PackError, match=reason):
        with_overlay(load("stand_in"), BOXES.replace(old, new), (1,))


def test_a_sticker_needs_its_strip() -> None:
    head, _, rest = BOXES.partition('[[episode.rule]]\nname = "line"')
    with pytest.raises(PackError, match='there are no boxes for rail: a rule with does = "strip"'):
        with_overlay(load("stand_in"), head + rest[rest.index("[[episode.rule]]") :], (1,))


def test_a_record_names_a_sticker_with_its_box() -> None:
    pack = with_overlay(load("stand_in"), BOXES, (1,))
    boards = {"eagle": ["rail 1", "rail 2"]}
    state = my_city.start(Setup(("eagle", "bear"), {"episode": 1, "pack": pack, "boards": boards}))
    assert {"rail": 2} == state.town("eagle").home.strips
    for words, wrong in ((["rail 3"], []), (["rail 2"], ["rail 2"]), (["rail 4"], ["rail 4"])):
        assert wrong == [*ungainable(scope_at_the_end(state, "eagle"), words, NUGGET, known=True)]
    beyond = Setup(("eagle", "bear"), {"episode": 1, "pack": pack, "boards": {"bear": ["rail 4"]}})
    with pytest.raises(SetupError, match="'rail 4' is not a sticker"):
        my_city.start(beyond)
