"""Lines and bounds that are looked for beside each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

import pytest

from campaign.services.hindsight import meeting
from campaign.services.hindsight.clock import Clock
from campaign.services.hindsight.meeting import Meeting
from campaign.services.hindsight.walking import a_leg, walkers
from campaign.services.spreading.chunks import serial
from engine.my_city.hindsight.beam import beam
from engine.my_city.hindsight.bounds import Bound, bound
from engine.my_city.hindsight.question import Replayed, replayed
from tests.services.hindsight.test_neighbourhoods import LONG, small


def waiting(
    _question: object,
    lines: Sequence[Replayed],
    _seed: int,
    left: Callable[[], float],
    *_more: object,
) -> Iterator[Replayed]:
    """Neighbourhoods in which nothing is better."""
    while left() > 0:
        yield lines[0]


def test_a_town_that_makes_the_bound_ends_the_search_for_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(meeting, "improved", waiting)
    monkeypatch.setattr(meeting, "reaching", lambda *_: None)
    question = small()
    nothing = replayed(question, question.played)
    both = Meeting(question, [nothing], bound(question), Clock(LONG), 0, serial)
    line, lowest = deque(both.news(), maxlen=2)
    assert isinstance(line, Replayed)
    assert isinstance(lowest, Bound)
    assert nothing.points < line.points == lowest.points == 12


def test_each_walk_begins_at_another_line_and_the_best_is_given_back() -> None:
    question = small()
    lines = [replayed(question, question.played), beam(question, 1000, lambda: False)]
    walks = walkers(question, lines, 1)
    assert [line.line for line in lines] == [walk.stage().begin for walk in walks]
    assert walks[1] is a_leg(walks, serial, lambda: 0.0)
    (alone,) = walkers(question, lines[:1], 1)
    assert a_leg([alone], serial, lambda: LONG) is alone
    assert alone.worth > lines[0].points
