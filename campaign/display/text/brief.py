"""What a board offers in the next episode, in words."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.services.brief import BoardBrief, Depth, Goal, Lying
from campaign.services.words import many

MANY_CELLS = 4
"""Cells that are named one by one; of more only their number is said."""


def offers(board: BoardBrief) -> Iterator[str]:
    """What lies on a board, what it can earn besides, and which buildings it lacks."""
    if board.lying:
        kinds = [_lying(lying) for lying in board.lying if lying.amount]
        yield ", ".join([*kinds, many(board.bare, "empty cell")])
    yield from (_goal(goal) for goal in board.goals)
    if board.depths:
        yield "; ".join(map(_depth, board.depths))
    if board.missing:
        yield f"no building for {' '.join(board.missing)}: skipped free"


def _lying(lying: Lying) -> str:
    """`2 rocks (G8 D11)`; of many not where."""
    words = many(lying.amount, lying.kind)
    return words if len(lying.cells) > MANY_CELLS else f"{words} ({' '.join(lying.cells)})"


def _goal(goal: Goal) -> str:
    gains = [f"{goal.points:+}"] if goal.points else []
    gains += [many(goal.nuggets, "nugget")] if goal.nuggets else []
    return f"first to cover {' '.join(goal.cells)} ({goal.label}): {', '.join(gains)}"


def _depth(depth: Depth) -> str:
    ahead = [f"box {depth.next_pay[0]} {depth.next_pay[1]:+}"] if depth.next_pay else []
    if depth.open:
        ahead.append(f"first at box {depth.triangle}: {many(depth.marks, 'mark')}")
    more = f" ({', '.join(ahead)})" if ahead else ""
    return f"{depth.label} {depth.depth} of {depth.boxes}{more}"
