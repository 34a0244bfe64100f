"""The one seam between what is derived and what is stored: rows of the projections, by table.

`sync` makes the stored rows of a stream exactly the derived ones, touching only what
differs; `differences` compares them. Neither knows how rows are derived.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.store.journal import one_line
from campaign.store.models import METADATA, PROJECTIONS

Row = tuple[Any, ...]
Rows = Mapping[str, Sequence[Row]]
"""By table, rows with a value for every column, in the order of the columns."""

TABLES: Mapping[str, sa.Table] = {
    str(model.__tablename__): METADATA.tables[str(model.__tablename__)] for model in PROJECTIONS
}
"""The derived tables by name, parents first."""


class Difference(NamedTuple):
    """A stored row, or a value in it, that the journal does not give."""

    table: str
    key: str
    column: str
    stored: str
    derived: str

    def __str__(self) -> str:
        if not self.column:
            missing = "is missing" if not self.stored else "belongs to no entry"
            return f"{self.table} row {self.key} {missing}"
        said = f"is {self.stored}, the journal gives {self.derived}"
        return f"{self.table} row {self.key}: {self.column} {said}"


def stored(
    session: Session, streams: Sequence[str], tables: Iterable[str] = TABLES
) -> dict[str, dict[str, set[Row]]]:
    """The stored rows of some streams, by stream and table."""
    found: dict[str, dict[str, set[Row]]] = {stream: {} for stream in streams}
    for name in tables:
        table = TABLES[name]
        rows = session.execute(sa.select(table).where(table.c.stream.in_(streams)))
        of = defaultdict[str, set[Row]](set)
        for row in map(tuple, rows.all()):
            of[row[0]].add(row)
        for stream, some in of.items():
            found[stream][name] = some
    return found


def sync(session: Session, stream: str, rows: Rows) -> None:
    """Make the stored rows of a stream exactly these."""
    present = stored(session, [stream])[stream]
    changes = {
        name: (
            {_key(table, row): row for row in present.get(name, set()) - set(rows.get(name, ()))},
            {
                _key(table, row): row
                for row in rows.get(name, ())
                if row not in present.get(name, ())
            },
        )
        for name, table in TABLES.items()
    }
    for name, (surplus, lacking) in reversed(changes.items()):
        for key in surplus.keys() - lacking.keys():
            session.execute(sa.delete(TABLES[name]).where(*_same(TABLES[name], key)))
    for name, (surplus, lacking) in changes.items():
        columns = TABLES[name].columns.keys()
        values = {key: dict(zip(columns, row, strict=True)) for key, row in lacking.items()}
        for key in values.keys() & surplus.keys():
            session.execute(
                sa.update(TABLES[name]).where(*_same(TABLES[name], key)).values(values.pop(key))
            )
        if values:
            session.execute(sa.insert(TABLES[name]), list(values.values()))


def differences(present: Mapping[str, set[Row]], rows: Rows) -> tuple[Difference, ...]:
    """Where the stored rows of a stream are not the derived ones."""
    derived = {name: set(some) for name, some in rows.items() if some}
    if present == derived:
        return ()
    problems: list[Difference] = []
    for name, table in TABLES.items():
        have, want = present.get(name, set()), derived.get(name, set())
        surplus = {_key(table, row): row for row in have - want}
        lacking = {_key(table, row): row for row in want - have}
        for key in sorted(surplus | lacking, key=repr):
            problems += _compare(table, key, surplus.get(key), lacking.get(key))
    return tuple(problems)


def strays(session: Session, family: str, tables: Iterable[str]) -> tuple[Difference, ...]:
    """Rows of a family of streams in tables where it has none to have."""
    return tuple(
        Difference(name, stream, "", "a row", "")
        for name, table in TABLES.items()
        if name not in tables
        for stream in session.execute(
            sa.select(table.c.stream).where(table.c.stream.like(f"{family}/%")).distinct()
        ).scalars()
    )


def orphans(session: Session, known: Iterable[str]) -> tuple[Difference, ...]:
    """Rows of streams that have no journal at all."""
    known = set(known)
    return tuple(
        Difference(name, stream, "", "a row", "")
        for name, table in TABLES.items()
        for stream in session.execute(sa.select(table.c.stream).distinct()).scalars()
        if stream not in known
    )


def _compare(table: sa.Table, key: Row, have: Row | None, want: Row | None) -> Iterable[Difference]:
    at = one_line(" ".join(map(str, key)), 100)
    if have is None or want is None:
        yield Difference(table.name, at, "", "a row" if have else "", "a row" if want else "")
        return
    for column, one, other in zip(table.columns.keys(), have, want, strict=True):
        if one != other:
            yield Difference(table.name, at, column, *_where_they_part(str(one), str(other)))


def _where_they_part(one: str, other: str) -> tuple[str, str]:
    """Two texts from shortly before the first difference on, each on one line."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    start = same - 10 if max(len(one), len(other)) > 40 and same > 20 else 0
    dots = "..." if start else ""
    return dots + one_line(one[start:], 40), dots + one_line(other[start:], 40)


def _key(table: sa.Table, row: Row) -> Row:
    values = dict(zip(table.columns.keys(), row, strict=True))
    return tuple(values[column.name] for column in table.primary_key)


def _same(table: sa.Table, key: Row) -> list[sa.ColumnElement[bool]]:
    return [column == value for column, value in zip(table.primary_key, key, strict=True)]
