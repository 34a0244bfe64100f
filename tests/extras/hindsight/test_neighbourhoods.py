"""The model of CP-SAT against the engine, and the search with and without a solver."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, islice

import pytest

from campaign.extras.fleet.pool import processes
from campaign.extras.hindsight import rebuilding, search
from campaign.extras.hindsight.clock import Clock
from campaign.extras.hindsight.neighbourhoods import STUCK, _NeighbourSearch, improved_lines
from campaign.extras.hindsight.parting import latest_parting
from campaign.extras.hindsight.pure import annealing
from campaign.extras.hindsight.pure.annealing import walk_stage
from campaign.extras.hindsight.pure.beam import beam
from campaign.extras.hindsight.pure.walks import Walks
from campaign.extras.hindsight.rebuilding import find_line_by_growth, find_line_of_points, worth_of
from campaign.extras.hindsight.search import search_steps
from campaign.extras.hindsight.solving import run_together
from campaign.extras.hindsight.worth import asks_for_all, peaks
from campaign.services.spreading.chunks import serial
from engine.my_city.bounds.question import Question, ReplayedLine, replay_line
from engine.my_city.bounds.scope import scope_of
from engine.my_city.play import terms
from engine.my_city.play.notation import BuildMove, Quit
from tests.engine.my_city.board import on_small
from tests.engine.my_city.bounds.test_question import asked
from tests.extras.hindsight.pure.test_beam import dealt

LONG = 1000.0
"""Seconds after which a test has failed."""

GROUND = """
    . . T . .
    . R . . .
    . . . M .
    . . . . .
"""
BANKS = """
    W E E E E
    W E E E E
    W E E E E
    W E E E E
"""
SHAPES = {"1": "##", "2": "##/##", "3": "#./##"}


def small() -> Question:
    """Six cards on a board of twenty cells; eagle quits at once."""
    cards = ("Y2", "R3", "B1", "R2", "Y3", "B2")
    log = [f"*: reveal {card}\nbear: pass" for card in cards]
    return asked(
        on_small(GROUND, BANKS, SHAPES),
        "\n".join(["*: reveal R1", "eagle: quit", "bear: pass", *log]),
    )


def in_a_row() -> Question:
    """Four buildings of a cell each for four cells of rocks, with one place for the first.

    To lie on all four they come in their order: two of the yellow ones touch, and the first is
    alone.
    """
    state = on_small("M R R R R", "W E E E E", {"1": "#", "2": "#", "3": "#"})
    log = [f"*: reveal {card}\nbear: pass" for card in ("R1", "Y2", "Y3")]
    return asked(state, "\n".join(["*: reveal Y1", "eagle: quit", "bear: pass", *log]))


def with_groups(question: Question, cap: int) -> Question:
    """The question with points for groups before those for empty cells, and another cap."""
    (groups,) = (term for term in dealt(3).rules.terms if term.count is terms.groups)
    rules = question.rules
    in_order = sorted((*rules.terms, groups), key=lambda term: term.order)
    token = replace(rules.token, cap=cap)
    start = question.start._replace(rules=replace(rules, terms=tuple(in_order), token=token))
    return question._replace(start=start)


@pytest.mark.parametrize("episode", [3, 9, 12, 14, 20])
def test_the_model_counts_as_the_engine_does(episode: int) -> None:
    question = dealt(episode)
    last = max(at for at, answer in enumerate(question.played) if isinstance(answer, BuildMove))
    line = replay_line(question, question.played[: last + 1])
    assert line.points == worth_of(question, line)


def test_neighbourhoods_end_with_the_best_line() -> None:
    question = small()
    begin = replay_line(question, ())
    (best,) = deque(improved_lines(question, [begin], 1, lambda: LONG), maxlen=1)
    assert best.points == beam(question, 1000, lambda: False).points > begin.points


def test_whoever_is_stuck_goes_on_from_where_a_walk_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neighbourhoods and walks that find nothing: each round all walks end where they began."""
    question, begun, begin = small(), list[ReplayedLine](), _NeighbourSearch.begin

    def noted(near: _NeighbourSearch, line: ReplayedLine) -> None:
        begun.append(line)
        begin(near, line)

    monkeypatch.setattr(_NeighbourSearch, "begin", noted)
    monkeypatch.setattr(_NeighbourSearch, "_look", lambda *_: None)
    monkeypatch.setattr(annealing, "STAGE", 0)
    best = beam(question, 1000, lambda: False)
    lines = [best, *(replay_line(question, line) for line in ((), (*best.line[:2], Quit())))]
    rounds = list(improved_lines(question, lines, 1, lambda: 3 - len(begun)))
    assert [lines[0]] * 2 * STUCK == rounds
    first, second = (list(islice(cycle(lines), at, at + 2 * STUCK)) for at in range(2))
    assert [best, first[STUCK - 1], second[-1]] == begun


def test_other_processes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "WIDTHS", (4, 8))
    question = small()
    with processes(2) as spread:
        elsewhere, here = (
            [
                *search._beams(question, Clock(LONG), one),
                *one(walk_stage, [Walks(question, [()], 1).stage()]),
            ]
            for one in (spread, serial)
        )
    assert elsewhere == here


def test_a_line_is_found_for_as_many_points_as_there_can_be_and_for_no_more() -> None:
    question = small()
    most = beam(question, 1000, lambda: False).points
    line = find_line_of_points(question, most, 1, lambda: LONG)
    assert line
    assert line.points == most
    assert find_line_of_points(question, most + 1, 1, lambda: LONG) is None


def test_nothing_is_built_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    question = small()
    lines = [replay_line(question, ())]
    monkeypatch.delattr(rebuilding, "Model")
    assert not find_line_of_points(question, 1, 1, lambda: 0)
    assert not find_line_by_growth(question, 1, 1, lambda: 0)
    assert not list(improved_lines(question, lines, 1, lambda: 0))


@pytest.mark.parametrize(("asking", "most"), [(small, 17), (in_a_row, 13)])
def test_groups_grow_to_a_cap_that_asks_for_all(asking: Callable[[], Question], most: int) -> None:
    """In a row no group of all yellow buildings grows: one without the first does."""
    question = with_groups(asking(), most)
    *_, number = peaks(scope_of(question))
    assert asks_for_all(scope_of(question), number)
    line = find_line_by_growth(question, number, 1, lambda: LONG)
    assert line
    assert line.points == most
    assert find_line_by_growth(with_groups(asking(), most + 1), number, 1, lambda: LONG) is None


def test_a_cap_asks_for_all_where_hardly_a_point_and_no_group_can_be_missing() -> None:
    with_much_to_spare, without_groups = scope_of(with_groups(small(), 13)), scope_of(small())
    assert not asks_for_all(with_much_to_spare, peaks(with_much_to_spare)[-1])
    assert not asks_for_all(without_groups, 1)


def test_what_is_enough_stops_what_is_solved_beside_it() -> None:
    def at_once(left: Callable[[], float]) -> str:
        return "at once" if left() else ""

    def never(left: Callable[[], float]) -> str:
        while left():
            pass
        return ""

    assert ["", "at once"] == run_together((never, at_once), lambda: LONG, enough=bool)


def test_the_way_parts_after_the_last_card_with_which_the_best_score_was_in_reach() -> None:
    """Two answers of a best line, then nothing more: nobody says how many they have in common."""
    best = beam(small(), 1000, lambda: False)
    question = small()._replace(played=(*best.line[:2], Quit()))
    common, line = latest_parting(question, best, 0, 1, lambda: LONG)
    assert (2, best.points) == (common, line.points)
    assert best.line[:2] == line.line[:2]


@pytest.mark.parametrize("solver", [True, False])
def test_a_search_ends_when_line_and_bound_meet(
    solver: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "has_solver", lambda: solver)
    state = on_small(". . .", "W E E", {"1": "##", "2": "#"})
    question = asked(state, "*: reveal Y1\neagle: quit\nbear: pass\n*: reveal Y2\nbear: pass")
    outlook = deque(search_steps(question, Clock(LONG)), maxlen=1)[0]
    assert (7, 10, 10) == (outlook.played.points, outlook.best.points, outlook.bound.points)
    assert outlook.proved
    assert (3, 3) == outlook.left


class Asked(Clock):
    """A clock that goes on by a second whenever somebody looks."""

    looks = 0

    @property
    def gone(self) -> float:
        """How often it was looked at."""
        self.looks += 1
        return self.looks


def test_without_a_solver_a_walk_finds_more_than_the_simple_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "has_solver", lambda: False)
    monkeypatch.setattr(search, "_beams", lambda *_: iter(()))
    first, *_, last = search_steps(dealt(20), Asked(8))
    assert last.best.points > first.best.points
    assert last.best == replay_line(last.question, last.best.line)
