"""Write and read the stamps of entries: UTC, which sorts, then the offset of the machine's clock.

    2026-11-25T06:00:00Z[-10:00]     20:00 on 24 Nov, at a table in Honolulu

The form is that of RFC 9557. Stamps of old entries have no offset. They are shown by the reader's
clock, because the reader mostly sits at the same table.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

FIRST_ZONE, LAST_ZONE = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
"""The time zones in which a day begins first and last."""
STAMP = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)(?:\[([+-])([01]\d):([0-5]\d)\])?", re.ASCII)


def stamp(now: datetime) -> str:
    """The stamp of a moment, to the second; `now` has a time zone."""
    utc = now.astimezone(UTC).replace(microsecond=0, tzinfo=None)
    minutes = round((now.utcoffset() or timedelta()).total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    hours, minutes = divmod(abs(minutes), 60)
    return f"{utc.isoformat()}Z[{sign}{hours:02}:{minutes:02}]"


def moment(stamp: str) -> datetime:
    """The moment of a stamp, by the clock of its table; raises `ValueError` for any other text."""
    match = STAMP.fullmatch(re.sub(r"\+00:00$", "Z", stamp))  # drafts of earlier versions
    if match is None:
        raise ValueError(f"{stamp!r} is no moment")
    utc, sign, hours, minutes = match.groups()
    try:
        read = datetime.fromisoformat(utc)
        if sign is None:
            return read.astimezone()
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        return read.astimezone(timezone(-offset if sign == "-" else offset))
    except (OverflowError, OSError) as error:
        raise ValueError(f"no calendar has {stamp}") from error


def day(stamp: str) -> str:
    """The day of a stamp at its table, ISO 8601; for any other text its first ten characters."""
    try:
        return moment(stamp).date().isoformat()
    except ValueError:
        return stamp[:10]


def day_in(stamp: str, zone: timezone) -> str:
    """The day of a stamp in a time zone, ISO 8601; for any other text its first ten characters."""
    try:
        return moment(stamp).astimezone(zone).date().isoformat()
    except (ValueError, OverflowError):
        return stamp[:10]


def iso(stamp: str) -> str:
    """A stamp by the clock of its table, ISO 8601 with the offset; any other text unchanged."""
    try:
        return moment(stamp).isoformat().replace("+00:00", "Z")
    except ValueError:
        return stamp


def utc(stamp: str) -> str:
    """The UTC part of a stamp, ISO 8601."""
    return stamp.partition("[")[0]
