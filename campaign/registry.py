"""Find the games and extras: they are entry points of installed packages.

    entry_points("campaign.games")     {"my-city": EntryPoint(...), "pebbles": EntryPoint(...)}

The entry points of this program's own package come first: no other package can replace a game or an
extra of this program.

Python's `importlib.metadata` finds the same entry points, but it costs 40 of the 110 ms of
`campaign --help`. Reading the files `*.dist-info/entry_points.txt` here costs 4 ms.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from campaign import DISTRIBUTION

GAMES = "campaign.games"
EXTRAS = "campaign.extras"

_SECTION = re.compile(r"(?ms)^\[(campaign\.\w+)\]\s*$(.*?)(?=^\[|\Z)")
_LINE = re.compile(r"(?m)^\s*([^\s#;=][^=\n]*?)\s*=\s*([\w.]+)\s*(?::\s*([\w.]+))?")


class InstalledPackage(NamedTuple):
    """An installed package: its normalized name, and its version."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class EntryPoint(NamedTuple):
    """A name that a package gives to a module, or to an attribute of one."""

    name: str
    group: str
    module: str
    attribute: str
    package: InstalledPackage

    @property
    def is_foreign(self) -> bool:
        """Whether this entry point belongs to another package than this program's."""
        return self.package.name != DISTRIBUTION

    def load(self) -> Any:
        """Import and return the named module or attribute.

        Raises `ImportError`, also if the module is only a folder without Python files.
        """
        module = import_module(self.module)
        if module.__file__ is None:
            raise ModuleNotFoundError(f"{self.module} is empty", name=self.module)
        return getattr(module, self.attribute) if self.attribute else module


def own_entry_points(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group in this program's own package, by name."""
    ours = (point for point in all_entry_points() if not point.is_foreign)
    return {point.name: point for point in ours if point.group == group}


def foreign_entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group in all other packages; two can have the same name."""
    others = (point for point in all_entry_points() if point.is_foreign)
    return tuple(sorted(point for point in others if point.group == group))


def entry_points(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name; the first keeps a name, and ours come first."""
    points = dict(own_entry_points(group))
    for point in foreign_entry_points(group):
        points.setdefault(point.name, point)
    return points


def is_absent(module: str, error: Exception) -> bool:
    """Return whether importing a module failed because its folder is gone."""
    absent = (isinstance(error, ImportError) and error.name) or ""
    return bool(absent) and (module == absent or module.startswith(f"{absent}."))


@cache
def all_entry_points() -> tuple[EntryPoint, ...]:
    """Return the entry points of all groups; a package found twice counts as found first."""
    return tuple(_read())


def _read() -> Iterator[EntryPoint]:
    """Yield the entry points of the installed packages, in the order of `sys.path`."""
    names_read: set[str] = set()
    for folder in dict.fromkeys(sys.path):
        for file in sorted(Path(folder or ".").glob("*.dist-info/entry_points.txt")):
            name, _, version = file.parent.name.removesuffix(".dist-info").partition("-")
            package = InstalledPackage(re.sub(r"[-_.]+", "-", name).lower(), version)
            text = "" if package.name in names_read else file.read_text(encoding="utf-8")
            names_read.add(package.name)
            for section in _SECTION.finditer(text):
                for line in _LINE.finditer(section[2]):
                    yield EntryPoint(line[1], section[1], line[2], line[3] or "", package)
