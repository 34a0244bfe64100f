"""A bound is never under what a line can make: small boards by trying all, evenings as played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine import my_city
from engine.kernel.fast.log import read_acts
from engine.kernel.score import SheetEntry
from engine.my_city.bounds.bounds import Bound, BoundPart, bound
from engine.my_city.bounds.question import (
    Answer,
    Question,
    play_decisions,
    question_of,
    replay_line,
)
from engine.my_city.bounds.scores import reach, scope_at_the_end, ungainable
from engine.my_city.pack.build import NUGGET, counted_by
from engine.my_city.pack.kinds import AT_ONCE, COUNTS, KINDS, RuleKind
from engine.my_city.pack.model import Pack, rows_in_force
from engine.my_city.pack.schema import NUMBER, POINTS
from engine.my_city.play.rules import legal
from engine.my_city.play.ruleset import EpisodeRules, Term
from engine.my_city.play.state import MyCityState, Town
from engine.my_city.play.terms import TownTerms, depth
from tests.engine.my_city.board import episode, on_small
from tests.engine.my_city.bounds.small import MOST, lines, question_in
from tests.engine.my_city.bounds.test_question import asked
from tests.engine.my_city.campaign.test_other_boxes import COAST
from tests.engine.my_city.campaign.test_rehearsal import INVENTED, STAND_IN, campaign
from tests.packs.generated import pack_of
from tests.soak import count

SEEDS = range(count(12, 5000))
BY_HAND = "by hand"


@pytest.mark.parametrize("some", [SEEDS[i : i + 2500] for i in range(0, len(SEEDS), 2500)])
def test_no_line_on_a_small_board_is_above_its_bound(some: range) -> None:
    counted = set[str]()
    for seed in some:
        pack = pack_of(seed, largest=5)
        for number in pack.episodes:
            counted |= hold(pack, number, seed)
    kinds = {name for name, kind in KINDS.items() if kind.part in (COUNTS, AT_ONCE)}
    # All that pay, but for what the table gives; a few seeds reach most of them.
    assert len((kinds - {BY_HAND}) & counted) >= count(8, len(kinds) - 1)


@pytest.mark.parametrize(("seed", "number"), [(1244, 4), (2848, 1)])
def test_where_no_score_is_below_the_cap_the_cap_is_in_reach(seed: int, number: int) -> None:
    hold(pack_of(seed, largest=5), number, seed)


def test_a_line_may_take_the_points_with_which_another_seat_passes() -> None:
    """The bear covers the rock of episode 2 first, and passes with the points for it."""
    question = question_in(pack_of(4309, largest=5), 2, 4309)
    assert question is not None
    chance, rewards = Random(1), set[str]()

    def decide(state: MyCityState) -> Answer:
        answer = chance.choice([*legal(state, question.seat)])
        assert isinstance(answer, Answer)
        return answer

    for _ in range(200):
        rewards |= {label for label, _ in play_decisions(question, decide).town.rewards}
    assert rewards
    hold(pack_of(4309, largest=5), 2, 4309)


@pytest.mark.parametrize("pack", [STAND_IN, INVENTED, COAST], ids=["stand-in", "invented", "coast"])
def test_no_line_of_a_few_cards_is_above_its_bound(pack: Pack) -> None:
    """On whole boards, with stickers by chance: some of their lines."""
    for seed in range(count(1, 100)):
        for number in pack.episodes:
            hold(pack, number, seed, most=count(50, 500))


def hold(pack: Pack, number: int, seed: int, most: int = MOST) -> set[str]:
    """Hold all lines of an evening to its bound; gives the kinds of rows that paid something."""
    question = question_in(pack, number, seed)
    if question is None:
        return set()
    above, paying = bound(question), set[str]()
    whole = scope_at_the_end(question.start, question.seat)
    within = reach(whole)
    assert sum(part.points for part in above.parts) == above.points
    for town, sheet in lines(question, most):
        assert sheet.total <= above.points, (seed, number, above, sheet)
        assert sheet.total in within, (seed, number, within, sheet)
        assert not list(ungainable(whole, gained(question.rules, town), NUGGET)), (seed, number)
        paying |= {str(line.label) for line in sheet.lines if line.points}
        paying |= {label for label, points in town.rewards if points}
        paying |= {"enclosed cell"} if town.gained else set()
    groups = any(label.endswith(" group") for label in paying)
    return {
        row["does"]
        for row, _ in rows_in_force(pack, number)
        if {row.name, row["does"]} & paying or (groups and row["does"] == "groups")
    }


def gained(rules: EpisodeRules, town: Town) -> list[str]:
    """What a town gained, as a record without moves states it."""
    board = TownTerms(rules, town)
    shafts = {shaft.colour: depth(shaft, board) for shaft in rules.shafts}
    deeper = [f"shaft {colour} {boxes}" for colour, boxes in shafts.items() if boxes]
    return [*town.gained, *[NUGGET] * town.nuggets, *deeper]


def test_episode_1_is_bounded_by_areas_alone() -> None:
    """Token, all trees, and the cells that all buildings together cannot cover."""
    question = asked(episode(1), _all_cards(episode(1)))
    parts = {"token at the start": 10, "trees": 12, "rocks": 0, "empty cells": -2}
    assert Bound(20, tuple(BoundPart(*part) for part in parts.items())) == bound(question)


def test_a_token_at_the_cap_pays_for_nothing_that_comes_after() -> None:
    """Empty cells are counted last: they cost nothing where all before them can make the cap."""
    log = _all_cards(episode(5), leave_out=("Y5", "Y6", "Y7", "Y8"))
    above = bound(asked(episode(5), log))
    assert (50, BoundPart("the token stays at 50", 5)) == (above.points, above.parts[-1])


def test_a_kind_of_an_outside_package_is_bounded_by_the_cap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stars(term: Term, board: TownTerms) -> Iterator[SheetEntry]:
        yield SheetEntry(term.label, 99)

    kind = RuleKind(counted_by(stars), {"points": POINTS, "order": NUMBER}, "stars")
    monkeypatch.setitem(KINDS, "stars", kind)
    row = '[[rule]]\nname = "night sky"\ndoes = "stars"\npoints = 1\norder = 5\nsource = "owner"\n'
    state = on_small(". . .", "W E E", {"1": "##"}, row)
    above = bound(asked(state, _all_cards(state)))
    assert (50, ("night sky",)) == (above.points, above.unmodelled)


def test_a_rule_of_the_table_is_bounded_by_the_most_that_it_may_give() -> None:
    row = (
        '[[rule]]\nname = "festival"\ndoes = "by hand"\nwords = "whoever sings"\n'
        'points = [0, 7]\nsource = "owner"\n'
    )
    state = on_small(". . .", "W E E", {"1": "##"}, row)
    question = Question("eagle", state, (), (), (), (), ())
    assert BoundPart("festival", 7) in bound(question).parts
    assert 10 + 7 - 3 == bound(question).points


def test_a_bound_looks_at_all_that_rules_say() -> None:
    """What is new in `EpisodeRules` may earn points: it stands here, and in a bound."""
    assert {*EpisodeRules.__slots__} == {
        *("token", "passing", "rewards", "feats", "finds", "enclosures", "turning", "terms"),
        *("shafts", "by_hand", "dealt", "deck", "cards", "anchor", "forest_open", "closed"),
        *("grid", "contents", "pieces", "variants", "placements", "banks", "colours", "beside"),
        *("joins", "strips", "spared", "printed", "land", "leaving", "standing", "varied"),
        # Words, and what stays for good after the sheet.
        *("title", "closed_name", "standings", "marks", "gifts", "issues", "changes", "bonuses"),
        *("absence", "placeholders"),
    }


@pytest.mark.parametrize("seed", range(1, count(2, 40)))
def test_no_evening_of_a_campaign_is_above_its_bound(seed: int) -> None:
    _, after = campaign(4, seed)
    for played in after.played:
        moves = list(read_acts(my_city, played.record.moves or ()))
        for seat in played.record.seats:
            question = question_of(my_city.start(played.setup), moves, seat)
            points = replay_line(question, question.played).points
            assert points <= bound(question).points, (seed, played.number, seat)


def _all_cards(state: MyCityState, leave_out: tuple[str, ...] = ()) -> str:
    """The moves of an evening in which another seat quits at once."""
    cards = [card for card in state.rules.deck if card not in leave_out]
    first, *rest = (f"*: reveal {card}" for card in cards)
    return "\n".join((first, "bear: quit", *rest))
