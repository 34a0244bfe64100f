"""How the program was installed, and the command that adds a package to it there."""

from __future__ import annotations

import sys
import sysconfig
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign import DISTRIBUTION, installation
from campaign.installation import RECEIPT, InstallMethod
from tests.fixtures import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

Install = Callable[..., Path]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Make this program appear to be installed in a folder with these files."""

    def install(name: str = "environment", system: bool = False, **files: str) -> Path:
        environment = tmp_path / name
        packages = environment / "lib" / "site-packages"
        metadata = packages / f"{DISTRIBUTION.replace('-', '_')}-1.0.dist-info"
        metadata.mkdir(parents=True)
        needs = [
            f"Requires-Dist: {need}; extra == '{extra}'"
            for extra, needs in PROJECT["optional-dependencies"].items()
            for need in needs
        ]
        lines = ["Metadata-Version: 2.4", f"Name: {DISTRIBUTION}", "Version: 1.0", *needs, ""]
        metadata.joinpath("METADATA").write_text("\n".join(lines))
        if origin := files.pop("direct_url", ""):
            metadata.joinpath("direct_url.json").write_text(origin)
        for file, text in files.items():
            suffix = ".toml" if file == "receipt" else ".json"
            name = RECEIPT if file == "receipt" else f"{file}{suffix}"
            environment.joinpath(name).write_text(text)
        monkeypatch.setattr(sys, "prefix", str(environment))
        monkeypatch.setattr(sys, "executable", str(environment / "python"))
        if system:
            monkeypatch.setattr(sys, "base_prefix", str(environment))
        monkeypatch.syspath_prepend(packages)
        return environment

    return install


def without_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "find_spec", lambda _: None)


def test_the_name_is_stated_once() -> None:
    assert PROJECT["name"] == DISTRIBUTION
    assert ["campaign"] == list(PROJECT["scripts"])


def test_what_extras_need_is_what_the_project_says() -> None:
    needs = {extra: tuple(needs) for extra, needs in PROJECT["optional-dependencies"].items()}
    assert needs == dict(installation.extra_requirements())


def test_pipx_injects_into_the_environment_whatever_it_is_called(installed: Install) -> None:
    installed("tabletop-campaign-old", pipx_metadata="{}")
    assert InstallMethod.PIPX == installation.install_method()
    assert 'pipx inject tabletop-campaign-old "ortools>=9.14"' == installation.install_command(
        "hindsight"
    )


def test_uv_is_told_what_it_had_before(installed: Install) -> None:
    receipt = """
        [tool]
        requirements = [
            { name = "tabletop-campaign", path = "/srv/my wheels/tabletop.whl", extras = ["png"] },
            { name = "pillow", specifier = ">=12" },
            { name = "pebbles", editable = "/srv/pebbles" },
            { name = "stones", git = "https://example.org/stones" },
        ]
    """
    installed(receipt=receipt)
    assert InstallMethod.UV == installation.install_method()
    assert (
        'uv tool install --with "distributed>=2026.1" --with "pyarrow>=21" '
        '"/srv/my wheels/tabletop.whl[png]" --with "pillow>=12" --with-editable /srv/pebbles '
        "--with git+https://example.org/stones"
    ) == installation.install_command("fleet")


def test_uv_takes_a_checkout_as_it_had_it(installed: Install) -> None:
    row = '{ name = "tabletop-campaign", editable = "/srv/checkout" }'
    installed(receipt=f"tool.requirements = [{row}]")
    assert 'uv tool install --with "resvg-py>=0.5" --editable /srv/checkout' == (
        installation.install_command("png")
    )


def test_a_venv_has_a_python_of_its_own(installed: Install) -> None:
    environment = installed("my venv")
    assert InstallMethod.VENV == installation.install_method()
    assert f'"{environment}/python" -m pip install "psycopg[binary]>=3.2"' == (
        installation.install_command("postgres")
    )


def test_where_there_is_no_pip_uv_does_it(
    installed: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = installed()
    without_pip(monkeypatch)
    assert f'uv pip install --python {environment}/python "pillow>=12"' == (
        installation.install_command("photos")
    )


def test_a_checkout_is_told_by_its_being_editable(installed: Install) -> None:
    environment = installed(direct_url='{"url": "file:///srv", "dir_info": {"editable": true}}')
    assert InstallMethod.CHECKOUT == installation.install_method()
    assert f'{environment}/python -m pip install "pyarrow>=21"' == installation.install_command(
        "parquet"
    )


@pytest.mark.parametrize(
    ("managed", "closed", "options"),
    [
        (False, False, ""),
        (True, False, "--break-system-packages "),
        (True, True, "--user --break-system-packages "),
    ],
)
def test_a_python_of_the_system_wants_options_of_pip(
    installed: Install,
    monkeypatch: pytest.MonkeyPatch,
    managed: bool,
    closed: bool,
    options: str,
) -> None:
    environment = installed(system=True)
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(environment))
    monkeypatch.setattr("os.access", lambda *_: not closed)
    if managed:
        environment.joinpath("EXTERNALLY-MANAGED").touch()
    assert InstallMethod.SYSTEM == installation.install_method()
    assert f'{environment}/python -m pip install {options}"resvg-py>=0.5"' == (
        installation.install_command("png")
    )
