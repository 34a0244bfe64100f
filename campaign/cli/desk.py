"""The desk at which a command works: its options, its consoles, its database.

Data goes to stdout, everything else to stderr. Nothing is asked without a terminal. The
database is opened on first use and closed with the desk.
"""

from __future__ import annotations

import getpass
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

if TYPE_CHECKING:
    import sqlalchemy as sa
    from rich.console import Console, RenderableType
    from sqlmodel import Session

    from campaign.services.campaigns import By
    from campaign.services.values import History

LARGEST_BUNDLE = 32 * 2**20
"""Bytes of a history from elsewhere."""
LARGEST_FILE = 2_000_000
"""Bytes; a record is far smaller, and a wrong file should not be read whole."""


DECLINED, INTERRUPTED = 1, 130
"""Exit codes of a question that was not answered with yes."""


class Options(NamedTuple):
    """The options that every command has."""

    db: str | None = None
    campaign: str | None = None
    json: bool = False
    quiet: bool = False
    no_color: bool = False
    yes: bool = False
    debug: bool = False
    opened: sa.Engine | None = None
    """A database that is open already and stays so: commands then know no other."""


class FileProblem(Exception):
    """A file that cannot be used; the message says why."""


class NeedsYes(Exception):
    """A question that cannot be asked here."""


class Desk:
    """Everything a command needs besides its own arguments."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._database: sa.Engine | None = None

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        if self._database is not None:
            self._database.dispose()

    def database(self, *, create: bool = False) -> sa.Engine:
        """The database, its schema up to date; raises `StoreError`."""
        from campaign.store import database, schema

        if self.options.opened is not None:
            return self.options.opened
        if self._database is None:
            self._database = database.open_database(self.options.db, create=create)
            upgrade = schema.ensure(self._database)
            if upgrade and upgrade.backup:
                self.say(f"The database was upgraded; the copy from before: {upgrade.backup}")
        return self._database

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that sees one state and writes nothing."""
        from campaign.store.database import reading

        with reading(self.database()) as session:
            yield session

    @contextmanager
    def writing(self, *, create: bool = False) -> Iterator[Session]:
        """The one transaction of a command that writes."""
        from campaign.store.database import writing

        with writing(self.database(create=create)) as session:
            yield session

    def campaign(self, session: Session) -> History:
        """The campaign that the command means."""
        from campaign.services import campaigns

        return campaigns.find(session, self.options.campaign, self.author)

    @property
    def author(self) -> str:
        """Who works here: `CAMPAIGN_AUTHOR`, else the name of the account."""
        try:
            return os.environ.get("CAMPAIGN_AUTHOR") or getpass.getuser()
        except (KeyError, OSError):  # an account without a name
            return "somebody"

    def by(self) -> By:
        """Who does it, and when."""
        from campaign.services.campaigns import By

        return By(self.author, datetime.now(UTC))

    def print(self, *screens: RenderableType) -> None:
        """Screens on stdout."""
        from campaign.display.terminal import console

        for screen in screens:
            console.write(self.out, screen)

    def show(self, screen: RenderableType, document: dict[str, Any]) -> None:
        """Data: the screen, or with --json its document."""
        if self.options.json:
            print_line(json.dumps(document, ensure_ascii=False, indent=2))
        elif isinstance(screen, str):
            print_line(screen)
        else:
            self.print(screen)

    def say(self, *messages: RenderableType) -> None:
        """A message on stderr, unless --quiet."""
        if not self.options.quiet:
            from campaign.display.terminal import console

            for message in messages:
                console.write(self.err, message)

    @property
    def out(self) -> Console:
        """The console of the data."""
        from campaign.display.terminal import console

        return console.out(color=False if self.options.no_color else None)

    @property
    def err(self) -> Console:
        """The console of the messages."""
        from campaign.display.terminal import console

        return console.err(color=False if self.options.no_color else None)

    def confirm(self, question: str) -> None:
        """Go on only after a yes; raises `NeedsYes` where nobody can be asked."""
        if self.options.yes:
            return
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise NeedsYes("there is no terminal to ask at: add --yes to go on without a question")
        try:
            agreed, code = typer.confirm(question, err=True), DECLINED
        except typer.Abort:  # Ctrl-C, or the end of the input
            self.say("")
            agreed, code = False, INTERRUPTED
        if not agreed:
            self.say("Nothing was written.")
            raise typer.Exit(code)


def read_text(name: str) -> str:
    """The text of a file, `-` for standard input; raises `FileProblem`."""
    try:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if name == "-" else _bytes_of(Path(name))
    except OSError as error:
        raise FileProblem(f"{name}: {(error.strerror or str(error)).lower()}") from None
    if len(data) > LARGEST_FILE:
        raise FileProblem(f"{name} holds more than {LARGEST_FILE:,} bytes: this is no record")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileProblem(f"{name}, line {line}: not UTF-8 text") from None


def _bytes_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def read_bytes(name: str) -> bytes:
    """The bytes of a file from elsewhere; raises `FileProblem`."""
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST_BUNDLE + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise FileProblem(f"{name}: {(why or str(error)).lower()}") from None
    if len(data) > LARGEST_BUNDLE:
        raise FileProblem(f"{name} holds more than {LARGEST_BUNDLE:,} bytes: this is no bundle")
    return data


def write_bytes(name: str, data: bytes) -> None:
    """Write a file that must not exist yet, whole or not at all; raises `FileProblem`."""
    path = Path(name)
    try:
        with path.open("xb") as file:
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                path.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise FileProblem(f"{name}: {(error.strerror or str(error)).lower()}") from None


def write_text(name: str, text: str) -> None:
    """Write a file that must not exist yet; raises `FileProblem`."""
    try:
        with Path(name).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise FileProblem(f"{name}: {(error.strerror or str(error)).lower()}") from None


def today() -> date:
    """The day on the wall of whoever works here."""
    return datetime.now().astimezone().date()


def print_line(text: str) -> None:
    """Text on stdout as it is: no wrapping, no colour."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
