"""The errors of the engine, as one small tree.

    EngineError            the message says what, where, why and what would be right
    ├── RecordError        the text is not a record            (line, column)
    │   └── NotationError  a move is not in the game's grammar (the text of the move)
    │       └── SeveralMeanings   words at the prompt that may mean several moves
    ├── SetupError         a readable text from which no game can start (seats, options)
    │   └── RulesMissing   the program does not have the game, or not this edition of it
    ├── IllegalMove        the rules forbid it; nothing has changed
    ├── PackError          the data of a game does not hold together
    │   └── UnusedPiece    no rule brings a building into play
    └── NotAllowed         the campaign does not allow it now; `remedy` says what helps

An error changes nothing: the caller that catches it still has the value from before.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.phrases import Phrase, Wording


def shortened_text(text: str) -> str:
    """A text as a message quotes it: at most `QUOTED` characters, then `...`."""
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}..."


QUOTED = 60


def wording_of(error: BaseException) -> Wording:
    """The message of an error: the phrase with which it was raised, else its text."""
    first = error.args[0] if error.args else ""
    return first if isinstance(first, Phrase) else str(error)


class EngineError(Exception):
    """The root of the engine's errors; `str(error)` is one line for a person."""


class RecordError(EngineError):
    """The text is not a record; `line` and `column` count from 1 and are 0 if unknown."""

    def __init__(self, message: Wording, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


class NotationError(RecordError):
    """A move is not in the grammar of its game."""

    def __init__(self, words: Phrase, line: int = 0, column: int = 0) -> None:
        super().__init__(words, line, column)
        self.words = words


class SeveralMeanings(NotationError):
    """Words that may mean several things; each of `choices` means one of them.

    A choice replaces the first `used` words of an answer. In the line it stands between the words
    `before` and the words `after`.
    """

    def __init__(self, words: Phrase, choices: Sequence[str], used: int = 1) -> None:
        super().__init__(words)
        self.choices, self.used = tuple(choices), used
        self.before, self.after = list[str](), list[str]()
        self._is_placed = False

    def place_in_line(self, before: Sequence[str], words: Sequence[str]) -> SeveralMeanings:
        """Note where the unclear words stand in a line, and return this error.

        They are the first of `words`, which come after the words of `before`. A second call only
        adds words before those of the first call.
        """
        if not self._is_placed:
            self.after = list(words[self.used :])
        self.before = [*before, *self.before]
        self._is_placed = True
        return self

    def line_with_choice(self, typed: str) -> str:
        """The line with the choice that was typed; "" if no choice was typed.

        A choice may be typed by its end from a slash on: `/1` for `E5/1`.
        """
        wanted = typed.replace(" ", "").casefold()
        for choice in self.choices:
            plain = choice.replace(" ", "").casefold()
            if wanted and (wanted == plain or (wanted[0] == "/" and plain.endswith(wanted))):
                return " ".join((*self.before, choice, *self.after))
        return ""


class SetupError(EngineError):
    """No game can start from a readable text: its game, edition, seats or an option is unknown."""


class RulesMissing(SetupError):
    """The program does not have the rules that a record names: the game, or its edition."""


class IllegalMove(EngineError):
    """The rules forbid the move; the message says the reason in the table's words.

    `why` is the reason alone, even if the message also names the answer and the seat.
    """

    def __init__(self, words: Phrase, why: Phrase | None = None) -> None:
        super().__init__(words)
        self.words, self.why = words, why or words


class PackError(EngineError):
    """The data of a game does not hold together; `file` and `path` say which table and key."""

    def __init__(self, message: str, file: str = "", path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.file, self.path = file, path


class UnusedPiece(PackError):
    """No rule brings a building, or a form of it, into play: a rule is missing."""


class NotAllowed(EngineError):
    """The campaign does not allow this now; `remedy` is the command or act that helps."""

    def __init__(self, words: Phrase, remedy: Wording = "") -> None:
        super().__init__(words)
        self.words, self.remedy = words, remedy
