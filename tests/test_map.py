"""The map of docs/design.md, held to the tree: a capability has one stem in every layer.

A cell of the map lists what follows the stem: `.py` is `handover.py`, `/` is the folder
`handover/`, `_letter.py` is `handover_letter.py`. In `tests/cli` the names begin with `test_`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from tests import docs

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "design.md"
LAYERS = {
    "campaign/cli": "",
    "campaign/services": "",
    "campaign/display/terminal": "",
    "campaign/display/json": "",
    "campaign/display/svg": "",
    "campaign/display/html": "",
    "campaign/display/text": "",
    "tests/cli": "test_",
}
"""The layers in the order of the map's columns, and how a name begins there."""


def section(title: str) -> list[str]:
    """The lines of a section of the page."""
    text = PAGE.read_text(encoding="utf-8")
    return re.split(r"(?m)^##+ ", text.split(f"# {title}\n", 1)[1])[0].splitlines()


def table(title: str) -> Iterator[list[list[str]]]:
    """The rows of a section's table: of each cell the words in backticks."""
    rows = [line for line in section(title) if line.startswith("|")]
    for row in rows[2:]:
        yield [re.findall(r"`([^`]+)`", cell) for cell in row.strip("|").split("|")]


def capabilities() -> list[str]:
    """Every path of the map's rows."""
    rows = [row for row in table("The map") if len(row) > len(LAYERS)]
    return [
        f"{layer}/{prefix}{stem}{suffix}"
        for (stem,), _, *cells in rows
        for (layer, prefix), suffixes in zip(LAYERS.items(), cells, strict=True)
        for suffix in suffixes
    ]


def shared() -> list[str]:
    """Every path of the list of what a layer shares."""
    return [
        f"{layer}/{name}" for (layer,), names in table("What each layer shares") for name in names
    ]


def modules(layer: str) -> set[str]:
    """What a layer holds: modules, and folders with a slash at the end."""
    return {
        f"{layer}/{path.name}{'/' if path.is_dir() else ''}"
        for path in (ROOT / layer).iterdir()
        if path.suffix == ".py" or path.is_dir()
        if path.name not in ("__init__.py", "__pycache__")
    }


@pytest.mark.parametrize("layer", LAYERS)
def test_each_module_of_a_layer_is_in_the_map_once(layer: str) -> None:
    named = Counter(
        path for path in (*capabilities(), *shared()) if Path(path).parent == Path(layer)
    )
    there = modules(layer)
    assert_none(there - set(named), f"in {layer}, not in the map of docs/design.md")
    assert_none(set(named) - there, f"in the map of docs/design.md, not in {layer}")
    assert_none([path for path, count in named.items() if count > 1], "twice in docs/design.md")


def test_a_file_of_a_capability_has_its_stem() -> None:
    """Its name is the stem, or the stem, an underscore and more."""
    suffixes = {suffix for _, _, *cells in table("The map") for cell in cells for suffix in cell}
    assert_none([s for s in suffixes if not re.fullmatch(r"/|(_\w+)?\.py", s)], "not after a stem")


def test_each_command_has_its_capability() -> None:
    """A group stands for its commands, unless one of them is named in another row."""
    rows = Counter(command for _, commands, *_ in table("The map") for command in commands)
    homes = {words: row_of(words, rows) for words in docs.commands()}
    lost = [" ".join(words) for words, command in homes.items() if not command]
    assert_none(lost, "in the program, not in the map of docs/design.md")
    assert_none(set(rows) - set(homes.values()), "in the map of docs/design.md, not in the program")
    assert_none(
        [command for command, count in rows.items() if count > 1], "twice in docs/design.md"
    )


def assert_none(wrong: Collection[str], where: str) -> None:
    """Fail with all names that are wrong."""
    assert not wrong, f"{where}: {', '.join(sorted(wrong))}"


def row_of(words: tuple[str, ...], rows: Counter[str]) -> str:
    """The command or group of the map that a command belongs to; empty where there is none."""
    ways = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((way for way in ways if way in rows), "")
