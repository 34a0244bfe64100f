"""The interface of a table beside the prompt, at which people answer on other devices.

An extra provides such a table: see `entering/table_beside.py`.
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
    """An open table, which works on the same draft or the same campaign as the prompt."""

    def invite(self) -> None:
        """Show at the prompt how to join the table, and who has joined."""

    def heard(self, listener: Callable[[], None]) -> AbstractContextManager[None]:
        """Return a context in which the listener is called after each change, in any thread."""

    def does(self, line: str) -> bool:
        """Carry out a typed line that is a command to the table; False if it is none."""

    def gather(self, history: History) -> None:
        """Let the players of a campaign take their seats before a game is entered."""

    # A game

    def begin(self, entering: Entering, stored: StoredDraft, history: History | None) -> None:
        """Let the table answer in the game that is being entered, from the next move on."""

    def goes_on(self) -> None:
        """Take answers again after `is_over`."""

    def entered(self) -> tuple[Entering, StoredDraft]:
        """Return the game with all answers of the table, and its draft."""

    def here(self) -> frozenset[Seat]:
        """Return the seats that somebody has taken at the table."""

    def keep(self, stored: StoredDraft, entering: Entering) -> StoredDraft:
        """Save the answers from the prompt in the draft, and return the new draft.

        Raises `DraftChanged` if the table has answered meanwhile.
        """

    def is_over(self, stored: StoredDraft) -> bool:
        """Stop taking answers, as the game is over; False if somebody has answered meanwhile."""

    def note(self, *words: Wording) -> None:
        """Show words beside the game, such as the consequences of its result."""

    def kept(self, words: Wording, link: str, history: History | None) -> None:
        """Show that the game is kept.

        `link` is for other programs; `history` is the campaign with this game.
        """

    # Stickers

    def place(self, history: History) -> None:
        """Let the table place the stickers that are owed, from now on."""

    def campaign(self) -> History | None:
        """Return the campaign with the stickers that the table has placed."""

    def placed(self, history: History) -> None:
        """Let the table place no more stickers."""
