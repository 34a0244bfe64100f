"""The rows of the projections, derived from a fold: pure, and the only place where it is said.

Each row has a value for every column of its table, in the order of the columns.
"""

from __future__ import annotations

from collections.abc import Mapping

from campaign.services.values import History, Outside
from campaign.store.projections import Row, Rows
from engine.kernel.record import Record
from engine.kernel.score import Sheet, ranks

SESSION_TABLES = ("session_log", "result")
"""The tables in which a session outside a campaign has rows."""


def project_campaign(history: History) -> Rows:
    """The rows of one campaign; a history that is set aside has none."""
    stream, entries, fold, origin = history
    if origin.aside:
        return {}
    pack = fold.pack
    players = {tenure.player for tenure in fold.tenures}
    return {
        "campaign": [
            (
                stream,
                fold.uid,
                fold.name,
                pack.name,
                entries[0].recorded_at,
                fold.next_episode,
                len(entries),
            )
        ],
        "player": [(stream, player) for player in sorted(players)],
        "city": [
            (stream, c.seat, c.name, c.player, c.progress, c.nuggets, _shafts(c.shafts))
            for c in fold.cities
        ],
        "tenure": [(stream, t.seat, t.since, t.player, t.until) for t in fold.tenures],
        "session_log": [
            _log(
                stream,
                played.number,
                played.record,
                played.recorded.pack,
                history.recorded_at(played.entry),
                played.verdict.kind,
                played.as_played,
                played.entry,
                played.recorded.record,
            )
            for played in fold.played
        ],
        "result": [
            row
            for played in fold.played
            for row in _results(stream, played.number, played.sheets, played.verdict.sheets)
        ],
        "sticker": [
            (stream, s.entry, c.seat, s.kind, s.square, s.reason)
            for c in fold.cities
            for s in c.stickers
        ],
        "progress_mark": [
            (stream, c.seat, m.episode, m.reason, m.amount) for c in fold.cities for m in c.marks
        ],
        "envelope": [
            (stream, e.number, fold.seals.get(str(e.number), ""), fold.opened.get(e.number, 0))
            for e in pack.envelopes
        ],
        "pack": [(stream, part, pack.name, digest) for part, digest in fold.seals.items()],
    }


def _shafts(shafts: Mapping[str, int]) -> str:
    """How deep each shaft is, such as "B 3 R 5"."""
    return " ".join(f"{colour} {depth}" for colour, depth in shafts.items())


def project_session(stream: str, outside: Outside) -> Rows:
    """The rows of one session outside a campaign."""
    record = outside.record
    return {
        "session_log": [
            _log(
                stream,
                0,
                record,
                "",
                outside.recorded_at,
                outside.verdict.kind,
                outside.as_played,
                1,
                outside.text,
            )
        ],
        "result": _results(stream, 0, counted(outside), outside.verdict.sheets),
    }


def counted(outside: Outside) -> tuple[Sheet, ...]:
    """The sheets of a session as they count: by replay, or as stated where that was kept."""
    stated = outside.record.result
    if outside.verdict.sheets and not outside.as_played:
        return outside.verdict.sheets
    places = ranks([-score for score in stated.values()])
    return tuple(
        Sheet(seat, (), score, place)
        for (seat, score), place in zip(stated.items(), places, strict=True)
    )


def _log(
    stream: str,
    number: int,
    record: Record,
    pack: str,
    recorded_at: str,
    verdict: str,
    as_played: bool,
    entry: int,
    text: str,
) -> Row:
    played = record.played.isoformat() if record.played else ""
    return (
        stream,
        number,
        record.game,
        record.edition,
        pack,
        played,
        recorded_at,
        str(verdict),
        int(as_played),
        entry,
        text,
    )


def _results(
    stream: str, number: int, sheets: tuple[Sheet, ...], replayed: tuple[Sheet, ...]
) -> list[Row]:
    """Of each seat the score that counts, the score by replay, and the rank."""
    found = {sheet.seat: sheet.total for sheet in replayed}
    return [(stream, number, s.seat, s.total, found.get(s.seat), s.rank) for s in sheets]
