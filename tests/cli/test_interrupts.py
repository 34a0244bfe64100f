"""Signals that end the program while it writes."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator

import pytest

from campaign.cli.interrupts import saving_at_end

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a signal of Unix")


class InterruptedWrite(io.FileIO):
    """A file during whose first write SIGTERM comes."""

    interrupted = False

    def write(self, data: object) -> int:
        if not self.interrupted:
            self.interrupted = True
            signal.raise_signal(signal.SIGTERM)
        return super().write(data)  # type: ignore[arg-type]  # bytes, as its buffer has them


def say(message: str) -> None:
    """Write a line to what is stderr now."""
    sys.stderr.write(f"{message}\n")
    sys.stderr.flush()


@pytest.fixture
def ended() -> Iterator[list[int]]:
    """The signals that would have ended the process."""
    numbers: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: numbers.append(number))
    yield numbers
    signal.signal(signal.SIGTERM, before)


def test_a_signal_during_a_message_saves_and_ends(
    ended: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended in an unforeseen error: the buffer of stderr was in use."""
    reading, writing = os.pipe()
    raw = InterruptedWrite(writing, "w")
    with io.TextIOWrapper(io.BufferedWriter(raw), "utf-8") as stderr:
        monkeypatch.setattr(sys, "stderr", stderr)
        with saving_at_end(lambda: say("What you entered is in FILE")):
            say("Correct the history?")
        assert sys.stderr is stderr
        monkeypatch.undo()
    with os.fdopen(reading) as read:
        assert "What you entered is in FILE\nCorrect the history?\n" == read.read()
    assert [signal.SIGTERM] == ended
