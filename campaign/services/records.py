"""Preparing records for the journal: read in the form to keep, with moves in place of boards.

    text ── read_record ──> Record ── with_moves ──> Record with moves ── format_record ──> text

The journal keeps the canonical text of the same record, so the text is not parsed again.
"""

from __future__ import annotations

from collections.abc import Collection
from time import monotonic
from unicodedata import normalize

from campaign.services import games
from campaign.services.deadline import LONG, Deadline
from engine.kernel import texts
from engine.kernel.errors import NotAllowed, RecordError
from engine.kernel.game import Setup
from engine.kernel.parts import rebuild_of
from engine.kernel.phrases import phrase
from engine.kernel.record import Record, check_scores, parse_record


def read_record(text: str) -> Record:
    """Read the record in a text, in the composed form (NFC) of the journal's texts.

    Raises `RecordError`.
    """
    return parse_record(normalize("NFC", text))


def check_new_names(record: Record, known: Collection[str] = ()) -> None:
    """Raise `RecordError` for a name with a sign that nobody sees, unless it is a `known` one."""
    for seat, name in record.names.items():
        if name not in known and (sign := texts.hidden_sign(name, selectors=True)):
            raise RecordError(f"names, {seat}: {name!r} holds {sign}")


def with_moves(record: Record, setup: Setup, deadline: Deadline) -> Record:
    """The record with moves in place of its boards; the same record if it has no boards.

    An unknown order of the cards is searched for. Raises `RecordError` for impossible
    boards and for scores that could not be read again, and `NotAllowed` when the time is over.
    """
    check_scores(record.result)
    game = games.game_of_record(record)
    rebuild = rebuild_of(game)
    if rebuild is None:
        return record
    began, silent, checks = monotonic(), True, 0

    def go_on() -> bool:
        nonlocal silent, checks
        spent = monotonic() - began
        if silent and spent > LONG:
            silent = False
            deadline.tell()
        checks += 1
        deadline.progress(checks, 0)
        return spent < deadline.seconds

    completed = rebuild.complete(game, record, setup, go_on)
    if completed is None:
        raise NotAllowed(
            phrase(
                "after {seconds:g} s it is undecided whether any order of the cards gives these "
                "boards and scores",
                seconds=deadline.seconds,
            ),
            phrase(
                "write the order under deck if anybody knows it, search longer with --seconds, or "
                "keep the scores alone: {command}",
                command="campaign episode result",
            ),
        )
    return rebuild.expand(game, completed, setup)
