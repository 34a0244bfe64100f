"""Photos as files in a folder beside the database; the name of each is the hash of its content.

    campaign.db
    campaign.db.photos/3f9a....jpg

A file is whole or not there. A file whose hash is not its name
was altered, and its content is never shown.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Literal

from sqlalchemy.engine import URL

from campaign.store import parts
from campaign.store.errors import StoreError
from campaign.store.place import file_of, path_in
from campaign.store.plain_files import read_plain

VARIABLE = "CAMPAIGN_PHOTOS"
"""The variable with another folder for the photos; all users of a server need the same folder."""
LARGEST = 4 * 2**20
"""The most bytes that a photo may have."""
JPEG, BEGINS = "image/jpeg", b"\xff\xd8\xff"
_DIGEST = re.compile("[0-9a-f]{64}", re.ASCII)

State = Literal["here", "missing", "altered"]


def folder_of(url: URL) -> Path | None:
    """The folder of the photos of a database; None for a server if `VARIABLE` is not set.

    Raises `StoreError`.
    """
    if folder := path_in(VARIABLE):
        return folder
    file = file_of(url)
    return file.with_name(f"{file.name}.photos") if file else None


def path_of(folder: Path, photo: str) -> Path:
    """The file of a photo, which is named by its hash; raises `StoreError` for any other name."""
    if not _DIGEST.fullmatch(photo):
        raise StoreError(f"{photo[:70]!r} is no hash of a photo")
    return folder / f"{photo}.jpg"


def _is_photo(name: str) -> bool:
    """Whether the program gives this name to a photo."""
    return name.endswith(".jpg") and bool(_DIGEST.fullmatch(name[:-4]))


def hash_of(data: bytes) -> str:
    """The hash of a photo, which names its file."""
    return hashlib.sha256(data).hexdigest()


def save(folder: Path, data: bytes) -> None:
    """Keep a photo in the file that its hash names; raises `StoreError`."""
    photo = hash_of(data)
    path = path_of(folder, photo)
    if file_state(folder, photo) == "here":
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with parts.replacing([path], mode=parts.mode_in(folder), is_ours=_is_photo) as (file,):
            file.write(data)
    except OSError as error:
        raise StoreError(f"the photo cannot be kept in {folder}: {error.strerror}") from error


def read(folder: Path | None, photo: str) -> bytes | None:
    """The content of a photo; None if its file is missing, altered or cannot be read."""
    if folder is None or not _DIGEST.fullmatch(photo):
        return None
    try:
        data = read_plain(path_of(folder, photo), LARGEST)
    except OSError:
        return None
    return data if hash_of(data) == photo else None


def file_state(folder: Path | None, photo: str) -> State:
    """Whether the file of a photo is here, missing, or altered.

    For an account that may not read it, it is missing; what is no plain file is altered.
    """
    if read(folder, photo) is not None:
        return "here"
    if folder is None:
        return "missing"
    try:
        path = path_of(folder, photo)
        is_there, is_closed = os.path.lexists(path), path.exists() and not os.access(path, os.R_OK)
    except (OSError, StoreError):
        return "missing"
    return "altered" if is_there and not is_closed else "missing"


def remove(folder: Path, photo: str) -> None:
    """Delete the file of a photo if there is one; raises `StoreError`."""
    try:
        path_of(folder, photo).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{path_of(folder, photo)} cannot be deleted: {error.strerror}") from error


def count(folder: Path | None) -> int:
    """The number of photos in a folder."""
    try:
        return sum(file.suffix == ".jpg" for file in folder.iterdir()) if folder else 0
    except OSError:
        return 0
