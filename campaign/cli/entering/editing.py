"""A recorded evening, or one on other boards, at the guided prompts.

The lines are there already. They are changed one by one (`fix`), and what does not fit is asked
for. What was changed is a draft until the correction is kept, so an edit can be left, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from campaign.cli.entering import finish, start
from campaign.cli.entering.dialog import Dialog, Left
from campaign.services.entering import drafts, mending
from campaign.store.drafts import StoredDraft
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.entering.game import Entering
    from campaign.services.values import History
    from engine.kernel.game import Setup
    from engine.kernel.record import Record
    from engine.my_city.campaign.model import Played


class Editing(Dialog):
    """A dialog that saves no draft, as the boards it is on are not kept yet."""

    def _keep(self, entering: Entering) -> None:
        self.entering = entering


def edited(env: Environment, ask: Ask, record: Record, setup: Setup) -> tuple[Record, bool] | None:
    """The record as it was edited, and whether its scores are as noted; None for no change.

    Raises `EOFError` or `KeyboardInterrupt` where somebody leaves otherwise than with `save`.
    """
    nothing = StoredDraft(game=record.game, episode=0)
    dialog = Editing(env, ask, mending.entered(record, setup), nothing, env.language)
    try:
        after, noted = finish.finished(dialog)
    except Left:
        return None
    return None if after == record else (after, noted)


def reopened(env: Environment, ask: Ask, history: History, played: Played) -> Dialog:
    """A recorded evening, or the draft in which somebody has begun to change it."""
    record = played.record
    with env.reading() as session:
        stored = drafts.of(drafts.every(session), history.stream, record.game, played.number)
    begun = start.resumed(env, ask, stored, history, setup=played.setup)
    if begun:
        return begun
    entering = mending.entered(record, played.setup)
    return Dialog(env, ask, entering, drafts.new(entering, env.by(), history), env.language)


@contextmanager
def draft_named(dialog: Dialog, number: int) -> Iterator[None]:
    """Name the draft of what was changed where the correction is not kept."""
    try:
        yield
    except typer.Exit:
        _name_draft(dialog, number)
        raise


def _name_draft(dialog: Dialog, number: int) -> None:
    dialog.env.say(
        phrase(
            "What you changed is kept as draft {number}. Go on with: {command}",
            number=dialog.stored.number,
            command=f"campaign episode edit {number}",
        )
    )


def changed(dialog: Dialog, played: Played) -> tuple[Record, bool] | None:
    """What `edited` gives, of a recorded evening; says so where there is nothing to correct."""
    env = dialog.env
    try:
        after, noted = finish.finished(dialog)
    except (Left, EOFError, KeyboardInterrupt):
        if dialog.stored.number:
            _name_draft(dialog, played.number)
            return None
    else:
        if after != played.record:
            return after, noted
        start.dropped(env, dialog)
    env.say(phrase("Nothing was changed."))
    return None
