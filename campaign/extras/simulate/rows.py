"""Simulated games as rows of a table: a row for each seat, or a row for each record.

Every game has the same columns; those that only My City fills are empty for others. `docs/fleet.md`
names them. A game can be played again from its seed, so the rows of seats keep no moves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import NamedTuple

from campaign.extras.simulate.games import Games, play_out, texts
from campaign.services.cycles import without_cycle_collection
from campaign.services.table_rows import OF_RECORD, CellKind, Row, TableColumn
from engine.kernel.dealer import DealtGame
from engine.kernel.game import Seat
from engine.my_city.play.state import MyCityState


class SimulationTable(NamedTuple):
    """A table of simulated games: what a row is, and its columns."""

    name: str
    meaning: str
    columns: tuple[TableColumn, ...]


SEED = TableColumn("seed", CellKind.WHOLE, "the seed that gives this game again")
SIMULATED = SimulationTable(
    "simulated",
    "a row for each seat of a simulated game",
    (
        SEED,
        TableColumn("game", CellKind.TEXT, "the id of the game"),
        TableColumn("edition", CellKind.TEXT, "the edition of its rules"),
        TableColumn("episode", CellKind.WHOLE, "the episode of My City; empty for others"),
        TableColumn("seats", CellKind.WHOLE, "how many played"),
        TableColumn("seat", CellKind.TEXT, "the seat of this row"),
        TableColumn("player", CellKind.TEXT, "the simple player who sat there"),
        TableColumn("score", CellKind.WHOLE, "its score"),
        TableColumn("rank", CellKind.WHOLE, "its rank, 1 is best"),
        TableColumn("moves", CellKind.WHOLE, "how many moves it made"),
        TableColumn("passes", CellKind.WHOLE, "how many of them were a pass"),
        TableColumn("quit", CellKind.TRUTH, "whether it quit before the end"),
        TableColumn("rewards", CellKind.TEXT, "My City: points at once, JSON of label to points"),
        TableColumn("lines", CellKind.TEXT, "the lines of its sheet, JSON of label to points"),
    ),
)
"""The table with a row for each seat."""
RECORDS = SimulationTable("records", "a row for each simulated game", (SEED, *OF_RECORD))
"""The table with a row for each record."""


class RowSource(NamedTuple):
    """A kind of rows: their table, and the function that returns the rows of some games."""

    table: SimulationTable
    of: Callable[[Games], list[Row]]


@without_cycle_collection()
def rows(wanted: Games) -> list[Row]:
    """The rows of the games, in the order of their seeds and seats."""
    games = zip(wanted.seeds, play_out(wanted), strict=True)
    return [row for seed, dealt in games for row in _of_game(wanted, seed, dealt)]


def records(wanted: Games) -> list[Row]:
    """The records of the games, in the order of their seeds."""
    tables = wanted.setup.overlay or None
    games = zip(wanted.seeds, texts(wanted), strict=True)
    return [(seed, wanted.name, text, tables) for seed, text in games]


OF_SEATS, OF_RECORDS = RowSource(SIMULATED, rows), RowSource(RECORDS, records)


def _of_game(wanted: Games, seed: int, dealt: DealtGame) -> Iterator[Row]:
    record = dealt.record
    episode = record.header.get("episode")
    for sheet in dealt.sheets:
        moves = [move.text for move in record.moves or () if move.seat == sheet.seat]
        lines = dict[str, int]()
        for line in sheet.lines:
            label = str(line.label)
            lines[label] = lines.get(label, 0) + line.points
        yield (
            *(seed, record.game, record.edition, episode, len(record.seats), sheet.seat),
            *(wanted.seated[sheet.seat], sheet.total, sheet.rank, len(moves)),
            *(moves.count("pass"), "quit" in moves),
            *(_rewards(dealt, sheet.seat), json.dumps(lines, ensure_ascii=False)),
        )


def _rewards(dealt: DealtGame, seat: Seat) -> str | None:
    """The points that a seat earned at once, by reason, as JSON; None if the game has none."""
    final = dealt.final
    if not isinstance(final, MyCityState):
        return None
    return json.dumps(dict(final.town(seat).rewards), ensure_ascii=False)
