"""The tables of a report: cities, people, envelopes, episodes, marks and stickers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campaign.display.text.blocks import Block, Heading, Items, Paragraph, RowBlock
from campaign.display.text.episodes import (
    attendance_in_words,
    details_in_words,
    deviations_in_words,
    proof_in_words,
)
from campaign.display.text.history import counted_in_words, withdrawn_in, without_said_twice
from campaign.display.text.records import label_phrase, points_of
from campaign.services import tenures
from campaign.services.values import History
from campaign.services.words import day, spans
from engine.kernel.phrases import Phrase, Wording, joined, phrase, plural
from engine.my_city.campaign.model import DECLARED, Campaign, City, PlayedEpisode
from engine.my_city.campaign.reasons import reason_in_words

PEOPLE = ("player joined", "player left", "player renamed", "city accepted", "city named")
"""Kinds of entries about the players and the names of cities."""


def cities(campaign: Campaign) -> Iterator[Block]:
    """Yield all cities by rank; nuggets and shafts are left out while no city has any."""
    yield Heading(2, phrase("Cities"))
    standings = [city for _, city in campaign.standings]
    columns: dict[Phrase, list[Wording]] = {
        phrase("City"): [city.seat for city in standings],
        phrase("Name"): [city.name for city in standings],
        phrase("Player"): [city.player or phrase("nobody") for city in standings],
        phrase("Progress marks"): [str(city.progress) for city in standings],
    }
    if any(city.nuggets for city in standings):
        columns[phrase("Nuggets")] = [str(city.nuggets) for city in standings]
    if any(map(_shafts, standings)):
        columns[phrase("Shafts")] = list(map(_shafts, standings))
    yield RowBlock(tuple(columns), tuple(zip(*columns.values(), strict=True)))


def _shafts(city: City) -> str:
    """The depths of a city's shafts, by colour."""
    return ", ".join(f"{colour} {depth}" for colour, depth in city.shafts.items() if depth)


def who_played(history: History) -> Iterator[Block]:
    """Yield who held which city, and who played it for an evening."""
    yield Heading(2, phrase("Who played"))
    yield Items([_held(tenure) for tenure in tenures.city_tenures(history)])


def _held(tenure: tenures.CityTenure) -> Phrase:
    """A sentence on a tenure: its player, its days, its episodes, and the number of wins."""
    parts: list[Wording] = []
    if tenure.substitute:
        parts.append(phrase("{player} as a substitute", player=tenure.player))
    elif tenure.until:
        days = {"since": day(tenure.first_day), "until": day(tenure.last_day)}
        parts.append(phrase("{player}, {since} to {until}", player=tenure.player, **days))
    else:
        since = day(tenure.first_day)
        parts.append(phrase("{player}, since {since}", player=tenure.player, since=since))
    parts.append(
        plural(
            "episode {episodes}",
            "episodes {episodes}",
            len(tenure.episodes),
            episodes=spans(tenure.episodes),
        )
        if tenure.episodes
        else phrase("no episode")
    )
    if tenure.won:
        parts.append(plural("{number} won", "{number} won", tenure.won, number=tenure.won))
    return phrase("{seat}: {what}.", seat=tenure.seat, what=joined(", ", parts))


def people(history: History) -> Iterator[Block]:
    """Yield the entries by which players came, left or were renamed, or cities got new names."""
    rows = _entries(history, PEOPLE)
    if rows:
        yield Heading(2, phrase("People and names"))
        yield RowBlock(tuple(map(phrase, ("Entry", "Recorded", "By", "What"))), rows)


def envelopes(history: History) -> Iterator[Block]:
    """Yield every open envelope, with the day on which its opening was recorded."""
    opened = history.campaign.opened
    if opened:
        yield Heading(2, phrase("Envelopes"))
        yield RowBlock(
            tuple(map(phrase, ("Envelope", "Recorded", "Entry", "By"))),
            [
                (
                    str(number),
                    day(history.recorded_at(entry)) if entry > DECLARED else phrase("declared"),
                    str(entry),
                    history.entries[entry - 1].author,
                )
                for number, entry in sorted(opened.items())
            ],
        )


def episode(history: History, played: PlayedEpisode) -> Iterator[Block]:
    """Yield an episode: when it was played and recorded, the players, the scores line by line."""
    yield Heading(2, phrase("Episode {number}", number=played.number))
    yield Paragraph(joined(" ", _days_and_verdict(history, played)))
    if attendance := attendance_in_words(played):
        yield Paragraph(phrase("{what}.", what=joined(", ", attendance)))
    if noted := details_in_words(played.details):
        yield Paragraph(phrase("Noted by the players; nothing proves it: {what}", what=noted))
    ordered = sorted(played.sheets, key=lambda sheet: sheet.rank)
    rows = list[tuple[Wording, ...]]()
    for sheet in ordered:
        participant = played.participant(sheet.seat)
        seat, city = participant.seat, participant.city
        name = f"{seat}, {city}" if city else seat
        rank = str(sheet.rank)
        rows.append(
            (name, participant.player or phrase("nobody"), str(sheet.total), rank, sheet.tie)
        )
    yield RowBlock(tuple(map(phrase, ("City", "Player", "Points", "Rank", "Why this rank"))), rows)
    labels = dict.fromkeys(line.label for sheet in ordered for line in sheet.lines)
    if labels:
        yield RowBlock(
            (phrase("Score"), *(sheet.seat for sheet in ordered)),
            [
                (
                    label_phrase(label),
                    *(points_of(sheet, label, first=not row) for sheet in ordered),
                )
                for row, label in enumerate(labels)
            ],
        )
    if inked := deviations_in_words(played):
        yield Paragraph(phrase("As the boards show it, not by the rules:"))
        yield Items(inked)


def _days_and_verdict(history: History, played: PlayedEpisode) -> Iterator[Wording]:
    """Yield sentences on the day of an episode, on its recording, and on its verdict."""
    entry = history.entries[played.entry - 1]
    if date := played.record.played:
        yield phrase("Played {day}.", day=day(date.isoformat()))
    else:
        yield phrase("Nobody stated the day on which it was played.")
    yield phrase(
        "Recorded {day} by {author}, entry {number}.",
        day=day(entry.recorded_at),
        author=entry.author,
        number=played.entry,
    )
    yield phrase("Verdict: {verdict}.", verdict=proof_in_words(played))


def marks(campaign: Campaign) -> Iterator[Block]:
    """Yield every progress mark with its reason."""
    rows = [
        (city.seat, f"{mark.amount:+}", reason_in_words(mark.reason))
        for city in campaign.cities
        for mark in city.marks
    ]
    if rows:
        yield Heading(2, phrase("Progress marks"))
        yield RowBlock(tuple(map(phrase, ("City", "Marks", "Why"))), rows)


def stickers(history: History) -> Iterator[Block]:
    """Yield every sticker on a board with its square and reason, and every owed sticker."""
    rows = [
        (
            city.seat,
            phrase(sticker.kind),
            sticker.square,
            reason_in_words(sticker.reason),
            day(history.recorded_at(sticker.entry)),
            str(sticker.entry),
        )
        for city in history.campaign.cities
        for sticker in city.stickers
    ]
    if rows:
        yield Heading(2, phrase("Stickers"))
        yield RowBlock(
            tuple(map(phrase, ("City", "Sticker", "Square", "Why", "Recorded", "Entry"))), rows
        )
    owed = [
        phrase("{seat}: {what}", seat=right.seat, what=phrase(right.kind))
        for right in history.campaign.owed
    ]
    if owed:
        yield Paragraph(phrase("Still to be placed:"))
        yield Items(owed)


def _entries(history: History, kinds: Sequence[str]) -> list[tuple[Wording, ...]]:
    """A row for each entry of some kinds: its number, day and author, and a sentence on it.

    An entry has no row if the sentence on the next entry includes it.
    """
    said = without_said_twice(history, range(1, len(history.entries) + 1))
    withdrawn = withdrawn_in(history)
    return [
        (
            str(entry.seq),
            day(entry.recorded_at),
            entry.author,
            counted_in_words(history, entry.seq, withdrawn),
        )
        for entry in (history.entries[number - 1] for number in said)
        if entry.kind in kinds
    ]
