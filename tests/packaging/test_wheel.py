"""The wheel alone, in an environment that cannot see the checkout, keeps a campaign.

The libraries are lent by the running environment, so that no network is needed. A
folder named in a `.pth` file has its own `.pth` files ignored: the checkout, which the
running environment knows by one, stays out of reach.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from campaign import __version__
from campaign.store.revision import HEAD
from tests.soak import CI

pytestmark = pytest.mark.skipif(not CI, reason="CAMPAIGN_CI=1, as in .ci/run, installs the wheel")
CHECKOUT = Path(__file__).parents[2]
PACKAGES = ("engine", "campaign")
INSIDE = ("docs/rules", "examples", "migrations")
"""Folders of the checkout that lie inside `campaign` in the wheel."""
CHAPTER_1 = CHECKOUT / "examples" / "chapter-1"

PROGRAM = """
import io, json, shlex, sys
from contextlib import redirect_stderr, redirect_stdout
from campaign.cli.main import run
outputs = []
for line in json.loads(sys.argv[1]):
    out, err, code = io.StringIO(), io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            run(shlex.split(line))
        except SystemExit as end:
            code = end.code or 0
    outputs.append((code, out.getvalue(), err.getvalue()))
print(json.dumps(outputs))
"""
"""Several commands in one process; what each printed, as JSON."""

Run = Callable[..., str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, CHECKOUT)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package `migrations` of somebody else."""
    folder = tmp_path_factory.mktemp("foreign")
    package = folder / "migrations"
    package.mkdir()
    for name in ("__init__.py", "env.py"):
        (package / name).write_text("raise SystemExit('the migrations of another package ran')\n")
    (package / "schema.sql").write_text("-- recipe\nCREATE TABLE recipe ( name TEXT )\n")
    return folder


@pytest.fixture(scope="module")
def run(wheel: Path, foreign: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a command of the new environment, from an empty folder; give what it printed.

    What is first on its path is another package called `migrations`.
    """
    home = tmp_path_factory.mktemp("home")
    environment = home / "environment"
    venv.create(environment)
    _pip("--python", environment, "install", "--no-index", "--no-deps", wheel)
    (_folder(environment, "purelib") / "lent.pth").write_text(sysconfig.get_path("purelib"))
    variables = {
        "PYTHONPATH": str(foreign),
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "CAMPAIGN_DB": str(home / "campaign.db"),
        "PYTHONNOUSERSITE": "1",
    }

    def run(command: str, *arguments: str | Path) -> str:
        return _printed([_folder(environment, "scripts") / command, *arguments], home, variables)

    return run


def test_every_file_of_the_packages_is_in_the_wheel(wheel: Path) -> None:
    expected = {
        path.relative_to(CHECKOUT).as_posix()
        for package in PACKAGES
        for path in (CHECKOUT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    expected |= {
        f"campaign/{path.relative_to(CHECKOUT).as_posix()}"
        for folder in INSIDE
        for path in (CHECKOUT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    expected.add("campaign/docs/completion.md")
    with ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert expected == {name for name in inside if ".data/data/" not in name}
    assert {
        "share/man/man1/campaign.1",
        "share/bash-completion/completions/campaign",
        "share/zsh/site-functions/_campaign",
        "share/fish/vendor_completions.d/campaign.fish",
    } == {name.partition(".data/data/")[2] for name in inside if ".data/data/" in name}


def test_the_packages_come_from_the_wheel(run: Run) -> None:
    code = f"import sys, {', '.join(PACKAGES)}\nprint(sys.prefix)\n"
    code += "".join(f"print(*{package}.__path__)\n" for package in PACKAGES)
    prefix, *places = run("python", "-I", "-c", code).splitlines()
    assert [Path(place).is_relative_to(prefix) for place in places] == [True] * len(PACKAGES)


def test_the_wheel_finds_its_own_migrations(run: Run) -> None:
    made, checked = run_several(run, "db upgrade", "db check")
    assert HEAD in made
    assert "The check passed." in checked


def test_the_checkout_finds_its_own_migrations(foreign: Path, tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from campaign.cli.main import main; main()"]
    variables = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(foreign), str(CHECKOUT)]),
        "CAMPAIGN_DB": str(tmp_path / "campaign.db"),
    }
    assert HEAD in _printed([*program, "db", "upgrade"], tmp_path, variables)
    assert "The check passed." in _printed([*program, "db", "check"], tmp_path, variables)


def test_an_episode_is_recorded(run: Run) -> None:
    assert __version__ in run("campaign", "--version")
    assert __version__ in run("python", "-m", "campaign", "--version")
    *_, shown, translated = run_several(
        run,
        "new Wheel --seat=eagle=Anna --seat=bear=Ben --seat=deer=Chen --seat=wolf=Dora --yes",
        "envelope open 1 --yes",
        f"episode record '{CHAPTER_1 / 'episode-1.toml'}' --yes",
        "episode show 1",
        "episode show 1 --language it",
    )
    assert "verified" in shown
    assert "verificato" in translated


def run_several(run: Run, *lines: str) -> list[str]:
    """What each of these commands printed in one process of the new environment; all must work."""
    outputs = json.loads(run("python", "-c", PROGRAM, json.dumps(lines)))
    assert [0] * len(lines) == [code for code, _, _ in outputs], outputs
    return [out + err for _, out, err in outputs]


def _printed(command: list[str | Path], folder: Path, variables: dict[str, str]) -> str:
    """What a command prints that must succeed."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def _pip(*arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "pip", "--quiet", *arguments], check=True)


def _folder(environment: Path, kind: str) -> Path:
    base = {"base": str(environment), "platbase": str(environment)}
    return Path(sysconfig.get_path(kind, "venv", vars=base))
