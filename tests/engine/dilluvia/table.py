"""Positions of Dilluvia Project for tests: begin, play on, lay out, read off, draw.

Positions are laid out by changing a state, so that a test shows just what it is about; the
moves under test are always played through `apply`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Any

import pytest

from engine import dilluvia
from engine.dilluvia.beginning import SEATS
from engine.dilluvia.components import AREAS, COLOURS, Cubes
from engine.dilluvia.income import takes
from engine.dilluvia.notation import (
    Action,
    Airship,
    Buy,
    BuyPropeller,
    ClaimMove,
    CubeChoice,
    DilluviaBuild,
    EndOfDecisions,
    PlaceGarden,
    Refill,
    SeatOrder,
    Square,
    Switch,
    TileChoice,
    Use,
    WorkerPlacement,
)
from engine.dilluvia.state import (
    ACTIONS,
    EMPTY,
    INCOMES,
    PURCHASES,
    DilluviaPlayer,
    DilluviaState,
    Markers,
    OwedDecision,
    StandingBuilding,
    Turn,
    with_player,
)
from engine.kernel.errors import IllegalMove
from engine.kernel.game import Setup


def begin(seats: int = 2, overlay: str = "", **header: Any) -> DilluviaState:
    """A table before the turn order is drawn."""
    return dilluvia.start(Setup(SEATS[:seats], header, overlay))


def play(state: DilluviaState, *lines: str) -> DilluviaState:
    """The state after moves as they stand in a record."""
    for line in lines:
        seat, _, words = line.partition(":")
        state = dilluvia.apply(state, seat.strip(), dilluvia.parse(words))
    return state


def refusal(state: DilluviaState, line: str) -> str:
    """Why a move is illegal."""
    with pytest.raises(IllegalMove) as caught:
        play(state, line)
    return str(caught.value)


def dealt(seats: int = 2, tiles: str = "", **header: Any) -> DilluviaState:
    """The first round with the airships still to place; `tiles` lie first on the market."""
    state = play(begin(seats, **header), f"*: order {' '.join(SEATS[:seats])}")
    named = tiles.split()
    rest = (t.id for t in state.rules.tiles_of_mask(state.market.white) if t.id not in named)
    lines = [*named, *rest][:16]
    return play(state, f"*: market {' '.join(lines)}")


def at_work(seats: int = 2, round: int = 1, **header: Any) -> DilluviaState:
    """The action phase of a round: p1 is to place workers, everybody has 20 money."""
    state = dealt(seats, **header)
    state = state._replace(turn=Turn(round, ACTIONS))
    for seat in range(seats):
        state = having(state, seat, money=20)
    return state


def buying(state: DilluviaState, *ships: str) -> DilluviaState:
    """The purchases, after airships such as "north 2", one a seat."""
    for seat, ship in zip(state.seats, ships, strict=True):
        state = play(state, f"{seat}: airship {ship}")
    assert state.turn.phase == PURCHASES
    return state


def last_round(seats: int = 2, **header: Any) -> DilluviaState:
    """The printed squares of round 7 are open, the tiles W1 to W16 lie aside."""
    state = dealt(seats, **header)
    market = state.market._replace(tiles=(EMPTY,) * 16, aside=(1 << 16) - 1)
    state = state._replace(market=market, turn=state.turn._replace(round=7))
    for seat in range(seats):
        state = having(state, seat, money=20)
    return state


def having(state: DilluviaState, seat: int = 0, **changes: Any) -> DilluviaState:
    """The state with something of a player changed."""
    return with_player(state, seat, state.players[seat]._replace(**changes))


def holding(state: DilluviaState, *tiles: str, seat: int = 0) -> DilluviaState:
    """The state with tiles in a player's hands, by the ids of tiles or of effects."""
    held = state.players[seat].tiles
    for name in tiles:
        carriers = state.rules.carriers.get(name, 0) & ~held
        held |= (
            state.rules.tiles_by_id[name].bit
            if name in state.rules.tiles_by_id
            else carriers & -carriers
        )
    return having(state, seat, tiles=held)


def claiming(state: DilluviaState, squares: str, seat: int = 0) -> DilluviaState:
    """The state with a player's cubes on squares."""
    mask = mask_of(state, squares)
    player = state.players[seat]
    assert not mask & state.ground.taken, f"{squares}: something is there"
    ground = state.ground._replace(taken=state.ground.taken | mask)
    return having(state._replace(ground=ground), seat, claims=player.claims | mask)


def standing(
    state: DilluviaState, building: str, squares: str, space: str = "prestige", seat: int = 0
) -> DilluviaState:
    """The state with a building of a player, as if it had been built for nothing."""
    mask, kind = mask_of(state, squares), state.rules.buildings[building]
    player, on_goods = state.players[seat], space != "prestige"
    gains = kind.goods if on_goods else kind.prestige
    markers = Markers(*(a + b for a, b in zip(player.markers, gains[:3], strict=True)))
    ground = state.ground._replace(taken=state.ground.taken | mask)
    return having(
        state._replace(ground=ground),
        seat,
        homes=(*player.homes, StandingBuilding(kind, mask, on_goods, gains.worker > 0)),
        built=player.built | mask,
        house=player.house + 1,
        markers=markers,
        workers=player.workers + gains.worker,
    )


def with_gardens(state: DilluviaState, squares: str) -> DilluviaState:
    """The state with gardens on squares."""
    mask = mask_of(state, squares)
    ground = state.ground
    return state._replace(
        ground=ground._replace(taken=ground.taken | mask, gardens=ground.gardens | mask)
    )


def with_propellers(state: DilluviaState, squares: str, seat: int = 0) -> DilluviaState:
    """The state with propellers of a player."""
    player = state.players[seat]
    return having(state, seat, propellers=player.propellers | mask_of(state, squares))


def without(state: DilluviaState, *squares: int) -> DilluviaState:
    """The state with squares of the market empty, counted by rows from 0."""
    tiles = tuple(EMPTY if i in squares else t for i, t in enumerate(state.market.tiles))
    return state._replace(market=state.market._replace(tiles=tiles))


def owing(state: DilluviaState, kind: str, amount: int = 0) -> DilluviaState:
    """The state in which p1 owes a decision."""
    return state._replace(turn=state.turn._replace(owed=(OwedDecision(kind, amount),)))


def over(state: DilluviaState) -> DilluviaState:
    """The state with the last round played."""
    return state._replace(turn=Turn(7, "over"))


def at_incomes(state: DilluviaState) -> DilluviaState:
    """The state at the last worker of a round: p1 has one, nobody else."""
    for seat in range(len(state.seats)):
        state = having(state, seat, idle=int(not seat), special=False)
    return state


def mask_of(state: DilluviaState, squares: str) -> int:
    """The mask of squares by their names."""
    bits = [state.rules.city.grid.bit(name) for name in squares.split()]
    assert all(bits), f"{squares}: not all in the city"
    return sum(bits)


def names(state: DilluviaState, mask: int) -> str:
    """The squares of a mask."""
    return " ".join(state.rules.city.grid.names(mask))


def player(state: DilluviaState, seat: int = 0) -> DilluviaPlayer:
    """A player."""
    return state.players[seat]


def lines(state: DilluviaState, seat: int = 0) -> dict[str, int]:
    """The lines of a sheet with points."""
    return {
        str(line.label): line.points for line in dilluvia.score(state)[seat].lines if line.points
    }


def notes(state: DilluviaState, seat: int = 0) -> dict[str, str]:
    """The remarks of a sheet."""
    return {
        str(line.label): str(line.note) for line in dilluvia.score(state)[seat].lines if line.note
    }


def total(state: DilluviaState, seat: int = 0) -> int:
    """The population of a sheet."""
    return dilluvia.score(state)[seat].total


def legal_words(state: DilluviaState, seat: str = "p1", verb: str = "") -> list[str]:
    """The legal moves as a record has them, those of one verb."""
    words = [dilluvia.format(action) for action in dilluvia.legal(state, seat)]
    return [word for word in words if word.startswith(verb)]


def picture(state: DilluviaState) -> str:
    """The table, line by line, for transcripts: the same number of lines at any time."""
    turn, market, grid = state.turn, state.market, state.rules.city.grid
    opened = f", {turn.open.area} {turn.open.left}+{turn.open.free}" if turn.open else ""
    owed = "".join(f", owes {owed.kind} {owed.amount or ''}".rstrip() for owed in turn.owed)
    order = " ".join(state.seats[i] for i in state.order)
    rows = [
        f"round {turn.round}, {turn.phase}{opened}{owed}; order {order}",
        f"stacks {market.white.bit_count()} {market.grey.bit_count()}",
        f"aside {_tiles(state, market.aside)}",
        f"buildings {' '.join(map(str, state.ground.stacks))}",
        *(_market_row(state, row) for row in range(4)),
    ]
    for area, row in zip(AREAS, state.circles, strict=True):
        workers = (f"{state.seats[p.seat]}x{p.discs}{'*' * p.special}" for p in row)
        rows.append(f"{area:7} {' '.join(workers)}".rstrip())
    rows += [f"{row:2}  {_city_row(state, row)}".rstrip() for row in range(1, grid.rows + 1)]
    for i, seat in enumerate(state.seats):
        rows += _player_rows(state, seat, i)
    return "\n".join(rows)


def _market_row(state: DilluviaState, row: int) -> str:
    market = state.market
    squares = range(4 * row, 4 * row + 4)
    shown = []
    for square in squares:
        tile = market.tiles[square]
        if tile != EMPTY:
            shown.append(f"{state.rules.tiles[tile].id}:{state.rules.tiles[tile].effect.id}")
        elif state.last_round:
            used = "(used)" if market.cubes >> square & 1 else ""
            shown.append(f"{state.rules.printed[square].id}{used}")
        else:
            shown.append("-")
    return "market  " + "  ".join(shown)


def _city_row(state: DilluviaState, row: int) -> str:
    city, signs = state.rules.city, []
    for column in range(city.grid.columns):
        bit = city.grid.bit(f"{chr(65 + column)}{row}")
        sign = "." if bit & city.usable else " "
        sign = "*" if bit & city.hub else "P" if bit & city.wings else sign
        sign = "g" if bit & state.ground.gardens else sign
        for i, owner in enumerate(state.players):
            if bit & owner.claims:
                sign = f"c{i + 1}"
            if bit & owner.propellers:
                sign = f"P{i + 1}"
            for home in owner.homes:
                if bit & home.mask:
                    sign = f"{home.building.id}{'gp'[not home.on_goods]}{i + 1}"
        signs.append(f"{sign:5}")
    return "".join(signs).rstrip()


def _player_rows(state: DilluviaState, seat: str, i: int) -> Iterator[str]:
    player = state.players[i]
    ship = state.market.ships[i]
    yield ""
    yield (
        f"{seat}: money {player.money}, cubes {' '.join(map(str, player.cubes))}, "
        f"prestige {player.prestige}, population {player.population.total}"
    )
    yield (
        f"    income {' '.join(map(str, player.markers))}, house {player.house}, workers "
        f"{player.idle} of {player.workers}{' and special' * player.special}"
        + (f", airship {ship.side} {ship.number}" if ship else "")
    )
    yield f"    tiles {_tiles(state, player.tiles)}, turned {_tiles(state, player.used)}"


def _tiles(state: DilluviaState, mask: int) -> str:
    return " ".join(f"{t.id}:{t.effect.id}" for t in state.rules.tiles_of_mask(mask)) or "-"


def vocabulary(state: DilluviaState) -> Iterator[Action]:
    """What can be said in a session, legal or not, and some that name what does not exist."""
    rules, grid = state.rules, state.rules.city.grid
    squares, plots = grid.names(grid.all), tuple(rules.city.plots.known)
    yield from map(SeatOrder, permutations(SEATS[: len(state.seats)]))
    yield SeatOrder(("p1", "p9"))
    for tile in (*rules.tiles_by_id, "W99"):
        yield Refill((tile,))
        yield TileChoice(tile)
    for side, number in product(("north", "south", "west", "east"), range(1, 5)):
        yield Airship(side, number)
    yield from map(Buy, _choices((1, 2, 3, 4)))
    for number, area, special in product(range(1, 10), AREAS, (False, True)):
        yield WorkerPlacement(number, area, special)
    yield from map(ClaimMove, (*plots, ("A1", "C3"), ("Z9",)))
    yield from _some_builds(state)
    for square in (*squares, "Z9"):
        yield BuyPropeller(square)
        yield PlaceGarden(square)
        yield Switch(square)
    for effect in (*rules.effects, "NOTHING"):
        for words in _words(squares, plots):
            yield Use(effect, words)
    for due in range(1, 5):
        yield from (CubeChoice(cubes) for cubes in _cubes(due))
    for row, column in product(range(1, 5), repeat=2):
        yield Square(row, column)
    yield EndOfDecisions()


def _some_builds(state: DilluviaState) -> Iterator[DilluviaBuild]:
    """Every building and space on the plots within somebody's claims, and on some others."""
    claims = 0
    for owner in state.players:
        claims |= owner.claims
    known = state.rules.city.plots.known
    own = [squares for squares, plot in known.items() if not plot.mask & ~claims]
    for building in (*state.rules.buildings, "9"):
        for squares in (*own[:20], ("A1",), ("E5", "F5"), ("E5", "G5")):
            for space in ("goods", "prestige", "worker"):
                yield DilluviaBuild(building, squares, space)
        for less in _cubes(2):
            for squares in own[:3]:
                yield DilluviaBuild(building, squares, "prestige", less)


def _words(
    squares: tuple[str, ...], plots: tuple[tuple[str, ...], ...]
) -> Iterator[tuple[str, ...]]:
    yield ()
    yield from permutations(COLOURS, 2)
    yield from ((square,) for square in squares[40:130:3])
    yield from (plot for plot in plots[::7] if len(plot) == 2)
    yield ("E5", "G5")


def _choices(numbers: Iterable[int]) -> Iterator[tuple[int, ...]]:
    choices: list[tuple[int, ...]] = [()]
    for number in numbers:
        choices += [(*choice, number) for choice in choices]
    yield from choices


def _cubes(count: int) -> list[Cubes]:
    """Every choice of so many cubes."""
    state = begin()
    state = state._replace(
        turn=state.turn._replace(owed=(OwedDecision("take", count),), phase=INCOMES)
    )
    return [action.cubes for action in takes(state, 0)]
