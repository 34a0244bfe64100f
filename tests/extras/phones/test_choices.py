"""What can be tapped in the other games: all that is legal, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.display.text.translation import ENGLISH
from campaign.extras.phones.views import choices
from campaign.services.entering import game
from campaign.services.entering.game import DraftLine, Entering
from campaign.services.records import read_record
from engine.kernel.answers import play_line
from engine.kernel.errors import NotationError
from engine.kernel.game import CHANCE, Action
from engine.kernel.parts import answers_of
from tests.extras.phones.tapping import offers

ROOT = Path(__file__).parents[3]
RECORDS = (
    "examples/machi-koro.toml",
    "tests/records/quadropolis_verified_two_seats.toml",
    "tests/records/dilluvia_verified_three_seats.toml",
    "tests/records/dilluvia_verified_tie_broken_by_prestige.toml",  # takes a tile that lies aside
)


@pytest.mark.parametrize("record", RECORDS)
def test_every_legal_answer_of_a_game_can_be_tapped(record: str) -> None:
    for entering in states(record):
        asked = game.awaited_now(entering)
        seat = asked.who or entering.head.seats[0]
        play = choices.play(entering, seat, ENGLISH)
        drawn = entering.awaited == (CHANCE,) and play["basket"]
        actions = {said(entering, line) for line in tappable(play)}
        legal = set(entering.game.legal(entering.state, entering.awaited[0]))
        assert legal <= actions
        assert drawn or actions == legal


def test_workers_that_wait_ask_for_a_tile() -> None:
    all_states = states("tests/records/dilluvia_incomplete_workers_wait_for_a_tile.toml")
    asked = [str(choices.play(entering, "p1", ENGLISH)["question"]) for entering in all_states]
    assert ["What is built?", "Use a tile?", "What is built?"] == asked[-3:]


def test_an_assignment_says_what_it_would_be_worth() -> None:
    all_states = states("tests/records/quadropolis_verified_two_seats.toml")
    ended = next(entering for entering in all_states if entering.state.phase == "staff")
    worth = {
        line: choices.preview(game.take(ended, game.read(ended, line)), ended, "p1")["total"]
        for line in (".", "D1 A2 B2 C2 D2 A3 C3 D3 A4 B4 C4 D4:4 .")
    }
    assert worth == {".": "-16 points", "D1 A2 B2 C2 D2 A3 C3 D3 A4 B4 C4 D4:4 .": "52 points"}


def states(record: str) -> Iterator[Entering]:
    """A recorded game before each of its moves."""
    read = read_record((ROOT / record).read_text("utf-8"))
    entering = game.new_entry(read._replace(moves=None, result={}))
    for move in read.moves or ():
        yield entering
        entering = game.resumed(entering, [DraftLine(move.text, (move,))])


def tappable(play: dict[str, Any]) -> Iterator[str]:
    """The lines that are offered; of what is put together each thing."""
    for line, _ in offers(play):
        yield line
    if play["basket"]:
        yield from (thing["word"] for thing in play["basket"]["things"])
        if play["basket"]["ends"]:
            yield play["basket"]["ends"]


def said(entering: Entering, line: str) -> Action:
    """The first action that a line says: the words of a record, or short ones."""
    rules = entering.game
    try:
        return rules.parse(line)
    except NotationError:
        return play_line(rules, answers_of(rules), entering.state, line).moves[0][1]
