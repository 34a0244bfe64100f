"""Any game on a device: what can be answered as buttons, with words."""

from __future__ import annotations

from typing import Any

from campaign.services.entering import game
from campaign.services.entering.game import Entering, Taken
from engine.kernel.game import CHANCE, Seat
from engine.kernel.parts import answers_of


def play(entering: Entering, seat: Seat | None, language: str) -> dict[str, Any]:
    """What a seat can answer, in groups; `language` is that of the cards."""
    groups = []
    if seat is not None and entering.awaited:
        for asked, some in game.choices(entering).items():
            if asked in (seat, CHANCE):
                listed = [
                    {"line": one.short, "label": one.short, "words": one.words} for one in some
                ]
                groups.append({"title": "", "choices": listed})
    return {"groups": groups, "grid": None, "steppers": None, "board": ""}


def look(taken: Taken, before: Entering, seat: Seat) -> dict[str, Any]:
    """What an answer would do, in the words of the game."""
    answers, rules = answers_of(before.game), before.game
    words = [
        answers.words(step.before, step.move.seat, rules.parse(step.move.text))
        for step in taken.steps[:1]
    ]
    return {"words": words[0] if words else ""}
