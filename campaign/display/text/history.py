"""An entry of the journal in one sentence, for screens, reports and documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from campaign.display.text.episodes import attendance_in_words, proof_in_words
from campaign.services.corrections.amending import versions_by_entry
from campaign.services.values import History
from campaign.services.words import article, many
from campaign.store.heads import short_head
from engine.my_city.campaign.entries import (
    Amended,
    BoardChecked,
    CityAccepted,
    CityNamed,
    Created,
    EnvelopeOpened,
    EpisodeRecorded,
    PackApplied,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Restored,
    StickerPlaced,
    Withdrawn,
    entry_of,
    episode_in,
)
from engine.my_city.campaign.model import Campaign


def entry_in_words(history: History, number: int) -> str:
    """What an entry, counted from 1, did."""
    stored = history.entries[number - 1]
    entry = entry_of(stored.kind, stored.payload)
    match entry:
        case Created():
            return _beginning(history.campaign, entry)
        case EnvelopeOpened(envelope):
            return f"envelope {envelope} is opened"
        case EpisodeRecorded(record):
            return _episode(history.campaign, number, record)
        case StickerPlaced(seat, kind, square):
            return f"{seat} puts {article(kind)} on {square}"
        case PackApplied(_, reason, episodes):
            again = f"; episode {', '.join(map(str, episodes))} judged again" if episodes else ""
            return f"the pack is corrected: {reason}{again}"
        case CityNamed(seat, name):
            return f"the city of {seat} is called {name}"
        case BoardChecked(seat, by, differs):
            result = f"differs: {differs}" if differs else "is as it is here"
            return f"{by} checks the board of {seat}: it {result}"
        case PlayerJoined(seat, player, note):
            return f"{player} takes over {seat}" + (f" ({note})" if note else "")
        case PlayerLeft(seat):
            return f"the player of {seat} leaves"
        case PlayerRenamed(player, name):
            return f"{player} is called {name} from now on"
        case CityAccepted(seat, player, head, bundle_for=bundle_for):
            bundle = f"; the bundle was for {bundle_for}" if bundle_for else ""
            return f"{player} accepts {seat} and its history up to {short_head(head)}{bundle}"
        case Withdrawn(numbers, reason):
            return f"entry {', '.join(map(str, numbers))} withdrawn: {reason}"
        case Restored(withdrawal):
            return f"the withdrawal of entry {withdrawal} is taken back"
        case Amended(amended, reason=reason):
            return f"another record for entry {amended}: {reason}"
        case _:
            assert_never(entry)


def record_commands(history: History) -> Mapping[int, str]:
    """By entry that holds a record: the command that prints it."""
    return {
        entry: f"campaign episode show {episode} --version {version}"
        for entry, (episode, version) in versions_by_entry(history).items()
    }


def _beginning(campaign: Campaign, created: Created) -> str:
    players = ", ".join(f"{seat} {created.seats[seat]}" for seat in campaign.seats)
    declared = created.declared
    since = f", with episode {declared['episode']}, its state declared" if declared else ""
    return f"{created.name} begins{since}: {players}"


def _episode(campaign: Campaign, number: int, record: str) -> str:
    """Who won an episode; of one that no longer counts only its number."""
    played = next((one for one in campaign.played if one.entry == number), None)
    if played is None:
        return f"episode {episode_in(record)} is recorded"
    winners = played.first
    won = "nobody is first as inked"
    if winners:
        names, verb = (
            " and ".join(sheet.seat for sheet in winners),
            "win" + "s" * (len(winners) < 2),
        )
        won = f"{names} {verb} with {many(winners[0].total, 'point')}"
    return (
        f"episode {played.number}: {won} ({proof_in_words(played)})"
        f"{''.join(f'; {words}' for words in attendance_in_words(played))}"
    )
