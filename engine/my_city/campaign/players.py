"""Players and the cities they hold: who joins, who leaves, who goes by another name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.kernel import texts
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, phrase
from engine.my_city.campaign.model import Campaign, City, Tenure

NAME_LIMIT = 40


class Tally(NamedTuple):
    """The progress marks and the won episodes that a player brought to cities."""

    marks: int = 0
    won: int = 0


def marks_by_player(campaign: Campaign, city: City) -> Mapping[str, int]:
    """The progress marks of a city by the player who then played it, or held it if nobody did.

    Marks that were declared when the campaign was entered here, and those of a city that nobody
    held, have the key "".
    """
    played = {episode.number: episode.player(city.seat) or "" for episode in campaign.played}
    marks: dict[str, int] = {}
    for mark in city.marks:
        player = played.get(mark.episode, "")
        marks[player] = marks.get(player, 0) + mark.amount
    return marks


def tallies(campaign: Campaign) -> Mapping[str, Tally]:
    """For each player the marks and wins of cities in the episodes in which the player had them."""
    sums: dict[str, Tally] = {}
    for city in campaign.cities:
        for player, marks in marks_by_player(campaign, city).items():
            before = sums.get(player, Tally())
            sums[player] = before._replace(marks=before.marks + marks)
    for episode in campaign.played:
        for sheet in episode.first:
            player = episode.player(sheet.seat) or ""
            before = sums.get(player, Tally())
            sums[player] = before._replace(won=before.won + 1)
    return sums


def with_player(campaign: Campaign, seat: str, player: str, after: int = 0) -> Campaign:
    """The campaign with a player at a seat that nobody holds; raises `NotAllowed`.

    `after` is the entry after which the tenure begins, 0 for the current entry.
    """
    check_name(phrase("the player of {seat}", seat=seat), player)
    city = campaign.city(seat)
    if city.player:
        raise NotAllowed(
            phrase("{player} holds {seat}", player=city.player, seat=seat),
            phrase("the player leaves first"),
        )
    tenures = (*campaign.tenures, Tenure(seat, player, after or campaign.entries))
    return campaign._replace(tenures=tenures).with_city(city._replace(player=player))


def without_player(campaign: Campaign, seat: str, after: int = 0) -> Campaign:
    """The campaign without the player of a seat; raises `NotAllowed` where nobody holds it."""
    if not campaign.city(seat).player:
        raise NotAllowed(phrase("nobody holds {seat}", seat=seat))
    return _vacated(campaign, seat, after or campaign.entries)


def with_new_holder(campaign: Campaign, seat: str, player: str) -> Campaign:
    """The campaign with a player at a seat, in place of its holder if any; raises `NotAllowed`."""
    if campaign.city(seat).player == player:
        return campaign
    return with_player(_vacated(campaign, seat, campaign.entries), seat, player)


def with_renamed_player(campaign: Campaign, player: str, name: str) -> Campaign:
    """The campaign with another name for a player or substitute; raises `NotAllowed`."""
    check_name(phrase("the player"), name)
    names = campaign.people
    if player not in names:
        raise NotAllowed(
            phrase(
                "{player} has not played here: {names}",
                player=player,
                names=", ".join(sorted(names)),
            )
        )
    if any(tenure.player == name for tenure in campaign.tenures):
        raise NotAllowed(phrase("a player here is called {name} already", name=name))
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
                person._replace(
                    player=name if person.player == player else person.player,
                    holder=name if person.holder == player else person.holder,
                )
                for person in episode.participants
            )
        )
        for episode in campaign.played
    )
    checked = {
        seat: check._replace(by=name) if check.by == player else check
        for seat, check in campaign.checked.items()
    }
    return campaign._replace(tenures=tenures, played=played, checked=checked)


def check_name(whose: Wording, name: str) -> None:
    """Raise `NotAllowed` for an empty or overlong name, or one with control characters."""
    if not name or name != name.strip():
        raise NotAllowed(phrase("{whose} needs a name, without blanks around it", whose=whose))
    if len(name) > NAME_LIMIT:
        raise NotAllowed(
            phrase(
                "{whose}: a name of {length:,} characters, at most {most}",
                whose=whose,
                length=len(name),
                most=NAME_LIMIT,
            )
        )
    if sign := texts.hidden_sign(name):
        raise NotAllowed(
            phrase("{whose}: {name} holds {sign}", whose=whose, name=repr(name), sign=sign)
        )


def _vacated(campaign: Campaign, seat: str, after: int) -> Campaign:
    """The campaign with nobody at a seat after an entry; a tenure without entries is left out."""
    tenures = (
        tenure._replace(until=after) if tenure.seat == seat and not tenure.until else tenure
        for tenure in campaign.tenures
    )
    held = tuple(tenure for tenure in tenures if tenure.since != tenure.until)
    return campaign._replace(tenures=held).with_city(campaign.city(seat)._replace(player=""))
