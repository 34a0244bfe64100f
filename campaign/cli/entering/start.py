"""How entering a game begins, and what is said when somebody leaves before its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli.entering import dialog, prompt
from campaign.cli.environment import INTERRUPTED, Environment
from campaign.services.entering import drafts as service

if TYPE_CHECKING:
    from campaign.cli.entering.dialog import Dialog
    from campaign.cli.entering.prompt import Ask
    from campaign.services.entering.drafts import Draft
    from campaign.services.entering.game import Entering
    from campaign.services.values import History

Anew = Annotated[bool, typer.Option("--new", help="Begin again, although there is a draft.")]

GREETING = "? shows what can be answered, u takes back the last line, help shows the rest."


def begin(
    env: Environment,
    ask: Ask,
    begun: Callable[[], Entering],
    drafts: Sequence[Draft],
    history: History | None = None,
    *,
    language: str = "",
    board: bool = False,
) -> Dialog:
    """Where to go on: in a draft, if somebody agrees, else at the beginning, as `begun` gives it.

    With `board` answers are given with the cursor, else typed.
    """
    make = dialog.Dialog
    if board:
        from campaign.cli.entering.boards.episodes import BoardDialog  # noqa: PLC0415  textual is an extra

        make = BoardDialog
    for draft in drafts:
        stored = draft.stored
        when = stored.changed_at[:16].replace("T", " ")
        env.say(
            f"There is draft {stored.number} by {stored.author} at {stored.place}: "
            f"{len(draft.lines)} lines, the last {when}."
        )
        if prompt.yes(ask, "Go on with it? [Y/n] "):
            return make(env, ask, service.entry_of(draft, history), stored, language)
    entering = begun()
    return make(env, ask, entering, service.new(entering, env.by(), history), language)


@contextmanager
def leaving(env: Environment, again: str) -> Iterator[None]:
    """Leaving at any prompt ends the command with a word on how to go on."""
    try:
        yield
    except (dialog.Left, EOFError, KeyboardInterrupt) as left:
        env.say(f"Everything that was accepted is saved. Go on with: {again}")
        raise typer.Exit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0) from None
