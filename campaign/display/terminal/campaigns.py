"""The list of campaigns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.status import next_episode
from campaign.services.values import History
from campaign.services.words import day


def campaign_list(histories: Sequence[History], in_use: str | None) -> RenderableType:
    """All campaigns, the one in use marked."""
    if not histories:
        return parts.lines(
            parts.line("No campaign yet."),
            parts.command("campaign new NAME --seat eagle=NAME --seat bear=NAME"),
        )
    table = parts.table("", "Campaign", "Players", "", "Last entry")
    for history in histories:
        campaign = history.campaign
        table.add_row(
            "*" if campaign.name == in_use else "",
            parts.fit(history.called, 26),
            parts.fit(", ".join(city.player or "-" for city in campaign.cities), 20),
            next_episode(campaign),
            day(history.entries[-1].recorded_at),
        )
    return table
