"""Who pays whom after a roll: the one source of the rule and of its explanation.

`income` is pure. The rules fold exactly its payments, and a display prints exactly them.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.game import Seat
from engine.machi_koro.components import FIRING
from engine.machi_koro.state import BANK, MachiKoroCity, MachiKoroState, Payment

ENDLESS = 1 << 60
"""The coins of a bank that never runs dry (rule 12)."""


def income(state: MachiKoroState, roller: Seat, dice: Sequence[int]) -> tuple[Payment, ...]:
    """The payments that a kept roll brings, in their order, without choices (rules 3 to 6).

    Fees first, anticlockwise from the roller; then the bank, clockwise from the roller; then
    what a stadium takes. A TV station is a choice, unless there is only one to take from.
    """
    at = state.seats.index(roller)
    bank = coins_of_bank(state.options.bounded_bank, state.cities)
    return tuple(payments(state.seats, state.cities, at, sum(dice), bank))


def coins_of_bank(coins: int, cities: Sequence[MachiKoroCity]) -> int:
    """What the bank has: so many coins, less those of the players; without end for 0 (rule 12)."""
    return coins - sum(city[0] for city in cities) if coins else ENDLESS


def payments(
    seats: Sequence[Seat], cities: Sequence[MachiKoroCity], at: int, total: int, bank: int
) -> list[Payment]:
    """`income` for the seat at an index; it reads coins, cards and landmarks by position.

    Indices run below zero: the last seat sits before the first.
    """
    fees, earnings, others_earn, from_all, from_one, _ = FIRING[total]
    paid: list[Payment] = []
    roller, players = seats[at], len(seats)
    if fees:
        purse = cities[at][0]
        for k in range(at - 1, at - players, -1):
            _, cards, landmarks, _ = cities[k]
            for card, place, coins, mall, _ in fees:
                if count := cards[place]:
                    due = count * (coins + (landmarks & mall != 0))
                    amount = due if due <= purse else purse
                    purse -= amount
                    paid.append(Payment(roller, seats[k], amount, card, count, due - amount))
    if earnings:
        cards_that_fire = earnings
        for k in range(at - players, at):
            _, cards, landmarks, _ = cities[k]
            for card, place, coins, mall, per in cards_that_fire:
                if count := cards[place]:
                    earned = coins * sum([cards[i] for i in per]) if per else coins
                    due = count * (earned + (landmarks & mall != 0))
                    if due:
                        amount = due if due <= bank else bank
                        bank -= amount
                        paid.append(Payment(BANK, seats[k], amount, card, count, due - amount))
            if not others_earn:
                break
            cards_that_fire = others_earn
    for card, place, coins, *_ in from_all:
        if cities[at][1][place]:
            for k in range(at - 1, at - players, -1):
                had = _purse(seats[k], cities[k], paid)
                paid.append(taken(seats[k], roller, had, card, coins))
    if from_one and players == 2:
        paid += takings(seats, cities, at, total, seats[1 - at], paid)
    return paid


def takings(
    seats: Sequence[Seat],
    cities: Sequence[MachiKoroCity],
    at: int,
    total: int,
    target: Seat,
    before: Sequence[Payment] = (),
) -> list[Payment]:
    """What the target pays to the seat at an index, whose TV station has fired (rule 6).

    `before` are payments that are not in the cities yet.
    """
    paid: list[Payment] = []
    for card, place, coins, *_ in FIRING[total].from_one:
        if cities[at][1][place]:
            had = _purse(target, cities[seats.index(target)], (*before, *paid))
            paid.append(taken(target, seats[at], had, card, coins))
    return paid


def taken(payer: Seat, payee: Seat, had: int, card: str, coins: int) -> Payment:
    """What one player pays another who may take so many coins (rule 6)."""
    amount = min(coins, had)
    return Payment(payer, payee, amount, card, 1, coins - amount)


def _purse(seat: Seat, city: MachiKoroCity, paid: Sequence[Payment]) -> int:
    """What a seat has after some payments."""
    came = sum(payment.amount for payment in paid if payment.payee == seat)
    return city[0] + came - sum(payment.amount for payment in paid if payment.payer == seat)
