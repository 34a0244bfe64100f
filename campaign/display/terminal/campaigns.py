"""Lists of campaigns: followed ones, archived ones, and histories that are only to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.status import next_episode
from campaign.display.terminal.tables import Table
from campaign.services.campaigns import CampaignListing, ListPlace
from campaign.services.words import day
from campaign.shell import command_with, quoted
from engine.kernel.phrases import phrase, plural


def list_at(
    place: ListPlace,
    campaigns: Sequence[CampaignListing],
    in_use: str | None,
    head: str,
    counts: Mapping[ListPlace, int],
) -> RenderableType:
    """The list of the campaigns at a place: followed, archived, or kept only to be read."""
    match place:
        case ListPlace.ARCHIVED:
            return archived_list(campaigns, head)
        case ListPlace.ASIDE:
            return aside_list(campaigns, head)
    return campaign_list(campaigns, in_use, head, counts)


def campaign_list(
    campaigns: Sequence[CampaignListing],
    in_use: str | None,
    head: str,
    counts: Mapping[ListPlace, int],
) -> RenderableType:
    """The list of followed campaigns, the head of the database, and the counts of other lists."""
    archived, aside = counts.get(ListPlace.ARCHIVED, 0), counts.get(ListPlace.ASIDE, 0)
    if not (campaigns or archived or aside):
        return parts.lines(
            parts.line(phrase("No campaign yet.")),
            parts.command("campaign new NAME --seat eagle=NAME --seat bear=NAME"),
        )
    elsewhere = (
        phrase("{count} archived: {command}", count=archived, command="campaign list --archived"),
        plural(
            "{count} other history, to be read: {command}",
            "{count} other histories, to be read: {command}",
            aside,
            command="campaign list --histories",
        ),
    )
    none = (
        phrase("Every campaign is archived.") if archived else phrase("No campaign goes on here.")
    )
    return parts.lines(
        _table(campaigns, in_use) if campaigns else parts.line(none),
        parts.head_of_database(head),
        *(
            parts.line(line)
            for line, count in zip(elsewhere, (archived, aside), strict=True)
            if count
        ),
    )


def archived_list(campaigns: Sequence[CampaignListing], head: str) -> RenderableType:
    """The archived campaigns, and the command that brings the last of them back."""
    if not campaigns:
        return parts.line(phrase("No campaign is archived."))
    followed = [campaign for campaign in campaigns if not campaign.aside]
    return parts.lines(
        _table(campaigns, None),
        parts.command(command_with("campaign unarchive", (followed or campaigns)[-1].name)),
        parts.head_of_database(head),
    )


def aside_list(campaigns: Sequence[CampaignListing], head: str) -> RenderableType:
    """The histories that are only to be read, with the reason, and the command to read one."""
    if not campaigns:
        return parts.line(phrase("No campaign has another history to read."))
    table = parts.table(
        *map(phrase, ("Campaign", "Entries", "Why")), right=("Entries",), notes=("Why",)
    )
    for campaign in campaigns:
        name = parts.campaign_name(campaign.called, simulated=campaign.simulated)
        table.add_row(name, str(campaign.entries), campaign.aside)
    return parts.lines(
        table,
        parts.command(f"campaign history --campaign {quoted(campaigns[-1].called)}"),
        parts.head_of_database(head),
    )


def _table(campaigns: Sequence[CampaignListing], in_use: str | None) -> Table:
    """A table with a row for each campaign, and a mark at the campaign in use."""
    headings = map(phrase, ("", "Campaign", "Players", "", "Last entry"))
    table = parts.table(*headings, names=("Players",))
    for campaign in campaigns:
        table.add_row(
            "*" if campaign.name == in_use else "",
            parts.campaign_name(campaign.called, simulated=campaign.simulated),
            ", ".join(dict.fromkeys(player or "-" for player in campaign.players.values())),
            next_episode(campaign.next_episode),
            day(campaign.last_entry),
        )
    return table
