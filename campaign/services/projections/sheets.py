"""A score sheet as a row stores it, and back: JSON with what the columns of the row do not say.

    {"lines": [["trees", 8], ["rocks", -2, "a remark"]], "figures": [["coins", 3]], "tie": "..."}

What is empty is left out. Total and rank have columns of their own. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from campaign.services.words import many
from campaign.store.models.sessions import Result
from campaign.store.projections import Keyed, Rows
from engine.kernel.fast.memo import Memo
from engine.kernel.phrases import Wording, phrase
from engine.kernel.score import Line, Sheet

_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode
_read = json.JSONDecoder().decode


def stored(sheet: Sheet) -> str:
    """The text of a sheet."""
    content = f'{{"lines":[{",".join(map(_LINES.__getitem__, sheet.lines))}]'
    if sheet.figures:
        content += f',"figures":{_write(sheet.figures)}'
    if sheet.tie:
        content += f',"tie":{_write(sheet.tie)}'
    return content + "}"


def _line(line: Line) -> str:
    return _write(line if line.note else line[:2])


_LINES = Memo(_line)
"""Sheets repeat the same few lines."""


def of_row(row: Mapping[str, Any]) -> Sheet:
    """The sheet of the replay in a row of results that has one, and in which the replay counts."""
    content = _read(row["sheet"])
    return Sheet(
        row["seat"],
        tuple(Line(*line) for line in content["lines"]),
        row["replayed"],
        row["rank"],
        content.get("tie", ""),
        tuple(map(tuple, content.get("figures", ()))),
    )


def as_far_as_stored(rows: Rows, stored: Keyed) -> tuple[Rows, int]:
    """Derived rows without the sheets that an older program has not stored, and how many those are.

    `campaign db rebuild` stores them.
    """
    have = stored.get(Result, {})
    left = {
        key for key, row in have.items() if row["sheet"] is None and row["replayed"] is not None
    }
    if not left:
        return rows, 0
    results = [
        {**row, "sheet": None} if (row["stream"], row["episode"], row["seat"]) in left else row
        for row in rows.get(Result, ())
    ]
    return {**rows, Result: results}, len(left)


def not_stored(count: int) -> Wording:
    """What the note of an audit says of sheets that are not stored."""
    if not count:
        return ""
    rebuild = "campaign db rebuild"
    sheets = many(count, "sheet")
    return phrase(", {sheets} not stored yet: {command}", sheets=sheets, command=rebuild)
