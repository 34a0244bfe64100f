"""What a line or a key costs while an episode is entered, over all chapters of a campaign."""

from __future__ import annotations

import gc
from collections.abc import Callable
from io import StringIO
from statistics import median
from time import process_time

from rich.console import RenderableType

from benchmarks.campaigns import Evening
from campaign.cli.entering.boards.screen import ARROWS
from campaign.display.terminal.board import SIZES
from campaign.display.terminal.console import Console
from campaign.display.terminal.entering import cursor as board
from campaign.display.terminal.entering import dialog
from campaign.display.text.translation import ENGLISH
from campaign.services.entering import cursor as places
from campaign.services.entering.cursor import Cursor
from campaign.services.entering.game import Entering, TakenLine, choices, new_entry, read, take
from engine.kernel.game import CHANCE
from engine.kernel.parts import answers_of
from engine.kernel.record import parse_record


class Clock:
    """Times actions; says the median and the worst of their CPU seconds."""

    def __init__(self) -> None:
        self.spent: list[float] = []
        self.console = Console(width=80, file=StringIO(), force_terminal=True)

    def time(self, do: Callable[[], RenderableType | None]) -> None:
        """Call `do` and draw what it returns; note the CPU seconds of both."""
        began = process_time()
        shown = do()
        if shown is not None:
            self.console.print(shown)
        self.spent.append(process_time() - began)

    def __str__(self) -> str:
        return f"median {median(self.spent) * 1e3:.1f} ms, worst {max(self.spent) * 1e3:.1f} ms"


def report(evenings: list[Evening]) -> list[str]:
    """The figures as lines of the page."""
    lines, offers, keys = Clock(), Clock(), Clock()
    gc.collect()
    gc.freeze()  # the collector skips what other measurements hold while a key is timed
    for text, setup in evenings:
        record = parse_record(text)
        entering = new_entry(record._replace(moves=None), setup)
        for move in record.moves or ():
            entering = _entered(entering, move.seat, move.text, lines, offers, keys)
    gc.unfreeze()
    return [
        f"Entering a line and drawing what it shows, over {len(evenings)} evenings of all",
        f"chapters: {lines}.",
        f"Listing every legal answer, for Tab and `?`: {offers}. A key at the board, drawing it",
        f"again: {keys}. The bar is 50 ms of CPU for each of the three.",
        "",
    ]


def _entered(
    entering: Entering, seat: str, text: str, lines: Clock, offers: Clock, keys: Clock
) -> Entering:
    game = entering.game
    short = answers_of(game).short(entering.state, seat, game.parse(text))
    line = f"{seat}: {short}"
    lines_taken = list[TakenLine]()

    def answer() -> RenderableType | None:
        lines_taken.append(take(entering, read(entering, line)))
        screens = list(dialog.outcomes(lines_taken[0], ENGLISH))
        return screens[0] if screens else None

    lines.time(answer)
    if seat != CHANCE:
        offers.time(lambda: dialog.places(entering, seat, choices(entering)[seat]) or "")
        cursor = places.settled(entering.state, seat, Cursor())
        for step in ARROWS.values():

            def key(step: tuple[int, int] = step) -> RenderableType:
                at = places.moved(entering.state, seat, cursor, *step)
                keys.console.print(board.beside(entering, seat, at))
                return board.ground(entering, seat, at, SIZES[0])

            keys.time(key)
    return lines_taken[0].entering
