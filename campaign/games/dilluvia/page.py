"""Dilluvia Project on the page of a session: the city by round."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.html.developments import Development, round_developments
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.games.dilluvia import picture
from campaign.services.values import SessionHistory


def developments(
    outside: SessionHistory, speaker: Speaker, used: list[Picture]
) -> Iterator[Development]:
    """Yield the city at the end of each round."""
    yield from round_developments(
        outside,
        speaker,
        used,
        lambda state: state.turn.round,
        lambda state: [picture.table(state, outside.names, speaker)],
    )
