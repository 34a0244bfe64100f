"""The play of one episode: who may act, what is legal, what follows.

    reveal ──> every seat still playing: build | pass | quit, in any order ──> reveal ...

The builds of one card commute. `legal` and `apply` share one check, `misfit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.kernel.errors import IllegalMove
from engine.kernel.game import CHANCE
from engine.my_city.components import OBSTACLE, Rules
from engine.my_city.notation import Action, Build, Pass, Quit, Reveal
from engine.my_city.placements import Placement
from engine.my_city.rewards import follow
from engine.my_city.state import State, Town


def awaiting(state: State) -> tuple[str, ...]:
    """The seats that still answer the card; else the table; nobody when the episode is over."""
    if state.waiting:
        return tuple(seat for i, seat in enumerate(state.seats) if state.waiting >> i & 1)
    return (CHANCE,) if state.playing and state.deck else ()


def legal(state: State, seat: str) -> Iterator[Action]:
    """Every card that may come; or every place for the building, then pass, then quit."""
    if seat not in awaiting(state):
        return
    if seat == CHANCE:
        for i, card in enumerate(state.rules.deck):
            if state.deck >> i & 1:
                yield Reveal(card)
        return
    rules, town = state.rules, state.towns[state.seats.index(seat)]
    yield from fitting(rules, town, state.card)
    if not no_pass(rules, town.token, state.card):
        yield Pass()
    yield Quit()


def fitting(rules: Rules, town: Town, card: str) -> Iterator[Build]:
    """The places where a building fits, each once, with the fewest turns."""
    placements = town.home.placements
    for build in placements.of(card):
        if not misfit(rules, town, placements[build]):
            yield build


def apply(state: State, seat: str, action: Action) -> State:
    """The state after an action; raises `IllegalMove` with the reason and changes nothing."""
    return play(state, ((seat, action),))


def play(state: State, moves: Iterable[tuple[str, Action]]) -> State:
    """The state after the moves; raises `IllegalMove` at the first that cannot be.

    The inner loop of every replay: it works on a list a seat and puts the towns
    together once at the end. Nothing that was passed in changes.
    """
    rules, seats, towns, card, waiting, playing, deck, barred, firsts, lacking = state
    scratch: dict[str, list[Any]] = {}
    for i, (seat, town) in enumerate(zip(seats, towns, strict=True)):
        scratch[seat] = [*town, 1 << i]
        scratch[seat][_BUILT] = list(town.built)
    cards, eventful = rules.cards, rules.eventful
    refused, stopped = "", True
    for seat, action in moves:
        place = scratch.get(seat, _NOBODY)
        land, free, reach, token, home, built, passes, rewards, nuggets, gained, _, bit = place
        if not waiting & bit:
            # Nobody who is asked: the table reveals a card, or somebody acts out of turn.
            if (
                not isinstance(action, Reveal)
                or seat != CHANCE
                or waiting
                or not playing
                or not deck & cards.get(action.card, 0)
            ):
                break
            card = action.card
            deck ^= cards[card]
            waiting = 0 if barred or card == OBSTACLE else playing & ~lacking.get(card, 0)
            barred = card == OBSTACLE
            continue
        if isinstance(action, Build):
            placement = home.placements[action]
            mask = placement.mask
            if placement.piece != card:
                refused = _another(rules, placement.piece, card)
                break
            # The first line of `misfit` again, without the call: the busiest line there is.
            if mask & free != mask or not mask & reach or placement.flaw:
                refused = misfit(rules, Town._make(place[:-1]), placement)
                break
            place[_FREE] = free & ~mask
            # From the second building on an own building is touched: the anchor is spent.
            place[_REACH] = reach | placement.beside if built else placement.beside
            built.append(placement)
            if eventful:
                out = len(cards) - deck.bit_count()
                left = (free, free & ~mask)
                came = follow(rules, home, land, left, token, built, firsts, out)
                firsts = came.firsts
                place[_LAND] = came.land
                place[_TOKEN] = token + sum(points for _, points in came.rewards)
                place[_REWARDS] = rewards + came.rewards
                place[_NUGGETS] = nuggets + came.nuggets
                place[_GAINED] = gained + came.gained
        elif isinstance(action, Pass):
            if refused := no_pass(rules, token, card):
                break
            place[_TOKEN] = token - (rules.passing.cost if token < rules.token.cap else 0)
            place[_PASSES] = passes + 1
        elif isinstance(action, Quit):
            place[_GONE] = True
            playing ^= bit
        else:
            break
        waiting ^= bit
    else:
        stopped = False
    for each in scratch.values():
        each[_BUILT] = tuple(each[_BUILT])
    after = tuple(Town._make(each[:-1]) for each in scratch.values())
    state = State(rules, seats, after, card, waiting, playing, deck, barred, firsts, lacking)
    if stopped:
        raise IllegalMove(refused or _not_now(state, seat, action))
    return state


_LAND, _FREE, _REACH, _TOKEN, _BUILT, _PASSES, _REWARDS, _NUGGETS, _GAINED, _GONE = map(
    Town._fields.index,
    ("land", "free", "reach", "token", "built", "passes", "rewards", "nuggets", "gained", "gone"),
)
_NOBODY: list[Any] = [None, 0, 0, 0, None, (), 0, (), 0, (), False, 0]
"""The town of a seat that is not in the game, the table's own among them."""


def misfit(rules: Rules, town: Town, placement: Placement) -> str:
    """Why a building cannot stand there, in the table's words; "" when it can."""
    land, mask = town.land, placement.mask
    if mask & town.free == mask and mask & town.reach and not placement.flaw:
        return ""
    names = rules.grid.names
    ground = rules.ground(land)
    for kind, cells in (
        ("a mountain", land.mountain),
        ("forest", land.forest & ~ground),
        (f"the {rules.closed_name} bank, which is closed", rules.closed & land.light),
    ):
        if mask & cells:
            return f"stands on {kind} ({' '.join(names(mask & cells))})"
    for content, layer in zip(rules.contents, land.layers, strict=False):
        if mask & layer & ~ground:
            return f"stands on the {content.id} ({' '.join(names(mask & layer))})"
    if built := mask & ground & ~town.free:
        return f"covers an own building ({' '.join(names(built))})"
    if placement.flaw:
        return placement.flaw
    if not town.built:
        return f"is not next to the {rules.anchor.name}, as the first building must be"
    return "touches no own building with an edge"


def no_pass(rules: Rules, token: int, card: str) -> str:
    """Why this card cannot be passed; "" when it can."""
    if rules.pieces[card].must_build:
        return f"{card} is built or the player quits: it cannot be passed"
    if not rules.passing.allowed:
        return "nobody passes in this episode: build or quit"
    if token - rules.passing.cost < rules.passing.floor:
        return f"a pass costs {rules.passing.cost} and the token is at {token}: build or quit"
    return ""


def _another(rules: Rules, piece: str, card: str) -> str:
    """Why a building is not the one to be built now."""
    if piece not in rules.pieces:
        return f"{piece} is not a building of this set"
    return f"{piece} is not the revealed building, {card} is"


def _not_now(state: State, seat: str, action: Action) -> str:
    """Why it is not for this seat to do that now."""
    if isinstance(action, Reveal) != (seat == CHANCE):
        return "the table (*) reveals cards, the seats build, pass or quit"
    if seat not in (*state.seats, CHANCE):
        return f"nobody sits at {seat}"
    if seat in state.seats and state.towns[state.seats.index(seat)].gone:
        return f"{seat} has quit this episode"
    if not (waiting := awaiting(state)):
        return f"the episode is over: {'the deck is empty' if state.playing else 'all have quit'}"
    if isinstance(action, Reveal):
        if state.waiting:
            return f"{', '.join(waiting)} still to answer {state.card}"
        known = action.card in state.rules.cards
        return f"{action.card} {'has been revealed before' if known else 'is no card of this deck'}"
    if state.waiting:
        if state.lacking.get(state.card, 0) >> state.seats.index(seat) & 1:
            return f"{seat} has no {state.card} and is not asked"
        return f"{seat} has answered {state.card} already"
    return "no card to answer: the table reveals the next one"
