"""Checklists of what the real boards on the table must show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from campaign.services import changes
from campaign.services.changes import HistoryChange
from campaign.services.values import History
from campaign.services.words import many
from engine.kernel.phrases import Wording, joined, phrase
from engine.my_city.campaign.entries import BoardChecked
from engine.my_city.campaign.model import City
from engine.my_city.play.boards import home_of
from engine.my_city.play.land import PIECE, STRIP


class Checklist(NamedTuple):
    """What one board must show; a sticker that a later one covers is left out."""

    seat: str
    player: str
    marks: int
    stickers: tuple[Wording, ...]
    marked: tuple[Wording, ...]
    others: tuple[Wording, ...]


def checklist(history: History, seat: str) -> Checklist:
    """The checklist of a seat's board now; raises `NotAllowed` for a seat not in play."""
    campaign = history.campaign
    city = campaign.city(seat)
    rules = campaign.rules
    stickers, marked = dict[str, Wording](), list[Wording]()
    without_cell: list[Wording] = []
    for sticker in city.stickers:
        layer = rules.layer(sticker.kind)
        if layer < 0:
            without_cell.append(
                phrase("{kind}: the {building}", kind=phrase(sticker.kind), building=sticker.square)
            )
        elif rules.contents[layer].on == STRIP:
            without_cell.append(
                phrase("{kind} on box {box}", kind=phrase(sticker.kind), box=sticker.square)
            )
        elif rules.contents[layer].on == PIECE:
            marked.append(
                phrase("{kind} on {building}", kind=phrase(sticker.kind), building=sticker.square)
            )
        else:
            stickers[sticker.square] = joined(" ", (sticker.square, phrase(sticker.kind)))
    home = home_of(rules, city.brought(rules))
    missing_cards = [
        card for card in rules.deck if card in home.missing and card not in rules.variants
    ]
    others = [*without_cell, *_lasting(city, rules.colours)]
    if missing_cards:
        others.append(phrase("not in the set: {cards}", cards=" ".join(missing_cards)))
    order = sorted(stickers, key=lambda name: (int(name[1:]), name[0]))
    return Checklist(
        seat,
        city.player,
        city.progress,
        tuple(stickers[name] for name in order),
        tuple(marked),
        tuple(others),
    )


def confirm(history: History, seat: str, who: str, differs: str) -> HistoryChange:
    """Preview the entry that somebody compared a board with its checklist; raises `NotAllowed`.

    `differs` says what is different on the board, "" for nothing.
    """
    return changes.preview(history, BoardChecked(seat, who, differs))


def _lasting(city: City, colours: Mapping[str, str]) -> list[Wording]:
    lines: list[Wording] = [
        phrase("{colour} shaft at box {depth}", colour=phrase(colours[c]), depth=depth)
        for c, depth in city.shafts.items()
        if depth
    ]
    if city.nuggets:
        lines.append(many(city.nuggets, "nugget"))
    return lines
