"""Stickers: what is owed and where it may go, and what lies where."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.games.my_city.board import board
from campaign.display.text.stickers import sticker_in_words, target_in_words
from campaign.services.entering import keys
from campaign.services.values import History
from campaign.services.words import day, many
from engine.my_city.campaign.model import Right
from engine.my_city.campaign.stickers import targets
from engine.my_city.pack.model import rules_of


def owed(history: History) -> RenderableType:
    """The stickers still to be placed, each with its command; the free squares of each board."""
    campaign = history.campaign
    if not campaign.owed:
        return parts.lines(parts.line("No sticker is owed."), parts.command("campaign status"))
    table = parts.table("Seat", "Sticker", "Why", "Command", notes=("Why",), below=("Command",))
    for right in campaign.owed:
        table.add_row(
            parts.seat(right.seat),
            f"{right.kind}{target_in_words(right)}",
            right.reason,
            Text(f"campaign sticker place {right.seat} {right.kind} {right.place}", style="cyan"),
        )
    places: dict[tuple[str, str], list[str]] = {}
    for right in campaign.owed:
        kinds = places.setdefault((right.seat, " ".join(targets(campaign, right))), [])
        if right.kind not in kinds:
            kinds.append(right.kind)
    free = [
        parts.line(f"  {seat}, {' or '.join(kinds)}: {names}")
        for (seat, names), kinds in places.items()
    ]
    return parts.lines(table, Text(""), parts.line("Where they may go:"), *free)


def where(history: History, right: Right) -> RenderableType:
    """The board of whoever owes a sticker, with the squares on which it may go."""
    campaign = history.campaign
    names = targets(campaign, right)
    rules = rules_of(campaign.pack, campaign.next_episode or campaign.pack.last)
    title = Text(f"{right.seat} owes its board {sticker_in_words(right)}", style="bold")
    title.append(f" ({right.reason})", "dim")
    squares = dict.fromkeys((name for name in names if rules.grid.bit(name)), "?")
    land = campaign.city(right.seat).land
    return parts.lines(
        title,
        board(rules, land, legend=False, marks=squares) if squares else None,
        choices(history, right),
    )


def choices(history: History, right: Right) -> RenderableType:
    """The squares on which a sticker may go, in one line."""
    names = " ".join(targets(history.campaign, right))
    return parts.line(f"It may go on {names}. Enter alone: this one later; help: more.")


def help_lines() -> RenderableType:
    """What can be typed where a sticker is placed."""
    return parts.lines(*(parts.one_line(f"  {key.typed:<5}  {key.words}") for key in keys.STICKERS))


def still_owed(history: History) -> RenderableType:
    """How many stickers are left to place, in one line."""
    left = len(history.campaign.owed)
    if not left:
        return parts.line("No sticker is owed any more: campaign status")
    return parts.line(f"Still owed: {many(left, 'sticker')} (campaign sticker owed)")


def stickers(history: History) -> RenderableType:
    """The stickers on all boards, in the order in which they came."""
    rows = sorted(
        (
            (sticker.entry, city, sticker)
            for city in history.campaign.cities
            for sticker in city.stickers
        ),
        key=lambda row: row[0],
    )
    if not rows:
        return parts.line("No sticker has been placed.")
    table = parts.table("Seat", "Sticker", "Square", "Why", "Placed", notes=("Why",))
    for entry, city, sticker in rows:
        table.add_row(
            parts.seat(city.seat),
            sticker.kind,
            sticker.square,
            sticker.reason,
            day(history.recorded_at(entry)),
        )
    return table
