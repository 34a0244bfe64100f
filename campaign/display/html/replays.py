"""What a replay on a page needs: its pictures, and for each step the words that go with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.display.html import boards
from campaign.display.html.page import data, drawn
from campaign.display.svg.picture import Picture
from campaign.display.text.sentences import outcome
from campaign.display.text.translation import Speaker
from campaign.services.chronicle import SessionTimeline
from engine import my_city
from engine.kernel.game import CHANCE
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.play.state import MyCityState

_Move = tuple[str, str] | tuple[str, str, Sequence[int]]
"""A step as the page knows it: its words, the seat, which it says before them, the tokens after it
where they changed."""


def evening(
    evening: SessionTimeline,
    names: Mapping[str, str],
    label: Wording,
    used: list[Picture],
    speaker: Speaker,
) -> dict[str, Any] | None:
    """The moves of a session of My City; None without moves. Adds its pictures to `used`."""
    if not evening.steps:
        return None
    last = evening.steps[-1].number
    first: MyCityState = evening.steps[0].before
    final: MyCityState = evening.steps[-1].after
    shown = []
    for board, town in zip(evening.boards, final.towns, strict=True):
        name = names.get(board.seat, board.seat)
        picture = boards.board(phrase("{city} at the end", city=name), board, last, speaker)
        used.append(picture)
        shown.append(_place(board.seat, name, picture, town.token))
    moves: list[_Move] = [(speaker.say(phrase("At the beginning.")), "", _tokens(first))]
    for step in evening.steps:
        words, seat = outcome(my_city.NAME, step), step.move.seat
        if seat != CHANCE:
            words = joined(": ", filter(None, (step.move.text, words)))
        said, whose, tokens = speaker.say(words), seat.strip(CHANCE), _tokens(step.after)
        moved = tokens != _tokens(step.before)
        moves.append((said, whose, tokens) if moved else (said, whose))
    return {"boards": shown, "label": label, "moves": data(moves), "plays": True}


def moments(
    pictures: Sequence[tuple[str, Picture]],
    words: Sequence[Wording],
    label: Wording,
    speaker: Speaker,
) -> dict[str, Any]:
    """Named pictures that change from moment to moment, each moment with its words."""
    return {
        "boards": [_place("", name, picture, None) for name, picture in pictures],
        "label": label,
        "moves": data([(speaker.say(moment), "") for moment in words]),
        "plays": False,
    }


def _place(seat: str, name: str, picture: Picture, token: int | None) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": name,
        "token": token,
        "enlarge": phrase("enlarge {city}", city=name),
        "picture": drawn(picture),
    }


def _tokens(state: MyCityState) -> list[int]:
    return [town.token for town in state.towns]
