"""The questions of docs/analysis.md are asked as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from campaign.extras.plays.tables import TABLES
from campaign.extras.plays.typed import TYPES
from tests.fixtures import ROOT, as_a_user, output_of

PAGE = (ROOT / "docs" / "analysis.md").read_text("utf-8")
QUESTIONS = re.findall(r"(?ms)^## ([^\n]+)$.*?^```(sql|python)\n(.*?)^```$", PAGE)


MANY = (
    "simulate my-city --whole --keep",
    "simulate machi-koro -n 3 --keep",
    "simulate quadropolis --keep",
)
ONE = ("session record examples/eternal.toml --yes",)


def exported(folder: Path, games: tuple[str, ...]) -> Path:
    """Export the tables of a database with these games as CSV and JSON Lines; return the folder."""
    with pytest.MonkeyPatch.context() as patch:
        as_a_user(patch, folder / "campaign.db")
        patch.chdir(ROOT)
        exports = (f"export {form} -o {folder / form}" for form in ("csv", "json"))
        for line in (*games, *exports):
            assert output_of(line.split(), "", patch).code == 0
    return folder


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of a campaign and of games of Machi Koro and Quadropolis."""
    return exported(tmp_path_factory.mktemp("many"), MANY)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of a single game: most of them have no row, many columns no cell."""
    return exported(tmp_path_factory.mktemp("one"), ONE)


def answers(folder: Path, language: str, code: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the number of rows in the answer to a question that is asked in a folder."""
    monkeypatch.chdir(folder)
    with duckdb.connect() as connection:
        connection.execute(Path("tables.sql").read_text("utf-8"))
        if language == "sql":
            return len(connection.execute(code).fetchall())
        names: dict[str, Any] = {"pl": pl, "duckdb": connection}
        exec(code, names)
        return len(names["answer"])


def test_there_are_ten() -> None:
    assert len(QUESTIONS) == 10


ASKED = pytest.mark.parametrize(
    ("language", "code"), [q[1:] for q in QUESTIONS], ids=[q[0] for q in QUESTIONS]
)


@ASKED
def test_a_question_has_an_answer(
    many: Path, monkeypatch: pytest.MonkeyPatch, language: str, code: str
) -> None:
    assert answers(many / "csv", language, code, monkeypatch)


@ASKED
def test_it_has_one_where_there_is_one_game_alone(
    one: Path, monkeypatch: pytest.MonkeyPatch, language: str, code: str
) -> None:
    of_csv = answers(one / "csv", language, code, monkeypatch)
    assert of_csv == answers(one / "json", language, code, monkeypatch)


def test_types_are_as_the_page_of_columns_says(one: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for form in ("csv", "json"):
        monkeypatch.chdir(one / form)
        with duckdb.connect() as connection:
            connection.execute(Path("tables.sql").read_text("utf-8"))
            for table in TABLES.values():
                columns = connection.execute(f"DESCRIBE {table.name}").fetchall()
                wanted = [(column.name, TYPES[column.kind]) for column in table.columns]
                assert wanted == [(name, kind) for name, kind, *_ in columns]
                assert connection.execute(f"FROM {table.name}").fetchall() or table.name != "plays"
