"""Find days that are probably wrong: in the future, before the game was published, out of order.

    day of a record, today ── doubt ──> a sentence, or None

Before a record with a doubtful day is kept, the user is asked about it. The day of an episode is
also compared with the days of the episodes before and after it. Nothing is refused here, because a
table may use another calendar.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from campaign.games.kit import kit_of
from campaign.services import words
from engine.kernel.phrases import Phrase, phrase
from engine.kernel.record import Record


class EpisodeDay(NamedTuple):
    """An episode of a campaign and the day on which it was played."""

    episode: int
    day: date


def doubt(
    record: Record, today: date, earlier: EpisodeDay | None = None, later: EpisodeDay | None = None
) -> Phrase | None:
    """Why the day of a record is doubtful, as a sentence; None if it is plausible or missing.

    `earlier` and `later` are the episodes before and after it in the same campaign.
    """
    played, year = record.played, kit_of(record.game).year
    if played is None:
        return None
    day = words.day(played.isoformat())
    if played > today:
        return phrase("{day} is in the future", day=day)
    if played.year < year:
        return phrase(
            "{day} is before {game} was published, in {year}",
            day=day,
            game=phrase(kit_of(record.game).title),
            year=str(year),
        )
    if earlier and played < earlier.day:
        return phrase(
            "{day} is before {other}, the day of episode {number}",
            day=day,
            number=earlier.episode,
            other=words.day(earlier.day.isoformat()),
        )
    if later and played > later.day:
        return phrase(
            "{day} is after {other}, the day of episode {number}",
            day=day,
            number=later.episode,
            other=words.day(later.day.isoformat()),
        )
    return None
