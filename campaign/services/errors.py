"""What a use case refuses besides what the engine and the store refuse.

NotFound    nothing of that name or number is kept here
Unclear     several could be meant; the message lists them
"""

from __future__ import annotations


class ServiceError(Exception):
    """Root; `remedy` is the command or act that helps."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class NotFound(ServiceError):
    """Nothing of that name or number is kept here."""


class Unclear(ServiceError):
    """Several campaigns could be meant."""
