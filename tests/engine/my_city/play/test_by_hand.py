"""Rules that the table applies: what a record says of them, within their bounds."""

from __future__ import annotations

import pytest

from engine import my_city
from engine.kernel.answers import play_line
from engine.kernel.errors import NotationError, PackError, RecordError
from engine.kernel.game import CHANCE, Setup
from engine.kernel.record import format_record, parse_record
from engine.kernel.replay import VerdictKind, replay
from engine.my_city.pack.forms import overlay_form
from engine.my_city.pack.model import rules_of
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.words import rules_in_words
from engine.my_city.play.answers import ANSWERS
from engine.my_city.play.players import greedy
from engine.my_city.play.state import MyCityState
from engine.my_city.rebuild.expansion import with_boards_expanded
from tests.engine.my_city.board import notes, on_small, play, points, refusal, small_pack, town_of

GROUND = """
. . . . M
. T . . .
. . . F .
. . . . .
R . . . ."""
BANKS = """
W W W E E
W W W E E
W W W E E
W W W E E
W W W E E"""
OUTLINES = {"1": "##", "12": "#"}
FESTIVAL = """
[[rule]]
name = "festival"
does = "by hand"
words = "whoever sings gets what the song says"
points = [-1, 4]
marks = [0, 2]
stickers = ["tree", "rock"]
order = 3
source = "owner"
"""
BRIDGE = """
[[rule]]
name = "the bridge"
does = "by hand"
words = "once a building may cross the river"
buildings = 1
source = "owner"
"""
EVENING = (
    *("*: reveal Y1", "eagle: build Y1@C1", "bear: build Y1@C1/1"),
    *("*: reveal R12", "eagle: quit", "bear: quit"),
)
"""The eagle crosses the river with its first building."""
OVER = tuple(move.replace("eagle: build Y1@C1", "eagle: build Y1@C1/1") for move in EVENING)


def begun(*moves: str, rules: str = FESTIVAL + BRIDGE) -> MyCityState:
    return play(on_small(GROUND, BANKS, OUTLINES, rules), *moves)


@pytest.mark.parametrize(
    "words",
    [
        "by hand festival: 3 points, 1 mark, tree G1",
        "by hand festival: -1 points",
        "by hand festival: 1 point, 2 marks",
        "by hand festival: rock A2, tree B2",
        "by hand festival: cog Y12",
        "by hand the long night: nothing",
        "build Y12@E5/1 by hand the bridge",
    ],
)
def test_the_words_of_what_is_given_are_read_and_written_again(words: str) -> None:
    action = my_city.parse(words)
    assert words == my_city.format(action)
    assert action == my_city.parse(words.replace(" ", "  "))


@pytest.mark.parametrize(
    "words",
    [
        *("by hand", "by hand festival", "by hand festival:", "by hand : 3 points"),
        *(
            "by hand festival: 3",
            "by hand festival: 3 points, nothing",
            "by hand festival: 3.5 points",
        ),
        *("by hand festival: 3 points, 2 points", "by hand festival: tree G1 H1"),
    ],
)
def test_words_that_give_nothing_clear_are_refused(words: str) -> None:
    with pytest.raises(NotationError, match="write what a rule gave, such as"):
        my_city.parse(words)


def test_after_the_last_card_every_seat_states_what_each_rule_gave_it() -> None:
    state = begun(*OVER)
    assert ("eagle", "bear") == my_city.awaiting(state)
    state = play(state, "bear: by hand festival: 3 points, 1 mark, tree A3")
    assert ("eagle",) == my_city.awaiting(state)
    state = play(state, "eagle: by hand festival: nothing")
    assert () == my_city.awaiting(state)
    assert (3, "by hand") == (points(state, "bear")["festival"], notes(state, "bear")["festival"])
    assert (0, "by hand") == (points(state)["festival"], notes(state)["festival"])
    assert 2 == state.by_hand
    # The sticker comes after the episode: nothing on the sheet counts it.
    assert points(state)["trees"] == points(state, "bear")["trees"]


def test_who_has_built_by_a_rule_still_states_what_else_it_gave() -> None:
    toll = f"{BRIDGE}points = [-2, 0]\n"
    crossing = (EVENING[0], "eagle: build Y1@C1 by hand the bridge", *EVENING[2:])
    state = begun(*crossing, rules=toll)
    assert ("eagle", "bear") == my_city.awaiting(state)
    state = play(state, "eagle: by hand the bridge: -2 points", "bear: by hand the bridge: nothing")
    assert () == my_city.awaiting(state)
    assert (-2, 0) == (points(state)["the bridge"], points(state, "bear")["the bridge"])


@pytest.mark.parametrize(
    ("moves", "words", "why"),
    [
        (
            OVER,
            "festival: 5 points",
            "festival gives -1 to 4 points, 0 to 2 marks, up to 1 tree or rock",
        ),
        (OVER, "festival: 3 marks", "festival gives -1 to 4 points"),
        (OVER, "festival: tree A3, rock A2", "up to 1 tree or rock"),
        (OVER, "festival: well A3", "up to 1 tree or rock"),
        (OVER, "festival: tree E1", "is not a sticker"),
        (
            OVER,
            "carnival: 1 point",
            "carnival is no rule by hand of this episode; its rules by hand: festival",
        ),
        (
            OVER,
            "the bridge: 1 point",
            "the bridge is no rule by hand of this episode; its rules by hand: festival",
        ),
        (EVENING[:1], "festival: 1 point", "festival is stated after the last card"),
    ],
)
def test_what_is_out_of_bounds_is_illegal(moves: tuple[str, ...], words: str, why: str) -> None:
    assert why in refusal(begun(*moves), f"bear: by hand {words}")


def test_nothing_is_stated_twice() -> None:
    state = begun(*OVER, "bear: by hand festival: 1 point")
    again = refusal(state, "bear: by hand festival: 1 point")
    assert "bear has stated festival already" == again


def test_a_building_stands_where_only_the_table_allows_it() -> None:
    state = begun(EVENING[0])
    assert "covers both banks" in refusal(state, "eagle: build Y1@C1")
    state = play(state, "eagle: build Y1@C1 by hand the bridge", "bear: build Y1@C1/1")
    (placement,) = town_of(state).built
    assert ("C1", "D1") == state.rules.grid.names(placement.mask)
    assert not town_of(state).free & placement.mask
    # The next one touches it, by the rules again.
    state = play(state, "*: reveal R12", "eagle: build R12@D2", "bear: quit")
    assert 2 == len(town_of(state).built)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("build Y1@C1/1 by hand the bridge", "the rules allow it there: leave out by hand"),
        ("build Y1@C1 by hand festival", "festival lets no building stand by hand"),
        ("build R1@C1 by hand the bridge", "R1 is not the revealed building, Y1 is"),
        ("build Y1@E1 by hand the bridge", "hangs over the board's edge"),
    ],
)
def test_a_building_by_hand_that_cannot_be_is_illegal(words: str, why: str) -> None:
    assert why in refusal(begun(EVENING[0]), f"eagle: {words}")


def test_a_rule_lets_only_so_many_buildings_stand() -> None:
    state = begun(EVENING[0], "eagle: build Y1@C1 by hand the bridge", "bear: quit")
    state = play(state, "*: reveal R12")
    assert "the bridge gives up to 1 building" == refusal(
        state, "eagle: build R12@E1 by hand the bridge"
    )
    assert "covers an own building (C1)" == refusal(state, "eagle: build R12@C1 by hand the bridge")


RECORD = """format = 1
game = "my-city"
edition = "1"
episode = 1
seats = ["eagle", "bear"]
moves = \"\"\"
*: reveal Y1
eagle: build Y1@C1 by hand the bridge
bear: build Y1@C1/1
*: reveal R12
eagle: quit
bear: quit
eagle: by hand festival: 2 points
bear: by hand festival: nothing
\"\"\"

[result]
eagle = -7
bear = -9
"""


def replayed(text: str) -> tuple[VerdictKind, str]:
    pack = small_pack(GROUND.strip(), BANKS.strip(), OUTLINES, FESTIVAL + BRIDGE)
    verdict = replay(
        my_city, parse_record(text), Setup(("eagle", "bear"), {"episode": 1, "pack": pack})
    )
    return verdict.kind, str(verdict.reason)


def test_a_record_with_lines_by_hand_is_verified_and_none_is_guessed() -> None:
    assert RECORD == format_record(parse_record(RECORD))
    assert (VerdictKind.VERIFIED, "") == replayed(RECORD)
    silent = RECORD.replace("bear: by hand festival: nothing\n", "")
    assert (VerdictKind.INCOMPLETE, "the moves end, but bear still has to move") == replayed(silent)


BOARDS = """format = 1
game = "my-city"
edition = "1"
deck = "Y1 R12"
episode = 1
seats = ["eagle", "bear"]

[by_hand]
eagle = ["festival: 2 points"]
bear = ["festival: nothing"]

[layout]
eagle = "Y1@C1/1"
bear = "Y1@C1/1"

[result]
eagle = -7
bear = -9
"""


def test_boards_in_place_of_moves_state_what_was_given() -> None:
    pack = small_pack(GROUND.strip(), BANKS.strip(), OUTLINES, FESTIVAL)
    setup = Setup(("eagle", "bear"), {"episode": 1, "pack": pack})
    record = with_boards_expanded(my_city, parse_record(BOARDS), setup)
    assert "bear: by hand festival: nothing" == str((record.moves or ())[-1])
    assert VerdictKind.VERIFIED is replay(my_city, record, setup).kind
    silent = parse_record(BOARDS.replace('bear = ["festival: nothing"]\n', ""))
    with pytest.raises(RecordError, match="by_hand: bear states festival: bear = "):
        with_boards_expanded(my_city, silent, setup)
    wrong = parse_record(BOARDS.replace("2 points", "9 points"))
    with pytest.raises(RecordError, match="by_hand, eagle: festival gives -1 to 4 points"):
        with_boards_expanded(my_city, wrong, setup)


def test_short_answers_say_what_was_given() -> None:
    state = begun(EVENING[0])
    for line, words in (
        ("c1 hand", "build Y1@C1 by hand the bridge"),
        ("c1/0 by hand the bridge", "build Y1@C1 by hand the bridge"),
    ):
        ((seat, action),) = play_line(my_city, ANSWERS, state, line).moves
        assert ("eagle", words) == (seat, my_city.format(action))
    state = begun(*OVER)
    awaited = ANSWERS.awaited(state, "eagle")
    assert awaited is not None
    assert ("festival", "-1 to 4 points, 0 to 2 marks, up to 1 tree or rock; n for nothing") == (
        awaited.when,
        awaited.what,
    )
    moves = play_line(my_city, ANSWERS, state, "3 1m tree a3 bear: n").moves
    assert ["by hand festival: 3 points, 1 mark, tree A3", "by hand festival: nothing"] == [
        my_city.format(action) for _, action in moves
    ]
    ((_, action),) = play_line(my_city, ANSWERS, state, "by hand festival: 2 points, 1 mark").moves
    assert "by hand festival: 2 points, 1 mark" == my_city.format(action)
    with pytest.raises(NotationError, match="'x' does not say what festival gave"):
        play_line(my_city, ANSWERS, state, "x")


def test_every_legal_answer_is_found_again_by_its_short_words() -> None:
    for state in (begun(EVENING[0]), begun(*OVER)):
        for action in list(my_city.legal(state, "eagle"))[:400]:
            words = ANSWERS.short(state, "eagle", action).split()
            assert (action, len(words)) == ANSWERS.read(state, "eagle", words)


def test_simple_players_state_something_within_the_bounds() -> None:
    for chance in (0.0, 0.3, 0.6, 0.99):
        state = begun()
        while waiting := my_city.awaiting(state):
            seat = waiting[0]
            actions = my_city.legal(state, seat)
            action = next(iter(actions)) if seat == CHANCE else greedy(state, seat, chance)
            state = my_city.apply(state, seat, action)
        assert state.by_hand >= 2


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (FESTIVAL.replace("words", "note"), "words are missing: they say what the table does"),
        (
            FESTIVAL.replace('name = "festival"', 'name = "sun, moon"'),
            "a record cannot name it, because its name has the sign ,",
        ),
        (FESTIVAL.replace("[-1, 4]", "[4, 4]"), "points is the least and the most, such as"),
        (FESTIVAL.replace("[0, 2]", "[-1, 2]"), "marks are never taken away"),
        (FESTIVAL.replace('"rock"', '"brook"'), "brook is none of"),
        (BRIDGE.replace("buildings = 1\n", ""), "say what it may give"),
    ],
)
def test_a_rule_by_hand_without_bounds_is_refused(row: str, why: str) -> None:
    with pytest.raises(PackError, match=why):
        begun(rules=row)


def test_a_rule_by_hand_in_words() -> None:
    pack = small_pack(GROUND.strip(), BANKS.strip(), OUTLINES, FESTIVAL)
    words = {rule.name: rule.words for rule in rules_in_words(pack, 1)}
    assert "by hand: whoever sings gets what the song says" == words["festival"]


def test_a_correction_of_a_rule_by_hand_keeps_its_words() -> None:
    pack = small_pack(GROUND.strip(), BANKS.strip(), OUTLINES, FESTIVAL)
    change = '[[rule]]\nname = "festival"\npoints = [0, 9]\nsource = "owner"\n'
    assert (0, 9) == rules_of(with_overlay(pack, change), 1).by_hand[0].points
    assert '# words = "whoever sings gets what the song says"' in overlay_form(pack, (), box=True)
