"""Screens of sessions outside a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.episodes import details_lines
from campaign.display.terminal.photos import photos_of
from campaign.display.terminal.records import STYLE, relied_on, sheet_table
from campaign.display.terminal.renderers import renderer_of
from campaign.display.terminal.words import MixedText
from campaign.display.text.episodes import details_in_words
from campaign.display.text.reasons import why_in_words
from campaign.display.text.records import corrected_tables_in_words
from campaign.display.text.sessions import (
    listed_scores,
    listed_verdict_in_words,
    standing_in_words,
)
from campaign.display.text.translation import Speaker
from campaign.services import games
from campaign.services.filters import EVERY, PlayFilter
from campaign.services.projections.sessions import counting_sheets, with_lines
from campaign.services.sessions import SessionPreview, counted_sheets
from campaign.services.sessions_list import SessionListing
from campaign.services.values import SessionHistory
from campaign.services.versions import AMENDED, NOTED, Stream, details_in, reason_of
from campaign.services.words import day, many
from campaign.store.journal import number_of
from engine.kernel.phrases import Wording, joined, listed, phrase, plural
from engine.kernel.replay import VerdictKind


def session_list(
    rows: Sequence[SessionListing],
    earlier: Wording,
    withdrawn: int,
    head: str,
    wanted: PlayFilter = EVERY,
    *,
    is_part: bool = False,
) -> RenderableType:
    """Sessions that count, the numbers of earlier and withdrawn ones, and the database's head.

    `earlier` is the number of earlier sessions in words, or "". With `is_part` others may count
    that were not asked for. The table has a column for places if any session has a place.
    """
    if not rows and (is_part or wanted != EVERY):
        return parts.line(phrase("No session that counts matches."))
    if not rows and not withdrawn:
        return parts.lines(
            parts.line(phrase("No session has been recorded.")),
            parts.command("campaign session enter"),
            parts.command("campaign session record FILE"),
        )
    at = ("At",) if any(row.log.place for row in rows) else ()
    headings = map(phrase, ("Id", "Game", "Played", *at, "Scores", ""))
    table = parts.table(*headings, right=("Id",), names=("At",), notes=("Scores",))
    for row in rows:
        log = row.log
        table.add_row(
            str(row.number),
            phrase(games.title(log.game)),
            day(log.played or log.recorded_at),
            *(log.place or "" for _ in at),
            listed_scores(row),
            _stored_verdict(row),
        )
    return parts.lines(
        table if rows else parts.line(phrase("No session counts.")),
        _earlier(earlier, f"list{wanted.options} --before {rows[0].number}") if earlier else None,
        _withdrawn(withdrawn, in_all=wanted != EVERY) if withdrawn else None,
        parts.head_of_database(head),
    )


def _earlier(count: Wording, command: str) -> RenderableType:
    return parts.line(
        phrase("{count} before: {command}", count=count, command=f"campaign session {command}")
    )


def _withdrawn(count: int, *, in_all: bool) -> RenderableType:
    """How many sessions are withdrawn; a filter does not count them, as it would read them all."""
    command = "campaign session list --withdrawn"
    if in_all:
        return parts.line(
            plural(
                "{count} withdrawn in all: {command}",
                "{count} withdrawn in all: {command}",
                count,
                command=command,
            )
        )
    return parts.line(
        plural(
            "{count} withdrawn: {command}", "{count} withdrawn: {command}", count, command=command
        )
    )


def withdrawn_list(
    gone: Sequence[SessionHistory], earlier: int = 0, wanted: PlayFilter = EVERY
) -> RenderableType:
    """Withdrawn sessions with their reasons, and the command that brings the last one back.

    `earlier` is the number of earlier ones that are not listed.
    """
    if not gone and wanted != EVERY:
        return parts.line(phrase("No withdrawn session matches."))
    if not gone:
        return parts.line(phrase("No session is withdrawn."))
    headings = map(phrase, ("Id", "Game", "Played", "Withdrawn", "Why"))
    table = parts.table(*headings, right=("Id",), notes=("Why",))
    for outside in gone:
        entry = outside.stream.entries[-1]
        table.add_row(
            str(outside.number),
            phrase(games.title(outside.record.game)),
            _day(outside),
            joined(", ", (day(entry.recorded_at), parts.fit(entry.author, 16))),
            why_in_words(reason_of(entry)),
        )
    return parts.lines(
        table,
        _earlier(many(earlier, "session"), f"list{wanted.options} --withdrawn")
        if earlier
        else None,
        parts.command(f"campaign session reinstate {gone[-1].number}"),
    )


_STYLES = {kind.value: STYLE[kind] for kind in VerdictKind}


def _stored_verdict(row: SessionListing) -> MixedText:
    """The stored verdict of a session, or that the rules of its game are not installed."""
    known = games.is_known(row.log.game)
    verdict = row.log.verdict if known else VerdictKind.UNVERIFIABLE.value
    style = _STYLES.get(verdict, "")  # a damaged row has any word
    return MixedText(listed_verdict_in_words(row), style=style)


def session(outside: SessionHistory, speaker: Speaker) -> RenderableType:
    """A session: the table at its end, the sheets, the verdict, and its corrections."""
    record, verdict = outside.record, outside.verdict
    rows: list[RenderableType | None] = [
        parts.title(
            phrase(
                "Session {number}: {game}, {day}",
                number=outside.number,
                game=phrase(games.title(record.game)),
                day=_day(outside),
            ),
            standing_in_words(outside),
            STYLE[verdict.kind],
        )
    ]
    sheets = counting_sheets(outside)
    if verdict.sheets:
        rows.append(renderer_of(record.game).final(verdict.state, outside.names, speaker))
        sheets = with_lines(sheets, verdict.sheets)
    replayed = {sheet.seat: sheet.total for sheet in verdict.sheets}
    rows.append(sheet_table(sheets, replayed=replayed, names=outside.names))
    if verdict.without_rules or outside.as_played:
        rows.append(parts.line(joined(": ", (phrase(verdict.kind), verdict.reason))))
    if imported := outside.imported:
        rows.append(_imported(imported, outside.names))
    rows += details_lines(outside.stream.details)
    rows += photos_of(outside.stream.photos)
    rows.append(relied_on(verdict))
    if words := corrected_tables_in_words(outside.overlay):
        rows.append(parts.line(words, "dim"))
    rows += _history(outside)
    return parts.lines(*rows)


def sheets(preview: SessionPreview, before: SessionHistory | None = None) -> RenderableType:
    """The sheets of a record before it is kept, by replay or with the stated scores.

    It may take the place of the record `before`.
    """
    sheets = preview.verdict.sheets or counted_sheets(preview, before)
    return sheet_table(sheets, names=preview.record.names)


def changes(changes: Iterable[Wording]) -> RenderableType:
    """The changes of a session that another record would make."""
    words = tuple(changes) or (phrase("nothing that is listed"),)
    return parts.lines(MixedText(phrase("What changes:"), style="bold"), *map(parts.item, words))


def recorded_already(stream: Stream) -> RenderableType:
    """A sentence saying that the same record is here already."""
    first_entry = stream.entries[0]
    words = phrase(
        "This very record is session {number} already, recorded {day} by {author}.",
        number=number_of(first_entry.stream),
        day=day(first_entry.recorded_at),
        author=first_entry.author,
    )
    return parts.line(words)


def totals(totals: Iterable[tuple[str, int]]) -> RenderableType:
    """The typed scores of players, the best first."""
    headings = map(phrase, ("Player", "Score"))
    table = parts.table(*headings, right=("Score",), names=("Player",))
    for player, total in sorted(totals, key=lambda pair: -pair[1]):
        table.add_row(player, str(total))
    return table


def correction_message(before: SessionHistory, outside: SessionHistory) -> RenderableType:
    """The message after a correction of a session: what counts now, and the way back."""
    number, stream = outside.number, outside.stream
    if outside.withdrawn:
        return parts.lines(
            parts.line(phrase("Session {number} is withdrawn. To bring it back:", number=number)),
            parts.command(f"campaign session reinstate {number}"),
        )
    counts = parts.line(
        phrase(
            "Session {number} counts, with version {version} of its record.",
            number=number,
            version=stream.version.number,
        )
    )
    if stream.entries[-1].kind != AMENDED:
        return counts
    counted = before.stream.version.number  # an older one, if that was reinstated
    undo_command = parts.command(f"campaign session reinstate {number} --record-version {counted}")
    return parts.lines(counts, parts.line(phrase("To take that back:")), undo_command)


def _imported(imported: Mapping[str, Any], names: Mapping[str, str]) -> RenderableType:
    """A line on the app from which a session came, and what it knew besides the scores."""
    starts = imported.get("starts", "")
    winners = [names.get(seat, seat) for seat in imported.get("winners", ())]
    words = (
        phrase("From {app}: results only, not proved", app=imported["app"]),
        str(imported.get("board", "")),
        phrase("won there by {names}", names=listed(winners)) if winners else "",
        phrase("first turn of {name}", name=names.get(starts, starts)) if starts else "",
    )
    return parts.line(joined(", ", filter(None, words)))


def _day(outside: SessionHistory) -> Wording:
    """The day of a session by its record, else the day on which it was recorded."""
    played = outside.record.played
    return day(played.isoformat() if played else outside.recorded_at)


def _history(outside: SessionHistory) -> Iterator[RenderableType]:
    """Yield the entries of a corrected session, the command for an older record, and its head."""
    stream = outside.stream
    if len(stream.entries) == 1:
        return
    yield MixedText(phrase("History"), style="bold")
    brought = {version.entry.seq: version.number for version in stream.versions}
    for entry in stream.entries:
        number = brought.get(entry.seq, entry.payload.get("version"))
        sentence: Wording = phrase(entry.kind.removeprefix("session "))
        if entry.kind == NOTED:
            details = details_in_words(details_in(entry.payload)) or phrase("nothing any more")
            sentence = joined(": ", (sentence, details))
        if number:
            sentence = joined(", ", (sentence, phrase("version {number}", number=number)))
        if reason_of(entry):
            sentence = joined(": ", (sentence, why_in_words(reason_of(entry))))
        yield parts.item(
            phrase(
                "{day}, {author}: {what}",
                day=day(entry.recorded_at),
                author=entry.author,
                what=sentence,
            )
        )
    if outside.withdrawn:
        yield parts.command(f"campaign session reinstate {outside.number}")
    if len(stream.versions) > 1:
        version = next(v for v in reversed(stream.versions) if v != stream.version)
        yield parts.command(
            f"campaign session show {outside.number} --record-version {version.number}"
        )
    yield parts.line(phrase("Head of this session: {head}", head=stream.head))
