"""Sessions outside a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.games.renderers import renderer_of
from campaign.display.terminal.records import STYLE, relied_on, sheet_table, stated
from campaign.services import games
from campaign.services.sessions import Listed
from campaign.services.values import Outside
from campaign.services.words import day
from engine.kernel.replay import Kind


def session_list(rows: Sequence[Listed], head: str) -> RenderableType:
    """All sessions, a line each, and the head of the database."""
    if not rows:
        return parts.lines(
            parts.line("No session has been recorded."),
            parts.command("campaign session record FILE"),
        )
    table = parts.table(
        "Id", "Game", "Played", "Won by", "Points", "", right=("Id", "Points"), names=("Won by",)
    )
    for row in rows:
        log, best = row.log, [result for result in row.results if result.rank == 1]
        table.add_row(
            str(row.number),
            games.title(log.game),
            day(log.played or log.recorded_at),
            ", ".join(result.player or result.seat for result in best),
            str(best[0].score) if best else "",
            _stored_verdict(row),
        )
    return parts.lines(table, parts.head_of_database(head))


def _stored_verdict(row: Listed) -> Text:
    """What the replay said when the session was kept; of an unknown game, that it is one."""
    log = row.log
    if not games.is_known(log.game):
        return Text("rules not installed", style=STYLE[Kind.UNVERIFIABLE])
    return Text(_verdict(log.verdict, log.as_played), style=STYLE[Kind(log.verdict)])


def session(outside: Outside, language: str) -> RenderableType:
    """A session: how the table ended, the sheets, the verdict."""
    record, verdict = outside.record, outside.verdict
    date = day(record.played.isoformat() if record.played else outside.recorded_at)
    rows: list[RenderableType | None] = [
        parts.title(
            f"Session {outside.number}: {games.title(record.game)}, {date}",
            _verdict(str(verdict.kind), outside.as_played),
            STYLE[verdict.kind],
        )
    ]
    if verdict.sheets:
        rows.append(renderer_of(record.game).final(verdict.state, record.names, language))
        rows.append(sheet_table(verdict.sheets, names=record.names))
    if outside.as_played or not verdict.sheets:
        rows.append(stated(record))
    if verdict.without_rules:
        rows.append(parts.line(f"{verdict.kind}: {verdict.reason}"))
    rows.append(relied_on(verdict.placeholders))
    return parts.lines(*rows)


def _verdict(verdict: str, as_played: bool) -> str:
    return f"{verdict}, kept as played" if as_played else verdict
