"""The present state of the table as one value, and the database that keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import NamedTuple, Protocol

from sqlmodel import Session

from campaign.display.text.episodes import kept_in_words, what_follows
from campaign.extras.phones.withdrawing import WithdrawnAnswer
from campaign.services.entering.game import Entering
from campaign.services.values import Author, History
from campaign.store.drafts import StoredDraft
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording
from engine.my_city.campaign.model import Campaign

PLAYING, ASKING, KEPT, STICKERS, RESTING = "playing", "asking", "kept", "stickers", "resting"
"""Answers are taken; the laptop asks whether to keep it; it is kept; stickers; nothing goes on."""


class Store(Protocol):
    """The database of the command that runs."""

    def reading(self) -> AbstractContextManager[Session]:
        """A transaction that reads."""

    def writing(self) -> AbstractContextManager[Session]:
        """A transaction that writes."""

    def by(self) -> Author:
        """Who writes, and when."""


class StaleAnswer(Exception):
    """An answer to something that is not asked any more; the message says what has happened."""


class EveningState(NamedTuple):
    """What goes on: `entering` is the game, with the draft it is kept in; None without a game."""

    stage: str
    entering: Entering | None = None
    stored: StoredDraft | None = None
    history: History | None = None
    """The campaign, if it is one."""
    note: tuple[Wording, ...] = ()
    """What is shown besides, such as what follows."""
    kept: Wording = ""
    """Says that the game is kept; "" before."""
    names: Mapping[Seat, str] = MappingProxyType({})
    """Who sits where."""
    first: int = 0
    """How many entries there were before the first sticker of this evening."""
    withdrawn: WithdrawnAnswer | None = None
    """What was taken back last, until something else is entered."""
    before: Campaign | None = None
    """The campaign before the episode that is kept."""
    bgstats: str = ""
    """The address that creates the play in BG Stats, once it is kept."""

    @property
    def version(self) -> str:
        """What an answer refers to; it changes with everything that is entered."""
        if self.stage == STICKERS and self.history:
            return f"s{len(self.history.entries)}"
        saved = f"{self.stored.number}.{self.stored.saved}" if self.stored else ""
        return f"{self.stage[0]}{saved}"

    def by_now(self, history: History) -> EveningState:
        """The same with the campaign as it is now: its head, and what still follows."""
        now = self._replace(history=history)
        if self.before is None:
            return now
        campaign = history.campaign
        return now._replace(
            kept=kept_in_words(history, campaign.played[-1].number),
            note=tuple(what_follows(self.before, campaign)),
        )
