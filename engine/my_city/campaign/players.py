"""Players and the cities they hold: who joins, who leaves, who goes by another name."""

from __future__ import annotations

from engine.kernel.errors import Refused
from engine.kernel.phrases import phrase
from engine.my_city.campaign.model import Campaign, Tenure

NAME_LIMIT = 40


def joined(campaign: Campaign, seat: str, player: str) -> Campaign:
    """The campaign with a player at a seat that nobody holds; raises `Refused`."""
    name_is_good(phrase("the player of {seat}", seat=seat), player)
    city = campaign.city(seat)
    if city.player:
        raise Refused(
            phrase("{player} holds {seat}", player=city.player, seat=seat),
            phrase("the player leaves first"),
        )
    tenures = (*campaign.tenures, Tenure(seat, player, campaign.entries))
    return campaign._replace(tenures=tenures).with_city(city._replace(player=player))


def left(campaign: Campaign, seat: str) -> Campaign:
    """The campaign without the player of a seat; raises `Refused` where nobody holds it."""
    if not campaign.city(seat).player:
        raise Refused(phrase("nobody holds {seat}", seat=seat))
    return _vacated(campaign, seat)


def accepted(campaign: Campaign, seat: str, player: str) -> Campaign:
    """The campaign with a player at a seat, whoever held it before; raises `Refused`."""
    if campaign.city(seat).player == player:
        return campaign
    return joined(_vacated(campaign, seat), seat, player)


def renamed(campaign: Campaign, player: str, name: str) -> Campaign:
    """The campaign with another name for a player, in all tenures; raises `Refused`."""
    name_is_good(phrase("the player"), name)
    names = {tenure.player for tenure in campaign.tenures}
    if player not in names:
        raise Refused(
            phrase(
                "{player} has not played here: {names}",
                player=player,
                names=", ".join(sorted(names)),
            )
        )
    if name in names:
        raise Refused(phrase("{name} plays here already", name=name))
    for city in campaign.cities:
        if city.player == player:
            campaign = campaign.with_city(city._replace(player=name))
    tenures = tuple(
        tenure._replace(player=name) if tenure.player == player else tenure
        for tenure in campaign.tenures
    )
    played = tuple(
        episode._replace(
            participants=tuple(
                one._replace(player=name) if one.player == player else one
                for one in episode.participants
            )
        )
        for episode in campaign.played
    )
    return campaign._replace(tenures=tenures, played=played)


def name_is_good(whose: str, name: str) -> None:
    """Refuse an empty name, an overlong one and one with control characters."""
    if not name or name != name.strip():
        raise Refused(phrase("{whose} needs a name, without blanks around it", whose=whose))
    if len(name) > NAME_LIMIT:
        raise Refused(
            phrase(
                "{whose}: a name of {length:,} characters, at most {most}",
                whose=whose,
                length=len(name),
                most=NAME_LIMIT,
            )
        )
    if not name.isprintable():
        raise Refused(
            phrase("{whose}: {name} holds a control character", whose=whose, name=repr(name))
        )


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
