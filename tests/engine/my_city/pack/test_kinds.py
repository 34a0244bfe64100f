"""Kinds of rules: a new one is a row of `KINDS`, and a row of a pack that names it is played."""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter

import pytest

from engine import my_city
from engine.kernel.errors import PackError
from engine.kernel.game import Setup
from engine.kernel.record import parse_record
from engine.kernel.replay import VerdictKind, replay
from engine.kernel.score import SheetEntry
from engine.my_city.pack.build import counted_by
from engine.my_city.pack.kinds import KINDS, RuleKind
from engine.my_city.pack.lines import line_of
from engine.my_city.pack.load import load
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.schema import NUMBER
from engine.my_city.pack.words import rules_in_words
from engine.my_city.play.ruleset import Term
from engine.my_city.play.terms import TownTerms

EDGE = """
[[rule]]
name = "harbour front"
does = "edge"
points = 2
order = 95
source = "owner"
"""

EVENING = """
format = 1
game = "my-city"
edition = "1"
episode = 1
seats = ["eagle", "bear"]
moves = '''
*: reveal Y4
eagle: build Y4@E5
bear: build Y4@D1
*: reveal R8
eagle: quit
bear: quit
'''
[result]
eagle = -69
bear = -67
"""


def edge(term: Term, board: TownTerms) -> Iterable[SheetEntry]:
    """Points for each building at the edge of the board."""
    count = sum(building.mask & board.rules.grid.edge != 0 for building in board.built)
    return (SheetEntry(term.label, count * term.points),)


@pytest.fixture
def edge_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {"points": NUMBER, "order": NUMBER}
    kind = RuleKind(counted_by(edge), keys, "each building at the edge: {points:+}")
    monkeypatch.setitem(KINDS, "edge", kind)


@pytest.mark.usefixtures("edge_kind")
def test_a_kind_from_outside_is_played_and_scored() -> None:
    pack = with_overlay(load("stand_in"), EDGE)
    setup = Setup(("eagle", "bear"), {"episode": 1, "pack": pack})
    verdict = replay(my_city, parse_record(EVENING), setup)
    assert (VerdictKind.VERIFIED, "") == (verdict.kind, verdict.reason)
    assert [("harbour front", 0), ("harbour front", 2)] == [
        sheet.lines[-1][:2] for sheet in verdict.sheets
    ]


@pytest.mark.usefixtures("edge_kind")
def test_a_kind_from_outside_is_told_in_words() -> None:
    pack = with_overlay(load("stand_in"), EDGE)
    words = {rule.name: rule.words for rule in rules_in_words(pack, 1)}
    assert "each building at the edge: +2" == words["harbour front"]


def test_a_kind_that_nobody_knows_is_refused_with_its_line() -> None:
    text = EDGE.replace('"edge"', '"rim"')
    with pytest.raises(PackError, match=r"'rim' is no kind of rule$") as no:
        with_overlay(load("stand_in"), text)
    assert ("overlay", ("rule", 0, "does")) == (no.value.file, no.value.path)
    assert 'does = "rim"' == text.split("\n")[line_of(text, no.value.path) - 1]


@pytest.mark.parametrize("name", KINDS)
def test_the_words_of_a_kind_use_keys_that_every_row_of_it_has(name: str) -> None:
    kind = KINDS[name]
    if not callable(kind.words):
        used = {key for _, key, _, _ in Formatter().parse(kind.words) if key}
        assert used <= {key for key, holds in kind.keys.items() if not holds.optional}
