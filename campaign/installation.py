"""Find how this program was installed, and the command that adds an extra's packages to it.

    pipx            pipx inject tabletop-campaign "ortools>=9.14"
    uv tool         uv tool install --with "ortools>=9.14" tabletop-campaign
    checkout, venv  /path/to/python -m pip install "ortools>=9.14", or uv pip where there is no pip
    system          python3 -m pip install --user --break-system-packages "ortools>=9.14"

The requirements of an extra are read from the metadata of the installed package, so that they are
stated only once.
"""

from __future__ import annotations

import json
import os
import re
import site
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli

from campaign import DISTRIBUTION

if TYPE_CHECKING:
    from importlib.metadata import Distribution

RECEIPT = "uv-receipt.toml"
"""The file in a tool's environment in which uv notes how the tool was installed."""
_PLACES = ("path", "directory", "editable", "url", "git")
"""The keys in a receipt that name the source of a requirement, unless it is an index."""
_NEEDS = re.compile(r"([^;]+?)\s*;.*\bextra\s*==\s*['\"]([\w-]+)['\"]")
_NAME = re.compile(r"[\w.-]+")
_PLAIN = re.compile(r"[\w@%+=:,./~-]+", re.ASCII)
"""A word that needs no quotes in any shell."""


class InstallMethod(StrEnum):
    """How the program was installed."""

    PIPX = "pipx"
    UV = "uv tool"
    CHECKOUT = "checkout"
    VENV = "venv"
    SYSTEM = "system"


def install_method() -> InstallMethod:
    """Return how this program was installed."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file():
        return InstallMethod.PIPX
    if (environment / RECEIPT).is_file():
        return InstallMethod.UV
    origin = json.loads(_distribution().read_text("direct_url.json") or "{}")
    if origin.get("dir_info", {}).get("editable"):
        return InstallMethod.CHECKOUT
    return InstallMethod.SYSTEM if sys.prefix == sys.base_prefix else InstallMethod.VENV


def extra_requirements() -> Mapping[str, tuple[str, ...]]:
    """Return the requirements of every extra by its name, such as `psycopg[binary]>=3.2`."""
    needs: dict[str, tuple[str, ...]] = {}
    for line in _distribution().requires or ():
        if match := _NEEDS.match(line):
            needs[match[2]] = (*needs.get(match[2], ()), match[1])
    return needs


def installed_version(need: str) -> str:
    """Return the installed version of a required package; "" if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  as above

    try:
        return version(_NAME.match(need)[0])  # type: ignore[index]  # a need begins with a name
    except PackageNotFoundError:
        return ""


def project_addresses() -> Mapping[str, str]:
    """Return the project's web addresses by name, such as Issues; empty before a release."""
    rows = _distribution().metadata.get_all("Project-URL") or ()
    parts = (row.partition(",") for row in rows)
    return {name.strip(): address.strip() for name, _, address in parts}


def explain_missing_extra(use: str, extra: str) -> tuple[str, str]:
    """Return the message that an extra is not installed, and the command that adds it here."""
    return f"{use} needs the extra {extra}, which is not installed", install_command(extra)


def install_command(extra: str) -> str:
    """Return the command that installs the packages of an extra for this program."""
    needs = [_quoted(need) for need in extra_requirements()[extra]]
    environment = Path(sys.prefix)
    match install_method():
        case InstallMethod.PIPX:
            words = ["pipx", "inject", _quoted(environment.name), *needs]
        case InstallMethod.UV:
            options = [word for need in needs for word in ("--with", need)]
            words = ["uv", "tool", "install", *options, *_had(environment / RECEIPT)]
        case InstallMethod.SYSTEM:
            words = [*_pip(), *_of_system(), *needs]
        case InstallMethod.CHECKOUT | InstallMethod.VENV:
            words = [*_pip(), *needs]
    return " ".join(words)


def _pip() -> tuple[str, ...]:
    """Return the command that installs into this Python's environment: pip, or uv without pip."""
    python = _quoted(sys.executable)
    if find_spec("pip"):
        return python, "-m", "pip", "install"
    return "uv", "pip", "install", "--python", python


def _of_system() -> Iterator[str]:
    """Yield the options that pip needs to install for the Python of the system."""
    folder = str(_distribution().locate_file(""))
    if folder == site.getusersitepackages() or not os.access(folder, os.W_OK):
        yield "--user"
    if Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").is_file():
        yield "--break-system-packages"


def _had(receipt: Path) -> Iterator[str]:
    """Yield the options for the program and all packages of a receipt, as uv drops all others."""
    rows: list[dict[str, Any]] = tomli.loads(receipt.read_text("utf-8"))["tool"]["requirements"]
    for row in rows:
        option = "--editable" if "editable" in row else ""
        if row["name"] != DISTRIBUTION:
            option = "--with-editable" if option else "--with"
        if option:
            yield option
        yield _quoted(_asked(row))


def _asked(row: Mapping[str, Any]) -> str:
    """Return a requirement of a receipt as the user typed it."""
    extras = f"[{','.join(row['extras'])}]" if row.get("extras") else ""
    for place in _PLACES:
        if place in row:
            return f"{'git+' if place == 'git' else ''}{row[place]}{extras}"
    return f"{row['name']}{extras}{row.get('specifier', '')}"


def _quoted(word: str) -> str:
    """Return a word, in quotes if a shell (also that of Windows) would split it."""
    return word if _PLAIN.fullmatch(word) else f'"{word}"'


def _distribution() -> Distribution:
    from importlib.metadata import distribution  # noqa: PLC0415  half the time of `--help`

    return distribution(DISTRIBUTION)
