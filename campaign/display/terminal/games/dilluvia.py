"""The table of Dilluvia Project: how it ended, and one move with what it paid and gave.

A    B    C    D     the city: 1:2A a building of the first seat, 1:+ a claim,
4    .    P6   1:2A g     1:P a propeller, P6 one for sale at 6, g a garden
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.games.dilluvia_moves import came, did
from engine.dilluvia.notation import Build, Claim, PlaceGarden, parse
from engine.dilluvia.state import EMPTY, OVER, Player, State
from engine.kernel.game import CHANCE, Seat
from engine.kernel.replay import Step

GARDEN, FREE, HUB = "g", ".", "*"
WIDE = 5
"""Columns of a square of the city."""


def final(state: State, names: Mapping[Seat, str], language: str) -> RenderableType:
    """The city, the mats, the market, and what came in and went out by round."""
    return parts.lines(
        _standing(state),
        city(state),
        Text(""),
        _mats(state, names),
        *_kept(state, names),
        Text(""),
        _market(state, names),
        Text(""),
        _flows(state, names),
        Text(""),
    )


def step(step: Step, names: Mapping[Seat, str], language: str) -> RenderableType:
    """One move in words, then what it paid and gave, to whom."""
    before, after, action = step.before, step.after, parse(step.move.text)
    seat = step.move.seat
    said = Text(f"{step.number:>4}  ")
    if seat != CHANCE:
        said.append(names.get(seat, seat), style=parts.SEAT_STYLE.get(seat, ""))
        said.append(" ")
    said.append(did(before, action, names))
    return parts.lines(
        _round(after) if _begins(before, after) else None,
        said,
        *(Padding(each, (0, 0, 0, 8)) for each in came(before, after, names)),
        city(after, legend=False) if isinstance(action, Claim | Build | PlaceGarden) else None,
    )


def city(state: State, *, legend: bool = True) -> RenderableType:
    """The city with everything that lies on it."""
    grid = state.rules.city.grid
    letters = [chr(65 + column) for column in range(grid.columns)]
    rows = [Text("    " + "".join(f"{letter:<{WIDE}}" for letter in letters).rstrip())]
    for row in range(1, grid.rows + 1):
        drawn = Text(f"{row:>2}  ")
        for letter in letters:
            sign, style = _sign(state, grid.bit(f"{letter}{row}"))
            drawn.append(sign, style)
            drawn.append(" " * (WIDE - len(sign)))
        drawn.rstrip()
        if drawn.plain.strip() != str(row):
            rows.append(drawn)
    if legend:
        rows += [Text(line) for line in LEGEND]
    for each in rows:
        each.no_wrap, each.overflow = True, "ignore"
    return parts.lines(*rows)


LEGEND = (
    "    1:2A  building of p1    1:+  claim    1:P  propeller    P6  for sale at 6",
    "    g     garden            .    free     *    the propeller in the middle",
)


def _sign(state: State, bit: int) -> tuple[str, str]:
    """What is shown of a square, and in which colour."""
    where, ground = state.rules.city, state.ground
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
    if bit & where.hub:
        return HUB, ""
    if bit & where.wings:
        price = next(each.price for each in where.propellers.values() if each.bit & bit)
        return f"P{price}", "cyan"
    return (FREE, "dim") if bit & where.usable else ("", "")


def _standing(state: State) -> Text:
    turn = state.turn
    if turn.phase == OVER:
        return Text("All seven rounds are played.")
    return Text(f"Round {turn.round}, {turn.phase}.")


def _mats(state: State, names: Mapping[Seat, str]) -> RenderableType:
    """What every player has: stock, income by the markers, house, workers, crowns."""
    columns = (
        "",
        "Money",
        "Cubes",
        "Income",
        "House",
        "Workers",
        "Built",
        "Prestige",
        "Population",
    )
    table = parts.table(*columns, right=columns[1:])
    for seat, player in zip(state.seats, state.players, strict=True):
        table.add_row(
            _who(seat, names),
            str(player.money),
            "/".join(map(str, player.cubes)),
            "/".join(map(str, player.markers)),
            f"{player.house}: {state.rules.value(player.house)}",
            str(player.workers + 1),
            str(len(player.homes)),
            str(player.prestige),
            str(player.population.total),
        )
    note = "Cubes: white/black/brown/purple. Income: money/cubes/prestige. House: spaces and value."
    return parts.lines(table, Text(note, style="dim"))


def _kept(state: State, names: Mapping[Seat, str]) -> Iterator[Text]:
    """The tiles that players hold, a line each."""
    for seat, player in zip(state.seats, state.players, strict=True):
        held = [tile.effect.id for tile in state.rules.held(player.tiles)]
        if held:
            yield Text(f"{names.get(seat, seat)} holds {', '.join(held)}.")


def _market(state: State, names: Mapping[Seat, str]) -> RenderableType:
    """The four rows of the market, with who used which printed square."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    for _ in range(5):
        table.add_column("", no_wrap=True)
    for row in range(4):
        squares = range(4 * row, 4 * row + 4)
        table.add_row("Market" if not row else "", *(_square(state, each) for each in squares))
    return table


def _square(state: State, square: int) -> Text:
    tile, market = state.market.tiles[square], state.market
    if tile != EMPTY:
        return Text(state.rules.tiles[tile].effect.id)
    if not state.last_round:
        return Text("-", style="dim")
    used = market.cubes >> square & 1
    return Text(state.rules.printed[square].id + " used" * used, style="dim" if used else "")


def _flows(state: State, names: Mapping[Seat, str]) -> RenderableType:
    """What came in and went out in each round."""
    rounds = len(state.players[0].books) - 1
    heads = [f"R{number}" for number in range(1, rounds + 1)]
    table = parts.table("By round", "", *heads, "all", right=(*heads, "all"))
    for seat, player in zip(state.seats, state.players, strict=True):
        name: Text | str = _who(seat, names)
        for label, values in flows(player).items():
            table.add_row(name, label, *map(str, values), str(sum(values)))
            name = ""
    return table if rounds > 0 else Text("")


def flows(player: Player) -> Mapping[str, list[int]]:
    """By round: money in and out, prestige, population."""
    found: dict[str, list[int]] = {name: [] for name in FLOWS}
    for before, after in pairwise(player.books):
        came = after.earned - before.earned
        paid = before.money + came - after.money
        changes = (came, paid, after.prestige - before.prestige)
        for name, change in zip(
            FLOWS, (*changes, after.population - before.population), strict=True
        ):
            found[name].append(change)
    return found


FLOWS = ("money in", "money out", "prestige", "population")


def _round(state: State) -> Text:
    order = ", ".join(state.seats[i] for i in state.order)
    return Text(f"\nRound {state.turn.round}, order {order}", style="bold")


def _begins(before: State, after: State) -> bool:
    """Whether this move began a round."""
    return after.turn.round > before.turn.round or before.turn.phase == "order"


def _who(seat: Seat, names: Mapping[Seat, str]) -> Text:
    return Text(parts.fit(names.get(seat, seat), 14), style=parts.SEAT_STYLE.get(seat, ""))
