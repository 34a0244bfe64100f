"""The commands in the README, the tour and the page of documents, and what they print."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from campaign.cli.entering import prompt
from tests.cli.test_entering import Typist
from tests.fixtures import ROOT, Run

LONGEST_README = 150


class Example(NamedTuple):
    """A command of a page and the lines that stand below it."""

    command: str
    lines: tuple[str, ...]


ASKED = r"^\w[\w ,():]*[\w)]> "
"""A prompt; what is typed follows it."""


def examples(*pages: str) -> list[Example]:
    """The commands of the pages in order."""
    text = "".join((ROOT / page).read_text("utf-8") for page in pages).replace("\\\n", " ")
    blocks = re.findall(r"(?s)```console\n(.*?)```", text)
    return [
        Example(command, tuple(line for line in lines if line.strip()))
        for block in blocks
        for command, *lines in map(str.splitlines, re.split(r"(?m)^\$ ", block)[1:])
    ]


def masked(line: str) -> str:
    """A line with what differs from run to run masked: heads, hashes, days, times."""
    line = re.sub(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b|\b[0-9a-f]{64}\b", "HEAD", line)
    line = re.sub(r"\b\d{4}-\d\d-\d\dT[\d:]{8}Z|milliseconds\": \d+", "TIME", line)
    return re.sub(r"\b\d{1,2} [A-Z][a-z]{2} \d{4}\b", "DAY", line).rstrip()


def missing(lines: tuple[str, ...], printed: str) -> list[str]:
    """The lines of a page that were not printed, or not in this order."""
    real = iter([masked(line) for line in printed.splitlines()])
    return [line for line in lines if line != "..." and masked(line) not in real]


def test_the_commands_print_what_the_pages_show(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("examples", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    wrong: list[str] = []
    for command, lines in examples("README.md", "docs/tour.md"):
        words = shlex.split(command, comments=True)
        line, _, target = shlex.join(words[1:]).partition(" '>' ")
        typed = [re.sub(ASKED, "", line) for line in lines if re.match(ASKED, line)]
        monkeypatch.setattr(prompt, "editor", lambda *_, typed=typed: Typist(typed))
        output = run(f"{line} --yes")
        if target:
            Path(target).write_text(output.out, "utf-8")
        refused = any(line.startswith("error:") for line in lines)
        assert refused == bool(output.code), f"{command}: {output.err}"
        shown = tuple(line for line in lines if not re.match(ASKED, line))
        wrong += [f"{command}: {line}" for line in missing(shown, f"{output.err}{output.out}")]
    assert wrong == []


def test_the_documents_are_those_of_the_page(chapter: Run) -> None:
    """The example campaign after a chapter."""
    chapter("city rename eagle Rivers")
    wrong = [
        f"{command}: {line}"
        for command, lines in examples("docs/json.md")
        for line in missing(lines, chapter(shlex.split(command)[1:]).out)
    ]
    assert wrong == []


def test_the_readme_stays_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= LONGEST_README


def test_the_walk_through_a_campaign_begins_as_its_page_says(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`CAMPAIGN_DB` of the page is no whole path: a `cd` after it would lose the database."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "examples" / "campaign" / "README.md").read_text("utf-8")
    block = page.partition("a database of your own:\n\n")[2].partition("\n\n")[0]
    for line in block.replace("\\\n", " ").splitlines():
        word, *words = shlex.split(line)
        if word == "cd":
            monkeypatch.chdir(words[0])
        elif word == "export":
            monkeypatch.setenv(*words[0].split("="))
        else:
            assert word == "campaign"
            output = run([*words, "--yes"])
            assert output.code == 0, output.err
