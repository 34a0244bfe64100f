"""Boxes off the board on pictures and in words."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from campaign.display.html import boards
from campaign.display.svg.picture import document
from campaign.display.terminal.console import Console
from campaign.display.text.strips import next_box_in_words, strip_in_words
from campaign.display.text.translation import ENGLISH
from campaign.games.my_city import screen
from campaign.games.my_city.picture import table
from campaign.services import chronicle
from campaign.services.values import History
from campaign.store.origins import Origin
from engine import my_city
from engine.kernel.game import Setup
from engine.my_city.campaign import fold
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.load import load
from engine.my_city.pack.model import rules_of
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.play.boxes import RowReach
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.campaign.test_rehearsal import created
from tests.engine.my_city.campaign.test_strips import BOXES


def begun() -> MyCityState:
    """An episode of which the eagle has reached a box before."""
    header = {
        "episode": 1,
        "pack": with_overlay(load("stand_in"), BOXES, (1,)),
        "boards": {"eagle": ["rail 1"]},
    }
    return my_city.start(Setup(("eagle", "bear"), header))


def test_a_picture_draws_the_boxes_and_what_each_brings() -> None:
    drawn = document(table(begun(), {}, ENGLISH))
    assert "rail: 1 of 3 boxes reached; box 2 1 nugget, rock" in drawn
    assert "rail: 0 of 3 boxes reached; box 1 +2, tree" in drawn
    assert (2, 2) == (drawn.count(">+2<"), drawn.count(">+4<"))
    assert "rail, off the board" in drawn


def test_boxes_in_words() -> None:
    (strip,) = begun().rules.strips
    assert [
        "rail: 0 of 3 boxes reached; box 1 +2, tree",
        "rail: 1 of 3 boxes reached; box 2 1 nugget, rock",
        "rail: 2 of 3 boxes reached; box 3 +4, 2 progress marks",
        "rail: 3 of 3 boxes reached",
    ] == [str(strip_in_words(strip, RowReach(n))) for n in range(4)]


def test_the_next_box_of_a_shaft_says_all_that_it_brings() -> None:
    (quarry,) = begun().rules.shafts
    assert ["box 1 tree", "box 2 +1", "box 3 rock", ""] == [
        str(next_box_in_words(quarry, depth)) for depth in range(4)
    ]
    (blue,) = rules_of(load("stand_in_second"), 16).shafts
    assert "box 4 1 nugget" == str(next_box_in_words(blue, 0))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Three episodes: the eagle reaches a box in the first and one in the last."""
    pack = with_overlay(load("stand_in"), BOXES, (1,))
    monkeypatch.setattr(fold, "load", lambda _: pack)
    campaigns = (after for _, after in rehearse(created(pack, 2), 0))
    return next(after for after in campaigns if len(after.played) == 3)


def boxes_of(board: chronicle.BoardTimeline, last: int) -> list[list[tuple[str, str, str]]]:
    """By box what can lie in it: its number or "sticker", since when, and until when."""
    drawn = boards.board("", board, last, ENGLISH)
    row, _ = drawn.elements[-1]
    return [
        [
            (
                "sticker" if (words := thing[0].text) is None else words,
                thing.get("data-since", ""),
                thing.get("data-until", ""),
            )
            for thing in box
        ]
        for box in row.findall("g")
        if is_box(box)
    ]


def is_box(element: Element) -> bool:
    return any(thing.tag == "g" and thing.get("transform") is None for thing in element)


def test_a_replay_puts_the_sticker_into_its_box_with_the_move_that_brings_it(
    played: Campaign,
) -> None:
    episode = played.played[2]
    evening = chronicle.evening(episode.record, episode.setup, episode.verdict)
    came = next(
        step.number
        for step in evening.steps
        if step.after.town("eagle").gained != step.before.town("eagle").gained
    )
    assert [
        [("sticker", "", "")],
        [("2", "", str(came - 1)), ("sticker", str(came), "")],
        [("3", "", "")],
    ] == boxes_of(evening.boards[0], len(evening.steps))


def test_the_life_of_a_city_shows_after_which_episode_a_box_was_reached(played: Campaign) -> None:
    life = chronicle.life(History("campaign/1", (), played, Origin("campaign/1")), "eagle")
    assert [
        [("1", "", "0"), ("sticker", "1", "")],
        [("2", "", "2"), ("sticker", "3", "")],
        [("3", "", "")],
    ] == boxes_of(life.board, 3)
    described = boards.board("", life.board, 3, ENGLISH).description
    assert "rail: 2 of 3 boxes reached; box 3 +4, 2 progress marks" in described


def test_boards_in_a_terminal_say_how_far_their_boxes_are(played: Campaign) -> None:
    state = played.played[2].verdict.state
    console = Console(width=80, color_system=None)
    with console.capture() as shown:
        console.print(screen.final(state, {}, ENGLISH))
    lines = [line for line in shown.get().splitlines() if line.startswith("rail: ")]
    assert [
        "rail: 2 of 3 boxes reached; box 3 +4, 2 progress marks",
        "rail: 2 of 3 boxes reached; box 3 +4, 2 progress marks",
    ] == lines
