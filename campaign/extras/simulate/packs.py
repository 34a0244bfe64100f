"""What a pack does in play: one episode by simple players, many times, before and after a change.

All cities have fresh boards. The players build where it earns most at once. So the tables are good
for comparing two packs, and do not show what people would score.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from campaign.services.cycles import without_cycle_collection
from campaign.services.errors import UnknownName
from campaign.services.progress import Progress, counted
from campaign.services.spreading.chunks import ChunkMap
from campaign.services.statistics.sessions import StatisticsTables
from campaign.services.statistics.tables import BarCell, Cell, StatisticsTable
from campaign.services.values import History
from engine import my_city
from engine.kernel.dealer import play_out
from engine.kernel.game import Setup
from engine.kernel.phrases import phrase
from engine.my_city.campaign.outcome import (
    depths_of,
    marks_of_moves,
    marks_of_sheet,
    triangle_marks,
)
from engine.my_city.campaign.stickers import standing
from engine.my_city.pack.model import Pack
from engine.my_city.pack.read import assemble
from engine.my_city.play.players import greedy
from engine.my_city.play.state import MyCityState

TOGETHER = 25
"""Games that one worker plays before it returns them."""
STEP = 5
"""The points that one row of the table of scores covers."""
MOST_PASSES = 5
"""The last row of the table of passes is for this number and more."""


class Trial(NamedTuple):
    """Games of an episode of a pack; the pack's files are JSON, so that a trial can be sent."""

    files: str
    closed: str
    episode: int
    seats: tuple[str, ...]
    seeds: range

    def parts(self) -> Iterator[Trial]:
        """The same games in parts of `TOGETHER`."""
        for at in range(0, len(self.seeds), TOGETHER):
            yield self._replace(seeds=self.seeds[at : at + TOGETHER])


class SimulatedSeat(NamedTuple):
    """What one seat got in one game; `left` are the cards still to come when it quit."""

    score: int
    passes: int
    left: int
    marks: int
    terms: Mapping[str, int]
    rewards: Mapping[str, int]


def episode_of(history: History, wanted: int | None) -> int:
    """The wanted episode, or without one the newest whose envelope is open.

    Raises `UnknownName` for an episode whose envelope is closed.
    """
    campaign = history.campaign
    known = [n for e in campaign.pack.envelopes if e.number in campaign.opened for n in e.episodes]
    if not known:
        raise UnknownName(phrase("no envelope is open yet"), "campaign envelope open 1")
    if wanted is not None and wanted not in known:
        raise UnknownName(
            phrase("episode {wanted} does not exist, or its envelope is closed", wanted=wanted),
            f"--episode with one of {', '.join(map(str, sorted(known)))}",
        )
    return max(known) if wanted is None else wanted


def trial(pack: Pack, episode: int, seats: int, seeds: range) -> Trial:
    """The trial of an episode of a pack, a game for each seed."""
    files = json.dumps({name: dict(data) for name, data in pack.whole_files.items()}, default=str)
    return Trial(files, json.dumps(pack.closed), episode, my_city.SEATS[:seats], seeds)


@without_cycle_collection()
def play_trial(trial: Trial) -> list[SimulatedSeat]:
    """Play the games of a trial, and return what every seat got, game by game."""
    header = {"episode": trial.episode, "pack": _pack(trial.files, trial.closed)}
    setup = Setup(trial.seats, header)
    return [seat for seed in trial.seeds for seat in _seats(setup, trial.episode, seed)]


@lru_cache(maxsize=4)
def _pack(files: str, closed: str) -> Pack:
    """The pack of a trial, made once in each process."""
    numbers = {int(number): tuple(episodes) for number, episodes in json.loads(closed).items()}
    return assemble(json.loads(files), closed=numbers)


def _seats(setup: Setup, episode: int, seed: int) -> Iterator[SimulatedSeat]:
    """Play one game, and yield what each seat got."""
    record, final, sheets = play_out(my_city, setup, seed, greedy)
    state: MyCityState = final
    rules, to_come, left = state.rules, state.rules.dealt, dict[str, int]()
    for move in record.moves or ():
        if move.text.startswith("reveal"):
            to_come -= len(move.text.split()) - 1
        elif move.text == "quit":
            left[move.seat] = to_come
    for sheet, town in zip(sheets, state.towns, strict=True):
        place = standing(rules, sheet.rank, len(sheets))
        depths = depths_of(rules, town)
        marks = [
            *marks_of_sheet(rules, episode, sheet, place),
            *marks_of_moves(rules, episode, town),
            *triangle_marks(rules.shafts, episode, town.home.shafts, depths).values(),
        ]
        terms = {str(line.label): line.points for line in sheet.lines}
        rewards = dict(town.rewards)
        count = sum(mark.amount for mark in marks)
        yield SimulatedSeat(
            sheet.total, town.passes, left.get(sheet.seat, 0), count, terms, rewards
        )


def compare_trials(
    before: Trial, after: Trial, spread: ChunkMap, progress: Progress
) -> StatisticsTables:
    """Play both trials, and return tables with the figures before and after the change."""
    trials = before, after
    chunks = [part for trial in trials for part in trial.parts()]
    total = sum(len(trial.seeds) for trial in trials)
    results = counted(spread(play_trial, chunks), total, progress, TOGETHER)
    seated, count = list(chain.from_iterable(results)), len(after.seeds) * len(after.seats)
    columns = {"Before": seated[:-count], "After": seated[-count:]}
    title = f"Episode {after.episode}, {len(after.seats)} seats"
    tables = (_means(columns), _scores(columns), _passes(columns), _rewards(columns))
    shown = tuple(table for table in tables if table.rows)
    return StatisticsTables(my_city.NAME, title, None, len(after.seeds), 0, shown, "game")


Columns = Mapping[str, Sequence[SimulatedSeat]]


def _means(columns: Columns) -> StatisticsTable:
    """What a seat gets in a game, on average."""
    figures: dict[str, Callable[[SimulatedSeat], float]] = {
        "points": lambda seat: seat.score,
        "passes": lambda seat: seat.passes,
        "stuck before the last card, %": lambda seat: 100 * (seat.left > 0),
        "cards left when stuck": lambda seat: seat.left,
        "progress marks": lambda seat: seat.marks,
    }
    labels = dict.fromkeys(
        label for column in columns.values() for seat in column for label in seat.terms
    )
    rows = [
        (figure, [_mean([of(seat) for seat in column]) for column in columns.values()])
        for figure, of in figures.items()
    ]
    for label in labels:
        of_term = [
            [seat.terms[label] for seat in column if label in seat.terms]
            for column in columns.values()
        ]
        rows.append((f"points: {label}", [_mean(points) for points in of_term]))
    table_rows = tuple((figure, *means, _change(means)) for figure, means in rows)
    note = "On average, on fresh boards, by players who build where it earns most at once."
    return StatisticsTable("A seat in a game", ("What", *columns, "Change"), table_rows, note)


def _scores(columns: Columns) -> StatisticsTable:
    """How often each score comes."""
    counts = [Counter(seat.score // STEP for seat in column) for column in columns.values()]
    bins = sorted({bin for count in counts for bin in count})
    rows = [
        (f"{STEP * bin} to {STEP * bin + STEP - 1}", [count[bin] for count in counts])
        for bin in (range(bins[0], bins[-1] + 1) if bins else ())
    ]
    return _shares("Scores", "Points", columns, rows)


def _passes(columns: Columns) -> StatisticsTable:
    """How often a seat passes each number of times."""
    counts = [
        Counter(min(seat.passes, MOST_PASSES) for seat in column) for column in columns.values()
    ]
    most = max((passes for count in counts for passes in count), default=0)
    rows = [
        (f"{n} and more" if n == MOST_PASSES else str(n), [count[n] for count in counts])
        for n in range(most + 1)
    ]
    return _shares("Passes", "Passes", columns, rows)


def _rewards(columns: Columns) -> StatisticsTable:
    """How often a seat earns points at once: for a feat, or for a place."""
    counts = [
        Counter(label for seat in column for label in seat.rewards) for column in columns.values()
    ]
    labels = dict.fromkeys(label for count in counts for label in count)
    rows = [(str(label), [count[label] for count in counts]) for label in labels]
    return _shares("Feats and rewards", "Reached", columns, rows)


def _shares(
    title: str, first: str, columns: Columns, rows: Sequence[tuple[str, Sequence[int]]]
) -> StatisticsTable:
    """Counts as shares of all seats, in percent, each with its bar."""
    totals = [len(column) for column in columns.values()]
    table_rows = list[tuple[Cell, ...]]()
    for name, counts in rows:
        cells: list[Cell] = [name]
        for count, total in zip(counts, totals, strict=True):
            share = 100 * count / total
            cells += [share, BarCell(share, 100.0)]
        table_rows.append(tuple(cells))
    heads = [head for name in columns for head in (f"{name} %", "")]
    return StatisticsTable(title, (first, *heads), tuple(table_rows), "Of all seats, in percent.")


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _change(means: Sequence[float | None]) -> float | None:
    before, after = means
    return None if before is None or after is None else after - before
