"""Quadropolis on the page of a session: cities by round, better assignments."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.html.developments import (
    Development,
    picture_development,
    round_developments,
)
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.games.quadropolis import picture as cities
from campaign.games.quadropolis.better import better_staffings
from campaign.services.values import SessionHistory
from campaign.services.words import many
from engine.kernel.phrases import phrase


def developments(
    outside: SessionHistory, speaker: Speaker, used: list[Picture]
) -> Iterator[Development]:
    """Yield the cities by round, and better assignments than the stated ones."""
    yield from round_developments(
        outside,
        speaker,
        used,
        lambda state: state.round,
        lambda state, _: cities.all_cities(state, outside.names, speaker),
    )
    state, names = outside.verdict.state, outside.names
    for seat, gain, plan in better_staffings(state):
        name = names.get(seat, seat)
        heading = phrase(
            "{player} could have had {points} more", player=name, points=many(gain, "point")
        )
        built = state.cities[state.seats.index(seat)]
        yield picture_development(
            heading, cities.city(name, state.rules.mode, built, plan, speaker), used
        )
