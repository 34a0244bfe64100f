"""Screens of envelopes; a sealed envelope shows only its number and when it opens."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.services.filters import day_of_opening
from campaign.services.todo import tasks_before
from campaign.services.values import History
from campaign.services.words import day
from engine.kernel.phrases import Phrase, joined, phrase
from engine.my_city.campaign.model import DECLARED
from engine.my_city.pack.model import PackEnvelope
from engine.my_city.pack.words import words_of

PLACEHOLDER = "placeholder"
"""The source of a rule that was made up."""
MADE_UP = phrase(
    "What is marked placeholder was made up: the publisher has not released it. "
    "Your own envelope is right."
)


def envelope_list(history: History) -> RenderableType:
    """The list of all envelopes of the pack."""
    table = parts.table(
        *map(phrase, ("Envelope", "Episodes", "")), right=("Envelope",), notes=("",)
    )
    for envelope in history.campaign.pack.envelopes:
        entry = history.campaign.opened.get(envelope.number)
        state = phrase("sealed")
        title = phrase(envelope.title)
        if entry == DECLARED:
            state = joined(": ", (phrase("declared"), title))
        elif entry:
            opened = day(day_of_opening(history, envelope))
            state = phrase("opened {day}: {title}", day=opened, title=title)
        table.add_row(str(envelope.number), _episodes(envelope), state)
    return parts.lines(table, _next(history))


def envelope(history: History, number: int) -> RenderableType:
    """The rules of an open envelope, episode by episode; for a sealed one, when it opens."""
    pack = history.campaign.pack
    envelope = next(envelope for envelope in pack.envelopes if envelope.number == number)
    if number not in history.campaign.opened:
        first = min(envelope.episodes)
        return parts.lines(
            parts.line(
                phrase(
                    "Envelope {envelope} is sealed. It opens with episode {number}.",
                    envelope=number,
                    number=first,
                )
            ),
            _next(history),
        )
    title = phrase(
        "Envelope {number}: {title}, episodes {episodes}",
        number=number,
        title=phrase(envelope.title),
        episodes=_episodes(envelope),
    )
    rows: list[RenderableType] = [MixedText(title, style="bold")]
    for episode in envelope.episodes:
        rules = [
            phrase("{rule} ({source})", rule=words_of(pack, row), source=phrase(row["source"]))
            for row in pack.episodes[episode]
        ]
        rows.append(parts.line(phrase("From episode {number}:", number=episode)))
        rows += map(parts.item, rules or (phrase("nothing new"),))
    rows += _todo(history, envelope)
    sources = {row["source"] for episode in envelope.episodes for row in pack.episodes[episode]}
    if PLACEHOLDER in sources:
        rows += [parts.line(MADE_UP), parts.command(f"campaign envelope correct {number}")]
    return parts.lines(*rows)


def before_opening(history: History, number: int) -> RenderableType:
    """The consequences of opening a sealed envelope, without its content."""
    envelopes = history.campaign.pack.envelopes
    envelope = next(envelope for envelope in envelopes if envelope.number == number)
    holds = phrase(
        "Envelope {number} holds episodes {episodes}.",
        number=number,
        episodes=_episodes(envelope),
    )
    means = (
        phrase("What is in it is shown to everybody here, and holds from these episodes on."),
        phrase("That it is open becomes part of the history, and of every copy that is sent."),
        phrase("An undo closes it again; what somebody has read stays known."),
    )
    return parts.lines(parts.line(holds), *map(parts.item, means))


def _todo(history: History, envelope: PackEnvelope) -> Iterator[RenderableType]:
    """Yield the tasks before the episodes of an envelope, as boxes to tick.

    Tasks before episodes that have been played are left out.
    """
    for episode in envelope.episodes:
        todo = tasks_before(history.campaign, episode)
        if todo.nothing or episode < (history.campaign.next_episode or 0):
            continue
        yield parts.line(phrase("To do before episode {number}:", number=episode))
        yield from (parts.item(joined(" ", ("[ ]", step))) for step in todo.table)
        for step in todo.every_board:
            yield parts.item(phrase("[ ] every board: {step}", step=step))
        for seat, steps in todo.seats:
            yield from (parts.item(joined("", (f"[ ] {seat}: ", step))) for step in steps)


def _episodes(envelope: PackEnvelope) -> Phrase:
    return phrase("{first} to {last}", first=min(envelope.episodes), last=max(envelope.episodes))


def _next(history: History) -> RenderableType | None:
    sealed = history.campaign.sealed_next
    if not sealed:
        return None
    command = f"campaign envelope open {sealed}"
    return parts.line(phrase("Now to be opened: {command}", command=command))
