"""The changes that a move of Dilluvia Project made for every player, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.display.terminal.words import MixedText
from engine.dilluvia.components import COLOURS, Cubes
from engine.dilluvia.state import DilluviaPlayer, DilluviaState
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase, plural


def changes(
    before: DilluviaState, after: DilluviaState, names: Mapping[Seat, str]
) -> Iterator[MixedText]:
    """Yield a line with the changes of each player, except those for whom nothing changed."""
    for seat, old, new in zip(after.seats, before.players, after.players, strict=True):
        if before.turn.phase == "order":
            begins = plural("begins with {count} money", "begins with {count} money", new.money)
            texts: list[Wording] = [begins]
        else:
            texts = list(_changes(after, old, new))
        if texts:
            yield MixedText(joined(": ", (names.get(seat, seat), joined(", ", texts))), style="dim")


def _changes(state: DilluviaState, old: DilluviaPlayer, new: DilluviaPlayer) -> Iterator[Wording]:
    """Yield the payments, gains and other changes of a player, in words."""
    earned = new.earned - old.earned
    paid = old.money + earned - new.money
    if paid:
        yield plural("pays {count} money", "pays {count} money", paid)
    if earned:
        yield plural("gets {count} money", "gets {count} money", earned)
    if new.cubes != old.cubes:
        yield _difference(old.cubes, new.cubes)
    if new.prestige != old.prestige:
        yield phrase("prestige {before} -> {now}", before=old.prestige, now=new.prestige)
    tens = new.population.tens[len(old.population.tens) :]
    if tens:
        yield phrase("a ten crossed at house value {values}", values=" ".join(map(str, tens)))
    if new.population != old.population:
        before, now = old.population.total, new.population.total
        yield phrase("population {before} -> {now}", before=before, now=now)
    if new.markers != old.markers:
        yield phrase("income now {markers}", markers="/".join(map(str, new.markers)))
    if new.house != old.house:
        value = state.rules.population_per_ten(new.house)
        yield phrase("house {number}, value {value}", number=new.house, value=value)
    if new.workers != old.workers:
        yield phrase("one more worker from the next round on")
    tiles_gained = state.rules.tiles_of_mask(new.tiles & ~old.tiles)
    if tiles_gained:
        yield phrase("keeps {tiles}", tiles=listed(tile.effect.id for tile in tiles_gained))
    discarded = state.rules.tiles_of_mask(old.tiles & ~new.tiles)
    if discarded:
        yield phrase("discards {tiles}", tiles=listed(tile.effect.id for tile in discarded))


def _difference(old: Cubes, new: Cubes) -> Phrase:
    pairs = zip(COLOURS, old, new, strict=True)
    changes = [
        phrase("{count:+} {what}", count=after - before, what=phrase(colour))
        for colour, before, after in pairs
        if after != before
    ]
    return phrase("cubes {changes}", changes=joined(", ", changes))
