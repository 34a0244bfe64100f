"""Read the time and the day from this computer's clock.

The calendar ends with the year 9999, but the clock may be set to a later year.
"""

from __future__ import annotations

import time
from datetime import UTC, date, datetime

from campaign.store.errors import ClockWrong


def now() -> datetime:
    """The time now, in this computer's time zone; raises `ClockWrong` past the calendar's end."""
    try:
        return datetime.fromtimestamp(time.time(), UTC).astimezone()
    except (ValueError, OverflowError, OSError):
        raise ClockWrong from None


def today() -> date:
    """The day now, in this computer's time zone; raises `ClockWrong` past the calendar's end."""
    try:
        return date(*time.localtime(time.time())[:3])
    except (ValueError, OverflowError, OSError):
        raise ClockWrong from None
