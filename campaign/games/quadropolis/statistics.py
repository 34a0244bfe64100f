"""Statistics of Quadropolis: points by kind, wins by seat and mayor, points left on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from campaign.services.statistics.counting import Count, Counts, by_first, mean
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
"""A way to group points by kind: its key, the titles of the table and of its first column."""


def tables(counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
    """The tables of the counted sessions; score lines have the same name in all languages."""
    return (
        _players(counts),
        *(_by_kind(counts, *way) for way in WAYS),
        _wins(counts, "seat", phrase("Wins by seat"), phrase("Seat")),
        _wins(counts, "mayor", phrase("Wins by rounds as mayor"), phrase("Rounds")),
    )


def counts_of(game: SoundSession) -> Iterator[Count]:
    """Yield the counts of one session: games, wins and points by player, seat, rounds as mayor."""
    mayors = Counter(
        step.before.seats[step.before.first]
        for step in replay_steps(quadropolis, game.record, game.setup)
        if step.before.phase == LAY and step.after.phase != LAY
    )
    for i, sheet in enumerate(game.sheets):
        state, player, won = game.final, game.names[sheet.seat], sheet.rank == 1
        most = points_of(state, i, best_assignment(state.rules.mode, state.cities[i]))
        yield "points", (player, sheet.total), 1
        yield "left on the table", player, most - points_of(state, i, plan_of(state, i))
        for way, key in (
            ("player", player),
            ("seat", sheet.seat),
            ("mayor", str(mayors[sheet.seat])),
        ):
            yield f"played by {way}", key, 1
            yield f"won by {way}", key, won
        for line in sheet.lines:
            yield "kinds by player", (player, line.label), line.points
            yield "kinds by seat", (sheet.seat, line.label), line.points


def _players(counts: Counts) -> StatisticsTable:
    """Sessions, wins and points by player, and the points that better assignments would add."""
    won, lost = counts["won by player"], counts["left on the table"]
    rows: list[tuple[Cell, ...]] = []
    for name, points in by_first(counts["points"]).items():
        count = points.total()
        bar = BarCell(won[name], count)
        rows.append((name, count, won[name], bar, mean(points), max(points), lost[name] / count))
    rows.sort(key=lambda row: (-row[2] / row[1], row[0]))  # type: ignore[operator]  # two counts
    return StatisticsTable(
        "Players",
        ("Player", "Played", "Won", "", "Points", "Best", "Left on the table"),
        tuple(rows),
        "Left on the table: what the best assignment would have brought more, on average.",
    )


def _by_kind(counts: Counts, way: str, title: Wording, first: Wording) -> StatisticsTable:
    """The points of each line of the sheet, on average."""
    by_key, played = by_first(counts[f"kinds by {way}"]), counts[f"played by {way}"]
    words = [word for word in KINDS.values() if any(word in kinds for kinds in by_key.values())]
    rows: list[tuple[Cell, ...]] = []
    for name in sorted(played):
        kinds = by_key[name]
        points = [*(kinds[word] for word in words), sum(kinds[word] for word in LEFT)]
        rows.append((name, *(total / played[name] for total in points)))
    return StatisticsTable(
        title, (first, *words, "left over"), tuple(rows), "A session, on average."
    )


def _wins(counts: Counts, way: str, title: Wording, first: Wording) -> StatisticsTable:
    played, won = counts[f"played by {way}"], counts[f"won by {way}"]
    rows = tuple(
        (name, played[name], won[name], BarCell(won[name], played[name])) for name in sorted(played)
    )
    return StatisticsTable(title, (first, "Played", "Won", ""), rows)
