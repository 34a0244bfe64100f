"""Statistics of Machi Koro: wins by player, coins by card, throws of the dice, luck by player.

Every session is replayed once into its throws, and the throws are added up. The luck of a throw
is the income that it brings, less the mean income that the same cities would get over all throws
of as many dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from campaign.games.machi_koro.chi_square import chi_square
from campaign.services.statistics.counting import Count, Counts, by_first, games_of, mean
from campaign.services.statistics.tables import BarCell, SoundSession, StatisticsTable
from engine import machi_koro
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording, joined, phrase
from engine.kernel.replay import ReplayStep, replay_steps
from engine.machi_koro.components import ALL_LANDMARKS, CARD, CARDS, FIRING, name
from engine.machi_koro.income import coins_of_bank, payments, target_payments
from engine.machi_koro.notation import Dice
from engine.machi_koro.players import SHARES
from engine.machi_koro.state import BANK, MachiKoroState, Payment

Name = str
Coins = Mapping[Seat, float]


class Throw(NamedTuple):
    """One throw: its roller, its dice, the payments that followed, and its worth to each seat.

    `again` is set for the second throw of a turn. A throw that was rerolled has no payments.
    `worth` is the income of every seat from this throw, `mean` is its mean income over all throws.
    """

    roller: Seat
    dice: tuple[int, ...]
    again: bool
    payments: tuple[Payment, ...]
    worth: Coins
    mean: Coins


class ThrownSession(NamedTuple):
    """A session as its throws; several seats may have the same name, such as simple players."""

    names: Mapping[Seat, Name]
    winners: tuple[Seat, ...]
    throws: tuple[Throw, ...]


EQUAL = 36
"""The number of throws of two dice; means are counted as whole 36ths, to add up exactly."""


def tables(counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
    """The tables of the counted sessions, with the names of cards in `language`."""
    all_tables = (
        _players(counts),
        _cards(counts, language),
        _colours(counts),
        _dice(counts, 1, phrase("One die")),
        _dice(counts, 2, phrase("Two dice")),
        _luck(counts),
        _paid(counts),
    )
    return tuple(table for table in all_tables if table.rows)


def counts_of(game: SoundSession) -> Iterator[Count]:
    """Yield the counts of one session: games and wins by player, and the coins of its throws."""
    session = thrown_session(game)
    throws = session.throws
    yield from games_of(game.names, game.sheets)
    for seat, player in session.names.items():
        yield "income", player, int(sum(throw.worth[seat] for throw in throws))
        yield "mean income", player, sum(round(EQUAL * throw.mean[seat]) for throw in throws)
        yield "drought", (player, drought(throws, seat)), 1
    for winner in session.winners:
        own_turns = sum(throw.roller == winner and not throw.again for throw in throws)
        yield "turns to win", (session.names[winner], own_turns), 1
    for throw in throws:
        yield "thrown", (len(throw.dice), sum(throw.dice)), 1
    names = {**session.names, BANK: BANK}
    for payment in (payment for throw in throws for payment in throw.payments):
        player, payer = names[payment.payee], names[payment.payer]
        yield "coins", payment.card, payment.amount
        yield "fired", payment.card, payment.count
        yield "by colour", (player, CARDS[CARD[payment.card]].colour), payment.amount
        if payment.payer != BANK:
            yield "paid", (payer, player), payment.amount
            yield "forgiven", (payer, player), payment.forgiven


def thrown_session(game: SoundSession) -> ThrownSession:
    """Replay a session and return it as its throws."""
    throws: list[Throw] = []
    for step in replay_steps(machi_koro, game.record, game.setup):
        if isinstance(step.action, Dice):
            throws.append(_throw(step))
        if paid := step.after.payments:
            throws[-1] = throws[-1]._replace(payments=throws[-1].payments + paid)
    final: MachiKoroState = game.final
    won = {
        seat
        for seat, city in zip(final.seats, final.cities, strict=True)
        if city.landmarks == ALL_LANDMARKS
    }
    # Who won on paper alone took no number of turns to win.
    winners = tuple(sheet.seat for sheet in game.sheets if sheet.rank == 1 and sheet.seat in won)
    return ThrownSession(game.names, winners, tuple(throws))


def throw_incomes(state: MachiKoroState, total: int) -> dict[str, int]:
    """The coins that a total of the dice brings each seat.

    A TV station is assumed to take from the richest other player.
    """
    seats, cities, at = state.seats, state.cities, state.turn
    paid = payments(seats, cities, at, total, coins_of_bank(state.options.bounded_bank, cities))
    if FIRING[total].from_one and len(seats) > 2:
        other_indices = [i for i in range(len(seats)) if i != at]
        richest = max(other_indices, key=lambda i: cities[i].coins)
        paid += target_payments(seats, cities, at, total, seats[richest], paid)
    coins = dict.fromkeys((*seats, BANK), 0)
    for payer, payee, amount, *_ in paid:
        coins[payee] += amount
        coins[payer] -= amount
    del coins[BANK]
    return coins


def _throw(step: ReplayStep) -> Throw:
    state, dice = step.before, step.after.dice
    mean = dict.fromkeys(state.seats, 0.0)
    shares = SHARES[len(dice)]
    worths = {total: throw_incomes(state, total) for total in shares}
    for total, share in shares.items():
        for seat, coins in worths[total].items():
            mean[seat] += share * coins
    roller = state.seats[state.turn]
    return Throw(roller, dice, state.rerolled, (), worths[sum(dice)], mean)


def _players(counts: Counts) -> StatisticsTable:
    """Sessions and wins by player; turns to win are the winner's own turns."""
    played, won, turns = counts["played"], counts["won"], by_first(counts["turns to win"])
    return StatisticsTable(
        "Players",
        ("Player", "Played", "Won", "", "Turns to win", "Fewest"),
        tuple(
            (
                player,
                played[player],
                won[player],
                BarCell(won[player], played[player]),
                mean(turns[player]) if turns[player] else None,
                min(turns[player], default=None),
            )
            for player in sorted(played, key=lambda p: (-won[p] / played[p], p))
        ),
    )


def _cards(counts: Counts, language: str) -> StatisticsTable:
    """The coins that every card has earned, the best card first."""
    coins, fired = counts["coins"], counts["fired"]
    most = max(coins.values(), default=0)
    order = sorted(coins, key=lambda card: (-coins[card], CARD[card]))
    return StatisticsTable(
        "Coins earned by card",
        ("Card", "Coins", "", "Fired", "Each"),
        tuple(
            (
                name(card, language),
                coins[card],
                BarCell(coins[card], most),
                fired[card],
                coins[card] / fired[card],
            )
            for card in order
        ),
    )


def _colours(counts: Counts) -> StatisticsTable:
    """The coins that every player has earned with cards of each colour."""
    colours = tuple(dict.fromkeys(card.colour for card in CARDS))
    coins = by_first(counts["by colour"])
    order = sorted(coins, key=lambda player: (-coins[player].total(), player))
    return StatisticsTable(
        "Coins earned by colour",
        ("Player", *colours, "all"),
        tuple(
            (player, *(coins[player][colour] for colour in colours), coins[player].total())
            for player in order
        ),
    )


def _dice(counts: Counts, dice: int, title: Wording) -> StatisticsTable:
    """The number of throws of each total, beside the number expected of fair dice."""
    seen = by_first(counts["thrown"])[dice]
    throws = seen.total()
    if not throws:
        return StatisticsTable(title, (), ())
    shares = SHARES[dice]
    fit = chi_square([seen[total] for total in shares], list(shares.values()))
    most = max(seen.values())
    note = phrase(
        "{throws:,} throws, chi-square {square:.2f} with {freedom} degrees of freedom: fair dice "
        "stray as far or farther with p {probability}.",
        throws=throws,
        square=fit.square,
        freedom=fit.freedom,
        probability=_p(fit.probability),
    )
    if throws * min(shares.values()) < ENOUGH:
        note = joined(" ", (note, phrase("Too few throws to say much.")))
    return StatisticsTable(
        title,
        ("Total", "Thrown", "Expected", ""),
        tuple(
            (total, seen[total], throws * share, BarCell(seen[total], most))
            for total, share in shares.items()
        ),
        note,
    )


def _p(probability: float) -> str:
    return f"= {probability:.3f}" if probability >= 0.001 else "< 0.001"


ENOUGH = 5
"""The least expected number of throws of the rarest total for which the test is reliable."""


def _luck(counts: Counts) -> StatisticsTable:
    """The income of each player from throws beside its mean, and the longest drought."""
    income, dry = counts["income"], by_first(counts["drought"])
    mean = {player: parts / EQUAL for player, parts in counts["mean income"].items()}
    order = sorted(income, key=lambda player: (mean[player] - income[player], player))
    return StatisticsTable(
        "Luck of the dice",
        ("Player", "Income by throws", "Expected", "Luck", "Longest drought"),
        tuple(
            (
                player,
                income[player],
                mean[player],
                income[player] - mean[player],
                max(dry[player]),
            )
            for player in order
        ),
        "Income by throws: income less payments of every throw, also of a throw that was rolled "
        "again. Expected: the mean over all throws of as many dice, for the same cities. "
        "Assumed: a TV Station takes from the richest other player, nothing is swapped, and "
        "nobody rolls again. Drought: throws in a row, by any player, that brought the player "
        "nothing.",
    )


def drought(throws: Iterable[Throw], seat: Seat) -> int:
    """The largest number of throws in a row that brought a seat no coin."""
    longest = row = 0
    for throw in throws:
        coins = sum(p.amount for p in throw.payments if p.payee == seat)
        row = 0 if coins else row + 1
        longest = max(longest, row)
    return longest


def _paid(counts: Counts) -> StatisticsTable:
    """The coins that players paid each other, the largest amounts first."""
    paid, forgiven = counts["paid"], counts["forgiven"]
    most = max(paid.values(), default=0)
    return StatisticsTable(
        "Who paid whom",
        ("From", "To", "Coins", "", "Forgiven"),
        tuple(
            (*pair, paid[pair], BarCell(paid[pair], most), forgiven[pair])
            for pair in sorted(paid, key=lambda pair: (-paid[pair], pair))
        ),
    )
