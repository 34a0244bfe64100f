"""The exported tables: their columns, each with its meaning, and the rows of one play.

    plays             a row for each seat of a play
    lines             a row for each line of a score sheet
    moves             a row for each move
    stickers, marks   what campaigns leave on boards
    dice and others   what a game has of its own, from its kit
    records           a row for each session outside a campaign: the record itself

A writer of tables knows only their columns and rows. `docs/export_columns.md` is made from this
module. If a column goes or changes its meaning, raise `SCHEMA`; add a new column last in its table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, Protocol

from campaign.extras.plays.plays import CampaignExport, CountedPlay
from campaign.games.kit import GameKit, kits
from campaign.services import games, stickers
from campaign.services.statistics.tables import SoundSession
from campaign.services.table_rows import OF_RECORD, CellKind, GameTable, Row, TableColumn
from campaign.store import stamps
from engine.kernel.game import CHANCE
from engine.kernel.record import format_record
from engine.kernel.replay import replay_steps
from engine.my_city.campaign.reasons import recorded_reason


class ExportTable(NamedTuple):
    """A table: what a row is, its columns, and functions for its rows of a play or a campaign."""

    name: str
    meaning: str
    columns: tuple[TableColumn, ...]
    of_play: Callable[[CountedPlay], Iterator[Row]] | None = None
    of_campaign: Callable[[CampaignExport], Iterator[Row]] | None = None
    moves: bool = True
    """Whether the rows need the moves, so that sessions are replayed."""

    def rows(self, item: CountedPlay | CampaignExport) -> Iterator[Row]:
        """The rows that a play or a campaign brings to the table."""
        if isinstance(item, CountedPlay):
            return self.of_play(item) if self.of_play else iter(())
        return self.of_campaign(item) if self.of_campaign else iter(())


class GameTables(Protocol):
    """What the part `tables` of a kit has."""

    TABLES: tuple[GameTable, ...]


def _plays(play: CountedPlay) -> Iterator[Row]:
    record = play.record
    replayed = {sheet.seat: sheet.total for sheet in play.verdict.sheets}
    sheets = {sheet.seat: sheet for sheet in play.sheets}
    played = record.played.isoformat() if record.played else None
    of_play = (play.id, play.campaign, play.number, play.episode, record.game, record.edition)
    judged = (
        played,
        stamps.utc(play.recorded_at),
        str(play.verdict.kind),
        play.as_played,
        len(record.seats),
    )
    variant = play.variant if play.episode is None else ""
    details = (value or None for value in play.details)
    noted = (play.day, *details, variant or None, play.simulated)
    for order, seat in enumerate(record.seats, 1):
        sheet = sheets.get(seat)
        yield (
            *of_play,
            *judged,
            seat,
            order,
            play.players[seat],
            seat in play.substitutes,
            False,
            seat == play.starts,
            sheet.total if sheet else None,
            replayed.get(seat),
            sheet.rank if sheet else None,
            sheet.rank == 1 if sheet else None,
            str(sheet.tie) if sheet and sheet.tie else None,
            *noted,
        )
    for seat, player in play.away.items():
        nothing = (None,) * 5
        yield (*of_play, *judged, seat, None, player, False, True, False, *nothing, *noted)


def _lines(play: CountedPlay) -> Iterator[Row]:
    for sheet in play.verdict.sheets:
        lines = [(line.label, line.points, True, str(line.note) or None) for line in sheet.lines]
        figures = [(label, value, False, None) for label, value in sheet.figures]
        for number, (label, points, counts, note) in enumerate((*lines, *figures), 1):
            yield play.id, sheet.seat, number, str(label), points, counts, note


def _moves(play: CountedPlay) -> Iterator[Row]:
    if not play.can_replay:
        return
    game = games.game_of_record(play.record)
    scores: Mapping[str, int] = {}
    for step in replay_steps(game, play.record, play.setup):
        if not scores:
            scores = {sheet.seat: sheet.total for sheet in game.score(step.before)}
        after = {sheet.seat: sheet.total for sheet in game.score(step.after)}
        seat, text = step.move.seat, step.move.text
        earned = None if seat == CHANCE else after[seat] - scores[seat]
        verb, _, words = text.partition(" ")
        yield play.id, step.number, seat, verb, words or None, earned
        scores = after


def _stickers(whole: CampaignExport) -> Iterator[Row]:
    after = stickers.last_episodes(whole.history)
    for city in whole.history.campaign.cities:
        for sticker in city.stickers:
            yield (
                whole.name,
                city.seat,
                whole.players[city.seat],
                after.get(sticker.entry, 0),
                sticker.kind,
                sticker.square,
                recorded_reason(sticker.reason),
                sticker.chosen,
                sticker.entry,
            )


def _marks(whole: CampaignExport) -> Iterator[Row]:
    for city in whole.history.campaign.cities:
        player = whole.players[city.seat]
        for mark in city.marks:
            reason = recorded_reason(mark.reason)
            yield whole.name, city.seat, player, mark.episode, mark.amount, reason


def _of_games() -> Iterator[ExportTable]:
    """The tables of games, with the play as first column; the first one of a name counts."""
    names = {"plays", "lines", "moves", "stickers", "marks", "records"}
    for kit in kits():
        part: GameTables | None = kit.part("tables")
        for table in part.TABLES if part else ():
            if table.name in names:
                continue
            names.add(table.name)
            columns = (PLAY, *table.columns)
            yield ExportTable(table.name, table.meaning, columns, partial(_of_game, kit, table))


def _of_game(kit: GameKit, table: GameTable, play: CountedPlay) -> Iterator[Row]:
    if play.record.game != kit.name or not play.can_replay:
        return
    names = {seat: seat for seat in play.record.seats}
    final = play.verdict.state
    game = SoundSession(0, names, play.record, play.setup, final, play.verdict.sheets)
    yield from ((play.id, *row) for row in table.rows(game))


def _records(play: CountedPlay) -> Iterator[Row]:
    if play.number is not None and not play.simulated:
        record = play.record
        yield play.id, play.number, record.game, format_record(record), play.overlay or None


TEXT, WHOLE, NUMBER, TRUTH = CellKind.TEXT, CellKind.WHOLE, CellKind.NUMBER, CellKind.TRUTH
PLAY = TableColumn("play", TEXT, "the play: the same id in every table and every export")
SEAT = TableColumn("seat", TEXT, "the place at the table; in My City the animal")
OF_CITY = (
    TableColumn("campaign", TEXT, "the name of the campaign"),
    TableColumn("seat", TEXT, "the city"),
    TableColumn("player", TEXT, "who holds it now; empty while nobody does"),
)

TABLES: Mapping[str, ExportTable] = {
    table.name: table
    for table in (
        ExportTable(
            "plays",
            "A row for each seat of a play, and for each absent city.",
            (
                PLAY,
                TableColumn("campaign", TEXT, "the campaign of an episode; else empty"),
                TableColumn(
                    "session", WHOLE, "the number of a session outside a campaign; else empty"
                ),
                TableColumn("episode", WHOLE, "the episode of My City; else empty"),
                TableColumn("game", TEXT, "the game, as a record names it"),
                TableColumn("edition", TEXT, "the edition of its rules"),
                TableColumn("played", CellKind.DAY, "the day, if it was noted"),
                TableColumn("recorded_at", CellKind.TIME, "when it was recorded first, UTC"),
                TableColumn("verdict", TEXT, "what the replay says"),
                TableColumn("as_played", TRUTH, "whether the scores that count are those on paper"),
                TableColumn("seats", WHOLE, "how many seats played"),
                SEAT,
                TableColumn(
                    "seat_order", WHOLE, "the place in seat order, from 1; empty if absent"
                ),
                TableColumn(
                    "player", TEXT, "who played, or who holds the absent city; may be empty"
                ),
                TableColumn(
                    "substitute", TRUTH, "whether somebody else played the city that evening"
                ),
                TableColumn("absent", TRUTH, "whether nobody played the city"),
                TableColumn(
                    "starts",
                    TRUTH,
                    "whether it had the first turn; never in My City, nor if nobody noted it",
                ),
                TableColumn("score", WHOLE, "the score that counts"),
                TableColumn("replayed", WHOLE, "the score by replay; empty without moves"),
                TableColumn("rank", WHOLE, "1 is best, or whom the table of an import named"),
                TableColumn("winner", TRUTH, "whether the rank is 1"),
                TableColumn("tie", TEXT, "why it ranks before an equal score, or with it"),
                TableColumn(
                    "day", CellKind.DAY, "the day that was noted, else the day of recording"
                ),
                TableColumn("place", TEXT, "where it was played; empty if it was not noted"),
                TableColumn("minutes", WHOLE, "how long it took; empty if it was not noted"),
                TableColumn("note", TEXT, "a remark of the table on the evening"),
                TableColumn("variant", TEXT, "such as expert; empty if the game has only one"),
                TableColumn("simulated", TRUTH, "whether simple players played it, and no people"),
            ),
            of_play=_plays,
            moves=False,
        ),
        ExportTable(
            "lines",
            "A row for each line of a score sheet, by replay. Plays without moves have none.",
            (
                PLAY,
                SEAT,
                TableColumn("line", WHOLE, "the line of the sheet, from 1"),
                TableColumn("label", TEXT, "what it is for"),
                TableColumn("points", WHOLE, "its points"),
                TableColumn("counts", TRUTH, "false for a figure that is noted beside the score"),
                TableColumn("note", TEXT, "how the points came about"),
            ),
            of_play=_lines,
            moves=False,
        ),
        ExportTable(
            "moves",
            "A row for each move of a play whose moves are legal to the end.",
            (
                PLAY,
                TableColumn("move", WHOLE, "the move, from 1"),
                TableColumn("seat", TEXT, "whose move; * for the table's draws and dice"),
                TableColumn("verb", TEXT, "the first word of the move, such as build"),
                TableColumn("words", TEXT, "the rest of the move"),
                TableColumn(
                    "earned",
                    WHOLE,
                    "the change of the seat's score, as if the game ended before and after the "
                    "move; empty for *",
                ),
            ),
            of_play=_moves,
        ),
        ExportTable(
            "stickers",
            "A row for each sticker that was put on a board. Of two in one place the later one "
            "covers the earlier one.",
            (
                *OF_CITY,
                TableColumn(
                    "episode", WHOLE, "the last episode before it came; 0 before the first here"
                ),
                TableColumn("kind", TEXT, "which sticker"),
                TableColumn("place", TEXT, "its square, or its building"),
                TableColumn("reason", TEXT, "why it is there"),
                TableColumn("chosen", TRUTH, "whether a player chose the place"),
                TableColumn("entry", WHOLE, "the entry of the journal that brought it"),
            ),
            of_campaign=_stickers,
            moves=False,
        ),
        ExportTable(
            "marks",
            "A row for each reason for progress marks.",
            (
                *OF_CITY,
                TableColumn(
                    "episode", WHOLE, "the episode that brought them; 0 before the first here"
                ),
                TableColumn("amount", WHOLE, "how many"),
                TableColumn("reason", TEXT, "why"),
            ),
            of_campaign=_marks,
            moves=False,
        ),
        *_of_games(),
        ExportTable(
            "records",
            "A row for each session outside a campaign that was not simulated. Episodes of a "
            "campaign depend on each other: a bundle has them.",
            (
                PLAY,
                TableColumn("session", WHOLE, "the number of the session"),
                *OF_RECORD,
            ),
            of_play=_records,
            moves=False,
        ),
    )
}
"""The tables by name, in the order of the page."""
