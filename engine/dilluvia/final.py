"""Final scoring in its four steps, each player by itself but for the majorities (rules 50 to 54).

    1 income   2 prestige from tiles   3 prestige from gardens   4 population from tiles

Tens crossed in the first three steps count as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.dilluvia.components import DilluviaRules, Effect
from engine.dilluvia.income import collected
from engine.dilluvia.state import DilluviaPlayer, DilluviaState
from engine.dilluvia.transfers import homes_of, with_prestige
from engine.kernel.phrases import Wording, joined, many, phrase
from engine.kernel.score import SheetEntry


class FinalScoring(NamedTuple):
    """A player after the final scoring, and the lines of the sheet that it wrote."""

    player: DilluviaPlayer
    lines: tuple[SheetEntry, ...]


def final(state: DilluviaState) -> tuple[FinalScoring, ...]:
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
            more, now = player.prestige - before.prestige, player.prestige
            gained = phrase("{count} prestige, now {now}", count=more, now=now)
            if tens:
                gained = joined(", ", (gained, phrase("tens at {values}", values=_joined(tens))))
            lines.append(SheetEntry(label, sum(tens), joined(": ", filter(None, (note, gained)))))
    lines += [_population(state, seat, effect) for effect in _kept(state.rules, player)]
    return FinalScoring(player, tuple(lines))


def _income(state: DilluviaState, player: DilluviaPlayer) -> tuple[DilluviaPlayer, str]:
    """Step 1: the markers once more; of the cubes only their number matters now."""
    cubes = (player.cubes[0] + player.markers.cubes, *player.cubes[1:])
    return collected(state, player)._replace(cubes=cubes), ""


def _prestige_tiles(state: DilluviaState, player: DilluviaPlayer) -> tuple[DilluviaPlayer, Wording]:
    """Step 2: sets of money and cubes; tiles for population too, if they are read so."""
    rules, notes, points = state.rules, [], 0
    for effect in held_effects(rules, player, "sets"):
        sets = sets_of(player, effect)
        points += effect.amount * sets
        notes.append(
            phrase(
                "{tile} {count} of {each} money and {each} cubes",
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
    """How many sets of money and cubes a player has in the end."""
    return min(player.money, sum(player.cubes)) // effect.each


def _gardens(state: DilluviaState, player: DilluviaPlayer) -> tuple[DilluviaPlayer, str]:
    """Step 3: each garden counts for each building that shares an edge with it."""
    gardens, grid = state.ground.gardens, state.rules.city.grid
    near = grid.beside(gardens)
    points = sum(
        home.building.squares * (grid.beside(home.mask) & gardens).bit_count()
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


def _kept(rules: DilluviaRules, player: DilluviaPlayer) -> list[Effect]:
    """The tiles that count population in step 4, as often as they are held."""
    effects = held_effects(rules, player, "majority")
    if rules.options.pop_tiles == "population":
        effects += held_effects(rules, player, "population tiles")
    return effects


def held_effects(rules: DilluviaRules, player: DilluviaPlayer, does: str) -> list[Effect]:
    """The effects of the tiles in hand that do something, one for each tile."""
    return [
        effect
        for carriers, effect in rules.doing.get(does, ())
        for _ in range((player.tiles & carriers).bit_count())
    ]


def _population(state: DilluviaState, seat: int, effect: Effect) -> SheetEntry:
    """Step 4: one tile. Nothing that it counts changes in the steps before."""
    player = state.players[seat]
    if effect.does == "population tiles":
        count = population_tiles(state.rules, player)
        words = phrase("{count} tiles for population", count=count)
        return SheetEntry(effect.id, effect.amount * count, words)
    mine = COUNTS[effect.of](state, player)
    others = (*state.players[:seat], *state.players[seat + 1 :])
    most = max(COUNTS[effect.of](state, other) for other in others)
    alone, shared, beaten = effect.amounts
    least = max(effect.least, int(state.rules.options.majority_needs_one))
    points = beaten if mine < least or mine < most else shared if mine == most else alone
    words = phrase(
        "{count} {what}; another player has {most} at most",
        count=mine,
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
    """The quarters of the city in which a player has a building (ruling 22)."""
    return sum(player.built & quarter != 0 for quarter in state.rules.city.quarters)


COUNTS: Mapping[str, Callable[[DilluviaState, DilluviaPlayer], int]] = {
    "propellers": lambda state, player: player.propellers.bit_count(),
    "small": lambda state, player: homes_of(player, 1),
    "medium": lambda state, player: homes_of(player, 2),
    "large": lambda state, player: homes_of(player, 4),
    "quarters": quarters_of,
    "workers": lambda state, player: player.workers + 1,
}
"""What a majority is about."""


def _joined(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))
