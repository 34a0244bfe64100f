"""campaign envelope list | show | open | correct."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli import envelopes_form as form
from campaign.cli.arguments import DryRun
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import envelopes as documents
from campaign.display.terminal import envelopes as screens
from campaign.services import changes, envelopes_form
from campaign.services.errors import UnknownName
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.services.values import History

Number = Annotated[
    int,
    typer.Argument(
        metavar="N", help="The number on the envelope.", autocompletion=completion.envelopes
    ),
]

NumberOrBox = Annotated[
    int,
    typer.Argument(
        metavar="N",
        help="The number on the envelope; 0: the box.",
        autocompletion=completion.envelopes,
    ),
]
Every = Annotated[
    bool,
    typer.Option("--all", help="Ask about every value, not only about those that were made up."),
]

app = group(
    "envelope",
    "The envelopes of a campaign: what is open, what is sealed.",
    menu=("Evening", 5, "open it, read it"),
)


@command(app, "list", example="campaign envelope list", reads=True)
def list_(env: Environment) -> Reply[documents.EnvelopesDocument]:
    """All envelopes, and when the closed ones open."""
    history = env.history()
    return Reply(lambda: documents.envelope_list(history), lambda: screens.envelope_list(history))


@command(app, "show", example="campaign envelope show 1", reads=True)
def show(
    env: Environment, number: Number
) -> Reply[documents.EnvelopeDocument | documents.SealedEnvelopeDocument]:
    """What an open envelope brought; for a closed one, only when it opens."""
    history = env.history()
    _check_number(history, number)
    return _reply(history, number)


@command(app, "open", example="campaign envelope open 1", also="open unseal envelopes")
def open_(
    env: Environment, number: Number, dry_run: DryRun = False
) -> Reply[documents.EnvelopeDocument | documents.SealedEnvelopeDocument] | None:
    """Open an envelope when its time has come, and show what it brings."""
    with env.reading() as session:
        history = env.campaign_history(session)
        entry = changes.opening_entry(session, history, number)
    change = changes.preview(history, entry)
    if dry_run or env.can_ask:
        env.say(screens.before_opening(history, number))
    env.confirm(phrase("Open envelope {number} for good?", number=number), dry_run=dry_run)
    history = env.keep(change)
    env.say(phrase("Envelope {number} is open.", number=number))
    env.show(_reply(history, number))
    if env.can_ask and envelopes_form.is_made_up(history, number):
        question = phrase("Compare it with your own now, value by value?")
        if env.ask_yes(question):
            form.fill_in(env, history, number, every=False)
    return None


@command(app, "correct", example="campaign envelope correct 1")
def correct(env: Environment, number: NumberOrBox, every: Every = False) -> None:
    """Compare the program's open envelope with your own, value by value, and correct it."""
    form.fill_in(env, env.history(), number, every=every)


def _reply(
    history: History, number: int
) -> Reply[documents.EnvelopeDocument | documents.SealedEnvelopeDocument]:
    """Reply with an envelope."""
    return Reply(
        lambda: documents.envelope(history, number), lambda: screens.envelope(history, number)
    )


def _check_number(history: History, number: int) -> None:
    """Raise `UnknownName` for a number that no envelope has."""
    if number not in {envelope.number for envelope in history.campaign.pack.envelopes}:
        raise UnknownName(
            phrase("there is no envelope {number}", number=number), "campaign envelope list"
        )
