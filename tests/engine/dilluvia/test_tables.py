"""The tables of the box: what must add up, and what an owner's overlay may correct."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine import dilluvia
from engine.dilluvia import tables
from engine.dilluvia.components import DilluviaOptions, DilluviaRules
from engine.dilluvia.reading import rules_of
from engine.dilluvia.state import DilluviaState
from engine.kernel.errors import PackError, SetupError
from engine.kernel.game import Setup
from engine.kernel.overlays import digest
from tests.engine.dilluvia.table import begin, dealt, play

BOX = rules_of(4, DilluviaOptions())


def with_overlay(text: str, players: int = 2) -> DilluviaRules:
    """The rules with an owner's overlay."""
    return rules_of(players, DilluviaOptions(), text)


def test_every_row_keeps_to_its_table_and_says_its_source() -> None:
    for name, rows in tables.tables().items():
        for key, row in rows.items():
            tables.check_row(f"{name} {key}", name, row)


def test_what_is_in_the_box_adds_up() -> None:
    counts = {
        "buildings": (86, sum(building.copies for building in BOX.buildings.values())),
        "stacks": (12, len(BOX.buildings)),
        "tiles": (61, len(BOX.tiles)),
        "effects": (35, len({tile.effect.id for tile in BOX.tiles})),
        "tiles for 5": (7, sum(tile.price == 5 for tile in BOX.tiles)),
        "crowns": (14, sum(tile.crown for tile in BOX.tiles)),
        "gardens": (16, BOX.gardens),
        "printed squares": (16, len(BOX.printed)),
        "printed effects": (6, len({effect.id for effect in BOX.printed})),
        "propellers": (12, len(BOX.city.propellers)),
        "spaces for the house": (36, len(BOX.house)),
        "spaces for markers": (36, BOX.cap),
    }
    assert {} == {name: both for name, both in counts.items() if both[0] != both[1]}


@pytest.mark.parametrize(("players", "squares"), [(2, 72), (3, 108), (4, 156)])
def test_the_quarters_part_the_city_evenly(players: int, squares: int) -> None:
    city = rules_of(players, DilluviaOptions()).city
    assert squares == city.usable.bit_count()
    assert {squares // 4} == {(city.usable & quarter).bit_count() for quarter in city.quarters}


def test_every_propeller_has_three_squares_beside_it_even_for_two() -> None:
    city = rules_of(2, DilluviaOptions()).city
    assert 3 <= min(
        (city.around(propeller.bit) & city.usable).bit_count()
        for propeller in city.propellers.values()
    )


def test_an_overlay_corrects_key_by_key_and_takes_the_blame() -> None:
    text = '[[building]]\nid = "2A"\ncost = [2, 0, 1, 0]\ncount = 9\nsource = "owner"\n'
    rules = with_overlay(text)
    building = rules.buildings["2A"]
    assert ((2, 0, 1, 0), 9, 1) == (building.cost, building.copies, building.squares)
    assert "owner" == rules.sources["building 2A"]
    assert "placeholder" == BOX.sources["building 2A"]


@pytest.mark.parametrize(
    ("text", "corrected"),
    [
        ("[mat]\ncap = 40", lambda rules: rules.cap == 40),
        ("[house]\nvalues = [1, 5]", lambda rules: rules.population_per_ten(9) == 5),
        ('[[effect]]\nid = "DISC23"\nwhen = "round"',
         lambda rules: rules.effects["DISC23"].when == "round"),
        ('[[tile]]\nid = "W1"\neffect = "COIN"', lambda rules: rules.carriers["SET55"] == 0),
        ('[[tile]]\nid = "W40"\neffect = "COIN"\nback = "white"\nplayers = 2',
         lambda rules: rules.in_play["white"].bit_count() == 27),
        ('[[tile]]\nid = "W1"\ngone = true', lambda rules: "W1" not in rules.tiles_by_id),
        ('[[circle]]\nid = "order 5"\nprice = 2\nplayers = [2]',
         lambda rules: rules.areas["order"].circles == (0, 0, 2)),
        ('[[propeller]]\nid = "G2"\nprice = 1', lambda rules: 1 in {
            propeller.price for propeller in rules.city.propellers.values()}),
        ("[game]\nworkers = 4", lambda rules: rules.workers == 4),
    ],
    ids=range(9),
)  # fmt: skip
def test_an_overlay_may_correct_any_table(
    text: str, corrected: Callable[[DilluviaRules], bool]
) -> None:
    assert corrected(with_overlay(f'{text}\nsource = "owner"\n'))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[mat", "overlay: "),
        ("[mats]\ncap = 3", "overlay: mats is no table: game, mat, house, "),
        ("[mat]\ncap = 3", 'overlay: mat: write source = "owner": the value is from your box'),
        ('[mat]\ncap = -3\nsource = "owner"',
         "overlay: mat: cap is a whole number from 0 to 1000, not -3"),
        ('[mat]\ncup = 3\nsource = "owner"', "overlay: mat: cup is no key here: cap, "),
        ('mat = 3', "overlay: mat is a table, [mat]"),
        ('tile = 3', "overlay: tile is a list of rows, [[tile]]"),
        ('tile = [3]', "overlay: tile 1 has no id, a text"),
        ('[[tile]]\nid = "W1"\n[[tile]]\nid = "W1"', "overlay: tile W1 is there twice"),
        ('[[tile]]\nid = "W40"\neffect = "COIN"\nsource = "owner"',
         "overlay: tile W40: back is missing"),
        ('[[tile]]\nid = "W1"\neffect = "GOLD"\nsource = "owner"',
         "tile W1: 'GOLD' is not known: SET55, "),
        ('[[effect]]\nid = "COIN"\nwhen = "now"\nsource = "owner"',
         "overlay: effect COIN: when is always, not 'now'"),
        ('[[effect]]\nid = "COIN"\ndoes = "magic"\nsource = "owner"',
         "overlay: effect COIN: does is one of money, "),
        ('[[effect]]\nid = "COIN"\ndoes = "rent"\nwhen = "game"\nsource = "owner"',
         "overlay: effect COIN: squares is missing"),
        ('[[square]]\nid = "RES4"\ndoes = "magic"\nsource = "owner"',
         "overlay: square RES4: does is one of money, take, "),
        ('[[building]]\nid = "2A"\ncost = [1, 2]\nsource = "owner"',
         "overlay: building 2A: cost is white, black, brown, purple: four numbers, not [1, 2]"),
        ('[[building]]\nid = "2A"\ngoods = { gold = 1 }\nsource = "owner"',
         "overlay: building 2A: goods is numbers for money, cubes, prestige, worker"),
        ('[city]\nsquares = ". ."\nsource = "owner"', "city: every row of squares and of quarters"),
        ('[city]\nsquares = ". *"\nquarters = """\n1 1\n1 1\n"""\nsource = "owner"',
         "city: 1 rows of squares, 2 of quarters"),
        ('[city]\nsquares = ". ."\nquarters = "1 1"\nsource = "owner"',
         "city: one propeller stands in the middle, *"),
        ('[city]\nsquares = "* ?"\nquarters = "1 1"\nsource = "owner"',
         "city: '?' is no sign of a square: . 3 4 * P"),
        ('[[propeller]]\nid = "E5"\nprice = 1\nprestige = 1\nsource = "owner"',
         "propeller E5: the city has no P there"),
        ('[[propeller]]\nid = "G2"\ngone = true\nsource = "owner"',
         "city: no propeller is listed for G2"),
        ('[last_round]\nsquares = [["A"]]\nsource = "owner"',
         "overlay: last_round: squares is four rows of four names of squares"),
    ],
)  # fmt: skip
def test_an_overlay_that_cannot_be_says_where_and_why(text: str, reason: str) -> None:
    with pytest.raises(PackError) as caught:
        with_overlay(text)
    assert str(caught.value).startswith(reason)


def overlaid(text: str) -> DilluviaState:
    """A table with an overlay that the header names."""
    return begin(2, text, tables=digest(text))


def test_a_session_with_an_overlay_is_played_by_it() -> None:
    text = '[game]\nmoney = [9, 9, 9, 9]\nsource = "owner"\n'
    state = play(overlaid(text), "*: order p1 p2")
    assert [9, 9] == [owner.money for owner in state.players]


def test_an_overlay_has_the_hash_that_the_header_names() -> None:
    text = '[game]\nworkers = 4\nsource = "owner"\n'
    for header in ({}, {"tables": "0" * 64}):
        with pytest.raises(SetupError, match=f'write tables = "{digest(text)}"'):
            dilluvia.start(Setup(("p1", "p2"), header, text))


def test_what_the_owner_corrected_is_no_placeholder() -> None:
    text = "".join(
        f'[[circle]]\nid = "{key}"\nprice = {row["price"]}\nsource = "owner"\n'
        for key, row in tables.tables()["circle"].items()
    )
    state = play(overlaid(text), "*: order p1 p2")
    assert not any(named.startswith("circles") for named in dilluvia.placeholders(state))
    assert any(named.startswith("circles") for named in dilluvia.placeholders(dealt()))
