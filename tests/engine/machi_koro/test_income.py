"""Income after a roll: the worked positions, and what every payment says of itself."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.kernel.game import Seat
from engine.machi_koro import income
from engine.machi_koro.state import BANK, MachiKoroState, Payment
from tests.engine.machi_koro.tables import coins, does, rolled, table

TEXT = (Path(__file__).parent / "positions.txt").read_text("utf-8")


class Worked(NamedTuple):
    """A position of the file."""

    title: str
    drawing: str
    after: tuple[int, ...]
    roller: Seat
    total: int


def read(text: str) -> list[Worked]:
    """The positions of the file."""
    examples = []
    for block in re.sub(r"(?m)^#.*\n", "", text).strip().split("\n\n"):
        title, *rows, roll = (line.strip() for line in block.splitlines())
        drawings, after = zip(*(row.split("->") for row in rows), strict=True)
        roller, total = roll.split(" rolls ")
        drawing = "\n".join(map(str.strip, drawings))
        examples.append(Worked(title, drawing, tuple(map(int, after)), roller, int(total)))
    return examples


POSITIONS = read(TEXT)


def after(state: MachiKoroState, payments: tuple[Payment, ...]) -> tuple[int, ...]:
    """The coins of all seats when the payments are made."""
    moved: Counter[str] = Counter()
    for payment in payments:
        moved[payment.payer] -= payment.amount
        moved[payment.payee] += payment.amount
    return tuple(
        city.coins + moved[seat] for seat, city in zip(state.seats, state.cities, strict=True)
    )


def test_there_are_31_worked_positions() -> None:
    assert 31 == len({position.title for position in POSITIONS})


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.title)
def test_the_payments_of_a_worked_position(position: Worked) -> None:
    state = table(position.drawing, position.roller)
    paid = income(state, position.roller, (position.total,))
    assert position.after == after(state, paid)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.title)
def test_a_roll_moves_the_coins_of_a_worked_position(position: Worked) -> None:
    """The same at the table: one die, or two that add up, with a train station for the roller."""
    drawing = position.drawing
    dice: tuple[int, ...] = (position.total,)
    if position.total > 6:
        drawing = re.sub(rf"(?m)^({position.roller}:.*)$", r"\1, train_station", drawing)
        dice = (position.total - 6, 6)
    assert position.after == coins(rolled(table(drawing, position.roller), *dice))


def test_a_payment_says_who_pays_whom_how_much_and_for_what() -> None:
    state = table("""
        p1: 3 coins, bakery
        p2: 0 coins, cafe x3
        p3: 0 coins, cafe x2
    """)
    assert income(state, "p1", (3,)) == (
        Payment("p1", "p3", 2, "cafe", 2),
        Payment("p1", "p2", 1, "cafe", 3, forgiven=2),
        Payment(BANK, "p1", 1, "bakery", 1),
    )


def test_a_fee_of_a_broke_roller_is_a_payment_of_nothing_all_forgiven() -> None:
    state = table("""
        p1: 0 coins
        p2: 0 coins, family_restaurant x2
    """)
    assert income(state, "p1", (5, 4)) == (
        Payment("p1", "p2", 0, "family_restaurant", 2, forgiven=4),
    )


def test_the_bank_pays_clockwise_from_the_roller() -> None:
    state = table(
        """
        p1: 0 coins, wheat_field
        p2: 0 coins, wheat_field
        p3: 0 coins, wheat_field
        """,
        turn="p2",
    )
    assert ["p2", "p3", "p1"] == [payment.payee for payment in income(state, "p2", (1,))]


def test_a_table_holds_the_payments_of_the_last_move_and_of_no_other() -> None:
    state = table("""
        p1: 0 coins, wheat_field
        p2: 0 coins
    """)
    after_roll = rolled(state, 1)
    assert after_roll.payments == income(state, "p1", (1,))
    assert () == does(after_roll, "p1: pass").payments
