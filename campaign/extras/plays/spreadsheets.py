"""A spreadsheet as CSV, a row a seat of a play -> the plays in it, in our own words.

    play  played      game     player  score
    7     2026-11-12  My City  Anna    20
    7     2026-11-12  My City  Ben     17

Rows with the same `play` are one play. Without that column rows that follow each other are, as
long as day and game stay the same and nobody comes a second time.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from itertools import chain

from campaign.extras.plays import models
from campaign.extras.plays.imported import Play, Seated, plain
from campaign.extras.plays.models import ValidationError
from campaign.extras.plays.plays import id_of
from campaign.services.table_rows import exact
from engine.kernel.errors import RecordError, quoted

APP = "a spreadsheet"
NEEDED = ("game", "player", "score")
SYNONYMS = {"date": "played", "day": "played", "name": "player", "points": "score", "id": "play"}
"""Other headings of a column, in lower case."""
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)

Numbered = tuple[int, models.Row]
"""A row, with its line in the file."""


def read(data: bytes) -> list[Play]:
    """The plays of a file, in its order; raises `RecordError` with the line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("not UTF-8 text", data.count(b"\n", 0, error.start) + 1) from None
    plays: dict[str, list[Numbered]] = {}
    group, players = 0, set[str]()
    before: models.Row | None = None
    for line, row in _rows(text):
        if row.play:
            key = row.play
        else:
            follows = before and (before.play, before.game, before.played) == (
                "",
                row.game,
                row.played,
            )
            if not follows or row.player in players:
                group, players = group + 1, set()
            key = f" {group}"  # no cell begins with a blank
        players.add(row.player)
        before = row
        plays.setdefault(key, []).append((line, row))
    return [_play(key.strip() if rows[0][1].play else "", rows) for key, rows in plays.items()]


def _rows(text: str) -> Iterator[Numbered]:
    """The rows below the heading; raises `RecordError`."""
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = _columns(next(reader, []))
        for cells in reader:
            if not any(cells):
                continue
            if len(cells) != len(columns):
                raise RecordError(
                    f"{len(cells)} cells under {len(columns)} headings", reader.line_num
                )
            filled = {
                name: exact(cell.strip())
                for name, cell in zip(columns, cells, strict=True)
                if cell.strip() and name
            }
            try:
                yield reader.line_num, models.Row.model_validate(filled)
            except ValidationError as error:
                raise RecordError(models.first_problem(error), reader.line_num) from None
    except csv.Error as error:
        raise RecordError(f"not CSV that can be read: {error}", reader.line_num) from None


def _columns(heading: list[str]) -> list[str]:
    """The columns by our names, "" for those that say nothing to us; raises `RecordError`."""
    words = [cell.strip().lower() for cell in heading]
    columns = [
        SYNONYMS[word] if word in SYNONYMS and SYNONYMS[word] not in words else word
        for word in words
    ]
    known = [name if name in models.Row.model_fields else "" for name in columns]
    if missing := [name for name in NEEDED if name not in known]:
        raise RecordError(
            f"no column {', '.join(missing)}: the first line names {', '.join(NEEDED)}, "
            "played (a day) and play (the same in all rows of a play)",
            1,
        )
    for name in filter(None, known):
        if known.count(name) > 1:
            raise RecordError(f"two columns {name}", 1)
    return known


def _play(given: str, rows: list[Numbered]) -> Play:
    """A play from its rows; raises `RecordError` where they say different things."""
    _, first = rows[0]
    there = [(line, row) for line, row in rows if not row.absent]
    people = set[tuple[str, str]]()  # two of one name sit at two seats
    for line, row in rows:
        if (row.game, row.played, row.place) != (first.game, first.played, first.place):
            raise RecordError(
                f"play {quoted(given)} has another game, day or place in line {rows[0][0]}", line
            )
        if row.player and (row.player, row.seat) in people:
            raise RecordError(f"{quoted(row.player)} is in play {quoted(given)} twice", line)
        people.add((row.player, row.seat))
    scores = chain.from_iterable((plain(row.player), row.score) for _, row in there)
    day = first.played.isoformat() if first.played else ""
    is_uuid = _UUID.fullmatch(given)
    return Play(
        app=APP,
        id=given if is_uuid else id_of("csv", given, first.game, day, *scores),
        game=first.game,
        board=f"Episode {first.episode}" if first.episode else "",
        played=first.played,
        place=first.place,
        minutes=first.minutes,
        note=first.note,
        seats=tuple(Seated(row.player, row.score, seat=row.seat.lower()) for _, row in there),
    )
