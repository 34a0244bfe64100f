"""Simple players for simulations: `sensible` plays sensibly, `random` plays at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from engine.kernel.game import Player, Seat
from engine.machi_koro.components import CARD, CARDS, LANDMARK, LANDMARKS, SHOWN, TRAIN_STATION
from engine.machi_koro.income import ENDLESS, income, payments
from engine.machi_koro.notation import (
    Action,
    BuildNothing,
    KeepThrow,
    MachiKoroBuild,
    Reroll,
    Roll,
    Swap,
    Target,
)
from engine.machi_koro.rules import legal
from engine.machi_koro.state import BUILD, KEEP, ROLL, SWAP, TARGET, MachiKoroCity, MachiKoroState

SHARES: Mapping[int, Mapping[int, float]] = {
    dice: {total: ways / 6**dice for total, ways in Counter(shown.values()).items()}
    for dice, shown in SHOWN.items()
}
"""The probability of each total, by the number of dice."""

PATIENCE = 12
"""The most rounds that a purchase may take to pay for itself."""


def at_random(state: MachiKoroState, seat: Seat, chance: float) -> Action:
    """A legal move; all are equally likely."""
    actions = tuple(legal(state, seat))
    return actions[int(chance * len(actions))]


def sensible(state: MachiKoroState, seat: Seat, chance: float) -> Action:
    """The move of a player who plays sensibly.

    The player builds cards that pay for themselves before the end, and landmarks if no card does.
    The TV station takes coins from the richest player. `chance` decides between purchases of the
    same worth.
    """
    return _CHOICES[state.phase](state, seat, chance)


PLAYERS: Mapping[str, Player] = {"sensible": sensible, "random": at_random}


def income_rate(city: MachiKoroCity, players: int) -> float:
    """The coins that a city brings in a round on average, if the other players can pay."""
    dice = 2 if city.landmarks & TRAIN_STATION else 1
    pair = (city, _RICH)
    on_own_throw, on_other_throws = 0.0, 0.0
    for number in range(1, dice + 1):
        thrown = sum(share * _gain(pair, 0, total) for total, share in SHARES[number].items())
        on_own_throw = max(on_own_throw, thrown)
    for total, share in SHARES[dice].items():
        on_other_throws += share * _gain(pair, 1, total)
    return on_own_throw + (players - 1) * on_other_throws


_RICH = MachiKoroCity(100, (0,) * len(CARDS))
_PAIR = ("mine", "other")


def _gain(pair: tuple[MachiKoroCity, MachiKoroCity], roller: int, total: int) -> int:
    """The coins that the first of two cities gets if the city at index `roller` rolls a total."""
    return sum(
        payment.amount
        for payment in payments(_PAIR, pair, roller, total, ENDLESS)
        if payment.payee == _PAIR[0]
    )


def _net(state: MachiKoroState, seat: Seat, total: int) -> int:
    """The coins that a seat gets for a total of its own throw, less the coins that it pays."""
    paid = income(state, seat, (total,))
    received = sum(payment.amount for payment in paid if payment.payee == seat)
    return received - sum(payment.amount for payment in paid if payment.payer == seat)


def _mean(state: MachiKoroState, seat: Seat, dice: int) -> float:
    return sum(share * _net(state, seat, total) for total, share in SHARES[dice].items())


def _roll(state: MachiKoroState, seat: Seat, chance: float) -> Action:
    return Roll(max((1, 2), key=lambda dice: _mean(state, seat, dice)))


def _keep(state: MachiKoroState, seat: Seat, chance: float) -> Action:
    good = _net(state, seat, sum(state.dice)) >= _mean(state, seat, state.number)
    return KeepThrow() if good else Reroll()


def _target(state: MachiKoroState, seat: Seat, chance: float) -> Action:
    coins = {s: city.coins for s, city in zip(state.seats, state.cities, strict=True) if s != seat}
    return Target(max(coins, key=coins.__getitem__))


def _swap(state: MachiKoroState, seat: Seat, chance: float) -> Action:
    """The swap of the player's least useful card for the most useful one, if it helps."""
    city, players = state.cities[state.turn], len(state.seats)
    swaps = [action for action in legal(state, seat) if action != Swap()]
    given_cards = {swap.gives for swap in swaps if isinstance(swap, Swap)}
    least_useful = max(
        sorted(given_cards), key=lambda card: income_rate(_with(city, card, -1), players)
    )
    without = _with(city, least_useful, -1)
    worth = {
        swap: income_rate(_with(without, swap.takes, 1), players)
        for swap in swaps
        if isinstance(swap, Swap) and swap.gives == least_useful
    }
    best = max(worth, key=worth.__getitem__)
    swaps_best = state.options.business_center_mandatory or worth[best] > income_rate(city, players)
    return best if swaps_best else Swap()


def _build(state: MachiKoroState, seat: Seat, chance: float) -> Action:
    """The purchase that is worth most.

    A card is worth its coins in the rounds to come, less its cost. The cost of a landmark counts as
    no loss, because the landmark is needed in any case.
    """
    city, players = state.cities[state.turn], len(state.seats)
    rate_now = income_rate(city, players)
    missing = sum(row.cost for row in LANDMARKS if not city.landmarks & LANDMARK[row.id])
    rounds = min(PATIENCE, (missing - city.coins) / max(rate_now, 1))
    worth: dict[Action, float] = {BuildNothing(): 0.0}
    for action in legal(state, seat):
        if isinstance(action, MachiKoroBuild):
            landmark = LANDMARK.get(action.what)
            if landmark:
                after, cost = city._replace(landmarks=city.landmarks | landmark), 0
            else:
                after, cost = _with(city, action.what, 1), CARDS[CARD[action.what]].cost
            worth[action] = (
                (income_rate(after, players) - rate_now) * rounds - cost + bool(landmark)
            )
    most = max(worth.values())
    best = [action for action, value in worth.items() if value == most]
    return best[int(chance * len(best))]


def _with(city: MachiKoroCity, card: str, change: int) -> MachiKoroCity:
    """The city with the count of a card changed by 1 or -1."""
    at = CARD[card]
    return city._replace(cards=(*city.cards[:at], city.cards[at] + change, *city.cards[at + 1 :]))


_CHOICES: Mapping[str, Callable[[MachiKoroState, Seat, float], Action]] = {
    ROLL: _roll,
    KEEP: _keep,
    TARGET: _target,
    SWAP: _swap,
    BUILD: _build,
}
