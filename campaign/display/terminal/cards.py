"""All buildings of an episode with their names; buildings of revealed cards are dotted.

Y1 ##  Y2 ...  a row for each colour; a cell is two signs wide if the console has room for it
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.services.cards import EpisodeCards
from campaign.services.words import many
from engine.kernel.phrases import Phrase, phrase
from engine.my_city.play.placements import Piece
from engine.my_city.play.ruleset import EpisodeRules

STYLE = {"Y": "yellow", "R": "red", "B": "blue"}
CHURCH = "magenta"
OUT = "dim"
GAP = 2
"""The columns between two buildings."""


def cards(cards: EpisodeCards) -> RenderableType:
    """The cards of the next or last episode, and which of them were revealed already."""
    rows: list[RenderableType] = [
        MixedText(phrase("The cards of episode {number}", number=cards.episode), style="bold"),
        _BuildingRows(cards.rules, cards.out),
        parts.line(
            many(cards.rules.dealt, "card")
            if cards.is_played
            else _out_in_words(cards.rules, cards.out)
        ),
    ]
    if cards.draft is not None:
        rows.append(parts.command("campaign episode enter"))
    return parts.lines(*rows)


def drawn(rules: EpisodeRules, out: Collection[str] = ()) -> RenderableType:
    """Every building of a deck with its name; buildings of cards in `out` are dotted and dim."""
    return parts.lines(_BuildingRows(rules, out), parts.line(_out_in_words(rules, out)))


def _out_in_words(rules: EpisodeRules, out: Collection[str]) -> Phrase:
    to_come = rules.dealt - len(out)
    if not out:
        return phrase("{count} cards, none is out yet.", count=to_come)
    return phrase(
        "Out already (dotted): {cards}; {count} to come.", cards=" ".join(out), count=to_come
    )


class _BuildingRows:
    """The buildings, with a row for each colour; a row that is too long is broken."""

    def __init__(self, rules: EpisodeRules, out: Collection[str]) -> None:
        self._out = out
        pieces = sorted(_pieces(rules), key=lambda piece: piece.colour == "")
        self._rows = [list(row) for _, row in groupby(pieces, key=lambda piece: piece.colour)]
        self._others = [card for card in rules.deck if card not in rules.pieces]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = options.max_width
        widest_row = max(sum(_width(piece, 2) for piece in row) for row in self._rows)
        cell = 2 if widest_row <= width else 1
        for row in self._rows:
            for line in _broken(row, width, cell):
                yield from self._lines(line, cell)
                yield Text("")
        for card in self._others:
            yield MixedText(
                phrase("{card}  (no building)", card=card),
                style=OUT if card in self._out else "",
            )

    def _lines(self, row: Sequence[Piece], cell: int) -> Iterator[Text]:
        """Yield the lines of the buildings of a row."""
        for number in range(max(_height(piece) for piece in row)):
            line = Text(no_wrap=True)
            for piece in row:
                name = _name(piece) if number == 0 else ""
                is_out = piece.id in self._out
                sign = "." if is_out else "#"
                style = OUT if is_out else STYLE.get(piece.colour, CHURCH)
                line.append(name.ljust(len(_name(piece)) + 1), OUT if is_out else "bold")
                cells_text = "".join(
                    (sign if (column, number) in piece.cells else " ") * cell
                    for column in range(_columns(piece))
                )
                line.append(cells_text + " " * GAP, style)
            line.rstrip()
            yield line


def _pieces(rules: EpisodeRules) -> Iterator[Piece]:
    """Yield the buildings of the deck, all of them for a card that differs from city to city."""
    for card in rules.deck:
        if card in rules.varied:
            yield from rules.variants[card].values()
        elif card in rules.pieces:
            yield rules.pieces[card]


def _broken(row: Sequence[Piece], width: int, cell: int) -> Iterator[list[Piece]]:
    """Yield the lines of a row, each a list of the buildings that fit into it."""
    line: list[Piece] = []
    used_columns = 0
    for piece in row:
        if line and used_columns + _width(piece, cell) - GAP > width:
            yield line
            line, used_columns = [], 0
        line.append(piece)
        used_columns += _width(piece, cell)
    yield line


def _name(piece: Piece) -> str:
    return f"{piece.id} {piece.variant}".rstrip()


def _columns(piece: Piece) -> int:
    return max(column for column, _ in piece.cells) + 1


def _height(piece: Piece) -> int:
    return max(row for _, row in piece.cells) + 1


def _width(piece: Piece, cell: int) -> int:
    """The columns that a building takes, with its name and the gap after it."""
    return len(_name(piece)) + 1 + _columns(piece) * cell + GAP
