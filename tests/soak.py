"""The length of the long tests: short in `make test`, longer in `.ci/run`, full in `make soak`."""

from __future__ import annotations

import os

SOAK = bool(os.environ.get("CAMPAIGN_SOAK"))
CI = SOAK or bool(os.environ.get("CAMPAIGN_CI"))
"""Whether `.ci/run` or `make soak` runs: both try more, and need Chromium and PostgreSQL."""


def count(short: int, full: int, ci: int | None = None) -> int:
    """Return the number for this run: `full` in `make soak`, `ci` in `.ci/run`, else `short`."""
    if SOAK:
        return full
    return short if ci is None or not CI else ci
