"""An extra: an optional feature besides the core, in a folder of its own.

    EXTRA = Extra("hindsight", commands={"hindsight": "campaign.extras.hindsight.commands:app"})

The core finds extras by entry points (`campaign.registry`) and imports none by name. An extra adds
commands and hooks. A hook is a function that the core calls at a point which the core names. If the
folder of an extra is removed, its commands and hooks are gone.

The points of the core, the arguments of a hook there, and what the hook returns or does:

    paint_box      environment                      the board of a box is painted and kept
    allowed        session, episodes                what the cards allowed, by number and seat
    page           session, history                 what a page shows beside the history
    read_page      text of a page                   what `page` returned, read from a page
    statistics     session, campaigns               more tables
    processes      how many                         a context in which processes share work
    cluster        address                          a context in which a cluster shares work
    work           (never called)                   what processes import before they begin
    table_beside   environment, dialog and more     an evening on other devices, too
    episode_link   history, number, persons         the address at another program for an episode
    session_link   session outside a campaign       the address at another program for a session
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from campaign import registry

NOTHING: Mapping[str, str] = MappingProxyType({})


class Extra(NamedTuple):
    """An extra and what it adds, as places `package.module:attribute` that are imported when used.

    The keys of `commands` are the words of a command, such as `hindsight` or `session hindsight`.
    The keys of `hooks` are the names of the points at which the core calls them.
    """

    name: str
    commands: Mapping[str, str] = NOTHING
    hooks: Mapping[str, str] = NOTHING


@cache
def extras() -> tuple[Extra, ...]:
    """All installed extras, those of this program first."""
    return tuple(extra for extra in _by_name().values() if extra)


def missing_extras() -> list[str]:
    """The names of the extras whose folders were removed."""
    return [name for name, extra in _by_name().items() if not extra]


@cache
def _by_name() -> Mapping[str, Extra | None]:
    by_name: dict[str, Extra | None] = {}
    for name, point in registry.entry_points(registry.EXTRAS).items():
        try:
            by_name[name] = point.load()
        except ImportError as error:
            if not registry.is_absent(point.module, error):
                raise
            by_name[name] = None
    return by_name


def hooks(name: str) -> Mapping[str, Any]:
    """The hooks of all extras for a point of the core, by the names of the extras."""
    return {extra.name: load(extra.hooks[name]) for extra in extras() if name in extra.hooks}


def hook(name: str) -> Any | None:
    """The hook for a point of the core that takes only one; None if no extra has any."""
    return next(iter(hooks(name).values()), None)


def hook_answers(name: str, *given: Any) -> list[Any]:
    """Call the hook of every extra for a point of the core, and return their answers."""
    return [ask(*given) for ask in hooks(name).values()]


def load(place: str) -> Any:
    """Import and return the attribute that a place names."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
