"""Statistics of My City: who wins, points by term of the sheet, passes, gains by chapter.

Episodes of a campaign and sessions outside are the same here: moves, final boards and sheets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from campaign.services.statistics.tables import Bar, Cell, Played, Table
from engine.my_city.play.notation import Pass, Quit, Reveal, parse

COLUMNS = 6
"""Players who have a column of their own: those who have played most."""


class Result(NamedTuple):
    """A seat of a game: who played, points by term, total, rank, passes.

    `left` are the cards that were still to come when the player quit.
    """

    player: str
    terms: Mapping[str, int]
    total: int
    rank: int
    passes: int
    left: int


class Gain(NamedTuple):
    """What a player got in an episode: the chapter, progress marks and points."""

    chapter: int
    player: str
    marks: int
    points: int


Figures = tuple[Result, ...]


def figures_of(game: Played) -> Figures:
    """What the tables need of one game."""
    return tuple(results_of(game))


def tables(games: Sequence[Figures], language: str) -> tuple[Table, ...]:
    """The tables of some games; terms have one name in all languages."""
    results = [result for game in games for result in game]
    return players(results), terms(results)


def results_of(game: Played) -> Iterator[Result]:
    """One game, seat by seat."""
    passes, left = defaultdict[str, int](int), dict[str, int]()
    to_come = game.final.rules.dealt
    for seat, text in game.record.moves or ():
        match parse(text):
            case Reveal():
                to_come -= 1
            case Pass():
                passes[seat] += 1
            case Quit():
                left[seat] = to_come
    for sheet in game.sheets:
        yield Result(
            game.names[sheet.seat],
            {line.label: line.points for line in sheet.lines},
            sheet.total,
            sheet.rank,
            passes[sheet.seat],
            left.get(sheet.seat, 0),
        )


def players(results: Sequence[Result]) -> Table:
    """Games, wins, points and passes of each player, the most frequent winner first."""
    rows: list[tuple[Cell, ...]] = []
    for player, mine in _by_player(results).items():
        count, won = len(mine), sum(result.rank == 1 for result in mine)
        rows.append(
            (
                player,
                count,
                won,
                Bar(won, count),
                sum(result.total for result in mine) / count,
                max(result.total for result in mine),
                sum(result.passes for result in mine) / count,
                sum(result.left for result in mine) / count,
            )
        )
    rows.sort(key=lambda row: (-row[2] / row[1], row[0]))  # type: ignore[operator]  # two counts
    return Table(
        "Players",
        ("Player", "Played", "Won", "", "Points", "Best", "Passes", "Cards left"),
        tuple(rows),
        "A game, on average, but for played, won and best. Cards left: those that were still to "
        "come when the player quit.",
    )


def terms(results: Sequence[Result]) -> Table:
    """The points of each term of the sheet and player, over the games that count the term."""
    by_player = _by_player(results)
    shown = sorted(by_player, key=lambda player: -len(by_player[player]))[:COLUMNS]
    labels = dict.fromkeys(label for result in results for label in result.terms)
    rows = tuple(
        (label, *(_mean(by_player[player], label) for player in shown)) for label in labels
    )
    return Table(
        "Points by term",
        ("Term", *shown),
        rows,
        "On average, over the games whose sheet has the term.",
        tuple(shown),
    )


def chapters(gains: Iterable[Gain]) -> tuple[Table, ...]:
    """Who gains in which chapter: progress marks, and points an episode."""
    marks: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    points: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    played = defaultdict[str, int](int)
    for gain in gains:
        played[gain.player] += 1
        marks[gain.chapter][gain.player] += gain.marks
        points[gain.chapter][gain.player].append(gain.points)
    shown = sorted(played, key=lambda player: -played[player])[:COLUMNS]
    got = tuple(
        (str(chapter), *(marks[chapter].get(player) for player in shown))
        for chapter in sorted(marks)
    )
    means = tuple(
        (str(chapter), *(_mean_of(points[chapter].get(player)) for player in shown))
        for chapter in sorted(points)
    )
    return (
        Table("Progress marks by chapter", ("Chapter", *shown), got, "", tuple(shown)),
        Table(
            "Points by chapter",
            ("Chapter", *shown),
            means,
            "An episode, on average.",
            tuple(shown),
        ),
    )


def _by_player(results: Iterable[Result]) -> dict[str, list[Result]]:
    by_player: dict[str, list[Result]] = {}
    for result in results:
        by_player.setdefault(result.player, []).append(result)
    return by_player


def _mean(results: Sequence[Result], label: str) -> float | None:
    return _mean_of([result.terms[label] for result in results if label in result.terms])


def _mean_of(points: Sequence[int] | None) -> float | None:
    return sum(points) / len(points) if points else None
