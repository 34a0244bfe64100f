"""The program and its machine as a JSON document."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from campaign.display.json.parts import ByName, Document, Items, OrNull, Part, one_of
from campaign.installation import InstallMethod
from campaign.services import doctor as service


class PackagePart(Part):
    """A package that an extra needs."""

    extra: str
    name: str = Field(description="as it is asked for, such as `pillow>=12`")
    version: OrNull[str] = Field(description="null where it is not installed")


class DatabasePart(Part):
    """The state of the database, without its place."""

    kind: str = Field(description="SQLite or PostgreSQL, with its version if it could be opened")
    schema_revision: str = Field(
        description="the revision, or why there is none: `none yet`, or what is wrong"
    )
    bytes: OrNull[int]
    named: bool = Field(description="whether --db or CAMPAIGN_DB names it")


class TerminalPart(Part):
    """What the program writes to."""

    encoding: str
    columns: int
    lines: int
    colors: str
    is_terminal: bool


class DoctorDocument(Document, kind="doctor"):
    """The program and its machine, for a report: no name of a person, no path, no address."""

    version: str
    digest: str = Field(description="of the code and the packs")
    python: str
    system: str
    installed: Annotated[str, one_of(*InstallMethod)] = Field(
        description="how the program was installed"
    )
    packages: Items[PackagePart]
    others: Items[str] = Field(description="packages from elsewhere with games or extras")
    database: DatabasePart
    language: str
    locale: ByName[str] = Field(description="environment variables")
    variables: Items[str] = Field(description="names of environment variables that are set")
    terminal: TerminalPart
    term: ByName[str] = Field(description="environment variables")
    report: OrNull[str] = Field(description="where faults are reported")


def doctor_report(doctor: service.DoctorReport) -> DoctorDocument:
    """The document of the program and its machine."""
    state = doctor.database
    return DoctorDocument.from_value(
        doctor,
        packages=[PackagePart.from_value(package) for package in doctor.packages],
        database=DatabasePart(
            kind=state.kind, schema_revision=state.schema, bytes=state.bytes, named=doctor.named
        ),
        terminal=TerminalPart.from_value(doctor.terminal),
    )
