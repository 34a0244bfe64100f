"""Which tests are slow: `make test` leaves them to `.ci/run`, so that it ends in minutes.

make durations     runs all tests and writes slow.txt anew, a line for each slow test function

A quarter of the test functions need four fifths of the time. With their file named they run:
`make test TESTS=tests/cli/test_sync.py`.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

LIST = Path(__file__).parent / "slow.txt"
SECONDS = 0.4
"""What all cases of a test function may take together before the function is slow."""

_spent = defaultdict[str, float](float)


def function_of(nodeid: str) -> str:
    """Return the file and the function of a test, without its case."""
    return nodeid.partition("[")[0]


def mark_slow(items: list[pytest.Item]) -> None:
    """Mark the tests whose function is in the list."""
    slow = {*LIST.read_text("utf-8").splitlines()}
    for item in items:
        if function_of(item.nodeid) in slow:
            item.add_marker(pytest.mark.slow)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the time of a test, with its fixtures, to that of its function."""
    _spent[function_of(report.nodeid)] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the list, after the processes that ran the tests have reported."""
    if not hasattr(session.config, "workerinput"):
        slow = sorted(name for name, seconds in _spent.items() if seconds > SECONDS)
        LIST.write_text("".join(f"{name}\n" for name in slow), "utf-8")
