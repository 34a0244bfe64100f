"""Players who take over or leave a city, and players who are renamed."""

from __future__ import annotations

from campaign.services import changes, lookalikes
from campaign.services.changes import HistoryChange
from campaign.services.names import check_seen
from campaign.services.values import History
from campaign.shell import command_with
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Wording, phrase
from engine.my_city.campaign.entries import PlayerJoined, PlayerLeft, PlayerRenamed


def rename(history: History, player: str, name: str) -> HistoryChange:
    """Preview another name for a player; raises `NotAllowed`, also for another person's name.

    A substitute may have had the name before, but not in an evening that the player played.
    """
    check_seen(name)
    if player == name:
        raise NotAllowed(phrase("the player is called {player} already", player=player))
    for played in history.campaign.played:
        if {player, name} <= {*played.names.values()}:
            raise two_people(player, name, phrase("episode {number}", number=played.number))
    if {player, name} <= {city.player for city in history.campaign.cities}:
        raise two_people(player, name, history.called)
    if any(tenure.player == name for tenure in history.campaign.tenures):
        raise NotAllowed(
            phrase("a player here is called {name} already", name=name),
            phrase(
                "if it is the same person: {command}",
                command=command_with("campaign player merge", player, name),
            ),
        )
    return changes.preview(history, PlayerRenamed(player, name))


def two_people(name: str, person: str, where: Wording) -> NotAllowed:
    """The error for two names that played, or held a city, at the same time."""
    return NotAllowed(
        phrase(
            "{name} and {person} were both in {where}: they are two people",
            name=name,
            person=person,
            where=where,
        )
    )


def leave(history: History, seat: str, holder: str) -> HistoryChange:
    """Preview the entry by which the `holder` of a city leaves; raises `NotAllowed`."""
    _check_holder(history, seat, holder)
    return changes.preview(history, PlayerLeft(seat))


def join(history: History, seat: str, player: str, note: str, holder: str) -> HistoryChange:
    """Preview a player's takeover of a city, which its `holder` leaves; raises `NotAllowed`."""
    _check_holder(history, seat, holder)
    return changes.preview(history, *joining(history, seat, player, note))


def _check_holder(history: History, seat: str, holder: str) -> None:
    """Raise `NotAllowed` if a city came into other hands since `holder` was said to hold it."""
    now = history.campaign.city(seat).player
    if now != holder:
        raise other_hands(seat, holder, now)


def other_hands(seat: str, former: str, now: str) -> NotAllowed:
    """The error for a city that somebody else holds than what was shown."""
    return NotAllowed(
        phrase(
            "{seat} came into other hands meanwhile: {former} held it, now {player}",
            seat=seat,
            former=former or phrase("nobody"),
            player=now or phrase("nobody"),
        ),
        phrase("give the command again"),
    )


def joining(
    history: History, seat: str, player: str, note: str = "", *, ahead: int = 0
) -> tuple[PlayerLeft | PlayerJoined, ...]:
    """The step by which a player takes over a city; raises `NotAllowed` for its holder.

    `ahead` is the number of entries that come before it and are not in the history yet.
    """
    check_seen(player)
    holder = history.campaign.city(seat).player
    if holder == player:
        raise NotAllowed(phrase("{player} holds {seat} already", player=player, seat=seat))
    if not holder:
        return (PlayerJoined(seat, player, note),)
    step = len(history.entries) + ahead + 1
    return PlayerLeft(seat), PlayerJoined(seat, player, note, step=step)


def lookalike_pairs(history: History) -> tuple[tuple[str, str], ...]:
    """The pairs of different names of players that look alike."""
    names = sorted({tenure.player for tenure in history.campaign.tenures})
    return tuple(
        (name, other)
        for at, name in enumerate(names)
        if (other := lookalikes.like(name, names[at + 1 :]))
    )
