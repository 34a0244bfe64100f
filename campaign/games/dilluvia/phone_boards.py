"""The boards of Dilluvia Project that a player taps on a phone: the city and the market."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaign.display.html.steps import Document, Option, choice, grid, option_choice
from campaign.games.dilluvia import market_picture as dilluvia_market
from campaign.games.dilluvia import picture as dilluvia
from campaign.games.dilluvia.moves import END
from engine.dilluvia.notation import (
    Airship,
    Buy,
    BuyPropeller,
    ClaimMove,
    DilluviaBuild,
    PlaceGarden,
    Square,
    Switch,
    TileChoice,
    Use,
)
from engine.dilluvia.reading import SQUARES
from engine.dilluvia.state import EMPTY, DilluviaState
from engine.kernel.phrases import Phrase, Wording, joined, phrase

CITY, MARKET = "city", "market"
"""The keys of the boards that a player taps."""


def city(state: DilluviaState, legal: Iterable[Option]) -> Document:
    """The city, where a player taps the squares of an answer."""
    choices = []
    for option in legal:
        label, squares = _on_squares(option.action)
        if isinstance(option.action, Use):  # there may be thousands; the step has their words
            choices.append(choice(option.line, label, of=squares))
        else:
            choices.append(option_choice(option, label, of=squares))
    return grid(CITY, dilluvia.squares(state), choices)


def _on_squares(action: Any) -> tuple[Wording, tuple[str, ...]]:
    """The label of an action in the city, and the squares that belong to it."""
    match action:
        case ClaimMove(squares):
            return phrase("claim {squares}", squares=" ".join(squares)), squares
        case DilluviaBuild(_, squares, space, _):
            where = phrase("on {squares}, cube on {space}", squares=" ".join(squares), space=space)
            return where, squares
        case BuyPropeller(square):
            return phrase("the propeller on {square}", square=square), (square,)
        case PlaceGarden(square):
            return phrase("a garden on {square}", square=square), (square,)
        case Switch(square):
            return phrase("switch the cube on {square}", square=square), (square,)
        case _:
            return phrase("use it on {squares}", squares=" ".join(action.words)), action.words


def market(state: DilluviaState, legal: Iterable[Option]) -> Document:
    """The market, where a player taps squares or the ends of lines."""
    boxes = {str(square): box for square, box in dilluvia_market.squares().items()}
    boxes |= {f"{side} {number}": box for (side, number), box in dilluvia_market.ends().items()}
    choices = []
    labels: dict[str, Wording] = {}
    for option in legal:
        match option.action:
            case Airship(side, number):
                where = phrase("{side} {number}", side=END[side], number=number)
                words = phrase("the airship {line}", line=where)
                choices.append(option_choice(option, words, of=[f"{side} {number}"]))
                labels[f"{side} {number}"] = words
            case Buy(distances) if distances:
                ship = state.market.ships[state.actor]
                assert ship is not None, "every airship lies before the first purchase"
                of = [str(ship.squares[distance - 1]) for distance in sorted(distances)]
                squares = " ".join(map(str, distances))
                choices.append(
                    option_choice(option, phrase("buy {squares}", squares=squares), of=of)
                )
            case TileChoice() | Square() if (square := square_of(state, option)) >= 0:
                choices.append(option_choice(option, phrase("this one"), of=[str(square)]))
    for square in range(SQUARES):
        labels[str(square)] = _square_in_words(state, square)
    return grid(MARKET, boxes, choices, labels)


def square_of(state: DilluviaState, option: Option) -> int:
    """The square of the market that an option takes; -1 for a tile that was put aside."""
    match option.action:
        case Square(row, column):
            return 4 * (row - 1) + column - 1
        case TileChoice(name):
            tile = state.rules.tiles_by_id[name].index
            return state.market.tiles.index(tile) if tile in state.market.tiles else -1
    return -1


def _square_in_words(state: DilluviaState, square: int) -> Phrase:
    """The row and column of a square of the market, and the effect that it sells, in words."""
    where = phrase("row {row}, column {column}", row=square // 4 + 1, column=square % 4 + 1)
    tile = state.market.tiles[square]
    if state.last_round:
        effect = phrase(state.rules.printed[square].words)
    elif tile == EMPTY:
        return where
    else:
        effect = phrase(state.rules.tiles[tile].effect.words)
    return joined(": ", (where, effect))
