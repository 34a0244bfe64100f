"""The state of a session: a fold of its moves, all of it immutable.

    DilluviaState ─┬─ rules                 what is in force
                   ├─ players, one a seat   money, cubes, crowns, mat, city, workers, tiles
                   ├─ order                 the turn order of this round, as indices of seats
                   ├─ market                tiles on it, stacks, airships
                   ├─ ground                what is taken in the city, stacks of buildings
                   ├─ circles               who placed workers where in this round
                   └─ turn                  round, phase, whose turn, what is open or owed

Squares and tiles are bits of an int, seats are indices.
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
    """Where a player's population comes from; `tens` are the values as they were crossed."""

    tens: tuple[int, ...] = ()
    current: int = 0
    gardens: int = 0
    tiles: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return sum(self.tens) + self.current + self.gardens + self.tiles


class StandingBuilding(NamedTuple):
    """A building that stands: its squares, where its cube lies, whether it gave its worker."""

    building: BuildingStack
    mask: int
    on_goods: bool
    gave: bool = False


class Book(NamedTuple):
    """How a player stood at the beginning, or when a round ended.

    `earned` is all the money received since the beginning.
    """

    money: int
    earned: int = 0
    prestige: int = 0
    population: int = 0


class DilluviaPlayer(NamedTuple):
    """What one seat has. `idle` and `special` are the workers still to place in this round."""

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
    """An airship at the end of a line, and the squares of the line from it on."""

    side: str
    number: int
    squares: tuple[int, ...]


class Market(NamedTuple):
    """Tiles by square, stacks and airships; `aside` are the tiles taken off before the last round.

    In the last round `cubes` are the printed squares that are used.
    """

    tiles: tuple[int, ...]
    white: int
    grey: int
    ships: tuple[Ship | None, ...]
    aside: int
    cubes: int


class CityGround(NamedTuple):
    """What is taken in the city, the gardens among it, and how many buildings are left."""

    taken: int
    gardens: int
    stacks: tuple[int, ...]


class WorkersOnCircle(NamedTuple):
    """Workers on a circle: whose, how many, the special one among them or not."""

    seat: int
    discs: int
    special: bool


class OpenArea(NamedTuple):
    """An area that is being used: what is left of it, and the squares already switched.

    For claims `left` counts workers and `free` squares without cost; for building `left`
    counts buildings and `free` propellers; for switches `left` counts buildings.
    """

    area: str
    left: int
    free: int = 0
    moved: int = 0
    acted: bool = False


class OwedDecision(NamedTuple):
    """A decision that a player owes before all else; `kind` says which."""

    kind: str
    amount: int = 0
    effect: Effect | None = None


class Turn(NamedTuple):
    """Round and phase, the place in the turn order, and what is open."""

    round: int
    phase: str
    at: int = 0
    placed: bool = False
    open: OpenArea | None = None
    owed: tuple[OwedDecision, ...] = ()


class DilluviaState(NamedTuple):
    """Everything on the table."""

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
        """The seat whose turn it is."""
        return self.order[self.turn.at]

    @property
    def last_round(self) -> bool:
        """Whether the printed squares of the market are sold."""
        return self.turn.round == self.rules.rounds


def in_phase(state: DilluviaState, phase: str, at: int = 0) -> DilluviaState:
    """The state in a phase of its round, at the turn of a seat who has done nothing in it yet."""
    rules, seats, players, order, market, ground, circles, turn = state
    turn = new(Turn, (turn[0], phase, at, False, None, ()))
    return new(DilluviaState, (rules, seats, players, order, market, ground, circles, turn))


def with_open(state: DilluviaState, opened: OpenArea | None) -> DilluviaState:
    """The state with another area open, or none. This and the next are `_replace`, but faster."""
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
    """The state with one player changed, and the turn."""
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
    """The state with workers on circles, and what their player got for it."""
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
    """The state with a player, the city and the open area changed in one go."""
    rules, seats, players, order, market, _, circles, turn = state
    changed = list(players)
    changed[seat] = player
    turn = new(Turn, (*turn[:4], opened, turn[5]))
    return new(DilluviaState, (rules, seats, tuple(changed), order, market, ground, circles, turn))
