"""Open a table beside the prompt, and let stickers be placed at the prompt and at the table.

The hook `table_beside` of an extra takes an environment and returns a context with a `TableBeside`.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from campaign.cli.entering.prompt import QuestionWithdrawn
from campaign.cli.errors import ServerProblem
from campaign.extras.extra import hook
from campaign.services import folding
from engine.kernel.phrases import Wording, phrase
from engine.my_city.campaign.entries import StickerPlaced, entry_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.cli.beside import TableBeside
    from campaign.cli.entering.prompt import Ask, Editor, Offers
    from campaign.cli.environment import Environment
    from campaign.services.values import History

HOOK = "table_beside"


@contextmanager
def open_table(env: Environment, wanted: bool) -> Iterator[TableBeside | None]:
    """A context with the open table, else with a new one if it is `wanted`, else with None.

    Raises `ServerProblem`.
    """
    if env.options.beside is not None or not wanted:
        yield env.options.beside
        return
    serve = hook(HOOK)
    if serve is None:
        raise ServerProblem(
            phrase("phones need the extra phones of this program, which is not installed")
        )
    with serve(env) as beside:
        yield beside


class StickerPrompt:
    """The prompt at which stickers are placed, with a table beside it, if there is one."""

    def __init__(self, env: Environment, ask: Ask, beside: TableBeside | None) -> None:
        self._env, self._ask, self._beside = env, ask, beside
        self._history: History | None = None

    def ask(self, prompt: Wording, offers: Offers, default: str) -> str:
        """Ask, and return the typed text.

        Raises `QuestionWithdrawn` if a sticker was placed at the table or in another window.
        """
        if not self._beside:
            self._check_current()
            return self._ask(prompt, offers, default)
        editor = cast("Editor", self._ask)
        editor.forget_disturbance()
        with self._beside.call_on_change(editor.disturb):
            self._check_current()
            return editor.ask_until_disturbed(prompt, offers, default)

    def _check_current(self) -> None:
        """Raise `QuestionWithdrawn` if the history has changed since it was shared."""
        shared = self._history
        if shared and self._current(shared).head != shared.head:
            raise QuestionWithdrawn("")

    def _current(self, history: History) -> History:
        if self._beside:
            return self._beside.current_history() or history
        with self._env.reading() as session:
            return folding.current(session, history)

    def take_over_stickers(self, history: History) -> History:
        """Return the history with the stickers placed elsewhere, and name these stickers."""
        current = self._history = self._current(history)
        if len(current.campaign.owed) > len(history.campaign.owed):
            self._env.say(phrase("  A sticker was taken back."))
        for entry in current.entries[len(history.entries) :]:
            match entry_of(entry.kind, entry.payload):
                case StickerPlaced(seat, kind, square):
                    self._env.say(
                        phrase(
                            "  {seat} has a {kind} on {square}.",
                            seat=seat,
                            kind=phrase(kind),
                            square=square,
                        )
                    )
        return current

    def share_history(self, history: History) -> History:
        """Give the prompt's history to the table, and return it."""
        self._history = history
        if self._beside:
            self._beside.begin_stickers(history)
        return history

    def end_stickers(self, history: History) -> None:
        """Let the table place no more stickers."""
        if self._beside:
            self._beside.end_stickers(history)
