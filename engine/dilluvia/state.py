"""The state of a session: an immutable value, which the moves of the session lead to.

    DilluviaState ─┬─ rules                 the rules of the session
                   ├─ players, by seat      money, cubes, crowns, mat, city, workers, tiles
                   ├─ order                 the turn order of this round, as indices of seats
                   ├─ market                tiles on it, stacks, airships
                   ├─ ground                the squares taken in the city, stacks of buildings
                   ├─ circles               the workers placed in this round
                   └─ turn                  round, phase, whose turn, open area, decisions owed

Sets of squares and of tiles are bits of an int, seats are indices.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.dilluvia.components import BuildingStack, Cubes, DilluviaRules, Effect
from engine.kernel.fast.values import new

PHASES = ("order", "refill", "airships", "purchases", "actions", "incomes", "over")
ORDER, REFILL, AIRSHIPS, PURCHASES, ACTIONS, INCOMES, OVER = PHASES
"""The phases, in this sequence; a round goes from the refill to the incomes."""

EMPTY = -1
"""A square of the market without a tile."""


class Markers(NamedTuple):
    """The three markers for income on a mat."""

    money: int = 0
    cubes: int = 0
    prestige: int = 0


class Population(NamedTuple):
    """A player's population by its origin.

    `tens` has the population for each crossed ten of prestige. `current` counts the population for
    buildings of the round, `gardens` for the bonus of the garden area, `tiles` for tiles.
    """

    tens: tuple[int, ...] = ()
    current: int = 0
    gardens: int = 0
    tiles: int = 0

    @property
    def total(self) -> int:
        """The whole population."""
        return sum(self.tens) + self.current + self.gardens + self.tiles


class StandingBuilding(NamedTuple):
    """A building that stands.

    `mask` has its squares. `on_goods` says whether its cube is on the space for goods, `gave`
    whether the building has given a worker.
    """

    building: BuildingStack
    mask: int
    on_goods: bool
    gave: bool = False


class Book(NamedTuple):
    """The figures of a player at the beginning or at the end of a round.

    `earned` is all the money received since the beginning.
    """

    money: int
    earned: int = 0
    prestige: int = 0
    population: int = 0


class DilluviaPlayer(NamedTuple):
    """The possessions of a seat.

    `idle` is the number of workers still to place in this round; `special` says whether the special
    worker is still to be placed. `claims`, `built` and `propellers` are masks of squares, `tiles`
    and `used` are masks of tiles. `house` counts the spaces that the house has moved.
    """

    money: int
    cubes: Cubes
    earned: int
    prestige: int
    population: Population
    markers: Markers
    house: int
    workers: int
    claims: int
    homes: tuple[StandingBuilding, ...]
    built: int
    propellers: int
    tiles: int
    used: int
    books: tuple[Book, ...]
    idle: int
    special: bool


class Ship(NamedTuple):
    """An airship at the end of a line, and the squares of the line, the nearest first."""

    side: str
    number: int
    squares: tuple[int, ...]


class Market(NamedTuple):
    """The tiles on the market by square, the stacks and the airships.

    `white` and `grey` are masks of the tiles still to come, `aside` is the mask of the tiles that
    were put aside before the last round. `cubes` is the mask of the used printed squares.
    """

    tiles: tuple[int, ...]
    white: int
    grey: int
    ships: tuple[Ship | None, ...]
    aside: int
    cubes: int


class CityGround(NamedTuple):
    """The squares taken in the city, the gardens among them, the number of buildings left."""

    taken: int
    gardens: int
    stacks: tuple[int, ...]


class WorkersOnCircle(NamedTuple):
    """Workers on a circle: the seat, their number, whether the special worker is one of them."""

    seat: int
    discs: int
    special: bool


class OpenArea(NamedTuple):
    """An area that is open for further moves of the player on turn.

    For claims, `left` counts workers, and `free` counts squares without cost. For building, `left`
    counts buildings, and `free` counts propellers. For switches, `left` counts buildings, and
    `moved` is the mask of the buildings already switched. `acted` says whether the player has done
    something in the area.
    """

    area: str
    left: int
    free: int = 0
    moved: int = 0
    acted: bool = False


class OwedDecision(NamedTuple):
    """A decision that a player has to make before any other move; `kind` says which."""

    kind: str
    amount: int = 0
    effect: Effect | None = None


class Turn(NamedTuple):
    """The round, the phase, the place in the turn order, the open area, the decisions owed.

    `placed` says whether the player on turn has acted: placed workers, bought or got the income.
    """

    round: int
    phase: str
    at: int = 0
    placed: bool = False
    open: OpenArea | None = None
    owed: tuple[OwedDecision, ...] = ()


class DilluviaState(NamedTuple):
    """The state of a session."""

    rules: DilluviaRules
    seats: tuple[str, ...]
    players: tuple[DilluviaPlayer, ...]
    order: tuple[int, ...]
    market: Market
    ground: CityGround
    circles: tuple[tuple[WorkersOnCircle, ...], ...]
    turn: Turn

    @property
    def actor(self) -> int:
        """The index of the seat whose turn it is."""
        return self.order[self.turn.at]

    @property
    def last_round(self) -> bool:
        """Whether this is the last round, in which the printed squares of the market are sold."""
        return self.turn.round == self.rules.rounds


def in_phase(state: DilluviaState, phase: str, at: int = 0) -> DilluviaState:
    """The state at the beginning of a turn in a phase; `at` is the place in the turn order."""
    rules, seats, players, order, market, ground, circles, turn = state
    turn = new(Turn, (turn[0], phase, at, False, None, ()))
    return new(DilluviaState, (rules, seats, players, order, market, ground, circles, turn))


def with_open(state: DilluviaState, opened: OpenArea | None) -> DilluviaState:
    """The state with another open area, or none.

    This function and the next ones are faster than `_replace`.
    """
    turn = state[7]
    return new(DilluviaState, (*state[:7], new(Turn, (*turn[:4], opened, turn[5]))))


def with_owed(state: DilluviaState, owed: tuple[OwedDecision, ...]) -> DilluviaState:
    """The state with other decisions owed."""
    return new(DilluviaState, (*state[:7], new(Turn, (*state[7][:5], owed))))


def with_player(state: DilluviaState, seat: int, player: DilluviaPlayer) -> DilluviaState:
    """The state with one player changed."""
    rules, seats, players, order, market, ground, circles, turn = state
    changed = list(players)
    changed[seat] = player
    return new(DilluviaState, (rules, seats, tuple(changed), order, market, ground, circles, turn))


def with_player_and_turn(
    state: DilluviaState, seat: int, player: DilluviaPlayer, turn: Turn
) -> DilluviaState:
    """The state with one player and the turn changed."""
    rules, seats, players, order, market, ground, circles, _ = state
    changed = list(players)
    changed[seat] = player
    return new(DilluviaState, (rules, seats, tuple(changed), order, market, ground, circles, turn))


def with_market(state: DilluviaState, market: Market) -> DilluviaState:
    """The state with another market."""
    return new(DilluviaState, (*state[:4], market, *state[5:]))


def with_placed(
    state: DilluviaState,
    seat: int,
    player: DilluviaPlayer,
    circles: tuple[tuple[WorkersOnCircle, ...], ...],
    turn: Turn,
) -> DilluviaState:
    """The state with workers placed: a player, the circles and the turn changed."""
    rules, seats, players, order, market, ground, _, _ = state
    changed = list(players)
    changed[seat] = player
    return new(DilluviaState, (rules, seats, tuple(changed), order, market, ground, circles, turn))


def with_land(
    state: DilluviaState,
    seat: int,
    player: DilluviaPlayer,
    ground: CityGround,
    opened: OpenArea | None,
) -> DilluviaState:
    """The state with a player, the city and the open area changed."""
    rules, seats, players, order, market, _, circles, turn = state
    changed = list(players)
    changed[seat] = player
    turn = new(Turn, (*turn[:4], opened, turn[5]))
    return new(DilluviaState, (rules, seats, tuple(changed), order, market, ground, circles, turn))
