"""The letter to a new player: how a city came about, what is owed, what is next. Plain text.

It says nothing of what no envelope has told yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from campaign.display.terminal import parts
from campaign.display.terminal.history import event
from campaign.services.audit.checks import proved
from campaign.services.players import held
from campaign.services.values import History
from engine.kernel.score import ranks

WIDTH = 76


def letter(history: History, seats: Sequence[str]) -> str:
    """A letter about some cities of a campaign, to whoever takes them over."""
    campaign = history.campaign
    begun = parts.day(history.entries[0].recorded_at)
    players = ", ".join(f"{city.player or 'nobody'} ({city.seat})" for city in campaign.cities)
    told = [
        campaign.name,
        "",
        f"A campaign of My City, begun {begun} and played by {players}. {proved(campaign)}",
        "",
    ]
    for seat in seats:
        told += [*_city(history, seat), ""]
    told += [*_next(history), "", *_how(history)]
    return "".join(f"{line}\n" for text in told for line in (wrap(text, WIDTH) or [""]))


def _city(history: History, seat: str) -> Iterator[str]:
    campaign = history.campaign
    city = campaign.city(seat)
    place = ranks([-each.progress for each in campaign.cities])[campaign.seats.index(seat)]
    name = f"{city.name}, the city of {seat}," if city.name else f"The city of {seat}"
    marks = parts.many(city.progress, "progress mark")
    yield f"{name} has {marks}: rank {place} of {len(campaign.cities)}."
    for tenure in held(history):
        if tenure.seat == seat:
            until = f"to {parts.day(tenure.until)}" if tenure.until else "until today"
            earned = parts.many(tenure.marks, "mark")
            yield f"{tenure.player} held it from {parts.day(tenure.since)} {until}: {earned}."
    yield ""
    yield "How it came about:"
    for played in campaign.played:
        sheet = played.sheet(seat)
        brought = [mark for mark in city.marks if mark.episode == played.number]
        gain = sum(mark.amount for mark in brought)
        won = f", +{parts.many(gain, 'mark')}" if brought else ""
        points = parts.many(sheet.total, "point")
        yield f"  Episode {played.number}: {points}, rank {sheet.rank}{won}"
    for sticker in city.stickers:
        if sticker.chosen and sticker.entry > 1:
            what = parts.article(sticker.kind).capitalize()
            yield f"  {what} on {sticker.square}: {sticker.reason}"
    owed = [right for right in campaign.owed if right.seat == seat]
    yield ""
    said = ", ".join(parts.article(right.kind) for right in owed)
    yield f"It owes its board {said}." if owed else "It owes its board nothing."
    if (checked := campaign.checked.get(seat)) and checked.differs:
        yield f"On the real board something differs: {checked.differs}."


def _next(history: History) -> Iterator[str]:
    campaign = history.campaign
    number = campaign.next_episode
    if number is None:
        yield "Every episode has been played."
    elif sealed := campaign.sealed_next:
        yield f"Next is episode {number}. Envelope {sealed} is opened before it."
    else:
        yield f"Next is episode {number}."
    last = history.entries[-1]
    yield f"The last entry: {event(history, last.seq)}."


def _how(history: History) -> Iterator[str]:
    yield f"The head of this history is {history.head}. Compare it with the note in the box."
    yield "To look through all of it, and to go on:"
    yield "  campaign handover verify FILE"
    yield "  campaign handover import FILE"
    yield "  campaign handover accept SEAT --as NAME"
