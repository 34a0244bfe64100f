"""Statistics of My City: wins, points by term of the sheet, passes, gains by chapter.

Episodes of campaigns and sessions outside campaigns are counted in the same way: by their moves,
final boards and sheets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Sized

from campaign.services.statistics.counting import Count, Counts, by_first, games_of, mean
from campaign.services.statistics.tables import BarCell, Cell, Gain, SoundSession, StatisticsTable
from engine.kernel.phrases import Phrase, joined, phrase
from engine.my_city.play.notation import CardPass, Quit, Reveal, parse

COLUMNS = 6
"""The largest number of players with a column of their own; the most frequent players get one."""
UNPROVED = phrase("Episodes without proof count here, too.")


def tables(counts: Counts, language: str) -> tuple[StatisticsTable, ...]:
    """The tables of the counted games; the terms are the same in every `language`."""
    return players(counts), terms(counts)


def counts_of(game: SoundSession) -> Iterator[Count]:
    """Yield the counts of one game by player: games, wins, points, passes, cards left, terms.

    Cards left are the cards that were still to come when the player quit.
    """
    passes, cards_left = defaultdict[str, int](int), dict[str, int]()
    to_come = game.final.rules.dealt
    for seat, text in game.record.moves or ():
        match parse(text):
            case Reveal():
                to_come -= 1
            case CardPass():
                passes[seat] += 1
            case Quit():
                cards_left[seat] = to_come
    yield from games_of(game.names, game.sheets)
    for sheet in game.sheets:
        player = game.names[sheet.seat]
        yield "points", (player, sheet.total), 1
        yield "passes", player, passes[sheet.seat]
        yield "cards left", player, cards_left.get(sheet.seat, 0)
        for label, points in {line.label: line.points for line in sheet.lines}.items():
            yield "term", (player, label), points
            yield "with term", (player, label), 1


def players(counts: Counts) -> StatisticsTable:
    """Games, wins, points and passes of each player, the most frequent winner first."""
    rows: list[tuple[Cell, ...]] = []
    for player, points in by_first(counts["points"]).items():
        count, won, seats = counts["played"][player], counts["won"][player], points.total()
        rows.append(
            (
                player,
                count,
                won,
                BarCell(won, count),
                mean(points),
                max(points),
                counts["passes"][player] / seats,
                counts["cards left"][player] / seats,
            )
        )
    rows.sort(key=lambda row: (-row[2] / row[1], row[0]))  # type: ignore[operator]  # two counts
    return StatisticsTable(
        "Players",
        ("Player", "Played", "Won", "", "Points", "Best", "Passes", "Cards left"),
        tuple(rows),
        "Averages per game, except for played, won and best. Cards left: the cards that were "
        "still to come when the player quit.",
    )


def terms(counts: Counts) -> StatisticsTable:
    """The average points by term of the sheet and player, over the games that count the term."""
    played = {player: often.total() for player, often in by_first(counts["points"]).items()}
    shown_players = sorted(played, key=lambda player: -played[player])[:COLUMNS]
    points, games = counts["term"], counts["with term"]
    rows = tuple(
        (
            label if isinstance(label, Phrase) else phrase(label),
            *(
                points[player, label] / games[player, label] if games[player, label] else None
                for player in shown_players
            ),
        )
        for label in dict.fromkeys(label for _, label in games)
    )
    return StatisticsTable(
        "Points by term",
        ("Term", *shown_players),
        rows,
        _with_limit(phrase("On average, over the games whose sheet has the term."), played),
        tuple(shown_players),
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
    shown_players = sorted(played, key=lambda player: -played[player])[:COLUMNS]
    mark_rows = tuple(
        (str(chapter), *(marks[chapter].get(player) for player in shown_players))
        for chapter in sorted(marks)
    )
    means = tuple(
        (str(chapter), *(_mean_of(points[chapter].get(player)) for player in shown_players))
        for chapter in sorted(points)
    )
    return (
        StatisticsTable(
            "Progress marks by chapter",
            ("Chapter", *shown_players),
            mark_rows,
            _with_limit(UNPROVED, played),
            tuple(shown_players),
        ),
        StatisticsTable(
            "Points by chapter",
            ("Chapter", *shown_players),
            means,
            _with_limit(joined(" ", (phrase("On average, per episode."), UNPROVED)), played),
            tuple(shown_players),
        ),
    )


def _with_limit(note: Phrase, players: Sized) -> Phrase:
    """The remark of a table, which says so if some players have no column."""
    limit = phrase("Only the {count} players with most games have a column.", count=COLUMNS)
    return joined(" ", (note, limit)) if len(players) > COLUMNS else note


def _mean_of(points: Sequence[int] | None) -> float | None:
    return sum(points) / len(points) if points else None
