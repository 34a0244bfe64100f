"""--log-json: a line about each command for whoever runs a server, without a word of anybody."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from campaign import __version__
from tests.cli.test_entering_terminal import terminal
from tests.fixtures import Output, Run


def line_of(output: Output) -> dict[str, Any]:
    """The last line on stderr, as JSON."""
    line = json.loads(output.err.splitlines()[-1])
    assert isinstance(line, dict)
    return line


def test_the_line_says_what_ran_how_long_and_how_it_ended(begun: Run, db: Path) -> None:
    output = begun("status --log-json")
    line = line_of(output)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line.pop("time"))
    assert line.pop("seconds") > 0
    assert line == {
        "event": "command",
        "command": "status",
        "database": db.name,
        "code": 0,
        "outcome": "done",
        "error": "",
        "version": __version__,
    }
    assert output.out == begun("status").out


@pytest.mark.parametrize(
    ("words", "command", "code", "outcome", "error"),
    [
        ("city rename Zacharias Ulm", "city rename", 4, "no such thing", "UnknownName"),
        ("--db Z/Zacharias/none.db db check", "db check", 5, None, "DatabaseMissing"),
        ("--db=postgresql://Zacharias:s@localhost:1/club status", "status", 5, None, None),
        ("--db=postgresql://Zacharias:s@[::1/club status", "status", 5, None, "DatabaseMissing"),
        ("Zacharias", "", 2, "wrong usage", "UsageError"),
        ("sync Zacharias", "sync", None, None, None),
        ("city rename eagle {number}Zacharias", "city rename", 0, "done", ""),
    ],
)
def test_nobody_is_named(
    begun: Run, words: str, command: str, code: int | None, outcome: str | None, error: str | None
) -> None:
    for number, options in enumerate(("--log-json", "--log-json --json")):
        output = begun(f"{words.format(number=number)} {options} --yes")
        line = line_of(output)
        assert "acharias" not in json.dumps(line)
        assert line["command"] == command
        assert line["code"] == output.code
        for expected, found in ((code, "code"), (outcome, "outcome"), (error, "error")):
            assert expected in (None, line[found])


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM])
def test_a_prompt_that_a_signal_ends_says_so(begun: Run, db: Path, number: int) -> None:
    with terminal(db, "episode", "enter", "--log-json") as at:
        at.waits_for("card 1 of 24>")
        at.program.send_signal(number)
        line = json.loads(at.rest().splitlines()[-1])
    assert (line["code"], line["outcome"]) == (128 + number, "ended by a signal")


def test_a_server_asks_for_it_in_its_environment(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_LOG_JSON", "1")
    assert line_of(begun("db check"))["outcome"] == "done"
    monkeypatch.setenv("CAMPAIGN_LOG_JSON", "0")
    assert begun("db check").err == ""
