"""A report on the program and its machine, to be pasted where everybody reads it.

It has no name of a person, no path and no address.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from typing import NamedTuple

from campaign import __version__, installation, registry
from campaign.services.program import program
from campaign.store.health import Health, health

LOCALE = ("LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG")
TERMINAL = ("TERM", "COLORTERM", "TERM_PROGRAM")
"""Environment variables whose values the report shows."""
TOLD = ("CAMPAIGN_", "NO_COLOR", "COLUMNS", "LINES", "PAGER", "VISUAL", "EDITOR", "XDG_DATA_HOME")
"""Prefixes of variables; the report says only that these are set."""


class ExtraPackage(NamedTuple):
    """A package that an extra needs; its version is "" if it is not installed."""

    extra: str
    name: str
    version: str


class TerminalInfo(NamedTuple):
    """The terminal to which the program writes."""

    encoding: str
    columns: int
    lines: int
    colors: str
    is_terminal: bool


class DoctorReport(NamedTuple):
    """The program and its machine."""

    version: str
    digest: str
    python: str
    system: str
    installed: installation.InstallMethod
    packages: tuple[ExtraPackage, ...]
    others: tuple[str, ...]
    named: bool
    database: Health
    language: str
    locale: Mapping[str, str]
    variables: tuple[str, ...]
    terminal: TerminalInfo
    term: Mapping[str, str]
    report: str


def doctor_report(location: str | None, language: str, terminal: TerminalInfo) -> DoctorReport:
    """The report of this machine; `location` is the database that an option names."""
    needs = installation.extra_requirements()
    points = (
        *registry.foreign_entry_points(registry.GAMES),
        *registry.foreign_entry_points(registry.EXTRAS),
    )
    return DoctorReport(
        version=__version__,
        digest=program().split()[-1],
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        installed=installation.install_method(),
        packages=tuple(
            ExtraPackage(extra, need, installation.installed_version(need))
            for extra in sorted(needs)
            for need in needs[extra]
        ),
        others=tuple(sorted({str(point.package) for point in points})),
        named=location is not None,
        database=health(location),
        language=language,
        locale=_set(LOCALE),
        variables=tuple(sorted(name for name in os.environ if name.startswith(TOLD))),
        terminal=terminal,
        term=_set(TERMINAL),
        report=installation.project_addresses().get("Issues", ""),
    )


def _set(names: tuple[str, ...]) -> dict[str, str]:
    """The environment variables among `names` that are set, with their values."""
    return {name: os.environ[name] for name in names if os.environ.get(name)}
