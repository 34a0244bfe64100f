"""Moments as entries write them: UTC, which sorts, and beside it the offset of the machine.

    2026-11-25T06:00:00Z[-10:00]     20:00 on 24 Nov, at a table in Honolulu

The form is that of RFC 9557. Stamps of earlier entries have no offset: they are shown by the clock
of whoever reads them, who mostly sits at the same table.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

STAMP = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)(?:\[([+-])([01]\d):([0-5]\d)\])?", re.ASCII)


def stamp(now: datetime) -> str:
    """A moment whose zone is known, to the second, as an entry writes it."""
    utc = now.astimezone(UTC).replace(microsecond=0, tzinfo=None)
    minutes = round((now.utcoffset() or timedelta()).total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"{utc.isoformat()}Z[{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}]"


def moment(stamp: str) -> datetime:
    """A moment by the clock of its table; raises `ValueError` for what is none."""
    match = STAMP.fullmatch(re.sub(r"\+00:00$", "Z", stamp))  # earlier drafts
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
    """The day at the table, ISO 8601; of what is no moment its first ten characters."""
    try:
        return moment(stamp).date().isoformat()
    except ValueError:
        return stamp[:10]


def iso(stamp: str) -> str:
    """A moment by the clock of its table, ISO 8601 with its offset; what is none as it is."""
    try:
        return moment(stamp).isoformat().replace("+00:00", "Z")
    except ValueError:
        return stamp


def utc(stamp: str) -> str:
    """A moment in UTC, ISO 8601."""
    return stamp.partition("[")[0]
