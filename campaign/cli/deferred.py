"""Delay imports until something of the module is first used; only for speed.

The module of a command imports at its top whatever its commands need, with SQLAlchemy behind it.
The help of a command and the completion of its arguments need none of that, and each command a
part. So the modules that such a module names are found while it is imported, and executed when
one of their functions is called (`importlib.util.LazyLoader`; Python's `lazy import` of PEP 810
means the same). `from package import module` is deferred; a name out of a module is asked for at
once.

What it buys, in CPU of the whole process beside the same imports carried out at once:

    completion of a seat, help of a command    0.3
    session show, episode list                 0.7
    status                                     0.85
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType
from typing import Any

OURS = ("campaign.", "engine.")
"""The modules that may be deferred: they do nothing but define when they are executed."""


class _Loader(LazyLoader):
    """Defers a module, whose `__spec__` can be read without executing it.

    An `import` of a known module reads that first, and forgets what is raised meanwhile: after
    Ctrl-C it would go on with half a module.
    """

    def exec_module(self, module: ModuleType) -> None:
        """Let the first use of the module execute it."""
        super().exec_module(module)
        deferred: Any = type(module)
        module.__class__ = _with_spec(deferred)


@cache
def _with_spec(deferred: Any) -> type[ModuleType]:
    """The class of a deferred module, but for its `__spec__`.

    Newer Pythons execute a module only if it has the very class that they gave it, so it has that
    again before anything else of it is read.
    """

    def attribute(module: ModuleType, name: str) -> Any:
        if name == "__spec__":
            return ModuleType.__getattribute__(module, name)
        if type(module) is waiting:
            module.__class__ = deferred
        return getattr(module, name)

    waiting = type("LazyModule", (deferred,), {"__getattribute__": attribute})
    return waiting


class _Finder(MetaPathFinder):
    """Finds modules as Python does, and defers our own; packages are executed at once."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of a module, deferred where that is wanted."""
        if not fullname.startswith(OURS):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.loader and spec.submodule_search_locations is None:
            spec.loader = _Loader(spec.loader)
        return spec


@contextmanager
def deferred_imports() -> Iterator[None]:
    """Defer the imports that are made inside."""
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
