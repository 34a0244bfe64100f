"""What the cards allowed, on a page: beside the signed history, and no part of it.

    rows as they are kept ──> a table and the best lines, and the same rows as data of the page

Whoever verifies a page reads the rows from it, plays each line again, and draws the same again.
That nothing better exists is what a search found: the page says that it does not prove it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from campaign.display.html.page import data
from campaign.extras.hindsight.known import BETWEEN, Allowed
from campaign.extras.hindsight.rows import Known
from campaign.extras.hindsight.words import left_in_words
from campaign.services import forms
from campaign.store.errors import BadBundle
from engine.kernel.phrases import phrase
from engine.my_city.campaign.model import Campaign

_ROWS = re.compile(r'<script type="application/json" id="hindsight">([^<]*)</script>')


def section(
    campaign: Campaign, allowed: Mapping[int, Allowed], *, proof: bool
) -> dict[str, Any] | None:
    """What is known of the episodes that were played; None for nothing.

    With `proof` the rows go with it.
    """
    rows = [
        (f"{played.number} {row.seat}", row, row.seat in played.absent)
        for played in campaign.played
        for row in allowed.get(played.number, {}).values()
    ]
    if not rows:
        return None
    points = map(phrase, ("played", "best found", "bound", "left on the table"))
    table = {
        "label": phrase("What the cards allowed"),
        "heads": [phrase("Episode"), *points, phrase("in reach until"), phrase("found by")],
        "rows": [
            {"label": label, "cells": list(_cells(row, absent)), "total": False}
            for label, row, absent in rows
        ],
    }
    lines = [
        {
            "words": phrase(
                "Episode {number}, {seat}: the best line", number=number, seat=row.seat
            ),
            "line": row.line.replace(BETWEEN, "\n"),
        }
        for number, seats in allowed.items()
        for row in seats.values()
        if row.left[0] > 0
    ]
    kept = {number: [row._asdict() for row in seats.values()] for number, seats in allowed.items()}
    return {"table": table, "lines": lines, "rows": data(kept) if proof else ""}


def _cells(row: Known, absent: bool) -> Iterator[object]:
    """The columns of a seat; who was absent left nothing."""
    yield phrase("absent") if absent else row.played
    yield row.best
    yield phrase("{points}, proved by the search", points=row.bound) if row.proved else row.bound
    yield "" if absent else left_in_words(row)
    parted = row.left[0] > 0 and row.parted > 0 and not absent
    yield phrase("card {number}", number=row.parted) if parted else ""
    yield f"{row.solver}, {row.program}, {row.seconds} s"


def read(text: str) -> dict[int, Allowed]:
    """The rows of a page, by episode and seat; raises `BadBundle` where they are no such rows."""
    every = _ROWS.findall(text)
    if not every:
        return {}
    try:
        (written,) = every
        kept = {
            int(number): [_row(values) for values in rows]
            for number, rows in json.loads(written).items()
        }
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise BadBundle("what the page says of hindsight is damaged") from None
    return {number: {row.seat: row for row in rows} for number, rows in kept.items()}


def _row(values: Any) -> Known:
    if why := forms.of_values(values, Known):
        raise ValueError(why)
    return Known(**values)
