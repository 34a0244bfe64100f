"""Pebbles as a picture: a row for each player, and one for the heap."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.display.svg.picture import Element, Picture, element, text
from campaign.display.text.translation import Speaker
from engine.kernel.game import Seat
from pebbles.rules import PebblesState

ROW, LEFT = 30, 90


def table(state: PebblesState, names: Mapping[Seat, str], speaker: Speaker) -> Picture:
    """The pebbles that each player has taken, and the pebbles in the heap."""
    rows = [(names.get(seat, seat), n) for seat, n in zip(state.seats, state.taken, strict=True)]
    rows.append(("heap", state.heap))
    drawn: list[Element] = []
    for i, (name, count) in enumerate(rows):
        drawn.append(text(name, 0, i * ROW + 20))
        drawn += (
            element("circle", {"cx": LEFT + k * 20, "cy": i * ROW + 15, "r": 8, "class": "stone"})
            for k in range(count)
        )
    words = ", ".join(f"{name} {count}" for name, count in rows)
    width = LEFT + max(count for _, count in rows) * 20
    return Picture(width, len(rows) * ROW, "Pebbles", words, tuple(drawn))
