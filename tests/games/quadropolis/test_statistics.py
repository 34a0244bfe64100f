"""Statistics of Quadropolis: what the sheets say, summed; what the best plans would have been."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from campaign.games.quadropolis.statistics import counts_of, tables
from campaign.services.statistics.counting import counted
from campaign.services.statistics.tables import BarCell, Cell, SoundSession, StatisticsTable
from engine import quadropolis
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from engine.kernel.record import Record, parse_record
from engine.quadropolis.components import KINDS, MODES
from tests.engine.replaying import verify

RECORDS = Path(__file__).parents[2] / "records"


def played(record: Record, number: int = 1) -> SoundSession:
    verdict = verify(record)
    names = {seat: record.names.get(seat, seat) for seat in record.seats}
    return SoundSession(number, names, record, record.setup, verdict.state, verdict.sheets)


def recorded(name: str) -> SoundSession:
    return played(parse_record((RECORDS / f"quadropolis_verified_{name}.toml").read_text("utf-8")))


DEALT = 4
"""How many games are dealt, when the first of them is asked for."""


@lru_cache(maxsize=1)
def dealt() -> tuple[SoundSession, ...]:
    headers = [{"mode": mode, "staffed": staffed} for mode in MODES for staffed in (False, True)]
    setups = [Setup(quadropolis.SEATS[: 2 + i % 3], header) for i, header in enumerate(headers)]
    player = players_of(quadropolis)["random"]
    return tuple(
        played(deal(quadropolis, setup, seed, player), seed) for seed, setup in enumerate(setups)
    )


def tables_of(*games: SoundSession) -> tuple[StatisticsTable, ...]:
    return tables(counted(map(counts_of, games)), "en")


def rows(games: tuple[SoundSession, ...], title: str) -> dict[Cell, tuple[Cell, ...]]:
    (table,) = (table for table in tables_of(*games) if table.title == title)
    return {row[0]: row[1:] for row in table.rows}


def test_wins_and_points_by_player() -> None:
    game = recorded("four_seats")
    shown = rows((game,), "Players")
    for sheet in game.sheets:
        won = int(sheet.rank == 1)
        count, wins, bar, points, most, _ = shown[game.names[sheet.seat]]
        assert (1, won, BarCell(won, 1), sheet.total) == (count, wins, bar, points)
        assert points == most


def test_a_tie_that_is_shared_is_won_by_all_who_share_it() -> None:
    game = recorded("tie_shared")
    shown = rows((game,), "Wins by seat")
    assert sum(int(str(row[1])) for row in shown.values()) == sum(
        sheet.rank == 1 for sheet in game.sheets
    )


def test_no_best_assignment_is_claimed_where_none_is_proved() -> None:
    header = {"mode": "expert", "staffed": True, "monument_by_type": True}
    setup = Setup(quadropolis.SEATS[:2], header)
    game = played(deal(quadropolis, setup, 1, players_of(quadropolis)["random"]))
    assert {row[-1] for row in rows((game,), "Players").values()} == {None}
    both = rows((game, dealt()[3]), "Players")
    assert both["p1"][-1] == rows((dealt()[3],), "Players")["p1"][-1]


@pytest.mark.parametrize("title", ["Points by kind and player", "Points by kind and seat"])
@pytest.mark.parametrize("number", range(DEALT))
def test_the_kinds_add_up_to_the_points(number: int, title: str) -> None:
    game = dealt()[number]
    shown = rows((game,), title)
    for sheet in game.sheets:
        key = game.names[sheet.seat] if "player" in title else sheet.seat
        assert sum(float(str(cell)) for cell in shown[key]) == sheet.total


def test_a_kind_that_nobody_has_is_no_column() -> None:
    classic = next(game for game in dealt() if game.record.header["mode"] == "classic")
    (table,) = (e for e in tables_of(classic) if e.title == "Points by kind and seat")
    assert "monuments" not in table.columns
    assert set(table.columns[1:-1]) <= set(KINDS.values())


@pytest.mark.parametrize("number", range(DEALT))
def test_every_round_has_one_mayor(number: int) -> None:
    game = dealt()[number]
    shown = rows((game,), "Wins by rounds as mayor")
    rounds = MODES[str(game.record.header["mode"])].rounds
    assert rounds == sum(int(str(rounds)) * int(str(row[0])) for rounds, row in shown.items())


def test_the_best_assignment_leaves_nothing_on_the_table() -> None:
    for game in dealt():
        left = [float(str(row[-1])) for row in rows((game,), "Players").values()]
        if game.record.header["staffed"]:
            assert min(left) >= 0
        else:
            assert set(left) == {0}


def test_who_says_nothing_leaves_points_on_the_table() -> None:
    record = next(game.record for game in dealt() if game.record.header["staffed"])
    silent = tuple(move for move in record.moves or () if not move.text.startswith("staff"))
    verdict = verify(record._replace(moves=silent, result={}))
    names = dict(zip(record.seats, record.seats, strict=True))
    game = SoundSession(1, names, record, record.setup, verdict.state, verdict.sheets)
    shown = rows((game,), "Players")
    assert max(float(str(row[-1])) for row in shown.values()) > 0
