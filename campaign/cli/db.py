"""campaign db path | upgrade | backup | restore | check | rebuild."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from campaign.cli.desk import Desk
from campaign.cli.options import command, group

Copy = Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")]
Target = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="FILE", help="Where to; else beside it.", show_default=False
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    db = group(app, "db", "The database: where it lies, its copies, its health.")

    @command(db, "path", example="campaign db path")
    def path(desk: Desk) -> None:
        """Where the database lies."""
        from campaign.display.json import db as documents
        from campaign.store import database

        place = str(database.name_of(database.open_database(desk.options.db, create=True)))
        desk.show(place, documents.place(place))

    @command(db, "upgrade", example="campaign db upgrade")
    def upgrade(desk: Desk) -> None:
        """Bring the database to this program's schema; every command does so by itself."""
        from campaign.store import revision

        desk.database(create=True)
        desk.say(f"The database is at schema {revision.HEAD}.")

    @command(db, "backup", example="campaign db backup -o /media/stick/campaign.db")
    def backup(desk: Desk, output: Target = None) -> None:
        """A verified copy of the database."""
        from campaign.display.json import db as documents
        from campaign.store import copies

        copy = str(copies.backup(desk.database(), output))
        desk.show(copy, documents.backup(copy))

    @command(db, "restore", example="campaign db restore backups/campaign-20261121.db")
    def restore_(desk: Desk, file: Copy) -> None:
        """Put a copy in the place of the database; what is there now is kept as a copy."""
        from campaign.display.json import db as documents
        from campaign.display.terminal import db as display
        from campaign.store import restore

        database = desk.database()
        desk.say(display.lost(restore.lost(database, file)))
        desk.confirm("Put the copy in its place?")
        kept = str(restore.restore(database, file))
        desk.say(f"Restored. What was there is kept: {kept}")
        if desk.options.json:
            desk.show("", documents.backup(kept))

    @command(db, "check", example="campaign db check")
    def check(desk: Desk) -> None:
        """Whether file, schema and triggers are sound. Exit code 3 if not."""
        from campaign.display.json import audit as documents
        from campaign.display.terminal import audit as display
        from campaign.services.audit import run
        from campaign.services.values import Audit

        found = Audit("database", (run.audit_file(desk.database()),))
        desk.show(display.audits([found]), documents.audits([found]))
        if not found.ok:
            raise typer.Exit(3)

    @command(db, "rebuild", example="campaign db rebuild")
    def rebuild(desk: Desk) -> None:
        """Derive the stored views from the journal again; the journal itself stays as it is."""
        from campaign.display.json import db as documents
        from campaign.services.audit import run

        desk.confirm("Derive all stored views from the journal again?")
        with desk.writing() as session:
            count = run.rebuild(session)
        desk.say(f"Campaigns and sessions whose views are as derived: {count}.")
        if desk.options.json:
            desk.show("", documents.rebuilt(count))
