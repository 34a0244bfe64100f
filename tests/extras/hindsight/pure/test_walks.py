"""Walks one after the other: which line each begins at, and what stays of those before."""

from __future__ import annotations

import pytest

from campaign.extras.hindsight.pure import annealing
from campaign.extras.hindsight.pure.annealing import AnnealingResult, walk_stage
from campaign.extras.hindsight.pure.beam import beam
from campaign.extras.hindsight.pure.walks import LEG, Walks
from engine.my_city.bounds.question import Line, replay_line
from engine.my_city.play.notation import CardPass
from tests.extras.hindsight.pure.test_beam import dealt

NOTHING: Line = ()
"""A line that builds nothing."""


def end(walks: Walks, best: Line, worth: int) -> Line:
    """End the walk that goes on, which came by a line; where it had begun."""
    begin = walks.stage().begin
    walks.take_result(AnnealingResult(best, best, worth))
    for _ in range(LEG):
        walks.take_result(AnnealingResult(best, best, worth))
    return begin


def test_it_beats_a_narrow_beam_and_the_same_seed_wanders_the_same_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(annealing, "STAGE", 400)
    question = dealt(20)
    best = beam(question, 40, lambda: False)
    walks, same = (Walks(question, [best.line], 1) for _ in range(2))
    for one in (walks, same):
        for _ in range(25):
            one.take_result(walk_stage(one.stage()))
    assert best.points < walks.worth == replay_line(question, walks.best).points
    assert walks.best == same.best


def test_where_stages_lead_to_nothing_better_a_walk_begins_at_the_next_line() -> None:
    question = dealt(12)
    best = beam(question, 40, lambda: False).line
    walks = Walks(question, [NOTHING, best], 1)
    for _ in range(LEG):
        assert NOTHING == walks.stage().begin
        walks.take_result(AnnealingResult(NOTHING, NOTHING, walks.worth))
    assert best == walks.stage().begin
    assert NOTHING == walks.best == walks.latest


def test_what_a_walk_came_by_stays_while_it_goes_on_elsewhere() -> None:
    question = dealt(12)
    best = beam(question, 40, lambda: False).line
    walks = Walks(question, [NOTHING], 1)
    walks.take_result(AnnealingResult(NOTHING, best, walks.worth_of(best)))
    assert NOTHING == walks.stage().begin == walks.latest
    assert best == walks.best
    for _ in range(LEG):
        walks.take_result(AnnealingResult(NOTHING, NOTHING, walks.worth_of(NOTHING)))
    assert best == walks.best == walks.latest


def test_the_better_half_of_a_round_goes_on_until_it_is_one_line() -> None:
    lines: list[Line] = [(CardPass(),) * count for count in range(4)]
    walks = Walks(dealt(1), lines, 1)
    assert lines == [end(walks, line, 20 + count) for count, line in enumerate(lines)]
    assert [lines[3], lines[2]] == [end(walks, line, 30) for line in (lines[3], lines[2])]
    assert lines[0] == walks.stage().begin, "another round by another seed"
