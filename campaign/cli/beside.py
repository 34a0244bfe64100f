"""The interface of a table beside the prompt: people answer there on other devices.

An extra provides such a table: see `entering/table_beside.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.kernel.phrases import Wording

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from campaign.services.entering.game import Entering
    from campaign.services.values import History, SessionHistory
    from campaign.store.drafts import StoredDraft
    from engine.kernel.game import Seat


class TableBeside(Protocol):
    """An open table, which works on the same draft or the same campaign as the prompt."""

    def invite(self) -> None:
        """Show at the prompt how to join the table, and who has joined."""

    def call_on_change(self, listener: Callable[[], None]) -> AbstractContextManager[None]:
        """Return a context in which each change calls the listener, in any thread."""

    def try_command(self, line: str) -> bool:
        """Carry out a typed line that is a command to the table; False for any other line."""

    def gather(self, history: History) -> None:
        """Let the players of a campaign take their seats before a game is entered."""

    # A game

    def begin_game(self, entering: Entering, stored: StoredDraft, history: History | None) -> None:
        """Let the table answer in the game that is being entered, from the next move on."""

    def resume(self) -> None:
        """Take answers again after `end_game`."""

    def entered_game(self) -> tuple[Entering, StoredDraft]:
        """Return the game with all answers of the table, and its draft."""

    def taken_seats(self) -> frozenset[Seat]:
        """Return the seats that somebody has taken at the table."""

    def save_draft(self, stored: StoredDraft, entering: Entering) -> StoredDraft:
        """Save the answers from the prompt in the draft, and return the new draft.

        Raises `DraftChanged` if the table has answered meanwhile.
        """

    def end_game(self, stored: StoredDraft) -> bool:
        """Stop taking answers when the game is over; False if somebody has answered meanwhile."""

    def show_words(self, *words: Wording) -> None:
        """Show words beside the game, such as the consequences of its result."""

    def show_kept(self, words: Wording, link: str, kept: History | SessionHistory) -> None:
        """Show that the game is kept, and the scores that count.

        `link` is for other programs; `kept` is the campaign with this game, or the session.
        """

    # Stickers

    def begin_stickers(self, history: History) -> None:
        """Let the table place the stickers that are owed, from now on."""

    def current_history(self) -> History | None:
        """Return the campaign with the stickers that the table has placed."""

    def end_stickers(self, history: History) -> None:
        """Let the table place no more stickers."""
