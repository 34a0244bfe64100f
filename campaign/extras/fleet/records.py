"""Records in files as a group: replayed in batches, without a database."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.services import sessions
from campaign.services.cycles import without_cycle_collection
from campaign.services.imports.records import overlay_of
from campaign.services.projections.sessions import counted_of
from campaign.services.record_files import RecordBatch, RecordText, read
from campaign.services.record_tables import UnreadableTable
from campaign.services.records import read_record
from campaign.services.sessions import SessionPreview
from campaign.services.statistics.sessions import Figures, figures_of, sound_session
from campaign.services.statistics.tables import SoundSession
from engine.kernel.errors import EngineError
from engine.kernel.replay import VerdictKind


@without_cycle_collection()
def audit_records(part: RecordBatch) -> tuple[int, int, tuple[str, ...]]:
    """The number of records, of those without proof, and the problems by file or row."""
    records, unverifiable, problems = 0, 0, list[str]()
    for file, preview in _replayed(part):
        records += file.records
        if not isinstance(preview, SessionPreview):
            problems.append(f"{file.name}: {preview}")
        elif preview.verdict.kind in (
            VerdictKind.ILLEGAL,
            VerdictKind.INCOMPLETE,
            VerdictKind.DIFFERS,
        ):
            problems.append(f"{file.name}: {preview.verdict.kind}: {preview.verdict.reason!s}")
        elif preview.verdict.kind is VerdictKind.UNVERIFIABLE:
            unverifiable += file.records
    return records, unverifiable, tuple(problems)


@without_cycle_collection()
def figures_in(part: RecordBatch, game: str) -> Figures:
    """The figures of the records of a game; unreadable records are counted as left out.

    A result that differs from its replay counts as it was played, as a session that is kept so.
    """

    def games() -> Iterator[SoundSession | None]:
        for number, (_, preview) in enumerate(_replayed(part), part.first):
            if not isinstance(preview, SessionPreview):
                yield None
            elif preview.record.game == game:
                record, verdict = preview.record, preview.verdict
                setup = record.setup._replace(overlay=preview.overlay)
                differs = verdict.kind is VerdictKind.DIFFERS
                counting = counted_of(record, verdict, as_played=differs)
                yield sound_session(number, record, setup, verdict, record.names, counting)

    return figures_of(game, games())


def _replayed(part: RecordBatch) -> Iterator[tuple[RecordText, SessionPreview | Exception]]:
    """Yield each record with its replay, or with the error that prevents it."""
    for file in read(part):
        if file.unreadable:
            yield file, UnreadableTable(file.unreadable)
            continue
        try:
            written = read_record(file.text)
            overlay = overlay_of(written.header, written.game, file.tables)
            yield file, sessions.preview_record(written, overlay=overlay)
        except EngineError as error:
            yield file, error
