"""The city of Dilluvia Project, square by square.

A    B    C    D     1:2A a building of the first seat, 1:+ a claim, 1:P a propeller,
4    .    P6   1:2A g     P6 a propeller for sale at 6, g a garden
"""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from engine.dilluvia.state import State

GARDEN, FREE, HUB = "g", ".", "*"
WIDE = 5
"""Columns of a square."""
LEGEND = (
    "    1:2A  building of p1    1:+  claim    1:P  propeller    P6  for sale at 6",
    "    g     garden            .    free     *    the propeller in the middle",
)


def city(state: State, *, legend: bool = True) -> RenderableType:
    """The city with everything that lies on it."""
    grid = state.rules.city.grid
    letters = [chr(65 + column) for column in range(grid.columns)]
    rows = [Text("    " + "".join(f"{letter:<{WIDE}}" for letter in letters).rstrip())]
    for row in range(1, grid.rows + 1):
        line = Text(f"{row:>2}  ")
        for letter in letters:
            sign, style = _sign(state, grid.bit(f"{letter}{row}"))
            line.append(sign, style)
            line.append(" " * (WIDE - len(sign)))
        line.rstrip()
        if line.plain.strip() != str(row):
            rows.append(line)
    if legend:
        rows += map(Text, LEGEND)
    for line in rows:
        line.no_wrap, line.overflow = True, "ignore"
    return parts.lines(*rows)


def _sign(state: State, bit: int) -> tuple[str, str]:
    """What is shown of a square, and in which colour."""
    city, ground = state.rules.city, state.ground
    for seat, player in zip(state.seats, state.players, strict=True):
        style, owner = parts.SEAT_STYLE.get(seat, ""), seat.removeprefix("p")
        if bit & player.claims:
            return f"{owner}:+", style
        if bit & player.propellers:
            return f"{owner}:P", style
        for home in player.homes:
            if bit & home.mask:
                return f"{owner}:{home.building.id}", f"bold {style}"
    if bit & ground.gardens:
        return GARDEN, "bold green"
    if bit & city.hub:
        return HUB, ""
    if bit & city.wings:
        price = next(wing.price for wing in city.propellers.values() if wing.bit & bit)
        return f"P{price}", "cyan"
    return (FREE, "dim") if bit & city.usable else ("", "")
