"""What players should know before the next episode, as sections of a page; no closed envelope."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from campaign.display.text.brief import (
    known_rules,
    new_rules,
    offers,
    rule_in_words,
    short_offers,
    title_in_words,
)
from campaign.services import brief as service
from campaign.services.values import History
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording, phrase
from engine.my_city.pack.kinds import AFTER, AT_ONCE, AT_THE_TABLE, COUNTS
from engine.my_city.play.state import Town


def view_of(history: History, seat: Seat | None, towns: Mapping[Seat, Town]) -> dict[str, Any]:
    """The page for a seat, or for all; `towns` are the boards of an episode that is played."""
    page = service.brief(history, seat, towns)
    counts = [
        phrase("{rule}, new", rule=rule_in_words(rule)) if rule.new else rule_in_words(rule)
        for rule in page.rules
        if rule.part == COUNTS
    ]
    sections = [
        _section(phrase("New"), new_rules(page)),
        _section(phrase("What counts"), counts),
        _section(phrase("At once"), known_rules(page, (AT_ONCE,))),
        _section(phrase("Rules"), known_rules(page, (AT_THE_TABLE, AFTER))),
    ]
    several = len(page.boards) > 1
    sections += [
        _section(board.city.seat, short_offers(board))
        if several
        else _section(phrase("You"), offers(board))
        for board in page.boards
    ]
    return {
        "title": title_in_words(page),
        "sections": [section for section in sections if section["lines"]],
    }


def _section(heading: Wording, lines: Iterable[Wording]) -> dict[str, Any]:
    return {"heading": heading, "lines": list(lines)}
