"""The first to join two places: against a search through all chains of buildings."""

from __future__ import annotations

from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.fast.log import read_acts
from engine.kernel.game import Setup
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.words import rules_in_words
from engine.my_city.play.placements import Placement
from engine.my_city.play.players import greedy
from engine.my_city.play.state import MyCityState, Town
from tests.soak import count

SEATS = ("eagle", "bear", "deer")


def with_pier(mixed: bool) -> Pack:
    """The stand-in, whose first episode has an inn on E6 to be joined with row 9."""
    text = (
        '[[content]]\nid = "inn"\nkind = "inn"\namount = 1\nground = "site"\nsource = "owner"\n'
        "[[episode]]\nnumber = 1\n"
        '[[episode.rule]]\nname = "inn"\ndoes = "fixed"\ncontent = "inn"\ncells = "E6"\n'
        'source = "owner"\n[[episode.rule]]\nname = "road"\ndoes = "first to join"\nkind = "inn"\n'
        f"row = 9\nmixed = {str(mixed).lower()}\npoints = 3\nnuggets = 1\nmarks = 2\n"
        'source = "owner"\n'
    )
    return with_overlay(load("stand_in"), text, (1,))


def has_joined(state: MyCityState, town: Town, mixed: bool) -> bool:
    """The same by walking from building to building, cell by cell."""
    grid = state.rules.grid
    inn, row = grid.edge_neighbours(grid.bit("E6")), grid.row(9)

    def touch(one: Placement, other: Placement) -> bool:
        return bool(one.mask & grid.edge_neighbours(other.mask)) and (
            mixed or one.colour == other.colour
        )

    reached = [one for one in town.built if one.mask & inn]
    for one in reached:
        reached += [two for two in town.built if two not in reached and touch(two, one)]
    return any(one.mask & row for one in reached)


def test_who_is_first_to_join_gains_and_whoever_is_later_does_not() -> None:
    seen = set[int]()
    for mixed in (False, True):
        pack = with_pier(mixed)
        for seed in range(count(12, 300)):
            setup = Setup(SEATS, {"episode": 1, "pack": pack})
            record = deal(my_city, setup, seed, greedy)
            state, first, gained = my_city.start(setup), 0, dict.fromkeys(SEATS, 0)
            joined = dict.fromkeys(SEATS, False)
            for seat, action in read_acts(my_city, record.moves or ()):
                state = my_city.apply(state, seat, action)
                if seat in SEATS and not joined[seat]:
                    joined[seat] = has_joined(state, state.town(seat), mixed)
                    if joined[seat] and first in (0, state.out):
                        first, gained[seat] = state.out, 1
            for seat, count_of in gained.items():
                town = state.town(seat)
                assert count_of == town.nuggets, (seed, seat)
                assert [("road", 2)] * count_of == [*town.marks]
                assert ("road" in dict(town.rewards)) == bool(count_of)
            seen.add(sum(gained.values()))
    assert {1, 2} <= seen


def test_it_is_said_in_words() -> None:
    words = {rule.name: rule.words for rule in rules_in_words(with_pier(False), 1)}
    assert str(words["road"]).startswith(
        "the first to join the inn and row 9 with connected buildings of one colour: +3 at once, "
    )
    assert rules_of(with_pier(True), 1).joins[0].colours == ()
