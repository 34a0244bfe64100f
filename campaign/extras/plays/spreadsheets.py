"""Read the plays in a spreadsheet, a row for each seat of a play, as `ImportedPlay`.

    play  played      game     player  score
    7     2026-11-12  My City  Anna    20
    7     2026-11-12  My City  Ben     17

Rows with the same `play` are one play. Without that column, rows without an empty row between them
are one play as long as day and game stay the same, no other episode or variant is named, and no
player comes a second time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from campaign.extras.plays import models, sheets
from campaign.extras.plays.imported import ImportedPlay, PlayParticipant, plain_text
from campaign.extras.plays.models import ValidationError
from campaign.extras.plays.plays import id_of
from campaign.extras.plays.sheets import ReadSheet
from campaign.extras.plays.written_days import DayOrder, day_order, iso_day
from campaign.services.lookalikes import look
from campaign.services.table_rows import exact
from engine.kernel.errors import RecordError, shortened_text

APP = "a spreadsheet"
NEEDED = ("game", "player", "score")
SYNONYMS = {"date": "played", "day": "played", "name": "player", "points": "score", "id": "play"}
"""Other headings of a column, in lower case."""
SHARED = ("place", "episode", "variant", "minutes")
"""Columns in which the rows of a play have one value, or none."""
APART = ("episode", "variant")
"""Those in which another value begins another play."""
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)

Numbered = tuple[int, models.SpreadsheetRow]
"""A row, with its line in the file."""


Ask = Callable[[int, Sequence[str]], DayOrder]
"""Returns whether day or month comes first in a file; gets a line number and its cells."""


def read(sheet: ReadSheet, ask: Ask, dates: DayOrder | None = None) -> list[ImportedPlay]:
    """The plays of a table, in its order; raises `RecordError` with the line.

    `dates` says what comes first in days. Without it the rows show it, or else `ask` is called.
    """
    plays: dict[str, list[Numbered]] = {}
    key, group, players = "", 0, set[str]()
    before: models.SpreadsheetRow | None = None
    stated: dict[str, Any] = {}
    apart = _lines_after_a_gap(sheet.rows[1:])
    for line, row in _rows(sheet, ask, dates):
        if line in apart:
            before = None
        if row.play:
            key = row.play
        else:
            follows = before and (before.play, look(before.game), before.played) == (
                "",
                look(row.game),
                row.played,
            )
            other = any(
                stated.get(name, value) != value for name, value in _filled(row, APART).items()
            )
            if not follows or row.player in players or other:
                if before and len(plays[key]) == 1:
                    _check_merged(before, row, line)
                group, players, stated = group + 1, set(), {}
            key = f" {group}"  # no cell begins with a blank
        players.add(row.player)
        stated = {**_filled(row, APART), **stated}
        before = row
        plays.setdefault(key, []).append((line, row))
    return [_play(key.strip() if rows[0][1].play else "", rows) for key, rows in plays.items()]


def _filled(row: models.SpreadsheetRow, columns: Sequence[str]) -> dict[str, Any]:
    """The cells of a row in these columns that are not empty."""
    return {column: value for column in columns if (value := getattr(row, column))}


def _check_merged(before: models.SpreadsheetRow, row: models.SpreadsheetRow, line: int) -> None:
    """Raise `RecordError` if a row lacks what the only row of a play before it has.

    Of merged cells, only the first one has a value.
    """
    for column in ("play", "played") if row.game == before.game else ():
        if getattr(before, column) and not getattr(row, column):
            raise RecordError(
                f"{column} is empty, but not in the row before: fill it in every row of a play, "
                "or leave a row empty between plays",
                line,
            )


def _lines_after_a_gap(rows: Sequence[sheets.Row]) -> set[int]:
    """The lines before which a row is empty; none if that is so between all rows.

    A program that ends each line twice leaves an empty row after every row.
    """
    both = ((line, before, cells) for (_, before), (line, cells) in pairwise(rows))
    lines = {line for line, before, cells in both if any(cells) and not any(before)}
    return lines if len(lines) < sum(any(cells) for _, cells in rows) - 1 else set()


def _rows(sheet: ReadSheet, ask: Ask, dates: DayOrder | None) -> Iterator[Numbered]:
    """The rows below the heading; raises `RecordError`."""
    first, heading = sheet.rows[0] if sheet.rows else (1, [])
    columns = _columns(heading, first)
    rows = [(line, cells) for line, cells in sheet.rows[1:] if any(cells)]
    for line, cells in rows:
        if len(cells) != len(columns):
            raise RecordError(f"{len(cells)} cells under {len(columns)} headings", line)
    order = dates or _order(columns, rows, ask)
    for line, cells in rows:
        filled = {
            name: exact(cell.strip())
            for name, cell in zip(columns, cells, strict=True)
            if cell.strip() and name
        }
        if "played" in filled:
            filled["played"] = iso_day(filled["played"], order)
        try:
            yield line, models.SpreadsheetRow.model_validate(filled)
        except ValidationError as error:
            raise RecordError(models.first_problem(error), line) from None


def _order(columns: list[str], rows: list[sheets.Row], ask: Ask) -> DayOrder:
    """What comes first in the days; calls `ask` if the days do not show it."""
    if "played" not in columns:
        return DayOrder.DAY
    at = columns.index("played")
    order = day_order((line, cells[at].strip()) for line, cells in rows)
    if isinstance(order, DayOrder):
        return order
    return ask(order, next(cells for line, cells in rows if line == order))


def is_heading(cells: list[str]) -> bool:
    """Whether cells name all columns that are needed."""
    return set(NEEDED) <= set(_named(cells))


def _named(heading: list[str]) -> list[str]:
    """The columns by our names, "" for unknown ones."""
    words = [cell.strip().lower() for cell in heading]
    known = frozenset(words)
    columns = (SYNONYMS[word] if SYNONYMS.get(word, word) not in known else word for word in words)
    return [name if name in models.SpreadsheetRow.model_fields else "" for name in columns]


def _columns(heading: list[str], line: int) -> list[str]:
    """The columns by our names; raises `RecordError` if one is missing or named twice."""
    known = _named(heading)
    if missing := [name for name in NEEDED if name not in known]:
        raise RecordError(
            f"no column {', '.join(missing)}: the first line names {', '.join(NEEDED)}, "
            "played (a day) and play (the same in all rows of a play)",
            line,
        )
    for name in filter(None, known):
        if known.count(name) > 1:
            raise RecordError(f"two columns {name}", line)
    return known


def _play(play: str, rows: list[Numbered]) -> ImportedPlay:
    """A play from its rows; raises `RecordError` if the rows contradict each other."""
    _, first = rows[0]
    present = [(line, row) for line, row in rows if not row.absent]
    people = set[tuple[str, str]]()  # two players of the same name sit at two seats
    shared: dict[str, tuple[Any, int]] = {}
    for line, row in rows:
        for column, value in {
            "game": look(row.game),
            "day": row.played,
            **_filled(row, SHARED),
        }.items():
            before, there = shared.setdefault(column, (value, line))
            if value != before:
                called = f"play {shortened_text(play)}" if play else "the play"
                apart = "" if play else "; leave a row empty between two plays"
                raise RecordError(f"{called} has another {column} in line {there}{apart}", line)
        if row.player and (row.player, row.seat) in people:
            raise RecordError(
                f"{shortened_text(row.player)} is in play {shortened_text(play)} twice", line
            )
        people.add((row.player, row.seat))
    said = {column: value for column, (value, _) in shared.items()}
    if play:  # a corrected score leaves it the same play
        seated = sorted(plain_text(row.player) for _, row in present)
    else:
        seated = [word for _, row in present for word in (plain_text(row.player), row.score)]
    day = first.played.isoformat() if first.played else ""
    is_uuid = _UUID.fullmatch(play)
    return ImportedPlay(
        app=APP,
        id=play if is_uuid else id_of("csv", play, first.game, day, *seated),
        game=first.game,
        board=f"Episode {said['episode']}" if "episode" in said else said.get("variant", ""),
        played=first.played,
        place=said.get("place", ""),
        minutes=said.get("minutes", 0),
        note="\n".join(dict.fromkeys(row.note for _, row in rows if row.note)),
        seats=tuple(
            PlayParticipant(
                row.player,
                row.score,
                seat=row.seat.lower(),
                winner=row.winner,
                starts=row.starts,
                rank=row.rank,
            )
            for _, row in present
        ),
        simulated=first.simulated,
    )
