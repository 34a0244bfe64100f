"""campaign db path | status | upgrade | backup | restore | copy | check | rebuild."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import audit
from campaign.cli.arguments import DryRun
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.cli.spreading import EVENINGS, Cluster, Jobs, WorkerOptions
from campaign.display.json import audit as audit_documents
from campaign.display.json import db as documents
from campaign.display.terminal import db as screens
from campaign.services import campaigns, values
from campaign.services.audit import database as whole
from campaign.services.audit import run
from campaign.services.audit import sessions as of_sessions
from campaign.shell import command_on
from campaign.store import (
    addresses,
    continuity,
    copies,
    copy_names,
    database,
    errors,
    location,
    photos,
    place,
    restore,
    revision,
    schema,
    transfer,
)
from campaign.store.health import bytes_of
from engine.kernel.phrases import listed, phrase, plural

if TYPE_CHECKING:
    import sqlalchemy as sa

Copy = Annotated[
    Path | None,
    typer.Argument(metavar="FILE", help="The copy; without it, the command lists all copies."),
]
Target = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE",
        help="The file to write; without it, a file beside the database.",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FILE", help="The same as FILE.", show_default=False),
]

Source = Annotated[
    str, typer.Argument(metavar="FROM", help="A file, or the address of a database on a server.")
]
Empty = Annotated[
    str,
    typer.Argument(
        metavar="TO",
        help="A file, or the address of a database on a server; new, or without entries.",
    ),
]

app = group(
    "db",
    "The database: where it is, its copies, its health.",
    menu=("Data", 7, "copies and repair"),
)


@command(app, "path", example="campaign db path", also="where path location database", reads=True)
def path(env: Environment) -> Reply[documents.DatabaseDocument]:
    """Where the database is."""
    name = addresses.name_at(env.options.db)
    return Reply(lambda: documents.DatabaseDocument(path=name), lambda: name)


@command(app, "status", example="campaign db status", reads=True)
def status(env: Environment) -> Reply[documents.ContentsDocument]:
    """What the database holds, and its head: note it to prove later that nothing is missing."""
    return _contents_reply(env.database())


@command(app, "upgrade", example="campaign db upgrade")
def upgrade(env: Environment) -> Reply[documents.ContentsDocument]:
    """Bring the database to this program's schema; every command does so by itself."""
    env.database(create=True)
    env.say(phrase("The database is at schema {schema}.", schema=revision.HEAD))
    return _contents_reply(env.database())._replace(view=None)


@command(
    app, "backup", example="campaign db backup /media/stick/campaign.db", also="backup copy dump"
)
def backup(
    env: Environment, file: Target = None, output: Output = None
) -> Reply[documents.BackupDocument]:
    """Make a verified copy of the database; the copy of a database on a server is a file, too."""
    if file and output:
        raise typer.BadParameter("FILE and -o say the same: give one of them")
    opened, target = env.database(), file or output
    if target:
        addresses.refuse_address(target)
    copy = str((copies if place.file_of(opened.url) else transfer).backup(opened, target))
    _say_of_photos(env, env.database())
    return Reply(lambda: documents.BackupDocument(path=copy), lambda: copy)


@command(
    app,
    "restore",
    example="campaign db restore backups/campaign-20261121.db",
    also="restore recover",
)
def restore_(
    env: Environment, file: Copy = None, dry_run: DryRun = False
) -> Reply[documents.BackupDocument | documents.CopiesDocument]:
    """Replace the database with a copy; the present one is kept as a copy."""
    if file is None:
        return _copies_reply(env)
    restore.check(file)
    target = place.file_of((opened := database.open_database(env.options.db, create=True)).url)
    if target is None:
        raise errors.StoreError(
            f"{addresses.name_of(opened)} is not a file, so a copy cannot replace it",
            f"{command_on('campaign db copy', file)} ADDRESS brings it into an empty database",
        )
    question = phrase("Replace the database with this copy?")
    if not target.exists():
        with copies.opened_copy(file) as opened:
            restore.refuse_unusable(opened, file)
            schema.ensure(opened, with_copy=False)
            with database.reading(opened) as session:
                campaign_names = list(campaigns.names(session).values())
        if dry_run:
            env.say(phrase("The copy has: {campaigns}.", campaigns=listed(campaign_names) or "-"))
            env.confirm(question, dry_run=dry_run)
        restore.replace_damaged(target, file)
        env.note_kept()
        env.database()
        env.say(screens.restored_message(campaign_names, target))
        return Reply(lambda: documents.BackupDocument(path=str(target)))
    if damage := restore.damage(target):
        with copies.opened_copy(file) as opened:
            restore.refuse_unusable(opened, file)
        env.say(phrase("{why}. The file is kept beside the copy.", why=str(damage)))
        env.confirm_replacing(file, question, dry_run=dry_run)
        kept = restore.replace_damaged(target, file)
        env.note_kept()
        env.say(phrase("Restored. The damaged file is kept: {file}", file=str(kept)))
        return Reply(lambda: documents.BackupDocument(path=str(kept)))
    with env.reading() as session:
        names = campaigns.names(session)
    lost = restore.losses(env.database(), file)
    env.say(screens.losses(lost, names))
    env.confirm_replacing(file, question, dry_run=dry_run)
    copy = str(restore.restore(env.database(), file, lost))
    env.note_kept()
    _say_of_photos(env, env.database())
    env.say(phrase("Restored. What was there is kept: {file}", file=copy))
    return Reply(lambda: documents.BackupDocument(path=copy))


def _copies_reply(env: Environment) -> Reply[documents.CopiesDocument]:
    """Reply with the copies of the database, and the command that puts one back."""
    named = env.options.db
    file = named_after = location.database_file(named)
    if file is None or not (file.is_file() or copy_names.unnamed_copies(file)):
        named_after = copy_names.naming_path(env.database().url)
    found_copies = copies.copy_summaries(named_after) if named_after else ()
    command = "campaign db restore" if file else "campaign db copy"
    if file and named and named != os.environ.get("CAMPAIGN_DB"):
        command = command_on(f"{command} --db", named)
    after_evenings = bool(file) and not copy_names.are_off()
    return Reply(
        lambda: documents.copies(found_copies),
        lambda: screens.copies(
            found_copies, command, after_evenings=after_evenings, on_server=file is None
        ),
    )


def _say_of_photos(env: Environment, opened: sa.Engine) -> None:
    """Say that photos, if there are any, lie in a folder of their own and are not copied."""
    folder = photos.folder_of(opened.url)
    if count := photos.count(folder):
        env.say(
            plural(
                "{count} photo is in no copy of the database and stays as it is: {folder}",
                "{count} photos are in no copy of the database and stay as they are: {folder}",
                count,
                folder=str(folder),
            )
        )


@command(
    app,
    "copy",
    example="campaign db copy campaign.db postgresql://club.example/campaign",
    also="copy move migrate transfer postgresql postgres server",
)
def copy(env: Environment, source: Source, target: Empty) -> Reply[documents.ContentsDocument]:
    """Copy a whole database into an empty one: from a file to a server, or back."""
    source_engine = database.open_database(source, create=False)
    target_engine = database.open_database(target, create=True)
    try:
        place.refuse_memory(source_engine)
        place.refuse_memory(target_engine)
        new = place.file_of(target_engine.url)
        if new and not new.exists():
            transfer.backup(source_engine, new)
        else:
            transfer.transfer(source_engine, target_engine)
        env.note_kept()
        _say_of_photos(env, source_engine)
        message = phrase(
            "The head is the same; {place} is as it was.", place=addresses.name_of(source_engine)
        )
        env.say(message)
        return _contents_reply(target_engine)
    finally:
        source_engine.dispose()
        target_engine.dispose()


@command(app, "check", example="campaign db check", reads=True)
def check(env: Environment) -> Reply[audit_documents.AuditsDocument]:
    """Check that file, schema and triggers are sound; upgrade nothing. Exit code 3 if not."""
    opened = env.database(upgrade=False)
    return audit.reply([values.AuditResult(phrase("database"), (whole.audit_file(opened),))])


@command(app, "rebuild", example="campaign db rebuild")
def rebuild(
    env: Environment, jobs: Jobs = None, cluster: Cluster = None
) -> Reply[documents.RebuildDocument]:
    """Derive all that lists and screens show from the history again; the history stays as it is."""
    env.confirm(phrase("Derive again, from the history, all that lists and screens show?"))
    workers = WorkerOptions(env, jobs, cluster)
    with env.writing() as session:
        total = run.count(session) * EVENINGS + of_sessions.count(session)
        with workers.reading(session, "rebuilding", "streams", total, writing=True) as (
            reads,
            progress,
        ):
            rebuilt = run.rebuild(session, progress, reads)
    env.say(*map(screens.origin_message, rebuilt.misstated))
    env.say(
        phrase("Campaigns and sessions that were derived again: {count}.", count=rebuilt.streams)
    )
    return Reply(lambda: documents.RebuildDocument(count=rebuilt.streams))


def _contents_reply(opened: sa.Engine) -> Reply[documents.ContentsDocument]:
    """Reply with the contents of a database, its size, and its newest copy."""
    with database.reading(opened) as session:
        contents = continuity.contents(session)
    name, size, copied = (
        addresses.name_of(opened),
        bytes_of(opened),
        copy_names.newest_stamp(opened.url),
    )
    return Reply(
        lambda: documents.status(name, contents, size, copied),
        lambda: screens.status(name, contents, size, copied),
    )
