"""Statistics of My City: who wins, points by term of the sheet, passes, gains by chapter.

An episode of a campaign and a session outside count alike: by moves, final boards and sheets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from campaign.services.statistics.counting import Count, Counts, by_first, mean
from campaign.services.statistics.tables import BarCell, Cell, Gain, SoundSession, StatisticsTable
from engine.kernel.phrases import Phrase, phrase
from engine.my_city.play.notation import CardPass, Quit, Reveal, parse

COLUMNS = 6
"""The number of players with a column of their own: those who have played most."""


def tables(counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
    """The tables of the counted games; terms have the same name in all languages."""
    return players(counts), terms(counts)


def counts_of(game: SoundSession) -> Iterator[Count]:
    """Yield the counts of one game by player: points, wins, passes, cards left, terms.

    Cards left are those that were still to come when the player quit.
    """
    passes, left = defaultdict[str, int](int), dict[str, int]()
    to_come = game.final.rules.dealt
    for seat, text in game.record.moves or ():
        match parse(text):
            case Reveal():
                to_come -= 1
            case CardPass():
                passes[seat] += 1
            case Quit():
                left[seat] = to_come
    for sheet in game.sheets:
        player = game.names[sheet.seat]
        yield "points", (player, sheet.total), 1
        yield "won", player, sheet.rank == 1
        yield "passes", player, passes[sheet.seat]
        yield "cards left", player, left.get(sheet.seat, 0)
        for label, points in {line.label: line.points for line in sheet.lines}.items():
            yield "term", (player, label), points
            yield "with term", (player, label), 1


def players(counts: Counts) -> StatisticsTable:
    """Games, wins, points and passes of each player, the most frequent winner first."""
    rows: list[tuple[Cell, ...]] = []
    for player, points in by_first(counts["points"]).items():
        count, won = points.total(), counts["won"][player]
        rows.append(
            (
                player,
                count,
                won,
                BarCell(won, count),
                mean(points),
                max(points),
                counts["passes"][player] / count,
                counts["cards left"][player] / count,
            )
        )
    rows.sort(key=lambda row: (-row[2] / row[1], row[0]))  # type: ignore[operator]  # two counts
    return StatisticsTable(
        "Players",
        ("Player", "Played", "Won", "", "Points", "Best", "Passes", "Cards left"),
        tuple(rows),
        "A game, on average, but for played, won and best. Cards left: those that were still to "
        "come when the player quit.",
    )


def terms(counts: Counts) -> StatisticsTable:
    """The points of each term of the sheet and player, over the games that count the term."""
    played = {player: often.total() for player, often in by_first(counts["points"]).items()}
    shown = sorted(played, key=lambda player: -played[player])[:COLUMNS]
    points, games = counts["term"], counts["with term"]
    rows = tuple(
        (
            label if isinstance(label, Phrase) else phrase(label),
            *(
                points[player, label] / games[player, label] if games[player, label] else None
                for player in shown
            ),
        )
        for label in dict.fromkeys(label for _, label in games)
    )
    return StatisticsTable(
        "Points by term",
        ("Term", *shown),
        rows,
        "On average, over the games whose sheet has the term.",
        tuple(shown),
    )


def chapters(gains: Iterable[Gain]) -> tuple[StatisticsTable, ...]:
    """Two tables by chapter and player: progress marks, and points in an episode."""
    marks: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    points: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    played = defaultdict[str, int](int)
    for gain in gains:
        played[gain.player] += 1
        marks[gain.chapter][gain.player] += gain.marks
        points[gain.chapter][gain.player].append(gain.points)
    shown = sorted(played, key=lambda player: -played[player])[:COLUMNS]
    mark_rows = tuple(
        (str(chapter), *(marks[chapter].get(player) for player in shown))
        for chapter in sorted(marks)
    )
    means = tuple(
        (str(chapter), *(_mean_of(points[chapter].get(player)) for player in shown))
        for chapter in sorted(points)
    )
    return (
        StatisticsTable(
            "Progress marks by chapter", ("Chapter", *shown), mark_rows, "", tuple(shown)
        ),
        StatisticsTable(
            "Points by chapter",
            ("Chapter", *shown),
            means,
            "An episode, on average.",
            tuple(shown),
        ),
    )


def _mean_of(points: Sequence[int] | None) -> float | None:
    return sum(points) / len(points) if points else None
