"""The boards at the end of a game in a record: the cards, and what each seat built.

    deck = "Y4 R8 B5 W1"                  the cards in the order in which they came
    [layout]
    eagle = "Y4@E5/1 R8@F6"               a list of buildings, or a drawing of the whole board:
    bear = '''
    .. .. Y4 Y4 .. ..                     one word for each cell: a code, or ..
    ...'''
    [passes]
    bear = 1                              passes after the last building
    [by_hand]
    bear = ["festival: 3 points"]         what it got by rules that the table applies

`expansion` turns these keys into moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.errors import IllegalMove, NotationError, RecordError, shortened_text
from engine.kernel.game import Seat
from engine.kernel.grid import Grid
from engine.kernel.record import Record
from engine.my_city.play.notation import BuildMove, parse
from engine.my_city.play.placements import Placements
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import MyCityState, Town

DECK, LAYOUT, PASSES, BY_HAND = KEYS = ("deck", "layout", "passes", "by_hand")
"""The header keys of a record that has layouts instead of moves."""
EMPTY = (".", "..", "--")
"""A cell of a drawing without a building."""

Layout = Mapping[str, BuildMove]
"""The buildings of a seat, by piece."""


def lacks_card_order(record: Record) -> bool:
    """Whether a record has boards, but not the order in which the cards came."""
    return record.moves is None and LAYOUT in record.header and DECK not in record.header


def without_layouts(header: Mapping[str, Any]) -> dict[str, Any]:
    """The header without the keys that stand for moves."""
    return {key: value for key, value in header.items() if key not in KEYS}


def deck_of(state: MyCityState, words: Any) -> tuple[str, ...]:
    """The cards in the order in which they came; raises `RecordError`."""
    if not isinstance(words, str) or not words.split():
        raise RecordError(f'{DECK}: the cards in the order in which they came: deck = "Y4 R8 ..."')
    known = {card.lower(): card for card in state.rules.deck}
    cards: list[str] = []
    for word in words.replace(",", " ").split():
        card = known.get(word.lower())
        if card is None:
            raise RecordError(
                f"{DECK}: {shortened_text(word)} is no card of this deck: {' '.join(known)}"
            )
        if card in cards:
            raise RecordError(f"{DECK}: {card} came twice, as card {cards.index(card) + 1} too")
        cards.append(card)
    return tuple(cards)


def layouts_of(state: MyCityState, header: Mapping[str, Any]) -> dict[Seat, Layout]:
    """The buildings of every seat; raises `RecordError`."""
    return {
        seat: layout_of(state.rules, town, words, seat)
        for seat, town, words in _by_seat(state, header.get(LAYOUT))
    }


def layout_of(rules: EpisodeRules, town: Town, words: Any, seat: str) -> Layout:
    """The buildings of a seat from a list or a drawing; raises `RecordError`."""
    if not isinstance(words, str):
        raise RecordError(f"{LAYOUT}, {seat}: a list such as Y4@E5/1 R8@F6, or a drawing")
    drawn = "\n" in words.strip() and "@" not in words
    builds = _drawn(rules.grid, town, words, seat) if drawn else _listed(words, seat)
    layout: dict[str, BuildMove] = {}
    for build in builds:
        if build.piece in layout:
            raise RecordError(f"{LAYOUT}, {seat}: {build.piece} is there twice")
        layout[build.piece] = build
    return layout


def _by_seat(state: MyCityState, table: Any) -> list[tuple[str, Town, Any]]:
    if not isinstance(table, Mapping):
        raise RecordError(f"{LAYOUT}: a table, a line a seat, under [{LAYOUT}]")
    for seat in table:
        if seat not in state.seats:
            raise RecordError(
                f"{LAYOUT}: nobody sits at {shortened_text(seat)}; seats: {', '.join(state.seats)}"
            )
    for seat in state.seats:
        if seat not in table:
            raise RecordError(f'{LAYOUT}: {seat} is missing; "" for nothing built')
    return [(s, town, table[s]) for s, town in zip(state.seats, state.towns, strict=True)]


def _listed(words: str, seat: str) -> list[BuildMove]:
    builds: list[BuildMove] = []
    for word in words.replace(",", " ").split():
        try:
            action = parse(f"build {word}")
        except NotationError:
            raise RecordError(
                f"{LAYOUT}, {seat}: {shortened_text(word)}: write a building and a cell, "
                "such as Y4@E5/1"
            ) from None
        assert isinstance(action, BuildMove), "every word was read as a building"
        builds.append(action)
    return builds


def _drawn(grid: Grid, town: Town, words: str, seat: str) -> list[BuildMove]:
    """The buildings of a drawing: for each code, a build that covers the cells with this code."""
    placements, where = town.home.placements, f"{LAYOUT}, {seat}"
    builds: list[BuildMove] = []
    for piece, mask in _masks(grid, words, where).items():
        try:
            ways = placements.of_piece(piece)
        except (IllegalMove, KeyError):
            raise RecordError(
                f"{where}: {shortened_text(piece)} is no building of this set"
            ) from None
        fitting = [build for build in ways if placements[build].mask == mask]
        if not fitting:
            raise RecordError(f"{where}: {_why_not(grid, placements, piece, mask)}")
        builds.append(fitting[0])
    return builds


def _masks(grid: Grid, words: str, where: str) -> dict[str, int]:
    """The mask of the cells of each code in a drawing."""
    rows = [line.split() for line in words.splitlines() if line.strip()]
    if len(rows) != grid.rows:
        raise RecordError(f"{where}: a drawing of {len(rows)} rows, the board has {grid.rows}")
    masks: dict[str, int] = {}
    for number, row in enumerate(rows):
        if len(row) != grid.columns:
            raise RecordError(
                f"{where}, row {number + 1}: {len(row)} cells, the board has {grid.columns}"
            )
        for column, code in enumerate(row):
            if code not in EMPTY:
                bit = 1 << number * grid.columns + column
                masks[code.upper()] = masks.get(code.upper(), 0) | bit
    return masks


def _why_not(grid: Grid, placements: Placements, piece: str, mask: int) -> str:
    """Why a piece does not cover these cells."""
    names = " ".join(grid.names(mask))
    size = placements[placements.of_piece(piece)[0]].mask.bit_count()
    parts = list(_parts(grid, mask))
    if len(parts) > 1 and all(part.bit_count() == size for part in parts):
        return f"{piece} is there twice ({names})"
    if len(parts) > 1:
        return f"{piece} is in {len(parts)} parts ({names})"
    if mask.bit_count() != size:
        return f"{piece} covers {size} cells, not {mask.bit_count()} ({names})"
    return f"{piece} has another shape than {names}"


def _parts(grid: Grid, mask: int) -> Iterator[int]:
    """Yield the parts of a mask; the cells of a part are connected edge to edge."""
    while mask:
        part, edge = 0, mask & -mask
        while edge:
            part |= edge
            edge = grid.edge_neighbours(part) & mask
        yield part
        mask &= ~part


def stated_passes(state: MyCityState, header: Mapping[str, Any]) -> dict[Seat, int]:
    """How often seats passed after their last building, if they state it; raises `RecordError`."""
    table = header.get(PASSES, {})
    if not isinstance(table, Mapping):
        raise RecordError(f"{PASSES}: a table, a line a seat, under [{PASSES}]")
    for seat, count in table.items():
        if seat not in state.seats:
            raise RecordError(
                f"{PASSES}: nobody sits at {shortened_text(seat)}; seats: {', '.join(state.seats)}"
            )
        if type(count) is not int or count < 0:
            raise RecordError(f"{PASSES}, {seat}: {count!r} is not a number of passes")
    return dict(table)
