"""The copies of a database that commands make: before they add much to it, and after an evening."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from campaign.store import copies, copy_names, errors, place
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.cli.environment import Environment


def copy_first(env: Environment) -> None:
    """Copy a database that is a file, before a command adds much to it."""
    try:
        opened = env.database()
    except errors.DatabaseMissing:
        return
    if place.file_of(opened.url):
        copy = str(copies.backup(opened))
        env.say(phrase("The database as it was before: {copy}", copy=copy))


def copy_evening(env: Environment) -> None:
    """Copy a database that is a file, after an evening was kept; announce the first copy.

    If the copy fails, the evening is kept all the same. Raises `DatabaseMoved`.
    """
    file = place.file_of(env.database().url)
    if file is None or copy_names.are_off():
        return
    is_first = False
    try:
        with suppress(errors.StoreError):  # a folder that can be written to and not read
            is_first = not copy_names.unnamed_copies(file)
        copies.backup(env.database())
    except errors.DatabaseMoved:
        raise
    except errors.StoreError as error:
        env.say(phrase("The evening is kept, but no copy was made: {why}", why=str(error)))
        return
    if is_first:
        words = phrase(
            "From now on the database is copied after each evening, into {folder}. "
            "{command} lists the copies.",
            folder=str(copy_names.folder_of(file)),
            command="campaign db restore",
        )
        env.say(words)
