"""A record told by its moves -> the same evening told by deck and boards."""

from __future__ import annotations

from engine.kernel.grid import Grid, bits
from engine.kernel.record import Record
from engine.my_city.play.state import MyCityState, Town


def by_boards(record: Record, state: MyCityState, *, drawn: bool = False) -> Record:
    """The evening that ended in a state, without its moves."""
    deck: list[str] = []
    listed: dict[str, list[str]] = {seat: [] for seat in record.seats}
    passes = dict.fromkeys(record.seats, 0)
    for move in record.moves or ():
        verb, *words = move.text.split()
        if verb == "reveal":
            deck += words
        elif verb == "build":
            listed[move.seat] += words
            passes[move.seat] = 0
        elif verb == "pass":
            passes[move.seat] += 1
    header = {
        **record.header,
        "deck": " ".join(deck),
        "layout": {
            seat: drawing(state.rules.grid, town) if drawn else " ".join(listed[seat])
            for seat, town in zip(state.seats, state.towns, strict=True)
        },
    }
    if passed := {seat: count for seat, count in passes.items() if count}:
        header["passes"] = passed
    return record._replace(header=header, moves=None)


def drawing(grid: Grid, town: Town) -> str:
    """What was built in an episode, a word a cell, a line a row."""
    piece_at = {bit: placement.piece for placement in town.built for bit in bits(placement.mask)}
    cells = [piece_at.get(1 << i, "..") for i in range(grid.rows * grid.columns)]
    rows = (cells[i : i + grid.columns] for i in range(0, len(cells), grid.columns))
    return "\n".join(map(" ".join, rows)) + "\n"
