"""The salt of an envelope's seal, which its opening reveals."""

from __future__ import annotations

import hashlib

SECRET = "secret of the seals"
"""A setting under a campaign's stream; the secret is never in the journal."""


def salt_of(secret: str, envelope: int) -> str:
    """The salt of one envelope; it does not reveal the salts of the others."""
    return hashlib.sha256(f"{secret}/{envelope}".encode()).hexdigest()
