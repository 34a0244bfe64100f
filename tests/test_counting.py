"""How often each command reads and replays records: once each, by counting."""

from __future__ import annotations

import pytest

from benchmarks.counting import CASES, Bench, Case, Growth, counted
from engine.catalogue import verify
from engine.kernel.record import parse_record
from tests.fixtures import ETERNAL

ONCE = {
    "status": ("n", "n"),
    "episode record {next}": ("n + 1", "n + 1"),
    "episode result eagle=9 bear=7 deer=5 wolf=3": ("n + 1", "n + 1"),
    "episode amend {last} {amended} --reason slip": ("n + 1", "n + 1"),
    "envelope open {envelope}": ("n", "n"),
    "sticker place {sticker}": ("n", "n"),
    "undo --and-later": ("n", "n"),
    "city show eagle --at {last}": ("n", "n"),
    "city rename eagle Rivers": ("n", "n"),
    "player join wolf Emil": ("n", "n"),
    "pack apply {overlay} --reason ours": ("n", "2n"),
    "what-if {next}": ("n + 1", "n + 1"),
    "what-if {amended}": ("n + 1", "n + 1"),
    "audit": ("n", "n"),
    "audit report": ("n", "n"),
    "session record {session}": ("1", "1"),
}
"""Parses and replays with n earlier episodes. A correction of the pack replays them under both."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("counting"))


@pytest.mark.parametrize("case", CASES, ids=[case.command for case in CASES])
def test_no_record_is_read_or_replayed_twice(bench: Bench, case: Case) -> None:
    parses, replays = bench.counts(case.command, case.before)
    assert ONCE[case.command] == (str(parses), str(replays))


def test_calls_are_counted_under_any_name() -> None:
    with counted() as calls:
        verify(parse_record(ETERNAL.read_text("utf-8")))
    assert {"parse_record": 1, "replay": 1} == dict(calls)


def test_a_growth_is_written_as_one_would() -> None:
    growths = [Growth(0, 0), Growth(1, 0), Growth(0, 1), Growth(3, 2)]
    assert ["0", "1", "n", "2n + 3"] == [str(growth) for growth in growths]
