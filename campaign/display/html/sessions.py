"""Pages of sessions outside a campaign: one session with its developments, and a list of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from campaign.display.html import sheets
from campaign.display.html.developments import developments_of
from campaign.display.html.page import page
from campaign.display.svg.picture import Picture
from campaign.display.text.episodes import place_and_length
from campaign.display.text.records import corrected_tables_in_words
from campaign.display.text.sessions import (
    listed_scores,
    listed_verdict_in_words,
    outcome_in_words,
    verdict_in_words,
)
from campaign.display.text.translation import Speaker
from campaign.services import games
from campaign.services.projections.sessions import counting_sheets
from campaign.services.sessions_list import SessionListing
from campaign.services.values import SessionHistory
from campaign.services.words import day, many
from engine.kernel.phrases import Wording, joined, phrase


def session(outside: SessionHistory, speaker: Speaker) -> str:
    """The page of a session: its developments, its score sheet and its record."""
    record, verdict, counting = outside.record, outside.verdict, counting_sheets(outside)
    used: list[Picture] = []
    replayed = bool(record.moves and verdict.sheets)
    parts = list(developments_of(outside, speaker, used)) if replayed else []
    names = {seat: f"{seat} {outside.names.get(seat, '')}".rstrip() for seat in record.seats}
    title = phrase("{game}, {day}", game=phrase(games.title(record.game)), day=_day(outside))
    withdrawn = [phrase("withdrawn: it no longer counts")] if outside.withdrawn else []
    return page(
        "session.html",
        title,
        speaker,
        used,
        verdict=verdict_in_words(outside),
        proved=outside.verified,
        outcome=outcome_in_words(counting, outside.names),
        evening=place_and_length(outside.stream.details),
        note=outside.stream.details.note,
        remarks=[
            *withdrawn,
            *([verdict.reason] if verdict.reason else []),
            *filter(None, [corrected_tables_in_words(outside.overlay)]),
        ],
        parts_=parts,
        sheet=sheets.table(title, counting, verdict, names),
        notes=[*sheets.notes(verdict.sheets), *sheets.made_up_remarks(verdict)],
        record=outside.text,
    )


def session_list(rows: Sequence[SessionListing], speaker: Speaker) -> str:
    """The page that lists sessions, the last one first."""
    title = many(len(rows), "session")
    at = ("At",) if any(row.log.place for row in rows) else ()
    games_played = Counter(row.log.game for row in rows)
    return page(
        "sessions.html",
        title,
        speaker,
        [],
        counts=joined(
            ", ",
            [
                joined(": ", (phrase(games.title(game)), str(count)))
                for game, count in sorted(games_played.items())
            ],
        ),
        heads=list(map(phrase, ("Id", "Game", "Played", *at, "Scores", "Verdict"))),
        rows=[
            (
                str(row.number),
                phrase(games.title(row.log.game)),
                day(row.log.played or row.log.recorded_at),
                *(row.log.place or "" for _ in at),
                listed_scores(row),
                listed_verdict_in_words(row),
            )
            for row in reversed(rows)
        ],
    )


def _day(outside: SessionHistory) -> Wording:
    played = outside.record.played
    return day(played.isoformat() if played else outside.recorded_at)
