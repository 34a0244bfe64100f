"""Looking back on evenings: how many best lines are proved, and how wide the gaps are.

python -m benchmarks.hindsight --evenings 20 --seconds 60    hours
python -m benchmarks.hindsight --evenings 2 --chapters 1,2   a part of it
python -m benchmarks.hindsight --evenings 0                  the table alone

One seat of each evening of simulated campaigns is looked back on; the four seats take turns. Every
board becomes a line of a log beside this file. A long run can be done in parts, because boards in
the log are skipped; delete the log to begin again. `make bench` prints its table. Seconds are those
of a clock, so the machine should do nothing else. Each board has a process of its own, as in a
command, because a process keeps some of the memory of every board that it has looked at.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median
from time import monotonic
from typing import NamedTuple

from campaign.extras.fleet.pool import processes
from campaign.extras.hindsight.clock import Clock
from campaign.extras.hindsight.search import search_steps
from campaign.extras.simulate import games as simulate
from engine import my_city
from engine.kernel.fast.log import read_acts
from engine.my_city.bounds.question import Question, question_of
from engine.my_city.campaign.model import PlayedEpisode

PLAYERS = ("Anna", "Ben", "Chen", "Dora")
LOG = Path(__file__).with_suffix(".tsv")
CHAPTERS, EPISODES, CORES = 8, 3, 2
HEAD = "| chapter | boards | proved | median gap | widest | played | best | bound | median s |"

WORDS = """\
What `campaign hindsight` knows at the end of its search, for one seat of each evening of simulated
campaigns. `python -m benchmarks.hindsight`, which takes hours, has searched {} boards so far.
Seconds are those of a clock, on two cores that do nothing else. The bars, at 60 seconds and for 20
evenings of each chapter: in chapter 1 at least 80 % proved and a median gap of 0; in all chapters
at least a third proved and a median gap of 3; less than 1,000 MB.
"""


class Board(NamedTuple):
    """What was known of a seat's evening at the end; memory in MB."""

    campaign: int
    episode: int
    seat: str
    played: int
    best: int
    bound: int
    seconds: float
    memory: int

    @property
    def gap(self) -> int:
        """The points between the best line and the bound."""
        return self.bound - self.best

    @property
    def chapter(self) -> int:
        """The chapter of its episode."""
        return math.ceil(self.episode / EPISODES)


def main(words: Sequence[str] | None = None) -> None:
    """Look back on evenings, add them to the log, print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hindsight")
    parser.add_argument("--evenings", type=int, default=20, help="so many of each chapter")
    parser.add_argument("--seconds", type=float, default=60, help="for each board")
    parser.add_argument("--chapters", default="", help="such as 1,2; all without it")
    parser.add_argument("--log", type=Path, default=LOG, help="a file of boards")
    parser.add_argument(
        "--stop-after", type=float, default=math.inf, help="begin none after so many seconds"
    )
    options = parser.parse_args(words)
    chapters = [int(part) for part in options.chapters.split(",") if part] or _all_chapters()
    ends = monotonic() + options.stop_after
    for evening in _wanted(options.evenings, chapters, _logged(options.log)):
        if monotonic() > ends:
            break
        with ProcessPoolExecutor(1, get_context("spawn")) as alone:
            board = alone.submit(_looked_at, *evening, options.seconds).result()
        with options.log.open("a", encoding="utf-8") as log:
            print(*board, sep="\t", file=log)
        print(*board, sep="\t", flush=True)
    print("\n".join(report(options.log)))


def report(log: Path = LOG) -> Iterator[str]:
    """Yield the table by chapter, and the figures of all boards."""
    boards = _logged(log)
    yield "## Hindsight"
    yield ""
    yield WORDS.format(len(boards))
    yield HEAD
    yield "|---" * (HEAD.count("|") - 1) + "|"
    for chapter in _all_chapters():
        if of_chapter := [board for board in boards if board.chapter == chapter]:
            yield _row(str(chapter), of_chapter)
    if boards:
        yield _row("all", boards)
        yield ""
        yield f"Memory of all processes: at most {max(board.memory for board in boards)} MB."
    yield ""


def _row(name: str, boards: Sequence[Board]) -> str:
    proved = sum(board.gap == 0 for board in boards) / len(boards)
    cells = (
        name,
        f"{len(boards)}",
        f"{proved:.0%}",
        f"{median(board.gap for board in boards):g}",
        f"{max(board.gap for board in boards)}",
        f"{mean(board.played for board in boards):.1f}",
        f"{mean(board.best for board in boards):.1f}",
        f"{mean(board.bound for board in boards):.1f}",
        f"{median(board.seconds for board in boards):.0f}",
    )
    return f"| {' | '.join(cells)} |"


def _all_chapters() -> list[int]:
    return [*range(1, CHAPTERS + 1)]


def _wanted(
    evenings: int, chapters: Sequence[int], done: Sequence[Board]
) -> Iterator[tuple[int, int, Question]]:
    """Evenings that are not in the log, campaign by campaign, episode by episode."""
    known = {(board.campaign, board.episode) for board in done}
    for number in range(1, math.ceil(evenings / EPISODES) + 1):
        wanted = [
            episode
            for chapter in chapters
            for episode in range((chapter - 1) * EPISODES + 1, chapter * EPISODES + 1)
            if (number - 1) * EPISODES + (episode - 1) % EPISODES < evenings
            and (number, episode) not in known
        ]
        if wanted:
            founded = simulate.found_campaign(
                my_city.NAME, f"Campaign {number}", PLAYERS, secret=""
            )
            *_, (_, after) = simulate.rehearse_campaign(founded, number, None)
            for played in after.played:
                if played.number in wanted:
                    yield number, played.number, _question(number, played)


def _question(number: int, played: PlayedEpisode) -> Question:
    """The question of one seat of an evening; the seats take turns."""
    seats, moves = played.record.seats, read_acts(my_city, played.record.moves or ())
    seat = seats[(number + played.number) % len(seats)]
    return question_of(my_city.start(played.setup), moves, seat)


def _looked_at(number: int, episode: int, question: Question, seconds: float) -> Board:
    """Look back on a seat's evening for some seconds, and return what is known then."""
    with processes(CORES) as spread:
        clock = Clock(seconds)
        *_, known = search_steps(question, clock, seed=1, spread=spread)
        return Board(
            campaign=number,
            episode=episode,
            seat=question.seat,
            played=known.played.points,
            best=known.best.points,
            bound=known.bound.points,
            seconds=round(clock.gone, 1),
            memory=_peak_memory(),
        )


def _peak_memory() -> int:
    """The peak memory of this process and those that it has started, in MB, as Linux states it."""
    most, waiting = 0, [os.getpid()]
    while waiting:
        process = Path(f"/proc/{waiting.pop()}")
        status = (process / "status").read_text("utf-8")
        most += int(status.split("VmHWM:")[1].split()[0])
        began = (process / f"task/{process.name}/children").read_text("utf-8")
        waiting += map(int, began.split())
    return most // 1024


def _logged(log: Path) -> list[Board]:
    """The boards of a log; none if there is no file yet."""
    if not log.exists():
        return []
    return [_board(*line.split("\t")) for line in log.read_text("utf-8").splitlines()]


def _board(number: str, episode: str, seat: str, *figures: str) -> Board:
    played, best, bound, seconds, memory = figures
    points = (int(played), int(best), int(bound))
    return Board(int(number), int(episode), seat, *points, float(seconds), int(memory))


if __name__ == "__main__":
    main()
