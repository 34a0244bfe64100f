"""Questions to a phone as values for JSON: an answer is given in steps.

    step ─┬─ groups     titles with choices; a choice is a line to send, or leads to another step
          ├─ grid       a picture whose squares are tapped: `of` are the squares of a choice
          ├─ steppers   a number for each kind: `of` of a choice is "a a b" for two a and one b
          └─ basket     things that are chosen one after the other and make up one line

A line is the text that a user could type instead: the words of a record, or shorter ones. Nothing
is worked out here: the engine lists the legal answers, and the view of a game arranges them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from campaign.display.html.page import markup, picture_markup
from campaign.display.svg.picture import Box, Picture, definitions, element
from campaign.services.entering.game import Entering
from engine.kernel.game import Action, Seat
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Wording
from engine.kernel.record import Record

Document = dict[str, Any]


def player_name(head: Record, seat: Seat) -> str:
    """The name of the player on a seat, or the seat."""
    return head.names.get(seat) or seat


def shared_shapes(*some: Picture) -> Markup:
    """The markup of the shapes that pictures use, once for all of them."""
    shapes = element("svg", {"width": 0, "height": 0, "aria-hidden": "true"}, [definitions(some)])
    return markup(shapes)


class Option(NamedTuple):
    """A legal action: its line in a record, its meaning, and its lasting effect."""

    action: Action
    line: str
    words: Wording
    lasting: Wording


def options(entering: Entering, seat: Seat) -> list[Option]:
    """Every legal answer of a seat."""
    game, state, answers = entering.game, entering.state, answers_of(entering.game)
    return [
        Option(
            action,
            game.format(action),
            answers.words(state, seat, action),
            answers.lasting(state, seat, action),
        )
        for action in game.legal(state, seat)
    ]


def choice(
    line: str,
    label: Wording = "",
    words: Wording = "",
    price: Wording = "",
    *,
    lasting: Wording = "",
    paint: str = "",
    of: Sequence[str] = (),
) -> Document:
    """A button that sends a line; `of` are the squares or kinds that choose it."""
    optional_fields = {
        "words": words,
        "price": price,
        "lasting": lasting,
        "paint": paint,
        "of": list(of),
    }
    return {
        "line": line,
        "label": label or line,
        **{key: value for key, value in optional_fields.items() if value},
    }


def branch_choice(
    label: Wording, then: Document, words: Wording = "", price: Wording = "", *, paint: str = ""
) -> Document:
    """A button that leads to another step."""
    return {"then": then, "label": label, "words": words, "price": price, "paint": paint}


def option_choice(option: Option, label: Wording = "", *, of: Sequence[str] = ()) -> Document:
    """The button of a legal answer."""
    return choice(option.line, label, option.words, lasting=option.lasting, of=of)


def group(title: Wording, choices: Iterable[Document], *, figures: bool = False) -> Document:
    """Choices under a title; with `figures` they are short and shown side by side."""
    return {"title": title, "choices": list(choices), "figures": figures}


def step(
    title: Wording = "",
    groups: Iterable[Document] = (),
    *,
    grid: Document | None = None,
    steppers: Document | None = None,
    basket: Document | None = None,
) -> Document:
    """One step of an answer; groups without choices are left out."""
    return {
        "title": title,
        "groups": [part for part in groups if part["choices"]],
        "grid": grid,
        "steppers": steppers,
        "basket": basket,
    }


def grid(
    board: str,
    squares: Mapping[str, Box],
    choices: Iterable[Document],
    labels: Mapping[str, Wording] | None = None,
) -> Document:
    """The board named by a key, and the squares of the choices; no other square can be tapped."""
    choice_list = list(choices)
    used_squares = {square for answer in choice_list for square in answer["of"]}
    return {
        "board": board,
        "squares": [
            {"at": at, "label": (labels or {}).get(at, at), **box._asdict()}
            for at, box in squares.items()
            if at in used_squares
        ],
        "choices": choice_list,
    }


def steppers(kinds: Mapping[str, Wording], choices: Iterable[Document]) -> Document:
    """A number for each kind; a choice of two `a` and one `b` has `of` = a, a, b."""
    return {
        "kinds": [{"of": kind, "label": label} for kind, label in kinds.items()],
        "choices": list(choices),
    }


def thing(
    word: str,
    label: Wording,
    words: Wording = "",
    *,
    left: int = 1,
    instead: str = "",
    figure: str = "",
    paint: str = "",
) -> Document:
    """A thing of a basket: its word in the line, and how many are left.

    Only one of the things with the same `instead` can be taken; a `figure` tells them apart.
    """
    return {
        "word": word,
        "label": label,
        "words": words,
        "left": left,
        "instead": instead,
        "figure": figure,
        "paint": paint,
    }


def basket(
    things: Iterable[Document],
    send: Wording,
    *,
    most: int = 99,
    row: int = 0,
    ends: str = "",
    sorted: bool = False,
) -> Document:
    """Things that make up one line: at most `most`, in the order of taps, or `sorted` as listed.

    `send` is the label of the button. `ends` are the last words of the line; if there are any, a
    line without things can be sent. The chosen things are shown in rows of `row` things, 0 for one
    row.
    """
    return {
        "things": list(things),
        "send": send,
        "most": most,
        "row": row,
        "ends": ends,
        "sorted": sorted,
    }


def board(key: str, picture: Picture) -> Document:
    """A picture as markup, with its size in the units of its squares."""
    return {
        "key": key,
        "title": picture.title,
        "titled": bool(picture.elements) and picture.elements[0].text == picture.title,
        "svg": picture_markup(picture),
        "width": picture.width,
        "height": picture.height,
    }
