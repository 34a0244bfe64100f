"""The clock of this computer, and the calendar, which ends before some clocks do."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime

from campaign.store.errors import ClockWrong


def now() -> datetime:
    """What the clock says, by that of this place; raises `ClockWrong` for what no calendar has."""
    try:
        return datetime.fromtimestamp(time.time(), UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        raise ClockWrong from None


def today() -> date:
    """The day on the wall of whoever works here; raises `ClockWrong`."""
    try:
        return date(*time.localtime(time.time())[:3])
    except (ValueError, OverflowError, OSError):
        raise ClockWrong from None
