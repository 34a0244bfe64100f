"""The packs that come with the program, read as data of this package."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from engine.kernel.errors import SetupError
from engine.my_city.pack.model import Pack
from engine.my_city.pack.read import read_pack

_DATA = "engine.my_city.packs"
NEWEST = "stand_in_second"
"""The stand-in that campaigns begin with."""
NEWER: Mapping[str, str] = {"stand_in": NEWEST}
"""By the name of a pack, the name of its next edition."""


def names() -> tuple[str, ...]:
    """The names of the packs that come with the program."""
    return tuple(sorted(e.name for e in resources.files(_DATA).iterdir() if _is_pack(e.name)))


@lru_cache(maxsize=16)
def load(name: str) -> Pack:
    """A pack by name, each read once; raises `SetupError` for an unknown name."""
    if name not in names():
        raise SetupError(f"pack {name!r} is not known: {', '.join(names())}")
    return read_pack(texts(name), load)


def texts(name: str) -> Mapping[str, str]:
    """The texts of the files of a pack that comes with the program, by file name."""
    folder = resources.files(_DATA) / name
    files = sorted(e.name for e in folder.iterdir() if e.name.endswith(".toml"))
    return {file: (folder / file).read_text(encoding="utf-8") for file in files}


def _is_pack(name: str) -> bool:
    return (resources.files(_DATA) / name / "box.toml").is_file()
