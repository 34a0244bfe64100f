"""The title of a city, and its story for a player who takes it over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.display.text.stickers import kind_in_words, placed_in_words
from campaign.services.tenures import CityTenure, city_tenures
from campaign.services.values import History
from engine.kernel.phrases import Phrase, Wording, joined, listed, many, phrase
from engine.my_city.campaign.model import Campaign, City, PlayedEpisode, Sticker
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.campaign.stickers import lying_stickers

BOARD_CHANGED = phrase("What is recorded of this board has changed since.")
LISTED = 6
"""The number of stickers that a story lists one by one."""


def title_of(city: City, played: PlayedEpisode | None) -> Wording:
    """The name, seat and player of a city, and the episode after which the city is shown."""
    if city.name:
        title: Wording = f"{city.name} ({', '.join(filter(None, (city.seat, city.player)))})"
    else:
        seat = f"{city.seat} ({city.player})" if city.player else city.seat
        title = phrase("The city of {seat}", seat=seat)
    if played is None:
        return title
    return phrase("{city} after episode {number}", city=title, number=played.number)


def story_in_words(history: History, city: City) -> Iterator[Phrase]:
    """Yield the story of a city for its new player: players, marks, stickers, owed stickers."""
    campaign = history.campaign
    earlier_tenures = [
        tenure
        for tenure in city_tenures(history)
        if tenure.seat == city.seat and tenure.until and not tenure.substitute
    ]
    names = {"player": city.player, "seat": city.seat}
    past = _past(campaign, earlier_tenures, city.player)
    if any(tenure.player == city.player for tenure in earlier_tenures):
        yield phrase("{player}, {seat} is your city again: {past}", **names, past=past)
    else:
        yield phrase("{player}, {seat} is your city now: {past}", **names, past=past)
    yield _standing(campaign, city)
    lying = lying_stickers(campaign, city)
    if lying:
        yield phrase("On its board: {stickers}.", stickers=_stickers(lying))
    owed = [
        phrase(
            "{sticker} ({reason})",
            sticker=kind_in_words(right),
            reason=reason_in_words(right.reason),
        )
        for right in campaign.owed
        if right.seat == city.seat
    ]
    if owed:
        yield phrase("It still owes its board: {stickers}.", stickers=joined(", ", owed))


def _past(campaign: Campaign, earlier_tenures: Sequence[CityTenure], reader: str) -> Phrase:
    """The earlier players of a city, each with the number of evenings and of wins.

    The `reader`, who comes back, is "you". What was played before a declared state is in no
    evening.
    """
    if not earlier_tenures:
        return phrase("nobody held it before.")
    parts: list[Phrase] = []
    for tenure in earlier_tenures:
        evenings = many(len(tenure.episodes), "evening")
        if tenure.player == reader and tenure.episodes:
            sentence = phrase("you played it for {evenings}", evenings=evenings)
        elif tenure.player == reader:
            sentence = phrase("you held it and played no evening")
        elif tenure.episodes:
            sentence = phrase(
                "{player} built it up in {evenings}", player=tenure.player, evenings=evenings
            )
        else:
            sentence = phrase("{player} held it and played no evening", player=tenure.player)
        if tenure.won:
            sentence = phrase("{built} and won {count} of them", built=sentence, count=tenure.won)
        parts.append(sentence)
    past = joined(", then ", parts)
    if campaign.declared:
        return phrase(
            "{past}; its state before episode {number} was declared.",
            past=past,
            number=campaign.begins,
        )
    return phrase("{past}.", past=past)


def _standing(campaign: Campaign, city: City) -> Phrase:
    """The marks of a city, and how many it is behind the leaders."""
    marks = many(city.progress, "progress mark")
    leaders = [leader for rank, leader in campaign.standings if rank == 1]
    marks_behind = leaders[0].progress - city.progress
    if not marks_behind:
        return phrase("It has {marks}; nobody has more.", marks=marks)
    return phrase(
        "It has {marks}, {behind} behind {leaders}.",
        marks=marks,
        behind=marks_behind,
        leaders=listed([leader.seat for leader in leaders]),
    )


def _stickers(placed: Sequence[Sticker]) -> Phrase:
    """The last stickers with their squares and reasons, and the number of the others."""
    words = [placed_in_words(sticker) for sticker in placed[-LISTED:]]
    if (hidden_count := len(placed) - LISTED) > 0:
        words.append(phrase("and {count} more", count=hidden_count))
    return joined(", ", words)
