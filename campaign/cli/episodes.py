"""campaign episode template | record | enter | result | list | show | replay."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion, corrections
from campaign.cli.desk import Desk, print_line, read_text, today
from campaign.cli.entering import commands
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
)
from campaign.services.deadline import SECONDS

if TYPE_CHECKING:
    from campaign.services.episodes import Preview
    from campaign.services.values import History
    from engine.my_city.campaign.model import Played

Number = Annotated[
    int,
    typer.Argument(
        metavar="N", help="The number of the episode.", autocompletion=completion.episodes
    ),
]
Version = Annotated[
    int | None,
    typer.Option(
        "--version",
        metavar="K",
        help="The record as it was in version K.",
        show_default=False,
    ),
]
File = Annotated[str, typer.Argument(metavar="FILE|-", help="The record; - is standard input.")]
Scores = Annotated[list[str], typer.Argument(metavar="SEAT=SCORE", help="The score of every seat.")]
Day = Annotated[
    datetime | None,
    typer.Option("--played", formats=["%Y-%m-%d"], help="The day; else today.", show_default=False),
]

Boards = Annotated[
    bool, typer.Option("--boards", help="Boards to draw what was built, in place of moves.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    episode = group(app, "episode", "The episodes of a campaign: record, show, replay.")

    @command(episode, "template", example="campaign episode template > evening.toml")
    def template(desk: Desk, boards: Boards = False) -> None:
        """A record of the next episode, to be filled in with any editor."""
        from campaign.display.json import episodes as documents
        from campaign.services import episodes

        with desk.reading() as session:
            history = desk.campaign(session)
        text = episodes.template(history, today(), boards=boards)
        if desk.options.json:
            desk.show("", documents.template(history, text))
        else:
            print_line(text)

    @command(episode, "record", example="campaign episode record evening.toml")
    def record(
        desk: Desk, file: File, as_played: AsPlayed = False, seconds: Seconds = SECONDS
    ) -> None:
        """Replay a record, show what follows from it, and keep it."""
        from campaign.services import episodes

        text = read_text(file)
        with desk.reading() as session:
            history = desk.campaign(session)
        with where_of(file, text):
            preview = episodes.preview(
                history, text, as_played=as_played, deadline=deadline_of(desk, seconds)
            )
        keep(desk, history, preview, file, text)

    @command(episode, "result", example="campaign episode result eagle=21 bear=18")
    def result(desk: Desk, scores: Scores, played: Day = None) -> None:
        """Keep an episode of which only the scores were noted: nothing in it is proved."""
        from campaign.services import episodes

        with desk.reading() as session:
            history = desk.campaign(session)
        day = played.date() if played else today()
        text = episodes.only_results(history, _scores(scores), day)
        keep(desk, history, episodes.preview(history, text), "scores alone", text)

    commands.register_episode(episode)

    @command(episode, "list", example="campaign episode list")
    def list_(desk: Desk) -> None:
        """The recorded episodes."""
        from campaign.display.json import episodes as documents
        from campaign.display.terminal import episodes as display

        with desk.reading() as session:
            history = desk.campaign(session)
        desk.show(display.episode_list(history), documents.episode_list(history))

    @command(episode, "show", example="campaign episode show 2")
    def show(desk: Desk, number: Number, version: Version = None) -> None:
        """The score sheet of an episode, and what followed from it; or an older record of it."""
        from campaign.display.json import episodes as documents
        from campaign.display.terminal import episodes as display

        with desk.reading() as session:
            history = desk.campaign(session)
        if version is not None:
            _show_version(desk, history, number, version)
        else:
            _played(history, number)
            desk.show(display.episode(history, number), documents.episode(history, number))

    @command(episode, "replay", example="campaign episode replay 2 --step")
    def replay(desk: Desk, number: Number, step: Step = False, moves: Moves = None) -> None:
        """Replay an episode by the rules; with --step move by move."""
        with desk.reading() as session:
            history = desk.campaign(session)
        played = _played(history, number)
        show_replay(desk, played.record, played.setup, played.verdict, step=step, moves=moves)

    corrections.register_episode(episode)


def keep(desk: Desk, history: History, preview: Preview, file: str, text: str) -> History:
    """Show what a record is worth and what follows, ask, and keep it."""
    from campaign.display.json import episodes as documents
    from campaign.display.terminal import episodes as display
    from campaign.display.terminal.records import sheet_table, verdict
    from campaign.services import episodes

    if preview.after is None:
        raise refused(preview.verdict, preview.record, preview.refusal, file, text)
    number = preview.record.header["episode"]
    after = preview.after.episode(number)
    if preview.entry.layout:
        desk.say(display.expansion(preview.record), "")
    desk.say(
        verdict(preview.verdict, name=file),
        "",
        sheet_table(after.sheets),
        "",
        display.follows(history.campaign, preview.after),
    )
    desk.confirm(f"Keep episode {number}?")
    with desk.writing() as session:
        history = episodes.keep(session, preview, desk.by())
    desk.say(f"Episode {number} is kept. Head for the box: {history.head}")
    if desk.options.json:
        desk.show("", documents.episode(history, number))
    return history


def _scores(words: list[str]) -> dict[str, int]:
    """`eagle=21` and its like by seat."""
    found: dict[str, int] = {}
    for word in words:
        seat, equals, score = word.partition("=")
        if not (seat and equals and re.fullmatch(r"[+-]?\d{1,6}", score, re.ASCII)):
            raise typer.BadParameter(f"{word}: write a seat and its score, such as eagle=21")
        if seat in found:
            raise typer.BadParameter(f"{seat} is there twice")
        found[seat] = int(score)
    return found


def _show_version(desk: Desk, history: History, number: int, version: int) -> None:
    """One of the records that an episode has had, word for word."""
    from campaign.display.json import corrections as documents
    from campaign.services.corrections import records_of
    from campaign.services.errors import NotFound

    found = records_of(history, number)
    if not 1 <= version <= len(found):
        raise NotFound(
            f"episode {number} has no version {version}: it has 1 to {len(found)}",
            f"campaign episode diff {number}",
        )
    one = found[version - 1]
    desk.show(one.record, documents.versions(number, (one,)))


def _played(history: History, number: int) -> Played:
    """A recorded episode; raises `NotFound`."""
    from campaign.services.errors import NotFound

    if number not in {played.number for played in history.campaign.played}:
        raise NotFound(f"episode {number} has not been recorded", "campaign episode list")
    return history.campaign.episode(number)
