"""Sessions outside a campaign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.games.renderers import renderer_of
from campaign.display.terminal.records import STYLE, relied_on, sheet_table, stated
from campaign.display.text.episodes import with_lines_by_hand
from campaign.services import games
from campaign.services.projections.sessions import counted
from campaign.services.sessions import Listed, Preview, counted_sheets
from campaign.services.values import Outside
from campaign.services.versions import AMENDED, Stream, reason_of
from campaign.services.words import day, many
from campaign.store.journal import number_of
from engine.kernel.replay import Kind


def session_list(rows: Sequence[Listed], earlier: int, withdrawn: int, head: str) -> RenderableType:
    """Sessions that count, a line each; how many came before; how many do not count; the head."""
    if not rows and not withdrawn:
        return parts.lines(
            parts.line("No session has been recorded."),
            parts.command("campaign session record FILE"),
        )
    table = parts.table("Id", "Game", "Played", "Scores", "", right=("Id",), notes=("Scores",))
    for row in rows:
        log = row.log
        scores = [f"{result.player or result.seat} {result.score}" for result in row.results]
        table.add_row(
            str(row.number),
            games.title(log.game),
            day(log.played or log.recorded_at),
            ", ".join(scores),
            _stored_verdict(row),
        )
    return parts.lines(
        table if rows else parts.line("No session counts."),
        parts.line(
            f"{many(earlier, 'session')} before: campaign session list --before {rows[0].number}"
        )
        if earlier
        else None,
        parts.line(f"{withdrawn} withdrawn: campaign session list --withdrawn")
        if withdrawn
        else None,
        parts.head_of_database(head),
    )


def withdrawn_list(gone: Sequence[Outside]) -> RenderableType:
    """The sessions that count no more, each with the reason and the way back."""
    if not gone:
        return parts.line("No session is withdrawn.")
    table = parts.table("Id", "Game", "Played", "Withdrawn", "Why", right=("Id",), notes=("Why",))
    for outside in gone:
        entry = outside.stream.entries[-1]
        table.add_row(
            str(outside.number),
            games.title(outside.record.game),
            _day(outside),
            f"{day(entry.recorded_at)}, {parts.fit(entry.author, 16)}",
            reason_of(entry),
        )
    return parts.lines(table, parts.command(f"campaign session restore {gone[-1].number}"))


def _stored_verdict(row: Listed) -> Text:
    """What the replay said when the session was kept; of an unknown game, that it is one."""
    log = row.log
    if not games.is_known(log.game):
        return Text("rules not installed", style=STYLE[Kind.UNVERIFIABLE])
    return Text(_verdict(log.verdict, log.as_played), style=STYLE[Kind(log.verdict)])


def session(outside: Outside, language: str) -> RenderableType:
    """A session: how the table ended, the sheets, the verdict, and its corrections."""
    record, verdict = outside.record, outside.verdict
    kind = _verdict(with_lines_by_hand(str(verdict.kind), verdict), outside.as_played)
    rows: list[RenderableType | None] = [
        parts.title(
            f"Session {outside.number}: {games.title(record.game)}, {_day(outside)}",
            f"withdrawn, {kind}" if outside.withdrawn else kind,
            STYLE[verdict.kind],
        )
    ]
    if verdict.sheets:
        rows.append(renderer_of(record.game).final(verdict.state, record.names, language))
        rows.append(sheet_table(verdict.sheets, names=record.names))
    if not verdict.sheets:
        rows.append(sheet_table(counted(outside), names=record.names))
    elif outside.as_played:
        rows.append(stated(record))
    if verdict.without_rules:
        rows.append(parts.line(f"{verdict.kind}: {verdict.reason}"))
    if imported := outside.stream.version.imported:
        rows.append(_imported(imported))
    rows.append(relied_on(verdict.placeholders))
    rows += _history(outside)
    return parts.lines(*rows)


def sheets(preview: Preview) -> RenderableType:
    """The sheets of a record that may be kept: by replay, or the scores that it states."""
    sheets = preview.verdict.sheets or counted_sheets(preview)
    return sheet_table(sheets, names=preview.record.names)


def changes(changes: Iterable[str]) -> RenderableType:
    """What another record changes in a session."""
    words = tuple(changes) or ("nothing that is listed",)
    return parts.lines(Text("What changes:", style="bold"), *map(parts.item, words))


def recorded_already(stream: Stream) -> RenderableType:
    """That the same record is here already."""
    first = stream.entries[0]
    number = number_of(first.stream)
    when = f"{day(first.recorded_at)} by {first.author}"
    return parts.line(f"This very record is session {number} already, recorded {when}.")


def corrected(outside: Outside) -> RenderableType:
    """What a correction has made of a session, and the way back."""
    number, stream = outside.number, outside.stream
    if outside.withdrawn:
        return parts.lines(
            parts.line(f"Session {number} is withdrawn. To bring it back:"),
            parts.command(f"campaign session restore {number}"),
        )
    version = stream.version.number
    counts = parts.line(f"Session {number} counts, with version {version} of its record.")
    if version == 1 or stream.entries[-1].kind != AMENDED:
        return counts
    back = parts.command(f"campaign session restore {number} --version {version - 1}")
    return parts.lines(counts, parts.line("To take that back:"), back)


def _imported(imported: Mapping[str, Any]) -> RenderableType:
    """Where a session came from, and what was known there besides the scores."""
    minutes, winners = imported.get("minutes"), imported.get("winners", ())
    words = (
        f"From {imported['app']}: results only, not proved",
        str(imported.get("board", "")),
        f"at {imported['place']}" if imported.get("place") else "",
        f"{minutes} minutes" if minutes else "",
        f"won there by {', '.join(winners)}" if winners else "",
    )
    return parts.line(", ".join(filter(None, words)))


def _day(outside: Outside) -> str:
    """The day of a session: by its record, else that on which it was recorded."""
    played = outside.record.played
    return day(played.isoformat() if played else outside.recorded_at)


def _history(outside: Outside) -> Iterator[RenderableType]:
    """What became of a session that did not stay as it was recorded; then the older records."""
    stream = outside.stream
    if len(stream.entries) == 1:
        return
    yield Text("History", style="bold")
    brought = {version.entry.seq: version.number for version in stream.versions}
    for entry in stream.entries:
        number = brought.get(entry.seq, entry.payload.get("version"))
        which = f", version {number}" if number else ""
        why = f": {reason_of(entry)}" if reason_of(entry) else ""
        kind = entry.kind.removeprefix("session ")
        yield parts.item(f"{day(entry.recorded_at)}, {entry.author}: {kind}{which}{why}")
    if outside.withdrawn:
        yield parts.command(f"campaign session restore {outside.number}")
    if len(stream.versions) > 1:
        other = next(v for v in reversed(stream.versions) if v != stream.version)
        yield parts.command(f"campaign session show {outside.number} --version {other.number}")
    yield parts.line(f"Head of this session: {stream.head}")


def _verdict(verdict: str, as_played: bool) -> str:
    return f"{verdict}, kept as played" if as_played else verdict
