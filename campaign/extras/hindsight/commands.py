"""campaign hindsight, campaign session hindsight: what the same cards allowed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from campaign.cli import completion
from campaign.cli.arguments import LONGEST_SEARCH, Episode
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.cli.spreading import Cluster, Jobs, WorkerOptions
from campaign.extras.hindsight import document as documents
from campaign.extras.hindsight import keeping, questions, rows, search
from campaign.extras.hindsight import screen as screens
from campaign.extras.hindsight.clock import Clock
from campaign.services import names, sessions
from campaign.services.progress import counted
from campaign.services.spreading.chunks import serial

if TYPE_CHECKING:
    from campaign.extras.hindsight.keeping import SeatSearch
    from campaign.extras.hindsight.questions import HindsightEvening
    from campaign.extras.hindsight.rows import SeatHindsightRow
    from campaign.extras.hindsight.search import SearchStatus
    from campaign.services.spreading.chunks import ChunkMap

OneSeat = Annotated[
    str,
    typer.Option(
        "--whose",
        metavar="SEAT",
        help="Only this seat; without it all seats, also those that nobody played.",
        show_default=False,
        autocompletion=completion.seats,
    ),
]
SECONDS = 60.0

Search = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        metavar="N",
        min=0,
        max=LONGEST_SEARCH,
        help=f"How long to search for each seat; without it {SECONDS:g} s. 0, or --step alone, "
        "shows what was found before.",
        show_default=False,
    ),
]
ByCard = Annotated[
    bool, typer.Option("--step", help="Card by card: what was played, and the best line found.")
]
HIGHEST_SEED = 1_000_000_000
"""The solver takes a seed of at most 31 bits, and some searches count on from the one given."""
Seed = Annotated[
    int,
    typer.Option("--seed", metavar="N", min=0, max=HIGHEST_SEED, help="The seed of the search."),
]
Id = Annotated[
    int,
    typer.Argument(
        metavar="ID", help="The number of the session.", autocompletion=completion.sessions
    ),
]

app = group()

session = group()


@command(
    app,
    "hindsight",
    example="campaign hindsight 5",
    menu=("Analysis", 2, "what the cards allowed"),
    also="best optimum possible better solve solver ghost benchmark",
)
def hindsight(
    env: Environment,
    number: Episode,
    seat: OneSeat = "",
    seconds: Search = None,
    step: ByCard = False,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.HindsightDocument]:
    """What was possible with the same cards in the same order, for each seat on its own board."""
    history = env.history()
    evening = questions.evening_of_episode(history, number)
    played = history.campaign.episode(number)
    seats = [names.seat_in(history.campaign, played, seat)] if seat else []
    workers = WorkerOptions(env, jobs, cluster)
    return _look_back(env, workers, evening, seats, seconds, step=step, seed=seed)


@command(session, "hindsight", example="campaign session hindsight 12")
def of_session(
    env: Environment,
    id: Id,
    seat: OneSeat = "",
    seconds: Search = None,
    step: ByCard = False,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> Reply[documents.HindsightDocument]:
    """What was possible in a game of the eternal mode with the same cards in the same order."""
    with env.reading() as session:
        outside = sessions.read(session, id)
    evening = questions.evening_of_session(outside)
    workers = WorkerOptions(env, jobs, cluster)
    seats = [sessions.seat_in(outside, seat)] if seat else []
    return _look_back(env, workers, evening, seats, seconds, step=step, seed=seed)


def _look_back(
    env: Environment,
    workers: WorkerOptions,
    evening: HindsightEvening,
    seats: list[str],
    seconds: float | None,
    *,
    step: bool,
    seed: int,
) -> Reply[documents.HindsightDocument]:
    """Search for each seat, keep what was found, and show it."""
    with env.reading() as session:
        known = rows.known_of_evenings(session, [evening.key]).get(evening.key, {})
    tasks = [
        _search_task(evening, seat, known.get(seat), seconds, seed, step=step)
        for seat in seats or (*evening.seats, *evening.absent)
    ]
    # For one seat all processes search together; for several seats each process takes one seat.
    search_all = (
        _by_turns if min(workers.process_count(len(tasks)), len(tasks)) == 1 else _by_workers
    )
    searches = list(search_all(workers, env, evening, tasks))
    return Reply(
        lambda: documents.hindsight(evening, searches),
        lambda: screens.by_card(evening, searches) if step else screens.table(evening, searches),
    )


class _SearchTask(NamedTuple):
    """The search for a seat, and the row of what earlier searches found."""

    search: search.HindsightSearch
    before: SeatHindsightRow | None


def _search_task(
    evening: HindsightEvening,
    seat: str,
    before: SeatHindsightRow | None,
    seconds: float | None,
    seed: int,
    *,
    step: bool,
) -> _SearchTask:
    """The search for a seat: of 0 seconds if the earlier result is proved or is only shown."""
    question = evening.question(seat)
    earlier = keeping.findings_of_row(before, question) if before else ()
    if not earlier:
        before = None
    if before and (before.proved or (step and seconds is None)):
        seconds = 0
    elif seconds is None:
        seconds = SECONDS
    return _SearchTask(search.HindsightSearch(question, seconds, seed, earlier), before)


def _by_workers(
    workers: WorkerOptions, env: Environment, evening: HindsightEvening, tasks: list[_SearchTask]
) -> Iterator[SeatSearch]:
    """Search for several seats at the same time; Ctrl-C keeps the results of finished seats."""
    searches = [task.search for task in tasks]
    with workers.spreading_work(f"{evening.title!s}, looking back", "seats", len(tasks)) as work:
        spread, progress = work
        results = counted(spread(search.run_search, searches), len(tasks), progress)
        for task, (outlook, seconds) in zip(tasks, results, strict=True):
            yield _store_search(env, evening, task, outlook, seconds)


def _by_turns(
    workers: WorkerOptions, env: Environment, evening: HindsightEvening, tasks: list[_SearchTask]
) -> Iterator[SeatSearch]:
    """Search for one seat after another; Ctrl-C also keeps what the interrupted search found."""
    stopped = False
    searching = any(task.search.seconds for task in tasks)
    with workers.processes_for_parts() if searching else nullcontext(serial) as spread:
        for task in tasks:
            if stopped:
                task = task._replace(search=task.search._replace(seconds=0))
            seat_search = _search_seat(env, evening, task, spread)
            stopped |= seat_search.stopped
            yield seat_search


def _search_seat(
    env: Environment, evening: HindsightEvening, task: _SearchTask, spread: ChunkMap
) -> SeatSearch:
    """Search for one seat and keep what was found, also after Ctrl-C.

    Raises `KeyboardInterrupt` if nothing is known yet.
    """
    question, seconds, seed, earlier = task.search
    outlook: SearchStatus | None = None
    stopped = False
    with env.progress(f"{evening.title!s}, {question.seat}", "s") as progress:
        clock = Clock(seconds, lambda gone: progress(int(gone), int(seconds)))
        try:
            for known in search.search_steps(question, clock, seed, earlier, spread):
                outlook = known
        except KeyboardInterrupt:
            if outlook is None:
                raise
            stopped = True
    assert outlook is not None, "what was played is known at once"
    return _store_search(env, evening, task, outlook, clock.gone, stopped=stopped)


def _store_search(
    env: Environment,
    evening: HindsightEvening,
    task: _SearchTask,
    outlook: SearchStatus,
    seconds_gone: float,
    *,
    stopped: bool = False,
) -> SeatSearch:
    """Return what is known of a seat, after storing it if there was a search."""
    before, (_, seconds, seed, _) = task.before, task.search
    row = keeping.row_of_search(
        evening.key, outlook, before, seed, seconds_gone if seconds else 0, env.author_now()
    )
    if not seconds:
        return keeping.SeatSearch(outlook, before or row, stopped)
    with env.writing() as session:
        rows.keep(session, row)
    return keeping.SeatSearch(outlook, row, stopped)
