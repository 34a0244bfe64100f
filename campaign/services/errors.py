"""The errors of use cases, besides those of the engine and the store.

NotFound    nothing of that name or number is kept here
Unclear     several could be meant; the message lists them
"""

from __future__ import annotations

from engine.kernel.phrases import Phrase, Wording


class ServiceError(Exception):
    """Root; `remedy` is the command or act that helps."""

    def __init__(self, message: Wording, remedy: Wording = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class NotFound(ServiceError):
    """Nothing of that name or number is kept here."""

    def __init__(self, message: Phrase, remedy: Wording = "") -> None:
        super().__init__(message, remedy)


class Unclear(ServiceError):
    """Several campaigns could be meant."""

    def __init__(self, message: Phrase, remedy: Wording = "") -> None:
        super().__init__(message, remedy)
