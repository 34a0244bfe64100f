"""campaign session record | enter | list | show | replay | stats: games outside a campaign."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion, records, statistics
from campaign.cli.arguments import AsPlayed, Moves, RecordFile, Seconds, Step
from campaign.cli.entering.sessions import enter
from campaign.cli.environment import Environment, command, group
from campaign.cli.files import read_text
from campaign.cli.languages import Language
from campaign.display.json import sessions as documents
from campaign.display.terminal import records as record_screens
from campaign.display.terminal import sessions as screens
from campaign.services import sessions
from campaign.services.deadline import SECONDS
from campaign.store import chain

Id = Annotated[
    int,
    typer.Argument(
        metavar="ID", help="The number of the session.", autocompletion=completion.sessions
    ),
]
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

app = group("session", "Games outside a campaign, such as My City's eternal mode.")


@command(app, "record", example="campaign session record evening.toml")
def record(
    env: Environment,
    file: RecordFile,
    tables: Tables = None,
    as_played: AsPlayed = False,
    seconds: Seconds = SECONDS,
) -> None:
    """Replay a record and keep it."""
    text = read_text(file)
    overlay = read_text(tables) if tables else ""
    with records.where_of(file, text), records.where_of_tables(tables):
        preview = sessions.preview(
            text,
            as_played=as_played,
            overlay=overlay,
            deadline=records.deadline_of(env, seconds),
        )
    if preview.refusal:
        raise records.refused(preview.verdict, preview.record, preview.refusal, file, text)
    env.say(
        record_screens.verdict(preview.verdict, name=file),
        "",
        record_screens.sheet_table(preview.verdict.sheets, names=preview.record.names),
    )
    env.confirm("Keep this session?")
    with env.writing(create=True) as session:
        outside = sessions.keep(session, preview, env.by())
    env.say(f"It is session {outside.number}: campaign session show {outside.number}")
    env.say_head()
    if env.options.json:
        env.show("", documents.session(outside))


command(app, "enter", example="campaign session enter GAME --seat Anna --seat Ben")(enter)


@command(app, "list", example="campaign session list")
def list_(env: Environment) -> None:
    """All sessions outside a campaign."""
    with env.reading() as session:
        rows = sessions.listed(session)
        head = chain.head(session)
    env.show(screens.session_list(rows, head), documents.session_list(rows, head))


@command(app, "show", example="campaign session show 12")
def show(env: Environment, id: Id, language: Language = "") -> None:
    """A session: how it ended, and its score sheet."""
    with env.reading() as session:
        outside = sessions.read(session, id)
    env.show(screens.session(outside, language), documents.session(outside))


@command(app, "replay", example="campaign session replay 12 --step")
def replay(
    env: Environment, id: Id, step: Step = False, moves: Moves = None, language: Language = ""
) -> None:
    """Replay a session by the rules; with --step move by move."""
    with env.reading() as session:
        outside = sessions.read(session, id)
    records.show_replay(
        env,
        outside.record,
        outside.setup,
        outside.verdict,
        title=f"Session {id}",
        step=step,
        moves=moves,
        names=outside.record.names,
        language=language,
    )


command(app, "stats", example="campaign session stats GAME 12")(statistics.stats)
