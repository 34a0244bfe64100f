"""Terms of places, and how terms pay: rows that another box may hold, on a small board."""

from __future__ import annotations

import pytest

from engine.kernel.errors import PackError
from engine.my_city.pack.words import rules_in_words
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.board import drawn, notes, on_small, play, points, small_pack, town_of

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
OUTLINES = {"1": "##", "2": "#####", "10": "#"}
OWN = """
   A  B  C  D  E
1  .  .  Y1 .  .
2  .  .  Y1 .  .
3  .  .  .  .  .
4  .  .  R1 R1 .
5  .  .  .  .  .
"""
OTHER = """
   A  B  C  D  E
1  .  .  .  .  .
2  .  .  .  .  .
3  .  .  .  .  .
4  .  .  Y1 Y1 .
5  .  .  .  .  .
"""


def with_rule(**keys: object) -> MyCityState:
    """Both boards as drawn, under one more rule."""
    values = {"name": '"extra"', "order": 95, "source": '"owner"', **keys}
    rule = "\n[[rule]]\n" + "\n".join(f"{key} = {value}" for key, value in values.items())
    state = drawn(OWN, on_small(GROUND, BANKS, OUTLINES, rule))
    return drawn(OTHER, state, "bear")


def extra(**keys: object) -> tuple[int, str]:
    """Points and remark of the eagle for one more rule."""
    state = with_rule(**keys)
    return points(state)["extra"], notes(state).get("extra", "")


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"does": '"buildings"'}, 2),
        ({"does": '"buildings"', "colours": '["Y"]'}, 1),
        ({"does": '"buildings"', "on": '"column C"'}, 2),
        ({"does": '"buildings"', "on": '"column D"'}, 1),
        ({"does": '"buildings"', "on": '"edge"'}, 1),
        ({"does": '"buildings"', "on": '"top row"', "colours": '["R"]'}, 0),
        ({"does": '"buildings"', "beside": '"river"'}, 2),
        ({"does": '"buildings"', "beside": '"forest"'}, 1),
        ({"does": '"buildings"', "beside": '"mountain"'}, 0),
        ({"does": '"buildings"', "beside": '"tree"'}, 1),
        ({"does": '"visible"', "kind": '"tree"', "at": '"column B"'}, 2),
        ({"does": '"visible"', "kind": '"tree"', "at": '"edge"'}, 0),
        ({"does": '"empty"', "at": '"left column"'}, 4),
        ({"does": '"empty"', "at": '"bottom row"'}, 4),
        ({"does": '"filled"', "place": '"every row"'}, 0),
        ({"does": '"connects"', "kind": '"tree"', "to": '"top row"'}, 1),
        ({"does": '"connects"', "kind": '"tree"', "to": '"mountain"'}, 0),
        ({"does": '"connects"', "kind": '"tree"', "to": '"forest"'}, 0),
    ],
)
def test_a_term_counts_what_stands_at_its_place(keys: dict[str, str], expected: int) -> None:
    assert expected == extra(points=1, **keys)[0]


def test_a_line_counts_when_no_cell_of_it_can_be_built_on() -> None:
    rule = '\n[[rule]]\nname = "rows"\ndoes = "filled"\nplace = "every row"\npoints = 3\n'
    rule += 'order = 95\nsource = "owner"\n'
    state = on_small(GROUND.replace("M", "."), BANKS.replace("E", "W", 2), OUTLINES, rule)
    row = "   A  B  C  D  E\n1  Y2 Y2 Y2 Y2 Y2\n" + "".join(
        f"{n}  .  .  .  .  .\n" for n in (2, 3, 4, 5)
    )
    assert 3 == points(drawn(row, state))["rows"]


def test_buildings_of_several_colours_connect_two_sites_where_they_may() -> None:
    chain = OWN.replace("3  .  .  .", "3  .  .  B10")
    for mixed, expected in (("true", 4), ("false", 0)):
        rule = '\n[[rule]]\nname = "road"\ndoes = "connects"\nkind = "tree"\nto = "rock"\n'
        rule += f'mixed = {mixed}\npoints = 4\norder = 95\nsource = "owner"\n'
        state = on_small(GROUND.replace("R . .", ". . R"), BANKS, OUTLINES, rule)
        assert expected == points(drawn(chain, state))["road"], mixed


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        # Both stand on the column; the eagle alone has a second building there.
        ({"points": 5, "best": '"most"', "on": '"column C"'}, (5, "2, the most")),
        ({"points": 5, "best": '"fewest"', "on": '"column C"'}, (0, "2, the fewest is 1")),
        ({"points": 5, "best": '"most"', "on": '"column D"'}, (5, "1, as many as another seat")),
        (
            {"points": 5, "best": '"most"', "ties": '"nobody"', "on": '"column D"'},
            (0, "1, as many as another seat"),
        ),
        ({"points": 5, "best": '"most"', "on": '"column A"'}, (0, "0, as many as another seat")),
        ({"points": "[[1, 2], [3, 7]]"}, (2, "2 counted")),
        ({"points": "[[3, 7]]"}, (0, "2 counted")),
    ],
)
def test_a_term_pays_by_steps_or_the_best_of_the_table(
    keys: dict[str, object], expected: tuple[int, str]
) -> None:
    assert expected == extra(does='"buildings"', **keys)


@pytest.mark.parametrize(
    ("place", "moves", "expected"),
    [
        ('on = "column D"', ("Y1@D1/1", "Y1@C1/1"), (2, 0)),
        ('beside = "mountain"', ("Y1@D1/1", "Y1@C1/1"), (2, 0)),
        ('beside = "river"\ncolours = ["R"]', ("Y1@D1/1", "Y1@C1/1"), (0, 0)),
        ('beside = "tree"', ("Y1@C2/1", "Y1@C1/1"), (2, 2)),
        # On column C beside its other cells, which stay open.
        ('beside = "column C"', ("Y1@C1/1", "Y1@D1/1"), (2, 2)),
    ],
)
def test_a_building_earns_points_at_once_by_its_place(
    place: str, moves: tuple[str, str], expected: tuple[int, int]
) -> None:
    rule = '\n[[rule]]\nname = "bounty"\ndoes = "building at once"\npoints = 2\n'
    state = on_small(GROUND, BANKS, OUTLINES, f'{rule}{place}\nsource = "owner"\n')
    state = play(state, "*: reveal Y1", f"eagle: build {moves[0]}", f"bear: build {moves[1]}")
    assert expected == tuple(dict(town_of(state, s).rewards).get("bounty", 0) for s in state.seats)


def test_what_is_covered_is_no_longer_touched() -> None:
    rule = '\n[[rule]]\nname = "bounty"\ndoes = "building at once"\npoints = 2\nbeside = "tree"\n'
    state = on_small(GROUND, BANKS, OUTLINES, f'{rule}source = "owner"\n')
    on_tree = ("*: reveal Y1", "eagle: build Y1@B2", "bear: quit")
    state = play(state, *on_tree, "*: reveal R1", "eagle: build R1@B1")
    assert () == town_of(state).rewards


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (
            'does = "buildings"\ncolours = ["Y", "R"]\nbeside = "river"\npoints = 2\norder = 9',
            "each building of yellow or red beside the river: +2",
        ),
        (
            'does = "buildings"\npoints = [[2, 1], [4, 5]]\norder = 9',
            "buildings on the board: 2 or more +1, 4 or more +5",
        ),
        (
            'does = "visible"\nkind = "tree"\nat = "edge"\nbest = "most"\npoints = 3\norder = 9',
            "on the edge of the board: visible tree: +3 for the most at the table; "
            "all who tie get it",
        ),
        (
            'does = "filled"\nplace = "column C"\npoints = 4\norder = 9',
            "column C with no cell left to build on: +4",
        ),
        (
            'does = "connects"\nkind = "tree"\nto = "rock"\npoints = 4\norder = 9',
            "connected buildings of one colour from the tree to a rock: +4, once",
        ),
        (
            'does = "building at once"\non = "left column"\npoints = 1',
            "each building on the left column: +1 at once",
        ),
    ],
)
def test_a_rule_of_a_place_in_words(rule: str, words: str) -> None:
    text = f'\n[[rule]]\nname = "extra"\n{rule}\nsource = "owner"\n'
    pack = small_pack(GROUND.strip(), BANKS.strip(), OUTLINES, text)
    assert words == next(r.words for r in rules_in_words(pack, 1) if r.name == "extra")


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (
            'does = "buildings"\non = "row 6"\npoints = 1\norder = 9',
            r"row 6 is no place: row 1 to 5",
        ),
        ('does = "buildings"\non = "edge"\nbeside = "edge"\npoints = 1\norder = 9', "not both"),
        ('does = "building at once"\npoints = 1', "where the building stands"),
        (
            'does = "buildings"\npoints = [[3, 1], [2, 2]]\norder = 9',
            "points is a whole number, or",
        ),
        ('does = "buildings"\npoints = 1\nties = "all"\norder = 9', "ties needs best"),
        ('does = "connects"\nkind = "tree"\npoints = 1\norder = 9', "write row or to, not both"),
    ],
)
def test_a_rule_of_a_place_that_cannot_be_is_refused(rule: str, why: str) -> None:
    text = f'\n[[rule]]\nname = "extra"\n{rule}\nsource = "owner"\n'
    with pytest.raises(PackError, match=why):
        on_small(GROUND, BANKS, OUTLINES, text)


def test_a_row_with_a_number_without_end_is_no_place() -> None:
    number = "9" * 5000
    rule = f'does = "buildings"\non = "row {number}"\npoints = 1\norder = 9'
    test_a_rule_of_a_place_that_cannot_be_is_refused(rule, "is no place: row 1 to 5")
