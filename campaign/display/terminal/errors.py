"""An error for the user: the message, its place, the remedy, and whether anything was written."""

from __future__ import annotations

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.console import speaker_of
from engine.kernel.phrases import Wording, phrase

HEAD = phrase("error: ")


class Error:
    """The message of an error, and further sentences below it, all indented alike."""

    def __init__(self, message: Wording, more: tuple[Wording, ...]) -> None:
        self.message, self.more = message, more

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield each sentence in one line, or folded at words if the console is narrow."""
        say = speaker_of(console).say
        head = Text(say(HEAD), style="bold red")
        indent = " " * head.cell_len
        message_options = options.update(width=max(20, options.max_width - head.cell_len))
        for sentence in (self.message, *self.more):
            for line in parts.folded(
                say(sentence), console, message_options, style="not bold default"
            ):
                yield Text.assemble(head, line, no_wrap=True, overflow="ignore")
                head = Text(indent)


def error(
    message: Wording, *, where: Wording = "", remedy: Wording = "", written: Wording = ""
) -> Error:
    """The error of a message: `written` is a sentence on whether anything was written."""
    return Error(message, tuple(words for words in (where, remedy, written) if words))
