"""What a city is called, and its story for a player who takes it over, in a few words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.display.text.stickers import kind_in_words
from campaign.services.tenures import CityTenure, held
from campaign.services.values import History
from engine.kernel.phrases import Phrase, Wording, joined, many, phrase
from engine.my_city.campaign.model import Campaign, City, PlayedEpisode, Sticker
from engine.my_city.campaign.reasons import reason_in_words

LISTED = 6
"""Stickers of a story that are listed one by one."""


def title_of(city: City, played: PlayedEpisode | None) -> Wording:
    """Its name, seat and player, and after which episode it is shown."""
    if city.name:
        title: Wording = f"{city.name} ({', '.join(filter(None, (city.seat, city.player)))})"
    else:
        seat = f"{city.seat} ({city.player})" if city.player else city.seat
        title = phrase("The city of {seat}", seat=seat)
    if played is None:
        return title
    return phrase("{city} after episode {number}", city=title, number=played.number)


def story_in_words(history: History, city: City) -> Iterator[Phrase]:
    """A city for whoever has taken it over: whose it was, what lies on it and why, what is owed."""
    campaign = history.campaign
    before = [
        one for one in held(history) if one.seat == city.seat and one.until and not one.substitute
    ]
    yield phrase(
        "{player}, {seat} is your city now: {past}",
        player=city.player,
        seat=city.seat,
        past=_past(before),
    )
    yield _standing(campaign, city)
    placed = [sticker for sticker in city.stickers if sticker.chosen]
    if placed:
        yield phrase("On its board: {stickers}.", stickers=_stickers(placed))
    owed = [
        joined(" ", (kind_in_words(right), phrase("({why})", why=reason_in_words(right.reason))))
        for right in campaign.owed
        if right.seat == city.seat
    ]
    if owed:
        yield phrase("It still owes its board: {stickers}.", stickers=joined(", ", owed))


def _past(before: Sequence[CityTenure]) -> Phrase:
    """Who built a city up, in how many evenings, and what was won."""
    if not before:
        return phrase("nobody held it before.")
    parts: list[Phrase] = []
    for one in before:
        built = phrase(
            "{player} built it up in {evenings}",
            player=one.player,
            evenings=many(len(one.episodes), "evening"),
        )
        if one.won:
            built = phrase("{built} and won {count} of them", built=built, count=one.won)
        parts.append(built)
    return phrase("{past}.", past=joined(", then ", parts))


def _standing(campaign: Campaign, city: City) -> Phrase:
    """The marks of a city, and how far it is behind whoever leads."""
    marks = many(city.progress, "progress mark")
    leaders = [other for rank, other in campaign.standings if rank == 1]
    behind = leaders[0].progress - city.progress
    if not behind:
        return phrase("It has {marks}; nobody has more.", marks=marks)
    return phrase(
        "It has {marks}, {behind} behind {leaders}.",
        marks=marks,
        behind=behind,
        leaders=joined(" and ", [leader.seat for leader in leaders]),
    )


def _stickers(placed: Sequence[Sticker]) -> Phrase:
    """Stickers with their squares and reasons; of many the last ones, the others counted."""
    words = [
        phrase(
            "{kind} {square} ({reason})",
            kind=phrase(sticker.kind),
            square=sticker.square,
            reason=reason_in_words(sticker.reason),
        )
        for sticker in placed[-LISTED:]
    ]
    if (more := len(placed) - LISTED) > 0:
        words.insert(0, phrase("{count} more", count=more))
    return joined(", ", words)
