"""Lines and bounds that are looked for beside each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from threading import Event

import pytest

from campaign.extras.hindsight import meeting
from campaign.extras.hindsight.clock import Clock, Left
from campaign.extras.hindsight.meeting import Meeting
from campaign.extras.hindsight.pure.beam import beam
from campaign.extras.hindsight.walking import walk_leg, walks_from
from campaign.extras.hindsight.worth import peaks
from campaign.services.spreading.chunks import serial
from engine.my_city.bounds.bounds import Bound, bound
from engine.my_city.bounds.question import ReplayedLine, replay_line
from engine.my_city.bounds.scope import scope_of
from tests.extras.hindsight.test_neighbourhoods import LONG, small, with_groups


def waiting(
    _question: object,
    lines: Sequence[ReplayedLine],
    _seed: int,
    left: Left,
    *_more: object,
) -> Iterator[ReplayedLine]:
    """Neighbourhoods in which nothing is better."""
    while left() > 0:
        yield lines[0]


def test_a_town_that_makes_the_bound_ends_the_search_for_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(meeting, "improved_lines", waiting)
    monkeypatch.setattr(meeting, "find_line_of_points", lambda *_: None)
    question = small()
    nothing = replay_line(question, question.played)
    both = Meeting(question, [nothing], bound(question), Clock(LONG), 0, serial)
    line, lowest = deque(both.news(), maxlen=2)
    assert isinstance(line, ReplayedLine)
    assert isinstance(lowest, Bound)
    assert nothing.points < line.points == lowest.points == 12


@pytest.mark.parametrize(("close", "alone"), [(meeting.CLOSE, True), (-1, False)])
def test_nobody_looks_for_a_bound_while_a_token_is_close_to_its_cap(
    monkeypatch: pytest.MonkeyPatch, close: int, alone: bool
) -> None:
    question, ended, found = with_groups(small(), 17), Event(), dict[int | None, bool]()

    def learning(_question: object, _above: object, left: Left, **_: object) -> Iterator[Bound]:
        """A bound that does not come down."""
        while left() > 0 and not ended.wait(0.01):
            pass
        ended.set()
        yield from ()

    def looking(
        _question: object,
        lines: Sequence[ReplayedLine],
        _seed: int,
        _left: Left,
        goal: int | None,
        _spread: object,
    ) -> Iterator[ReplayedLine]:
        """Whether the search for a bound has ended by then."""
        found[goal] = ended.wait(LONG if alone else 0)
        ended.set()
        yield lines[0]

    monkeypatch.setattr(meeting, "CLOSE", close)
    monkeypatch.setattr(meeting, "bound_by_room", lambda _question, _best, above, _left, **_: above)
    monkeypatch.setattr(meeting, "bounds_by_order", learning)
    monkeypatch.setattr(meeting, "find_line_by_growth", lambda *_: None)
    monkeypatch.setattr(meeting, "improved_lines", looking)
    lines = [replay_line(question, question.played)]
    deque(Meeting(question, lines, bound(question), Clock(LONG), 0, serial).news(), maxlen=0)
    (goal,) = peaks(scope_of(question))
    assert found == {goal: alone, None: True}


def test_each_walk_begins_at_another_line_and_the_best_is_given_back() -> None:
    question = small()
    lines = [replay_line(question, question.played), beam(question, 1000, lambda: False)]
    walks = walks_from(question, lines, 1)
    assert [line.line for line in lines] == [walk.stage().begin for walk in walks]
    assert walks[1] is walk_leg(walks, serial, lambda: 0.0)
    (alone,) = walks_from(question, lines[:1], 1)
    assert walk_leg([alone], serial, lambda: LONG) is alone
    assert alone.worth > lines[0].points
