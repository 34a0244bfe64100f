"""Cities as JSON documents: all of them, one with its board, and what changed on a board."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.json import campaign_parts
from campaign.display.json.parts import Document, document
from campaign.services.cities import Difference
from campaign.services.values import History
from engine.my_city.campaign.model import City, Played
from engine.my_city.pack.build import NUGGET
from engine.my_city.play.boards import SHAFT
from engine.my_city.play.ruleset import Rules


def city_list(history: History) -> Document:
    """All cities."""
    return document(
        "cities",
        campaign=history.campaign.name,
        cities=[campaign_parts.city(city) for city in history.campaign.cities],
    )


def city(city: City, rules: Rules, played: Played | None) -> Document:
    """One city with its board, row by row."""
    return document(
        "city",
        **campaign_parts.city(city),
        after_episode=played.number if played else None,
        board=_board(city, rules),
        buildings=_buildings(city, rules, played),
    )


def difference(difference: Difference) -> Document:
    """What came to a city between two episodes."""
    return document(
        "difference",
        seat=difference.seat,
        after_episode=[difference.first, difference.last],
        cells=[cell._asdict() for cell in difference.cells],
        came=list(_came(difference)),
        marks=[campaign_parts.mark(mark) for mark in difference.marks],
    )


def _came(difference: Difference) -> Iterator[Document]:
    """Stickers, deeper shafts and nuggets in one form, which names nothing of a closed envelope."""
    for sticker in difference.stickers:
        why = campaign_parts.reason(sticker.reason)
        yield _one(sticker.kind, square=sticker.square, reason=why)
    for shaft in difference.shafts:
        yield _one(f"{SHAFT} {shaft.colour}", before=shaft.before, after=shaft.after)
    before, after = difference.nuggets
    if before != after:
        yield _one(NUGGET, before=before, after=after)


def _one(
    kind: str,
    *,
    square: str | None = None,
    reason: Document | None = None,
    before: int | None = None,
    after: int | None = None,
) -> Document:
    """One thing that came to a board."""
    return {"kind": kind, "square": square, "reason": reason, "before": before, "after": after}


def _board(city: City, rules: Rules) -> list[list[str]]:
    """What lies on each cell, row by row: terrain, or the content of a light-green cell."""
    grid = rules.grid
    return [
        [_ground(city, rules, 1 << row * grid.columns + column) for column in range(grid.columns)]
        for row in range(grid.rows)
    ]


def _ground(city: City, rules: Rules, cell: int) -> str:
    """What lies on a cell, given as a bitboard of one cell."""
    land = city.land
    content = rules.lying_on(land, cell)
    return content.id if content else land.ground_at(cell)


def _buildings(city: City, rules: Rules, played: Played | None) -> list[Document]:
    """The buildings of the episode last played, in the order in which they were built."""
    if not played or not played.verdict.sheets or city.seat in played.absent:
        return []
    state = played.verdict.state
    town = state.town(city.seat)
    return [{"piece": p.piece, "cells": list(rules.grid.names(p.mask))} for p in town.built]
