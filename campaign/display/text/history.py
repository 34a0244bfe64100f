"""An entry of the journal in one sentence, for screens, reports and documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from campaign.display.text.episodes import (
    attendance_in_words,
    proof_in_words,
    winners_in_words,
)
from campaign.services.corrections.amending import versions_by_entry
from campaign.services.values import History
from campaign.services.words import article, many
from campaign.store.heads import short_head
from engine.kernel.phrases import Phrase, joined, phrase, plural
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


def entry_in_words(history: History, number: int) -> Phrase:
    """What an entry, counted from 1, did."""
    stored = history.entries[number - 1]
    entry = entry_of(stored.kind, stored.payload)
    match entry:
        case Created():
            return _beginning(history.campaign, entry)
        case EnvelopeOpened(envelope):
            return phrase("envelope {envelope} is opened", envelope=envelope)
        case EpisodeRecorded(record):
            return _episode(history.campaign, number, record)
        case StickerPlaced(seat, kind, square):
            sticker = article(kind)
            return phrase(
                "{seat} puts {sticker} on {square}", seat=seat, sticker=sticker, square=square
            )
        case PackApplied(_, reason, episodes):
            words = phrase("the pack is corrected: {reason}", reason=reason)
            if not episodes:
                return words
            numbers = ", ".join(map(str, episodes))
            return joined("; ", (words, phrase("episode {numbers} judged again", numbers=numbers)))
        case CityNamed(seat, name):
            return phrase("the city of {seat} is called {name}", seat=seat, name=name)
        case BoardChecked(seat, by, differs):
            if not differs:
                return phrase(
                    "{by} checks the board of {seat}: it is as it is here", by=by, seat=seat
                )
            return phrase(
                "{by} checks the board of {seat}: it differs: {differs}",
                by=by,
                seat=seat,
                differs=differs,
            )
        case PlayerJoined(seat, player, note):
            words = phrase("{player} takes over {seat}", player=player, seat=seat)
            words = _dated(history, entry, words)
            return phrase("{words} ({note})", words=words, note=note) if note else words
        case PlayerLeft(seat, before):
            until = before - 1 if before else number
            return _dated(history, entry, _leaving(history.campaign, seat, until))
        case PlayerRenamed(player, name):
            return phrase("{player} is called {name} from now on", player=player, name=name)
        case CityAccepted(seat, player, head, bundle_for=bundle_for):
            words = phrase(
                "{player} accepts {seat} and its history up to {head}",
                player=player,
                seat=seat,
                head=short_head(head),
            )
            if not bundle_for:
                return words
            return joined("; ", (words, phrase("the bundle was for {seats}", seats=bundle_for)))
        case Withdrawn(numbers, reason):
            withdrawn = ", ".join(map(str, numbers))
            return phrase("entry {numbers} withdrawn: {reason}", numbers=withdrawn, reason=reason)
        case Restored(withdrawal):
            return phrase("the withdrawal of entry {number} is taken back", number=withdrawal)
        case Amended(amended, reason=reason):
            return phrase(
                "another record for entry {number}: {reason}", number=amended, reason=reason
            )
        case _:
            assert_never(entry)


def record_commands(history: History) -> Mapping[int, str]:
    """By entry that holds a record: the command that prints it."""
    return {
        entry: f"campaign episode show {episode} --version {version}"
        for entry, (episode, version) in versions_by_entry(history).items()
    }


def _dated(history: History, entry: PlayerJoined | PlayerLeft, words: Phrase) -> Phrase:
    """The words with the episode before which somebody came or went, where that was dated."""
    if not entry.before:
        return words
    record = history.entries[entry.before - 1].payload.get("record", "")
    return phrase("{words}, before episode {number}", words=words, number=episode_in(record))


def _leaving(campaign: Campaign, seat: str, until: int) -> Phrase:
    """Who leaves a city; an entry that was withdrawn ended nobody's time."""
    for tenure in campaign.tenures:
        if (tenure.seat, tenure.until) == (seat, until):
            return phrase("{player} leaves {seat}", player=tenure.player, seat=seat)
    return phrase("the player of {seat} leaves", seat=seat)


def _beginning(campaign: Campaign, created: Created) -> Phrase:
    players = ", ".join(f"{seat} {created.seats[seat]}" for seat in campaign.seats)
    if declared := created.declared:
        return phrase(
            "{campaign} begins, with episode {number}, its state declared: {players}",
            campaign=created.name,
            number=declared["episode"],
            players=players,
        )
    return phrase("{campaign} begins: {players}", campaign=created.name, players=players)


def _episode(campaign: Campaign, number: int, record: str) -> Phrase:
    """Who won an episode; of one that no longer counts only its number."""
    played = next((one for one in campaign.played if one.entry == number), None)
    if played is None:
        return phrase("episode {number} is recorded", number=episode_in(record))
    winners = played.first
    won = phrase("nobody is first as inked")
    if winners:
        won = plural(
            "{names} wins with {points}",
            "{names} win with {points}",
            len(winners),
            names=winners_in_words(played),
            points=many(winners[0].total, "point"),
        )
    result = phrase(
        "episode {number}: {won} ({proof})",
        number=played.number,
        won=won,
        proof=proof_in_words(played),
    )
    return joined("; ", (result, *attendance_in_words(played)))
