"""Copy the whole content of a database into an empty one: from a file to a server, or back.

    source ── one snapshot ──> every table, in the order of links ── one transaction ──> target

The tables derived from the journal are copied as they are. At the end all chains are computed again
from the content of the copied entries, and the head is compared. An interrupted copy leaves nothing
behind.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from sqlmodel import Session

from campaign.shell import command_on
from campaign.store import continuity, copies, copy_names, journal, origins, schema
from campaign.store.addresses import name_of
from campaign.store.continuity import TOGETHER, DatabaseContents
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import DatabaseDamaged, ForbiddenWrite, StoreError, translating_errors
from campaign.store.tables import METADATA


def transfer(source: sa.Engine, target: sa.Engine) -> DatabaseContents:
    """Copy a database into an empty one, and return a summary of its content.

    The tables of the target are made if they are missing. Raises `DatabaseOlder` for a source that
    must be upgraded first, `ForbiddenWrite` for a target that is not empty, and `DatabaseDamaged`
    if the copy differs from the source.
    """
    schema.require_newest(source)
    schema.ensure(target)
    with reading(source) as source_session, writing(target) as target_session:
        require_empty(target_session, name_of(target))
        contents = continuity.contents(source_session)
        try:
            with translating_errors(name_of(target)):
                for table in METADATA.sorted_tables:
                    _copy(source_session, target_session, table)
        except ForbiddenWrite as error:  # the source holds a row that breaks a rule of the tables
            raise _damaged(source, str(error)) from error
        if problem := next(_problems(target_session), ""):
            raise _damaged(source, problem)
        if contents != continuity.contents(target_session):
            raise _damaged(source, "the copy differs from it")
    return contents


def _problems(session: Session) -> Iterator[str]:
    """Yield what is wrong with the chain of the database, then with the chain of each stream."""
    yield from continuity.examine(session).problems
    for family in continuity.FAMILIES:
        for entries in journal.read_family(session, family):
            stream = entries[0].stream
            # Only a campaign may have another name in its chain.
            name = origins.origin_of(session, stream).sealed_as if family == "campaign" else stream
            yield from map(str, journal.chain_problems(entries, name))


def require_empty(session: Session, name: str) -> None:
    """Raise `ForbiddenWrite` for a database that holds something; `name` is its name."""
    if any(_count(session, table) for table in METADATA.sorted_tables):
        raise ForbiddenWrite(f"{name} holds something already", "name an empty one")


def backup(source: sa.Engine, target: Path | None = None) -> Path:
    """Make a verified copy of a database, such as that of a server, as a file; return its path.

    The file is `target`, or it lies in the folder of copies, where `copies.backup` then removes old
    copies. Raises `StoreError`, also if neither a target nor a folder is named.
    """
    named_path = copy_names.naming_path(source.url)
    if not (target or named_path):
        raise StoreError(
            f"{name_of(source)} is no file: its copy needs a place",
            f"name a file, or a folder for all copies with {copy_names.VARIABLE}",
        )
    with tempfile.TemporaryDirectory(prefix="campaign-") as folder:
        copy = open_database(Path(folder) / (named_path.name if named_path else "copy.db"))
        try:
            transfer(source, copy)
            return copies.backup(copy, target)
        finally:
            copy.dispose()


def _damaged(source: sa.Engine, why: str) -> DatabaseDamaged:
    name = name_of(source)
    return DatabaseDamaged(
        f"{name} is damaged: {why}", command_on("campaign audit --all --db", name)
    )


def _count(session: Session, table: sa.Table) -> int:
    return int(session.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def _copy(source_session: Session, target_session: Session, table: sa.Table) -> None:
    """Copy the rows of a table in the order of their keys, in batches.

    Columns that the database computes from others are left out.
    """
    columns = sa.inspect(target_session.connection()).get_columns(table.name)
    stored = [table.c[column["name"]] for column in columns if "computed" not in column]
    rows = source_session.execute(sa.select(*stored).order_by(*table.primary_key)).mappings()
    for batch in rows.partitions(TOGETHER):
        target_session.execute(table.insert(), [dict(row) for row in batch])
