"""Kinds of columns for the models, names of constraints, and a condition on streams.

    session.execute(sa.select(ENTRY).where(AMONG), streams_parameter(["session/1", "session/2"]))

One parameter holds the names of all streams, because both databases know `json_each`. A parameter
for each name would cost more than reading the rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

METADATA: sa.MetaData = SQLModel.metadata
METADATA.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

AMONG = sa.text("stream IN (SELECT key FROM json_each(:streams))")
"""A condition of a query of one table: the stream of the row is one of `streams_parameter`."""


def streams_parameter(streams: Iterable[str]) -> dict[str, str]:
    """The parameter that a query with `AMONG` needs for these streams."""
    return {"streams": json.dumps(dict.fromkeys(streams))}


def text_column(name: str, *, primary_key: bool = False) -> sa.Column[str]:
    """A text column of a plain table, never NULL."""
    return sa.Column(name, sa.Text, primary_key=primary_key, nullable=False)


def key(*, to: str | None = None) -> Any:
    """A text column of the primary key; `to` is the column that it points to, if there is one."""
    return Field(primary_key=True, sa_type=sa.Text, foreign_key=to)


def number_key(**options: Any) -> Any:
    """A number column of the primary key; the program gives its values, not the database."""
    return Field(primary_key=True, sa_column_kwargs={"autoincrement": False}, **options)


def text(*, unique: bool = False) -> Any:
    """A text column, never NULL."""
    return Field(sa_type=sa.Text, unique=unique)


def optional_text() -> Any:
    """A text column that is NULL if nothing is known."""
    return Field(default=None, sa_type=sa.Text)


def city_constraints() -> tuple[sa.ForeignKeyConstraint]:
    """The table arguments of a row that belongs to a city: the foreign key to it."""
    return (sa.ForeignKeyConstraint(["stream", "seat"], ["city.stream", "city.seat"]),)
