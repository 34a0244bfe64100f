"""The city of Dilluvia Project, square by square.

    A    B    C    D     1:2A a building of seat p1, 1:+ its claim, 1:P its propeller,
 4  .    P6   1:2A g     P6 a propeller for sale at 6, g a garden

A narrow console leaves out the colons.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.console import speaker_of
from engine.dilluvia.state import DilluviaState
from engine.kernel.phrases import phrase

GARDEN, FREE, HUB = "g", ".", "*"
MARGIN = 4
"""The columns of the console before the first square."""
WIDE, NARROW = 5, 4
"""The columns of the console for a square, with and without a colon in it."""
LEGEND = (
    phrase("    1:2A  building of p1    1:+  claim    1:P  propeller    P6  for sale at 6"),
    phrase("    g     garden            .    free     *    the propeller in the middle"),
)
NARROW_LEGEND = (
    phrase("    12A  building of p1    1+  claim     1P  propeller"),
    phrase("    P6   for sale at 6     g   garden    .   free"),
    phrase("    *    the propeller in the middle"),
)


class CityMap:
    """The city with everything that lies on it."""

    def __init__(self, state: DilluviaState, *, legend: bool = True) -> None:
        self._state, self._legend = state, legend

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield a line for each row; on a narrow console the squares are narrower."""
        columns = self._state.rules.city.grid.columns
        narrow = MARGIN + WIDE * columns > options.max_width
        lines = list(_rows(self._state, NARROW if narrow else WIDE))
        if self._legend:
            say = speaker_of(console).say
            lines += [Text(say(line)) for line in (NARROW_LEGEND if narrow else LEGEND)]
        for line in lines:
            line.no_wrap, line.overflow = True, "ignore"
            yield line


def _rows(state: DilluviaState, wide: int) -> Iterator[Text]:
    """Yield the letters of the columns, then every row that has a used square."""
    grid = state.rules.city.grid
    letters = [chr(65 + column) for column in range(grid.columns)]
    yield Text(" " * MARGIN + "".join(f"{letter:<{wide}}" for letter in letters).rstrip())
    for row in range(1, grid.rows + 1):
        line = Text(f"{row:>2}".ljust(MARGIN))
        for letter in letters:
            sign, style = _sign(state, grid.bit(f"{letter}{row}"))
            if wide < WIDE:
                sign = sign.replace(":", "")
            line.append(sign, style)
            line.append(" " * (wide - len(sign)))
        line.rstrip()
        if line.plain.strip() != str(row):
            yield line


def _sign(state: DilluviaState, bit: int) -> tuple[str, str]:
    """The characters for a square, and their style."""
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
