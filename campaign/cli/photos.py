"""campaign photo add | list | remove: photos of the boards of an evening."""

from __future__ import annotations

import os
from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.arguments import DryRun
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import read_picture
from campaign.cli.filters import spanned, view_of_span
from campaign.cli.registration import command, group
from campaign.display.json import photos as documents
from campaign.display.terminal import photos as screens
from campaign.services import campaigns, changes, names, photos, photos_cleaning, sessions
from campaign.services import sessions_corrections as corrections
from campaign.services.corrections import amending
from campaign.services.errors import not_as_shown
from campaign.services.filters import Span
from campaign.services.photos import EveningPhoto
from campaign.store import photos as store
from campaign.store.errors import StoreError
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from sqlmodel import Session

Picture = Annotated[str, typer.Argument(metavar="FILE", help="A JPEG, PNG or WebP.")]
OfEpisode = Annotated[
    int | None,
    typer.Option(
        "--episode",
        metavar="N",
        help="The episode of the photo; without it, the last one.",
        show_default=False,
        autocompletion=completion.recorded_episodes,
    ),
]
OfSession = Annotated[
    int | None,
    typer.Option(
        "--session",
        metavar="ID",
        help="The session outside a campaign that the photo belongs to.",
        show_default=False,
        autocompletion=completion.sessions,
    ),
]
OfSeat = Annotated[
    str,
    typer.Option(
        "--whose",
        metavar="SEAT",
        help="The seat whose board it shows.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]
Hash = Annotated[
    str, typer.Argument(metavar="PHOTO", help="The beginning of its hash: see campaign photo list.")
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the history.")]

app = group(
    "photo",
    "Photos of the boards of an evening, kept as files beside the database.",
    menu=("History", 10, "photos of evenings"),
)


@command(
    app, "add", example="campaign photo add board.jpg --whose bear", also="photo picture image"
)
def add(
    env: Environment,
    file: Picture,
    episode: OfEpisode = None,
    session_: OfSession = None,
    seat: OfSeat = "",
) -> Reply[documents.PhotosDocument]:
    """Attach a photo to an evening; only its pixels are kept: no position, time or camera."""
    if episode is not None and session_ is not None:
        raise typer.BadParameter("--episode is for a campaign, --session is not: give one of them")
    folder = _folder(env)
    clean = photos_cleaning.cleaned(read_picture(file))
    photo = store.hash_of(clean.data)
    if session_ is not None:
        with env.reading() as session:
            outside = sessions.read(session, session_)
        if lost := _lost(photos.of_session(outside, folder), photo):
            return _put_back(env, folder, clean.data, lost)
        entry = photos.add_to_session(outside, clean, photo, seat)
        with env.writing() as session:  # in which nobody else deletes the file
            store.save(folder, clean.data)
            outside = corrections.correct(session, entry, env.author_now())
        attached = [*photos.of_session(outside, folder)][-1]
    else:
        history = env.history()
        last = max((played.number for played in history.campaign.played), default=1)
        number = last if episode is None else episode
        played = amending.played_of(history, number)
        seat = names.seat_in(history.campaign, played, seat) if seat else ""
        if lost := _lost(photos.of_episode(history, number, folder), photo):
            return _put_back(env, folder, clean.data, lost)
        change = photos.add(history, number, clean, photo, seat)
        with env.writing() as session:
            store.save(folder, clean.data)
            history = changes.keep(session, change, env.author_now())
        attached = [*photos.of_episode(history, number, folder)][-1]
    env.say(*screens.added_lines(attached, clean))
    return Reply(lambda: documents.photos([attached]))


@command(app, "list", example="campaign photo list", also="photos pictures", reads=True)
@spanned()
def list_(env: Environment, span: Span) -> Reply[documents.PhotosDocument]:
    """All photos: the evening of each, and whether its file is here and unchanged.

    With --campaign, those of this campaign.
    """
    folder = store.folder_of(env.database().url)
    with env.reading() as session:
        listed = span.select(photos.every(session, folder, _only(env, session)), attrgetter("day"))
    return Reply(
        lambda: documents.photos(listed),
        view_of_span(span, listed, lambda: screens.photo_list(listed, env.options.campaign or "")),
    )


@command(
    app,
    "remove",
    example="campaign photo remove 3f9a --reason 'not my board'",
    also="delete erase cancel undo drop rm",
)
def remove(
    env: Environment, photo: Hash, reason: Reason = "", dry_run: DryRun = False
) -> Reply[documents.PhotosDocument]:
    """Delete a photo; the history still says that there was one, and that it was removed."""
    folder = store.folder_of(env.database().url)
    with env.reading() as session:
        only = _only(env, session)
        attachments = photos.photos_by_hash(session, folder, photo, only)
    for attached in attachments:
        env.say(screens.attached(attached))
    if folder and os.environ.get(store.VARIABLE):
        shared = phrase(
            "Other databases with photos in {folder} lose the file, too.", folder=str(folder)
        )
        env.say(shared)
    question = phrase("Delete this photo? No undo brings its file back.")
    env.confirm(question, dry_run=dry_run)
    with env.writing() as session:
        if photos.photos_by_hash(session, folder, photo, only) != attachments:
            raise not_as_shown()
        photos.remove(session, attachments, reason, env.author_now())
        if folder:  # before the entry is kept: without it the photo can be removed again
            store.remove(folder, attachments[0].photo.photo)
    env.say(phrase("The photo is deleted; copies and bundles that have it keep it."))
    return Reply(lambda: documents.photos(attachments))


def _lost(attached: Iterable[EveningPhoto], photo: str) -> EveningPhoto | None:
    """Return the photo with this hash if an evening has it and its file is not as it was."""
    return next((one for one in attached if one.photo.photo == photo and one.state != "here"), None)


def _put_back(
    env: Environment, folder: Path, data: bytes, lost: EveningPhoto
) -> Reply[documents.PhotosDocument]:
    """Save the file of an attached photo again."""
    store.save(folder, data)
    env.say(screens.attached(lost), phrase("Its file is back; the history had the photo already."))
    return Reply(lambda: documents.photos([lost._replace(state="here")]))


def _only(env: Environment, session: Session) -> str:
    """Return the stream of the campaign that --campaign names; "" without it."""
    wanted = env.options.campaign
    return campaigns.stream_of(session, wanted, env.author) if wanted else ""


def _folder(env: Environment) -> Path:
    """Return the folder of the photos; raises `StoreError` if a server has none."""
    folder = store.folder_of(env.database().url)
    if folder is None:
        raise StoreError(
            "a server has no folder for photos",
            f"name one that all its users share: {store.VARIABLE}=/srv/photos",
        )
    return folder
