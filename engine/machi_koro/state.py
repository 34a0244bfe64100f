"""The state of a game: an immutable value, which the moves of the game lead to.

    MachiKoroState ─┬─ options                     the rules that groups play differently
                    ├─ cities, by seat ── MachiKoroCity  coins, cards, landmarks
                    ├─ market, deck                cards that can be built, cards still to be dealt
                    └─ turn, phase, dice, ...      the seat on turn, the phase of the turn

Cards are counts in the order of `components.CARDS`; landmarks are bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.kernel.phrases import many
from engine.machi_koro.components import CARDS, COINS, START_CARDS, START_COINS

SEATS = ("p1", "p2", "p3", "p4")
HEADER = {
    "business_center_mandatory": "true: the Business Center must swap when it can",
    "reroll_may_change_dice": "true: the player chooses 1 or 2 dice again for the Radio Tower's "
    "second throw",
    "park_same_turn": "true: an Amusement Park counts in the turn in which it is built",
    "ten_piles": "true: cards are dealt until ten piles are open, and again when one runs out",
    "bounded_bank": "true: the bank has only the 282 coins of the box; a number: only that many",
    "coins": "for each seat the coins at the end; the replay compares them",
}

DEAL, ROLL, DICE, KEEP = "deal", "roll", "dice", "keep"
TARGET, SWAP, BUILD, OVER = "target", "swap", "build", "over"
"""The phases of a turn, named after the move that is awaited."""

PILES = 10
"""The number of open piles with the option `ten_piles`."""


class MachiKoroOptions(NamedTuple):
    """The rules that the rulebook leaves open or that groups play differently; False is our ruling.

    `bounded_bank` is the number of coins in the box, 0 for a bank that never runs out.
    """

    business_center_mandatory: bool = False
    reroll_may_change_dice: bool = False
    park_same_turn: bool = False
    ten_piles: bool = False
    bounded_bank: int = 0


class MachiKoroCity(NamedTuple):
    """The city and coins of a player; `spent` counts the coins paid for cards and landmarks."""

    coins: int
    cards: tuple[int, ...]
    landmarks: int = 0
    spent: int = 0


BANK = "bank"
"""The payer or payee of a payment that comes from the bank or goes to it."""


class Payment(NamedTuple):
    """A payment of coins, because of `count` cards of one kind.

    `forgiven` is the number of coins that the payer owed and did not have.
    """

    payer: str
    payee: str
    amount: int
    card: str
    count: int  # type: ignore[assignment]  # replaces `tuple.count`, which nothing calls here
    forgiven: int = 0


class MachiKoroState(NamedTuple):
    """The state of a game; `turn` is the index of the seat whose turn it is.

    `number` is the number of dice that are thrown next or were thrown last, `dice` is what they
    show. `payments` are the payments of the last move. `turns` counts the turns that have begun.
    """

    options: MachiKoroOptions
    seats: tuple[str, ...]
    cities: tuple[MachiKoroCity, ...]
    market: tuple[int, ...]
    deck: tuple[int, ...]
    turn: int
    phase: str
    number: int = 1
    dice: tuple[int, ...] = ()
    rerolled: bool = False
    payments: tuple[Payment, ...] = ()
    turns: int = 1


def start(setup: Setup) -> MachiKoroState:
    """The state before the first move: each player has two cards and three coins.

    The market is full, or empty with the option `ten_piles`. Raises `SetupError`.
    """
    seats = setup.seats
    if not 2 <= len(seats) <= len(SEATS):
        raise SetupError(f"{many(len(seats), 'seat')!s}: Machi Koro is for 2 to {len(SEATS)}")
    for seat in seats:
        if seat not in SEATS:
            raise SetupError(f"{seat} is not a seat of Machi Koro: {', '.join(SEATS)}")
    _check_coins(setup)
    options = _options(setup.header, START_COINS * len(seats))
    supply = tuple(card.supply for card in CARDS)
    nothing = (0,) * len(CARDS)
    cards = tuple(int(card.id in START_CARDS) for card in CARDS)
    return MachiKoroState(
        options=options,
        seats=seats,
        cities=(MachiKoroCity(START_COINS, cards),) * len(seats),
        market=nothing if options.ten_piles else supply,
        deck=supply if options.ten_piles else nothing,
        turn=0,
        phase=DEAL if options.ten_piles else DICE,
    )


def _options(header: Mapping[str, Any], least: int) -> MachiKoroOptions:
    """The options of a header; raises `SetupError`. A bank has at least `least` coins."""
    values = {key: header[key] for key in MachiKoroOptions._fields if key in header}
    bank = values.pop("bounded_bank", False)
    for key, value in values.items():
        if not isinstance(value, bool):
            raise SetupError(f"{key}: {value!r} is neither true nor false")
    if type(bank) is not bool and not (type(bank) is int and bank >= least):
        raise SetupError(
            f"bounded_bank: {bank!r} is neither true nor false, nor a number of coins from {least}"
        )
    coins = COINS * bank if type(bank) is bool else bank
    return MachiKoroOptions(**values, bounded_bank=coins)


def _check_coins(setup: Setup) -> None:
    """Raise `SetupError` for stated coins that cannot be the coins at the end of a game."""
    coins = setup.header.get("coins", {})
    if not isinstance(coins, Mapping):
        raise SetupError("coins: write a table [coins] with a line for each seat")
    for seat, stated in coins.items():
        if seat not in setup.seats:
            raise SetupError(f"coins: nobody sits at {seat}; seats: {', '.join(setup.seats)}")
        if type(stated) is not int or stated < 0:
            raise SetupError(f"coins: {seat} = {stated!r} is no number of coins")
