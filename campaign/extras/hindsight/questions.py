"""The questions of an evening: one for each seat, also for a city that nobody played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from campaign.extras.hindsight.known import key_of_episode, key_of_session
from campaign.services.corrections import amending
from campaign.services.values import History, SessionHistory
from engine import my_city
from engine.kernel.errors import NotAllowed
from engine.kernel.fast.log import read_acts
from engine.kernel.game import Seat, Setup
from engine.kernel.phrases import Wording, phrase
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, VerdictKind
from engine.my_city.bounds.question import Question, question_of
from engine.my_city.pack.start import ABSENT

LEGAL = (VerdictKind.VERIFIED, VerdictKind.POSSIBLE, VerdictKind.DIFFERS)
"""The verdicts on records whose moves are all legal."""


class HindsightEvening(NamedTuple):
    """An evening to look back on; `absent` are the seats that nobody played.

    `as_played` says whether other scores count than those of the replay.
    """

    title: Wording
    command: str
    key: str
    seats: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    record: Record
    setup: Setup
    verdict: Verdict
    boards: Mapping[Seat, Sequence[str]]
    """The stickers on each board of a campaign before this evening, in words."""
    as_played: bool

    def question(self, seat: Seat) -> Question:
        """The question of a seat; raises `NotAllowed` if the table applies a rule by hand."""
        setup = self.setup
        if seat in self.absent:
            boards = {**setup.header["boards"], seat: self.boards[seat]}
            header = {key: value for key, value in setup.header.items() if key != ABSENT}
            setup = Setup((*setup.seats, seat), {**header, "boards": boards}, setup.overlay)
        return question_of(my_city.start(setup), read_acts(my_city, self.record.moves or ()), seat)


def evening_of_episode(history: History, number: int) -> HindsightEvening:
    """The evening of an episode.

    Raises `UnknownName` if it was not played, `NotAllowed` if it has no legal moves.
    """
    played = amending.played_of(history, number)
    evening = HindsightEvening(
        phrase("Episode {number}", number=number),
        f"campaign hindsight {number}",
        key_of_episode(played),
        played.record.seats,
        played.absent,
        played.record,
        played.setup,
        played.verdict,
        played.boards,
        played.as_played,
    )
    return _legal(evening, f"campaign episode edit {number} FILE")


def evening_of_session(outside: SessionHistory) -> HindsightEvening:
    """The evening of a game of the eternal mode.

    Raises `NotAllowed` for another game, and if the session has no legal moves.
    """
    record, number = outside.record, outside.number
    if record.game != my_city.NAME:
        raise NotAllowed(
            phrase(
                "session {number} is a game of {game}: only in {my_city} do all players build "
                "with the same cards",
                number=number,
                game=record.game,
                my_city=my_city.NAME,
            )
        )
    evening = HindsightEvening(
        phrase("Session {number}", number=number),
        f"campaign session hindsight {number}",
        key_of_session(outside),
        record.seats,
        (),
        record,
        outside.setup,
        outside.verdict,
        {},
        outside.as_played,
    )
    return _legal(evening, f"campaign session edit {number} FILE")


def _legal(evening: HindsightEvening, remedy: str) -> HindsightEvening:
    """Return the evening; raises `NotAllowed` if these rules cannot replay its moves."""
    if evening.record.moves is None:
        raise NotAllowed(
            phrase(
                "{evening}: only its results are kept: without the cards there is nothing to look "
                "back on",
                evening=evening.title,
            ),
            remedy,
        )
    if evening.verdict.kind not in LEGAL or evening.record.edition != my_city.EDITION:
        raise NotAllowed(
            phrase(
                "{evening} is {verdict}: the rules of this program cannot replay its moves",
                evening=evening.title,
                verdict=phrase(evening.verdict.kind),
            )
        )
    return evening
