"""How long the long tests are: short in `make test`, longer in `.ci/run`, whole in `make soak`."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("CAMPAIGN_SOAK"))
CI = SOAK or bool(os.environ.get("CAMPAIGN_CI"))
"""Whether changes are accepted here: more is tried, and Chromium and PostgreSQL are required."""


def count(short: int, full: int, ci: int | None = None) -> int:
    """A number of repetitions, seconds or steps; `ci` where changes are accepted, if not short."""
    if SOAK:
        return full
    return short if ci is None or not CI else ci
