"""From the boards as they lie at the end to the moves: a deck and layouts -> a log.

    deck = "Y4 R8 B5 W1"                  the cards in the order in which they came
    [layout]
    eagle = "Y4@E5/1 R8@F6"               a list of buildings, or a drawing of the whole board:
    bear = '''
    .. .. Y4 Y4 .. ..                     a word a cell: the building's code, or ..
    ...'''
    [passes]
    bear = 1                              passes after the last building

A seat builds when a card comes that is in its layout, passes while a building of its layout is
still to come, makes the passes that are stated, and quits. Nothing else is supplied, and whether
all of it was legal the rules say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.errors import IllegalMove, NotationError, RecordError, quoted
from engine.kernel.game import CHANCE, Game, Seat, Setup
from engine.kernel.grid import Grid
from engine.kernel.log import Move
from engine.kernel.record import Record, format_record
from engine.kernel.replay import FOUND, ORDER
from engine.my_city.play.notation import Action, Build, Pass, Quit, Reveal, format, parse
from engine.my_city.play.placements import Placements
from engine.my_city.play.rules import apply, awaiting
from engine.my_city.play.ruleset import Rules
from engine.my_city.play.state import State, Town

DECK, LAYOUT, PASSES = KEYS = ("deck", "layout", "passes")
"""The header keys of a record without moves that has layouts."""
EMPTY = (".", "..", "--")
"""A cell of a drawing without a building."""

Layout = Mapping[str, Build]
"""The buildings of a seat, by piece."""


def expanded(game: Game, record: Record, setup: Setup) -> Record:
    """The record with moves in place of its layouts; the same one where it has none.

    Raises `RecordError` that says what cannot be: which seat, which building, which card.
    """
    if not any(key in record.header for key in KEYS):
        return record
    if record.moves is not None:
        raise RecordError("a record has moves, or a deck and layouts: not both")
    rest = without_layouts(record.header)
    state = game.start(setup._replace(header=without_layouts(setup.header)))
    moves = expand(state, record.header)
    return record._replace(header=rest, moves=moves)


def is_open(record: Record) -> bool:
    """Whether a record has boards, and does not say in which order the cards came."""
    return record.moves is None and LAYOUT in record.header and DECK not in record.header


def gives(game: Game, told: Record, record: Record, setup: Setup) -> bool:
    """Whether the moves of a record are those that boards give; raises `RecordError`."""
    return format_record(expanded(game, ordered_as(told, record), setup)) == format_record(record)


def ordered_as(told: Record, record: Record) -> Record:
    """Boards with the order, and the passes after the last building, that were found for them."""
    if not is_open(told):
        return told
    deck: list[str] = []
    passes: dict[Seat, int] = {}
    for move in record.moves or ():
        match parse(move.text):
            case Reveal(card):
                deck.append(card)
            case Build():
                passes[move.seat] = 0
            case Pass():
                passes[move.seat] = passes.get(move.seat, 0) + 1
    # What was stated stays: where other passes were made, the expansion is another record.
    stated = told.header.get(PASSES, {})
    passed = {**passes, **stated} if isinstance(stated, Mapping) else stated
    order = {DECK: " ".join(deck), PASSES: passed, ORDER: FOUND}
    return told._replace(header={**told.header, **order})


def without_layouts(header: Mapping[str, Any]) -> dict[str, Any]:
    """A header without what stands in place of moves."""
    return {key: value for key, value in header.items() if key not in KEYS}


def expand(state: State, header: Mapping[str, Any]) -> tuple[Move, ...]:
    """The moves from the beginning of an episode to the boards of a header."""
    deck = deck_of(state, header.get(DECK))
    left = {seat: dict(layout) for seat, layout in layouts_of(state, header).items()}
    passes = dict.fromkeys(state.seats, 0) | stated_passes(state, header)
    moves: list[Move] = []
    for number, card in enumerate(deck, 1):
        state = _revealed(state, card, number, moves)
        for seat in awaiting(state) if state.waiting else ():
            state = _answered(state, seat, number, left[seat], passes, moves)
    _complete(state, deck, left, passes)
    return tuple(moves)


def deck_of(state: State, words: Any) -> tuple[str, ...]:
    """The cards in the order in which they came."""
    if not isinstance(words, str) or not words.split():
        raise RecordError(f'{DECK}: the cards in the order in which they came: deck = "Y4 R8 ..."')
    known = {card.lower(): card for card in state.rules.deck}
    cards: list[str] = []
    for word in words.replace(",", " ").split():
        card = known.get(word.lower())
        if card is None:
            raise RecordError(f"{DECK}: {quoted(word)} is no card of this deck: {' '.join(known)}")
        if card in cards:
            raise RecordError(f"{DECK}: {card} came twice, as card {cards.index(card) + 1} too")
        cards.append(card)
    return tuple(cards)


def layouts_of(state: State, header: Mapping[str, Any]) -> dict[Seat, Layout]:
    """The buildings of every seat."""
    return {
        seat: layout_of(state.rules, town, words, seat)
        for seat, town, words in _by_seat(state, header.get(LAYOUT))
    }


def layout_of(rules: Rules, town: Town, words: Any, seat: str) -> Layout:
    """The buildings of a seat from a list or a drawing."""
    if not isinstance(words, str):
        raise RecordError(f"{LAYOUT}, {seat}: a list such as Y4@E5/1 R8@F6, or a drawing")
    drawn = "\n" in words.strip() and "@" not in words
    builds = _drawn(rules.grid, town, words, seat) if drawn else _listed(words, seat)
    found: dict[str, Build] = {}
    for build in builds:
        if build.piece in found:
            raise RecordError(f"{LAYOUT}, {seat}: {build.piece} is there twice")
        found[build.piece] = build
    return found


def _by_seat(state: State, table: Any) -> list[tuple[str, Town, Any]]:
    if not isinstance(table, Mapping):
        raise RecordError(f"{LAYOUT}: a table, a line a seat, under [{LAYOUT}]")
    for seat in table:
        if seat not in state.seats:
            raise RecordError(
                f"{LAYOUT}: nobody sits at {quoted(seat)}; seats: {', '.join(state.seats)}"
            )
    for seat in state.seats:
        if seat not in table:
            raise RecordError(f'{LAYOUT}: {seat} is missing; "" for nothing built')
    return [(s, town, table[s]) for s, town in zip(state.seats, state.towns, strict=True)]


def _listed(words: str, seat: str) -> list[Build]:
    found: list[Build] = []
    for word in words.replace(",", " ").split():
        try:
            action = parse(f"build {word}")
        except NotationError:
            raise RecordError(
                f"{LAYOUT}, {seat}: {quoted(word)}: write a building and a cell, such as Y4@E5/1"
            ) from None
        assert isinstance(action, Build), "every word was read as a building"
        found.append(action)
    return found


def _drawn(grid: Grid, town: Town, words: str, seat: str) -> list[Build]:
    """The buildings of a drawing: for each code the way to lay it that covers its cells."""
    placements, where = town.home.placements, f"{LAYOUT}, {seat}"
    found: list[Build] = []
    for piece, mask in _masks(grid, words, where).items():
        try:
            ways = placements.of(piece)
        except (IllegalMove, KeyError):
            raise RecordError(f"{where}: {quoted(piece)} is no building of this set") from None
        fits = [build for build in ways if placements[build].mask == mask]
        if not fits:
            raise RecordError(f"{where}: {_why_not(grid, placements, piece, mask)}")
        found.append(fits[0])
    return found


def _masks(grid: Grid, words: str, where: str) -> dict[str, int]:
    """By code the cells on which a drawing has it."""
    rows = [line.split() for line in words.splitlines() if line.strip()]
    if len(rows) != grid.rows:
        raise RecordError(f"{where}: a drawing of {len(rows)} rows, the board has {grid.rows}")
    found: dict[str, int] = {}
    for number, row in enumerate(rows):
        if len(row) != grid.columns:
            raise RecordError(
                f"{where}, row {number + 1}: {len(row)} cells, the board has {grid.columns}"
            )
        for column, code in enumerate(row):
            if code not in EMPTY:
                bit = 1 << number * grid.columns + column
                found[code.upper()] = found.get(code.upper(), 0) | bit
    return found


def _why_not(grid: Grid, placements: Placements, piece: str, mask: int) -> str:
    """Why a piece does not cover these cells."""
    names = " ".join(grid.names(mask))
    size = placements[placements.of(piece)[0]].mask.bit_count()
    parts = list(_parts(grid, mask))
    if len(parts) > 1 and all(part.bit_count() == size for part in parts):
        return f"{piece} is there twice ({names})"
    if len(parts) > 1:
        return f"{piece} is in {len(parts)} parts ({names})"
    if mask.bit_count() != size:
        return f"{piece} covers {size} cells, not {mask.bit_count()} ({names})"
    return f"{piece} has another shape than {names}"


def _parts(grid: Grid, mask: int) -> Iterator[int]:
    """The parts of a mask that hang together by edges."""
    while mask:
        part, edge = 0, mask & -mask
        while edge:
            part |= edge
            edge = grid.beside(part) & mask
        yield part
        mask &= ~part


def stated_passes(state: State, header: Mapping[str, Any]) -> dict[Seat, int]:
    """The passes after the last building, of the seats that state them."""
    table = header.get(PASSES, {})
    if not isinstance(table, Mapping):
        raise RecordError(f"{PASSES}: a table, a line a seat, under [{PASSES}]")
    for seat, count in table.items():
        if seat not in state.seats:
            raise RecordError(
                f"{PASSES}: nobody sits at {quoted(seat)}; seats: {', '.join(state.seats)}"
            )
        if type(count) is not int or count < 0:
            raise RecordError(f"{PASSES}, {seat}: {count!r} is not how often somebody passed")
    return dict(table)


def _revealed(state: State, card: str, number: int, moves: list[Move]) -> State:
    try:
        state = apply(state, CHANCE, Reveal(card))
    except IllegalMove as error:
        help = f"; who passed until then says so under [{PASSES}]" if not state.playing else ""
        raise RecordError(f"{DECK}: card {number}, {card}: {error}{help}") from None
    moves.append(Move(CHANCE, format(Reveal(card))))
    return state


def _answered(
    state: State,
    seat: Seat,
    number: int,
    left: dict[str, Build],
    passes: dict[Seat, int],
    moves: list[Move],
) -> State:
    """What a seat did with a card."""
    action: Action = Quit()
    if state.card in left:
        action = left.pop(state.card)
    elif left:
        action = Pass()
    elif passes[seat]:
        passes[seat] -= 1
        action = Pass()
    try:
        state = apply(state, seat, action)
    except IllegalMove as error:
        said = f"{format(action).removeprefix('build ')} as card {number}"
        if isinstance(action, Pass):
            later = f", and {' '.join(left)} came later" if left else ""
            said = f"no {state.card} when it came as card {number}{later}"
        raise RecordError(f"{LAYOUT}, {seat}: {said}: {error}") from None
    moves.append(Move(seat, format(action)))
    return state


def _complete(
    state: State,
    deck: tuple[str, ...],
    left: Mapping[Seat, Layout],
    passes: Mapping[Seat, int],
) -> None:
    """Refuse what is on a board, or was passed, and never came."""
    for seat in state.seats:
        if left[seat]:
            piece = next(iter(left[seat]))
            why = "is not in the deck"
            if piece in deck:
                why = f"came as card {deck.index(piece) + 1}, when {seat} was not asked"
            raise RecordError(f"{LAYOUT}, {seat}: {piece} {why}")
        if passes[seat]:
            raise RecordError(f"{PASSES}, {seat}: {passes[seat]} more than there were cards")
    playing = [seat for i, seat in enumerate(state.seats) if state.playing >> i & 1]
    if playing and awaiting(state):
        who = ", ".join(playing)
        raise RecordError(f"{DECK}: after {deck[-1]}, {who} still in play: quit on which card?")
