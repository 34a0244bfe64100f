"""The present state of the table as one value, and the database that keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import NamedTuple, Protocol

from sqlmodel import Session

from campaign.display.text.episodes import kept_in_words, proof_in_words, what_follows
from campaign.display.text.sessions import standing_in_words
from campaign.extras.phones.withdrawing import WithdrawnAnswer
from campaign.services.entering.game import Entering
from campaign.services.projections.sessions import counting_sheets, with_lines
from campaign.services.values import Author, History, SessionHistory
from campaign.store.drafts import StoredDraft
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording, phrase
from engine.kernel.score import SeatScore
from engine.my_city.campaign.model import Campaign

PLAYING, ASKING, KEPT, STICKERS, RESTING = "playing", "asking", "kept", "stickers", "resting"
"""The stages: answers are taken; the laptop asks whether to keep the game; the game is kept;
stickers are placed; nothing goes on."""


class Store(Protocol):
    """The database of the command that runs."""

    def reading(self) -> AbstractContextManager[Session]:
        """A transaction that reads."""

    def writing(self) -> AbstractContextManager[Session]:
        """A transaction that writes."""

    def author_now(self) -> Author:
        """The author of a change, and its time."""


class StaleAnswer(Exception):
    """An answer to a question that is over; the message says what has happened meanwhile."""


def what_is_next(history: History) -> tuple[Wording, ...]:
    """The words beside no game: which episode is next; none after the last one."""
    following = history.campaign.next_episode
    words = phrase("Episode {number} is next: it begins at the laptop.", number=following)
    return (words,) if following else ()


class EveningState(NamedTuple):
    """The state of an evening: `entering` is the game and `stored` its draft; None without one."""

    stage: str
    entering: Entering | None = None
    stored: StoredDraft | None = None
    history: History | None = None
    """The campaign of the game, if it is in one."""
    note: tuple[Wording, ...] = ()
    """What is shown beside the game, such as what follows."""
    kept: Wording = ""
    """Says that the game is kept; "" before."""
    sheets: tuple[SeatScore, ...] = ()
    """The sheets of the game that is kept, with the scores that count; none before."""
    proof: Wording = ""
    """The verdict on the game that is kept; "" before."""
    names: Mapping[Seat, str] = MappingProxyType({})
    """The name of the player on each seat."""
    first: int = 0
    """The number of entries before the first sticker of this evening."""
    withdrawn: WithdrawnAnswer | None = None
    """The answer that was taken back last, until something else is entered."""
    before: Campaign | None = None
    """The campaign before the episode that is kept."""
    bgstats: str = ""
    """The address that creates the play in BG Stats; `link` while it is kept."""
    version: str = ""
    """The version that an answer refers to; no other state of any evening has it."""

    @property
    def link(self) -> str:
        """The address that creates the play in BG Stats while the game is kept, else ""."""
        return self.bgstats if self.kept else ""

    def with_game(
        self, entering: Entering, stored: StoredDraft, withdrawn: WithdrawnAnswer | None = None
    ) -> EveningState:
        """The same state with the game after a change, which may also be of who plays."""
        names = {seat: entering.head.names.get(seat, "") for seat in entering.head.seats}
        return self._replace(entering=entering, stored=stored, withdrawn=withdrawn, names=names)

    def with_history(self, history: History) -> EveningState:
        """The same state with a newer history, its words for the game, and what still follows."""
        now = self._replace(history=history)
        if self.before is None:
            return now if self.entering else now._replace(note=what_is_next(history))
        campaign = history.campaign
        if len(campaign.played) <= len(self.before.played):  # taken back since
            return now._replace(kept="", note=(), sheets=(), proof="")
        played = campaign.played[-1]
        return now._replace(
            kept=kept_in_words(history, played.number),
            note=tuple(what_follows(self.before, campaign)),
            sheets=played.sheets,
            proof=proof_in_words(played),
        )

    def with_session(self, outside: SessionHistory) -> EveningState:
        """The same state with the session that is kept."""
        sheets = with_lines(counting_sheets(outside), outside.verdict.sheets)
        return self._replace(sheets=sheets, proof=standing_in_words(outside))
