"""Importing records from files as sessions: each is replayed, and kept if it is legal.

    name, text ──look_at──> FileReading, NewSession ──Folder──> staged ──news──> keeping.keep

A record that a session or an earlier file of the folder has already is not kept again. The checked
records wait in a temporary file, so memory does not grow with their number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import days, games, sessions
from campaign.services.cycles import without_cycle_collection
from campaign.services.deadline import DEADLINE, Deadline
from campaign.services.errors import not_as_shown
from campaign.services.imports import keeping
from campaign.services.imports.keeping import NewSession
from campaign.services.record_files import RecordText
from campaign.services.records import check_new_names, read_record
from campaign.store.staging import StagedItems
from engine.kernel.errors import EngineError, RecordError
from engine.kernel.overlays import digest
from engine.kernel.record import line_of_move
from engine.kernel.replay import Verdict, VerdictKind

TOGETHER = 200
"""The number of files that are checked together."""


class FileReading(NamedTuple):
    """A checked file: its verdict, and the reason why it cannot be kept, "" for none.

    `same` is the stream or file that has the record already, `line` the line of the reason, 0 for
    no single line.
    """

    name: str
    game: str = ""
    played: str = ""
    verdict: VerdictKind | None = None
    same: str = ""
    reason: str = ""
    line: int = 0
    doubt: str = ""
    """Why the day of the record is probably wrong; "" if it is not."""

    @property
    def bad(self) -> bool:
        """Whether the record cannot be kept."""
        return bool(self.reason)

    @property
    def new(self) -> bool:
        """Whether the record becomes a session."""
        return not (self.reason or self.same)


class Counts(NamedTuple):
    """The numbers of files by outcome; `first` is the first file that cannot be kept.

    `differing` counts the files that cannot be kept because their result differs.
    """

    files: int = 0
    new: int = 0
    bad: int = 0
    differing: int = 0
    first: FileReading | None = None
    doubts: int = 0
    doubted: FileReading | None = None
    """The first of the `doubts`: new records with a day that is probably wrong."""

    @property
    def here(self) -> int:
        """The number of records that are here already."""
        return self.files - self.new - self.bad


class Folder:
    """The checked files of a folder, staged in their order."""

    def __init__(self, staging: StagedItems) -> None:
        self._staging = staging
        self.counts = Counts()

    def check_files(
        self,
        files: Iterable[RecordText],
        session: Session | None,
        today: date,
        *,
        tables: Sequence[str] = (),
        as_played: bool = False,
        deadline: Deadline = DEADLINE,
    ) -> None:
        """Check all files; without a session no record is here yet. `tables` are overlays."""
        before = keeping.streams_before(session) if session else {}
        remaining = iter(files)
        while batch := list(islice(remaining, TOGETHER)):
            with without_cycle_collection():
                checked = [
                    look_at(file, today, tables=tables, as_played=as_played, deadline=deadline)
                    for file in batch
                ]
                self._stage(checked, session, before)

    def readings(self) -> Iterator[FileReading]:
        """The checked files, in their order."""
        for text in self._staging.sentences():
            name, game, played, verdict, *details = json.loads(text)
            yield FileReading(
                name, game, played, VerdictKind(verdict) if verdict else None, *details
            )

    def new_sessions(self, session: Session) -> Iterator[NewSession]:
        """The sessions to keep, in the order of the files.

        Raises `NotAllowed` if somebody has kept one of them since the files were read.
        """
        remaining = (NewSession(*json.loads(text)) for text in self._staging.contents())
        while batch := list(islice(remaining, TOGETHER)):
            if keeping.streams_of(session, (new.digest for new in batch)):
                raise not_as_shown()
            yield from batch

    def _stage(
        self,
        batch: Sequence[tuple[FileReading, NewSession | None]],
        session: Session | None,
        before: Mapping[str, str],
    ) -> None:
        """Stage checked files; a record that a session or file has already is not new."""
        digests = [new.digest for _, new in batch if new]
        here = {**before, **keeping.streams_of(session, digests)} if session else before
        for reading, new in batch:
            if new and (same := here.get(new.digest) or self._file_with(new.digest)):
                reading, new = reading._replace(same=same), None
            content = json.dumps(new) if new else None
            self._staging.add(new.digest if new else None, json.dumps(reading), content)
            files, new_count, bad, differing, first, doubts, doubted = self.counts
            in_doubt = bool(reading.new and reading.doubt)
            self.counts = Counts(
                files + 1,
                new_count + reading.new,
                bad + reading.bad,
                differing + (reading.bad and reading.verdict is VerdictKind.DIFFERS),
                first or (reading if reading.bad else None),
                doubts + in_doubt,
                doubted or (reading if in_doubt else None),
            )

    def _file_with(self, digest: str) -> str:
        """The name of the staged file with this record; "" for none."""
        about = self._staging.sentence(digest)
        return str(json.loads(about)[0]) if about else ""


def look_at(
    file: RecordText,
    today: date,
    *,
    tables: Sequence[str] = (),
    as_played: bool = False,
    deadline: Deadline = DEADLINE,
) -> tuple[FileReading, NewSession | None]:
    """Check a file; return its reading, and the session that it would become or None."""
    reading = FileReading(file.name, reason=file.unreadable)
    if file.unreadable:
        return reading, None
    try:
        written = read_record(file.text)
        check_new_names(written)
        reading = reading._replace(
            game=written.game, played=written.played.isoformat() if written.played else ""
        )
        preview = sessions.preview_record(
            written,
            as_played=as_played,
            overlay=overlay_of(written.header, written.game, (*tables, *file.tables)),
            deadline=deadline,
        )
        verdict = preview.verdict
        reading = reading._replace(verdict=verdict.kind)
        if preview.refusal:
            reason, line = _why_not(verdict, file.text, str(preview.refusal))
            return reading._replace(reason=reason, line=line), None
        reading = reading._replace(doubt=str(days.doubt(preview.record, today) or ""))
        return reading, keeping.new(preview)
    except EngineError as error:
        line = error.line if isinstance(error, RecordError) else 0
        return reading._replace(reason=str(error), line=line), None


def overlay_of(header: Mapping[str, object], game: str, tables: Sequence[str]) -> str:
    """The overlay among `tables` that a record names by its hash; "" for none.

    Raises `PackError` for a broken overlay.
    """
    key = games.find(game).OVERLAY if games.is_known(game) else ""
    for text in tables:
        if key and header.get(key) == digest(text):
            return games.checked_overlay(games.find(game), text)
    return ""


def _why_not(verdict: Verdict, text: str, refusal: str) -> tuple[str, int]:
    """Why a record may not be kept, and the line of its illegal move, 0 for none."""
    if not verdict.move:
        return refusal, 0
    reason = f'move {verdict.move}, "{verdict.words}": {verdict.reason!s}'
    return reason, line_of_move(text, verdict.move)
