"""What the same cards allowed, as a JSON document."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from campaign.display.json.parts import Document, Items, Part, Row, Time
from campaign.extras.hindsight.keeping import SeatSearch
from campaign.extras.hindsight.questions import HindsightEvening
from engine import my_city
from engine.kernel import score as kernel
from engine.my_city.bounds import bounds
from engine.my_city.bounds.question import Line
from engine.my_city.play.notation import Quit


class LeftPoints(Part):
    """The points that were left at the table."""

    least: int
    most: int


class PlayedCard(Part):
    """The moves for a card."""

    card: str
    played: str | None
    best: str | None


class SeatHindsight(Part):
    """What was possible for a seat."""

    seat: str
    absent: bool
    played: int | None = Field(description="its score by the replay; null where nobody played it")
    best: int = Field(description="score of the best line that was found")
    bound: int = Field(description="no line exceeds it")
    proved: bool = Field(description="whether `best` and `bound` are equal")
    left: LeftPoints | None
    in_reach_until: int | None = Field(
        description="the last of its cards after which a line of the best score was in reach, as "
        "far as is known"
    )
    cards: Items[PlayedCard]
    lines: Items[Row[kernel.SheetEntry]] = Field(description="of the sheet of the best line")
    bound_parts: Items[Row[bounds.BoundPart]] = Field(description="they add up to the bound")
    bound_without: Items[str] = Field(
        description="rules for which the bound assumes the most points that they can give"
    )
    solver: str
    program: str = Field(description="the version of this program")
    seed: int
    seconds: int
    searched_at: Time
    stopped: bool = Field(description="whether somebody stopped the search")


class HindsightDocument(Document, kind="hindsight"):
    """What was possible with the same cards in the same order."""

    evening: str = Field(description="such as `episode 5`, `session 12`")
    episode: int | None = Field(description="null outside a campaign")
    seats: Items[SeatHindsight] = Field(description="the seats; seats that nobody played come last")


def hindsight(evening: HindsightEvening, looked: Sequence[SeatSearch]) -> HindsightDocument:
    """The document of an evening: for each seat its score, the best line found, and the bound."""
    return HindsightDocument.from_value(
        evening=str(evening.title).lower(),
        episode=evening.record.header.get("episode"),
        seats=[_seat(evening, search) for search in looked],
    )


def _seat(evening: HindsightEvening, search: SeatSearch) -> SeatHindsight:
    outlook, row = search.outlook, search.row
    absent = row.seat in evening.absent
    least, most = row.left
    cards = [asked.card for asked in outlook.question.cards]
    played, best = _moves(outlook.played.line, cards), _moves(outlook.best.line, cards)
    return SeatHindsight.from_value(
        row,
        absent=absent,
        played=None if absent else row.played,
        left=None if absent else LeftPoints(least=least, most=most),
        in_reach_until=row.parted if least and not absent else None,
        cards=[
            PlayedCard(card=card, played=None if absent else played_move, best=best_move)
            for card, played_move, best_move in zip(cards, played, best, strict=True)
        ],
        lines=outlook.best.sheet.lines,
        bound_parts=outlook.bound.parts,
        bound_without=outlook.bound.unmodelled,
        stopped=search.stopped,
    )


def _moves(line: Line, cards: Sequence[str]) -> list[str | None]:
    """The move for each card; None after the seat has quit."""
    whole = line if len(line) == len(cards) else (*line, Quit())[: len(cards)]
    moves: list[str | None] = [my_city.format(answer) for answer in whole]
    return [*moves, *[None] * (len(cards) - len(moves))]
