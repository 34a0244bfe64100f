"""What the cards allowed, on a page: beside the signed history, and no part of it.

    rows as they are kept ──> a table and the best lines, and the same rows as data of the page

Whoever verifies a page reads the rows from it, plays each line again, and draws the same again.
That nothing better exists is what a search found: the page says that it does not prove it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlmodel import Session

from campaign.display.html.chronicle import Section
from campaign.display.html.page import data
from campaign.extras.hindsight import keeping, questions
from campaign.extras.hindsight.known import BETWEEN, Seats
from campaign.extras.hindsight.rows import SeatHindsightRow
from campaign.extras.hindsight.words import left_in_words, missed_in_words
from campaign.services import forms
from campaign.services.values import AuditCheck, History
from campaign.store.errors import BadBundle
from engine.kernel.phrases import Wording, phrase
from engine.my_city.campaign.model import Campaign

NAME = "hindsight"
NOTE = phrase(
    "No part of the signed history. Each best line was played again by the rules; that no line "
    "exceeds a bound is what a search found, and only a search can tell again."
)
_ROWS = re.compile(r'<script type="application/json" id="hindsight">([^<]*)</script>')


class HindsightPage(NamedTuple):
    """What is known of the episodes that were played, by number and seat, for a page."""

    known: Mapping[int, Seats]

    def section(self, campaign: Campaign, *, proof: bool) -> Section | None:
        """The section of the page; None where nothing is known. With `proof` the rows go too."""
        rows = [
            (f"{played.number} {row.seat}", row, row.seat in played.absent)
            for played in campaign.played
            for row in self.known.get(played.number, {}).values()
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
            (
                phrase("Episode {number}, {seat}: the best line", number=number, seat=row.seat),
                row.line.replace(BETWEEN, "\n"),
            )
            for number, seats in self.known.items()
            for row in seats.values()
            if row.left[0] > 0
        ]
        kept = {
            number: [row._asdict() for row in seats.values()]
            for number, seats in self.known.items()
        }
        return Section(NAME, "allowed", NOTE, table, lines, data(kept) if proof else "")

    def missed(self, history: History, number: int) -> Wording:
        """The first answer of the best line that another one was given to; "" for none.

        Of the seat whose line was the best one longest. A row that does not hold says nothing.
        """
        played = history.campaign.episode(number)
        left = [
            row
            for seat, row in self.known.get(number, {}).items()
            if row.left[0] > 0 and seat not in played.absent
        ]
        row = max(left, key=lambda row: (row.parted, row.left[0]), default=None)
        if row is None or keeping.problem(history, number, row):
            return ""
        question = questions.of_episode(history, number).question(row.seat)
        name = played.participant(row.seat).player or row.seat
        return missed_in_words(name, question, row, keeping.line_of(row))

    def check(self, history: History) -> AuditCheck | None:
        """Whether the rules give the best lines what the page says; bounds are not proved."""
        rows = [(number, row) for number, seats in self.known.items() for row in seats.values()]
        problems = [
            f"episode {number}, {row.seat}: {why}"
            for number, row in rows
            if (why := keeping.problem(history, number, row))
        ]
        note = phrase("{count} played again, bounds not proved", count=len(rows))
        return AuditCheck(NAME, note, 0.0, tuple(problems)) if rows else None


def held(session: Session, history: History) -> HindsightPage:
    """What is kept of a campaign and holds today, for a page of it."""
    return HindsightPage(keeping.held(session, history))


def _cells(row: SeatHindsightRow, absent: bool) -> Iterator[object]:
    """The columns of a seat; who was absent left nothing."""
    yield phrase("absent") if absent else row.played
    yield row.best
    yield phrase("{points}, proved by the search", points=row.bound) if row.proved else row.bound
    yield "" if absent else left_in_words(row)
    parted = row.left[0] > 0 and row.parted > 0 and not absent
    yield phrase("card {number}", number=row.parted) if parted else ""
    yield f"{row.solver}, {row.program}, {row.seconds} s"


def read(text: str) -> HindsightPage:
    """The rows of a page, by episode and seat; raises `BadBundle` where they are no such rows."""
    every = _ROWS.findall(text)
    if not every:
        return HindsightPage({})
    try:
        (written,) = every
        kept = {
            int(number): [_row(values) for values in rows]
            for number, rows in json.loads(written).items()
        }
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise BadBundle("what the page says of hindsight is damaged") from None
    return HindsightPage({number: {row.seat: row for row in rows} for number, rows in kept.items()})


def _row(values: Any) -> SeatHindsightRow:
    if why := forms.of_values(values, SeatHindsightRow):
        raise ValueError(why)
    return SeatHindsightRow(**values)
