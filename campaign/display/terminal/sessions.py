"""Sessions outside a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.games.renderers import renderer_of
from campaign.display.terminal.records import STYLE, relied_on, sheet_table
from campaign.services.values import Outside
from campaign.store.listing import Listed
from engine.catalogue import GAMES
from engine.kernel.replay import Kind


def session_list(rows: Sequence[Listed]) -> RenderableType:
    """All sessions, a line each."""
    if not rows:
        return parts.lines(
            parts.line("No session has been recorded."),
            parts.command("campaign session record FILE"),
        )
    table = parts.table("Id", "Game", "Played", "Won by", "Points", "", right=("Id", "Points"))
    for row in rows:
        best = [(seat, score) for seat, score, rank in row.scores if rank == 1]
        table.add_row(
            str(row.number),
            GAMES[row.game].title,
            parts.day(row.played or row.recorded_at),
            parts.fit(", ".join(row.names.get(seat, seat) for seat, _ in best), 24),
            str(best[0][1]) if best else "",
            Text(_said(row.verdict, row.as_played), style=STYLE[Kind(row.verdict)]),
        )
    return table


def session(outside: Outside, language: str) -> RenderableType:
    """A session: how the table ended, the sheets, the verdict."""
    record = outside.record
    day = parts.day(record.played.isoformat() if record.played else outside.recorded_at)
    title = Text(f"Session {outside.number}: {GAMES[record.game].title}, {day}", style="bold")
    said = _said(str(outside.verdict.kind), outside.as_played)
    title.append(" " * max(2, 79 - len(title) - len(said)))
    title.append(said, style=STYLE[outside.verdict.kind])
    rows: list[RenderableType | None] = [title]
    if outside.verdict.sheets:
        table = renderer_of(record.game).final(outside.verdict.state, record.names, language)
        rows.append(table)
        rows.append(sheet_table(outside.verdict.sheets, names=record.names))
    if outside.as_played or not outside.verdict.sheets:
        stated = ", ".join(f"{seat} {score}" for seat, score in record.result.items())
        rows.append(parts.line(f"Stated result: {stated}"))
    rows.append(relied_on(outside.verdict.placeholders))
    return parts.lines(*rows)


def _said(verdict: str, as_played: bool) -> str:
    return f"{verdict}, kept as played" if as_played else verdict
