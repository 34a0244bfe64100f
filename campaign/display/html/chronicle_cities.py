"""The values of a city in a chronicle: its board today, and its life."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaign.display.html import boards, replays
from campaign.display.html.page import emblem as page_emblem
from campaign.display.html.page import picture_markup
from campaign.display.svg.cities import board_of_city
from campaign.display.svg.picture import Picture
from campaign.display.text.stickers import mark_in_words, placed_in_words
from campaign.display.text.translation import Speaker
from campaign.services import chronicle, cities
from campaign.services.tenures import city_tenures
from campaign.services.values import History
from campaign.services.words import day, many
from engine.kernel.phrases import Phrase, joined, phrase
from engine.my_city.campaign.model import Campaign, City


def city_values(
    history: History, city: City, used: list[Picture], speaker: Speaker
) -> dict[str, Any]:
    """The values of a city: its board today, and its life; the two pictures are added to `used`."""
    life = chronicle.life(history, city.seat)
    last = len(life.episodes)
    today = board_of_city(cities.city_view(history, city.seat), speaker)
    title = phrase("{city} over the episodes", city=city_name(city))
    growing = boards.board(title, life.board, last, speaker)
    used += [today, growing]
    moments = [phrase("At the beginning.")]
    moments += _moments(history.campaign, city.seat)
    label = phrase("{city} by episode", city=city_name(city))
    replay = replays.moments([(_full(city), growing)], moments, label, speaker)
    return {
        "seat": city.seat,
        "name": _full(city),
        "emblem": page_emblem(city.seat),
        "marks": many(city.progress, "progress mark"),
        "today": picture_markup(today),
        "life": phrase("The life of {city}", city=city_name(city)),
        "replay": replay if last else None,
        "parts": [part for part in _parts(history, city) if part["list"]],
    }


def city_name(city: City) -> str:
    """The name of a city, or its seat, with its player."""
    name = city.name or city.seat
    return f"{name} ({city.player})" if city.player else name


def _full(city: City) -> str:
    """The name, seat and player of a city."""
    return ", ".join(filter(None, (city.name, city.seat, city.player)))


def _moments(campaign: Campaign, seat: str) -> Iterator[Phrase]:
    """Yield a sentence for each episode: who played the city, and who holds it if that changed."""
    last_player = ""
    for played in campaign.played:
        participant = played.participant(seat)
        words = phrase("After episode {number}.", number=played.number)
        if participant.absent:
            words = phrase(
                "After episode {number}, in which nobody played it.", number=played.number
            )
        elif participant.player:
            words = phrase(
                "After episode {number}, played by {player}.",
                number=played.number,
                player=participant.player,
            )
        if participant.player and not participant.substitute:
            if last_player and participant.player != last_player:
                changed = phrase(
                    "{player} holds the city now, {before} no longer.",
                    player=participant.player,
                    before=last_player,
                )
                words = joined(" ", (changed, words))
            last_player = participant.player
        yield words


def _parts(history: History, city: City) -> Iterator[dict[str, Any]]:
    """Yield the lists of a city's stickers, of its players and of its progress marks."""
    yield {
        "words": phrase("Stickers"),
        "list": [placed_in_words(s) for s in city.stickers],
    }
    yield {
        "words": phrase("Players"),
        "list": [
            joined(
                ": ",
                (tenure.player or city.seat, _from_to(tenure.first_day, tenure.last_day)),
            )
            for tenure in city_tenures(history)
            if tenure.seat == city.seat and not tenure.substitute
        ],
    }
    yield {
        "words": phrase("Progress marks"),
        "list": [mark_in_words(mark) for mark in city.marks],
    }


def _from_to(first: str, last: str) -> Phrase:
    """The days of a tenure; `last` is "" while it lasts."""
    if not last:
        return phrase("since {day}", day=day(first))
    return phrase("{first} to {last}", first=day(first), last=day(last))
