"""Shafts on pictures and below boards: what is printed, what is crossed out, what is taken."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest

from campaign.display.html import boards
from campaign.display.svg.board import board
from campaign.display.svg.picture import Picture
from campaign.display.terminal.board import board as board_in_terminal
from campaign.display.terminal.console import Console
from campaign.display.terminal.entering.cursor import SIZE, needed
from campaign.display.text.strips import rows_in_words, shaft_in_words
from campaign.display.text.translation import ENGLISH
from campaign.services import chronicle
from campaign.services.values import History
from campaign.store.origins import Origin
from engine import my_city
from engine.kernel.game import Setup
from engine.my_city.campaign.model import Campaign, PlayedEpisode
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.campaign.stickers import highest
from engine.my_city.pack.load import load
from engine.my_city.pack.model import rules_of
from engine.my_city.play.boxes import RowReach, reach_during
from engine.my_city.play.ruleset import ShaftRule
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.campaign.test_rehearsal import created

PACK = load("stand_in_second")


def begun(eagle: int, bear: int) -> MyCityState:
    """Episode 16 with blue shafts that are so deep."""
    depths = {"eagle": eagle, "bear": bear}
    boards = {seat: ["blue-mine A3", f"shaft B {depth}"] for seat, depth in depths.items()}
    header = {"episode": 16, "pack": PACK, "boards": boards}
    return my_city.start(Setup(("eagle", "bear"), header))


def drawn(state: MyCityState, seat: str) -> Picture:
    town = state.town(seat)
    reach = reach_during(state.rules, town, state.towns)
    return board("", "", state.rules, town.land, (), reach, heading=False)


def row_of(picture: Picture) -> Element:
    """The only row of boxes below a board."""
    (row,) = picture.elements[-1]
    return row


def uses(row: Element) -> list[str]:
    """The names of the shapes that a row uses, without those of what is printed."""
    return [
        name
        for one in row.iter("use")
        if not (name := one.get("href", "").lstrip("#")).startswith("shaft-")
    ]


def golden(row: Element) -> int:
    """How many gold triangles are in a row itself, over what is printed."""
    return sum(one.get("class") == "gold" for one in row)


def test_a_shaft_is_drawn_with_all_its_boxes_and_what_each_brings() -> None:
    state = begun(3, 0)
    (shaft,) = state.rules.shafts
    picture = drawn(state, "eagle")
    (printed,) = [shape for name, shape in picture.shapes.items() if name.startswith("shaft-")]
    numbers = [one.text for one in printed.iter("text")]
    assert [str(box) for box in range(1, shaft.boxes + 1)] + ["+4", "+6"] == numbers
    kinds = [one.get("class") for one in printed.iter("path")]
    assert (1, 1) == (kinds.count("gold"), kinds.count("line"))  # a nugget, and the triangle


def test_boxes_that_are_reached_are_crossed_out_on_that_board_alone() -> None:
    state = begun(3, 0)
    eagle, bear = (drawn(state, seat) for seat in state.seats)
    assert (["crossed-blue-33-3"], []) == (uses(row_of(eagle)), uses(row_of(bear)))
    crossed = eagle.shapes["crossed-blue-33-3"]
    assert ["#crossed-blue-33-1"] * 3 == [one.get("href") for one in crossed]


def test_the_triangle_is_gold_until_somebody_was_first() -> None:
    before, after = begun(5, 0), begun(6, 0)
    for seat in before.seats:
        assert (1, 0) == (golden(row_of(drawn(before, seat))), golden(row_of(drawn(after, seat))))


def test_a_board_with_shafts_has_room_for_them() -> None:
    state = begun(0, 0)
    (shaft,) = state.rules.shafts
    plain = my_city.start(Setup(("eagle", "bear"), {"episode": 15, "pack": PACK}))
    with_shaft, without = drawn(state, "eagle"), drawn(plain, "eagle")
    assert with_shaft.height > without.height
    assert with_shaft.width == without.width, f"{shaft.boxes} boxes are as wide as the board"


def test_a_shaft_in_words_says_what_is_next_and_whether_the_first_is_still_to_come() -> None:
    (shaft,) = begun(0, 0).rules.shafts
    assert [
        "blue shaft 0 of 12 (box 4 1 nugget, first at box 6: 1 mark)",
        "blue shaft 8 of 12 (box 12 +6)",
        "blue shaft 12 of 12",
    ] == [
        str(shaft_in_words(shaft, reached))
        for reached in (RowReach(0), RowReach(8, taken=True), RowReach(12, taken=True))
    ]


def test_a_board_in_a_terminal_has_a_line_for_each_shaft() -> None:
    state = begun(3, 0)
    town = state.town("eagle")
    reach = reach_during(state.rules, town, state.towns)
    shown = board_in_terminal(state.rules, town.land, legend=False, reach=reach)
    console = Console(width=60, color_system=None)
    with console.capture() as lines:
        console.print(shown)
    assert [*map(str, rows_in_words(state.rules, reach))] == [lines.get().splitlines()[-1]]


def test_no_episode_needs_a_larger_window_for_its_shafts() -> None:
    for number in range(1, PACK.last + 1):
        assert SIZE == needed(rules_of(PACK, number)), f"episode {number}"


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    """Eighteen episodes: all shafts are begun."""
    campaigns = (after for _, after in rehearse(created(PACK, 3), 1))
    return next(after for after in campaigns if len(after.played) == 18)


def deepened(campaign: Campaign) -> tuple[PlayedEpisode, str, ShaftRule]:
    """An episode, a city and a shaft that got deeper there."""
    for i, played in enumerate(campaign.played):
        after = campaign.played[i + 1].boards if i + 1 < len(campaign.played) else {}
        for shaft in played.verdict.state.rules.shafts if played.verdict.state else ():
            for seat, words in after.items():
                shaft_of_it = f"shaft {shaft.colour}"
                if highest(words, shaft_of_it) > highest(played.boards[seat], shaft_of_it):
                    return played, seat, shaft
    raise AssertionError("no shaft got deeper")


def test_a_replay_crosses_boxes_out_with_the_move_that_reaches_them(campaign: Campaign) -> None:
    played, seat, shaft = deepened(campaign)
    evening = chronicle.evening(played.record, played.setup, played.verdict)
    last = evening.steps[-1].number
    (grown,) = [one for one in evening.boards if one.seat == seat]
    (boxes,) = [one for one in grown.rows if one.row.label == shaft.label]
    for time in (0, *boxes.reached):
        state = evening.steps[time - 1].after if time else evening.steps[0].before
        reach = reach_during(state.rules, state.town(seat), state.towns)[shaft.label]
        assert reach.boxes == sum(since <= time for since in boxes.reached)
    assert boxes.reached
    picture = boards.board("", grown, last, ENGLISH)
    times = [one.get("data-since", "") for one in picture.elements[-1].iter("use")]
    assert {str(since) for since in boxes.reached} <= {*times}


def test_the_life_of_a_city_crosses_boxes_out_after_the_episodes(campaign: Campaign) -> None:
    history = History("campaign/1", (), campaign, Origin("campaign/1"))
    for city in campaign.cities:
        life = chronicle.life(history, city.seat)
        dug = {
            one.row.colour: one.reached for one in life.board.rows if isinstance(one.row, ShaftRule)
        }
        assert {colour: len(times) for colour, times in dug.items()} == dict(city.shafts)
        assert all(time >= 16 for times in dug.values() for time in times)
        described = boards.board("", life.board, 18, ENGLISH).description
        assert all(
            f"{one.row.label} {one.at_last.boxes} of" in described for one in life.board.rows
        )
