"""The screens of Machi Koro: the table at the end, and one move with its payments.

It prints the payments of the state in their order, which are those that the move carried out.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.translation import Speaker
from campaign.games.machi_koro.words import move_in_words, name_of
from campaign.services.words import many
from engine.kernel.game import Seat
from engine.kernel.phrases import joined, phrase, plural
from engine.kernel.replay import ReplayStep
from engine.machi_koro.components import ALL_LANDMARKS, CARDS, LANDMARK, TRAIN_STATION, name
from engine.machi_koro.notation import (
    Action,
    Dice,
    Roll,
)
from engine.machi_koro.state import BANK, MachiKoroCity, MachiKoroState, Payment

STYLE = {"blue": "blue", "green": "green", "red": "red", "purple": "magenta"}
LANDMARKS_STYLE = "yellow"


def final(state: MachiKoroState, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """The winner or the player on turn, the number of turns, the cities, the market, the deck."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    table.add_column(MixedText(phrase("Coins")), justify="right", no_wrap=True)
    table.add_column(MixedText(phrase("City")), overflow="fold")
    for seat, city in zip(state.seats, state.cities, strict=True):
        table.add_row(_who(seat, names), str(city.coins), _city(city, speaker))
    table.add_row(MixedText(phrase("Market")), "", _cards(state.market, speaker, omit_single=False))
    if any(state.deck):
        table.add_row(MixedText(phrase("Deck")), "", MixedText(many(sum(state.deck), "card")))
    return parts.lines(_standing(state, names), Padding(table, (0, 0, 0, 2)), Text(""))


def step(step: ReplayStep, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """One move in words, then the payments that it caused and the coins of all players."""
    before, after, action = step.before, step.after, step.action
    seat = before.seats[before.turn]
    player = (name_of(seat, names), parts.SEAT_STYLE.get(seat, ""))
    did = move_in_words(step, names, speaker.language)
    return parts.lines(
        Text("") if _begins_turn(before, action) else None,
        MixedText(f"{step.number:>4}  ", player, " ", did),
        *(_indented(_payment(payment, names, speaker)) for payment in after.payments),
        _indented(_coins(after, names)) if after.payments else None,
    )


def _begins_turn(before: MachiKoroState, action: Action) -> bool:
    """Whether this is the first move of a turn: the choice of the dice, else the throw."""
    if before.rerolled:
        return False
    station = before.cities[before.turn].landmarks & TRAIN_STATION
    return isinstance(action, Roll if station else Dice)


def _payment(payment: Payment, names: Mapping[Seat, str], speaker: Speaker) -> MixedText:
    """A payment in words: payer, payee, amount, card, and the coins that were forgiven."""
    payer = phrase("the bank") if payment.payer == BANK else name_of(payment.payer, names)
    card = f"{name(payment.card, speaker.language)}{f' x{payment.count}' * (payment.count > 1)}"
    paid = phrase(
        "{payer} pays {payee} {amount} ({card})",
        payer=payer,
        payee=name_of(payment.payee, names),
        amount=payment.amount,
        card=card,
    )
    if payment.forgiven:
        paid = joined(", ", (paid, phrase("{amount} forgiven", amount=payment.forgiven)))
    return MixedText(paid)


def _coins(state: MachiKoroState, names: Mapping[Seat, str]) -> Text:
    """The coins of every seat."""
    pairs = zip(state.seats, state.cities, strict=True)
    return Text(
        ", ".join(f"{name_of(seat, names)} {city.coins}" for seat, city in pairs), style="dim"
    )


def _standing(state: MachiKoroState, names: Mapping[Seat, str]) -> MixedText:
    """The winner, or the player on turn, and the number of turns."""
    turns = state.turns
    for seat, city in zip(state.seats, state.cities, strict=True):
        if city.landmarks == ALL_LANDMARKS:
            won = plural(
                "{player} has won after {count} turn.",
                "{player} has won after {count} turns.",
                turns,
                player=name_of(seat, names),
            )
            return MixedText(won)
    player = name_of(state.seats[state.turn], names)
    return MixedText(phrase("Turn {number}: {player}.", number=turns, player=player))


def _city(city: MachiKoroCity, speaker: Speaker) -> MixedText:
    """The landmarks on a line of their own, then the cards."""
    built = [name(id, speaker.language) for id, bit in LANDMARK.items() if city.landmarks & bit]
    landmarks = (", ".join(built), LANDMARKS_STYLE) if built else (phrase("no landmark"), "dim")
    return MixedText(landmarks, "\n", _cards(city.cards, speaker))


def _cards(
    counts: tuple[int, ...], speaker: Speaker, *, omit_single: bool = True
) -> Text | MixedText:
    """Cards in their colours with their counts; with `omit_single`, no count for a single card."""
    listed = [
        Text(
            name(card.id, speaker.language)
            + (f" x{count}" if count > 1 or not omit_single else ""),
            STYLE[card.colour],
        )
        for card, count in zip(CARDS, counts, strict=True)
        if count
    ]
    return Text(", ").join(listed) if listed else MixedText(phrase("empty"))


def _who(seat: Seat, names: Mapping[Seat, str]) -> Text:
    return Text(parts.fit(name_of(seat, names), 16), style=parts.SEAT_STYLE.get(seat, ""))


def _indented(text: Text | MixedText) -> Padding:
    return Padding(text, (0, 0, 0, 8))
