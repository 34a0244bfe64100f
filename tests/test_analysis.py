"""The questions of docs/analysis.md, asked as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest

from tests.fixtures import ROOT, as_a_user, output_of

PAGE = (ROOT / "docs" / "analysis.md").read_text("utf-8")
QUESTIONS = re.findall(r"(?ms)^## ([^\n]+)$.*?^```(sql|python)\n(.*?)^```$", PAGE)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of a campaign and of games of Machi Koro and Quadropolis."""
    folder = tmp_path_factory.mktemp("analysis")
    with pytest.MonkeyPatch.context() as patch:
        as_a_user(patch, folder / "campaign.db")
        for line in (
            "simulate my-city --whole --keep",
            "simulate machi-koro -n 3 --keep",
            "simulate quadropolis --keep",
            f"export csv -o {folder / 'tables'}",
        ):
            assert output_of(line.split(), "", patch).code == 0
    return folder / "tables"


def test_there_are_ten() -> None:
    assert len(QUESTIONS) == 10


@pytest.mark.parametrize(
    ("language", "code"), [q[1:] for q in QUESTIONS], ids=[q[0] for q in QUESTIONS]
)
def test_a_question_has_an_answer(
    tables: Path, monkeypatch: pytest.MonkeyPatch, language: str, code: str
) -> None:
    monkeypatch.chdir(tables)
    if language == "sql":
        with duckdb.connect() as connection:
            assert connection.execute(code).fetchall()
        return
    names: dict[str, Any] = {"pl": pl}
    exec(code, names)
    assert names["answer"].height
