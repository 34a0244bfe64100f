"""The questions of docs/store.md: asked on both kinds of database, and answered as shown."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa
from sqlmodel import Session

from campaign.services import changes, episodes, founding, sessions, steps
from campaign.services.values import Author, History
from campaign.store.database import reading, writing
from engine.my_city.campaign.entries import PlayerJoined, PlayerLeft
from tests.store.conftest import NOW

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "store.md").read_text("utf-8")
BY = Author("Anna", NOW)
FIRST_EVENINGS = """
envelope open 1
episode record episode-1.toml
sticker place eagle tree G1
sticker place deer rock F11
sticker place wolf tree G1
sticker place eagle well F7
sticker place bear well F7
sticker place deer well F7
sticker place wolf well F7
"""
LAST_EVENINGS = """
episode record episode-2.toml
sticker place eagle rock F11
sticker place bear tree G1
sticker place deer tree G1
episode record episode-3.toml
"""


class Question(NamedTuple):
    """A question as the page has it: in words, in SQL, and the lines of its answer."""

    words: str
    sql: str
    answer: list[str]


def questions() -> list[Question]:
    section = PAGE.split("## Questions to ask\n")[1].split("\n## ")[0] + "\n"
    asked = re.findall(r"### ([^\n]+)\n\n```sql\n(.+?)```\n\n((?:\|[^\n]*\n)*)", section, re.DOTALL)
    assert len(asked) == section.count("### ")
    return [Question(words, sql, answer.splitlines()) for words, sql, answer in asked]


def campaign(session: Session, name: str, seats: dict[str, str]) -> History:
    made = founding.creation(name, seats, pack="stand_in", uid=name, secret=name)
    return founding.begin(session, made, BY)


def follow(session: Session, history: History, lines: str) -> History:
    def text(name: str) -> str:
        return (EXAMPLES / "chapter-1" / name).read_text("utf-8")

    for _, after in steps.follow(session, history, lines, text, BY):
        history = after
    return history


def fill(session: Session) -> None:
    """What the page says; between the evenings of the chapter the wolf changes hands."""
    seats = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}
    history = follow(session, campaign(session, "Tuesday", seats), FIRST_EVENINGS)
    for entry in (PlayerLeft("wolf"), PlayerJoined("wolf", "Emil")):
        history = changes.add(session, history, entry, BY)
    follow(session, history, LAST_EVENINGS)
    friday = campaign(session, "Friday", {"eagle": "Emil", "bear": "Anna"})
    friday = follow(session, friday, "envelope open 1")
    text = episodes.only_results(friday, {"eagle": 12, "bear": 7}, date(2026, 11, 13))
    episodes.keep(session, episodes.preview(friday, text), BY)
    for name in ("eternal.toml", "machi-koro.toml", "quadropolis.toml"):
        text = (EXAMPLES / name).read_text("utf-8")
        sessions.keep(session, sessions.preview(text), BY)
    text = (EXAMPLES / "eternal.toml").read_text("utf-8").replace("eagle = 23", "eagle = 25")
    sessions.keep(session, sessions.preview(text, as_played=True), BY)


def lines_of(columns: list[str], rows: list[list[str]]) -> list[str]:
    """An answer as a table of the page."""
    rule = ["---"] * len(columns)
    return ["| " + " | ".join(cells) + " |" for cells in (columns, rule, *rows)]


def cell(value: object) -> str:
    """A value as the page shows it: servers answer with decimals where SQLite has floats."""
    if value is None:
        return "NULL"
    return str(value) if isinstance(value, str | int) else f"{float(str(value)):.1f}"


def test_each_question_is_answered_as_the_page_says(database: sa.Engine) -> None:
    with writing(database) as session:
        fill(session)
    asked = questions()
    assert len(asked) >= 10
    with reading(database) as session:
        for question in asked:
            answer = session.connection().exec_driver_sql(question.sql)
            columns = list(answer.keys())
            rows = [[cell(value) for value in row] for row in answer]
            assert question.answer == lines_of(columns, rows), question.words
