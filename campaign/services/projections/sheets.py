"""A score sheet as the JSON text of a row, and back, without the values of other columns.

    {"lines": [["trees", 8], ["rocks", -2, "a remark"]], "figures": [["coins", 3]], "tie": "..."}

Empty parts are left out. Total and rank have columns of their own. The functions are pure.
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
from engine.kernel.score import SeatScore, SheetEntry

_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode
_read = json.JSONDecoder().decode


def stored_text(sheet: SeatScore) -> str:
    """The JSON text of a sheet."""
    content = f'{{"lines":[{",".join(map(_LINES.__getitem__, sheet.lines))}]'
    if sheet.figures:
        content += f',"figures":{_write(sheet.figures)}'
    if sheet.tie:
        content += f',"tie":{_write(sheet.tie)}'
    return content + "}"


def _line(line: SheetEntry) -> str:
    return _write(line if line.note else line[:2])


_LINES = Memo(_line)
"""The JSON text of each line, remembered because sheets repeat the same few lines."""


def sheet_of_row(row: Mapping[str, Any]) -> SeatScore:
    """The sheet in a row of results; the row must have one, and its replayed score must count."""
    content = _read(row["sheet"])
    return SeatScore(
        row["seat"],
        tuple(SheetEntry(*line) for line in content["lines"]),
        row["replayed"],
        row["rank"],
        content.get("tie", ""),
        tuple(map(tuple, content.get("figures", ()))),
    )


def without_unstored_sheets(rows: Rows, stored: Keyed) -> tuple[Rows, int]:
    """The derived rows without the sheets that an older program did not store, and their number.

    `campaign db rebuild` stores these sheets.
    """
    have = stored.get(Result, {})
    unstored = {
        key for key, row in have.items() if row["sheet"] is None and row["replayed"] is not None
    }
    if not unstored:
        return rows, 0
    results = [
        {**row, "sheet": None} if (row["stream"], row["episode"], row["seat"]) in unstored else row
        for row in rows.get(Result, ())
    ]
    return {**rows, Result: results}, len(unstored)


def note_on_unstored_sheets(count: int) -> Wording:
    """The note of an audit about `count` sheets that are not stored; "" for none."""
    if not count:
        return ""
    rebuild = "campaign db rebuild"
    sheets = many(count, "sheet")
    return phrase(", {sheets} not stored yet: {command}", sheets=sheets, command=rebuild)
