"""The payments after a roll: one source for the rule and for its explanation.

`income` changes nothing. The rules carry out its payments, and a display prints them.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.game import Seat
from engine.machi_koro.components import FIRING
from engine.machi_koro.state import BANK, MachiKoroCity, MachiKoroState, Payment

ENDLESS = 1 << 60
"""The coins of a bank that never runs out (rule 12)."""


def income(state: MachiKoroState, roller: Seat, dice: Sequence[int]) -> tuple[Payment, ...]:
    """The payments of a kept roll, in order, without those that need a choice (rules 3-6).

    First come fees, anticlockwise from the roller; then payments of the bank, clockwise from the
    roller; then payments to a stadium. A payment to a TV station is included only if there is just
    one other player, because the roller then has no choice.
    """
    at = state.seats.index(roller)
    bank = coins_of_bank(state.options.bounded_bank, state.cities)
    return tuple(payments(state.seats, state.cities, at, sum(dice), bank))


def coins_of_bank(coins: int, cities: Sequence[MachiKoroCity]) -> int:
    """The coins in the bank: `coins` less the players' coins; `ENDLESS` if it is 0 (rule 12)."""
    return coins - sum(city[0] for city in cities) if coins else ENDLESS


def payments(
    seats: Sequence[Seat], cities: Sequence[MachiKoroCity], at: int, total: int, bank: int
) -> list[Payment]:
    """The payments of `income` for a total, if the seat at index `at` rolled it.

    A city is any sequence in the field order of `MachiKoroCity`. Indices of seats may be negative:
    seat -1, the last seat, sits before seat 0.
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
                paid.append(taken_payment(seats[k], roller, had, card, coins))
    if from_one and players == 2:
        paid += target_payments(seats, cities, at, total, seats[1 - at], paid)
    return paid


def target_payments(
    seats: Sequence[Seat],
    cities: Sequence[MachiKoroCity],
    at: int,
    total: int,
    target: Seat,
    before: Sequence[Payment] = (),
) -> list[Payment]:
    """The payments of the target to the seat at index `at`, whose TV station has fired (rule 6).

    `before` are payments that the coins of the cities do not include yet.
    """
    paid: list[Payment] = []
    for card, place, coins, *_ in FIRING[total].from_one:
        if cities[at][1][place]:
            had = _purse(target, cities[seats.index(target)], (*before, *paid))
            paid.append(taken_payment(target, seats[at], had, card, coins))
    return paid


def taken_payment(payer: Seat, payee: Seat, had: int, card: str, coins: int) -> Payment:
    """The payment of a player who has `had` coins to another who may take `coins` (rule 6)."""
    amount = min(coins, had)
    return Payment(payer, payee, amount, card, 1, coins - amount)


def _purse(seat: Seat, city: MachiKoroCity, paid: Sequence[Payment]) -> int:
    """The coins of a seat after payments that its city does not include yet."""
    received = sum(payment.amount for payment in paid if payment.payee == seat)
    return city[0] + received - sum(payment.amount for payment in paid if payment.payer == seat)
