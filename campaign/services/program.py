"""The version of the program in a process: different versions might judge a record differently."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from campaign import __version__
from campaign.services import games

PACKAGES = ("engine", "campaign")
KINDS = (".py", ".toml")
"""Files of code, and of the data of packs."""


@cache
def program() -> str:
    """The version of this program and the digest of its code, its packs and the games beside it."""
    digest = sha256(" ".join(games.packages()).encode())
    for package in PACKAGES:
        for file in _sources(files(package)):
            digest.update(file.read_bytes())
    return f"{__version__} {digest.hexdigest()[:12]}"


def _sources(folder: Traversable) -> Iterator[Traversable]:
    """The files of code and data below a folder, in an order of their names."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith(KINDS):
            yield entry
