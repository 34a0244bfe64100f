"""docs/adding_a_game.md is right about the parts of a kit and the game in examples."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from campaign.games.kit import GameKit
from engine.kernel.game import Game
from tests.fixtures import ROOT

PAGE = (ROOT / "docs" / "adding_a_game.md").read_text("utf-8")
PEBBLES = ROOT / "examples" / "pebbles"


class Asked(NamedTuple):
    """A row of the table of parts: the members of a part, and the protocol that demands them."""

    part: str
    members: set[str]
    protocol: str
    path: str


def _rows() -> list[Asked]:
    """Return the rows of the table; "at the same place" means the module of the row above."""
    rows, path = list[Asked](), ""
    for line in re.findall(r"(?m)^\| \*?`\w+`\*? \|.*\| `\w+`.*\|$", PAGE):
        part, members, _, where = (cell.strip() for cell in line.strip("|").split("|"))
        protocol, *module = re.findall(r"`([^`]+)`", where)
        path = module[0] if module else path
        rows.append(Asked(part.strip("*`"), {*re.findall(r"`(\w+)`", members)}, protocol, path))
    return rows


ASKED = _rows()


@pytest.mark.parametrize("row", ASKED, ids=lambda row: row.protocol)
def test_a_part_must_have_what_the_page_says(row: Asked) -> None:
    module = import_module(row.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    protocol = getattr(module, row.protocol)
    named = {*vars(protocol), *vars(protocol).get("__annotations__", {})}
    assert {name for name in named if not name.startswith("_")} == row.members


def test_every_part_of_a_kit_is_on_the_page() -> None:
    parts = list(dict.fromkeys(row.part for row in ASKED))
    others = {"name", "title", "rules"}
    named = set(
        re.findall(r"`(\w+)`", PAGE[PAGE.index("Other fields of a kit") :].split("\n\n")[0])
    )
    assert {*GameKit._fields} - others - {*parts} <= named


@pytest.mark.parametrize("member", [name for name in vars(Game) if not name.startswith("_")])
def test_every_member_of_the_rules_is_on_the_page(member: str) -> None:
    assert re.search(rf"`{member}[`(]", PAGE)


def test_the_page_names_the_files_of_the_example() -> None:
    there = {path.relative_to(PEBBLES) for path in PEBBLES.rglob("*") if _is_source(path)}
    named = re.findall(r"`((?:pebbles/)?\w+\.(?:py|toml))`", PAGE[: PAGE.index("## 1.")])
    assert {Path(name) for name in named} == there


def _is_source(path: Path) -> bool:
    return path.suffix in (".py", ".toml")
