"""A correction of the pack, once it is known what it would do: shown, and kept.

Files, paintings and forms all come here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from campaign.cli import corrections
from campaign.cli.environment import Environment
from campaign.display.terminal import corrections as correction_screens
from campaign.display.terminal import packs as screens
from campaign.services.corrections import cascade

if TYPE_CHECKING:
    from campaign.services.packs import Correction
    from campaign.services.values import History


def show(env: Environment, correction: Correction) -> None:
    """Show what a correction changes, and what follows; raises `Refused` for what is undecided."""
    env.say(screens.correction(correction))
    if correction.cascade.changes or correction.cascade.withdrawn:
        env.say("")
        again = any(would.again for would in correction.episodes)
        corrections.show(env, correction.cascade, correction.decide if again else None)


def keep(
    env: Environment, correction: Correction, preview: Callable[[History], Correction]
) -> None:
    """Keep a correction that was shown; `preview` gives it where somebody has written since."""
    with env.writing() as session:
        kept = cascade.keep(session, correction.cascade, lambda now: preview(now).cascade, env.by())
    if correction.cascade.gone:
        env.say(correction_screens.kept(correction.cascade, kept))
    env.say("The pack is corrected: campaign pack show")
