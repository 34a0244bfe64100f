"""The stickers that a seat owes its board, placed by a tap on its own board.

The seats place their stickers in any order: a sticker of one seat does not change what others may
do.
"""

from __future__ import annotations

from typing import Any

from campaign.display.html.page import picture_markup
from campaign.display.html.steps import shared_shapes
from campaign.display.svg.board import LEFT, TOP, board, board_in_words
from campaign.display.svg.outlines import CELL
from campaign.display.text.stickers import sticker_in_words
from campaign.display.text.translation import Speaker
from campaign.services import stickers
from campaign.services.changes import HistoryChange
from campaign.services.values import History
from engine.kernel.errors import NotAllowed
from engine.kernel.game import Seat
from engine.kernel.phrases import phrase
from engine.my_city.campaign.entries import StickerPlaced
from engine.my_city.campaign.model import StickerRight
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.play.boxes import reach_between


def view_of(history: History, seat: Seat, first: int, speaker: Speaker) -> dict[str, Any]:
    """The view of a seat while stickers are placed; `first` counts the entries before them."""
    campaign, back = history.campaign, last_placed(history, seat, first)
    shown: dict[str, Any] = {
        "back": phrase("{kind} on {square}", kind=phrase(back.kind), square=back.square)
        if back
        else ""
    }
    owed = [right for right in campaign.owed if right.seat == seat]
    if not owed:
        return shown
    city, rules = campaign.city(seat), campaign.rules
    reach = reach_between(rules, city.brought(rules), campaign.claimed)
    words = speaker.say(board_in_words(rules, city.land, (), reach))
    picture = board(seat, words, rules, city.land, (), reach, heading=False)
    play = {
        "shapes": shared_shapes(picture),
        "board": picture_markup(picture),
        "left": LEFT,
        "top": TOP,
        "cell": CELL,
        "columns": rules.grid.columns,
        "rows": rules.grid.rows,
        "rights": [_right(history, right) for right in owed],
    }
    return shown | {"game": "stickers", "own": False, "over": False, "mine": True, "play": play}


def _right(history: History, right: StickerRight) -> dict[str, Any]:
    """An owed sticker: what it is, why it is owed, and where it may go."""
    return {
        "words": sticker_in_words(right),
        "why": reason_in_words(right.reason),
        "kinds": [{"id": kind, "words": phrase(kind)} for kind in right.kinds],
        "squares": list(stickers.squares(history, right)),
    }


def sticker_answer(history: History, seat: Seat, line: str) -> HistoryChange:
    """Place a sticker on a seat's board, from a line such as `tree D5`; raises `NotAllowed`."""
    kind, _, square = line.partition(" ")
    for right in history.campaign.owed:
        if right.seat == seat and kind.lower() in right.kinds:
            return stickers.place(history, seat, kind.lower(), square.strip().upper())
    raise NotAllowed(phrase("{seat} owes no such sticker", seat=seat))


def in_time(seen: History, now: History, seat: Seat) -> bool:
    """Whether a seat still owes the stickers that it saw, on the board that it saw."""
    before, after = seen.campaign, now.campaign
    return [right for right in before.owed if right.seat == seat] == [
        right for right in after.owed if right.seat == seat
    ] and before.city(seat).land == after.city(seat).land


def last_placed(history: History, seat: Seat, first: int) -> StickerPlaced | None:
    """The sticker that came last, if this seat has placed it this evening."""
    last = stickers.last_placed(history, first)
    return last if last and last.seat == seat else None
