"""Warn once about a database in a synced folder, where a sync may replace its file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.store import location, place, settings
from campaign.store.database import reading, writing
from campaign.store.errors import StoreError
from engine.kernel.phrases import Phrase, phrase

if TYPE_CHECKING:
    import sqlalchemy as sa

DATABASE, MENTIONED = "database", "synced folder"
"""The author and key of the setting that holds the folder of the last warning."""


def warn_of_sync(
    say: Callable[[Phrase], None], opened: sa.Engine, shared: Path | None = None
) -> None:
    """Warn that a database lies in a synced folder, or in the `shared` folder.

    Nothing is said if the last warning was about the same folder.
    """
    file = place.file_of(opened.url)
    if file is None:
        return
    program = location.synced_by(file)
    is_shared = shared is not None and location.lies_in(file, shared)
    if not (program or is_shared):
        return
    folder = settings.text_of_path(file.parent)
    with suppress(StoreError):  # if the folder cannot be stored, the warning is repeated
        with reading(opened) as session:
            if settings.read(session, DATABASE, MENTIONED) == folder:
                return
        with writing(opened) as session:
            settings.write(session, DATABASE, MENTIONED, folder)
    say(_by_a_program(program, file.parent) if program else _in_the_shared(file.parent))


def _by_a_program(program: str, folder: Path) -> Phrase:
    return phrase(
        "The database lies in a folder that {program} seems to sync: {folder}. Another file can "
        "take its place while it is open. Move it out, and put {command} there.",
        program=program,
        folder=str(folder),
        command="campaign sync FOLDER",
    )


def _in_the_shared(folder: Path) -> Phrase:
    return phrase(
        "The database lies in the shared folder itself: {folder}. If that is synced, another file "
        "can take its place while it is open. Move it out: {command} keeps its own file there.",
        folder=str(folder),
        command="campaign sync",
    )
