"""Execute an imported module only when something of it is first used; only for speed.

A command's module imports at its top all that its commands need, SQLAlchemy included. Help and
completion need none of these imports, and each command needs only a part of them. So an imported
module is found at once, but executed only when one of its functions is called
(`importlib.util.LazyLoader`, as Python's `lazy import` of PEP 810 does).
`from package import module` is deferred; `from module import name` executes the module at once.

The CPU time of the whole process, as a fraction of the time without this module:

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
"""The prefixes of the modules that may be deferred: executing them only defines names."""


class _Loader(LazyLoader):
    """A loader that defers a module; the module's `__spec__` can be read without executing it.

    An `import` of a known module first reads `__spec__`, and swallows errors that are raised there:
    after Ctrl-C it would go on with half a module.
    """

    def exec_module(self, module: ModuleType) -> None:
        """Let the first use of the module execute it."""
        super().exec_module(module)
        deferred: Any = type(module)
        module.__class__ = _with_spec(deferred)


@cache
def _with_spec(deferred: Any) -> type[ModuleType]:
    """Return a class like that of a deferred module, whose `__spec__` can be read.

    Newer Pythons execute a deferred module only if it still has the class that they gave it. So
    the module gets that class back before any other attribute is read.
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
    """A finder like Python's that defers our own modules, but no packages."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the specification of a module of ours, deferred unless it is a package."""
        if not fullname.startswith(OURS):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.loader and spec.submodule_search_locations is None:
            spec.loader = _Loader(spec.loader)
        return spec


@contextmanager
def deferred_imports() -> Iterator[None]:
    """Defer the imports inside the context."""
    finder = _Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
