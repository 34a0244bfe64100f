"""The list of campaigns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.status import next_episode
from campaign.services.campaigns import Listed
from campaign.services.words import day
from engine.kernel.phrases import phrase


def campaign_list(campaigns: Sequence[Listed], in_use: str | None, head: str) -> RenderableType:
    """All campaigns, the one in use marked, and the head of the database."""
    if not campaigns:
        return parts.lines(
            parts.line(phrase("No campaign yet.")),
            parts.command("campaign new NAME --seat eagle=NAME --seat bear=NAME"),
        )
    headings = map(phrase, ("", "Campaign", "Players", "", "Last entry"))
    table = parts.table(*headings, names=("Campaign", "Players"))
    for campaign in campaigns:
        table.add_row(
            "*" if campaign.name == in_use else "",
            campaign.called,
            ", ".join(player or "-" for player in campaign.players.values()),
            next_episode(campaign.next_episode),
            day(campaign.last_entry),
        )
    return parts.lines(table, parts.head_of_database(head))
