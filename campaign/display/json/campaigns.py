"""The list of campaigns as a JSON document, and the form for a state to begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from campaign.display.json.parts import ByName, Document, Head, Items, OrNull, Part, Time
from campaign.services.campaigns import CampaignListing, ListPlace


class ListedCampaign(Part):
    """A campaign of the database."""

    name: str
    in_use: bool = Field(description="true for the one chosen with `campaign use`")
    seats: ByName[str] = Field(description='seat to player, `""` where nobody is')
    next_episode: int | None
    entries: int
    last_entry: Time
    archived: bool
    aside: OrNull[str] = Field(description="why it is only kept to be read; null if it is followed")
    simulated: bool = Field(description="whether simple players play it")


class Campaigns(Document, kind="campaigns"):
    """All campaigns in the database."""

    campaigns: Items[ListedCampaign]
    archived: int = Field(description="how many are archived; `--archived` lists them")
    set_aside: int = Field(description="how many are only to be read; `--histories` lists them")
    head: OrNull[Head] = Field(
        description="the head over all entries of the database, in its short form"
    )


class OpeningForm(Document, kind="state"):
    """The form for a campaign that began without this program."""

    state: str = Field(description="a TOML file")


def campaign_list(
    campaigns: Sequence[CampaignListing],
    in_use: str | None,
    head: str,
    counts: Mapping[ListPlace, int],
) -> Campaigns:
    """Campaigns, how many are in other lists, and the head of the database."""
    return Campaigns.from_value(
        archived=counts.get(ListPlace.ARCHIVED, 0),
        set_aside=counts.get(ListPlace.ASIDE, 0),
        campaigns=[
            ListedCampaign.from_value(one, in_use=one.name == in_use, seats=one.players)
            for one in campaigns
        ],
        head=head,
    )
