"""An import as one step: its sessions are withdrawn together, and restored together.

An entry in the stream of the database says which sessions came with it. Taking one back withdraws
each of its sessions that counts; nothing of them is lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlmodel import Session

from campaign.services.errors import NotFound
from campaign.services.imports import keeping
from campaign.services.imports.keeping import New
from campaign.services.projections.sessions import update_session
from campaign.services.sessions import FAMILY, check_people, outside_of
from campaign.services.values import By
from campaign.services.versions import RESTORED, WITHDRAWN, Stream, stream_of
from campaign.store import decisions, journal, projections
from campaign.store.models.sessions import OF_SESSIONS
from engine.kernel.errors import Refused
from engine.kernel.phrases import phrase


class Step(NamedTuple):
    """An import: its number from 1, the numbers of its sessions, from where, on which day."""

    number: int
    sessions: range
    source: str
    day: str

    @property
    def reason(self) -> str:
        """Why its sessions are withdrawn, by which they are known again."""
        return f"import {self.number} taken back"


def keep(session: Session, new: Iterable[New], source: str, by: By) -> range:
    """Keep sessions as one import; gives their numbers, in the order of the sessions."""
    numbers = keeping.keep(session, new, by)
    if numbers:
        came = decisions.Imported(numbers[0], numbers[-1], source[-200:])
        decisions.decide(session, decisions.IMPORTED, came, author=by.author, now=by.now)
    return numbers


def step(session: Session, number: int | None) -> Step:
    """An import by its number, or the last one; raises `NotFound`."""
    entries = [one for one in journal.read(session, decisions.STREAM) if _is_import(one)]
    if not entries or not 1 <= (number or 1) <= len(entries):
        raise NotFound(
            phrase(
                "there is no import {number}: there are {count}", number=number, count=len(entries)
            )
            if entries
            else phrase("nothing was imported here")
        )
    number = number or len(entries)
    entry = entries[number - 1]
    numbers = range(entry.payload["first"], entry.payload["last"] + 1)
    return Step(number, numbers, str(entry.payload["source"]), entry.day)


def counting(session: Session, step: Step) -> tuple[Stream, ...]:
    """Its sessions that count; raises `Refused` where none does."""
    found = tuple(one for one in _streams(session, step) if not one.withdrawn)
    if not found:
        raise Refused(
            phrase("import {number} is taken back already", number=step.number),
            f"campaign import reinstate {step.number}",
        )
    return found


def taken_back(session: Session, step: Step) -> tuple[Stream, ...]:
    """Its sessions that were taken back with it; raises `Refused` where none was."""
    found = tuple(
        one
        for one in _streams(session, step)
        if one.withdrawn and one.withdrawn.payload.get("reason") == step.reason
    )
    if not found:
        raise Refused(phrase("import {number} is not taken back", number=step.number))
    return found


def withdraw(session: Session, step: Step, streams: Iterable[Stream], by: By) -> None:
    """Let sessions of an import count no more."""
    for stream in streams:
        name = stream.entries[0].stream
        payload = {"reason": step.reason}
        journal.append(session, name, WITHDRAWN, payload, author=by.author, now=by.now)
        projections.sync(session, name, {}, OF_SESSIONS)


def reinstate(session: Session, streams: Iterable[Stream], by: By) -> None:
    """Let sessions count again, with the records that they had."""
    persons = decisions.persons(session)
    for stream in streams:
        name = stream.entries[0].stream
        payload = {"version": stream.version.number}
        journal.append(session, name, RESTORED, payload, author=by.author, now=by.now)
        outside = outside_of(journal.read(session, name), persons)
        check_people(outside.record.names.values(), persons)
        update_session(session, name, outside)


def _streams(session: Session, step: Step) -> Iterable[Stream]:
    return map(stream_of, journal.read_family(session, FAMILY, step.sessions))


def _is_import(entry: journal.Entry) -> bool:
    return entry.kind == decisions.IMPORTED
