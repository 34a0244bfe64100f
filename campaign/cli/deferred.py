"""Imports that are carried out when something of the module is first used; for speed alone.

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
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType

OURS = ("campaign.", "engine.")
"""The modules that may be deferred: they do nothing but define when they are executed."""


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
            spec.loader = LazyLoader(spec.loader)
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
