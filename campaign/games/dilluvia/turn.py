"""The parts of the screen for a turn of Dilluvia Project: the players' stock, and the areas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from engine.dilluvia.areas import AreaStatus, area_statuses
from engine.dilluvia.state import DilluviaState
from engine.kernel.game import Seat
from engine.kernel.phrases import phrase

NOTE = phrase("(1) price of the next circle, x none left, +2 bonus still open, * special worker")


def players(state: DilluviaState, names: Mapping[Seat, str]) -> RenderableType:
    """A line for every player: money, cubes, workers to place, tiles in hand."""
    rows = []
    for i in state.order:
        seat, player = state.seats[i], state.players[i]
        name = f"{seat} {parts.fit(names.get(seat, ''), 10)}"
        line = MixedText(name, style=parts.SEAT_STYLE.get(seat, ""))
        workers = f"{player.idle}{'*' * player.special}"
        cubes = "/".join(map(str, player.cubes))
        possessions = phrase(
            "  money {money}  cubes {cubes}  workers {workers}",
            money=player.money,
            cubes=cubes,
            workers=workers,
        )
        line.append(possessions, "default")
        if tiles := " ".join(tile.effect.id for tile in state.rules.tiles_of_mask(player.tiles)):
            line.append(f"  {tiles}", "cyan")
        rows.append(line)
    return parts.lines(*rows)


def areas(state: DilluviaState) -> RenderableType:
    """The areas with their workers, the price of the next circle, and the open bonuses."""
    words = [_area(state, row) for row in area_statuses(state, state.actor)]
    return parts.lines(_Areas(words), MixedText(NOTE, style="dim"))


class _Areas:
    """Areas side by side, as many on a line as the console has room for."""

    def __init__(self, areas: Sequence[str]) -> None:
        self._areas = areas

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = ""
        for area in self._areas:
            longer = f"{line}  {area}" if line else area
            if line and len(longer) > options.max_width:
                yield Text(line)
                longer = area
            line = longer
        yield Text(line)


def _area(state: DilluviaState, row: AreaStatus) -> str:
    """One area on a line, such as `income p1 p2* (1) +2`."""
    placed = [f"{state.seats[disc.seat]}{'*' * disc.special}" for disc in row.placed]
    price = "x" if row.price is None else f"({row.price})"
    bonus = f"+{row.bonus}" if row.bonus else ""
    return " ".join(filter(None, (row.area, *placed, price, bonus)))
