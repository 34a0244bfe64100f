"""How long the long tests are: short in `make test`, in full in `make soak`."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("CAMPAIGN_SOAK"))


def count(short: int, full: int) -> int:
    """A number of repetitions, seconds or steps."""
    return full if SOAK else short
