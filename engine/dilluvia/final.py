"""The four steps of the final scoring (rules 50 to 54); players are compared for majorities only.

    1 income   2 prestige from tiles   3 prestige from gardens   4 population from tiles

Tens that are crossed in the first three steps count as during the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.dilluvia.components import DilluviaRules, Effect
from engine.dilluvia.income import with_income
from engine.dilluvia.state import DilluviaPlayer, DilluviaState
from engine.dilluvia.transfers import count_homes, with_prestige
from engine.kernel.phrases import Wording, joined, many, phrase, plural
from engine.kernel.score import SheetEntry


class FinalScoring(NamedTuple):
    """A player after the final scoring, and the lines that the scoring adds to the sheet."""

    player: DilluviaPlayer
    lines: tuple[SheetEntry, ...]


def final_scorings(state: DilluviaState) -> tuple[FinalScoring, ...]:
    """The final scoring, in seat order; before the end, as if the game ended now."""
    return tuple(_final(state, seat) for seat in range(len(state.seats)))


def _final(state: DilluviaState, seat: int) -> FinalScoring:
    player = state.players[seat]
    lines: list[SheetEntry] = []
    for label, step in STEPS:
        before = player
        player, note = step(state, player)
        tens = player.population.tens[len(before.population.tens) :]
        if player.prestige > before.prestige:
            added, now = player.prestige - before.prestige, player.prestige
            gained = phrase("{count} prestige, now {now}", count=added, now=now)
            if tens:
                gained = joined(", ", (gained, phrase("tens at {values}", values=_joined(tens))))
            lines.append(SheetEntry(label, sum(tens), joined(": ", filter(None, (note, gained)))))
    lines += [
        _population(state, seat, effect) for effect in _population_effects(state.rules, player)
    ]
    return FinalScoring(player, tuple(lines))


def _income(state: DilluviaState, player: DilluviaPlayer) -> tuple[DilluviaPlayer, str]:
    """Step 1: the income of the markers. New cubes are all white: only their number counts."""
    cubes = (player.cubes[0] + player.markers.cubes, *player.cubes[1:])
    return with_income(state, player)._replace(cubes=cubes), ""


def _prestige_tiles(state: DilluviaState, player: DilluviaPlayer) -> tuple[DilluviaPlayer, Wording]:
    """Step 2: prestige for sets of money and cubes.

    With `pop_tiles = "prestige"`, POP_TILES gives prestige here instead of population in step 4.
    """
    rules, notes, points = state.rules, [], 0
    for effect in held_effects(rules, player, "sets"):
        sets = sets_of(player, effect)
        points += effect.amount * sets
        notes.append(
            phrase(
                "{tile}: {count} x {each} money and {each} cubes",
                tile=effect.id,
                count=sets,
                each=effect.each,
            )
        )
    if rules.options.pop_tiles == "prestige":
        for effect in held_effects(rules, player, "population tiles"):
            count = population_tiles(rules, player)
            points += effect.amount * count
            notes.append(joined(" ", (effect.id, many(count, "tile"))))
    return with_prestige(rules, player, points), joined(", ", notes) if notes else ""


def sets_of(player: DilluviaPlayer, effect: Effect) -> int:
    """The number of sets of money and cubes that a player has, for an effect that counts sets."""
    return min(player.money, sum(player.cubes)) // effect.each


def _gardens(state: DilluviaState, player: DilluviaPlayer) -> tuple[DilluviaPlayer, str]:
    """Step 3: each garden gives prestige for each own building that shares an edge with it."""
    gardens, grid = state.ground.gardens, state.rules.city.grid
    near = grid.edge_neighbours(gardens)
    points = sum(
        home.building.squares * (grid.edge_neighbours(home.mask) & gardens).bit_count()
        for home in player.homes
        if home.mask & near
    )
    return with_prestige(state.rules, player, points), ""


STEPS: tuple[
    tuple[Wording, Callable[[DilluviaState, DilluviaPlayer], tuple[DilluviaPlayer, Wording]]], ...
] = (
    ("final income", _income),
    ("final tiles", _prestige_tiles),
    ("final gardens", _gardens),
)


def _population_effects(rules: DilluviaRules, player: DilluviaPlayer) -> list[Effect]:
    """The effects that count population in step 4, one for each tile in hand."""
    effects = held_effects(rules, player, "majority")
    if rules.options.pop_tiles == "population":
        effects += held_effects(rules, player, "population tiles")
    return effects


def held_effects(rules: DilluviaRules, player: DilluviaPlayer, does: str) -> list[Effect]:
    """The effects of a kind, one for each tile in hand that has it."""
    return [
        effect
        for carriers, effect in rules.effects_by_kind.get(does, ())
        for _ in range((player.tiles & carriers).bit_count())
    ]


def _population(state: DilluviaState, seat: int, effect: Effect) -> SheetEntry:
    """Step 4: the line of one tile. The earlier steps do not change what it counts."""
    player = state.players[seat]
    if effect.does == "population tiles":
        count = population_tiles(state.rules, player)
        words = plural("{count} tile for population", "{count} tiles for population", count)
        return SheetEntry(effect.id, effect.amount * count, words)
    count = COUNTS[effect.of](state, player)
    opponents = (*state.players[:seat], *state.players[seat + 1 :])
    most = max(COUNTS[effect.of](state, opponent) for opponent in opponents)
    alone, shared, beaten = effect.amounts
    least = max(effect.least, int(state.rules.options.majority_needs_one))
    points = beaten if count < least or count < most else shared if count == most else alone
    words = phrase(
        "{count} {what}; the best other player has {most}",
        count=count,
        what=phrase(effect.of),
        most=most,
    )
    return SheetEntry(effect.id, points, words)


def population_tiles(rules: DilluviaRules, player: DilluviaPlayer) -> int:
    """The tiles in hand that POP_TILES counts (ruling 21)."""
    count = len(held_effects(rules, player, "majority"))
    if rules.options.pop_tiles_count_self:
        count += len(held_effects(rules, player, "population tiles"))
    return count


def quarters_of(state: DilluviaState, player: DilluviaPlayer) -> int:
    """The number of quarters of the city in which a player has a building (ruling 22)."""
    return sum(player.built & quarter != 0 for quarter in state.rules.city.quarters)


COUNTS: Mapping[str, Callable[[DilluviaState, DilluviaPlayer], int]] = {
    "propellers": lambda state, player: player.propellers.bit_count(),
    "small": lambda state, player: count_homes(player, 1),
    "medium": lambda state, player: count_homes(player, 2),
    "large": lambda state, player: count_homes(player, 4),
    "quarters": quarters_of,
    "workers": lambda state, player: player.workers + 1,
}
"""The functions that count what a majority compares, by the key `of` of its effect."""


def _joined(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))
