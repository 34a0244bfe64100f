"""Ask for the totals of Machi Koro: how many landmarks each player has built."""

from __future__ import annotations

from campaign.cli.entering.totals import Ask, Say, ask_number
from engine.kernel.phrases import phrase
from engine.kernel.record import Record
from engine.machi_koro.components import LANDMARKS


def settings(ask: Ask, say: Say) -> list[str]:
    """Ask for nothing: every key of the header may be left out."""
    return []


def total(ask: Ask, say: Say, head: Record, name: str) -> int:
    """Ask for the landmarks of a player, which are what a record has as the result."""
    question = phrase("{name}, landmarks built, 4 for who has won> ", name=name)
    while not 0 <= (built := ask_number(ask, say, question)) <= len(LANDMARKS):
        say(phrase("A player builds 0 to {most} landmarks.", most=len(LANDMARKS)))
    return built
