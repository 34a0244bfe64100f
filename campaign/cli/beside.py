"""The table beside the prompt, at which people answer on other devices: what it must provide.

An extra provides such a table: see `entering/table_beside.py`. This module only says what the table
does.
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
    """An open table; it works on the same draft or the same campaign as the prompt."""

    def invite(self) -> None:
        """Show at the prompt how to join the table, and who has joined."""

    def heard(self, listener: Callable[[], None]) -> AbstractContextManager[None]:
        """A context in which the listener is called, in any thread, after each change."""

    def does(self, line: str) -> bool:
        """Do what a typed line asks of the table; False if the line asks nothing of it."""

    def gather(self, history: History) -> None:
        """Let the players of a campaign take their seats before a game is entered."""

    # A game

    def begin(self, entering: Entering, stored: StoredDraft, history: History | None) -> None:
        """Let the table answer in a game that is being entered, from its next move on."""

    def goes_on(self) -> None:
        """Take answers again after `is_over`."""

    def entered(self) -> tuple[Entering, StoredDraft]:
        """The game with all answers of the table, and its draft."""

    def here(self) -> frozenset[Seat]:
        """The seats that somebody has taken at the table."""

    def keep(self, stored: StoredDraft, entering: Entering) -> StoredDraft:
        """Save in the draft what was entered at the prompt.

        Raises `DraftChanged` if the table has answered meanwhile.
        """

    def is_over(self, stored: StoredDraft) -> bool:
        """Take no more answers if the game is over; False if somebody has answered meanwhile."""

    def note(self, *words: Wording) -> None:
        """Show words with the game, such as what follows from it."""

    def kept(self, words: Wording, link: str, history: History | None) -> None:
        """Show that the game is kept; `link` is for other programs, `history` is after it."""

    # Stickers

    def place(self, history: History) -> None:
        """Let the table place the stickers that are owed."""

    def campaign(self) -> History | None:
        """The campaign with the stickers that the table has placed."""

    def placed(self, history: History) -> None:
        """Let the table place no more stickers."""
