"""Turn an error into a message with its place and remedy, and into an exit code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

from campaign.cli.called import find_command
from campaign.cli.errors import (
    KEPT,
    NOTHING_WRITTEN,
    ConsentMissing,
    FileProblem,
    FlagMissing,
    NoTerminal,
    OutputLost,
    RecordProblem,
    ServerProblem,
)
from campaign.display.text.translation import Speaker
from campaign.services.errors import ServiceError, UnknownName
from campaign.store.errors import (
    BadBundle,
    BadHead,
    DatabaseMissing,
    DatabaseMoved,
    DatabaseNewer,
    StoreError,
)
from campaign.store.passwords import hide_in_text
from engine.kernel.errors import (
    EngineError,
    NotAllowed,
    PackError,
    RecordError,
    SetupError,
    shortened_text,
    wording_of,
)
from engine.kernel.phrases import Phrase, Wording, phrase

KEPT_BEFORE = phrase("What was done before this is kept.")
PERHAPS_WRITTEN = phrase(
    "It may have been kept all the same: look before you give the command again."
)
LONGEST_WORD = 1_000
"""The most characters of a word in a message: more than a file's path usually has."""


def only_reads(arguments: Sequence[str]) -> bool:
    """Return whether the command of a command line never writes."""
    command = find_command(arguments)
    return command is not None and command.reads


def written_words(error: Exception) -> Phrase:
    """Return the sentence on what was written when a command failed with this error."""
    if isinstance(error, StoreError) and error.is_unsure:
        return PERHAPS_WRITTEN
    return KEPT_BEFORE if KEPT in getattr(error, "__notes__", ()) else NOTHING_WRITTEN


class ProblemMessage(NamedTuple):
    """The message of an error: what is wrong, where, and what to do.

    `nothing_written` says whether the sentence of `written_words` is added.
    """

    message: str
    where: Wording = ""
    remedy: Wording = ""
    nothing_written: bool = True

    @classmethod
    def from_error(cls, error: Exception, speaker: Speaker) -> ProblemMessage:
        """Return the message of an error; for an unforeseen error it says how to see more."""
        words = hide_in_text(speaker.say(wording_of(error))).split()
        message = " ".join(
            shortened_text(word) if len(word) > LONGEST_WORD else word for word in words
        )
        match error:
            case RecordProblem():
                return cls(message, error.where, error.remedy)
            case OutputLost():
                kept = phrase("It was done and is kept: do not give the command again.")
                remedy = kept if error.kept else phrase("The database is as it was.")
                return cls(message, remedy=remedy, nothing_written=False)  # a file may be written
            case UnknownName():
                return cls(message, remedy=error.remedy, nothing_written=False)
            case DatabaseMissing() | DatabaseMoved():
                return cls(message, remedy=error.remedy, nothing_written=False)
            case FileProblem() | NotAllowed() | ServiceError() | StoreError():
                return cls(message, remedy=error.remedy)
            case EngineError() | FlagMissing() | ConsentMissing():
                return cls(message)
            case NoTerminal() | ServerProblem():
                return cls(message)
            case FileNotFoundError() if _lacks_temporary_folder(error):
                return cls(
                    "there is no folder for temporary files, or no room in it",
                    remedy="make room, or name a folder in the variable TMPDIR",
                )
            case OSError(filename=str() | PurePath() as name):
                return cls(f"{name}: {(error.strerror or message).lower()}")
            case FileNotFoundError() if _is_nowhere():
                gone = phrase("the present folder was deleted or moved")
                return cls(speaker.say(gone), remedy=phrase("go to another folder"))
            case OSError() | MemoryError() | RuntimeError(args=("can't start new thread",)):
                why = getattr(error, "strerror", "") or message or "not enough memory"
                return cls(
                    f"the system refuses what the program needs: {why.lower()}",
                    remedy="close other programs, or allow more memory, files and processes; "
                    "--debug shows what was refused",
                )
        return cls(
            f"unforeseen: {type(error).__name__}: {message}",
            remedy="run it again with --debug and report what it prints",
            nothing_written=False,
        )


def _is_nowhere() -> bool:
    """Return whether the folder in which the program was started is gone."""
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def _lacks_temporary_folder(error: FileNotFoundError) -> bool:
    """Return whether Python found no folder in which a temporary file can be written."""
    return (error.strerror or "").startswith("No usable temporary directory")


def exit_code(error: Exception) -> int:
    """Return the exit code of an error."""
    match error:
        case RecordProblem():
            return error.code
        case UnknownName():
            return 4
        case FlagMissing():
            return 8
        case ConsentMissing() | NoTerminal() | ServerProblem() | BadHead():
            return 2
        case NotAllowed() | DatabaseNewer() | PackError():
            return 6
        case ServiceError():
            return 2
        case BadBundle():
            return 7
        case StoreError():
            return 5
        case FileProblem() | RecordError() | SetupError():
            return 7
        case OSError(filename=str() | PurePath()):
            return 7
        case FileNotFoundError() if _lacks_temporary_folder(error) or _is_nowhere():
            return 7
        case EngineError():
            return 6
    return 1
