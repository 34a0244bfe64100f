"""Stamps: one moment for everybody, and the day that it was at its table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.store import stamps

OFFSETS = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
MOMENTS = st.tuples(st.integers(0, 250_000_000_000), OFFSETS).map(
    lambda moment: datetime.fromtimestamp(moment[0], moment[1])
)


@given(MOMENTS)
def test_a_stamp_keeps_moment_and_day(now: datetime) -> None:
    written = stamps.stamp(now)
    assert stamps.moment(written) == now.replace(microsecond=0)
    assert stamps.day(written) == now.date().isoformat()


@given(st.lists(MOMENTS, min_size=2))
def test_stamps_of_all_zones_sort_by_moment(moments: list[datetime]) -> None:
    written = sorted(map(stamps.stamp, moments))
    utc = [stamps.moment(one).astimezone(UTC) for one in written]
    assert utc == sorted(utc)


@pytest.mark.parametrize(
    "text",
    ["", "never", "2026-13-01T00:00:00Z", "2026-11-25T06:00:00", "2026-11-25T06:00:00Z[-25:00]"],
)
def test_what_is_no_moment_is_shown_as_it_is(text: str) -> None:
    with pytest.raises(ValueError, match=r"moment|calendar|month"):
        stamps.moment(text)
    assert (stamps.day(text), stamps.iso(text)) == (text[:10], text)


def test_a_draft_of_an_earlier_version_has_a_moment() -> None:
    assert stamps.moment("2026-11-25T06:00:00+00:00") == datetime(2026, 11, 25, 6, tzinfo=UTC)
