"""Moves of Quadropolis in words for its pages, which name sides and tiles as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campaign.games.quadropolis.words import move_in_words
from campaign.services.words import many
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, listed, phrase
from engine.kernel.replay import ReplayStep
from engine.quadropolis.answers import tile_in_words
from engine.quadropolis.components import SLOTS, TARGETS
from engine.quadropolis.notation import ArchitectMove, Discard, SiteTiles, Staff, StaffedBuilding
from engine.quadropolis.state import QuadropolisState

FROM = {
    "north": phrase("from above, column"),
    "south": phrase("from below, column"),
    "west": phrase("from the left, row"),
    "east": phrase("from the right, row"),
}
"""The words for the direction from which an architect takes a tile, by side of the drawn site."""


def seat_and_words(
    step: ReplayStep, names: Mapping[Seat, str], language: str
) -> tuple[Seat, Wording]:
    """The seat that made a move (`*` for chance), and the move in words."""
    return step.move.seat, _done(step, language)


def _done(step: ReplayStep, language: str) -> Phrase:
    before: QuadropolisState = step.before
    match step.action:
        case SiteTiles(tiles):
            count_in_words = many(len(tiles), "tile")
            return phrase(
                "The site of round {round}: {tiles}", round=before.round, tiles=count_in_words
            )
        case ArchitectMove(architect, side, line):
            code = before.site[TARGETS[architect][SLOTS[side, line]]]
            return phrase(
                "takes {tile} (architect {architect} {side} {line})",
                tile=tile_in_words(code) if code else phrase("nothing, the square is empty"),
                architect=architect,
                side=FROM[side],
                line=line,
            )
        case Discard():
            return phrase("leaves the tile {tile}", tile=tile_in_words(before.taken))
        case Staff(buildings):
            active = listed(_active(buildings))
            return phrase("names the active buildings: {buildings}", buildings=active)
        case action:
            return move_in_words(before, action, language)


def _active(buildings: Sequence[StaffedBuilding]) -> Iterator[Wording]:
    """Yield the squares of the active buildings, with the customers of shops."""
    for square, customers in buildings:
        if customers is None:
            yield square
        else:
            yield phrase(
                "{square} with {customers}", square=square, customers=many(customers, "customer")
            )
