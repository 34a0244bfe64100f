"""An import as one step: its sessions are withdrawn together, and restored together.

An entry in the stream of the database says which sessions came with it. Taking one back withdraws
each of its sessions that counts; nothing of them is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlmodel import Session

from campaign.services.errors import UnknownName
from campaign.services.imports import keeping
from campaign.services.imports.keeping import NewSession
from campaign.services.projections.sessions import update_session
from campaign.services.sessions import FAMILY, check_people, outside_of
from campaign.services.values import Author
from campaign.services.versions import RESTORED, WITHDRAWN, Stream, stream_of
from campaign.store import decisions, journal, projections
from campaign.store.models.sessions import OF_SESSIONS
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase


class ImportStep(NamedTuple):
    """An import: its number from 1, the numbers of its sessions, from where, on which day."""

    number: int
    sessions: range
    source: str
    day: str

    @property
    def reason(self) -> str:
        """Why its sessions are withdrawn, by which they are known again."""
        return f"import {self.number} taken back"


def keep(session: Session, new: Iterable[NewSession], source: str, by: Author) -> range:
    """Keep sessions as one import; gives their numbers, in the order of the sessions."""
    numbers = keeping.keep(session, new, by)
    if numbers:
        came = decisions.ImportDecision(numbers[0], numbers[-1], source[-200:])
        decisions.decide(session, decisions.IMPORTED, came, author=by.author, now=by.now)
    return numbers


def step(session: Session, number: int | None) -> ImportStep:
    """An import by its number, or the last one; raises `UnknownName`."""
    entries = [one for one in journal.read(session, decisions.STREAM) if _is_import(one)]
    if not entries or not 1 <= (number or 1) <= len(entries):
        raise UnknownName(
            phrase(
                "there is no import {number}: there are {count}", number=number, count=len(entries)
            )
            if entries
            else phrase("nothing was imported here")
        )
    number = number or len(entries)
    entry = entries[number - 1]
    numbers = range(entry.payload["first"], entry.payload["last"] + 1)
    return ImportStep(number, numbers, str(entry.payload["source"]), entry.day)


def counting(session: Session, step: ImportStep) -> tuple[Stream, ...]:
    """Its sessions that count; raises `NotAllowed` where none does."""
    found = tuple(one for one in _streams(session, step) if not one.withdrawn)
    if not found:
        raise NotAllowed(
            phrase("import {number} is taken back already", number=step.number),
            f"campaign import reinstate {step.number}",
        )
    return found


def taken_back(session: Session, step: ImportStep) -> tuple[Stream, ...]:
    """Its sessions that were taken back with it; raises `NotAllowed` where none was."""
    found = tuple(
        one
        for one in _streams(session, step)
        if one.withdrawn and one.withdrawn.payload.get("reason") == step.reason
    )
    if not found:
        raise NotAllowed(phrase("import {number} is not taken back", number=step.number))
    return found


def withdraw(session: Session, step: ImportStep, streams: Iterable[Stream], by: Author) -> None:
    """Let sessions of an import count no more."""
    for stream in streams:
        name = stream.entries[0].stream
        payload = {"reason": step.reason}
        journal.append(session, name, WITHDRAWN, payload, author=by.author, now=by.now)
        projections.sync(session, name, {}, OF_SESSIONS)


def reinstate(session: Session, streams: Iterable[Stream], by: Author) -> None:
    """Let sessions count again, with the records that they had."""
    persons = decisions.persons(session)
    for stream in streams:
        name = stream.entries[0].stream
        payload = {"version": stream.version.number}
        journal.append(session, name, RESTORED, payload, author=by.author, now=by.now)
        outside = outside_of(journal.read(session, name), persons)
        check_people(outside.record.names.values(), persons)
        update_session(session, name, outside)


def _streams(session: Session, step: ImportStep) -> Iterable[Stream]:
    return map(stream_of, journal.read_family(session, FAMILY, step.sessions))


def _is_import(entry: journal.Entry) -> bool:
    return entry.kind == decisions.IMPORTED
