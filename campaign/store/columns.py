"""Columns as the models declare them, and how their keys and constraints are named."""

from __future__ import annotations

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
