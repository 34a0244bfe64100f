"""Statistics of sessions: of all sessions of a game, or of one session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import games
from campaign.services.cycles import without_cycle_collection
from campaign.services.errors import UnknownName
from campaign.services.filters import EVERY, PlayFilter, session_facts
from campaign.services.progress import Progress, unwatched
from campaign.services.progress import counted as watched
from campaign.services.projections.sessions import counting_sheets, with_lines
from campaign.services.sessions import FAMILY, TOGETHER, every, read
from campaign.services.spreading.reading import ChunkReader, batches, serial_reader
from campaign.services.statistics.counting import Counts, add, counted
from campaign.services.statistics.games import counting_of
from campaign.services.statistics.tables import SoundSession, StatisticsTable
from campaign.services.values import SessionHistory
from campaign.store import journal
from engine.kernel.game import Setup
from engine.kernel.phrases import Wording, phrase
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, VerdictKind
from engine.kernel.score import SeatScore

SOUND = (VerdictKind.VERIFIED, VerdictKind.DIFFERS)
"""Verdicts on sessions whose moves are all legal up to the end of the game."""


class StatisticsTables(NamedTuple):
    """The tables of a game; `number` is the number of the one session, None for all sessions.

    `sessions` counts the sessions in the tables, `left_out` the sessions that are not `SOUND`.
    """

    game: str
    title: Wording
    number: int | None
    sessions: int
    left_out: int
    tables: tuple[StatisticsTable, ...]
    what: str = "session"
    """The kind of what is counted: sessions, episodes, or games of both kinds."""
    campaign: str | None = None
    """The name of the campaign whose episodes are counted; None without a campaign."""


class Figures(NamedTuple):
    """The counts of some sessions of a game, and the numbers of counted and left-out sessions."""

    counts: Counts
    sessions: int
    left_out: int


def statistics(
    session: Session,
    name: str,
    number: int | None,
    language: str,
    progress: Progress = unwatched,
    reads: ChunkReader | None = None,
    wanted: PlayFilter = EVERY,
    *,
    simulated: bool = False,
) -> StatisticsTables:
    """The statistics of a game, or of one session of it; raises `SetupError` and `UnknownName`.

    `simulated` includes simulated sessions in the statistics of a game.
    """
    game, counting = games.find(name), counting_of(name)
    if number is not None:
        figures = figures_of(name, [played_of(_one(session, name, number))])
    else:
        figures = of_all(session, name, progress, reads, wanted, simulated=simulated)
    tables = counting.tables(figures.counts, language) if figures.sessions else ()
    return StatisticsTables(name, game.TITLE, number, figures.sessions, figures.left_out, tables)


def count(session: Session) -> int:
    """The number of sessions of all games."""
    return len(journal.numbers_of(session, FAMILY))


def of_all(
    session: Session,
    name: str,
    progress: Progress = unwatched,
    reads: ChunkReader | None = None,
    wanted: PlayFilter = EVERY,
    *,
    simulated: bool = False,
) -> Figures:
    """The figures of all wanted sessions of a game; memory does not grow with them."""
    numbers = journal.numbers_of(session, FAMILY)
    chunks = ((name, chunk, wanted, simulated) for chunk in batches(numbers, TOGETHER))
    figures = (reads or serial_reader(session))(figures_in, chunks)
    return join_figures(watched(figures, len(numbers), progress, TOGETHER))


def join_figures(parts: Iterable[Figures]) -> Figures:
    """The joined figures of parts, in their order."""
    whole = counted(())
    sound = left_out = 0
    for part in parts:
        add(whole, part.counts)
        sound, left_out = sound + part.sessions, left_out + part.left_out
    return Figures(whole, sound, left_out)


@without_cycle_collection()
def figures_in(session: Session, chunk: tuple[str, range, PlayFilter, bool]) -> Figures:
    """The figures of the wanted sessions of a game in a chunk.

    A chunk is the game, the numbers of sessions, the filter, and whether to include simulated ones.
    """
    name, numbers, wanted, simulated = chunk
    wanted = wanted._replace(game=name)
    candidates = every(session, numbers, name, simulated=simulated)
    chosen = (history for history in candidates if wanted.lets(session_facts(history)))
    return figures_of(name, map(played_of, chosen))


def figures_of(name: str, games: Iterable[SoundSession | None]) -> Figures:
    """The figures of some sessions of a game; None stands for a session that is not `SOUND`."""
    kinds = Counter[bool]()

    def sound() -> Iterator[SoundSession]:
        for game in games:
            kinds[game is not None] += 1
            if game is not None:
                yield game

    return Figures(counted(map(counting_of(name).counts_of, sound())), kinds[True], kinds[False])


def played_of(outside: SessionHistory) -> SoundSession | None:
    """A session as statistics take it, with the scores that count; None if it is not `SOUND`."""
    record, names, counting = outside.record, outside.names, counting_sheets(outside)
    return sound_session(outside.number, record, outside.setup, outside.verdict, names, counting)


def sound_session(
    number: int,
    record: Record,
    setup: Setup,
    verdict: Verdict,
    named: Mapping[str, str],
    counting: Iterable[SeatScore],
) -> SoundSession | None:
    """A replayed record as statistics take it; None if it is not `SOUND`.

    `named` are the known names of players by seat, `counting` the sheets with the scores and ranks
    that count; the lines are those of the replay.
    """
    if verdict.kind not in SOUND:
        return None
    names = {seat: named.get(seat, seat) for seat in record.seats}
    sheets = with_lines(counting, verdict.sheets)
    return SoundSession(number, names, record, setup, verdict.state, sheets)


def _one(session: Session, name: str, number: int) -> SessionHistory:
    """A session of the game that can be counted; raises `UnknownName`."""
    history = read(session, number)
    if history.record.game != name:
        played = history.record.game
        raise UnknownName(
            phrase(
                "session {number} is a game of {played}, not of {name}",
                number=number,
                played=played,
                name=name,
            ),
            f"campaign session stats {played} {number}",
        )
    if history.withdrawn:
        raise UnknownName(
            phrase("session {number} is withdrawn", number=number),
            f"campaign session show {number}",
        )
    if history.verdict.kind not in SOUND:
        raise UnknownName(
            phrase(
                "session {number} has nothing to count: {reason}",
                number=number,
                reason=history.verdict.reason,
            ),
            f"campaign session show {number}",
        )
    return history
