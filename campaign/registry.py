"""What stands beside the core: games and extras, found by entry points.

    found("campaign.games")     {"my-city": EntryPoint(...), "pebbles": EntryPoint(...)}

Those of this program are entry points of its own package, like those of any other. They are looked
at first: a package cannot take the place of a game or an extra of this program, and a name that is
found here costs no look at the metadata of all packages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution, entry_points
from typing import NamedTuple

from campaign import DISTRIBUTION

GAMES = "campaign.games"
EXTRAS = "campaign.extras"


class Package(NamedTuple):
    """An installed package: its name in the normal form, and its version."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@cache
def built_in(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of this program's own package, by name, in the order of its metadata."""
    try:
        own = distribution(DISTRIBUTION).entry_points
    except PackageNotFoundError:  # a checkout that nobody has installed
        return {}
    return {point.name: point for point in own if point.group == group}


@cache
def outside(group: str) -> tuple[EntryPoint, ...]:
    """The entry points of all other packages; two of them can have the same name."""
    points = entry_points(group=group)
    return tuple(sorted(p for p in points if package_of(p).name != DISTRIBUTION))


def found(group: str) -> Mapping[str, EntryPoint]:
    """All entry points of a group by name: ours first, and of a name taken twice the first."""
    return {**{point.name: point for point in reversed(outside(group))}, **built_in(group)}


def package_of(point: EntryPoint) -> Package:
    """The package that has an entry point."""
    if point.dist is None:
        return Package("unknown", "0")
    return Package(re.sub(r"[-_.]+", "-", point.dist.name).lower(), point.dist.version)


def is_absent(point: EntryPoint, error: ImportError) -> bool:
    """Whether loading failed because the folder that an entry point names is gone."""
    absent = error.name or ""
    return bool(absent) and (point.module == absent or point.module.startswith(f"{absent}."))
