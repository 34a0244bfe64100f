"""The errors of use cases, in addition to those of the engine and the store.

UnknownName       nothing of that name or number is kept here
SeveralCampaigns  several could be meant; the message lists them
"""

from __future__ import annotations

from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import Phrase, Wording, phrase


class ServiceError(Exception):
    """An error of a use case; `remedy` is the command or act that helps."""

    def __init__(self, message: Wording, remedy: Wording = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class UnknownName(ServiceError):
    """Nothing of that name or number is kept here."""

    def __init__(self, message: Phrase, remedy: Wording = "") -> None:
        super().__init__(message, remedy)


class SeveralCampaigns(ServiceError):
    """Several campaigns could be meant."""

    def __init__(self, message: Phrase, remedy: Wording = "") -> None:
        super().__init__(message, remedy)


def not_as_shown() -> NotAllowed:
    """The error for a change that would do something else than what was shown."""
    return NotAllowed(
        phrase("somebody has written here meanwhile: what was shown does not hold any more"),
        phrase("give the command again"),
    )
