"""A session outside a campaign as a picture: the table at its end."""

from __future__ import annotations

from campaign.display.svg.picture import Picture, with_heading
from campaign.display.svg.renderers import painter_of
from campaign.display.text.sessions import scores_in_words, standing_in_words
from campaign.display.text.translation import Speaker
from campaign.services import games
from campaign.services.errors import UnknownName
from campaign.services.projections.sessions import counting_sheets
from campaign.services.values import SessionHistory
from campaign.services.words import day
from engine.kernel.phrases import joined, phrase


def table_of(outside: SessionHistory, speaker: Speaker) -> Picture:
    """The table at the end of a session; raises `UnknownName` if there is nothing to draw."""
    record, verdict, number = outside.record, outside.verdict, outside.number
    painter = painter_of(record.game)
    if painter is None or not verdict.sheets:
        raise UnknownName(
            phrase(
                "session {number} has no table to draw: {reason}",
                number=number,
                reason=verdict.reason or record.game,
            ),
            f"campaign session show {number}",
        )
    return painter.table(verdict.state, outside.names, speaker)


def session(outside: SessionHistory, speaker: Speaker) -> Picture:
    """The table at the end of a session with its day, verdict and scores; raises `UnknownName`."""
    table, record = table_of(outside, speaker), outside.record
    played = day(record.played.isoformat() if record.played else outside.recorded_at)
    title = phrase("{game}, {day}", game=phrase(games.title(record.game)), day=played)
    scores = scores_in_words(counting_sheets(outside), outside.names)
    return with_heading(
        table, speaker.say(title), speaker.say(joined("; ", (standing_in_words(outside), scores)))
    )
