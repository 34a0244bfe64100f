"""The tiles of the box: what must add up, and what an owner's overlay may correct."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import quadropolis
from engine.kernel.errors import PackError
from engine.kernel.game import Setup
from engine.kernel.overlays import digest
from engine.quadropolis.components import FACES, MODES
from engine.quadropolis.tiles import made_up_ids, supply, tiles
from tests.engine.quadropolis.table import begin, laid


def test_there_are_142_tiles() -> None:
    kinds: Counter[str] = Counter()
    for tile in tiles():
        kinds[FACES[tile.face].kind] += tile.count
    assert {"T": 32, "S": 15, "V": 19, "P": 15, "F": 19, "H": 21, "O": 17, "M": 4} == kinds
    assert 142 == sum(kinds.values())


def test_every_row_says_where_it_comes_from() -> None:
    assert {"public", "placeholder"} == {tile.source for tile in tiles()}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("players", "count"), [(4, 25), (3, 20), (2, 16)])
def test_open_tiles_by_round(mode: str, players: int, count: int) -> None:
    for round in range(1, MODES[mode].rounds + 1):
        assert count == sum(supply("", mode, round, players).values())


@pytest.mark.parametrize(("mode", "people", "energy"), [("classic", 60, 43), ("expert", 65, 47)])
def test_the_supply_never_runs_out(mode: str, people: int, energy: int) -> None:
    faces: Counter[str] = Counter()
    for round in range(1, MODES[mode].rounds + 1):
        faces.update(supply("", mode, round, 4))
    assert people == sum(FACES[code].inhabitants * n for code, n in faces.items())
    assert energy == sum(FACES[code].energy * n for code, n in faces.items())


@pytest.mark.parametrize(("mode", "rounds"), [("classic", 3), ("expert", 4)])
def test_the_mayor_is_in_every_round_but_the_last(mode: str, rounds: int) -> None:
    have = [supply("", mode, n, 2).get("TM", 0) for n in range(1, MODES[mode].rounds + 1)]
    assert [1] * rounds + [0] == have


@pytest.mark.parametrize(("players", "rounds"), [(2, [2, 3]), (3, [2, 3, 4]), (4, [2, 3, 4, 5])])
def test_monuments_by_players(players: int, rounds: list[int]) -> None:
    assert rounds == [n for n in range(1, 6) if supply("", "expert", n, players).get("M")]


def test_a_verdict_names_the_rounds_with_made_up_marks() -> None:
    state = laid(begin(2))
    ids = ", ".join(made_up_ids("", "classic", 1, 2))
    assert (f"tiles of round 1: {ids}",) == quadropolis.placeholders(state)
    assert () == quadropolis.placeholders(begin(2))
    assert () == quadropolis.placeholders(laid(begin(4)))


def test_an_overlay_corrects_marks_and_faces() -> None:
    text = '[[tile]]\nid = "1.01"\nface = "T3"\nplayers = 4\nsource = "owner"\n'
    header = {"mode": "classic", "tiles": digest(text)}
    rules = quadropolis.start(Setup(("p1", "p2"), header, text)).rules
    before = supply("", "classic", 1, 2)
    assert before["T2"] - 1 == rules.supply[0].get("T2", 0)
    assert before["T3"] == rules.supply[0]["T3"]


def test_a_new_row_has_to_leave_25_tiles() -> None:
    row = 'round = 1\nmode = "classic"\nface = "S"\nplayers = 2\ncount = 1\nsource = "owner"\n'
    with pytest.raises(PackError, match="round 1 of classic has 26 tiles, not 25"):
        tiles(f'[[tile]]\nid = "9.01"\n{row}')
    gone = '[[tile]]\nid = "1.07"\ngone = true\nsource = "owner"\n'
    assert "9.01" in {tile.id for tile in tiles(f'[[tile]]\nid = "9.01"\n{row}{gone}')}
