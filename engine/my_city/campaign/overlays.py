"""The corrections that the owner of a box makes to the pack, and which episodes they change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.kernel.errors import Refused, SetupError
from engine.my_city.campaign import stickers
from engine.my_city.campaign.corrections import Numbered
from engine.my_city.campaign.entries import PackApplied
from engine.my_city.campaign.model import Applied, Campaign
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.overlay import overlaid
from engine.my_city.play.boards import take


def judged_again(pack: Pack, entries: Iterable[Numbered]) -> Mapping[int, Pack]:
    """The packs of the episodes that a later correction names, by episode."""
    again: dict[int, Pack] = {}
    for _, entry in entries:
        if isinstance(entry, PackApplied):
            pack = overlaid(pack, entry.overlay)
            again |= dict.fromkeys(entry.again, pack)
    return MappingProxyType(again)


def applied(campaign: Campaign, entry: PackApplied) -> Campaign:
    """The campaign under the owner's values from here on: its boards are laid out anew.

    Raises `Refused` for a correction that the boards or the episodes cannot have.
    """
    if not entry.reason.strip():
        raise Refused("a correction needs a reason", "--reason TEXT")
    pack = overlaid(campaign.pack, entry.overlay, campaign.opened)
    unplayed = set(entry.again) - {played.number for played in campaign.played}
    if unplayed:
        raise Refused(f"episode {min(unplayed)} has not been played: it cannot be judged again")
    correction = Applied(entry.reason, entry.again, campaign.entries)
    campaign = campaign._replace(pack=pack, applied=(*campaign.applied, correction))
    rules = rules_of(pack, campaign.next_episode or pack.last)
    for city in campaign.cities:
        printed = pack.printed.get(city.seat, pack.land)
        try:
            brought = take(rules, printed, city.board, city.seat)
        except SetupError as error:
            raise Refused(f"the boards as they lie do not fit this pack: {error}") from None
        campaign = campaign.with_city(city._replace(land=brought.land))
    return stickers.settled(campaign)
