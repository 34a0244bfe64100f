"""campaign session record | enter | list | show | replay | stats: games outside a campaign."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk, read_text
from campaign.cli.entering import commands
from campaign.cli.languages import Language
from campaign.cli.options import command, group
from campaign.cli.records import (
    AsPlayed,
    Moves,
    Seconds,
    Step,
    deadline_of,
    refused,
    show_replay,
    where_of,
    where_of_tables,
)
from campaign.services.deadline import SECONDS

Id = Annotated[int, typer.Argument(metavar="ID", help="The number of the session.")]
Game = Annotated[
    str, typer.Argument(metavar="GAME", help="Which game.", autocompletion=completion.games)
]
OneId = Annotated[
    int | None,
    typer.Argument(metavar="ID", help="One session; without it all.", show_default=False),
]
File = Annotated[str, typer.Argument(metavar="FILE|-", help="The record; - is standard input.")]
Tables = Annotated[
    str | None,
    typer.Option(
        "--tables",
        "--tiles",
        metavar="FILE",
        help="The owner's corrections of the game's tables, kept with the session.",
        show_default=False,
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    session_app = group(app, "session", "Games outside a campaign, such as My City's eternal mode.")

    @command(session_app, "record", example="campaign session record evening.toml")
    def record(
        desk: Desk,
        file: File,
        tables: Tables = None,
        as_played: AsPlayed = False,
        seconds: Seconds = SECONDS,
    ) -> None:
        """Replay a record and keep it."""
        from campaign.display.json import sessions as documents
        from campaign.display.terminal.records import sheet_table, verdict
        from campaign.services import sessions

        text = read_text(file)
        overlay = read_text(tables) if tables else ""
        with where_of(file, text), where_of_tables(tables):
            found = sessions.preview(
                text, as_played=as_played, overlay=overlay, deadline=deadline_of(desk, seconds)
            )
        if found.refusal:
            raise refused(found.verdict, found.record, found.refusal, file, text)
        desk.say(
            verdict(found.verdict, name=file),
            "",
            sheet_table(found.verdict.sheets, names=found.record.names),
        )
        desk.confirm("Keep this session?")
        with desk.writing(create=True) as session:
            kept = sessions.keep(session, found, desk.by())
        desk.say(f"It is session {kept.number}: campaign session show {kept.number}")
        if desk.options.json:
            desk.show("", documents.session(kept))

    commands.register_session(session_app)

    @command(session_app, "list", example="campaign session list")
    def list_(desk: Desk) -> None:
        """All sessions outside a campaign."""
        from campaign.display.json import sessions as documents
        from campaign.display.terminal import sessions as display
        from campaign.services import sessions

        with desk.reading() as session:
            rows = sessions.listed(session)
        desk.show(display.session_list(rows), documents.session_list(rows))

    @command(session_app, "show", example="campaign session show 12")
    def show(desk: Desk, id: Id, language: Language = "") -> None:
        """A session: how it ended, and its score sheet."""
        from campaign.display.json import sessions as documents
        from campaign.display.terminal import sessions as display
        from campaign.services import sessions

        with desk.reading() as session:
            kept = sessions.read(session, id)
        desk.show(display.session(kept, language), documents.session(kept))

    @command(session_app, "replay", example="campaign session replay 12 --step")
    def replay(
        desk: Desk, id: Id, step: Step = False, moves: Moves = None, language: Language = ""
    ) -> None:
        """Replay a session by the rules; with --step move by move."""
        from campaign.services import sessions

        with desk.reading() as session:
            kept = sessions.read(session, id)
        record, names = kept.record, kept.record.names
        show_replay(
            desk,
            record,
            kept.setup,
            kept.verdict,
            step=step,
            moves=moves,
            names=names,
            language=language,
        )

    @command(session_app, "stats", example="campaign session stats GAME 12")
    def stats(desk: Desk, game: Game, id: OneId = None, language: Language = "") -> None:
        """Statistics over all sessions of a game, or over one of them."""
        from campaign.display.json import statistics as documents
        from campaign.display.terminal import statistics as display
        from campaign.services.statistics.sessions import statistics

        with desk.reading() as session:
            found = statistics(session, game, id, language)
        desk.show(display.statistics(found), documents.statistics(found))
