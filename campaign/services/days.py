"""Find days that are probably wrong: in the future, before the game was published, out of order.

    day of a record, today ── doubt ──> a sentence, or None

Whoever keeps a record asks about such a day; a record of the days of a campaign is also held
against the evenings beside it. Nothing is refused here: the calendar of a table may be another one.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from campaign.games.kit import kit_of
from campaign.services import words
from engine.kernel.phrases import Phrase, phrase
from engine.kernel.record import Record


class Evening(NamedTuple):
    """An episode of a campaign and the day on which it was played."""

    episode: int
    day: date


def doubt(
    record: Record, today: date, earlier: Evening | None = None, later: Evening | None = None
) -> Phrase | None:
    """Why hardly anybody means the day of a record; None where it may be so, or is not said.

    `earlier` and `later` are the evenings of its campaign before and after it.
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
            "{day} is before episode {number}, played {other}",
            day=day,
            number=earlier.episode,
            other=words.day(earlier.day.isoformat()),
        )
    if later and played > later.day:
        return phrase(
            "{day} is after episode {number}, played {other}",
            day=day,
            number=later.episode,
            other=words.day(later.day.isoformat()),
        )
    return None
