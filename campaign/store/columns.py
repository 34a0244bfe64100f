"""Columns as the models declare them, how their keys and constraints are named, streams in a query.

    session.execute(sa.select(ENTRY).where(AMONG), named(["session/1", "session/2"]))

However many streams there are, all their names are one parameter: both databases know `json_each`.
A parameter for each name costs more than to read the rows.
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
"""True of the rows of the streams that `named` gives as the parameter of a query of one table."""


def named(streams: Iterable[str]) -> dict[str, str]:
    """The parameter of a query with `AMONG`."""
    return {"streams": json.dumps(dict.fromkeys(streams))}


def text_column(name: str, *, primary_key: bool = False) -> sa.Column[str]:
    """A column of a plain table: a text that is always there."""
    return sa.Column(name, sa.Text, primary_key=primary_key, nullable=False)


def key(*, to: str | None = None) -> Any:
    """A text column of the primary key, pointing to another one where that is named."""
    return Field(primary_key=True, sa_type=sa.Text, foreign_key=to)


def number_key(**options: Any) -> Any:
    """A number in the primary key, given and never counted up by the database."""
    return Field(primary_key=True, sa_column_kwargs={"autoincrement": False}, **options)


def text(*, unique: bool = False) -> Any:
    """A text that is always there."""
    return Field(sa_type=sa.Text, unique=unique)


def optional_text() -> Any:
    """A text, or NULL where nothing is known."""
    return Field(default=None, sa_type=sa.Text)


def of_city() -> tuple[sa.ForeignKeyConstraint]:
    """A row that belongs to a city."""
    return (sa.ForeignKeyConstraint(["stream", "seat"], ["city.stream", "city.seat"]),)
