"""The game of examples/pebbles, installed as a package of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixtures import ROOT, Run
from tests.installed import looked_up_anew

PACKAGE = ROOT / "examples" / "pebbles"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package installed in it, from its sources and without any network."""
    target = tmp_path_factory.mktemp("installed")
    words = ["--quiet", "install", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [sys.executable, "-m", "pip", *words, "--target", target, PACKAGE],
        check=True,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )
    return target


@pytest.fixture
def with_pebbles(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Commands of this process, to which the package is installed for one test."""
    monkeypatch.syspath_prepend(str(folder))
    looked_up_anew()
    yield run
    for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[name]
    looked_up_anew()
