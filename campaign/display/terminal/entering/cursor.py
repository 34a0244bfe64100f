"""The board of My City with the piece at the cursor, and the text beside the board.

A piece that fits is written `Y4+`, a piece that does not fit `Y4x`, so colours are not needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.board import (
    SMALL,
    CellSize,
    board,
    lines_of,
    size_for,
    town_board,
    width_of,
)
from campaign.display.terminal.console import speaker_of
from campaign.display.terminal.pieces import outline
from campaign.display.terminal.words import MixedText
from campaign.display.text.records import label_phrase
from campaign.services.entering import keys
from campaign.services.entering.cursor import Cursor, placement, refusal, square, town_of
from campaign.services.entering.game import Entering
from campaign.services.entering.keys import EntryKey
from engine.kernel.game import CHANCE
from engine.kernel.phrases import Refusal, Wording, joined, phrase
from engine.my_city.campaign.model import Campaign, StickerRight
from engine.my_city.play.boxes import reach_between
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import MyCityState

SIZE = (80, 24)
"""The fewest columns and lines of the window."""
BESIDE = 30
"""The columns for the text beside the board."""
LABEL = 20
"""The columns for what points are for."""
LAST_KEYS = 2
"""How many keys at the end of the line of keys always stay: the list of all, and to leave."""
AROUND = 4
"""The lines for the text above and below the board."""


def needed(rules: EpisodeRules) -> tuple[int, int]:
    """The columns and lines that a window needs for this board and the text around it."""
    columns, lines = width_of(rules, SMALL) + BESIDE, lines_of(rules) + AROUND
    return max(columns, SIZE[0]), max(lines, SIZE[1])


def room_problem(rules: EpisodeRules, window: tuple[int, int]) -> Refusal:
    """A sentence saying that a window is too small for this board; "" if it is not."""
    columns, lines = needed(rules)
    if window[0] >= columns and window[1] >= lines:
        return ""
    return phrase(
        "The board needs a window of {columns} by {lines}, this one has {width} by {height}: line "
        "by line instead.",
        columns=columns,
        lines=lines,
        width=window[0],
        height=window[1],
    )


def room(rules: EpisodeRules, columns: int, lines: int) -> CellSize:
    """The size of the board in a window of a number of columns and lines."""
    return size_for(rules, columns - BESIDE, lines - AROUND)


def head(entering: Entering, seat: str) -> MixedText:
    """The line with the last card and the tokens; the seat of the shown board is in brackets."""
    state: MyCityState = entering.state
    card = phrase(
        "Card {number} of {count}: {card}",
        number=state.out,
        count=state.rules.dealt,
        card=state.card or "-",
    )
    line = parts.one_line(card, "  ", style="bold")
    for i, (name, town) in enumerate(zip(state.seats, state.towns, strict=True)):
        answered_sign = "" if state.waiting >> i & 1 or not state.waiting else "✓"
        line.append(" [" if name == seat else "  ")
        line.append(name, parts.SEAT_STYLE.get(name, ""))
        line.append(" ")
        line.append(phrase("out") if town.gone else f"{town.token}{answered_sign}")
        line.append("]" if name == seat else " ")
    return line


def ground(entering: Entering, seat: str, cursor: Cursor, size: CellSize) -> RenderableType:
    """The board of a seat, with the piece at the cursor if the seat has to answer."""
    state: MyCityState = entering.state
    town = town_of(state, seat)
    marks: dict[str, str] = {}
    has_to_answer = seat in entering.awaited and state.waiting
    cursor_placement = placement(state, seat, cursor) if has_to_answer else None
    if cursor_placement:
        sign = "x" if refusal(entering, seat, cursor) else "+"
        marks = dict.fromkeys(
            state.rules.grid.names(cursor_placement.mask), f"{state.card:<2}{sign}"
        )
    newest = town.built[-1] if town.built and not cursor_placement else None
    return town_board(state.rules, town, others=state.towns, newest=newest, marks=marks, size=size)


class PointsLine:
    """The points of a line of a score sheet, or of the whole sheet."""

    def __init__(self, label: Wording, points: int, style: str = "") -> None:
        self.label, self.points, self.style = label, points, style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the line."""
        words = parts.fit(speaker_of(console).say(self.label), LABEL)
        yield Text(f"{set_cell_size(words, LABEL)} {self.points:>4}", style=self.style)


def beside(entering: Entering, seat: str, cursor: Cursor) -> RenderableType:
    """The text beside the board: the piece, whether it fits, the score, the revealed cards."""
    state: MyCityState = entering.state
    name = entering.head.names.get(seat)
    title = Text(f"{seat}{f' ({parts.fit(name, 14)})' if name else ''}", style="bold")
    lines: list[RenderableType | None] = [title]
    if seat in entering.awaited and entering.state.waiting:
        why = refusal(entering, seat, cursor)
        lines += [
            outline(state.rules, state.card),
            parts.line(
                joined(": ", (square(cursor), why or phrase("fits, Enter builds"))),
                "red" if why else "green",
            ),
        ]
    elif entering.awaited == (CHANCE,):
        lines.append(parts.line(phrase("Which card came?")))
    sheet = next(sheet for sheet in entering.game.score(state) if sheet.seat == seat)
    lines.append(Text(""))
    for line in sheet.lines:
        lines.append(PointsLine(label_phrase(line.label), line.points))
    lines.append(PointsLine(phrase("score"), sheet.total, "bold"))
    cards = " ".join(move.text.split()[1] for move in entering.moves if move.seat == CHANCE)
    seen = phrase("Cards: {cards}", cards=cards or phrase("none yet"))
    lines += [Text(""), parts.line(seen, "dim")]
    return parts.lines(*lines)


class KeyLine:
    """Keys with what they do, in one line; in a narrow window the last two, and those that fit."""

    def __init__(self, listed: Iterable[EntryKey]) -> None:
        self.keys = tuple(listed)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the line."""
        say = speaker_of(console).say
        words = [f"{key.board.split(',')[0]} {say(phrase(key.brief))}" for key in self.keys]
        while len(words) > LAST_KEYS and cell_len("  ".join(words)) > options.max_width:
            del words[-LAST_KEYS - 1]
        yield Text("  ".join(words), style="dim", no_wrap=True)


def footer(when: str) -> KeyLine:
    """The keys that have an effect at the time `when`, in one line."""
    return KeyLine(key for key in keys.board_keys(when) if key.brief)


def help_lines() -> RenderableType:
    """The list of all keys on the board."""
    rows = list(keys.board_keys())
    width = max(len(key.board) for key in rows)
    return parts.lines(
        parts.line(phrase("Keys"), "bold"),
        *(parts.one_line(f"{key.board:<{width}}  ", phrase(key.does)) for key in rows),
        parts.line(phrase("Any key closes this list."), "dim"),
    )


def time_of(entering: Entering) -> str:
    """The time in the game, by the name that the table of keys has for it, such as `keys.CARD`."""
    if not entering.awaited:
        return keys.END
    if entering.awaited == (CHANCE,):
        return keys.CARD
    return keys.PLACE if entering.state.waiting else keys.GIVEN


def places(
    campaign: Campaign,
    rules: EpisodeRules,
    right: StickerRight,
    names: Sequence[str],
    at: str,
    size: CellSize,
) -> RenderableType:
    """The board of the seat that owes a sticker, with the squares for it and the cursor at `at`."""
    city = campaign.city(right.seat)
    marks = dict.fromkeys((name for name in names if rules.grid.bit(name)), "?")
    marks[at] = f"({right.kind[0]})"
    reach = reach_between(rules, city.brought(rules), campaign.claimed)
    return board(rules, city.land, legend=False, marks=marks, size=size, reach=reach)
