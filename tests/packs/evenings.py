"""Evenings in which a rule can show what it says: players who look for what it names.

filled      builds wherever it can, so that boards get full
around      builds beside what a rule names, and never on it
onto        builds on what a rule names
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.errors import EngineError
from engine.kernel.game import Player, Setup
from engine.kernel.record import Record
from engine.kernel.replay import VerdictKind, replay
from engine.my_city.pack import named
from engine.my_city.pack.model import Pack
from engine.my_city.pack.schema import PackRow
from engine.my_city.play import by_hand
from engine.my_city.play.notation import Action, BuildMove, CardPass, Quit
from engine.my_city.play.players import greedy
from engine.my_city.play.rules import fitting_builds, pass_refusal
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import MyCityState

PLACES = ("kind", "on", "at", "to", "place", "beside", "row")
"""The keys of a rule that name where it looks."""


def looked_for(rules: EpisodeRules, row: PackRow, seat: str) -> int:
    """The cells of a board that a rule names."""
    land = rules.land.get(seat, rules.land[""])
    cells = 0
    for key in PLACES:
        values = row.get(key, ())
        for value in values if isinstance(values, list) else [values]:
            one = PackRow("", {key: f"row {value}" if key == "row" else value})
            try:
                for place in named.places(rules, one, key):
                    cells |= place.cells_on(land)
            except (EngineError, AttributeError):
                continue
    return cells


def looking(row: PackRow, beside: int, on: int) -> Player:
    """A player for whom a cell beside what the rule names is worth so much, and one on it."""

    def player(state: MyCityState, seat: str, chance: float) -> Action:
        if by_hand.due_rule(state, seat):
            return greedy(state, seat, chance)
        rules, town = state.rules, state.town(seat)
        cells = looked_for(rules, row, seat) & town.free
        around = rules.beside[cells] if cells else 0
        colours = {*row.get("colours", ()), row.get("colour", "")} - {""}
        strange = bool(colours) and rules.pieces[state.card].colour not in colours
        builds: list[tuple[float, BuildMove]] = []
        for number, build in enumerate(fitting_builds(town, state.card)):
            mask = town.home.placements[build].mask
            near = -9 if strange and beside > 0 else beside
            worth = near * (mask & around).bit_count() + on * (mask & cells).bit_count()
            builds.append((worth + (number * 0.618 + chance) % 1, build))
        if builds:
            return max(builds, key=lambda one: one[0])[1]
        return Quit() if pass_refusal(rules, town.token, state.card) else CardPass()

    return player


def passing(state: MyCityState, seat: str, chance: float) -> Action:
    """Pass where that is allowed, else build or quit as a greedy player."""
    if by_hand.due_rule(state, seat) or pass_refusal(
        state.rules, state.town(seat).token, state.card
    ):
        return greedy(state, seat, chance)
    return CardPass()


def _alone(player: Player) -> Player:
    """The first seat plays so, and the others as little as they can."""

    def one(state: MyCityState, seat: str, chance: float) -> Action:
        return (player if seat == state.seats[0] else passing)(state, seat, chance)

    return one


def evenings(setups: Sequence[Setup], row: PackRow, times: int) -> Iterator[tuple[Setup, Record]]:
    """Evenings from these boards by players who look for what a rule names."""
    players = [looking(row, beside, on) for beside, on in ((0, 0), (3, -9), (0, 9), (2, 2))]
    alone = [_alone(player) for player in players[:3]]
    for seed in range(times):
        for player in (*players, passing, *alone):
            for setup in setups:
                yield setup, deal(my_city, setup, seed, player)


def under(pack: Pack, setup: Setup) -> Setup:
    """What an evening starts from, under another pack."""
    return setup._replace(header={**setup.header, "pack": pack})


def differs(other: Pack, setup: Setup, record: Record) -> bool:
    """Whether another pack makes another evening of the moves of a record."""
    now = replay(my_city, record, setup)
    try:
        then = replay(my_city, record, under(other, setup))
    except EngineError:
        return True
    if then.kind is not VerdictKind.VERIFIED:
        return True
    towns = [
        [(town.nuggets, town.gained, town.marks, town.rewards) for town in verdict.state.towns]
        for verdict in (now, then)
    ]
    return now.sheets != then.sheets or towns[0] != towns[1]
