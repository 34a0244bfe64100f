"""Screens of episodes: the score sheet, the verdict, and what follows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.photos import photos_of
from campaign.display.terminal.records import STYLE, relied_on, sheet_table
from campaign.display.terminal.words import MixedText
from campaign.display.text.episodes import (
    FOLLOWS,
    attendance_in_words,
    best_score_in_words,
    day_of,
    deviations_in_words,
    place_and_length,
    proof_in_words,
    unstated_in_words,
    verdict_in_words,
    what_follows,
    winners_in_words,
)
from campaign.services.values import Allowed, History
from campaign.services.words import many
from engine.kernel.details import Details
from engine.kernel.game import CHANCE
from engine.kernel.phrases import Wording, joined, phrase
from engine.kernel.record import Record
from engine.kernel.replay import FOUND, ORDER
from engine.my_city.campaign.model import Campaign, PlayedEpisode

GIVEN = ("rank", "absent", "by hand")
"""The kinds of reasons for stickers that do not come from the moves of an episode."""


def episode(
    history: History, number: int, allowed: Allowed = MappingProxyType({})
) -> RenderableType:
    """An episode: verdict, sheets, ranks, earned marks and stickers, made-up values.

    `allowed` holds the best scores that its cards allowed, by seat, if a search has found them.
    """
    played = history.campaign.episode(number)
    date = day_of(history, played)
    title = (
        phrase("Episode {number}, played {day}", number=number, day=date)
        if played.record.played
        else phrase("Episode {number}, recorded {day}", number=number, day=date)
    )
    further: dict[Wording, Mapping[str, Wording]] = {
        phrase("marks"): _marks(history.campaign, number),
        phrase("stickers"): _given(history.campaign, number),
    }
    if allowed:
        further[phrase("the cards allowed")] = {
            seat: best_score_in_words(known) for seat, known in allowed.items()
        }
    replay_command = f"campaign episode replay {number} --step"
    verdict, attendance = played.verdict, attendance_in_words(played)
    replayed = {sheet.seat: sheet.total for sheet in verdict.sheets}
    return parts.lines(
        parts.title(
            title,
            verdict_in_words(played),
            STYLE[verdict.kind],
        ),
        parts.line(proof_in_words(played)) if verdict.without_rules else None,
        *details_lines(played.details),
        parts.line(phrase("{all}.", all=joined(", ", attendance))) if attendance else None,
        sheet_table(played.sheets, more=further, replayed=replayed, names=played.names),
        as_inked(played),
        parts.line(unstated) if (unstated := unstated_in_words(played)) else None,
        relied_on(verdict),
        *photos_of(played.photos),
        parts.line(phrase("Move by move: {command}", command=replay_command))
        if played.record.moves
        else None,
    )


def details_lines(details: Details) -> Iterator[RenderableType]:
    """Yield the place and length of an evening in one line, and the lines of its note."""
    if words := place_and_length(details):
        yield parts.line(words)
    yield from map(parts.line, details.note.splitlines())


def as_inked(played: PlayedEpisode) -> RenderableType:
    """The values that count as the boards show them, not by the rules; empty if there are none."""
    words = deviations_in_words(played)
    if not words:
        return parts.lines()
    heading = phrase("As the boards show it, not by the rules:")
    return parts.lines(parts.line(heading), *map(parts.item, words))


def episode_list(history: History, some: Sequence[PlayedEpisode]) -> RenderableType:
    """Recorded episodes, one on a line, with the absent players and the substitutes below it."""
    if history.campaign.played and not some:
        return parts.line(phrase("No recorded episode matches."))
    if not some:
        return parts.lines(
            parts.line(phrase("No episode counts yet.")),
            parts.command("campaign status"),
        )
    at = ("At",) if any(played.details.place for played in some) else ()
    table = parts.table(
        *map(phrase, ("Episode", "Played", *at, "Won by", "Points", "")),
        right=("Episode", "Points"),
        names=("At",),
        notes=("Won by", ""),
    )
    for played in some:
        points = dict.fromkeys(str(sheet.total) for sheet in played.first)
        table.add_row(
            str(played.number),
            day_of(history, played),
            *(played.details.place for _ in at),
            winners_in_words(played) or phrase("nobody"),
            ", ".join(points) or "-",
            MixedText(verdict_in_words(played), style=STYLE[played.verdict.kind]),
        )
        for words in attendance_in_words(played):
            table.add_row("", "", *("" for _ in at), MixedText(words, most=30), "", "")
    return table


def expansion(record: Record) -> RenderableType:
    """The moves that were found from the boards, a line for each card."""
    table = parts.table("", "card", *record.seats)
    rows: list[list[str]] = []
    for seat, move in record.moves or ():
        _, *arguments = move.split()
        if seat == CHANCE:
            rows.append([str(len(rows) + 1), *arguments, *("" for _ in record.seats)])
        elif move.startswith("by hand "):
            gains = move.removeprefix("by hand ")
            cells = ["" if column != seat else gains for column in record.seats]
            rows.append(["", "by hand", *cells])
        else:
            where = arguments[0].partition("@")[2] if arguments else move
            rows[-1][2 + record.seats.index(seat)] = where
    for row in rows:
        table.add_row(*row)
    by_search = record.header.get(ORDER) == FOUND
    title = (
        phrase("From the boards, in an order of the cards that fits:")
        if by_search
        else phrase("From the boards:")
    )
    return parts.lines(parts.line(title), table)


def follows(before: Campaign, after: Campaign) -> RenderableType:
    """The lasting changes of an episode (marks, stickers, shafts), and what comes next."""
    return parts.lines(parts.line(FOLLOWS), *map(parts.item, what_follows(before, after)))


def _marks(campaign: Campaign, number: int) -> dict[str, Wording]:
    """The progress marks that an episode gave, by seat."""
    counts = {
        city.seat: sum(mark.amount for mark in city.marks if mark.episode == number)
        for city in campaign.cities
    }
    return {seat: f"+{count}" if count else "-" for seat, count in counts.items()}


def _given(campaign: Campaign, number: int) -> dict[str, Wording]:
    """The stickers that an episode gave, placed or still owed, by seat."""
    kinds: dict[str, list[Wording]] = {}
    for city in campaign.cities:
        for sticker in city.stickers:
            if sticker.reason.episode == number and sticker.reason.kind in GIVEN:
                kinds.setdefault(city.seat, []).append(many(1, sticker.kind))
    for right in campaign.owed:
        if right.reason.episode == number and right.reason.kind in GIVEN:
            kinds.setdefault(right.seat, []).append(
                many(1, right.kind) if len(right.kinds) == 1 else right.kinds_in_words
            )
    return {seat: joined(", ", stickers) for seat, stickers in kinds.items()}
