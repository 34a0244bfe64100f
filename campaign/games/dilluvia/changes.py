"""What a move of Dilluvia Project changed for every player, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.display.terminal.words import MixedText
from engine.dilluvia.components import COLOURS, Cubes
from engine.dilluvia.state import DilluviaPlayer, DilluviaState
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase


def changes(
    before: DilluviaState, after: DilluviaState, names: Mapping[Seat, str]
) -> Iterator[MixedText]:
    """What a move changed for every player, a line each."""
    for seat, had, has in zip(after.seats, before.players, after.players, strict=True):
        if before.turn.phase == "order":
            texts: list[Wording] = [phrase("begins with {count} money", count=has.money)]
        else:
            texts = list(_changes(after, had, has))
        if texts:
            yield MixedText(joined(": ", (names.get(seat, seat), joined(", ", texts))), style="dim")


def _changes(state: DilluviaState, had: DilluviaPlayer, has: DilluviaPlayer) -> Iterator[Wording]:
    """What a player paid and got, in words."""
    earned = has.earned - had.earned
    paid = had.money + earned - has.money
    if paid:
        yield phrase("pays {count} money", count=paid)
    if earned:
        yield phrase("gets {count} money", count=earned)
    if has.cubes != had.cubes:
        yield _difference(had.cubes, has.cubes)
    if has.prestige != had.prestige:
        yield phrase("prestige {before} -> {now}", before=had.prestige, now=has.prestige)
    tens = has.population.tens[len(had.population.tens) :]
    if tens:
        yield phrase("a ten crossed at house value {values}", values=" ".join(map(str, tens)))
    if has.population != had.population:
        before, now = had.population.total, has.population.total
        yield phrase("population {before} -> {now}", before=before, now=now)
    if has.markers != had.markers:
        yield phrase("income now {markers}", markers="/".join(map(str, has.markers)))
    if has.house != had.house:
        value = state.rules.value(has.house)
        yield phrase("house {number}, value {value}", number=has.house, value=value)
    if has.workers != had.workers:
        yield phrase("a worker more from the next round on")
    taken = state.rules.held(has.tiles & ~had.tiles)
    if taken:
        yield phrase("keeps {tiles}", tiles=listed(tile.effect.id for tile in taken))
    discarded = state.rules.held(had.tiles & ~has.tiles)
    if discarded:
        yield phrase("discards {tiles}", tiles=listed(tile.effect.id for tile in discarded))


def _difference(had: Cubes, has: Cubes) -> Phrase:
    pairs = zip(COLOURS, had, has, strict=True)
    changes = [
        phrase("{count:+} {what}", count=after - before, what=phrase(colour))
        for colour, before, after in pairs
        if after != before
    ]
    return phrase("cubes {changes}", changes=joined(", ", changes))
