"""Run command lines in copies of the program that lack some folders."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.fixtures import ROOT

IMPORTS = """
import importlib, pathlib

for folder in ("engine", "campaign"):
    for path in sorted(pathlib.Path(folder).rglob("*.py")):
        importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
"""
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


class Ran(NamedTuple):
    """The exit code and the output of a command line."""

    code: int
    out: str
    err: str


def without(folder: Path, *gone: str) -> Path:
    """Make a copy of the program from links, without some folders; return its folder."""
    for name in ("migrations", "examples", "pyproject.toml"):
        folder.joinpath(name).symlink_to(ROOT / name)
    paths = {str(ROOT / name_of_folder) for name_of_folder in gone}

    def ignored(where: str, names: list[str]) -> list[str]:
        return [n for n in names if n == "__pycache__" or os.path.join(where, n) in paths]

    for name in ("engine", "campaign"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored, copy_function=os.symlink)
    return folder


def ran(folder: Path, lines: list[list[str]], *, imports: bool = False) -> list[Ran]:
    """Run command lines in a copy, then its import contracts, all in one process.

    With `imports` every module of the copy is imported first.
    """
    process = subprocess.run(
        [sys.executable, "-c", IMPORTS * imports + RUNS, json.dumps(lines)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "CAMPAIGN_DB": str(folder / "db.sqlite")},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert process.returncode == 0, process.stderr
    return [Ran(*fields) for fields in json.loads(process.stdout)]
