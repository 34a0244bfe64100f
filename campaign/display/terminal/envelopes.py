"""Envelopes: of a closed one no more than its number and when it opens."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.todo import before
from campaign.services.values import History
from engine.my_city.pack.model import Envelope
from engine.my_city.pack.words import words_of


def envelope_list(history: History) -> RenderableType:
    """All envelopes of the pack."""
    table = parts.table("Envelope", "Episodes", "", right=("Envelope",))
    for each in history.campaign.pack.envelopes:
        entry = history.campaign.opened.get(each.number)
        said = (
            f"opened {parts.day(history.recorded_at(entry))}: {each.title}" if entry else "sealed"
        )
        table.add_row(str(each.number), _episodes(each), said)
    return parts.lines(table, _next(history))


def envelope(history: History, number: int) -> RenderableType:
    """What an open envelope brought, rule by rule; of a closed one when it opens."""
    pack = history.campaign.pack
    each = next(e for e in pack.envelopes if e.number == number)
    if number not in history.campaign.opened:
        return parts.lines(
            parts.line(f"Envelope {number} is sealed. It opens with episode {min(each.episodes)}."),
            _next(history),
        )
    rows: list[RenderableType] = [
        Text(f"Envelope {number}: {each.title}, episodes {_episodes(each)}", style="bold")
    ]
    made_up = False
    for episode in each.episodes:
        rows.append(parts.line(f"From episode {episode}:"))
        changes = pack.episodes[episode]
        for row in changes:
            made_up = made_up or row["source"] == "placeholder"
            rows.append(parts.item(f"{words_of(pack, row)} ({row['source']})"))
        if not changes:
            rows.append(parts.item("nothing new"))
    rows += _todo(history, each)
    if made_up:
        rows.append(
            parts.line(
                "What is marked placeholder was made up: nobody has published it. "
                "Your own envelope is right."
            )
        )
    return parts.lines(*rows)


def _todo(history: History, envelope: Envelope) -> list[RenderableType]:
    """What is to be done to boards, cards and pieces, as boxes to tick."""
    rows: list[RenderableType] = []
    for episode in envelope.episodes:
        todo = before(history.campaign, episode)
        if todo.nothing or episode < (history.campaign.next_episode or 0):
            continue
        rows.append(parts.line(f"To do before episode {episode}:"))
        rows += [parts.item(f"[ ] {words}") for words in todo.table]
        rows += [parts.item(f"[ ] every board: {words}") for words in todo.every_board]
        rows += [parts.item(f"[ ] {seat}: {words}") for seat, some in todo.seats for words in some]
    return rows


def _episodes(envelope: Envelope) -> str:
    return f"{min(envelope.episodes)} to {max(envelope.episodes)}"


def _next(history: History) -> Text | None:
    sealed = history.campaign.sealed_next
    if not sealed:
        return None
    return parts.line(f"Now to be opened: campaign envelope open {sealed}")
