"""The table beside the prompt, at which people answer on other devices: what it must provide.

An extra brings it: see `entering/table_beside.py`. Nothing of it is known here but what it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.kernel.phrases import Wording

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from campaign.services.entering.game import Entering
    from campaign.services.values import History
    from campaign.store.drafts import StoredDraft
    from engine.kernel.game import Seat


class TableBeside(Protocol):
    """A table that is open; the prompt and it work on the same draft, or the same campaign."""

    def invite(self) -> None:
        """Show at the prompt how to come to the table, and who is there."""

    def heard(self, listener: Callable[[], None]) -> AbstractContextManager[None]:
        """A context in which the listener is called, in any thread, after each change."""

    def does(self, line: str) -> bool:
        """Do what a typed line asks of the table; False if the line asks nothing of it."""

    def gather(self, history: History) -> None:
        """Let the players of a campaign take their seats before a game is entered."""

    # A game

    def begin(self, entering: Entering, stored: StoredDraft, history: History | None) -> None:
        """Begin with a game that is entered, at the move that it has reached."""

    def goes_on(self) -> None:
        """Take answers, again after `is_over`."""

    def entered(self) -> tuple[Entering, StoredDraft]:
        """The game as it stands, with what was answered there, and its draft."""

    def here(self) -> frozenset[Seat]:
        """The seats that somebody has taken there."""

    def keep(self, stored: StoredDraft, entering: Entering) -> StoredDraft:
        """Save what was entered at the prompt in the draft; raises `DraftChanged` if it is late."""

    def is_over(self, stored: StoredDraft) -> bool:
        """Take no more answers if the game is over; False if somebody has answered meanwhile."""

    def note(self, *words: Wording) -> None:
        """Show words besides the game, such as what follows from it."""

    def kept(self, words: Wording, link: str, history: History | None) -> None:
        """Show that the game is kept: words, a link to other programs, and the campaign then."""

    # Stickers

    def place(self, history: History) -> None:
        """Let the table place the stickers that are owed."""

    def campaign(self) -> History | None:
        """The campaign with what was placed there."""

    def placed(self, history: History) -> None:
        """Let the table place no more stickers."""
