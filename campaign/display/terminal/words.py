"""Phrases that become text when they are drawn, because language and width are known only then.

MixedText(phrase("a tree"))                           a phrase
MixedText("eagle: ", (phrase("proved"), "green"))     pieces, some with their own style
"""

from __future__ import annotations

from typing import TypeAlias

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from campaign.display.terminal.console import speaker_of
from campaign.display.text.translation import Speaker
from engine.kernel.phrases import Wording

Piece: TypeAlias = "Wording | Text | MixedText"
"""A piece of a line, or of a cell of a table."""


class MixedText:
    """Pieces of text, one after the other; the console translates the phrases among them."""

    def __init__(
        self,
        *pieces: Piece | tuple[Wording, str],
        style: str = "",
        no_wrap: bool = False,
        most: int = 0,
    ) -> None:
        """Keep the pieces; beyond `most` columns the text ends with an ellipsis, 0 for no limit."""
        self._pieces, self._style, self._no_wrap, self._most = [*pieces], style, no_wrap, most

    def append(self, piece: Wording | Text | MixedText, style: str = "") -> MixedText:
        """Add a piece at the end, and return this object."""
        self._pieces.append(piece if isinstance(piece, Text | MixedText) else (piece, style))
        return self

    def to_text(self, speaker: Speaker) -> Text:
        """The text in the language of a speaker."""
        text = Text(style=self._style, no_wrap=self._no_wrap or None)
        if self._no_wrap:
            text.overflow = "ellipsis"
        for piece in self._pieces:
            match piece:
                case Text():
                    text.append_text(piece)
                case MixedText():
                    text.append_text(piece.to_text(speaker))
                case (words, style):
                    text.append(speaker.say(words), style)
                case _:
                    text.append(speaker.say(piece))
        if self._most and text.cell_len > self._most:
            text.truncate(self._most - 1)
            text.rstrip()
            text.append("…")
        return text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the text in the language of the console."""
        yield self.to_text(speaker_of(console))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """The width of the text in the language of the console."""
        return Measurement.get(console, options, self.to_text(speaker_of(console)))


def to_text(cell: Wording | Text | MixedText, speaker: Speaker) -> Text:
    """A cell as a new text in the language of a speaker."""
    return cell.copy() if isinstance(cell, Text) else MixedText(cell).to_text(speaker)
