"""The README as somebody follows it: every command in turn, and what it shows there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.conftest import ROOT, Run

TYPED_AT = ("episode enter",)
"""Commands that somebody sits at: `test_typing` does."""


class Shown(NamedTuple):
    """A command of the README, and the lines below it."""

    words: str
    lines: tuple[str, ...]


def shown() -> list[Shown]:
    """The commands of the README in order."""
    found: list[Shown] = []
    text = (ROOT / "README.md").read_text("utf-8").replace("\\\n", " ")
    for block in re.findall(r"(?s)```console\n(.*?)```", text):
        for each in re.split(r"(?m)^\$ ", block)[1:]:
            command, *lines = each.splitlines()
            found.append(Shown(command, tuple(line for line in lines if line.strip())))
    return found


def masked(line: str) -> str:
    """A line without what is another one on every evening: heads and today's date."""
    line = re.sub(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b", "HEAD", line)
    return re.sub(r"\b\d{1,2} [A-Z][a-z]{2} \d{4}\b", "DAY", line).rstrip()


def test_every_command_of_the_readme_says_what_stands_there(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("examples", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    missing: list[str] = []
    for command, lines in shown():
        words = shlex.split(command, comments=True)
        line, _, target = shlex.join(words[1:]).partition(" '>' ")
        if line.startswith(TYPED_AT):
            continue
        said = run(f"{line} --yes")
        if target:
            Path(target).write_text(said.out, "utf-8")
        real = iter([masked(each) for each in f"{said.err}{said.out}".splitlines()])
        refused = any(each.startswith("error:") for each in lines)
        assert refused == bool(said.code), f"{command}: {said.err}"
        missing += [
            f"{command}: {each}"
            for each in lines
            if each != "..." and not any(masked(each) == other for other in real)
        ]
    assert missing == []
