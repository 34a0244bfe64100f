"""The exact version of the program, because versions may judge a record differently."""

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
"""The endings of files of code and of packs."""


@cache
def program() -> str:
    """The version of this program, with a digest of its code, its packs and the installed games."""
    digest = sha256(" ".join(games.packages()).encode())
    for package in PACKAGES:
        for file in _sources(files(package)):
            digest.update(file.read_bytes())
    return f"{__version__} {digest.hexdigest()[:12]}"


def _sources(folder: Traversable) -> Iterator[Traversable]:
    """The files of code and data below a folder, sorted by name."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith(KINDS):
            yield entry
