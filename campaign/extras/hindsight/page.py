"""The section of a page that says what the cards allowed; it is no part of the signed history.

    stored rows ──> a table and the best lines, and the same rows as data of the page

The check of a page reads the rows from it, plays each line again, and draws the same section again.
Only a search can find that no better line exists. The page says that it does not prove this.
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
    "No part of the signed history. The rules have played each best line again; the scores are "
    "those of the replay, also where others count. The bounds were found by a search, and only "
    "another search can check them."
)
_ROWS = re.compile(r'<script type="application/json" id="hindsight">([^<]*)</script>')


class HindsightPage(NamedTuple):
    """What is known of the episodes that were played, by number and seat, for a page."""

    known: Mapping[int, Seats]

    def section(self, campaign: Campaign, *, proof: bool) -> Section | None:
        """The section of the page; None if nothing is known. With `proof` it also has the rows."""
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
        stored = {
            number: [row._asdict() for row in seats.values()]
            for number, seats in self.known.items()
        }
        return Section(NAME, "allowed", NOTE, table, lines, data(stored) if proof else "")

    def missed_answer(self, history: History, number: int) -> Wording:
        """In words, the first answer of a best line that the player did not give; "" for none.

        The seat is the one that played like a best line the longest. If its row is not valid, "" is
        returned.
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
        question = questions.evening_of_episode(history, number).question(row.seat)
        name = played.participant(row.seat).player or row.seat
        return missed_in_words(name, question, row, keeping.line_of(row))

    def check(self, history: History) -> AuditCheck | None:
        """Check that the rules give the best lines their points; bounds are not proved."""
        rows = [(number, row) for number, seats in self.known.items() for row in seats.values()]
        problems = [
            f"episode {number}, {row.seat}: {why}"
            for number, row in rows
            if (why := keeping.problem(history, number, row))
        ]
        note = phrase("{count} played again, bounds not proved", count=len(rows))
        return AuditCheck(NAME, note, 0.0, tuple(problems)) if rows else None


def page_of_history(session: Session, history: History) -> HindsightPage:
    """The valid stored rows of a campaign, for a page of it."""
    return HindsightPage(keeping.valid_rows(session, history))


def _cells(row: SeatHindsightRow, absent: bool) -> Iterator[object]:
    """Yield the cells of a seat's row; an absent seat has left no points."""
    yield phrase("absent") if absent else row.played
    yield row.best
    yield phrase("{points}, proved by the search", points=row.bound) if row.proved else row.bound
    yield "" if absent else left_in_words(row)
    parted = row.left[0] > 0 and row.parted > 0 and not absent
    yield phrase("card {number}", number=row.parted) if parted else ""
    yield f"{row.solver}, {row.program}, {row.seconds} s"


def read_rows(text: str) -> HindsightPage:
    """Read the rows of a page; raises `BadBundle` if they are damaged."""
    scripts = _ROWS.findall(text)
    if not scripts:
        return HindsightPage({})
    try:
        (script,) = scripts
        stored = {
            int(number): [_row(values) for values in rows]
            for number, rows in json.loads(script).items()
        }
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise BadBundle("what the page says of hindsight is damaged") from None
    seats = {number: {row.seat: row for row in rows} for number, rows in stored.items()}
    return HindsightPage(seats)


def _row(values: Any) -> SeatHindsightRow:
    if why := forms.form_problem(values, SeatHindsightRow):
        raise ValueError(why)
    return SeatHindsightRow(**values)
