"""The verdict and the day of an episode, and who was there, in a few words."""

from __future__ import annotations

from campaign.services.values import History
from campaign.services.words import day
from engine.kernel.phrases import joined, many, phrase
from engine.kernel.replay import Kind, Verdict
from engine.my_city.campaign.model import Played


def proof_in_words(played: Played) -> str:
    """The verdict on a recorded episode, and why where the program does not have its rules."""
    verdict = verdict_in_words(played)
    return (
        joined(": ", (verdict, played.verdict.reason)) if played.verdict.without_rules else verdict
    )


def verdict_in_words(played: Played) -> str:
    """The verdict on a recorded episode, and how many lines the table gave by hand."""
    return with_lines_by_hand(_verdict_in_words(played), played.verdict)


def with_lines_by_hand(words: str, verdict: Verdict) -> str:
    """A verdict in words with the number of lines by hand, where there are any."""
    if not verdict.by_hand:
        return words
    lines = many(verdict.by_hand, "line")
    return phrase("{verdict}, {lines} by hand", verdict=words, lines=lines)


def _verdict_in_words(played: Played) -> str:
    if played.as_played and played.verdict.kind is Kind.DIFFERS:
        return phrase("result differs, kept as played")
    if played.as_played:
        return phrase("moves verified, boards as inked")
    match played.verdict.kind:
        case Kind.UNVERIFIABLE if not played.verdict.without_rules:
            return phrase("results only, not proved")
        case Kind.POSSIBLE:
            return phrase("possible, the order was found")
        case kind:
            return phrase(kind)


def inked_in_words(played: Played) -> tuple[str, ...]:
    """What counts as the table noted it, and what the replay gives in its place."""
    replayed = {sheet.seat: sheet.total for sheet in played.verdict.sheets}
    scores = (
        phrase(
            "{seat}: {points}, {replayed} by replay",
            seat=sheet.seat,
            points=many(sheet.total, "point"),
            replayed=replayed[sheet.seat],
        )
        for sheet in played.sheets
        if played.as_played and sheet.total != replayed.get(sheet.seat, sheet.total)
    )
    return (*scores, *played.inked.differs)


def day_of(history: History, played: Played) -> str:
    """When an episode was played; when it was recorded where its record has no day."""
    date = played.record.played
    return day(date.isoformat() if date else history.recorded_at(played.entry))


def attendance_in_words(played: Played) -> tuple[str, ...]:
    """Whose cities nobody played, and who played one for that evening alone."""
    return (
        *(phrase("{seat} absent", seat=seat) for seat in played.absent),
        *(
            phrase("{player} for {seat}", player=name, seat=seat)
            for seat, name in played.substitutes.items()
        ),
    )
