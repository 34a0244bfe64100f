"""What a command refuses by itself, besides what engine, store and services refuse.

RecordProblem   a record that may not be kept, with the place in its file
FileProblem     a file that cannot be used
ConsentMissing  a question that cannot be asked here
FlagMissing     a question whose default is no, and nobody answers it
NoTerminal      nothing can be typed here
NotServed       the phones at the table cannot be served
OutputLost      what was done cannot be shown, such as on a full disk
"""

from __future__ import annotations

from engine.kernel.phrases import Phrase, Wording, phrase

NOTHING_WRITTEN = phrase("Nothing was written.")
KEPT = "The command had kept something before."
"""The note on an error that comes after a transaction which was kept."""


class RecordProblem(Exception):
    """A record that may not be kept; `where` is its file and line, `remedy` what would be right."""

    def __init__(
        self, message: Wording, where: Wording = "", remedy: Wording = "", code: int = 6
    ) -> None:
        super().__init__(message)
        self.where, self.remedy, self.code = where, remedy, code


class FileProblem(Exception):
    """A file that cannot be used; the message says why, the remedy what helps."""

    def __init__(self, message: Wording, remedy: Wording = "") -> None:
        super().__init__(message)
        self.remedy = remedy

    @classmethod
    def from_error(cls, where: object, error: OSError | ValueError) -> FileProblem:
        """The problem that the system has with a file, as `evening.toml: permission denied`."""
        reason = error.strerror if isinstance(error, OSError) else ""
        return cls(f"{where}: {(reason or str(error)).lower()}")


class ConsentMissing(Exception):
    """A question that cannot be asked here; the message says how to go on without it."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)


class FlagMissing(Exception):
    """A question whose default is no; its own flag says yes in place of somebody at a terminal."""

    def __init__(self, question: Wording, flag: str) -> None:
        super().__init__(phrase("{question} Only with {flag}.", question=question, flag=flag))


class NoTerminal(Exception):
    """Nothing can be typed here; the message says what to do instead."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)


class ServerProblem(Exception):
    """The phones at the table cannot be served; the message says why, and what to do."""


class OutputLost(Exception):
    """What was done cannot be shown; `kept` says whether something was written to the database."""

    def __init__(self, why: str, *, kept: bool) -> None:
        super().__init__(f"the output cannot be written ({why.lower()})")
        self.kept = kept
