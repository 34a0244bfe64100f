"""The program and its machine, line by line: a text to paste into a report of a fault.

It is always English, because the reader of the report may speak another language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.services.doctor import DoctorReport


def doctor_report(doctor: DoctorReport) -> RenderableType:
    """The screen of the program and its machine."""
    table = parts.table("about", "what", notes=("what",))
    table.show_header = False
    for about, value in _rows(doctor):
        table.add_row(about, value)
    return table


def _rows(doctor: DoctorReport) -> Iterator[tuple[str, str]]:
    yield "campaign", f"{doctor.version} ({doctor.digest}), installed by: {doctor.installed}"
    yield "Python", doctor.python
    yield "System", doctor.system
    extras = dict.fromkeys(package.extra for package in doctor.packages)
    for number, extra in enumerate(extras):
        yield "" if number else "Extras", f"{extra}: {_packages(doctor, extra)}"
    if doctor.others:
        yield "Others", ", ".join(doctor.others)
    database = doctor.database
    place = "named by --db or CAMPAIGN_DB" if doctor.named else "in the data folder"
    size = f", {database.bytes:,} bytes" if database.bytes else ""
    yield "Database", f"{database.kind}, {place}, schema: {database.schema}{size}"
    yield "Locale", ", ".join([*_pairs(doctor.locale), f"speaks {doctor.language}"])
    terminal = doctor.terminal
    size = f"{terminal.columns} x {terminal.lines}"
    yield (
        "Terminal",
        ", ".join(
            [
                f"{size}, {terminal.encoding}, colours: {terminal.colors}",
                *_pairs(doctor.term),
                *(() if terminal.is_terminal else ("no terminal",)),
            ]
        ),
    )
    if doctor.variables:
        yield "Set", " ".join(doctor.variables)
    if doctor.report:
        yield "Report to", doctor.report


def _packages(doctor: DoctorReport, extra: str) -> str:
    versions = [package.version for package in doctor.packages if package.extra == extra]
    return ", ".join(versions) if all(versions) else "not installed"


def _pairs(variables: Mapping[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in variables.items()]
