"""The gains of areas, in four tables by area (rules 25 and 26).

`GIVES` has what the player gets at once, `OPENS` the areas in which further moves follow, `OWES`
the decisions that must follow, `BONUSES` what the first special worker earns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.dilluvia.components import COLOURS, ONE, Area, Cubes
from engine.dilluvia.state import DilluviaPlayer, DilluviaState, OpenArea, OwedDecision
from engine.dilluvia.transfers import earn_money, with_cubes, with_prestige


def _income(player: DilluviaPlayer, area: Area, discs: int) -> DilluviaPlayer:
    return earn_money(player, discs + discs // 3)


def _cubes(player: DilluviaPlayer, area: Area, discs: int) -> DilluviaPlayer:
    return with_cubes(player, _cubes_of_colour(area.id, discs))


def _cubes_of_colour(colour: str, discs: int) -> Cubes:
    white, black, brown, purple = ONE[colour]
    return discs * white, discs * black, discs * brown, discs * purple


GIVES: Mapping[str, Callable[[DilluviaPlayer, Area, int], DilluviaPlayer]] = {
    "income": _income,
    **dict.fromkeys(COLOURS, _cubes),
}
"""The functions that return a player with what an area gives at once for a number of workers."""


OPENS: Mapping[str, Callable[[int], OpenArea]] = {
    "claims": lambda discs: OpenArea("claims", discs),
    "build": lambda discs: OpenArea("build", discs, discs),
    "switch": lambda discs: OpenArea("switch", 2),
}
"""The functions that return an area as open for further moves of a number of workers."""


def _owes_tile(state: DilluviaState, area: Area) -> tuple[OwedDecision, ...]:
    return (_due(state, "square" if state.last_round else "pick", area),)


def _owes_garden(state: DilluviaState, area: Area) -> tuple[OwedDecision, ...]:
    return (_due(state, "garden", area),)


def _due(state: DilluviaState, kind: str, area: Area) -> OwedDecision:
    """The decision that an area makes the player owe; optional if `use_of_areas` is "may"."""
    return OwedDecision(
        kind if state.rules.options.use_of_areas == "must" else f"may {kind}", area.fee
    )


OWES: Mapping[str, Callable[[DilluviaState, Area], tuple[OwedDecision, ...]]] = {
    "market": _owes_tile,
    "garden": _owes_garden,
}
"""The functions that return the decisions that an area makes the player owe."""

PlacementResult = tuple[DilluviaPlayer, OpenArea | None, tuple[OwedDecision, ...]]
"""The result of a placement so far: the player, the open area, the decisions that are owed."""


def _bonus_order(
    state: DilluviaState, seat: int, area: Area, result: PlacementResult
) -> PlacementResult:
    player, opened, owed = result
    return with_prestige(state.rules, player, state.order.index(seat) + 1), opened, owed


def _bonus_income(
    state: DilluviaState, seat: int, area: Area, result: PlacementResult
) -> PlacementResult:
    player, opened, owed = result
    return earn_money(player, area.bonus), opened, owed


def _bonus_cubes(
    state: DilluviaState, seat: int, area: Area, result: PlacementResult
) -> PlacementResult:
    player, opened, owed = result
    return with_cubes(player, _cubes_of_colour(area.id, area.bonus)), opened, owed


def _bonus_claims(
    state: DilluviaState, seat: int, area: Area, result: PlacementResult
) -> PlacementResult:
    player, opened, owed = result
    assert opened is not None, "the area was opened by the placing"
    return player, OpenArea(opened.area, opened.left, opened.free + area.bonus), owed


def _bonus_switch(
    state: DilluviaState, seat: int, area: Area, result: PlacementResult
) -> PlacementResult:
    player, opened, owed = result
    assert opened is not None, "the area was opened by the placing"
    return player, OpenArea(opened.area, opened.left + area.bonus), owed


def _bonus_build(
    state: DilluviaState, seat: int, area: Area, result: PlacementResult
) -> PlacementResult:
    player, opened, owed = result
    return with_prestige(state.rules, player, area.bonus), opened, owed


def _bonus_market(
    state: DilluviaState, seat: int, area: Area, result: PlacementResult
) -> PlacementResult:
    player, opened, owed = result
    return player, opened, (*owed, OwedDecision("take", area.bonus))


def _bonus_garden(
    state: DilluviaState, seat: int, area: Area, result: PlacementResult
) -> PlacementResult:
    player, opened, owed = result
    population = player.population
    population = population._replace(gardens=population.gardens + area.bonus)
    return player._replace(population=population), opened, owed


BONUSES: Mapping[str, Callable[[DilluviaState, int, Area, PlacementResult], PlacementResult]] = {
    "order": _bonus_order,
    "income": _bonus_income,
    **dict.fromkeys(COLOURS, _bonus_cubes),
    "claims": _bonus_claims,
    "build": _bonus_build,
    "market": _bonus_market,
    "garden": _bonus_garden,
    "switch": _bonus_switch,
}
"""The functions that add an area's bonus for its first special worker of the round."""
