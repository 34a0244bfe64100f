"""Players and the cities they hold: who joins, who leaves, who goes by another name."""

from __future__ import annotations

from engine.kernel.errors import Refused
from engine.my_city.campaign.model import Campaign, Tenure

NAME_LIMIT = 40


def joined(campaign: Campaign, seat: str, player: str) -> Campaign:
    """The campaign with a player at a seat that nobody holds; raises `Refused`."""
    name_is_good(f"the player of {seat}", player)
    city = campaign.city(seat)
    if city.player:
        raise Refused(f"{city.player} holds {seat}", "the player leaves first")
    tenures = (*campaign.tenures, Tenure(seat, player, campaign.entries))
    return campaign._replace(tenures=tenures).with_city(city._replace(player=player))


def left(campaign: Campaign, seat: str) -> Campaign:
    """The campaign without the player of a seat; raises `Refused` where nobody holds it."""
    if not campaign.city(seat).player:
        raise Refused(f"nobody holds {seat}")
    return _vacated(campaign, seat)


def accepted(campaign: Campaign, seat: str, player: str) -> Campaign:
    """The campaign with a player at a seat, whoever held it before; raises `Refused`."""
    if campaign.city(seat).player == player:
        return campaign
    return joined(_vacated(campaign, seat), seat, player)


def renamed(campaign: Campaign, player: str, name: str) -> Campaign:
    """The campaign with another name for a player, in all tenures; raises `Refused`."""
    name_is_good("the player", name)
    names = {tenure.player for tenure in campaign.tenures}
    if player not in names:
        raise Refused(f"{player} has not played here: {', '.join(sorted(names))}")
    if name in names:
        raise Refused(f"{name} plays here already")
    for city in campaign.cities:
        if city.player == player:
            campaign = campaign.with_city(city._replace(player=name))
    tenures = tuple(
        tenure._replace(player=name) if tenure.player == player else tenure
        for tenure in campaign.tenures
    )
    return campaign._replace(tenures=tenures)


def name_is_good(whose: str, name: str) -> None:
    """Refuse an empty name, an overlong one and one with control characters."""
    if not name or name != name.strip():
        raise Refused(f"{whose} needs a name, without blanks around it")
    if len(name) > NAME_LIMIT:
        raise Refused(f"{whose}: a name of {len(name):,} characters, at most {NAME_LIMIT}")
    if not name.isprintable():
        raise Refused(f"{whose}: {name!r} holds a control character")


def _vacated(campaign: Campaign, seat: str) -> Campaign:
    """The campaign with nobody at a seat from this entry on."""
    tenures = tuple(
        tenure._replace(until=campaign.entries)
        if tenure.seat == seat and not tenure.until
        else tenure
        for tenure in campaign.tenures
    )
    city = campaign.city(seat)._replace(player="")
    return campaign._replace(tenures=tenures).with_city(city)
