"""The view of a game without a view of its own: the steps of an answer, and the boards.

For a game without the part `phone`, it lists the legal answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from campaign.display.html.steps import (
    Document,
    board,
    group,
    option_choice,
    options,
    shared_shapes,
    step,
)
from campaign.display.svg.picture import Picture
from campaign.display.svg.renderers import painter_of
from campaign.display.text.translation import Speaker
from campaign.games.kit import kit_of
from campaign.services.entering import seats
from campaign.services.entering.game import Entering, TakenLine
from engine.kernel.game import Seat
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Wording, many, phrase


class PhoneChoices(Protocol):
    """A part `phone` of a kit that makes no view of its own."""

    def first_step(self, entering: Entering, seat: Seat, speaker: Speaker) -> Document:
        """The first step of the answer that is awaited of a seat, or of the table."""

    def question(self, state: Any) -> Wording:
        """The question that is asked now, whichever seat answers it."""

    def facts(self, state: Any, seat: Seat) -> Sequence[Wording]:
        """What a seat has that its board does not show."""

    def boards(
        self, entering: Entering, seat: Seat | None, speaker: Speaker
    ) -> Mapping[str, Picture]:
        """Pictures of what lies on the table, in an order for a seat; None is the table itself."""


SAYS = {
    "another": phrase("another choice"),
    "find": phrase("find"),
    "remove": phrase("remove the last"),
    "chosen": phrase("chosen"),
    "left": phrase("left"),
    "more": phrase("one more"),
    "less": phrase("one less"),
    "sure": phrase("Sure?"),
    "tap": phrase("Tap the board."),
    "last": phrase("The last moves"),
}
"""The words of the page itself."""


def play(entering: Entering, seat: Seat | None, speaker: Speaker) -> dict[str, Any]:
    """The answers that a device may give now, and the boards; without answers, the boards alone."""
    name, state = entering.game.NAME, entering.state
    choices: PhoneChoices | None = kit_of(name).part("phone")
    asked, first = seats.answerable_for(entering, seat), step()
    question: Wording = ""
    facts: Sequence[Wording] = ()
    if choices:
        drawn = choices.boards(entering, seat, speaker)
        question = choices.question(state) if entering.awaited else ""
        facts = choices.facts(state, seat) if seat else ()
    else:
        painter = painter_of(name)
        table = painter and painter.table(state, entering.head.names, speaker)
        drawn = {"table": table} if table else {}
    if asked:
        first = (
            choices.first_step(entering, asked, speaker) if choices else _listed(entering, asked)
        )
    return {
        **first,
        "question": question,
        "facts": facts,
        "boards": [board(key, picture) for key, picture in drawn.items()],
        "shapes": shared_shapes(*drawn.values()),
        "says": SAYS,
    }


def _listed(entering: Entering, seat: Seat) -> Document:
    """Every legal answer as a button."""
    return step(groups=[group("", [option_choice(option) for option in options(entering, seat)])])


def preview(taken: TakenLine, before: Entering, seat: Seat) -> dict[str, Any]:
    """What an answer would do, in the words of the game, and the total score after it."""
    answers, rules = answers_of(before.game), before.game
    words = [answers.words(step.before, step.move.seat, step.action) for step in taken.steps[:1]]
    sheets = rules.score(taken.entering.state)
    points = next((sheet.total for sheet in sheets if sheet.seat == seat), 0)
    return {"words": words[0] if words else "", "total": many(points, "point")}
