"""Statistics of Dilluvia Project: sums over what happened, counted again from the state."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from campaign.display.text.translation import speaker_of
from campaign.games.dilluvia.statistics import acts_of, counts_of, tables
from campaign.services.statistics.counting import counted
from campaign.services.statistics.tables import BarCell, Cell, SoundSession, StatisticsTable
from engine import dilluvia
from engine.dilluvia.scoring import score
from engine.dilluvia.transfers import count_homes
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from engine.kernel.phrases import phrase
from engine.kernel.record import Record, parse_record
from tests.engine.dilluvia.table import at_work, holding
from tests.engine.replaying import verify

RECORDS = Path(__file__).parents[2] / "records"


def played(record: Record, number: int = 1) -> SoundSession:
    verdict = verify(record)
    names = {seat: record.names.get(seat, seat) for seat in record.seats}
    return SoundSession(number, names, record, record.setup, verdict.state, verdict.sheets)


def recorded(name: str) -> SoundSession:
    return played(parse_record((RECORDS / f"dilluvia_verified_{name}.toml").read_text("utf-8")))


DEALT = 12
"""How many games are dealt, when the first of them is asked for."""


@lru_cache(maxsize=1)
def dealt() -> tuple[SoundSession, ...]:
    setups = [Setup(dilluvia.SEATS[: 2 + seed % 3]) for seed in range(DEALT // 2)]
    return tuple(
        played(deal(dilluvia, setup, seed, players_of(dilluvia)[name]), seed)
        for name in ("greedy", "random")
        for seed, setup in enumerate(setups)
    )


def tables_of(*games: SoundSession) -> tuple[StatisticsTable, ...]:
    return tables(counted(map(counts_of, games)), "en")


def rows(games: tuple[SoundSession, ...], title: str) -> dict[Cell, tuple[Cell, ...]]:
    (table,) = (table for table in tables_of(*games) if table.title == title)
    return {row[0]: row[1:] for row in table.rows}


def test_wins_and_population_by_player() -> None:
    game = recorded("four_seats")
    shown = rows((game,), "Players")
    best = max(sheet.total for sheet in game.sheets)
    for sheet in game.sheets:
        won = int(sheet.total == best)
        name = game.names[sheet.seat]
        assert shown[name] == (1, won, BarCell(won, 1), sheet.total, sheet.total)


@pytest.mark.parametrize("number", range(DEALT))
def test_what_was_built_is_what_stands(number: int) -> None:
    game = dealt()[number]
    shown = rows((game,), "Built and claimed")
    for seat, player in zip(game.record.seats, game.final.players, strict=True):
        small, medium, large, claimed, propellers, _, _ = shown[seat]
        assert [small, medium, large] == [count_homes(player, size) for size in (1, 2, 4)]
        assert propellers == player.propellers.bit_count()
        words = [move.text.split() for move in game.record.moves or () if move.seat == seat]
        own = [len(rest) for verb, *rest in words if verb == "claim"]
        tiles = [len(rest) - 1 for verb, *rest in words if verb == "use" and "CLAIM" in rest[0]]
        assert claimed == sum(own) + sum(tiles)
    gardens = sum(float(str(row[-2])) for row in shown.values())
    assert gardens == game.final.ground.gardens.bit_count(), "also what tiles gave"


@pytest.mark.parametrize("number", range(DEALT))
def test_all_workers_are_somewhere(number: int) -> None:
    game = dealt()[number]
    shown = rows((game,), "Workers by area")
    words = [m.text.split() for m in game.record.moves or () if m.text.startswith("workers")]
    assert sum(int(number) for _, number, *_ in words) == sum(
        float(str(cell)) for row in shown.values() for cell in row
    )


@pytest.mark.parametrize("number", range(DEALT))
def test_population_of_tiles_is_that_of_the_sheets(number: int) -> None:
    game = dealt()[number]
    effects = game.final.rules.effects
    lines = [line for sheet in game.sheets for line in sheet.lines if line.label in effects]
    deeds = [d for d in acts_of(game) if d.what == "population" and d.tile]
    ended = sum(d.amount for d in deeds if d.tile in effects and effects[d.tile].when == "end")
    assert ended == sum(line.points for line in lines)


def test_what_a_tile_returned() -> None:
    shown = rows(dealt(), "Tiles")
    bought = {tile: row[0] for tile, row in shown.items()}
    five = shown["MONEY5"]
    assert five[2] == 5 * int(str(bought["MONEY5"]))


@pytest.mark.parametrize(("language", "small"), [("zh-Hant", "細小"), ("it", "quadratini")])
def test_no_column_is_about_the_small_squares_of_my_city(language: str, small: str) -> None:
    speaker = speaker_of(language)
    said = [speaker.say(phrase(str(column))) for table in tables_of() for column in table.columns]
    assert [] == [words for words in said if small in words]


TWO_ROUNDS = """
format = 1
game = "dilluvia"
edition = "2"
seats = ["p1", "p2"]
moves = '''
*: order p2 p1
*: market W1 W16 W3 W4 W6 W8 W9 W10 W11 W12 W13 W15 W17 W18 W19 W20
p2: airship north 1
p1: airship west 1
p2: buy 1
p1: buy 2
p2: workers 6 income with special
p1: workers 6 income with special
*: market W22 W24
p2: airship north 1
p1: airship west 1
p2: buy 1
p1: buy nothing
'''
"""
"""p1 buys COMP2 in a line with an empty square, and later nothing in a line with another."""


@pytest.mark.parametrize(("needs_purchase", "money"), [(False, 2), (True, 1)])
def test_ruling_2_comp2_returns_what_was_paid(needs_purchase: bool, money: int) -> None:
    record = parse_record(TWO_ROUNDS)
    record = record._replace(header={"comp_needs_purchase": needs_purchase})
    state = verify(record).state
    game = SoundSession(1, {"p1": "Anna", "p2": "Ben"}, record, record.setup, state, score(state))
    assert (1, 2, money) == rows((game,), "Tiles")["COMP2"][:3]


@pytest.mark.parametrize("points", ["population", "prestige"])
def test_ruling_21_pop_tiles_returns_what_it_brought(points: str) -> None:
    state = holding(at_work(pop_tiles=points), "POP_TILES", "MOST_SMALL", "MOST_MEDIUM")
    record = parse_record(TWO_ROUNDS)._replace(moves=None)
    game = SoundSession(1, {"p1": "Anna", "p2": "Ben"}, record, record.setup, state, score(state))
    returned = [(act.what, act.amount) for act in acts_of(game) if act.tile == "POP_TILES"]
    assert [(points, 6)] == returned


THE_ROUND_ENDS = """
format = 1
game = "dilluvia"
edition = "2"
seats = ["p1", "p2"]
moves = '''
*: order p1 p2
*: market W17 W4 W3 W10 W35 W16 W15 W12 W2 W13 W30 W25 W19 W34 W32 W24
p1: airship north 1
p2: airship west 4
p1: buy 1
p2: buy nothing
p1: workers 1 claims with special
p1: claim F6
p1: done
p2: workers 6 income with special
p1: workers 1 brown
p1: workers 1 purple
p1: workers 1 build
p1: build 1A F6 goods
p1: done
p1: workers 2 income
p1: use M_SMALL
'''
"""
"""p1 uses M_SMALL as the last move of the round, and has 2 money of income with it."""


def test_m_small_returns_no_income_of_the_round() -> None:
    record = parse_record(THE_ROUND_ENDS)
    state = verify(record).state
    assert 2 == state.turn.round
    game = SoundSession(1, {"p1": "Anna", "p2": "Ben"}, record, record.setup, state, score(state))
    assert (1, 1, 2) == rows((game,), "Tiles")["M_SMALL"][:3]
