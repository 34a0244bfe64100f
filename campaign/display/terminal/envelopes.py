"""Envelopes: of a sealed one no more than its number and when it opens."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.todo import before
from campaign.services.values import History
from campaign.services.words import day
from engine.my_city.pack.model import Envelope
from engine.my_city.pack.words import words_of

PLACEHOLDER = "placeholder"
"""The source of a rule that was made up."""
MADE_UP = (
    "What is marked placeholder was made up: the publisher has not released it. "
    "Your own envelope is right."
)


def envelope_list(history: History) -> RenderableType:
    """All envelopes of the pack."""
    table = parts.table("Envelope", "Episodes", "", right=("Envelope",), notes=("",))
    for envelope in history.campaign.pack.envelopes:
        entry = history.campaign.opened.get(envelope.number)
        state = f"opened {day(history.recorded_at(entry))}: {envelope.title}" if entry else "sealed"
        table.add_row(str(envelope.number), _episodes(envelope), state)
    return parts.lines(table, _next(history))


def envelope(history: History, number: int) -> RenderableType:
    """What an open envelope brought, rule by rule; of a sealed one when it opens."""
    pack = history.campaign.pack
    envelope = next(one for one in pack.envelopes if one.number == number)
    if number not in history.campaign.opened:
        opens = f"It opens with episode {min(envelope.episodes)}."
        return parts.lines(
            parts.line(f"Envelope {number} is sealed. {opens}"),
            _next(history),
        )
    title = f"Envelope {number}: {envelope.title}, episodes {_episodes(envelope)}"
    rows: list[RenderableType] = [Text(title, style="bold")]
    for episode in envelope.episodes:
        rules = [f"{words_of(pack, row)} ({row['source']})" for row in pack.episodes[episode]]
        rows.append(parts.line(f"From episode {episode}:"))
        rows += map(parts.item, rules or ("nothing new",))
    rows += _todo(history, envelope)
    sources = {row["source"] for episode in envelope.episodes for row in pack.episodes[episode]}
    return parts.lines(*rows, parts.line(MADE_UP) if PLACEHOLDER in sources else None)


def _todo(history: History, envelope: Envelope) -> Iterator[RenderableType]:
    """What is to be done to boards, cards and pieces, as boxes to tick."""
    for episode in envelope.episodes:
        todo = before(history.campaign, episode)
        if todo.nothing or episode < (history.campaign.next_episode or 0):
            continue
        yield parts.line(f"To do before episode {episode}:")
        yield from (parts.item(f"[ ] {step}") for step in todo.table)
        yield from (parts.item(f"[ ] every board: {step}") for step in todo.every_board)
        for seat, steps in todo.seats:
            yield from (parts.item(f"[ ] {seat}: {step}") for step in steps)


def _episodes(envelope: Envelope) -> str:
    return f"{min(envelope.episodes)} to {max(envelope.episodes)}"


def _next(history: History) -> RenderableType | None:
    sealed = history.campaign.sealed_next
    if not sealed:
        return None
    return parts.line(f"Now to be opened: campaign envelope open {sealed}")
