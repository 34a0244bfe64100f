"""The throws of Machi Koro and their payments, as rows of exported tables."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.games.machi_koro.statistics import Throw, thrown_session
from campaign.services.statistics.tables import SoundSession
from campaign.services.table_rows import CellKind, GameTable, Row, TableColumn

TEXT, WHOLE, NUMBER, TRUTH = CellKind.TEXT, CellKind.WHOLE, CellKind.NUMBER, CellKind.TRUTH
THROW = (
    TableColumn("throw", WHOLE, "the number of the throw in its play, from 1"),
    TableColumn(
        "turn", WHOLE, "the number of the turn, from 1; a second throw belongs to the same turn"
    ),
)


def _throws(game: SoundSession) -> Iterator[tuple[int, int, Throw]]:
    """Yield each throw of a game: its number, the number of its turn, the throw."""
    turn = 0
    for number, throw in enumerate(thrown_session(game).throws, 1):
        turn += not throw.again
        yield number, turn, throw


def _dice(game: SoundSession) -> Iterator[Row]:
    for number, turn, throw in _throws(game):
        roller, dice = throw.roller, throw.dice
        second = dice[1] if len(dice) > 1 else None
        mean, worth = round(throw.mean[roller], 6), throw.worth[roller]
        yield number, turn, roller, dice[0], second, sum(dice), throw.again, worth, mean


def _payments(game: SoundSession) -> Iterator[Row]:
    for number, turn, throw in _throws(game):
        for paid in throw.payments:
            amounts = paid.amount, paid.forgiven, paid.card, paid.count
            yield number, turn, paid.payer, paid.payee, *amounts


TABLES: tuple[GameTable, ...] = (
    GameTable(
        "dice",
        "One row for each throw of Machi Koro.",
        (
            *THROW,
            TableColumn("seat", TEXT, "the seat that threw"),
            TableColumn("first", WHOLE, "what the first die shows"),
            TableColumn("second", WHOLE, "what the second die shows; empty if one die was thrown"),
            TableColumn("total", WHOLE, "their sum"),
            TableColumn("again", TRUTH, "whether it is the second throw of the turn"),
            TableColumn(
                "income",
                WHOLE,
                "the coins that the throw brings the seat that threw, less what it pays; what it "
                "would bring if it was rolled again; a TV Station takes from the richest",
            ),
            TableColumn("expected", NUMBER, "the mean of this over all throws of as many dice"),
        ),
        _dice,
    ),
    GameTable(
        "payments",
        "One row for each payment of Machi Koro.",
        (
            *THROW,
            TableColumn("payer", TEXT, "the seat that pays, or bank"),
            TableColumn("payee", TEXT, "the seat that is paid, or bank"),
            TableColumn("amount", WHOLE, "coins"),
            TableColumn("forgiven", WHOLE, "coins that the payer owed and did not have"),
            TableColumn("card", TEXT, "the card that causes the payment"),
            TableColumn("cards", WHOLE, "the number of these cards"),
        ),
        _payments,
    ),
)
