"""The values of an episode in a chronicle: its replay, its sheets, what it changed, its records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from campaign.display.html import replays, sheets
from campaign.display.svg.picture import Picture
from campaign.display.text import story as tales
from campaign.display.text.episodes import (
    attendance_in_words,
    day_of,
    deviations_in_words,
    participant_in_words,
    place_and_length,
    proof_in_words,
    verdict_in_words,
)
from campaign.display.text.reasons import why_in_words
from campaign.display.text.stickers import mark_in_words, placed_in_words
from campaign.display.text.translation import Speaker
from campaign.services import chronicle, cities, games, story
from campaign.services.chronicle import SessionTimeline
from campaign.services.corrections import amending
from campaign.services.values import History
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.campaign.model import Campaign, Participant, PlayedEpisode


def episode_values(
    history: History,
    played: PlayedEpisode,
    last_episodes: Mapping[int, int],
    used: list[Picture],
    speaker: Speaker,
    *,
    anonymous: bool,
) -> dict[str, Any]:
    """The values of an episode: its replay, sheets, effects, and every version of its record.

    `last_episodes` are those before each entry. Pictures of the replay are added to `used`.
    """
    campaign, number = history.campaign, played.number
    envelope = campaign.pack.envelope_of(number)
    head = phrase("Episode {number}, {day}", number=number, day=day_of(history, played))
    if envelope and envelope.title:
        head = phrase("{envelope} ({chapter})", envelope=head, chapter=phrase(envelope.title))
    evening = chronicle.evening(played.record, played.setup, played.verdict)
    remarks = [*attendance_in_words(played), *deviations_in_words(played)]
    if played.verdict.without_rules:
        remarks.append(proof_in_words(played))
    return {
        "number": number,
        "head": head,
        "short": phrase("Episode {number}", number=number),
        "from_here": phrase(
            "from episode {number} on, {day}", number=number, day=day_of(history, played)
        ),
        "verdict": verdict_in_words(played),
        "proved": played.verified,
        "remarks": remarks if not anonymous else [],
        "evening": place_and_length(played.details),
        "note": played.details.note,
        "turned": _turned(played, evening),
        "replay": _evening(evening, played, used, speaker),
        "sheet": sheets.table(head, played.sheets, played.verdict, _heads(played)),
        "notes": [*sheets.notes(played.sheets), *sheets.made_up_remarks(played.verdict)],
        "earned": list(_earned(campaign, number, last_episodes)),
        "changed": list(_changed(history, played)),
        "versions": [] if anonymous else list(_versions(history, number)),
    }


def _turned(played: PlayedEpisode, evening: SessionTimeline) -> Wording:
    """A sentence on the card from which the winner stayed ahead; "" without a verified replay."""
    if not played.verified:
        return ""
    ahead = story.deciding_card(evening.steps, games.game_of_record(played.record).score)
    names = {one.seat: story.name_in(played, one.seat) for one in played.participants}
    return tales.ahead_in_words(ahead, names) if ahead else ""


def _evening(
    evening: SessionTimeline, played: PlayedEpisode, used: list[Picture], speaker: Speaker
) -> dict[str, Any] | None:
    """The replay of an episode; None if its moves are not known."""
    labels = {
        participant.seat: ", ".join(
            filter(None, (participant.city, participant.seat, participant.player))
        )
        for participant in played.participants
    }
    label = phrase("Replay of episode {number}", number=played.number)
    return replays.evening(evening, labels, label, used, speaker)


def _heads(played: PlayedEpisode) -> Mapping[str, str]:
    """The heads of a score sheet's columns, by seat: the seat and its player."""
    return {
        participant.seat: participant_in_words(participant) for participant in played.participants
    }


def _named_then(participant: Participant) -> str:
    """The name of a city in an episode, or its seat, with its player then."""
    name = participant.city or participant.seat
    return f"{name} ({participant.player})" if participant.player else name


def _earned(campaign: Campaign, number: int, last_episodes: Mapping[int, int]) -> Iterator[Wording]:
    """Yield for each city the marks and stickers that an episode brought, with their reasons."""
    for city in campaign.cities:
        gains = [mark_in_words(mark) for mark in city.marks if mark.episode == number]
        gains += [placed_in_words(s) for s in city.stickers if last_episodes.get(s.entry) == number]
        if gains:
            city_name = _named_then(campaign.episode(number).participant(city.seat))
            yield phrase("{city}: {gains}", city=city_name, gains=joined(", ", gains))


def _changed(history: History, played: PlayedEpisode) -> Iterator[Wording]:
    """Yield for each board the cells that an episode changed, before and after."""
    campaign = history.campaign
    later = next((p for p in campaign.played if p.number > played.number), None)
    rules = played.rules
    rules_after = later.rules if later else campaign.rules
    for city in campaign.cities:
        old = city._replace(land=played.lands[city.seat])
        new = city._replace(land=later.lands[city.seat]) if later else city
        changes = [
            joined(" ", (name, before, "→", now))
            for name in rules.grid.names(rules.grid.all)
            for before, now in [
                (cities.cell_content(rules, old, name), cities.cell_content(rules_after, new, name))
            ]
            if before != now
        ]
        if changes:
            city_name = _named_then(played.participant(city.seat))
            yield phrase("{city}: {gains}", city=city_name, gains=joined(", ", changes))


def _versions(history: History, number: int) -> Iterator[Mapping[str, Wording]]:
    """Yield the versions of an episode's record, each with a sentence on it."""
    versions = amending.versions(history, number)
    for i, version in enumerate(versions, 1):
        words = phrase("The record")
        if not version.counts:
            words = phrase("Version {number}, which no longer counts", number=i)
            if version.reason:
                reason = why_in_words(version.reason)
                words = phrase("{version} ({reason})", version=words, reason=reason)
        yield {"words": words, "record": version.record}
