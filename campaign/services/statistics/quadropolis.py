"""Statistics of Quadropolis: points by kind, wins by seat and mayor, points left on the table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from campaign.services.statistics.tables import Bar, Cell, Played, Table
from engine import quadropolis
from engine.kernel.replay import steps
from engine.quadropolis.assignment import best
from engine.quadropolis.components import KINDS
from engine.quadropolis.scoring import plan_of, points_of
from engine.quadropolis.state import LAY

LEFT = ("inhabitants left", "energy left")


class Result(NamedTuple):
    """A seat of a session: points by line, the place, rounds begun as mayor, what was left."""

    player: str
    seat: str
    lines: Mapping[str, int]
    total: int
    rank: int
    mayor: int
    lost: int


_Key = Callable[[Result], str]


Figures = tuple[Result, ...]


def figures_of(game: Played) -> Figures:
    """What the tables need of one session."""
    return tuple(results_of(game))


def tables(games: Sequence[Figures], language: str) -> tuple[Table, ...]:
    """The tables of some sessions; lines of the sheet have one name in all languages."""
    results = [result for game in games for result in game]
    return (
        _players(results),
        _by_kind("Points by kind and player", "Player", results, lambda outcome: outcome.player),
        _by_kind("Points by kind and seat", "Seat", results, lambda outcome: outcome.seat),
        _wins("Wins by seat", "Seat", results, lambda outcome: outcome.seat),
        _wins("Wins by rounds as mayor", "Rounds", results, lambda outcome: str(outcome.mayor)),
    )


def results_of(game: Played) -> Iterator[Result]:
    """One session, seat by seat."""
    mayors = Counter(
        step.before.seats[step.before.first]
        for step in steps(quadropolis, game.record, game.setup)
        if step.before.phase == LAY and step.after.phase != LAY
    )
    for i, sheet in enumerate(game.sheets):
        state = game.final
        most = points_of(state, i, best(state.rules.mode, state.cities[i]))
        yield Result(
            game.names[sheet.seat],
            sheet.seat,
            {line.label: line.points for line in sheet.lines},
            sheet.total,
            sheet.rank,
            mayors[sheet.seat],
            most - points_of(state, i, plan_of(state, i)),
        )


def _players(results: Sequence[Result]) -> Table:
    """Sessions, wins, points, and what better assignments would have brought."""
    by_name: Mapping[str, list[Result]] = defaultdict(list)
    for result in results:
        by_name[result.player].append(result)
    rows: list[tuple[Cell, ...]] = []
    for name, mine in sorted(by_name.items(), key=lambda pair: (-_share(pair[1]), pair[0])):
        count, won = len(mine), sum(result.rank == 1 for result in mine)
        points = sum(result.total for result in mine) / count
        lost = sum(result.lost for result in mine) / count
        best_total = max(result.total for result in mine)
        rows.append((name, count, won, Bar(won, count), points, best_total, lost))
    return Table(
        "Players",
        ("Player", "Played", "Won", "", "Points", "Best", "Left on the table"),
        tuple(rows),
        "Left on the table: what the best assignment would have brought more, on average.",
    )


def _share(results: Sequence[Result]) -> float:
    return sum(result.rank == 1 for result in results) / len(results)


def _by_kind(title: str, first: str, results: Sequence[Result], key: _Key) -> Table:
    """The points of each line of the sheet, on average."""
    by_key: Mapping[str, list[Result]] = defaultdict(list)
    for result in results:
        by_key[key(result)].append(result)
    words = [word for word in KINDS.values() if any(word in result.lines for result in results)]
    rows: list[tuple[Cell, ...]] = []
    for name in sorted(by_key):
        mine = by_key[name]
        kinds = (sum(result.lines.get(word, 0) for result in mine) / len(mine) for word in words)
        left = sum(result.lines.get(word, 0) for result in mine for word in LEFT) / len(mine)
        rows.append((name, *kinds, left))
    return Table(title, (first, *words, "left over"), tuple(rows), "A session, on average.")


def _wins(title: str, first: str, results: Sequence[Result], key: _Key) -> Table:
    played, won = Counter(map(key, results)), Counter(key(e) for e in results if e.rank == 1)
    rows = tuple(
        (name, played[name], won[name], Bar(won[name], played[name])) for name in sorted(played)
    )
    return Table(title, (first, "Played", "Won", ""), rows)
