"""With --json errors are documents, too: a line on stderr, and nothing on stdout."""

from __future__ import annotations

import json

import pytest

from tests.fixtures import Run


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("episode show 9 --json", 4, "episode 9 has not been recorded"),
        ("--json session show 9", 4, "there is no session 9"),
        ("episode note --json", 2, "Missing argument 'N'"),
        ("episode record nothing.toml --json", 7, "nothing.toml"),
        ("session edit 1 --json", 4, "there is no session 1"),
    ],
)
def test_an_error_is_a_line_of_json(begun: Run, line: str, code: int, error: str) -> None:
    output = begun(line)
    said = json.loads(output.err)
    assert (code, code, "") == (output.code, said["code"], output.out)
    assert error in said["error"]


def test_what_helps_is_said_apart(begun: Run) -> None:
    said = json.loads(begun("episode show 9 --json").err)
    assert {"error", "code", "help"} == set(said)
