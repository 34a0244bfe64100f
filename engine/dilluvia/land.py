"""The claims in the city: the squares that a player may claim, and the cost (rules 27 to 31)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dilluvia.components import ClaimCost as Cost
from engine.dilluvia.components import Plot
from engine.dilluvia.notation import ClaimMove
from engine.dilluvia.state import (
    CityGround,
    DilluviaPlayer,
    DilluviaState,
    OpenArea,
    with_land,
    with_owed,
    with_player,
)
from engine.dilluvia.transfers import price_refusal
from engine.dilluvia.verb import Verb
from engine.kernel.fast.values import new
from engine.kernel.grid import bits
from engine.kernel.phrases import Refusal, many, phrase

DOMINO = 2
"""The number of squares of the claim that a printed square gives."""


def network(player: DilluviaPlayer) -> int:
    """The squares around which a player may claim: own claims, buildings, propellers."""
    return player.claims | player.built | player.propellers


def empty_squares(state: DilluviaState) -> int:
    """The squares of the city that this number of players uses and that are empty."""
    return state.rules.city.usable & ~state.ground.taken


def occupied_refusal(state: DilluviaState, plot: Plot) -> Refusal:
    """Why no player can take a plot; "" if its squares are empty and usable."""
    city, mask = state.rules.city, plot.mask
    if mask and mask & city.usable & ~state.ground.taken == mask:
        return ""
    if plot.flaw:
        return plot.flaw
    if outside := plot.mask & ~city.usable & ~city.hub & ~city.wings:
        names = " ".join(city.grid.names(outside))
        return phrase(
            "{squares} is not in the city of {players} players",
            squares=names,
            players=state.rules.players,
        )
    names = " ".join(city.grid.names(plot.mask & state.ground.taken))
    return phrase("{square} is not empty", square=names)


def distance_refusal(state: DilluviaState, seat: int, plot: Plot) -> Refusal:
    """Why a plot is too far from what a player has in the city; "" if it may be claimed."""
    player = state.players[seat]
    if plot.around & network(player):
        return ""
    if player.claims | player.built:
        return phrase("the squares touch no own claim, building or propeller")
    city, built = state.rules.city, 0
    if plot.mask & city.middle:
        return ""
    if city.middle & empty_squares(state):
        return phrase("the first claim must cover a square around the propeller in the middle")
    for opponent in state.players:
        built |= opponent.built
    if plot.around & built:
        return ""
    return phrase("the middle is full: the first claim must touch a building of another player")


def cost_of(state: DilluviaState, player: DilluviaPlayer, squares: int) -> Cost:
    """The cost of a claim of `squares` squares, less the money that the player's tiles save."""
    cost = state.rules.claims[squares]
    if squares == 1:
        return cost
    saved = 0
    for carriers, effect in state.rules.effects_by_kind.get("cheaper claim", ()):
        if held := player.tiles & carriers:
            saved += effect.amount * held.bit_count()
    return Cost(squares, cost.workers, max(0, cost.price - saved)) if saved else cost


def claim_refusal(state: DilluviaState, seat: int, action: ClaimMove) -> Refusal:
    """Why a player cannot claim these squares; "" if it is allowed."""
    plot, turn = state.rules.city.plots[action.squares], state.turn
    if turn.owed:
        return _domino_refusal(state, seat, plot)
    if reason := occupied_refusal(state, plot) or distance_refusal(state, seat, plot):
        return reason
    opened, player = turn.open, state.players[seat]
    assert opened is not None, "claims are asked for in their area"
    if plot.squares == 1 and opened.free:
        return ""
    cost = cost_of(state, player, plot.squares)
    if cost.workers > opened.left:
        workers = many(cost.workers, "worker")
        return phrase(
            "a claim of {squares} takes {workers}, {left} left here",
            squares=plot.squares,
            workers=workers,
            left=opened.left,
        )
    if cost.price <= player.money:
        return ""
    return price_refusal(player, cost.price, phrase("a claim of {squares}", squares=plot.squares))


def claim(state: DilluviaState, seat: int, action: ClaimMove) -> DilluviaState:
    """Claim squares; for a single square, a free claim is used before workers and money."""
    plot, turn = state.rules.city.plots[action.squares], state.turn
    if turn.owed:
        return with_owed(with_claim(state, seat, plot.mask), turn.owed[1:])
    opened, player, ground = turn.open, state.players[seat], state.ground
    assert opened is not None, "claims are asked for in their area"
    if plot.squares == 1 and opened.free:
        price = 0
        opened = OpenArea(opened.area, opened.left, opened.free - 1, 0, True)
    else:
        cost = cost_of(state, player, plot.squares)
        price, left = cost.price, opened.left - cost.workers
        opened = new(OpenArea, (opened.area, left, opened.free, 0, True))
    own_claims = player.claims | plot.mask
    player = new(DilluviaPlayer, (player.money - price, *player[1:8], own_claims, *player[9:]))
    ground = new(CityGround, (ground.taken | plot.mask, ground.gardens, ground.stacks))
    return with_land(state, seat, player, ground, opened)


def with_claim(state: DilluviaState, seat: int, mask: int) -> DilluviaState:
    """The state with empty squares claimed by a player."""
    player, ground = state.players[seat], state.ground
    state = state._replace(ground=ground._replace(taken=ground.taken | mask))
    return with_player(state, seat, player._replace(claims=player.claims | mask))


def claims(state: DilluviaState, seat: int) -> Iterator[ClaimMove]:
    """Yield a claim of every plot of empty squares, single squares first.

    If a claim is owed, yield only plots of two squares.
    """
    free, owed = empty_squares(state), state.turn.owed
    for names, plot in state.rules.city.plots.known.items():
        if plot.mask & free == plot.mask and (not owed or plot.squares == DOMINO):
            yield ClaimMove(names)


def can_claim(state: DilluviaState, seat: int) -> bool:
    """Whether a player can still claim in the open area.

    Single squares come first in the table: a player who can pay for one needs no larger claim.
    """
    opened, player = state.turn.open, state.players[seat]
    assert opened is not None, "claims are asked for in their area"
    if opened.free:
        return single_squares(state, seat) != 0
    for size, cost in state.rules.claims.items():
        if cost.workers <= opened.left and cost_of(state, player, size).price <= player.money:
            return single_squares(state, seat) != 0 if size == 1 else CLAIM.is_possible(state, seat)
    return False


def single_squares(state: DilluviaState, seat: int) -> int:
    """The squares that a player may claim one at a time."""
    player, city, free = state.players[seat], state.rules.city, empty_squares(state)
    near = city.around(network(player))
    if not player.claims | player.built:
        near |= city.middle
        if not city.middle & free:
            for opponent in state.players:
                near |= city.around(opponent.built)
    return near & free


def _domino_refusal(state: DilluviaState, seat: int, plot: Plot) -> Refusal:
    """Why a printed square does not give this claim; "" if it does.

    The claim must have two squares and share an edge with a claim or building of the player.
    """
    player = state.players[seat]
    if plot.squares not in (0, DOMINO):
        return phrase("the printed square gives a claim of two squares")
    if reason := occupied_refusal(state, plot):
        return reason
    if plot.beside & (player.claims | player.built):
        return ""
    return phrase("the squares share no edge with an own claim or building")


def plots_at_network(state: DilluviaState, seat: int) -> Iterator[Plot]:
    """Yield the plots of two empty squares, at least one of which touches the player's network."""
    city, free = state.rules.city, empty_squares(state)
    near = city.around(network(state.players[seat])) & free
    for first in bits(near):
        for second in bits(city.grid.edge_neighbours(first) & free):
            if not second & near or first < second:
                yield city.plots[city.grid.names(first | second)]


CLAIM = Verb(claim_refusal, claim, claims)
