"""Dilluvia Project on the page of a session: the city by round."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.html.developments import Development, at_the_end, by_round
from campaign.display.svg.picture import Picture
from campaign.services.values import Outside


def developments(outside: Outside, language: str, used: list[Picture]) -> Iterator[Development]:
    """The city as it ended, and at the end of each round."""
    yield from at_the_end(outside, language, used)
    yield from by_round(outside, language, used, lambda state: state.turn.round)
