"""The errors of commands; engine, store and services have errors of their own.

RecordProblem   a record that may not be kept, with the place in its file
FileProblem     a file that cannot be used
ConsentMissing  a question whose default is yes cannot be asked without a terminal
FlagMissing     a question whose default is no cannot be asked without a terminal
NoTerminal      a command that needs a terminal has none
ServerProblem   the phones at the table cannot be served
OutputLost      the output of a finished command cannot be written, such as on a full disk
"""

from __future__ import annotations

from engine.kernel.phrases import Phrase, Wording, phrase

NOTHING_WRITTEN = phrase("Nothing was written.")
KEPT = "The command had kept something before."
"""The note on an error that was raised after the command had kept something."""


class RecordProblem(Exception):
    """A record that may not be kept; `where` is its file and line, `remedy` says what is right."""

    def __init__(
        self, message: Wording, where: Wording = "", remedy: Wording = "", code: int = 6
    ) -> None:
        super().__init__(message)
        self.where, self.remedy, self.code = where, remedy, code


class FileProblem(Exception):
    """A file that cannot be used; the message says why, the remedy says what to do."""

    def __init__(self, message: Wording, remedy: Wording = "") -> None:
        super().__init__(message)
        self.remedy = remedy

    @classmethod
    def from_error(cls, where: object, error: OSError | ValueError) -> FileProblem:
        """Return the problem of a system error, such as `evening.toml: permission denied`."""
        reason = error.strerror if isinstance(error, OSError) else ""
        return cls(f"{where}: {(reason or str(error)).lower()}")


class ConsentMissing(Exception):
    """A question cannot be asked, as there is no terminal; the message says how to go on."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)


class FlagMissing(Exception):
    """A question whose default is no cannot be asked; the message names the flag that says yes."""

    def __init__(self, question: Wording, flag: str) -> None:
        super().__init__(phrase("{question} Only with {flag}.", question=question, flag=flag))


class NoTerminal(Exception):
    """A command needs a terminal, and there is none; the message says what to do instead."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)


class ServerProblem(Exception):
    """The phones at the table cannot be served; the message says why, and what to do."""


class OutputLost(Exception):
    """The output cannot be written; `kept` says whether something was written to the database."""

    def __init__(self, why: str, *, kept: bool) -> None:
        super().__init__(f"the output cannot be written ({why.lower()})")
        self.kept = kept
