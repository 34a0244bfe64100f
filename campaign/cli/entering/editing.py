"""A recorded evening, or one on other boards, at the guided prompts.

The lines are there already. They are changed one by one (`fix`), and what does not fit is asked
for. Nothing is kept before the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.cli.entering import finish
from campaign.cli.entering.dialog import Dialog, Left
from campaign.services.entering import mending
from campaign.store.drafts import StoredDraft

if TYPE_CHECKING:
    from campaign.cli.entering.prompt import Ask
    from campaign.cli.environment import Environment
    from campaign.services.entering.game import Entering
    from engine.kernel.game import Setup
    from engine.kernel.record import Record


class Editing(Dialog):
    """A dialog that saves no draft: the record that is edited is in the journal."""

    def _keep(self, entering: Entering) -> None:
        self.entering = entering


def edited(env: Environment, ask: Ask, record: Record, setup: Setup) -> tuple[Record, bool] | None:
    """The record as it was edited, and whether its scores are as noted; None for no change."""
    entering = mending.entered(record, setup)
    nothing = StoredDraft(game=record.game, episode=0)
    try:
        after, noted = finish.finished(Editing(env, ask, entering, nothing, ""))
    except (Left, EOFError, KeyboardInterrupt):
        return None
    return None if after == record else (after, noted)
