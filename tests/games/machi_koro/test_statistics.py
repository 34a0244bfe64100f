"""What the tables of Machi Koro count, on the recorded sessions of tests/records."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pytest

from campaign.games.machi_koro.statistics import (
    ThrownSession,
    counts_of,
    drought,
    tables,
    throw_incomes,
    thrown_session,
)
from campaign.games.machi_koro.tables import TABLES
from campaign.services.statistics.counting import counted
from campaign.services.statistics.tables import BarCell, Cell, SoundSession, StatisticsTable
from engine import machi_koro
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from engine.kernel.record import Record, parse_record
from tests.engine.machi_koro.tables import table
from tests.engine.replaying import verify

RECORDS = Path(__file__).parents[2] / "records"


def played(record: Record, number: int = 1) -> SoundSession:
    verdict = verify(record)
    names = {seat: record.names.get(seat, seat) for seat in record.seats}
    return SoundSession(number, names, record, record.setup, verdict.state, verdict.sheets)


def recorded(name: str) -> SoundSession:
    text = (RECORDS / f"machi_koro_verified_{name}.toml").read_text("utf-8")
    return played(parse_record(text))


DOUBLES = recorded("chained_doubles")
BROKE = recorded("broke_players")
BOTH = (DOUBLES, BROKE)


def tables_of(*games: SoundSession, language: str = "en") -> tuple[StatisticsTable, ...]:
    return tables(counted(map(counts_of, games)), language)


def rows(games: tuple[SoundSession, ...], title: str) -> dict[Cell, tuple[Cell, ...]]:
    """The rows of a table by their first cell."""
    (shown,) = (shown for shown in tables_of(*games) if shown.title == title)
    return {row[0]: row[1:] for row in shown.rows}


@lru_cache(maxsize=1)
def dealt() -> tuple[SoundSession, ...]:
    setups = [Setup(machi_koro.SEATS[: 2 + seed % 3]) for seed in range(9)]
    player = players_of(machi_koro)["random"]
    return tuple(
        played(deal(machi_koro, setup, seed, player), seed) for seed, setup in enumerate(setups)
    )


def test_wins_and_turns_to_win_by_player() -> None:
    """Anna wins in 9 turns of her own, and in 12."""
    shown = rows(BOTH, "Players")
    assert shown["Anna"] == (2, 2, BarCell(2, 2), 10.5, 9)
    assert shown["Ben"] == (2, 0, BarCell(0, 2), None, None)
    assert shown["Chen"] == (1, 0, BarCell(0, 1), None, None)


def test_a_throw_thrown_again_is_no_turn_of_its_own() -> None:
    for game in dealt():
        turns = sum(not throw.again for throw in thrown_session(game).throws)
        assert game.final.turns == turns


def test_coins_by_card() -> None:
    """One store earned 3, two 6, four 12 three times, and with the mall 16."""
    shown = rows((DOUBLES,), "Coins earned by card")
    assert shown["Convenience Store"] == (61, BarCell(61, 61), 19, 61 / 19)
    assert shown["Café"] == (2, BarCell(2, 61), 2, 1.0)


def test_cards_are_named_in_the_language() -> None:
    names = [row[0] for shown in tables_of(*BOTH, language="zh-Hant") for row in shown.rows]
    assert "便利商店" in names
    assert "Convenience Store" not in names


def test_coins_by_card_by_colour_and_by_player_add_up() -> None:
    cards = rows(dealt(), "Coins earned by card")
    colours = rows(dealt(), "Coins earned by colour")
    for row in colours.values():
        assert row[-1] == sum(cell for cell in row[:-1] if isinstance(cell, int))
    by_card = [row[0] for row in cards.values()]
    by_player = [row[-1] for row in colours.values()]
    assert sum(map(number, by_card)) == sum(map(number, by_player)) > 0


def number(cell: Cell) -> float:
    assert isinstance(cell, int | float)
    return cell


def test_what_everybody_earned_is_what_everybody_has_and_has_spent() -> None:
    for game in dealt():
        came = dict.fromkeys(game.record.seats, 3)
        for throw in thrown_session(game).throws:
            for payment in throw.payments:
                if payment.payer in came:
                    came[payment.payer] -= payment.amount
                came[payment.payee] += payment.amount
        for seat, city in zip(game.record.seats, game.final.cities, strict=True):
            assert came[seat] == city.coins + city.spent


def test_dice_are_counted_by_how_many_were_thrown() -> None:
    one, two = rows((DOUBLES,), "One die"), rows((DOUBLES,), "Two dice")
    assert [row[0] for row in one.values()] == [1, 3, 2, 4, 1, 0]
    assert {total: row[0] for total, row in two.items() if row[0]} == {2: 1, 4: 2, 7: 1}
    assert one[1][1] == pytest.approx(11 / 6)
    assert two[7][1] == pytest.approx(4 * 6 / 36)


def test_the_note_tells_throws_square_and_probability() -> None:
    notes = {shown.title: str(shown.note) for shown in tables_of(*dealt())}
    assert "degrees of freedom: fair dice stray as far or farther with p = 0." in notes["One die"]
    assert "Too few" not in notes["One die"]
    (few,) = (str(shown.note) for shown in tables_of(DOUBLES) if shown.title == "Two dice")
    assert few.endswith("Too few throws to say much.")


def test_without_two_dice_there_is_no_table_of_them() -> None:
    early = DOUBLES.record._replace(moves=(DOUBLES.record.moves or ())[:6])
    titles = [shown.title for shown in tables_of(DOUBLES._replace(record=early))]
    assert "One die" in titles
    assert "Two dice" not in titles


def test_the_worth_of_a_throw_is_income_less_payments() -> None:
    state = table("p1: 9 coins, bakery x2, ranch\np2: 0 coins, cafe x3, ranch")
    assert throw_incomes(state, 2) == {"p1": 3, "p2": 1}
    assert throw_incomes(state, 3) == {"p1": 2 - 3, "p2": 3}
    assert throw_incomes(state, 6) == {"p1": 0, "p2": 0}


def test_the_worth_of_a_tv_station_is_what_the_richest_would_pay() -> None:
    state = table("p1: 0 coins, tv_station, stadium\np2: 3 coins\np3: 6 coins")
    assert throw_incomes(state, 6) == {"p1": 2 + 2 + 4, "p2": -2, "p3": -6}
    assert throw_incomes(state._replace(turn=1), 6) == {"p1": 0, "p2": 0, "p3": 0}


def test_the_mean_of_a_throw_is_exact() -> None:
    """One die, first throw: wheat on 1 for both, the bakery of the roller on 2 and 3."""
    first = thrown_session(DOUBLES).throws[0]
    assert first.worth == {"p1": 1, "p2": 0}
    assert first.mean == {"p1": pytest.approx(3 / 6), "p2": pytest.approx(1 / 6)}


def test_luck_is_income_less_its_mean() -> None:
    throws = thrown_session(DOUBLES).throws
    income, mean, luck, _ = rows((DOUBLES,), "Luck of the dice")["Anna"]
    assert income == sum(throw.worth["p1"] for throw in throws)
    assert mean == pytest.approx(sum(throw.mean["p1"] for throw in throws))
    assert luck == pytest.approx(number(income) - number(mean))


def test_luck_comes_out_even_over_many_throws() -> None:
    """No more than three standard errors from nothing, over all seats and throws."""
    lucks = [
        throw.worth[seat] - throw.mean[seat]
        for game in dealt()
        for throw in thrown_session(game).throws
        for seat in throw.worth
    ]
    error = sum(luck**2 for luck in lucks) ** 0.5
    assert abs(sum(lucks)) < 3 * error


def test_a_drought_is_throws_in_a_row_that_bring_nothing() -> None:
    session = thrown_session(DOUBLES)
    brings = [any(p.payee == "p2" and p.amount for p in t.payments) for t in session.throws]
    runs = "".join("x" if brought else "." for brought in brings).split("x")
    assert drought(session.throws, "p2") == max(map(len, runs))
    assert drought((), "p2") == 0


def test_coins_from_player_to_player_and_what_was_forgiven() -> None:
    (shown,) = (shown for shown in tables_of(BROKE) if shown.title == "Who paid whom")
    paid = {row[:2]: (row[2], row[4]) for row in shown.rows}
    chen_to_anna = [
        p
        for throw in thrown_session(BROKE).throws
        for p in throw.payments
        if (p.payer, p.payee) == ("p3", "p1")
    ]
    assert paid["Chen", "Anna"] == (
        sum(p.amount for p in chen_to_anna),
        sum(p.forgiven for p in chen_to_anna),
    )
    assert number(paid["Chen", "Anna"][1]) > 0


def test_seats_of_one_name_are_counted_together() -> None:
    game = DOUBLES._replace(names={"p1": "Anna", "p2": "Anna"})
    assert rows((game,), "Players") == {"Anna": (1, 1, BarCell(1, 1), 9.0, 9)}
    income = rows((game,), "Luck of the dice")["Anna"][0]
    apart = rows((DOUBLES,), "Luck of the dice")
    assert income == sum(number(row[0]) for row in apart.values())


def test_every_cell_fits_its_column() -> None:
    for shown in tables_of(*dealt()):
        assert isinstance(shown, StatisticsTable)
        assert {len(row) for row in shown.rows} == {len(shown.columns)}


def test_a_session_is_told_with_its_winner() -> None:
    session = thrown_session(DOUBLES)
    assert isinstance(session, ThrownSession)
    assert (session.winners, session.names) == (("p1",), {"p1": "Anna", "p2": "Ben"})


def test_the_income_of_an_exported_throw_is_what_it_pays_or_would_have_paid() -> None:
    """The throws of the golden game choose no target; one of them was rolled again."""
    golden = Path(__file__).parents[2] / "golden" / "machi-koro.toml"
    game = played(parse_record(golden.read_text("utf-8")))
    dice, payments = ([*table.rows(game)] for table in TABLES)
    paid = Counter[tuple[object, object]]()
    for throw, _, payer, payee, amount, *_ in payments:
        assert isinstance(amount, int)
        paid[throw, payee] += amount
        paid[throw, payer] -= amount
    again = [before[0] for before, after in pairwise(dice) if after[6]]
    others = [
        (throw, income) for throw, _, seat, *_, income, _ in dice if income != paid[throw, seat]
    ]
    assert [(throw in again, income) for throw, income in others] == [(True, 1)]
