"""The values of a replay on a page: its pictures, and the words of each step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.display.html import boards
from campaign.display.html.page import data, picture_markup
from campaign.display.svg.picture import Picture
from campaign.display.text.sentences import outcome
from campaign.display.text.translation import Speaker
from campaign.services.chronicle import SessionTimeline
from engine import my_city
from engine.kernel.game import CHANCE
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.play.state import MyCityState

_Move = tuple[str, str] | tuple[str, str, Sequence[int]]
"""A step of a replay: its words, the seat to write before them, and the tokens if they changed."""


def evening(
    evening: SessionTimeline,
    names: Mapping[str, str],
    label: Wording,
    used: list[Picture],
    speaker: Speaker,
) -> dict[str, Any] | None:
    """The replay of a session of My City, or None without moves; adds its pictures to `used`."""
    if not evening.steps:
        return None
    last = evening.steps[-1].number
    first: MyCityState = evening.steps[0].before
    final: MyCityState = evening.steps[-1].after
    places = []
    for board, town in zip(evening.boards, final.towns, strict=True):
        name = names.get(board.seat, board.seat)
        picture = boards.board(phrase("{city} at the end", city=name), board, last, speaker)
        used.append(picture)
        places.append(_place(board.seat, name, picture, town.token))
    moves: list[_Move] = [(speaker.say(phrase("At the beginning.")), "", _tokens(first))]
    for step in evening.steps:
        words, seat = outcome(my_city.NAME, step), step.move.seat
        if seat != CHANCE:
            words = joined(": ", filter(None, (step.move.text, words)))
        sentence, whose, tokens = speaker.say(words), seat.strip(CHANCE), _tokens(step.after)
        moved = tokens != _tokens(step.before)
        moves.append((sentence, whose, tokens) if moved else (sentence, whose))
    return {"boards": places, "label": label, "moves": data(moves), "plays": True}


def moments(
    pictures: Sequence[tuple[str, Picture]],
    words: Sequence[Wording],
    label: Wording,
    speaker: Speaker,
) -> dict[str, Any]:
    """A replay of named pictures that change from moment to moment; `words` has one for each."""
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
        "picture": picture_markup(picture),
    }


def _tokens(state: MyCityState) -> list[int]:
    return [town.token for town in state.towns]
