"""The table of Machi Koro: how it ended, and one move with the payments that it brought.

The payments are those of the state, in their order: what is printed is what was applied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.text.translation import say
from campaign.services.words import many
from engine.kernel.game import Seat
from engine.kernel.phrases import joined, phrase, plural
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
DICE_WORDS = {1: phrase("takes one die"), 2: phrase("takes two dice")}


def final(state: State, names: Mapping[Seat, str], language: str) -> RenderableType:
    """The cities, what is left in the market, whose turn it is or who has won, and when."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column(say(phrase("Coins")), justify="right", no_wrap=True)
    table.add_column(say(phrase("City")), overflow="fold")
    for seat, city in zip(state.seats, state.cities, strict=True):
        table.add_row(_who(seat, names), str(city.coins), _city(city, language))
    table.add_row(say(phrase("Market")), "", _cards(state.market, language, most=False))
    if any(state.deck):
        table.add_row(say(phrase("Deck")), "", say(many(sum(state.deck), "card")))
    return parts.lines(_standing(state, names), Padding(table, (0, 0, 0, 2)), Text(""))


def step(step: Step, names: Mapping[Seat, str], language: str) -> RenderableType:
    """One move in words, then the payments that it brought and what everybody has."""
    before, after, action = step.before, step.after, parse(step.move.text)
    seat = before.seats[before.turn]
    move = Text(f"{step.number:>4}  ")
    move.append(_name(seat, names), style=parts.SEAT_STYLE.get(seat, ""))
    move.append(f" {say(_move_in_words(before, after, action, names, language))}")
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
            return phrase("rolls {dice}", dice=" + ".join(map(str, shown)) + total)
        case Roll(dice):
            return DICE_WORDS[dice]
        case Keep():
            return phrase("keeps the {sum}", sum=sum(before.dice))
        case Reroll():
            return phrase("rolls the {sum} again", sum=sum(before.dice))
        case Target(seat):
            station = name("tv_station", language)
            return phrase("names {player} for the {card}", player=_name(seat, names), card=station)
        case Swap("", "", ""):
            return phrase("swaps nothing")
        case Swap(gives, seat, takes):
            given, taken = name(gives, language), name(takes, language)
            return phrase(
                "gives {card} to {player} for {other}",
                card=given,
                player=_name(seat, names),
                other=taken,
            )
        case Build(card):
            had, has = before.cities[before.turn], after.cities[before.turn]
            cost = has.spent - had.spent
            built = phrase("builds {card} ({cost})", card=name(card, language), cost=cost)
            return joined(", ", (built, _left(has), *_then(before, after)))
        case Pass():
            left = _left(after.cities[before.turn])
            return joined(", ", (phrase("builds nothing"), left, *_then(before, after)))
        case Deal(card):
            return phrase("sees {card} dealt", card=name(card, language))


def _then(before: State, after: State) -> Iterator[str]:
    """What comes after the turn, where it is not that of the next seat."""
    if after.phase == OVER:
        yield phrase("and wins")
    elif after.turn == before.turn:
        yield phrase("and has another turn")


def _payment(payment: Payment, names: Mapping[Seat, str], language: str) -> Text:
    """Who pays whom how much for what, and what was forgiven."""
    payer = phrase("the bank") if payment.payer == BANK else _name(payment.payer, names)
    card = f"{name(payment.card, language)}{f' x{payment.count}' * (payment.count > 1)}"
    paid = phrase(
        "{payer} pays {payee} {amount} ({card})",
        payer=payer,
        payee=_name(payment.payee, names),
        amount=payment.amount,
        card=card,
    )
    if payment.forgiven:
        paid = joined(", ", (paid, phrase("{amount} forgiven", amount=payment.forgiven)))
    return Text(say(paid))


def _coins(state: State, names: Mapping[Seat, str]) -> Text:
    """What everybody has."""
    pairs = zip(state.seats, state.cities, strict=True)
    return Text(
        ", ".join(f"{_name(seat, names)} {city.coins}" for seat, city in pairs), style="dim"
    )


def _standing(state: State, names: Mapping[Seat, str]) -> Text:
    """Who has won, or whose turn it is, and how many turns there were."""
    turns = state.turns
    for seat, city in zip(state.seats, state.cities, strict=True):
        if city.landmarks == ALL_LANDMARKS:
            won = plural(
                "{player} has won after {count} turn.",
                "{player} has won after {count} turns.",
                turns,
                player=_name(seat, names),
            )
            return Text(say(won))
    player = _name(state.seats[state.turn], names)
    return Text(say(phrase("Turn {number}: {player}.", number=turns, player=player)))


def _city(city: City, language: str) -> Text:
    """The landmarks on a line of their own, then the cards."""
    built = [name(id, language) for id, bit in LANDMARK.items() if city.landmarks & bit]
    return Text("\n").join(
        [
            Text(
                ", ".join(built) or say(phrase("no landmark")), LANDMARKS_STYLE if built else "dim"
            ),
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
    return Text(", ").join(listed) if listed else Text(say(phrase("empty")))


def _left(city: City) -> str:
    return plural("{count} coin left", "{count} coins left", city.coins)


def _who(seat: Seat, names: Mapping[Seat, str]) -> Text:
    return Text(parts.fit(_name(seat, names), 16), style=parts.SEAT_STYLE.get(seat, ""))


def _name(seat: Seat, names: Mapping[Seat, str]) -> str:
    return names.get(seat, seat)


def _indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 8))
