"""Remarks on the names of people: where an earlier name still stands, and which one lists say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.services import folding
from campaign.services import players_merging as merging
from campaign.services.statistics import player as player_pages
from campaign.services.words import many
from campaign.shell import command_with
from engine.kernel.phrases import Phrase, Wording, listed, phrase, plural
from engine.my_city.campaign.corrections import effective_entries
from engine.my_city.campaign.entries import PlayerRenamed

if TYPE_CHECKING:
    from sqlmodel import Session

    from campaign.services.values import History


def still_called(session: Session, player: str, name: str) -> list[Wording]:
    """The sessions and campaigns here that still say `player`, who has `name` in a campaign."""
    if merging.together(session, player, name):  # two people: nobody is to be merged
        return []
    command = command_with("campaign player merge", player, name)
    remarks: list[Wording] = [
        plural(
            "{sessions} outside a campaign still says {player}; "
            "if it is the same person: {command}",
            "{sessions} outside a campaign still say {player}; if it is the same person: {command}",
            totals.played,
            sessions=many(totals.played, "session"),
            player=player,
            command=command,
        )
        for totals in player_pages.in_sessions(session)
        if totals.player == player
    ]
    if elsewhere := merging.campaigns_of(session, player):
        remarks.append(
            plural(
                "{campaigns} still says {player}; if it is the same person: {command}",
                "{campaigns} still say {player}; if it is the same person: {command}",
                len(elsewhere),
                campaigns=listed(elsewhere),
                player=player,
                command=command,
            )
        )
    return remarks


def still_called_since(session: Session, before: History, now: History) -> list[Wording]:
    """`still_called` for everybody who has another name since an earlier state of a history."""
    known = set(_renamed(before))
    people = now.campaign.people
    return [
        remark
        for player, name in dict.fromkeys(_renamed(now))
        if (player, name) not in known and player not in people and name in people
        for remark in still_called(session, player, name)
    ]


def lists_say(person: str, name: str, remedy: str) -> Phrase:
    """That lists say `person` for somebody whose name was merged; a command changes that."""
    return phrase(
        "Lists say {person}, because {name} was merged into it. To let them say {name}: {command}",
        person=person,
        name=name,
        command=remedy,
    )


def _renamed(history: History) -> list[tuple[str, str]]:
    """The earlier and the later name of everybody who was renamed in a history."""
    entries = effective_entries(folding.entries_of(history.entries))
    return [(entry.player, entry.name) for _, entry in entries if isinstance(entry, PlayerRenamed)]
