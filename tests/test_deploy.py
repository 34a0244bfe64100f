"""The files for a club's server fit the program: their commands, the image, the units."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from campaign.cli.called import find_command

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "container" / "Dockerfile").read_text("utf-8")
UNITS = sorted((DEPLOY / "systemd").iterdir())
GIVEN = re.compile(r"(?:campaign|owner|reader) ((?:db|audit|fleet|list|status)\b[^|\n`]*)")


@pytest.mark.parametrize(
    "path", [path for path in DEPLOY.rglob("*") if path.is_file()], ids=lambda path: path.name
)
def test_commands_are_those_of_the_program(path: Path) -> None:
    for line in GIVEN.findall(path.read_text("utf-8")):
        words = line.split()
        command = find_command(words)
        assert command is not None, line
        assert command.words.split() == words[: len(command.words.split())], line
        assert command.words not in ("db", "fleet"), line


def test_the_image_has_what_the_package_is_made_of() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = [*wheel["packages"], *wheel["force-include"], *wheel["shared-data"]]
    needed += [project["project"]["readme"], *project["project"]["license-files"], "pyproject.toml"]
    copied = {
        source
        for line in re.findall(r"^COPY (?!--)(.+)$", DOCKERFILE, re.MULTILINE)
        for source in line.split()[:-1]
    }
    assert [path for path in needed if path.partition("/")[0] not in copied] == []


def test_the_driver_of_the_image_is_pinned_by_hashes() -> None:
    (script,) = re.findall(r"sed -n '(.+?)' requirements-dev.txt", DOCKERFILE)
    cut = ["sed", "-n", script, str(ROOT / "requirements-dev.txt")]
    pins = subprocess.run(cut, capture_output=True, text=True, check=True).stdout
    names = [line.partition("==")[0] for line in pins.splitlines() if line[0].isalpha()]
    assert names == ["psycopg", "psycopg-binary"]
    assert pins.count("--hash=sha256:") > len(names)


def test_units_are_as_systemd_wants_them(tmp_path: Path) -> None:
    if not (verify := shutil.which("systemd-analyze")):
        pytest.skip("systemd-analyze is not installed")
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/opt/campaign/bin/campaign", sys.executable)
        (tmp_path / unit.name.replace("@", "@tuesday")).write_text(text, "utf-8")
    found = [str(path) for path in sorted(tmp_path.iterdir())]
    assert len(found) == len(UNITS) == 7
    done = subprocess.run([verify, "verify", *found], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "campaign-" in line] == []


def test_a_group_has_its_own_address_of_the_database() -> None:
    """One file for all groups named one database: only its group was copied and audited."""
    for unit in UNITS:
        if "@.service" in unit.name:
            files = re.findall("^EnvironmentFile=-(.+)$", unit.read_text("utf-8"), re.MULTILINE)
            assert ["/etc/campaign.env", "/etc/campaign/%i.env"] == files, unit.name
