"""Histories that change hands: a bundle compared with what is here, and receipts."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import Words
from campaign.services.differences import difference_in_words
from campaign.services.handover.histories import Compared, How
from campaign.services.handover.packing import Handed
from campaign.services.handover.receipts import Receipt
from campaign.services.words import day, many
from engine.kernel.phrases import Phrase, Wording, phrase

SHOWN = 20
"""Differences that are listed; the rest is counted."""


def bundle(handed: Handed, compared: Compared, key: Wording) -> RenderableType:
    """What a bundle carries, compared with the history that is here; `key` in a sentence."""
    there = len(handed.entries)
    diverged = compared.how is How.DIVERGED
    rows: list[RenderableType] = [
        Text(handed.name, style="bold"),
        parts.line(
            phrase("Packed {day} by {giver}", day=day(handed.manifest.at), giver=handed.giver)
        ),
        parts.line(phrase("Key {fingerprint}", fingerprint=handed.fingerprint)),
        parts.line(key),
        parts.line(
            phrase("{entries}, head {head}", entries=many(there, "entry"), head=handed.head)
        ),
        parts.line(_how(compared, there), style="bold yellow" if diverged else ""),
    ]
    if compared.here and diverged:
        heads = phrase(
            "Here: head {here}. There: head {there}.", here=compared.here.head, there=handed.head
        )
        rows.append(parts.line(heads))
    if compared.changes:
        rows.append(_heading(phrase("What is different there:")))
        rows += (parts.item(difference_in_words(one)) for one in compared.changes[:SHOWN])
        if len(compared.changes) > SHOWN:
            rows.append(parts.item(phrase("and {count} more", count=len(compared.changes) - SHOWN)))
    return parts.lines(*rows)


def _how(compared: Compared, there: int) -> Phrase:
    """How a history of so many entries stands to the one that is here."""
    more = many(there - compared.shared, "entry")
    match compared.how:
        case How.NEW:
            return phrase("This campaign is not here yet.")
        case How.IDENTICAL:
            return phrase("It is the history that is here, entry by entry.")
        case How.BEHIND:
            return phrase("What is here is its beginning; it continues with {more}.", more=more)
        case How.AHEAD:
            return phrase("It is the beginning of what is here: there is nothing to add.")
        case How.DIVERGED:
            here = len(compared.here.entries) if compared.here else 0
            return phrase(
                "They diverge after entry {shared}; since then {here} here, {there} there.",
                shared=compared.shared,
                here=many(here - compared.shared, "entry"),
                there=more,
            )


def _heading(text: Wording) -> Words:
    return Words(text, style="bold")


def letter(handed: Handed) -> RenderableType:
    """The letter in a bundle, indented: none of its lines can be taken for one of the program's."""
    return parts.lines(
        _heading(phrase("The letter in it:")), parts.item(Text(handed.letter.rstrip()))
    )


def receipt(receipt: Receipt, key: Wording) -> RenderableType:
    """What was accepted, and what follows for the history that is here."""
    entries, others, seat = receipt.history.entries, receipt.bundle_for, receipt.seat
    accepted = phrase(
        "{player} accepted {seat} of {campaign} on {day}.",
        player=receipt.player,
        seat=seat,
        campaign=receipt.history.campaign.name,
        day=day(receipt.entry.recorded_at),
    )
    if receipt.here:
        follows = phrase("The acceptance is in the history.")
    elif receipt.fits:
        follows = phrase("It is the next entry: --take adds it here as well.")
    else:
        more = many(len(entries) - receipt.shared, "entry")
        follows = phrase("Since then {entries} came here.", entries=more)
    last = entries[receipt.shared - 1]
    return parts.lines(
        parts.line(accepted),
        parts.line(phrase("Key {fingerprint}", fingerprint=receipt.fingerprint)),
        parts.line(key),
        parts.line(
            phrase("What was accepted is this history up to entry {number}.", number=last.seq)
        ),
        parts.line(
            phrase("The bundle was packed for {others}, not for {seat}.", others=others, seat=seat)
        )
        if others
        else None,
        parts.line(follows),
    )
