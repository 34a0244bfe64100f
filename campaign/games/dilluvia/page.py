"""Dilluvia Project on the page of a session: the city by round."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.html.developments import Development, round_developments
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.games.dilluvia import picture
from campaign.services.values import SessionHistory
from engine.dilluvia.state import DilluviaState


def developments(
    outside: SessionHistory, speaker: Speaker, used: list[Picture]
) -> Iterator[Development]:
    """Yield the city at the end of each round."""

    def pictures_of(state: DilluviaState, number: int) -> list[Picture]:
        ended = state._replace(turn=state.turn._replace(round=number))
        return [picture.table(ended, outside.names, speaker)]

    yield from round_developments(
        outside, speaker, used, lambda state: state.turn.round, pictures_of
    )
