"""The standings as a picture: the marks of every city, episode by episode."""

from __future__ import annotations

from itertools import accumulate

from campaign.display.svg.charts import Series, lines
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.services.values import History
from engine.kernel.phrases import phrase


def standings(history: History, speaker: Speaker, *, anchor: str = "") -> Picture:
    """A chart of progress marks over the episodes, with a line for each city.

    With an `anchor` each episode is a link to its anchor on a page.
    """
    campaign = history.campaign
    numbers = sorted(
        {played.number for played in campaign.played}
        | {mark.episode for city in campaign.cities for mark in city.marks}
    )
    series = []
    for city in campaign.cities:
        by_episode = (
            sum(mark.amount for mark in city.marks if mark.episode == number) for number in numbers
        )
        name = city.name or (f"{city.seat}, {city.player}" if city.player else city.seat)
        series.append(Series(city.seat, name, (0, *accumulate(by_episode))))
    title = phrase("Progress marks by episode")
    if campaign.name:  # a page without names has none
        title = phrase("{campaign}: progress marks by episode", campaign=campaign.name)
    links = ["", *(f"{anchor}{number}" for number in numbers)] if anchor else ()
    return lines(speaker.say(title), ("0", *map(str, numbers)), series, links)
