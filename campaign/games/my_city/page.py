"""My City on the page of a session: a replay that shows every move on the boards."""

from __future__ import annotations

from collections.abc import Iterator

from campaign.display.html import replays
from campaign.display.html.developments import Development
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.services import chronicle
from campaign.services.values import SessionHistory
from engine.kernel.phrases import phrase


def developments(
    outside: SessionHistory, speaker: Speaker, used: list[Picture]
) -> Iterator[Development]:
    """The replay of the session, which ends with the boards."""
    record = outside.record
    evening = chronicle.evening(record, outside.setup, outside.verdict)
    label = phrase("Replay of the session")
    if replay := replays.evening(evening, outside.names, label, used, speaker):
        yield Development(label, replay)
