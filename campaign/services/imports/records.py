"""Records in files as sessions: each is replayed, and those that stand are kept.

    name, text ──look_at──> FileReading, NewSession ──Folder──> staged ──news──> keeping.keep

A record that a session has already, or that came before in the same folder, is not kept again. What
was looked at waits in a temporary file, so memory stays flat however many records there are.
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
from campaign.services.imports import keeping
from campaign.services.imports.keeping import NewSession
from campaign.services.record_files import RecordText
from campaign.services.records import read_record
from campaign.store.staging import StagedItems
from engine.kernel.errors import EngineError, RecordError
from engine.kernel.overlays import digest
from engine.kernel.record import line_of_move
from engine.kernel.replay import Verdict, VerdictKind

TOGETHER = 200
"""Files whose records are looked up together."""


class FileReading(NamedTuple):
    """A file that was checked: its verdict, where its record is already, or why it cannot be kept.

    `line` is the line that the reason is about, 0 if it is about no single line.
    """

    name: str
    game: str = ""
    played: str = ""
    verdict: VerdictKind | None = None
    same: str = ""
    reason: str = ""
    line: int = 0
    doubt: str = ""
    """Why its day is probably wrong."""

    @property
    def bad(self) -> bool:
        """Whether the record cannot be kept."""
        return bool(self.reason)

    @property
    def new(self) -> bool:
        """Whether the record becomes a session."""
        return not (self.reason or self.same)


class Counts(NamedTuple):
    """How many files had which outcome; `first` is the first file that cannot be kept.

    `differing` counts the files whose result differs and was not wanted as played.
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
        """How many records are here already."""
        return self.files - self.new - self.bad


class Folder:
    """The files of a folder as they were looked at, staged in their order."""

    def __init__(self, staging: StagedItems) -> None:
        self._staging = staging
        self.counts = Counts()

    def look(
        self,
        files: Iterable[RecordText],
        session: Session | None,
        today: date,
        *,
        tables: Sequence[str] = (),
        as_played: bool = False,
        deadline: Deadline = DEADLINE,
    ) -> None:
        """Look at all files; without a session nothing is here yet. `tables` are overlays."""
        before = keeping.streams_before(session) if session else {}
        rest = iter(files)
        while batch := list(islice(rest, TOGETHER)):
            with without_cycle_collection():
                looked = [
                    look_at(file, today, tables=tables, as_played=as_played, deadline=deadline)
                    for file in batch
                ]
                self._stage(looked, session, before)

    def looked(self) -> Iterator[FileReading]:
        """The files in their order."""
        for text in self._staging.every_about():
            name, game, played, verdict, *rest = json.loads(text)
            yield FileReading(name, game, played, VerdictKind(verdict) if verdict else None, *rest)

    def news(self) -> Iterator[NewSession]:
        """What is to be kept, in the order of the files."""
        for text in self._staging.contents():
            yield NewSession(*json.loads(text))

    def _stage(
        self,
        batch: Sequence[tuple[FileReading, NewSession | None]],
        session: Session | None,
        before: Mapping[str, str],
    ) -> None:
        """Add what was looked at; a record that is somewhere already is not new."""
        digests = [new.digest for _, new in batch if new]
        here = {**before, **keeping.streams_of(session, digests)} if session else before
        for looked, new in batch:
            if new and (same := here.get(new.digest) or self._file_with(new.digest)):
                looked, new = looked._replace(same=same), None
            content = json.dumps(new) if new else None
            self._staging.add(new.digest if new else None, json.dumps(looked), content)
            files, some, bad, differing, first, doubts, doubted = self.counts
            in_doubt = bool(looked.new and looked.doubt)
            self.counts = Counts(
                files + 1,
                some + looked.new,
                bad + looked.bad,
                differing + (looked.bad and looked.verdict is VerdictKind.DIFFERS),
                first or (looked if looked.bad else None),
                doubts + in_doubt,
                doubted or (looked if in_doubt else None),
            )

    def _file_with(self, digest: str) -> str:
        """The name of the file with a record; "" where none was before."""
        about = self._staging.about(digest)
        return str(json.loads(about)[0]) if about else ""


def look_at(
    file: RecordText,
    today: date,
    *,
    tables: Sequence[str] = (),
    as_played: bool = False,
    deadline: Deadline = DEADLINE,
) -> tuple[FileReading, NewSession | None]:
    """What a file holds, and the session that it would become."""
    looked = FileReading(file.name, reason=file.unreadable)
    if file.unreadable:
        return looked, None
    try:
        written = read_record(file.text)
        looked = looked._replace(
            game=written.game, played=written.played.isoformat() if written.played else ""
        )
        preview = sessions.preview_record(
            written,
            as_played=as_played,
            overlay=overlay_of(written.header, written.game, (*tables, *file.tables)),
            deadline=deadline,
        )
        verdict = preview.verdict
        looked = looked._replace(verdict=verdict.kind)
        if preview.refusal:
            reason, line = _why_not(verdict, file.text, str(preview.refusal))
            return looked._replace(reason=reason, line=line), None
        looked = looked._replace(doubt=str(days.doubt(preview.record, today) or ""))
        return looked, keeping.new(preview)
    except EngineError as error:
        line = error.line if isinstance(error, RecordError) else 0
        return looked._replace(reason=str(error), line=line), None


def overlay_of(header: Mapping[str, object], game: str, tables: Sequence[str]) -> str:
    """The tables that a record names by their hash; "" where it names none of these.

    Raises `PackError` for broken ones.
    """
    key = games.find(game).OVERLAY if games.is_known(game) else ""
    for text in tables:
        if key and header.get(key) == digest(text):
            return games.checked_overlay(games.find(game), text)
    return ""


def _why_not(verdict: Verdict, text: str, refusal: str) -> tuple[str, int]:
    """Why a record may not be kept, and the line of the move that does not stand."""
    if not verdict.move:
        return refusal, 0
    reason = f'move {verdict.move}, "{verdict.words}": {verdict.reason!s}'
    return reason, line_of_move(text, verdict.move)
