"""Screens of stickers: owed stickers with the squares for them, and stickers on boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.board import board
from campaign.display.terminal.words import MixedText
from campaign.display.text.stickers import PLACE_ALL, kind_in_words, sticker_in_words
from campaign.services.entering import keys
from campaign.services.stickers import DatedSticker
from campaign.services.values import History
from campaign.services.words import day, many
from engine.kernel.phrases import Phrase, Wording, listed, phrase
from engine.my_city.campaign.model import Campaign, StickerRight
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.campaign.stickers import targets
from engine.my_city.play.boxes import reach_between


def owed(history: History) -> RenderableType:
    """The owed stickers, each with its command, and the free squares of each board."""
    campaign = history.campaign
    if not campaign.owed:
        return parts.lines(
            parts.line(phrase("No sticker is owed.")), parts.command("campaign status")
        )
    table = parts.table(
        *map(phrase, ("Seat", "Sticker", "Why", "Command")), notes=("Why",), below=("Command",)
    )
    for right in campaign.owed:
        table.add_row(
            parts.seat(right.seat),
            kind_in_words(right),
            reason_in_words(right.reason),
            Text(
                f"campaign sticker place {right.seat} {right.kind_argument} {right.place_argument}",
                style="cyan",
            ),
        )
    places: dict[tuple[str, str], list[Wording]] = {}
    for right in campaign.owed:
        kinds = places.setdefault((right.seat, " ".join(targets(campaign, right))), [])
        if right.kinds_in_words not in kinds:
            kinds.append(right.kinds_in_words)
    free = [
        parts.line(
            phrase(
                "  {seat}, {stickers}: {squares}",
                seat=seat,
                stickers=listed(kinds, " or "),
                squares=names,
            )
        )
        for (seat, names), kinds in places.items()
    ]
    return parts.lines(
        table, Text(""), parts.line(phrase("Where they may go:")), *free, parts.line(PLACE_ALL)
    )


def owed_board(history: History, right: StickerRight, before: str = "") -> RenderableType:
    """The board of the seat that owes a sticker, with the squares on which the sticker may go.

    `before` is the square on which it lay before its episode was taken back, or "".
    """
    campaign = history.campaign
    words = phrase(
        "{seat} owes its board {sticker}", seat=right.seat, sticker=sticker_in_words(right)
    )
    title = MixedText(words, style="bold")
    title.append(phrase(" ({note})", note=reason_in_words(right.reason)), "dim")
    return parts.lines(
        title,
        ground(campaign, right, targets(campaign, right)),
        choices(history, right, before),
    )


def ground(campaign: Campaign, right: StickerRight, names: Iterable[str]) -> RenderableType | None:
    """The board of the seat that owes a sticker, with the squares marked; None without squares."""
    rules, city = campaign.rules, campaign.city(right.seat)
    squares = dict.fromkeys((name for name in names if rules.grid.bit(name)), "?")
    if not squares:
        return None
    reach = reach_between(rules, city.brought(rules), campaign.claimed)
    return board(rules, city.land, legend=False, marks=squares, reach=reach)


def choices(history: History, right: StickerRight, before: str = "") -> RenderableType:
    """The squares on which a sticker may go, and the effect of Enter alone."""
    names = " ".join(targets(history.campaign, right))
    enter = (
        phrase("It lay on {square}: Enter puts it there again.", square=before)
        if before
        else phrase("Enter alone leaves this one for later; help shows more.")
    )
    where_to = phrase("It may go on {squares}.", squares=names)
    return parts.lines(parts.line(where_to), parts.line(enter))


def prompt(right: StickerRight) -> Phrase:
    """The text before the cursor while a sticker is placed."""
    return phrase("{seat}, {sticker} on> ", seat=right.seat, sticker=right.kinds_in_words)


def placed_message(seat: str, kind: str, square: str, *, is_last: bool) -> Phrase:
    """A sentence saying that a sticker is placed, and which command takes it back."""
    return phrase(
        "  {seat} has a {kind} on {square}. {command} takes it back.",
        seat=seat,
        kind=phrase(kind),
        square=square,
        command="campaign undo" if is_last else "u",
    )


def help_lines() -> RenderableType:
    """Everything that can be typed while a sticker is placed."""
    return parts.lines(
        *(parts.one_line(f"  {key.typed:<7}  ", phrase(key.words)) for key in keys.STICKERS)
    )


def still_owed(history: History) -> RenderableType:
    """A line with the number of stickers that are still owed."""
    owed_count = len(history.campaign.owed)
    if not owed_count:
        return parts.line(
            phrase("No sticker is owed any more: {command}", command="campaign status")
        )
    return parts.line(
        phrase(
            "Still owed: {stickers} ({command})",
            stickers=many(owed_count, "sticker"),
            command="campaign sticker place",
        )
    )


def stickers(placed: Sequence[DatedSticker]) -> RenderableType:
    """Stickers on boards, one on a line."""
    if not placed:
        return parts.line(phrase("No sticker has been placed."))
    table = parts.table(
        *map(phrase, ("Seat", "Sticker", "Square", "Why", "Recorded")), notes=("Why",)
    )
    for seat, sticker, placed_on in placed:
        table.add_row(
            parts.seat(seat),
            phrase(sticker.kind),
            sticker.square,
            reason_in_words(sticker.reason),
            day(placed_on),
        )
    return table
