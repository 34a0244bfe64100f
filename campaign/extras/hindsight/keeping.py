"""Turn the results of a search into rows, and rows into the beginning of another search."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from sqlmodel import Session

from campaign import __version__
from campaign.extras.hindsight import questions
from campaign.extras.hindsight.known import BETWEEN, Seats, rows_of_episodes
from campaign.extras.hindsight.pure.lines import common_place_count
from campaign.extras.hindsight.rows import SeatHindsightRow
from campaign.extras.hindsight.search import SearchStatus, solver
from campaign.services.errors import UnknownName
from campaign.services.values import Author, History
from campaign.store import stamps
from engine import my_city
from engine.kernel.errors import IllegalMove, NotAllowed, NotationError
from engine.my_city.bounds.bounds import Bound, BoundPart
from engine.my_city.bounds.question import Line, Question, ReplayedLine, replay_line
from engine.my_city.play.notation import BuildMove, CardPass, Quit


class SeatSearch(NamedTuple):
    """What a search found for a seat, the stored row, and whether the user stopped the search."""

    outlook: SearchStatus
    row: SeatHindsightRow
    stopped: bool = False


def row_of_search(
    key: str,
    outlook: SearchStatus,
    before: SeatHindsightRow | None,
    seed: int,
    gone: float,
    by: Author,
) -> SeatHindsightRow:
    """The row of what a search has found; its seconds include those of earlier searches."""
    seconds = ceil(gone) + (before.seconds if before else 0)
    return SeatHindsightRow(
        evening=key,
        seat=outlook.question.seat,
        played=outlook.played.points,
        best=outlook.best.points,
        bound=outlook.bound.points,
        parted=outlook.parted,
        line=BETWEEN.join(map(my_city.format, outlook.best.line)),
        solver=solver(),
        program=__version__,
        seed=seed,
        seconds=seconds,
        author=by.author,
        searched_at=stamps.stamp(by.now),
    )


def findings_of_row(row: SeatHindsightRow, question: Question) -> tuple[ReplayedLine | Bound, ...]:
    """The line and the bound of a row, for another search.

    The line is played again, the bound is taken as it was stored. Returns nothing if another
    version of the program wrote the row, or if its line is not as the row says.
    """
    line = _line_in(row, question) if row.program == __version__ else None
    if line is None or not _follows(row, question, line):
        return ()
    return line, Bound(row.bound, (BoundPart("found before", row.bound),))


def valid_rows(session: Session, history: History) -> dict[int, Seats]:
    """The stored rows of a campaign's episodes that are still valid, by number and seat."""
    campaign = history.campaign
    stored = rows_of_episodes(session, campaign.played)
    valid = {
        number: {seat: row for seat, row in seats.items() if not problem(history, number, row)}
        for number, seats in stored.items()
    }
    return {number: valid[number] for number in sorted(valid) if valid[number]}


def problem(history: History, number: int, row: SeatHindsightRow) -> str:
    """Why a row is not valid, such as a line that does not make its points; "" if it is valid."""
    try:
        evening = questions.evening_of_episode(history, number)
        if row.evening != evening.key or row.seat not in (*evening.seats, *evening.absent):
            return "it is of another evening"
        question = evening.question(row.seat)
    except (UnknownName, NotAllowed) as error:
        return str(error)
    line = _line_in(row, question)
    if line is None:
        return f"the line does not make {row.best} points"
    if not _follows(row, question, line):
        return f"the line does not follow what was played for {row.parted} cards"
    if replay_line(question, question.played).points != row.played or row.played > row.best:
        return f"{row.played} points were not played"
    return "" if row.best <= row.bound else f"the bound is {row.bound}, under the line"


def line_of(row: SeatHindsightRow) -> Line:
    """The line of a row; raises `NotationError`."""
    actions = (my_city.parse(words) for words in row.line.split(BETWEEN) if words)
    return tuple(action for action in actions if isinstance(action, BuildMove | CardPass | Quit))


def _follows(row: SeatHindsightRow, question: Question, line: ReplayedLine) -> bool:
    """Whether a line begins with as many answers of the played one as its row says."""
    return 0 <= row.parted <= common_place_count(question, line.line, question.played)


def _line_in(row: SeatHindsightRow, question: Question) -> ReplayedLine | None:
    """The line of a row as the engine plays it; None if it is illegal or makes other points."""
    try:
        line = replay_line(question, line_of(row))
    except (IllegalMove, NotationError):
        return None
    return line if line.points == row.best else None
