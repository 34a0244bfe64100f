"""Show what a correction of the pack would do, and keep it.

Corrections from files, paintings and forms all use this module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from campaign.cli import corrections, records
from campaign.cli.entering import later
from campaign.cli.environment import Environment
from campaign.cli.files import read_text
from campaign.display.terminal import corrections as correction_screens
from campaign.display.terminal import packs as screens
from campaign.services import packs, packs_sharing
from campaign.services.corrections import cascade
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from sqlmodel import Session

    from campaign.services.packs import CorrectionPreview
    from campaign.services.values import History


def show(env: Environment, correction: CorrectionPreview) -> None:
    """Show what a correction changes, and what becomes of the evenings.

    Raises `NotAllowed` if a sticker of `--sticker` is not owed, or if an evening does not hold and
    the user has not decided about it.
    """
    env.say(screens.correction(correction))
    correction.decide.check_used(correction.cascade.entries)
    if correction.cascade.changes or correction.cascade.withdrawn:
        env.say("")
        replays_evenings = any(would.again for would in correction.episodes)
        corrections.show(env, correction.cascade, correction.decide if replays_evenings else None)


def keep(
    env: Environment, correction: CorrectionPreview, preview: Callable[[History], CorrectionPreview]
) -> None:
    """Keep a correction that was shown; `preview` makes it again if the history has changed."""
    correction.decide.settle()
    with env.writing() as session:
        kept_change = cascade.keep(
            session, correction.cascade, lambda now: preview(now).cascade, env.author_now()
        )
    if kept_change.effects.withdrawn_episodes:
        env.say(correction_screens.kept_message(kept_change))
    env.say(phrase("The pack is corrected: {command}", command="campaign pack show"))


def read_for_new_campaign(file: str) -> str:
    """Return the text of a file of corrections, checked for the beginning of a campaign.

    Raises `FileProblem`, `RecordProblem`.
    """
    text = read_text(file)
    with records.locating_errors(file, text):
        packs.check_beginning(text)
    return text


def correct_new_campaign(
    env: Environment, session: Session, history: History, text: str
) -> History:
    """Apply the corrections of a text to a campaign that has just begun; return its history.

    Corrections of closed envelopes wait, as with `pack apply`.
    """
    say_waiting_envelopes(env, history, text)
    if not packs_sharing.for_owner(history, text).text.strip():
        return history
    decide = later.decider(env, None, None, dry_run=False)
    correction = packs.preview(history, text, "from the beginning", [], decide)
    by = env.author_now()
    return cascade.keep(session, correction.cascade, lambda _: correction.cascade, by).history


def say_waiting_envelopes(env: Environment, history: History, text: str) -> None:
    """Name the closed envelopes in a file of corrections: their corrections wait."""
    for number in packs_sharing.for_owner(history, text).waiting:
        env.say(
            phrase(
                "The corrections of envelope {number} wait: apply the file again when the "
                "envelope is open.",
                number=number,
            )
        )
