"""Count how often each command reads records, replays them and folds histories."""

from __future__ import annotations

import re

import pytest

from benchmarks.cases import CASES, UNCOUNTED, Case
from benchmarks.counting import Bench, Growth, counted
from engine.kernel.record import parse_record
from tests.engine.replaying import verify
from tests.fixtures import ETERNAL, ROOT


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("counting"))


@pytest.mark.parametrize("case", CASES, ids=[case.command for case in CASES])
def test_a_command_counts_what_it_did_before(
    bench: Bench, case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_KEY", str(bench.folder / "key.pem"))
    assert case.counts == str(bench.counts(case))


def test_every_command_is_counted() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = set(re.findall(r"(?m)^## campaign (.+)$", page))
    counted_lines = [f"{case.command} " for case in CASES]
    counted_ones = {
        name for name in commands if any(line.startswith(f"{name} ") for line in counted_lines)
    }
    assert commands - counted_ones == set(UNCOUNTED)


def test_calls_are_counted_under_any_name() -> None:
    with counted() as calls:
        verify(parse_record(ETERNAL.read_text("utf-8")))
    assert {"parse_record": 1, "replay": 1} == dict(calls)


def test_a_growth_is_written_as_one_would() -> None:
    growths = [Growth(0, 0), Growth(1, 0), Growth(0, 1), Growth(3, 2), Growth(-1, 1)]
    assert ["0", "1", "n", "2n + 3", "n - 1"] == [str(growth) for growth in growths]
