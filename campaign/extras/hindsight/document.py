"""What the same cards allowed, as a JSON document."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.display.json.parts import Document, document
from campaign.extras.hindsight.keeping import Looked
from campaign.extras.hindsight.questions import Evening
from engine import my_city
from engine.my_city.bounds.question import Line
from engine.my_city.play.notation import Quit


def hindsight(evening: Evening, looked: Sequence[Looked]) -> Document:
    """For each seat what it made, the best line found, and what no line exceeds."""
    number = evening.record.header.get("episode")
    return document(
        "hindsight",
        evening=evening.title.lower(),
        episode=number,
        seats=[_seat(evening, one) for one in looked],
    )


def _seat(evening: Evening, one: Looked) -> Document:
    outlook, row = one.outlook, one.row
    absent = row.seat in evening.absent
    least, most = row.left
    cards = [asked.card for asked in outlook.question.cards]
    played, best = _moves(outlook.played.line, cards), _moves(outlook.best.line, cards)
    return {
        "seat": row.seat,
        "absent": absent,
        "played": None if absent else row.played,
        "best": row.best,
        "bound": row.bound,
        "proved": row.proved,
        "left": None if absent else {"least": least, "most": most},
        "in_reach_until": row.parted if least and not absent else None,
        "cards": [
            {"card": card, "played": None if absent else one, "best": other}
            for card, one, other in zip(cards, played, best, strict=True)
        ],
        "lines": [line._asdict() for line in outlook.best.sheet.lines],
        "bound_parts": [part._asdict() for part in outlook.bound.parts],
        "bound_without": list(outlook.bound.unmodelled),
        "solver": row.solver,
        "program": row.program,
        "seed": row.seed,
        "seconds": row.seconds,
        "searched_at": row.searched_at,
        "stopped": one.stopped,
    }


def _moves(line: Line, cards: Sequence[str]) -> list[str | None]:
    """The move for each card; nothing after the seat has quit."""
    whole = line if len(line) == len(cards) else (*line, Quit())[: len(cards)]
    moves: list[str | None] = [my_city.format(answer) for answer in whole]
    return [*moves, *[None] * (len(cards) - len(moves))]
