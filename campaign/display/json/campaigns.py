"""JSON documents of campaigns: the list, and the form for a campaign that began elsewhere."""

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


class CampaignsDocument(Document, kind="campaigns"):
    """All campaigns in the database."""

    campaigns: Items[ListedCampaign]
    archived: int = Field(description="how many are archived; `--archived` lists them")
    set_aside: int = Field(description="how many are only to be read; `--histories` lists them")
    head: OrNull[Head] = Field(
        description="the head over all entries of the database, in its short form"
    )


class OpeningFormDocument(Document, kind="state"):
    """The form for a campaign that began without this program."""

    state: str = Field(description="a TOML file")


def campaign_list(
    campaigns: Sequence[CampaignListing],
    in_use: str | None,
    head: str,
    counts: Mapping[ListPlace, int],
) -> CampaignsDocument:
    """The document of a list of campaigns, with the counts of other lists and the head."""
    return CampaignsDocument.from_value(
        archived=counts.get(ListPlace.ARCHIVED, 0),
        set_aside=counts.get(ListPlace.ASIDE, 0),
        campaigns=[
            ListedCampaign.from_value(listing, in_use=listing.name == in_use, seats=listing.players)
            for listing in campaigns
        ],
        head=head,
    )
