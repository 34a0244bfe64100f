"""campaign rename | archive | unarchive | withdraw."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import completion
from campaign.cli.arguments import DryRun, Reason
from campaign.cli.campaigns import reply
from campaign.cli.environment import Environment, Reply
from campaign.cli.registration import command, group
from campaign.display.json import campaigns as documents
from campaign.services import campaigns, campaigns_life
from campaign.shell import command_with
from engine.kernel.phrases import many, phrase

AllSimulated = Annotated[
    bool, typer.Option("--all-simulated", help="Every campaign that simple players play.")
]
NewName = Annotated[str, typer.Argument(metavar="NAME", help="The new name.")]
Known = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="The campaign's name.", autocompletion=completion.campaigns
    ),
]
KnownOrInUse = Annotated[
    str | None,
    typer.Argument(
        metavar="NAME",
        help="The campaign's name; without it the campaign in use.",
        autocompletion=completion.campaigns,
        show_default=False,
    ),
]
Archived = Annotated[
    str,
    typer.Argument(metavar="NAME", help="The campaign's name.", autocompletion=completion.archived),
]

app = group()


@command(
    app,
    "rename",
    example='campaign rename "The Wednesday Group"',
    menu=("Data", 9, ""),
    also="rename name title",
)
def rename(env: Environment, name: NewName) -> Reply[documents.CampaignsDocument]:
    """Rename the campaign for everybody who uses it."""
    history = env.history()
    old_name = history.campaign.name
    history = env.keep(campaigns_life.rename(history, name))
    env.say(
        phrase(
            "{campaign} is called {name} from now on.",
            campaign=old_name,
            name=history.campaign.name,
        )
    )
    return reply(env)


@command(
    app,
    "archive",
    example='campaign archive "The Tuesday Group"',
    menu=("Data", 10, ""),
    also="archive hide close finish",
)
def archive(
    env: Environment,
    name: KnownOrInUse = None,
    all_simulated: AllSimulated = False,
    reason: Reason = "",
) -> Reply[documents.CampaignsDocument]:
    """Archive a campaign: lists, and commands that do not name it, leave it out; audits do not."""
    if all_simulated:
        if name:
            raise typer.BadParameter(
                "--all-simulated means every simulated campaign: without a name"
            )
        _archive_simulated(env, reason)
        return reply(env)
    with env.writing() as session:
        archived_name = campaigns_life.archive(
            session, name or env.options.campaign, reason, env.author_now()
        )
    env.say(
        phrase(
            "{campaign} is archived. To bring it back: {command}",
            campaign=archived_name,
            command=command_with("campaign unarchive", archived_name),
        )
    )
    env.say_head()
    return reply(env)


def _archive_simulated(env: Environment, reason: str) -> None:
    """Archive every campaign that is simulated."""
    with env.writing() as session:
        names = campaigns_life.archive_simulated(session, reason, env.author_now())
    if not names:
        env.say(phrase("No simulated campaign is left to archive."))
        return
    env.say(phrase("Archived: {names}.", names=", ".join(names)))
    env.say_head()


@command(
    app,
    "unarchive",
    example='campaign unarchive "The Tuesday Group"',
    menu=("Data", 11, ""),
    also="unarchive unhide reopen",
)
def unarchive(env: Environment, name: Archived) -> Reply[documents.CampaignsDocument]:
    """Bring back a campaign that was archived or withdrawn."""
    with env.writing() as session:
        campaign_name = campaigns_life.unarchive(session, name, env.author_now())
    env.say(
        phrase(
            "{campaign} is back: {command}",
            campaign=campaign_name,
            command=command_with("campaign use", campaign_name),
        )
    )
    env.say_head()
    return reply(env)


@command(
    app,
    "withdraw",
    example='campaign withdraw "Tuseday"',
    menu=("Data", 12, ""),
    also="mistake",
)
def withdraw(
    env: Environment, name: Known, reason: Reason = "", dry_run: DryRun = False
) -> Reply[documents.CampaignsDocument]:
    """Withdraw a campaign without an episode: it is gone, and its name is free again."""
    with env.reading() as session:
        history = campaigns.find(session, name, env.author)
    campaigns_life.check_withdrawable(history)
    campaign_name = history.campaign.name
    entries = many(len(history.entries), "entry")
    env.say(
        phrase("{campaign} has {entries} and no episode.", campaign=campaign_name, entries=entries)
    )
    env.confirm(phrase("Withdraw {campaign}?", campaign=campaign_name), dry_run=dry_run)
    with env.writing() as session:
        campaigns_life.withdraw(session, history, reason, env.author_now())
    env.say(
        phrase(
            "{campaign} is withdrawn, its name is free. To bring it back: {command}",
            campaign=campaign_name,
            command=command_with("campaign unarchive", campaign_name),
        )
    )
    env.say_head()
    return reply(env)
