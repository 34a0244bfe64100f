"""Moves on phones are said in words that players use: no code of a record or of a tile."""

from __future__ import annotations

import re

import pytest

from campaign.extras.phones.views import moves
from campaign.services.entering import game
from campaign.services.entering.game import DraftLine, Entering
from campaign.services.records import read_record
from tests.fixtures import ROOT

CODES = {
    "my-city": r"@|/\d|reveal",
    "machi-koro": r"_|\bdice \d",
    "quadropolis": r"north|south|west|east|\b[F-Z][A-Z\d]?\b",
    "dilluvia": r"north|south|west|east|[A-Z]{3}|_|\bW\d",
}
"""What would be a code in the words of a game; squares such as A1 are drawn on its boards."""
RECORDS = (
    "examples/chapter-1/episode-1.toml",
    "examples/machi-koro.toml",
    "tests/records/quadropolis_verified_four_seats.toml",
    "tests/records/dilluvia_verified_three_seats.toml",
)


@pytest.mark.parametrize("record", RECORDS)
def test_a_move_is_said_without_codes(record: str) -> None:
    entering = played(record)
    code = re.compile(CODES[entering.head.game])
    for step in entering.steps:
        done = moves.without_names(entering, [step.move], "en")
        for words in (str(moves.in_words(entering.head, step, "en")), str(done)):
            assert words
            assert code.search(words) is None, words


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (RECORDS[0], ["Anna builds B5 on E6", "Ben passes, token 9", "Card 2 of 24: B8"]),
        (RECORDS[1], ["Anna rolls 1", "Anna builds Ranch (1), 3 coins left"]),
        (
            RECORDS[2],
            ["The site of round 1: 25 tiles", "Ben takes shop (architect 2 from below, column 5)"],
        ),
        (RECORDS[3], ["To the market: 16 tiles", "Ben buys 2 black cubes"]),
    ],
)
def test_moves_as_they_are_said(record: str, said: list[str]) -> None:
    entering = played(record)
    words = [str(moves.in_words(entering.head, step, "en")) for step in entering.steps]
    assert [one for one in said if one not in words] == []


def played(record: str) -> Entering:
    """A recorded game to its end."""
    read = read_record((ROOT / record).read_text("utf-8"))
    entering = game.new_entry(read._replace(moves=None, result={}))
    return game.resumed(entering, [DraftLine(move.text, (move,)) for move in read.moves or ()])
