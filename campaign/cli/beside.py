"""What a table beside the prompt must have, at which others answer, too, such as at own phones.

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
        """Do what is typed at the prompt for the table; False for what is not."""

    def gather(self, history: History) -> None:
        """The players of a campaign take their seats before a game is entered."""

    # A game

    def begin(self, entering: Entering, stored: StoredDraft, history: History | None) -> None:
        """A game is entered from now on, as far as it has come."""

    def goes_on(self) -> None:
        """Take answers, again after `is_over`."""

    def entered(self) -> tuple[Entering, StoredDraft]:
        """The game as it stands, with what was answered there, and its draft."""

    def here(self) -> frozenset[Seat]:
        """The seats that somebody has taken there."""

    def keep(self, stored: StoredDraft, entering: Entering) -> StoredDraft:
        """What was entered at the prompt, into the draft; raises `Continued` where it is late."""

    def is_over(self, stored: StoredDraft) -> bool:
        """Take no more answers, as the game is over; False where somebody was quicker."""

    def note(self, *words: Wording) -> None:
        """Show words besides the game, such as what follows from it."""

    def kept(self, words: Wording, link: str, history: History | None) -> None:
        """The game is kept: what is said of it, its link to other programs, the campaign then."""

    # Stickers

    def place(self, history: History) -> None:
        """The stickers that are owed are placed from now on, as far as they are."""

    def campaign(self) -> History | None:
        """The campaign with what was placed there."""

    def placed(self, history: History) -> None:
        """No more stickers are placed now."""
