"""Dilluvia Project on the page of a session: the city at the end and by round."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.html.developments import Development, end_developments, round_developments
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.services.values import SessionHistory


def developments(
    outside: SessionHistory, speaker: Speaker, used: list[Picture]
) -> Iterator[Development]:
    """Yield the city at the end of the game, and at the end of each round."""
    yield from end_developments(outside, speaker, used)
    yield from round_developments(outside, speaker, used, lambda state: state.turn.round)
