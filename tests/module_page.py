"""Make docs/modules.md from the tree and the first sentences of its modules: `make docs`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from campaign.cli import commands

ROOT = Path(__file__).parent.parent
LAYERS = (
    "campaign/cli",
    "campaign/services",
    "campaign/display/terminal",
    "campaign/display/json",
    "campaign/display/svg",
    "campaign/display/html",
    "campaign/display/text",
    "tests/cli",
)
FOLDERS = ("campaign/store", "campaign/games", "campaign/extras")
HEAD = """# Modules

Made from the tree by `make docs`; the sentences are the first ones of the modules.
[design.md](design.md) says where something new goes.

A capability has one name, its *stem*, in every layer. A cell shows what follows the stem: in the
row `handover`, the `.py` under `cli` is `campaign/cli/handover.py`, the `/` under `services` is the
folder `campaign/services/handover/`. Files in `tests/cli` begin with `test_`.

"""


def page() -> str:
    """Return the page of modules."""
    parts = [HEAD, *_capabilities(), "\n## What each layer shares\n"]
    stems = _stems()
    for layer in LAYERS[:-1]:
        shared = [path for path in _modules(layer) if not _stem_of(path, stems)]
        parts += [f"\n### `{layer}`\n\n", *_listed(shared)]
    parts.append("\n## Folders of their own\n")
    for folder in FOLDERS:
        for home in (folder, *_homes(folder)):
            parts += [f"\n### `{home}`\n\n", *_listed(_modules(home, folders=home != folder))]
    return "".join(parts)


def _capabilities() -> Iterator[str]:
    """Yield the table of the stems."""
    heads = ("Stem", "Commands", *(f"`{layer.removeprefix('campaign/')}`" for layer in LAYERS))
    yield f"| {' | '.join(heads).replace('display/', '')} |\n|{'---|' * len(heads)}\n"
    stems = _stems()
    for stem in stems:
        cells = [
            " ".join(
                f"`{_name(path).removeprefix(stem)}`"
                for path in _modules(layer)
                if _stem_of(path, stems) == stem
            )
            for layer in LAYERS
        ]
        command_cell = ", ".join(f"`{words}`" for words in _commands_of(stem, stems))
        yield f"| {' | '.join((f'`{stem}`', command_cell, *cells))} |\n"


def _stems() -> list[str]:
    """Return the modules of the command line that have commands or are also in another layer."""
    names = {path.stem for path in _modules("campaign/cli")}
    others = {path.stem for layer in LAYERS[1:-1] for path in _modules(layer)}
    command_modules = {row.module.split(".")[2] for row in commands.core_commands()}
    stems = sorted(names & (others | command_modules))
    return [stem for stem in stems if not any(stem.startswith(f"{shorter}_") for shorter in stems)]


def _stem_of(path: Path, stems: Sequence[str]) -> str:
    """Return the stem with which the name of a module begins; "" if none does."""
    name = Path(_name(path)).stem
    return next((stem for stem in stems if name == stem or name.startswith(f"{stem}_")), "")


def _name(path: Path) -> str:
    """Return the name of a module in a cell: with a slash for a folder, without `test_`."""
    return path.name.removeprefix("test_") + "/" * path.is_dir()


def _commands_of(stem: str, stems: Sequence[str]) -> list[str]:
    """Return the first words of command lines that belong to a capability."""
    return [
        row.statement.words
        for row in commands.core_commands()
        if not row.statement.group and _stem_of(Path(row.module.split(".")[2]), stems) == stem
    ]


def _modules(folder: str, *, folders: bool = True) -> list[Path]:
    """Return the modules of a folder, and the folders in it that hold modules, by name."""
    return sorted(
        path
        for path in (ROOT / folder).iterdir()
        if path.name != "__init__.py" and not path.name.startswith("_")
        if path.suffix == ".py" or (folders and any(path.glob("*.py")))
    )


def _homes(folder: str) -> Iterator[str]:
    """Yield the folders of games or extras."""
    if folder != "campaign/store":
        for path in _modules(folder):
            if path.is_dir():
                yield f"{folder}/{path.name}"


def _listed(paths: Sequence[Path]) -> Iterator[str]:
    """Yield a line for each module: its name and what it is."""
    for path in paths:
        source = path / "__init__.py" if path.is_dir() else path
        yield f"- `{path.name}{'/' * path.is_dir()}`: {_sentence(source)}\n"


def _sentence(path: Path) -> str:
    """Return the first paragraph of a module's docstring, on one line."""
    words = ast.get_docstring(ast.parse(path.read_text("utf-8"))) if path.exists() else ""
    return re.sub(r"\s+", " ", (words or "").split("\n\n")[0]).replace("|", "\\|")
