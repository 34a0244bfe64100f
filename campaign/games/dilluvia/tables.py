"""Tables of Dilluvia Project: the players' mats, the market, the gains and expenses by round."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from engine.dilluvia.state import EMPTY, DilluviaPlayer, DilluviaState
from engine.kernel.game import Seat
from engine.kernel.phrases import phrase

MAT = tuple(
    map(
        phrase,
        ("Money", "Cubes", "Income", "House", "Workers", "Built", "Prestige", "Population"),
    )
)
MAT_NOTE = phrase(
    "Cubes: white/black/brown/purple. Income: money/cubes/prestige. House: spaces and value."
)
FLOWS = tuple(map(phrase, ("money in", "money out", "prestige", "population")))


def mats(state: DilluviaState, names: Mapping[Seat, str]) -> RenderableType:
    """The mats of all players: money, cubes, income, house, workers, buildings and scores."""
    table = parts.table("", *MAT, right=MAT, names=("",))
    for seat, player in zip(state.seats, state.players, strict=True):
        table.add_row(
            _name(seat, names),
            str(player.money),
            "/".join(map(str, player.cubes)),
            "/".join(map(str, player.markers)),
            f"{player.house}: {state.rules.population_per_ten(player.house)}",
            str(player.workers + 1),
            str(len(player.homes)),
            str(player.prestige),
            str(player.population.total),
        )
    return parts.lines(table, MixedText(MAT_NOTE, style="dim"))


def market(state: DilluviaState) -> RenderableType:
    """The four rows of the market; in the last round, the printed squares and which are used."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    for _ in range(5):
        table.add_column("", no_wrap=True)
    for row in range(4):
        squares = range(4 * row, 4 * row + 4)
        table.add_row(
            "" if row else MixedText(phrase("Market")),
            *(_square(state, square) for square in squares),
        )
    return table


def flows(state: DilluviaState, names: Mapping[Seat, str]) -> RenderableType:
    """The gains and expenses of each player in each round."""
    rounds = len(state.players[0].books) - 1
    heads = [f"R{number}" for number in range(1, rounds + 1)]
    whole = phrase("all")
    table = parts.table(phrase("By round"), "", *heads, whole, right=(*heads, whole))
    for seat, player in zip(state.seats, state.players, strict=True):
        name: Text | str = _name(seat, names)
        for label, *values in zip(FLOWS, *_by_round(player), strict=True):
            table.add_row(name, label, *map(str, values), str(sum(values)))
            name = ""
    return table if rounds > 0 else Text("")


def _by_round(player: DilluviaPlayer) -> list[tuple[int, int, int, int]]:
    """The flows of a player in each round, in the order of `FLOWS`."""
    rounds = []
    for before, after in pairwise(player.books):
        earned = after.earned - before.earned
        paid = before.money + earned - after.money
        prestige = after.prestige - before.prestige
        rounds.append((earned, paid, prestige, after.population - before.population))
    return rounds


def _square(state: DilluviaState, square: int) -> Text | MixedText:
    """The tile on a square of the market; in the last round, what is printed on the square."""
    tile, market = state.market.tiles[square], state.market
    if tile != EMPTY:
        return Text(state.rules.tiles[tile].effect.id)
    if not state.last_round:
        return Text("-", style="dim")
    is_used = market.cubes >> square & 1
    printed = state.rules.printed[square].id
    if is_used:
        return MixedText(phrase("{tile} used", tile=printed), style="dim")
    return Text(printed)


def _name(seat: Seat, names: Mapping[Seat, str]) -> Text:
    return Text(parts.fit(names.get(seat, seat), 14), style=parts.SEAT_STYLE.get(seat, ""))
