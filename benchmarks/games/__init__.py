"""The measurements of each game: a module for each game, named after its rules.

Such a module has `BENCHES`. It may have `forget()`, which empties what searches have found,
`report()`, which returns lines for the page of figures, and `long_record()`, which returns a record
that takes long to show.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from benchmarks.records import Bench
from campaign.services import games
from engine.kernel.record import Record


def modules() -> list[Any]:
    """The modules of the installed games, in the order of the games."""
    measured = {module.name for module in iter_modules(__path__)}
    named = [name.replace("-", "_") for name in games.names()]
    return [import_module(f"{__name__}.{name}") for name in named if name in measured]


def benches() -> list[Bench]:
    """The benches of all games; the records of the first bench are audited, too."""
    return [bench for module in modules() for bench in module.BENCHES]


def forgetting() -> list[Callable[[], None]]:
    """The functions that empty what searches of the games have found."""
    return [module.forget for module in modules() if hasattr(module, "forget")]


def report() -> list[str]:
    """The lines that games add to the page of figures."""
    return [line for module in modules() if hasattr(module, "report") for line in module.report()]


def long_records() -> list[tuple[str, Record]]:
    """The title of a game and a long record of it."""
    return [
        (games.title(record.game), record)
        for module in modules()
        if hasattr(module, "long_record")
        for record in (module.long_record(),)
    ]
