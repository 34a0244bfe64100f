"""An import as one step: its sessions are withdrawn together, and restored together.

An entry in the stream of the database has the numbers of the sessions of an import. Taking the
import back withdraws each of its sessions that counts; nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sqlmodel import Session

from campaign.services.errors import UnknownName
from campaign.services.imports import keeping
from campaign.services.imports.keeping import NewSession
from campaign.services.projections.sessions import update_session
from campaign.services.sessions import FAMILY, check_people, session_history
from campaign.services.values import Author
from campaign.services.versions import RESTORED, WITHDRAWN, Stream, stream_of
from campaign.store import chain, decisions, journal, projections
from campaign.store.models.sessions import OF_SESSIONS
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

LISTED = "campaign session list --withdrawn"


class ImportStep(NamedTuple):
    """An import: its number from 1, the numbers of its sessions, its source, its day."""

    number: int
    sessions: range
    source: str
    day: str

    @property
    def reason(self) -> str:
        """The reason in the withdrawals of its sessions, by which they are found again."""
        return keeping.reason_taken_back(self.number)


def keep(session: Session, new: Iterable[NewSession], source: str, by: Author) -> range:
    """Keep sessions as one import; return their numbers, in the order of the sessions."""
    numbers = keeping.keep(session, new, by)
    if numbers:
        decision = decisions.ImportDecision(numbers[0], numbers[-1], source[-200:])
        decisions.decide(session, decisions.IMPORTED, decision, author=by.author, now=by.now)
    return numbers


def step(session: Session, number: int | None) -> ImportStep:
    """The import with this number, or the last one; raises `UnknownName`."""
    entries = [stored for stored in journal.read(session, decisions.STREAM) if _is_import(stored)]
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


def counting_sessions(session: Session, step: ImportStep) -> tuple[Stream, ...]:
    """The sessions of an import that count; raises `NotAllowed` if none does."""
    every = tuple(_streams(session, step))
    if streams := tuple(stream for stream in every if not stream.withdrawn):
        return streams
    if gone := tuple(stream for stream in every if _is_withdrawn_with(step, stream)):
        can_return = bool(_split(session, step, gone).missing)
        raise NotAllowed(
            phrase("import {number} is taken back already", number=step.number),
            f"campaign import reinstate {step.number}" if can_return else LISTED,
        )
    raise NotAllowed(
        phrase(
            "every session of import {number} is withdrawn already, each by itself",
            number=step.number,
        ),
        LISTED,
    )


class WithdrawnSessions(NamedTuple):
    """The sessions that were withdrawn with an import: those of which nothing else counts now.

    `again` are those whose record or play came again or was brought back since, and counts.
    """

    missing: tuple[Stream, ...]
    again: tuple[Stream, ...]


def withdrawn_sessions(session: Session, step: ImportStep) -> WithdrawnSessions:
    """The sessions that were withdrawn with an import; raises `NotAllowed` if none is missing."""
    streams = tuple(s for s in _streams(session, step) if _is_withdrawn_with(step, s))
    if not streams:
        raise NotAllowed(phrase("import {number} is not taken back", number=step.number))
    withdrawn = _split(session, step, streams)
    if not withdrawn.missing:
        raise NotAllowed(
            phrase(
                "what import {number} brought was brought back, recorded or imported again since",
                number=step.number,
            ),
            phrase("{command}   lists what is withdrawn", command=LISTED),
        )
    return withdrawn


def _split(session: Session, step: ImportStep, gone: Sequence[Stream]) -> WithdrawnSessions:
    """Split the sessions that were withdrawn with an import by whether the same counts now."""
    signs = {
        sign
        for stream in (*_recorded_later(session, step), *_brought_back(session, step, gone))
        if not stream.withdrawn
        for sign in _signs(stream)
    }
    missing = tuple(stream for stream in gone if signs.isdisjoint(_signs(stream)))
    again = tuple(stream for stream in gone if not signs.isdisjoint(_signs(stream)))
    return WithdrawnSessions(missing, again)


def _recorded_later(session: Session, step: ImportStep) -> Iterator[Stream]:
    """Yield the sessions that were recorded after those of an import."""
    later = range(step.sessions.stop, journal.numbers_of(session, FAMILY).stop)
    if later:
        yield from map(stream_of, journal.read_family(session, FAMILY, later))


def _brought_back(
    session: Session, step: ImportStep, withdrawn: Iterable[Stream]
) -> Iterator[Stream]:
    """Yield the sessions from before an import that were restored since it was withdrawn."""
    left = (stream.withdrawn for stream in withdrawn)
    since = min(chain.link_number(session, entry.stream, entry.seq) for entry in left if entry)
    for name in journal.corrected_streams(session, FAMILY):
        if journal.number_of(name) < step.sessions.start:
            stream = stream_of(journal.read(session, name))
            restored = [entry for entry in stream.entries if entry.kind == RESTORED]
            if restored and chain.link_number(session, name, restored[-1].seq) > since:
                yield stream


def _signs(stream: Stream) -> tuple[str, ...]:
    """The texts by which the same play is found: its record, and its id in another program."""
    id = str(stream.versions[0].imported.get("id", "")).lower()
    return (stream.version.text, id) if id else (stream.version.text,)


def withdraw(session: Session, step: ImportStep, streams: Iterable[Stream], by: Author) -> None:
    """Withdraw sessions of an import."""
    for stream in streams:
        name = stream.entries[0].stream
        payload = {"reason": step.reason}
        journal.append(session, name, WITHDRAWN, payload, author=by.author, now=by.now)
        projections.sync(session, name, {}, OF_SESSIONS)


def reinstate(session: Session, streams: Iterable[Stream], by: Author) -> None:
    """Restore sessions with the records that they had."""
    persons = decisions.persons(session)
    for stream in streams:
        name = stream.entries[0].stream
        payload = {"version": stream.version.number}
        journal.append(session, name, RESTORED, payload, author=by.author, now=by.now)
        history = session_history(journal.read(session, name), persons)
        check_people(history.record.names.values(), persons)
        update_session(session, name, history)


def _streams(session: Session, step: ImportStep) -> Iterable[Stream]:
    return map(stream_of, journal.read_family(session, FAMILY, step.sessions))


def _is_withdrawn_with(step: ImportStep, stream: Stream) -> bool:
    """Whether a session of an import was withdrawn with it, and not by itself."""
    return bool(stream.withdrawn and stream.withdrawn.payload.get("reason") == step.reason)


def _is_import(entry: journal.Entry) -> bool:
    return entry.kind == decisions.IMPORTED
