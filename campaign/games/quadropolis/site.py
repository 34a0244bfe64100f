"""The construction site of Quadropolis, with the architects at the ends of its lines.

     2  .  x             * the Urbanist, . an empty square or an open end of a line,
.    T2 S  .             a figure at an end the architect who lies there, x a closed end
"""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from engine.quadropolis.components import CLOSED, LINES, SITE, SLOTS
from engine.quadropolis.state import QuadropolisState


def site(state: QuadropolisState) -> RenderableType:
    """The site, square by square."""
    rows = [_ends(state, "north")]
    for row in range(5):
        line = Text(f"{_end(state, 'west', row + 1)}  ")
        for square in range(5 * row, 5 * row + 5):
            laid = state.site[square] if square < len(state.site) else ""
            sign = "*" if square == state.urbanist else laid or "."
            line.append(f"{sign:<3}", "bold" if sign == "*" else "")
        line.append(_end(state, "east", row + 1))
        rows.append(line)
    return parts.lines(*rows, _ends(state, "south"))


def _ends(state: QuadropolisState, side: str) -> Text:
    signs = "".join(f"{_end(state, side, line):<3}" for line in LINES)
    return Text(f"   {signs}".rstrip())


def _end(state: QuadropolisState, side: str, line: int) -> str:
    slot = SLOTS[side, line]
    if architect := state.slots[slot]:
        return str(architect)
    closed = state.urbanist < SITE and CLOSED[state.urbanist] >> slot & 1
    return "x" if closed else "."
