"""The records in docs/notation.md are what it says: canonical, and verified."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.kernel.game import Game
from engine.kernel.record import format_record, parse_record
from tests.engine.games import GAMES
from tests.engine.replaying import verify

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
RECORDS = re.findall(r"(?ms)^```toml\n(format = 1\n.*?)^```", PAGE)


def test_there_are_records_in_the_page() -> None:
    assert RECORDS


@pytest.mark.parametrize("text", RECORDS, ids=range(1, len(RECORDS) + 1))
def test_a_record_of_the_page_is_canonical(text: str) -> None:
    assert text == format_record(parse_record(text))


@pytest.mark.parametrize("text", RECORDS, ids=range(1, len(RECORDS) + 1))
def test_a_record_of_the_page_is_verified(text: str) -> None:
    assert verify(parse_record(text)).proved


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_the_page_knows_every_header_key_of_every_game(game: Game) -> None:
    unknown = [key for key in game.HEADER if f"| `{key}` " not in PAGE]
    assert [] == [key for key in unknown if f"| `[{key}]` " not in PAGE]
