"""A mutable table, which moves change; only `rules.play` uses it.

    [deal ...] ─> [roll] ─> dice ─> [keep | reroll ─> [roll] ─> dice] ─> income
               ─> [target] ─> [swap] ─> build | pass ─> the next turn, or another one

A step in brackets happens only if there is something to decide. A table is made from a state;
`MachiKoroTable.state` makes a state from it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.kernel.errors import IllegalMove
from engine.kernel.game import CHANCE
from engine.kernel.phrases import phrase
from engine.machi_koro.checks import (
    NOTHING,
    awaiting,
    build_refusal,
    legal_swaps,
    swap_refusal,
    target_refusal,
    turn_refusal,
)
from engine.machi_koro.components import (
    ALL_LANDMARKS,
    AMUSEMENT_PARK,
    CARD,
    FIRING,
    LANDMARK,
    PRICE,
    RADIO_TOWER,
    SHOWN,
    TRAIN_STATION,
)
from engine.machi_koro.income import coins_of_bank, payments, target_payments
from engine.machi_koro.notation import (
    Action,
    BuildNothing,
    Deal,
    Dice,
    KeepThrow,
    MachiKoroBuild,
    Reroll,
    Roll,
    Swap,
    Target,
)
from engine.machi_koro.state import (
    BANK,
    BUILD,
    DEAL,
    DICE,
    KEEP,
    OVER,
    PILES,
    ROLL,
    SWAP,
    TARGET,
    MachiKoroCity,
    MachiKoroState,
    Payment,
)


class MachiKoroTable:
    """A state that can be changed; a city is a list in the field order of `MachiKoroCity`."""

    __slots__ = (
        "cities",
        "deck",
        "dice",
        "market",
        "mover",
        "number",
        "options",
        "payments",
        "phase",
        "purses",
        "rerolled",
        "seats",
        "turn",
        "turns",
    )

    def __init__(self, state: MachiKoroState) -> None:
        self.options, self.seats, self.turn = state.options, state.seats, state.turn
        self.phase, self.number, self.dice = state.phase, state.number, state.dice
        self.rerolled, self.payments, self.turns = state.rerolled, state.payments, state.turns
        self.cities: list[Any] = [
            [city.coins, list(city.cards), city.landmarks, city.spent] for city in state.cities
        ]
        self.market, self.deck = list(state.market), list(state.deck)
        self.purses = dict(zip(self.seats, self.cities, strict=True))
        self.purses[BANK] = [coins_of_bank(self.options.bounded_bank, state.cities)]
        self.mover = next(iter(awaiting(state)), "")

    def state(self) -> MachiKoroState:
        """The state of the table, as an immutable value."""
        return MachiKoroState(
            self.options,
            self.seats,
            tuple(
                MachiKoroCity(coins, tuple(cards), *landmarks_and_spent)
                for coins, cards, *landmarks_and_spent in self.cities
            ),
            tuple(self.market),
            tuple(self.deck),
            self.turn,
            self.phase,
            self.number,
            self.dice,
            self.rerolled,
            self.payments,
            self.turns,
        )

    def unfit_move(self, action: Action) -> IllegalMove:
        """The error for a move that is not awaited."""
        state = self.state()
        return IllegalMove(turn_refusal(state, awaiting(state)[0], action))

    def pay(self, paid: Iterable[Payment]) -> None:
        """Carry out payments, and keep them as the payments of the last move."""
        purses = self.purses
        for payer, payee, amount, _, _, _ in paid:
            purses[payer][_COINS] -= amount
            purses[payee][_COINS] += amount
        self.payments = tuple(paid)

    def begin_turn(self) -> None:
        """Begin a turn: first fill the market, then throw the dice (rules 2, 13)."""
        self.dice, self.rerolled, self.number = (), False, 1
        if self.options.ten_piles and self.must_deal():
            self.phase, self.mover = DEAL, CHANCE
        else:
            self.take_dice()

    def must_deal(self) -> bool:
        """Whether fewer than `PILES` piles are open and the deck has cards."""
        return len(self.market) - self.market.count(0) < PILES and any(self.deck)

    def take_dice(self) -> None:
        """Await the choice of the number of dice, or the throw if there is no choice."""
        if self.cities[self.turn][_LANDMARKS] & TRAIN_STATION:
            self.phase, self.mover = ROLL, self.seats[self.turn]
        else:
            self.phase, self.mover = DICE, CHANCE

    def earn(self) -> None:
        """Pay the income of the kept throw, then await the next choice (rules 3 to 7)."""
        total = sum(self.dice)
        bank = self.purses[BANK][_COINS]
        self.pay(payments(self.seats, self.cities, self.turn, total, bank))
        self.go_on_to_choice(TARGET)

    def go_on_to_choice(self, first: str) -> None:
        """Await the next choice of a purple card, from `first` on; without one, the building."""
        firing = FIRING[sum(self.dice)]
        self.phase, self.mover = BUILD, self.seats[self.turn]
        if not (firing.from_one or firing.exchange):
            return
        cards = self.cities[self.turn][_CARDS]
        opponents = len(self.seats) - 1  # with one other seat there is no choice of a target
        if first == TARGET and opponents > 1 and any(cards[fee.at] for fee in firing.from_one):
            self.phase = TARGET
        elif any(cards[at] for at in firing.exchange) and self.can_swap():
            self.phase = SWAP

    def can_swap(self) -> bool:
        """Whether the seat on turn can swap an establishment for a different one."""
        return any(True for _ in legal_swaps(self.seats, self.cities, self.turn))

    def end_turn(self, landmarks: int) -> None:
        """Begin the turn of the next seat, or another turn of the same seat (rule 9).

        `landmarks` are the landmarks that count in this turn. The seat has another turn after
        doubles if an amusement park is among them.
        """
        dice = self.dice
        another_turn = landmarks & AMUSEMENT_PARK and len(dice) == 2 and dice[0] == dice[1]
        if not another_turn:
            self.turn = (self.turn + 1) % len(self.seats)
        self.turns += 1
        self.begin_turn()


_COINS, _CARDS, _LANDMARKS, _SPENT = map(
    MachiKoroCity._fields.index, ("coins", "cards", "landmarks", "spent")
)


def _deal(table: MachiKoroTable, action: Action) -> None:
    if not isinstance(action, Deal):
        raise table.unfit_move(action)
    place = CARD.get(action.card, -1)
    if place < 0 or not table.deck[place]:
        raise IllegalMove(phrase("no {card} is left in the deck", card=phrase(action.card)))
    table.deck[place] -= 1
    table.market[place] += 1
    table.begin_turn()


def _roll(table: MachiKoroTable, action: Action) -> None:
    if not isinstance(action, Roll) or action.dice not in SHOWN:
        raise table.unfit_move(action)
    table.number = action.dice
    table.phase, table.mover = DICE, CHANCE


def _dice(table: MachiKoroTable, action: Action) -> None:
    if not isinstance(action, Dice) or action.shown not in SHOWN[table.number]:
        raise table.unfit_move(action)
    table.dice = action.shown
    if table.cities[table.turn][_LANDMARKS] & RADIO_TOWER and not table.rerolled:
        table.phase, table.mover = KEEP, table.seats[table.turn]
    else:
        table.earn()


def _keep(table: MachiKoroTable, action: Action) -> None:
    if isinstance(action, KeepThrow):
        table.earn()
    elif isinstance(action, Reroll):
        table.rerolled, table.dice = True, ()
        if table.options.reroll_may_change_dice:
            table.take_dice()
        else:
            table.phase, table.mover = DICE, CHANCE
    else:
        raise table.unfit_move(action)


def _target(table: MachiKoroTable, action: Action) -> None:
    if not isinstance(action, Target):
        raise table.unfit_move(action)
    if refused := target_refusal(table.seats, table.turn, action.seat):
        raise IllegalMove(refused)
    table.pay(target_payments(table.seats, table.cities, table.turn, sum(table.dice), action.seat))
    table.go_on_to_choice(SWAP)


def _swap(table: MachiKoroTable, action: Action) -> None:
    if not isinstance(action, Swap):
        raise table.unfit_move(action)
    if action != NOTHING:
        if refused := target_refusal(table.seats, table.turn, action.seat):
            raise IllegalMove(refused)
        own_cards, opponent_cards = (
            table.purses[seat][_CARDS] for seat in (table.mover, action.seat)
        )
        if refused := swap_refusal((table.mover, action.seat), (own_cards, opponent_cards), action):
            raise IllegalMove(refused)
        for cards, given_card, taken_card in (
            (own_cards, action.gives, action.takes),
            (opponent_cards, action.takes, action.gives),
        ):
            cards[CARD[given_card]] -= 1
            cards[CARD[taken_card]] += 1
    elif table.options.business_center_mandatory:
        raise IllegalMove(
            phrase("with business_center_mandatory, a Business Center must swap when it can")
        )
    table.phase = BUILD


def _build(table: MachiKoroTable, action: Action) -> None:
    city = table.cities[table.turn]
    counting = before = city[_LANDMARKS]
    if isinstance(action, MachiKoroBuild):
        if refused := build_refusal(table.mover, city, table.market, action.what):
            raise IllegalMove(refused)
        place, cost = CARD.get(action.what), PRICE[action.what]
        if place is None:
            city[_LANDMARKS] = before | LANDMARK[action.what]
        else:
            city[_CARDS][place] += 1
            table.market[place] -= 1
        city[_COINS] -= cost
        city[_SPENT] += cost
        table.purses[BANK][_COINS] += cost
        if city[_LANDMARKS] == ALL_LANDMARKS:
            table.phase, table.mover = OVER, ""
            return
        if table.options.park_same_turn:
            counting = city[_LANDMARKS]
    elif not isinstance(action, BuildNothing):
        raise table.unfit_move(action)
    table.end_turn(counting)


PLAY: dict[str, Callable[[MachiKoroTable, Action], None]] = {
    DEAL: _deal,
    ROLL: _roll,
    DICE: _dice,
    KEEP: _keep,
    TARGET: _target,
    SWAP: _swap,
    BUILD: _build,
}
