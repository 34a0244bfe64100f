"""What an extra is: something that the program can do besides its core, in a folder of its own.

    EXTRA = Extra("hindsight", commands={"hindsight": "campaign.extras.hindsight.commands:app"})

The core finds extras by entry points (`campaign.registry`) and imports none by name. It asks for
what an extra adds: a command, or a hook, a function that is called at a point which the core names.
Where the folder of an extra is gone, what it would have added is not there.

The points of the core, what is given there and what comes back:

    paint_box      environment                      the board of a box is painted and kept
    allowed        session, campaign, episodes      by number and seat what the cards allowed
    page           session, history                 what a page shows beside the history
    read_page      text of a page                   the same, read from a page
    statistics     session, campaigns               more tables
    processes      how many                         a context in which processes share work
    cluster        address                          the same on a cluster
    work           (never called)                   what processes import before they begin
    table_beside   environment, dialog and more     an evening on other devices, too
    episode_link   history, number, persons         an address that another program opens
    session_link   session outside a campaign       the same
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
    """What an extra adds; a place is `package.module:attribute`, imported when it is asked for.

    `commands` are by their words, such as `hindsight` or `session hindsight`. `hooks` are by the
    names of the points in the core at which they are called.
    """

    name: str
    commands: Mapping[str, str] = NOTHING
    hooks: Mapping[str, str] = NOTHING


@cache
def extras() -> tuple[Extra, ...]:
    """The extras that there are, those of this program first."""
    return tuple(extra for extra in _by_name().values() if extra)


def absent() -> list[str]:
    """The names of the extras whose folders are gone."""
    return [name for name, extra in _by_name().items() if not extra]


@cache
def _by_name() -> Mapping[str, Extra | None]:
    there: dict[str, Extra | None] = {}
    for name, point in registry.found(registry.EXTRAS).items():
        try:
            there[name] = point.load()
        except ImportError as error:
            if not registry.is_absent(point.module, error):
                raise
            there[name] = None
    return there


def hooks(name: str) -> Mapping[str, Any]:
    """What extras have for a point of the core, by the names of the extras."""
    return {extra.name: load(extra.hooks[name]) for extra in extras() if name in extra.hooks}


def hook(name: str) -> Any | None:
    """What an extra has for a point of the core that takes one; None where none has any."""
    return next(iter(hooks(name).values()), None)


def answers(name: str, *given: Any) -> list[Any]:
    """What each extra answers at a point of the core that asks all of them."""
    return [ask(*given) for ask in hooks(name).values()]


def load(place: str) -> Any:
    """The attribute that a place names."""
    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)
