"""A map from another box under envelopes that nobody has opened: it holds, and tells nothing."""

from __future__ import annotations

import pytest

from engine import my_city
from engine.kernel.errors import PackError
from engine.kernel.game import Setup
from engine.my_city.pack.load import load, texts
from engine.my_city.pack.model import rules_of
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.read import read_pack
from engine.my_city.play.boards import board_from_words

STAND_IN = load("stand_in")
COVERED = "A3 A8 K1 E3 E6 G10 F10 I6"
"""Where the envelopes put something on every board."""


def with_mountains(cells: str) -> str:
    """An overlay whose map has mountains on these cells."""
    marks = STAND_IN.files["box.toml"]["terrain"]["map"].split()
    for cell in cells.split():
        marks[(int(cell[1:]) - 1) * 11 + ord(cell[0]) - 65] = "M"
    lines = "\n".join(" ".join(marks[i : i + 11]) for i in range(0, 121, 11))
    light = sum(mark not in "MF" for mark in marks)
    board = f'[board]\nlight_green = {light}\nsource = "owner"\n'
    return f'{board}[terrain]\nsource = "owner"\nmap = """\n{lines}\n"""\n'


def test_a_mountain_where_a_closed_envelope_puts_something() -> None:
    pack = with_overlay(STAND_IN, with_mountains(COVERED), ())
    for number in pack.episodes:
        rules = rules_of(pack, number)
        words = [
            f"{rules.contents[layer].id} {rules.grid.name(1 << i)}"
            for layer, mask in enumerate(rules.land[""].layers)
            for i in range(121)
            if mask >> i & 1 and rules.grid.name(1 << i) in COVERED.split()
        ]
        land = board_from_words(rules, pack.land, words, "eagle").land
        assert land.mountain & rules.land[""].mountain == rules.land[""].mountain
        my_city.start(Setup(("eagle", "bear"), {"episode": number, "pack": pack}))


def test_a_player_sticks_nothing_on_a_mountain() -> None:
    pack = with_overlay(STAND_IN, with_mountains("E3"), ())
    with pytest.raises(Exception, match="is not a sticker"):
        board_from_words(rules_of(pack, 1), pack.land, ["tree E3"], "eagle")


def test_what_does_not_go_together_with_a_closed_envelope_is_not_told() -> None:
    """The envelope of this pack is the owner's: nothing of it may be on a mountain."""
    row = '[[episode.rule]]\nname = "hidden"\ndoes = "fixed"\ncontent = "well"\ncells = "E3"\n'
    files = dict(texts("stand_in"))
    files["envelope_1.toml"] += f'{row}source = "owner"\n'
    pack = read_pack(files)
    with pytest.raises(PackError) as refused:
        with_overlay(pack, with_mountains("E3"), ())
    assert "envelope 1, which is still closed" in str(refused.value)
    assert "hidden" not in str(refused.value)
    with pytest.raises(PackError, match="E3 is a mountain"):
        with_overlay(pack, with_mountains("E3"), (1,))
