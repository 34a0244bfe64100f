"""A command makes its document or its view, and never both."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from tests.fixtures import Run

SCREENS, DOCUMENTS = "display/terminal", "display/json"
COMMANDS = ("stats", "status", "standings", "history", "episode show 1", "city show eagle")


@contextmanager
def calls_into(folder: str) -> Iterator[list[str]]:
    """Within it, the functions of a folder that are called."""
    called: list[str] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and f"/campaign/{folder}/" in frame.f_code.co_filename:
            called.append(frame.f_code.co_qualname)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield called
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize("line", COMMANDS)
def test_with_json_no_screen_is_made_and_without_it_no_document(settled: Run, line: str) -> None:
    with calls_into(SCREENS) as screens:
        assert settled(f"{line} --json --quiet").code == 0
    assert screens == []
    with calls_into(DOCUMENTS) as documents:
        assert settled(f"{line} --quiet").code == 0
    assert documents == []


def test_the_calls_are_seen(settled: Run) -> None:
    with calls_into(SCREENS) as screens:
        settled("stats")
    with calls_into(DOCUMENTS) as documents:
        settled("stats --json")
    assert "statistics" in screens
    assert "statistics" in documents
