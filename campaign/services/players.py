"""Players: who comes and goes, and who goes by another name."""

from __future__ import annotations

from campaign.services import changes, lookalikes
from campaign.services.changes import Change
from campaign.services.values import History
from engine.kernel.errors import Refused
from engine.kernel.phrases import phrase
from engine.my_city.campaign.entries import PlayerJoined, PlayerLeft, PlayerRenamed


def rename(history: History, player: str, name: str) -> Change:
    """Another name for a player; raises `Refused`."""
    return changes.preview(history, PlayerRenamed(player, name))


def leave(history: History, seat: str) -> Change:
    """Nobody holds a city any more; raises `Refused`."""
    return changes.preview(history, PlayerLeft(seat))


def join(history: History, seat: str, player: str, note: str) -> Change:
    """A player takes a city over; whoever held it leaves. Raises `Refused`."""
    return changes.preview(history, *joining(history, seat, player, note))


def joining(
    history: History, seat: str, player: str, note: str = ""
) -> tuple[PlayerLeft | PlayerJoined, ...]:
    """The entries by which a player takes a city over; raises `Refused` for who holds it."""
    holder = history.campaign.city(seat).player
    if holder == player:
        raise Refused(phrase("{player} holds {seat} already", player=player, seat=seat))
    left = (PlayerLeft(seat),) if holder else ()
    return (*left, PlayerJoined(seat, player, note))


def alike(history: History) -> tuple[tuple[str, str], ...]:
    """The pairs of players whose names are different and look alike."""
    names = sorted({tenure.player for tenure in history.campaign.tenures})
    return tuple(
        (name, other)
        for at, name in enumerate(names)
        if (other := lookalikes.like(name, names[at + 1 :]))
    )
