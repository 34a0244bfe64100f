"""A folder of record files as sessions: each is replayed, and those that stand are kept.

    name, text ──look_at──> Looked(verdict, or why not, and on which line) ──keep──> sessions

A record that a session has already, or that came before in the same folder, is not kept again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from campaign.services import games, sessions
from campaign.services.deadline import DEADLINE, Deadline
from campaign.services.imports import keeping
from campaign.services.records import read_record
from engine.kernel.errors import EngineError, RecordError
from engine.kernel.overlays import digest
from engine.kernel.record import format_record, line_of_move
from engine.kernel.replay import Kind, Verdict

Known = dict[bytes, str]
"""Where each record is kept or was seen: a stream or the name of a file, by its digest."""


class Looked(NamedTuple):
    """A file that was looked at: what it would become, where it is already, or why it cannot be.

    `line` is that of the reason, 0 where it is about no single one.
    """

    name: str
    game: str = ""
    played: str = ""
    verdict: Kind | None = None
    new: keeping.New | None = None
    same: str = ""
    reason: str = ""
    line: int = 0

    @property
    def bad(self) -> bool:
        """Whether it cannot be kept."""
        return bool(self.reason)


def look_at(
    name: str,
    text: str,
    known: Known,
    *,
    tables: Sequence[str] = (),
    as_played: bool = False,
    deadline: Deadline = DEADLINE,
) -> Looked:
    """What a file holds; adds its record to those that are known. `tables` are owners' overlays."""
    looked = Looked(name)
    try:
        written = read_record(text)
        looked = looked._replace(
            game=written.game, played=written.played.isoformat() if written.played else ""
        )
        preview = sessions.preview_record(
            written,
            as_played=as_played,
            overlay=_overlay_of(written.header, written.game, tables),
            deadline=deadline,
        )
        verdict = preview.verdict
        looked = looked._replace(verdict=verdict.kind)
        if preview.refusal:
            reason, line = _why_not(verdict, text, str(preview.refusal))
            return looked._replace(reason=reason, line=line)
        key = keeping.digest_of(format_record(preview.record))
        if key in known:
            return looked._replace(same=known[key])
        new = keeping.new(preview)
    except EngineError as error:
        line = error.line if isinstance(error, RecordError) else 0
        return looked._replace(reason=str(error), line=line)
    known[key] = name
    return looked._replace(new=new)


def _overlay_of(header: Mapping[str, object], game: str, tables: Sequence[str]) -> str:
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
    reason = f'move {verdict.move}, "{verdict.words}": {verdict.reason}'
    return reason, line_of_move(text, verdict.move)
