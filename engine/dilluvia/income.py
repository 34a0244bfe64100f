"""The income phase, the end of a round and the beginning of the next round (rules 46 to 49)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dilluvia.components import AREAS
from engine.dilluvia.notation import CubeChoice
from engine.dilluvia.reading import SQUARES
from engine.dilluvia.state import (
    EMPTY,
    INCOMES,
    REFILL,
    Book,
    DilluviaPlayer,
    DilluviaState,
    OwedDecision,
    Turn,
    with_player_and_turn,
)
from engine.dilluvia.transfers import earn_money, with_cubes, with_prestige
from engine.dilluvia.verb import Verb
from engine.kernel.fast.values import new
from engine.kernel.phrases import Refusal, many, plural


def with_income(state: DilluviaState, player: DilluviaPlayer) -> DilluviaPlayer:
    """The player with the money and prestige of the markers, without their cubes."""
    money, _, prestige = player.markers
    if money:
        player = earn_money(player, money)
    return with_prestige(state.rules, player, prestige) if prestige else player


def pay_income(state: DilluviaState, at: int) -> DilluviaState:
    """Pay the income of the player at a place of the turn order; a choice of cubes is then owed."""
    seat = state.order[at]
    player = with_income(state, state.players[seat])
    cubes = player.markers.cubes
    owed = (new(OwedDecision, ("take", cubes, None)),) if cubes else ()
    turn = new(Turn, (state.turn.round, INCOMES, at, True, None, owed))
    return with_player_and_turn(state, seat, player, turn)


def cubes_refusal(state: DilluviaState, seat: int, action: CubeChoice) -> Refusal:
    """Why a player cannot take these cubes; "" if it is allowed."""
    due = state.turn.owed[0].amount
    if sum(action.cubes) == due:
        return ""
    cubes = many(sum(action.cubes), "cube")
    return plural(
        "{things}, but {count} is due", "{things}, but {count} are due", due, things=cubes
    )


def take(state: DilluviaState, seat: int, action: CubeChoice) -> DilluviaState:
    """Give the cubes to the player."""
    turn, player = state.turn, with_cubes(state.players[seat], action.cubes)
    turn = new(Turn, (*turn[:5], turn.owed[1:]))
    return with_player_and_turn(state, seat, player, turn)


def takes(state: DilluviaState, seat: int) -> Iterator[CubeChoice]:
    """Yield every choice of the cubes that are due; nothing if no cube is due."""
    due = state.turn.owed[0].amount
    if not due:
        return
    for white in range(due, -1, -1):
        for black in range(due - white, -1, -1):
            for brown in range(due - white - black, -1, -1):
                yield CubeChoice((white, black, brown, due - white - black - brown))


def close_books(state: DilluviaState) -> DilluviaState:
    """The state with the entry of this round in every player's books."""
    return state._replace(players=tuple(map(with_book, state.players)))


def with_book(player: DilluviaPlayer) -> DilluviaPlayer:
    """The player with the entry of this round in the books."""
    return player._replace(books=_books(player))


def _books(player: DilluviaPlayer) -> tuple[Book, ...]:
    book = Book(player.money, player.earned, player.prestige, player.population.total)
    return (*player.books, book)


def next_round(state: DilluviaState) -> DilluviaState:
    """The state at the beginning of the next round.

    The turn order changes, used tiles are turned up, workers and airships are taken back. Before
    the last round the tiles of the market are put aside.
    """
    placed = [workers.seat for workers in state.circles[AREAS.index("order")]]
    state = DilluviaState(
        state.rules,
        state.seats,
        tuple(map(player_for_next_round, state.players)),
        (*placed, *(seat for seat in state.order if seat not in placed)),
        state.market._replace(ships=(None,) * len(state.seats)),
        state.ground,
        ((),) * len(AREAS),
        Turn(state.turn.round + 1, REFILL),
    )
    return with_printed_squares(state) if state.last_round else state


def player_for_next_round(player: DilluviaPlayer) -> DilluviaPlayer:
    """The player for the next round: with an entry in the books, all workers, all tiles usable."""
    return new(DilluviaPlayer, (*player[:13], 0, _books(player), player.workers, True))


def with_printed_squares(state: DilluviaState) -> DilluviaState:
    """The state with the market's tiles put aside, so that its printed squares are open."""
    market = state.market
    aside = sum(1 << tile for tile in market.tiles if tile != EMPTY)
    return state._replace(market=market._replace(tiles=(EMPTY,) * SQUARES, aside=aside))


TAKE = Verb(cubes_refusal, take, takes)
