"""Ask for the totals of Machi Koro: how many landmarks each player has built."""

from __future__ import annotations

from campaign.cli.entering.totals import Ask, Say, ask_number
from engine.kernel.phrases import phrase
from engine.kernel.record import Record


def settings(ask: Ask, say: Say) -> list[str]:
    """Ask for nothing: every key of the header may be left out."""
    return []


def total(ask: Ask, say: Say, head: Record, name: str) -> int:
    """Ask for the landmarks of a player, which are what a record has as the result."""
    return ask_number(ask, say, phrase("{name}, landmarks built, 4 for who has won> ", name=name))
