"""Every extra can go: the program runs without its folder, and says in one line what is missing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from campaign import registry
from campaign.extras.extra import extras
from tests.fixtures import NEW, ROOT

RUNS = """
import contextlib, io, json, sys
from campaign.cli import main
from importlinter.cli import lint_imports

ran = []
for words in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main.run(words)
        except SystemExit as end:
            code = end.code or 0
    ran.append((code, out.getvalue(), err.getvalue()))
lint = io.StringIO()
with contextlib.redirect_stdout(lint):
    code = lint_imports(no_cache=True)
ran.append((code, lint.getvalue(), ""))
print(json.dumps(ran))
"""
NEEDED = {
    "fleet": [
        ("audit --all --jobs 2", "--jobs needs an extra that is not installed here: fleet"),
        (
            "audit --all --cluster tcp://h:1",
            "--cluster needs an extra that is not installed here: fleet",
        ),
    ],
}
"""Options of the core by the extra that they need, and what is said without it."""
EVENING = [
    ["envelope", "open", "1", "-y"],
    ["episode", "record", "examples/chapter-1/episode-1.toml", "-y"],
    ["status"],
    ["episode", "show", "1"],
    ["stats"],
    ["chronicle", "-o", "page.html", "-y"],
    ["handover", "verify", "page.html"],
    ["pack", "show"],
    ["audit"],
]

REMOVED = sorted(registry.built_in(registry.EXTRAS))


class Ran(NamedTuple):
    """What a command line gave."""

    code: int
    out: str
    err: str


def without(extra: str, folder: Path) -> Path:
    """A copy of the program without an extra, made of links."""
    for name in ("engine", "migrations", "examples", "pyproject.toml"):
        folder.joinpath(name).symlink_to(ROOT / name)
    gone = str(ROOT / "campaign" / "extras" / extra)

    def ignored(where: str, names: list[str]) -> list[str]:
        return [n for n in names if n == "__pycache__" or os.path.join(where, n) == gone]

    shutil.copytree(
        ROOT / "campaign", folder / "campaign", ignore=ignored, copy_function=os.symlink
    )
    return folder


def ran(folder: Path, lines: list[list[str]]) -> list[Ran]:
    """What command lines give in a copy, and last its import contracts; all in one process."""
    done = subprocess.run(
        [sys.executable, "-c", RUNS, json.dumps(lines)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "CAMPAIGN_DB": str(folder / "db.sqlite")},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return [Ran(*one) for one in json.loads(done.stdout)]


@pytest.mark.parametrize("name", REMOVED)
def test_the_program_runs_without_an_extra(name: str, tmp_path: Path) -> None:
    (extra,) = [extra for extra in extras() if extra.name == name]
    commands = [words.split() for words in extra.commands]
    needed = [(line.split(), words) for line, words in NEEDED.get(name, [])]
    evening = [[*NEW.split(), "-y"], *EVENING]
    lines = [["--help"], *evening, *commands, *(line for line, _ in needed)]
    shown, *given, contracts = ran(without(name, tmp_path), lines)
    assert shown.code == 0
    assert [words for words in commands if len(words) == 1 and words[0] in shown.out.split()] == []
    assert [one.err for one in given[: len(evening)] if one.code] == []
    for words, one in zip(commands, given[len(evening) :], strict=False):
        assert one.code == 2
        assert f"No such command {words[-1]!r}." in one.err
        assert f"Not installed here: {name}." in one.err
    for (_, said), one in zip(needed, given[len(evening) + len(commands) :], strict=True):
        assert said in one.err
    assert contracts.code == 0, contracts.out
