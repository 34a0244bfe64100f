"""Store the derived rows of projections by model, and compare them with the stored rows.

`sync` makes the stored rows of a stream equal to the derived ones, and touches only rows that
differ. `differences` compares them. Neither knows how rows are derived. A caller names the models
in which a stream may have rows, parents first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import takewhile
from operator import itemgetter
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlmodel import Session, SQLModel

from campaign.store.columns import AMONG, METADATA, streams_parameter
from campaign.store.errors import DatabaseDamaged
from campaign.store.journal import ENTRY, one_line

Model = type[SQLModel]
Row = dict[str, Any]
"""A value for every column, by its name."""
Rows = Mapping[Model, Sequence[Row]]
Keyed = Mapping[Model, Mapping[Any, Row]]
"""Rows by their primary key."""


class ProjectionDifference(NamedTuple):
    """A difference between a stored row and the row that the journal gives.

    It concerns one column, or the whole row if `column` is "".
    """

    table: str
    key: str
    column: str
    stored: str
    derived: str

    def __str__(self) -> str:
        if not self.column:
            missing = "is missing" if not self.stored else "belongs to no entry"
            return f"{self.table} row {self.key} {missing}"
        values = f"is {self.stored}, the journal gives {self.derived}"
        return f"{self.table} row {self.key}: {self.column} {values}"


def stored_rows(
    session: Session, streams: Sequence[str], models: Iterable[Model]
) -> dict[str, Keyed]:
    """The stored rows of some streams, by stream; raises `DatabaseDamaged` for a torn index."""
    by_stream: dict[str, dict[Model, dict[Any, Row]]] = {stream: {} for stream in streams}
    for model in models:
        table, key_of = table_of(model), _key_of(model)
        names = table.columns.keys()
        for values in session.execute(_among(model), streams_parameter(streams)):
            row = dict(zip(names, values, strict=True))
            if row["stream"] not in by_stream:  # the index of the key has another one
                raise DatabaseDamaged(
                    f"the database is damaged: a row of {table.name} is not what its index says",
                    "put a copy in its place: campaign db restore",
                )
            by_stream[row["stream"]].setdefault(model, {})[key_of(row)] = row
    return dict(by_stream)


def sync(session: Session, stream: str, rows: Rows, models: Sequence[Model]) -> None:
    """Make the stored rows of a stream equal to `rows`."""
    sync_all(session, {stream: rows}, models)


def sync_all(session: Session, rows: Mapping[str, Rows], models: Sequence[Model]) -> None:
    """Make the stored rows of each stream equal to its `rows`, with few statements in all."""
    present = stored_rows(session, list(rows), models)
    before = {model: _of_all(present.values(), model) for model in models}
    after = {model: _of_all(map(_by_key, rows.values()), model) for model in models}
    for model in reversed(models):
        _run(session, sa.delete, model, before[model], before[model].keys() - after[model].keys())
    for model in models:
        have, want, key_of = before[model], after[model], _key_of(model)
        derived = (row for by_model in rows.values() for row in by_model.get(model, ()))
        if new_rows := [row for row in derived if key_of(row) not in have]:
            session.execute(sa.insert(table_of(model)), new_rows)
        changed = [key for key, row in want.items() if key in have and row != have[key]]
        _run(session, sa.update, model, want, changed)


def differences(
    before: Keyed, rows: Rows, models: Iterable[Model]
) -> tuple[ProjectionDifference, ...]:
    """The differences between the stored and the derived rows of a stream."""
    after = _by_key(rows)
    if before == after:
        return ()
    problems: list[ProjectionDifference] = []
    for model in models:
        have, want = before.get(model, {}), after.get(model, {})
        for key in sorted(have.keys() | want.keys(), key=repr):
            problems += _compare(table_of(model), have.get(key), want.get(key))
    return tuple(problems)


def are_rows_current(
    session: Session, streams: Iterable[str], derived: Iterable[Rows], models: Sequence[Model]
) -> bool:
    """Whether the stored rows of some streams are the derived ones.

    This is quicker than `stored_rows` and `differences`, which are needed only if it is false.
    """
    wanted: dict[Model, set[tuple[Any, ...]]] = {model: set() for model in models}
    for rows in derived:
        for model, model_rows in rows.items():
            wanted[model].update(map(_values_of(model), model_rows))
    names = streams_parameter(streams)
    return all(
        wanted[model] == set(map(tuple, session.execute(_among(model), names).all()))
        for model in models
    )


def stray_rows(
    session: Session, family: str, models: Iterable[Model]
) -> tuple[ProjectionDifference, ...]:
    """A difference for each table and stream of a family with rows that the family cannot have.

    `models` are the projections in which the family has no rows.
    """
    return tuple(
        ProjectionDifference(table.name, stream, "", "a row", "")
        for table in map(table_of, models)
        for stream in session.execute(
            sa.select(table.c.stream).where(table.c.stream.like(f"{family}/%")).distinct()
        ).scalars()
    )


def orphaned_rows(session: Session, models: Iterable[Model]) -> tuple[ProjectionDifference, ...]:
    """A difference for each table and stream that has rows but no entry in the journal."""
    return tuple(
        ProjectionDifference(table.name, stream, "", "a row", "")
        for table in map(table_of, models)
        for stream in session.execute(
            sa.select(table.c.stream)
            .where(~sa.exists().where(ENTRY.c.stream == table.c.stream))
            .distinct()
        ).scalars()
    )


@cache
def table_of(model: Model) -> sa.Table:
    """The table of a model."""
    return METADATA.tables[str(model.__tablename__)]


@cache
def _among(model: Model) -> sa.Select[Any]:
    """The query for the rows of a model in some streams; it needs a `streams_parameter`."""
    return sa.select(table_of(model)).where(AMONG)


@cache
def _key_of(model: Model) -> Callable[[Row], Any]:
    """A function that gives the primary key of a row."""
    return itemgetter(*table_of(model).primary_key.columns.keys())


def _of_all(streams: Iterable[Keyed], model: Model) -> dict[Any, Row]:
    """The rows of a model in all streams, by their key, which begins with the stream."""
    return {key: row for keyed in streams for key, row in keyed.get(model, {}).items()}


def _run(
    session: Session, statement: Any, model: Model, rows: Mapping[Any, Row], keys: Iterable[Any]
) -> None:
    """Delete or update the rows with these keys."""
    table = table_of(model)
    key_names = table.primary_key.columns.keys()
    conditions = [column == sa.bindparam(f"of_{column.name}") for column in table.primary_key]
    values = [{f"of_{name}": rows[key][name] for name in key_names} | rows[key] for key in keys]
    if values:
        session.connection().execute(statement(table).where(*conditions), values)


@cache
def _values_of(model: Model) -> Callable[[Row], tuple[Any, ...]]:
    """A function that gives the values of a row in the order of the columns."""
    return itemgetter(*table_of(model).columns.keys())


def _by_key(rows: Rows) -> Keyed:
    keyed = {}
    for model, model_rows in rows.items():
        key_of = _key_of(model)
        if model_rows:
            keyed[model] = {key_of(row): row for row in model_rows}
    return keyed


def _compare(table: sa.Table, have: Row | None, want: Row | None) -> Iterator[ProjectionDifference]:
    key = table.primary_key.columns.keys()
    at = one_line(" ".join(str((have or want or {})[name]) for name in key), 100)
    if have is None or want is None:
        yield ProjectionDifference(
            table.name, at, "", "a row" if have else "", "a row" if want else ""
        )
        return
    for name, value in have.items():
        if value != want[name]:
            yield ProjectionDifference(table.name, at, name, *_where_they_differ(value, want[name]))


def _where_they_differ(value: object, expected: object) -> tuple[str, str]:
    """Two values as texts of one line; long ones begin shortly before the first difference."""
    left, right = str(value), str(expected)
    pairs = zip(left, right, strict=False)
    equal = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    start = equal - 10 if max(len(left), len(right)) > 40 and equal > 20 else 0
    dots = "..." if start else ""
    return dots + one_line(left[start:], 40), dots + one_line(right[start:], 40)
