"""Episodes: the score sheet, the verdict, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.records import STYLE, relied_on, sheet_table
from campaign.display.text.episodes import (
    attendance_in_words,
    day_of,
    inked_in_words,
    proof_in_words,
    verdict_in_words,
)
from campaign.display.text.hindsight import possible_in_words
from campaign.display.text.stickers import sticker_in_words
from campaign.display.text.translation import say
from campaign.services.hindsight.known import Allowed
from campaign.services.todo import before as todo_before
from campaign.services.values import History
from campaign.services.words import many
from engine.kernel.game import CHANCE
from engine.kernel.phrases import joined, phrase, plural
from engine.kernel.record import Record
from engine.kernel.replay import FOUND, ORDER
from engine.my_city.campaign.model import Campaign, City, Played


def episode(
    history: History, number: int, allowed: Allowed = MappingProxyType({})
) -> RenderableType:
    """An episode: verdict, sheets, ranks, marks and stickers earned, what it relied on.

    `allowed` is what its cards allowed, where somebody has looked back on it.
    """
    played = history.campaign.episode(number)
    date = day_of(history, played)
    title = (
        phrase("Episode {number}, played {day}", number=number, day=date)
        if played.record.played
        else phrase("Episode {number}, recorded {day}", number=number, day=date)
    )
    more = {
        phrase("marks"): _marks(history.campaign, number),
        phrase("stickers"): _given(history.campaign, number),
    }
    if allowed:
        more[phrase("the cards allowed")] = {
            seat: possible_in_words(known) for seat, known in allowed.items()
        }
    verdict, attendance = played.verdict, attendance_in_words(played)
    replayed = {sheet.seat: sheet.total for sheet in verdict.sheets}
    return parts.lines(
        parts.title(
            title,
            verdict_in_words(played),
            STYLE[verdict.kind],
        ),
        parts.line(proof_in_words(played)) if verdict.without_rules else None,
        parts.line(phrase("{all}.", all=joined(", ", attendance))) if attendance else None,
        sheet_table(played.sheets, more=more, replayed=replayed),
        as_inked(played),
        relied_on(verdict.placeholders),
        parts.line(
            phrase("Move by move: {command}", command=f"campaign episode replay {number} --step")
        ),
    )


def as_inked(played: Played) -> RenderableType:
    """What counts as the boards show it, against the rules; nothing where nothing does."""
    words = inked_in_words(played)
    if not words:
        return parts.lines()
    return parts.lines(parts.line("Kept as played, not by the rules:"), *map(parts.item, words))


def episode_list(history: History) -> RenderableType:
    """The recorded episodes, a line each, and below it who was missing or played for whom."""
    if not history.campaign.played:
        return parts.lines(
            parts.line(phrase("No episode has been recorded.")),
            parts.command("campaign episode template > evening.toml"),
        )
    table = parts.table(
        *map(phrase, ("Episode", "Played", "Won by", "Points", "")),
        right=("Episode", "Points"),
        names=("Won by",),
    )
    for played in history.campaign.played:
        best = played.first
        winners = ", ".join(_name(history.campaign.city(sheet.seat)) for sheet in best)
        table.add_row(
            str(played.number),
            day_of(history, played),
            winners or phrase("nobody"),
            str(best[0].total) if best else "-",
            Text(say(verdict_in_words(played)), style=STYLE[played.verdict.kind]),
        )
        for words in attendance_in_words(played):
            table.add_row("", "", parts.fit(say(words), 30), "", "")
    return table


def expansion(record: Record) -> RenderableType:
    """The moves that boards were expanded to, a line a card."""
    table = parts.table("", "card", *record.seats)
    rows: list[list[str]] = []
    for seat, move in record.moves or ():
        _, *arguments = move.split()
        if seat == CHANCE:
            rows.append([str(len(rows) + 1), *arguments, *("" for _ in record.seats)])
        elif move.startswith("by hand "):
            given = move.removeprefix("by hand ")
            after = ["" if other != seat else given for other in record.seats]
            rows.append(["", "by hand", *after])
        else:
            where = arguments[0].partition("@")[2] if arguments else move
            rows[-1][2 + record.seats.index(seat)] = where
    for row in rows:
        table.add_row(*row)
    by_search = record.header.get(ORDER) == FOUND
    title = (
        "From the boards, in an order of the cards that fits:" if by_search else "From the boards:"
    )
    return parts.lines(parts.line(title), table)


def follows(before: Campaign, after: Campaign) -> RenderableType:
    """What an episode changes for good: marks, stickers, shafts, and what comes next."""
    rows = [
        phrase("{city}: {gains}", city=_name(new), gains=joined(", ", gains))
        for old, new in zip(before.cities, after.cities, strict=True)
        if (gains := list(_gains(before, after, old, new)))
    ]
    rows += _next(after)
    return parts.lines(parts.line(phrase("What follows:")), *(parts.item(row) for row in rows))


def _next(campaign: Campaign) -> Iterator[str]:
    """What comes after an episode."""
    number = campaign.next_episode
    if number is None:
        yield plural(
            "This was the last episode. {names} wins the campaign with {marks}.",
            "This was the last episode. {names} share the victory with {marks}.",
            len(campaign.winners),
            names=joined(" and ", map(_name, campaign.winners)),
            marks=many(campaign.winners[0].progress, "progress mark"),
        )
    elif sealed := campaign.sealed_next:
        yield phrase(
            "Envelope {envelope} opens next, before episode {number}.",
            envelope=sealed,
            number=number,
        )
    else:
        todo = todo_before(campaign, number)
        for step in todo.table:
            yield phrase("Before episode {number}: {step}", number=number, step=step)
        for step in todo.every_board:
            yield phrase("Before episode {number}, every board: {step}", number=number, step=step)
        yield phrase("Episode {number} is next.", number=number)


def _gains(before: Campaign, after: Campaign, old: City, new: City) -> Iterator[str]:
    """What came to one city, in words."""
    marks = new.marks[len(old.marks) :]
    if count := sum(mark.amount for mark in marks):
        yield many(count, "progress mark")
        for mark in marks[1:]:
            yield phrase("{count} of them for {reason}", count=mark.amount, reason=mark.reason)
    reason = f"in episode {after.played[-1].number}"
    for sticker in new.stickers[len(old.stickers) :]:
        if sticker.reason.endswith(reason) and not sticker.chosen:
            kind = phrase(sticker.kind)
            yield phrase("now has {sticker} {square}", sticker=kind, square=sticker.square)
    if new.nuggets > old.nuggets:
        yield many(new.nuggets - old.nuggets, "nugget")
    for colour, depth in new.shafts.items():
        if depth > old.shafts.get(colour, 0):
            name = after.pack.colours[colour]
            yield phrase("{colour} shaft at box {box}", colour=name, box=depth)
    owed = [right for right in after.owed if right.seat == new.seat and right not in before.owed]
    if owed:
        stickers = joined(" and ", map(sticker_in_words, owed))
        yield phrase("places {stickers}", stickers=stickers)
    for right in new.lost[len(old.lost) :]:
        yield phrase("a {kind} is lost: no place for it", kind=right.what)


def _marks(campaign: Campaign, number: int) -> dict[str, str]:
    """The progress marks that an episode gave, by seat."""
    counts = {
        city.seat: sum(mark.amount for mark in city.marks if mark.episode == number)
        for city in campaign.cities
    }
    return {seat: f"+{count}" if count else "-" for seat, count in counts.items()}


def _given(campaign: Campaign, number: int) -> dict[str, str]:
    """The stickers that an episode gave, placed or still owed, by seat."""
    kinds: dict[str, list[str]] = {}
    reason = f" in episode {number}"
    for city in campaign.cities:
        for sticker in city.stickers:
            if sticker.reason.endswith(reason):
                kinds.setdefault(city.seat, []).append(many(1, sticker.kind))
    for right in campaign.owed:
        if right.reason.endswith(reason):
            kinds.setdefault(right.seat, []).append(
                many(1, right.kind) if len(right.kinds) == 1 else right.what
            )
    return {seat: joined(", ", some) for seat, some in kinds.items()}


def _name(city: City) -> str:
    """`eagle (Anna)`."""
    return f"{city.seat} ({city.player})" if city.player else city.seat
