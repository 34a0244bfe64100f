"""Finds the moves of a record with boards: a seat's layout and the order of the cards -> a log.

A seat builds when a card comes that is in its layout, passes while a building of its layout is
still to come, makes the passes that are stated, and quits. This module adds no other moves, and the
rules check every one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.kernel.errors import IllegalMove, NotationError, RecordError
from engine.kernel.game import CHANCE, Game, Seat, Setup
from engine.kernel.log import Move
from engine.kernel.record import Record, format_record
from engine.kernel.replay import FOUND, ORDER
from engine.my_city.play.by_hand import apply, awaiting, bounds_in_words, due_rule
from engine.my_city.play.notation import Action, BuildMove, CardPass, Quit, Reveal, format, parse
from engine.my_city.play.state import MyCityState
from engine.my_city.rebuild.layout import (
    BY_HAND,
    DECK,
    KEYS,
    LAYOUT,
    PASSES,
    Layout,
    deck_of,
    lacks_card_order,
    layouts_of,
    stated_passes,
    without_layouts,
)


def with_boards_expanded(game: Game, record: Record, setup: Setup) -> Record:
    """The record with moves in place of its layouts; the same record if it has none.

    Raises a `RecordError` that names the impossible seat, building or card.
    """
    if not any(key in record.header for key in KEYS):
        return record
    if record.moves is not None:
        raise RecordError("a record has moves, or a deck and layouts: not both")
    header = without_layouts(record.header)
    state = game.start(setup._replace(header=without_layouts(setup.header)))
    moves = expand(state, record.header)
    return record._replace(header=header, moves=moves)


def gives(game: Game, boards: Record, record: Record, setup: Setup) -> bool:
    """Whether `record` has the moves that follow from `boards`, a record with boards.

    Raises `RecordError` for impossible boards.
    """
    return format_record(
        with_boards_expanded(game, ordered_as(boards, record), setup)
    ) == format_record(record)


def ordered_as(boards: Record, record: Record) -> Record:
    """The record with boards, with the order of the cards and the last passes of another record."""
    if not lacks_card_order(boards):
        return boards
    deck: list[str] = []
    passes: dict[Seat, int] = {}
    for move in record.moves or ():
        match parse(move.text):
            case Reveal(card):
                deck.append(card)
            case BuildMove():
                passes[move.seat] = 0
            case CardPass():
                passes[move.seat] = passes.get(move.seat, 0) + 1
    # Stated passes stay: if others were made, the expansion differs from the other record.
    stated = boards.header.get(PASSES, {})
    passed = {**passes, **stated} if isinstance(stated, Mapping) else stated
    order = {DECK: " ".join(deck), PASSES: passed, ORDER: FOUND}
    return boards._replace(header={**boards.header, **order})


def expand(state: MyCityState, header: Mapping[str, Any]) -> tuple[Move, ...]:
    """The moves that lead from the first card to the boards of a header; raises `RecordError`."""
    deck = deck_of(state, header.get(DECK))
    to_build = {seat: dict(layout) for seat, layout in layouts_of(state, header).items()}
    passes = dict.fromkeys(state.seats, 0) | stated_passes(state, header)
    moves: list[Move] = []
    for number, card in enumerate(deck, 1):
        state = _revealed(state, card, number, moves)
        for seat in awaiting(state) if state.waiting else ():
            state = _answered(state, seat, number, to_build[seat], passes, moves)
    _complete(state, deck, to_build, passes)
    _stated(state, header.get(BY_HAND, {}), moves)
    return tuple(moves)


def _stated(state: MyCityState, table: Any, moves: list[Move]) -> None:
    """Add to the moves what the seats state after the last card, as the header has it.

    Raises `RecordError`.
    """
    if not isinstance(table, Mapping):
        raise RecordError(f"{BY_HAND}: a table, a list a seat, under [{BY_HAND}]")
    if strange := set(table) - set(state.seats):
        raise RecordError(f"{BY_HAND}: nobody sits at {min(strange)}")
    for seat in state.seats:
        for words in table.get(seat, ()):
            try:
                action = parse(f"by hand {words}")
                state = apply(state, seat, action)
            except (IllegalMove, NotationError) as error:
                raise RecordError(f"{BY_HAND}, {seat}: {error}") from None
            moves.append(Move(seat, format(action)))
        if rule := due_rule(state, seat):
            raise RecordError(
                f'{BY_HAND}: {seat} states {rule.label}: {seat} = ["{rule.label}: nothing"], or '
                f"what it gave: {bounds_in_words(rule)!s}"
            )


def _revealed(state: MyCityState, card: str, number: int, moves: list[Move]) -> MyCityState:
    try:
        state = apply(state, CHANCE, Reveal(card))
    except IllegalMove as error:
        hint = f"; under [{PASSES}], state who passed until then" if not state.playing else ""
        raise RecordError(f"{DECK}: card {number}, {card}: {error}{hint}") from None
    moves.append(Move(CHANCE, format(Reveal(card))))
    return state


def _answered(
    state: MyCityState,
    seat: Seat,
    number: int,
    to_build: dict[str, BuildMove],
    passes: dict[Seat, int],
    moves: list[Move],
) -> MyCityState:
    """The state after the answer of a seat to a card; adds this answer to the moves."""
    action: Action = Quit()
    if state.card in to_build:
        action = to_build.pop(state.card)
    elif to_build:
        action = CardPass()
    elif passes[seat]:
        passes[seat] -= 1
        action = CardPass()
    try:
        state = apply(state, seat, action)
    except IllegalMove as error:
        answer = f"{format(action).removeprefix('build ')} as card {number}"
        if isinstance(action, CardPass):
            missed = f", and {' '.join(to_build)} came later" if to_build else ""
            answer = f"no {state.card} when it came as card {number}{missed}"
        raise RecordError(f"{LAYOUT}, {seat}: {answer}: {error}") from None
    moves.append(Move(seat, format(action)))
    return state


def _complete(
    state: MyCityState,
    deck: tuple[str, ...],
    to_build: Mapping[Seat, Layout],
    passes: Mapping[Seat, int],
) -> None:
    """Raise `RecordError` for buildings or passes whose cards never came, or a seat in play."""
    for seat in state.seats:
        if to_build[seat]:
            piece = next(iter(to_build[seat]))
            why = "is not in the deck"
            if piece in deck:
                why = f"came as card {deck.index(piece) + 1}, when {seat} was not asked"
            raise RecordError(f"{LAYOUT}, {seat}: {piece} {why}")
        if passes[seat]:
            raise RecordError(f"{PASSES}, {seat}: {passes[seat]} more than there were cards")
    playing = [seat for i, seat in enumerate(state.seats) if state.playing >> i & 1]
    if playing and awaiting(state) and state.left:
        names = ", ".join(playing)
        raise RecordError(f"{DECK}: after {deck[-1]}, {names} still in play: quit on which card?")
