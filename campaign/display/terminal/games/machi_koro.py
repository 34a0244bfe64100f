"""The table of Machi Koro: how it ended, and one move with the payments that it brought.

The payments are those of the state, in their order: what is printed is what was applied.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.words import many
from engine.kernel.game import Seat
from engine.kernel.replay import Step
from engine.machi_koro.components import ALL_LANDMARKS, CARDS, LANDMARK, TRAIN_STATION, name
from engine.machi_koro.notation import (
    Action,
    Build,
    Deal,
    Dice,
    Keep,
    Pass,
    Reroll,
    Roll,
    Swap,
    Target,
    parse,
)
from engine.machi_koro.state import BANK, OVER, City, Payment, State

STYLE = {"blue": "blue", "green": "green", "red": "red", "purple": "magenta"}
LANDMARKS_STYLE = "yellow"
DICE_WORDS = {1: "one die", 2: "two dice"}


def final(state: State, names: Mapping[Seat, str], language: str) -> RenderableType:
    """The cities, what is left in the market, whose turn it is or who has won, and when."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column("Coins", justify="right", no_wrap=True)
    table.add_column("City", overflow="fold")
    for seat, city in zip(state.seats, state.cities, strict=True):
        table.add_row(_who(seat, names), str(city.coins), _city(city, language))
    table.add_row("Market", "", _cards(state.market, language, most=False))
    if any(state.deck):
        table.add_row("Deck", "", many(sum(state.deck), "card"))
    return parts.lines(_standing(state, names), Padding(table, (0, 0, 0, 2)), Text(""))


def step(step: Step, names: Mapping[Seat, str], language: str) -> RenderableType:
    """One move in words, then the payments that it brought and what everybody has."""
    before, after, action = step.before, step.after, parse(step.move.text)
    seat = before.seats[before.turn]
    move = Text(f"{step.number:>4}  ")
    move.append(_name(seat, names), style=parts.SEAT_STYLE.get(seat, ""))
    move.append(f" {_move_in_words(before, after, action, names, language)}")
    return parts.lines(
        Text("") if _begins_turn(before, action) else None,
        move,
        *(_indented(_payment(payment, names, language)) for payment in after.payments),
        _indented(_coins(after, names)) if after.payments else None,
    )


def _begins_turn(before: State, action: Action) -> bool:
    """Whether this is the first move of a turn: the choice of the dice, or else their throw."""
    if before.rerolled:
        return False
    station = before.cities[before.turn].landmarks & TRAIN_STATION
    return isinstance(action, Roll if station else Dice)


def _move_in_words(
    before: State, after: State, action: Action, names: Mapping[Seat, str], language: str
) -> str:
    """What a seat did, without the seat."""
    match action:
        case Dice(shown):
            total = f" = {sum(shown)}" if len(shown) > 1 else ""
            return f"rolls {' + '.join(map(str, shown))}{total}"
        case Roll(dice):
            return f"takes {DICE_WORDS[dice]}"
        case Keep():
            return f"keeps the {sum(before.dice)}"
        case Reroll():
            return f"rolls the {sum(before.dice)} again"
        case Target(seat):
            return f"names {_name(seat, names)} for the {name('tv_station', language)}"
        case Swap("", "", ""):
            return "swaps nothing"
        case Swap(gives, seat, takes):
            given, taken = name(gives, language), name(takes, language)
            return f"gives {given} to {_name(seat, names)} for {taken}"
        case Build(card):
            had, has = before.cities[before.turn], after.cities[before.turn]
            built = f"builds {name(card, language)} ({has.spent - had.spent})"
            return f"{built}, {_left(has)}{_then(before, after)}"
        case Pass():
            return f"builds nothing, {_left(after.cities[before.turn])}{_then(before, after)}"
        case Deal(card):
            return f"sees {name(card, language)} dealt"


def _then(before: State, after: State) -> str:
    """What comes after the turn, where it is not that of the next seat."""
    if after.phase == OVER:
        return ", and wins"
    return ", and has another turn" if after.turn == before.turn else ""


def _payment(payment: Payment, names: Mapping[Seat, str], language: str) -> Text:
    """Who pays whom how much for what, and what was forgiven."""
    payer = "the bank" if payment.payer == BANK else _name(payment.payer, names)
    card = f"{name(payment.card, language)}{f' x{payment.count}' * (payment.count > 1)}"
    paid = f"{payer} pays {_name(payment.payee, names)} {payment.amount} ({card})"
    return Text(paid + f", {payment.forgiven} forgiven" * (payment.forgiven > 0))


def _coins(state: State, names: Mapping[Seat, str]) -> Text:
    """What everybody has."""
    pairs = zip(state.seats, state.cities, strict=True)
    return Text(
        ", ".join(f"{_name(seat, names)} {city.coins}" for seat, city in pairs), style="dim"
    )


def _standing(state: State, names: Mapping[Seat, str]) -> Text:
    """Who has won, or whose turn it is, and how many turns there were."""
    turns = many(state.turns, "turn")
    for seat, city in zip(state.seats, state.cities, strict=True):
        if city.landmarks == ALL_LANDMARKS:
            return Text(f"{_name(seat, names)} has won after {turns}.")
    return Text(f"In {turns}, it is that of {_name(state.seats[state.turn], names)}.")


def _city(city: City, language: str) -> Text:
    """The landmarks on a line of their own, then the cards."""
    built = [name(id, language) for id, bit in LANDMARK.items() if city.landmarks & bit]
    return Text("\n").join(
        [
            Text(", ".join(built) or "no landmark", LANDMARKS_STYLE if built else "dim"),
            _cards(city.cards, language),
        ]
    )


def _cards(counts: tuple[int, ...], language: str, *, most: bool = True) -> Text:
    """Cards in their colours with how many there are; in a city a single one has no number."""
    listed = [
        Text(
            name(card.id, language) + (f" x{count}" if count > 1 or not most else ""),
            STYLE[card.colour],
        )
        for card, count in zip(CARDS, counts, strict=True)
        if count
    ]
    return Text(", ").join(listed) if listed else Text("empty")


def _left(city: City) -> str:
    return f"{many(city.coins, 'coin')} left"


def _who(seat: Seat, names: Mapping[Seat, str]) -> Text:
    return Text(parts.fit(_name(seat, names), 16), style=parts.SEAT_STYLE.get(seat, ""))


def _name(seat: Seat, names: Mapping[Seat, str]) -> str:
    return names.get(seat, seat)


def _indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 8))
