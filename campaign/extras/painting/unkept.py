"""A painting that is not kept yet, stored in the database: a closed terminal loses nothing.

    Painting ── text_of ──> text in the user's settings ── painting_from ──> Painting

The text has the whole painting, with parts that a pack does not allow yet, such as a river that
does not separate the board, and the painting of the pack before it. So what was corrected in the
pack since, and was not painted, stays corrected.
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


def write(
    session: Session, history: History, author: str, painting: Painting | None, before: Painting
) -> None:
    """Store what this user has painted over `before`; None removes it, once kept or dropped."""
    text = text_of(painting, before) if painting else ""
    settings.write(session, author, KEY + history.stream, text)


def text_of(painting: Painting, before: Painting) -> str:
    """A painting, and the one that the pack had before it, as text."""
    return json.dumps({**_values(painting), "before": _values(before)})


def painting_from(text: str, now: Painting) -> Painting | None:
    """The painting that a text holds, with what has come into the pack since.

    None for a text of another box, or one that was changed by hand.
    """
    try:
        stored = json.loads(text)
        before = stored.get("before")
    except (ValueError, AttributeError):
        return None
    painting = _painting(stored, now)
    base = _painting(before, now) if before else now
    return carried(painting, base, now) if painting and base else None


def carried(painting: Painting, before: Painting, now: Painting) -> Painting:
    """The painting with what is `now` in the pack wherever it is as it was `before`.

    A painting of another grid stays as it is.
    """
    if now == before or now.grid != before.grid:
        return painting
    own = dict(now.own)
    for seat, ground in painting.own.items():
        if ground != before.ground(seat):
            own[seat] = _carried_ground(ground, before.ground(seat), now.ground(seat))
    drawn, old = ({one.key: one for one in all.outlines} for all in (painting, before))
    current = {one.key: one for one in now.outlines}
    outlines = {
        key: outline if outline != old.get(key) else current.get(key)
        for key, outline in (
            drawn | {k: one for k, one in current.items() if k not in drawn}
        ).items()
    }
    return Painting(
        now.grid,
        _carried_ground(painting.common, before.common, now.common),
        MappingProxyType(own),
        now.river if painting.river == before.river else painting.river,
        tuple(filter(None, outlines.values())),
        painting.looked_at,
    )


def _values(painting: Painting) -> dict[str, Any]:
    return {
        "grid": painting.grid,
        "boards": {"": painting.common, **painting.own},
        "river": painting.river,
        "looked_at": sorted(painting.looked_at),
        "outlines": [
            (*outline.key, outline.rank, [*outline.cells], outline.is_new)
            for outline in painting.outlines
        ],
    }


def _painting(stored: Any, now: Painting) -> Painting | None:
    """The painting of stored values; None if they do not fit the box."""
    try:
        boards = {seat: _ground(*ground) for seat, ground in stored["boards"].items()}
        outlines = [_outline(*outline) for outline in stored["outlines"]]
        river = River(*stored["river"])
        looked_at = frozenset(map(str, stored.get("looked_at", ())))
        fits = tuple(stored["grid"]) == tuple(now.grid) and "" in boards
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    if not fits or any(len(ground.paints) != len(now.common.paints) for ground in boards.values()):
        return None
    common = boards.pop("")
    return Painting(now.grid, common, MappingProxyType(boards), river, tuple(outlines), looked_at)


def _carried_ground(
    ground: PaintedGround, before: PaintedGround, now: PaintedGround
) -> PaintedGround:
    cells = zip(ground.paints, before.paints, now.paints, strict=True)
    painted = ground.squares ^ before.squares
    return PaintedGround(
        tuple(current if paint == old else paint for paint, old, current in cells),
        (now.squares & ~painted) | (ground.squares & painted),
    )


def _ground(paints: list[Any], squares: int) -> PaintedGround:
    return PaintedGround(tuple(CellPaint(*paint) for paint in paints), squares)


def _outline(list: str, id: str, variant: str, rank: str, cells: Any, is_new: bool) -> Outline:
    return Outline(list, id, variant, rank, frozenset(map(tuple, cells)), is_new)
