"""Statistics of Quadropolis: points by kind, wins by seat and by rounds as mayor, lost points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaign.services.statistics.counting import Count, Counts, by_first, games_of, mean
from campaign.services.statistics.tables import BarCell, Cell, SoundSession, StatisticsTable
from engine import quadropolis
from engine.kernel.phrases import Wording, phrase
from engine.kernel.replay import replay_steps
from engine.quadropolis.assignment import best_assignment
from engine.quadropolis.components import KINDS
from engine.quadropolis.scoring import plan_of, points_of
from engine.quadropolis.state import LAY

LEFT = ("inhabitants left", "energy left")


WAYS: tuple[tuple[str, Wording, Wording], ...] = (
    ("player", phrase("Points by kind and player"), phrase("Player")),
    ("seat", phrase("Points by kind and seat"), phrase("Seat")),
)
"""The ways to group points by kind: key, title of the table, title of its first column."""


def tables(counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
    """The tables of the counted sessions; score lines have the same name in all languages."""
    return (
        _players(counts),
        *(_by_kind(counts, *grouping) for grouping in WAYS),
        _wins(counts, "seat", phrase("Wins by seat"), phrase("Seat")),
        _wins(counts, "mayor", phrase("Wins by rounds as mayor"), phrase("Rounds")),
    )


def counts_of(game: SoundSession) -> Iterator[Count]:
    """Yield one session's counts: games and wins by player, seat and rounds as mayor; points."""
    mayors = Counter(
        step.before.seats[step.before.first]
        for step in replay_steps(quadropolis, game.record, game.setup)
        if step.before.phase == LAY and step.after.phase != LAY
    )
    yield from games_of(game.names, game.sheets)
    for i, sheet in enumerate(game.sheets):
        state, player, won = game.final, game.names[sheet.seat], sheet.rank == 1
        yield "points", (player, sheet.total), 1
        if not state.rules.mode.monument_by_type:  # with it no assignment is proved the best
            best = points_of(state, i, best_assignment(state.rules.mode, state.cities[i]))
            yield "left on the table", (player, best - points_of(state, i, plan_of(state, i))), 1
        for grouping, key in (
            ("player", player),
            ("seat", sheet.seat),
            ("mayor", str(mayors[sheet.seat])),
        ):
            yield f"played by {grouping}", key, 1
            yield f"won by {grouping}", key, won
        for line in sheet.lines:
            yield "kinds by player", (player, line.label), line.points
            yield "kinds by seat", (sheet.seat, line.label), line.points


def _players(counts: Counts) -> StatisticsTable:
    """Sessions, wins and points by player, and the points that better assignments would add."""
    played, won, lost = counts["played"], counts["won"], by_first(counts["left on the table"])
    rows: list[tuple[Cell, ...]] = []
    for name, points in by_first(counts["points"]).items():
        count, left = played[name], mean(lost[name]) if lost[name] else None
        bar = BarCell(won[name], count)
        rows.append((name, count, won[name], bar, mean(points), max(points), left))
    rows.sort(key=lambda row: (-row[2] / row[1], row[0]))  # type: ignore[operator]  # two counts
    return StatisticsTable(
        "Players",
        ("Player", "Played", "Won", "", "Points", "Best", "Left on the table"),
        tuple(rows),
        "Left on the table: the points that the best assignment would have added, on average.",
    )


def _by_kind(counts: Counts, grouping: str, title: Wording, first: Wording) -> StatisticsTable:
    """The average points of each line of the sheet, by player or seat."""
    by_key, played = by_first(counts[f"kinds by {grouping}"]), counts[f"played by {grouping}"]
    words = [word for word in KINDS.values() if any(word in kinds for kinds in by_key.values())]
    rows: list[tuple[Cell, ...]] = []
    for name in sorted(played):
        kinds = by_key[name]
        points = [*(kinds[word] for word in words), sum(kinds[word] for word in LEFT)]
        rows.append((name, *(total / played[name] for total in points)))
    return StatisticsTable(
        title, (first, *words, "left over"), tuple(rows), "On average, per session."
    )


def _wins(counts: Counts, grouping: str, title: Wording, first: Wording) -> StatisticsTable:
    played, won = counts[f"played by {grouping}"], counts[f"won by {grouping}"]
    rows = tuple(
        (name, played[name], won[name], BarCell(won[name], played[name])) for name in sorted(played)
    )
    return StatisticsTable(title, (first, "Played", "Won", ""), rows)
