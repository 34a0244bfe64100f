"""campaign chronicle: a page to keep, to send and to print."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from campaign.cli import export_files, printing
from campaign.cli.arguments import OneId
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import LARGEST_PAGE
from campaign.cli.filters import filtered
from campaign.cli.registration import command, group
from campaign.cli.stdout import print_line
from campaign.display.html import chronicle as pages
from campaign.display.html import photos as photo_pages
from campaign.display.html import proof
from campaign.display.html import sessions as session_pages
from campaign.display.json import chronicle as documents
from campaign.display.text import typed_days
from campaign.extras.extra import hook_answers
from campaign.services import chronicle as service
from campaign.services import sessions, sessions_list
from campaign.services.filters import EVERY, PlayFilter
from campaign.services.words import many
from campaign.shell import command_on
from campaign.store import clock
from campaign.store import photos as store
from engine.kernel.phrases import phrase

Output = Annotated[
    Path,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE.html|FILE.pdf",
        help="The page, - is standard output; a PDF is printed by Chromium, Chrome or Edge.",
    ),
]
NewSince = Annotated[
    str,
    typer.Option(
        "--new-since",
        metavar="EPISODE|DAY",
        help="Show first what is new: from that episode on, or after that day.",
        show_default=False,
    ),
]
NoProof = Annotated[bool, typer.Option("--no-proof", help="Leave out the signed history.")]
Anonymous = Annotated[
    bool,
    typer.Option("--anonymous", help="Seats in place of players, no records; without proof."),
]

WithPhotos = Annotated[
    bool,
    typer.Option(
        "--photos", help="Include the photos of the evenings, as far as they are on this machine."
    ),
]

app = group()


@command(
    app,
    "chronicle",
    example="campaign chronicle -o tuesday.html",
    menu=("History", 8, "a page to keep"),
    also="page html web print book story pictures",
)
def chronicle(
    env: Environment,
    output: Output,
    new_since: NewSince = "",
    no_proof: NoProof = False,
    anonymous: Anonymous = False,
    photos: WithPhotos = False,
) -> Reply[documents.ChronicleDocument]:
    """One page of the campaign: boards, replays, sheets, standings; it proves itself."""
    if anonymous and photos:
        raise typer.BadParameter("--photos may show who played: not with --anonymous")
    with env.reading() as session:
        history = env.campaign_history(session)
        read_day = partial(typed_days.read_day, today=clock.today())
        choices = pages.ChronicleChoices(
            env.speaker.language,
            service.episode_since(history, new_since, read_day) if new_since else 0,
            anonymous,
            not (no_proof or anonymous or printing.is_pdf(output)),
        )
        markup = proof.chronicle_proof(session, history, choices, env.author_now())
        page_parts = list(hook_answers("page", session, history))
    if photos:
        photo_part = photo_pages.photos_in_folder(history, store.folder_of(env.database().url))
        page_parts.append(photo_part)
        env.say(phrase("Photos on it: {count}", count=len(photo_part.pictures)))
    text = pages.chronicle_of(history, choices, markup, page_parts)
    _write(env, output, text)
    episodes = many(len(history.campaign.played), "episode")
    env.say(
        phrase(
            "{file}: {campaign}, {episodes}.",
            file=output,
            campaign=history.campaign.name,
            episodes=episodes,
        )
    )
    if choices.proof and str(output) != "-":
        if output.stat().st_size > LARGEST_PAGE:
            env.say(
                phrase(
                    "It has too many photos to be checked: leave {option} out for a page that can.",
                    option="--photos",
                )
            )
        else:
            check = command_on("campaign audit --file", output)
            env.say(phrase("It proves itself: {command}", command=check))
    return Reply(
        lambda: documents.ChronicleDocument(
            output=str(output), proof=choices.proof, characters=len(text)
        )
    )


@filtered("player", "game", "where", "since", "until", "verdict")
def of_sessions(
    env: Environment, output: Output, wanted: PlayFilter, id: OneId = None
) -> Reply[documents.ChronicleDocument]:
    """A page of a session: the table, its course, the record; without ID, a list of all."""
    if id is not None and wanted != EVERY:
        raise typer.BadParameter(
            f"session {id} is a single one, but {wanted.options.strip()} filters a list"
        )
    with env.reading() as session:
        if id is None:
            wanted = sessions_list.resolved_filter(session, wanted)
            rows = sessions_list.listed(session, wanted=wanted)
            text = session_pages.session_list(rows, env.speaker)
        else:
            text = session_pages.session(sessions.read(session, id), env.speaker)
    _write(env, output, text)
    if id:
        what = phrase("session {number}", number=id)
    elif wanted == EVERY:
        what = phrase("all sessions")
    else:
        what = phrase("sessions{options}", options=wanted.options)
    env.say(phrase("{file}: {what}.", file=output, what=what))
    return Reply(
        lambda: documents.ChronicleDocument(output=str(output), proof=False, characters=len(text))
    )


def _write(env: Environment, output: Path, text: str) -> None:
    """Write a page to a file, or print it for `-`; ask before an existing file is replaced."""
    if str(output) == "-":
        if env.options.json:
            raise typer.BadParameter("--json lists the written files: give -o FILE")
        print_line(text)
        return
    data = printing.print_pdf(text) if printing.is_pdf(output) else text.encode()
    export_files.write_file(env, output, data)
