"""The salt of an envelope's seal, which its opening reveals."""

from __future__ import annotations

import hashlib

SECRET = "secret of the seals"
"""A setting of the campaign's own stream: it is not in the journal before an envelope opens."""


def salt_of(secret: str, envelope: int) -> str:
    """The salt of one envelope: to tell one does not tell the others."""
    return hashlib.sha256(f"{secret}/{envelope}".encode()).hexdigest()
