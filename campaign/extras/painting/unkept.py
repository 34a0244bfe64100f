"""A painting that is not kept yet, stored in the database: a closed terminal loses nothing.

    Painting ── text_of ──> text in the user's settings ── painting_from ──> Painting

The text has the whole painting, with parts that a pack does not allow yet, such as a river that
does not separate the board.
"""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import Any

from sqlmodel import Session

from campaign.services.packs_ground import CellPaint, PaintedGround, Painting
from campaign.services.packs_outlines import Outline
from campaign.services.packs_river import River
from campaign.services.values import History
from campaign.store import settings

KEY = "painting of "


def read(session: Session, history: History, author: str, now: Painting) -> Painting | None:
    """The painting that this user has not kept yet; None if there is none that fits the pack."""
    text = settings.read(session, author, KEY + history.stream)
    painting = painting_from(text, now) if text else None
    return None if painting == now else painting


def write(session: Session, history: History, author: str, painting: Painting | None) -> None:
    """Store what this user has painted; None removes it, once it is kept or dropped."""
    settings.write(session, author, KEY + history.stream, text_of(painting) if painting else "")


def text_of(painting: Painting) -> str:
    """A painting as text."""
    return json.dumps(
        {
            "grid": painting.grid,
            "boards": {"": painting.common, **painting.own},
            "river": painting.river,
            "looked_at": sorted(painting.looked_at),
            "outlines": [
                (*outline.key, outline.rank, [*outline.cells], outline.is_new)
                for outline in painting.outlines
            ],
        }
    )


def painting_from(text: str, now: Painting) -> Painting | None:
    """The painting that a text holds, with what has come into the pack since.

    None for a text of another box, or one that was changed by hand.
    """
    try:
        stored = json.loads(text)
        boards = {seat: _ground(*ground) for seat, ground in stored["boards"].items()}
        outlines = [_outline(*outline) for outline in stored["outlines"]]
        river = River(*stored["river"])
        looked_at = frozenset(map(str, stored.get("looked_at", ())))
        fits = tuple(stored["grid"]) == tuple(now.grid) and "" in boards
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    if not fits or any(len(ground.paints) != len(now.common.paints) for ground in boards.values()):
        return None
    known = {outline.key for outline in outlines}
    return Painting(
        now.grid,
        boards.pop(""),
        MappingProxyType({**now.own, **boards}),
        river,
        (*outlines, *(outline for outline in now.outlines if outline.key not in known)),
        looked_at,
    )


def _ground(paints: list[Any], squares: int) -> PaintedGround:
    return PaintedGround(tuple(CellPaint(*paint) for paint in paints), squares)


def _outline(list: str, id: str, variant: str, rank: str, cells: Any, is_new: bool) -> Outline:
    return Outline(list, id, variant, rank, frozenset(map(tuple, cells)), is_new)
