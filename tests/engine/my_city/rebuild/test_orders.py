"""Boards without the order of the cards: an order is found, or what clashes; beside brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.errors import IllegalMove, RecordError, SetupError
from engine.kernel.game import CHANCE, Player, Seat, Setup
from engine.kernel.record import Record
from engine.kernel.replay import VerdictKind, replay
from engine.my_city.pack.start import start
from engine.my_city.play.notation import Action, BuildMove, CardPass, Quit, Reveal
from engine.my_city.play.players import greedy
from engine.my_city.play.rules import apply, awaiting, legal
from engine.my_city.play.scoring import score
from engine.my_city.play.state import SEATS, MyCityState
from engine.my_city.rebuild.expansion import gives
from engine.my_city.rebuild.layout import lacks_card_order
from engine.my_city.rebuild.order_search import KnownEvening
from engine.my_city.rebuild.orders import CardOrder, Clash, find, with_found_order
from tests.engine.my_city.by_boards import by_boards
from tests.engine.my_city.rebuild.test_layout import evenings
from tests.engine.replaying import verify
from tests.soak import SOAK, count


def always() -> bool:
    return True


def without_order(record: Record, state: MyCityState, **header: Any) -> Record:
    """An evening told by its boards and scores alone."""
    boards = by_boards(record, state)
    kept = {key: value for key, value in boards.header.items() if key not in ("deck", "passes")}
    return boards._replace(header={**kept, **header})


@pytest.mark.parametrize("seats", [2, 3, 4] if SOAK else [2])
def test_an_order_is_found_for_every_evening_of_a_campaign(seats: int) -> None:
    for played in evenings(seats):
        boards = without_order(played.record, played.verdict.state)
        assert lacks_card_order(boards)
        ordered = with_found_order(my_city, boards, played.setup, always)
        assert ordered is not None
        assert gives(my_city, boards, ordered, played.setup)
        silent = {key: value for key, value in ordered.header.items() if key != "order"}
        assert not gives(my_city, boards, ordered._replace(header=silent), played.setup)
        others = boards._replace(header={**boards.header, "passes": {boards.seats[0]: 23}})
        with pytest.raises(RecordError):
            gives(my_city, others, ordered, played.setup)
        verdict = replay(my_city, ordered, played.setup)
        assert (VerdictKind.POSSIBLE, False) == (verdict.kind, verdict.proved), played.number
        assert [s.total for s in played.verdict.sheets] == [s.total for s in verdict.sheets]


@settings(max_examples=count(10, 300))
@given(st.integers(2, 4), st.integers(0, 2**32), st.sampled_from([None, greedy]))
def test_an_order_is_found_for_what_was_dealt_of_the_eternal_mode(
    seats: int, seed: int, player: Player | None
) -> None:
    record = deal(my_city, Setup(SEATS[:seats], {"mode": "eternal"}), seed, player)
    boards = without_order(record, verify(record).state)
    ordered = with_found_order(my_city, boards, boards.setup, always)
    assert ordered is not None
    assert VerdictKind.POSSIBLE is verify(ordered).kind
    assert gives(my_city, boards, ordered, boards.setup)


def test_the_passes_that_are_stated_are_made_after_the_last_building() -> None:
    for played in evenings(2):
        record, state = played.record, played.verdict.state
        stated = dict.fromkeys(record.seats, 0) | by_boards(record, state).header.get("passes", {})
        boards = without_order(record, state, passes=stated)
        ordered = with_found_order(my_city, boards, played.setup, always)
        assert ordered is not None
        assert stated == dict.fromkeys(record.seats, 0) | by_boards(
            ordered, replay(my_city, ordered, played.setup).state
        ).header.get("passes", {})


def small(
    episode: int, seats: int, cards: int, rng: random.Random
) -> tuple[MyCityState, MyCityState, dict[Seat, int]]:
    """A table with a few cards, how an evening at random ended on it, and what was passed last."""
    first = bent(start(Setup(SEATS[:seats], {"episode": episode})), rng)
    some = rng.sample([card for card in first.rules.deck if card != "obstacle"], cards)
    first = first._replace(deck=sum(first.rules.cards[card] for card in some))
    state, last = first, dict.fromkeys(first.seats, 0)
    while waiting := awaiting(state):
        seat = rng.choice(waiting)
        # Mostly builds: else few boards would have more than one building.
        choices = list(legal(state, seat))
        builds = [choice for choice in choices if isinstance(choice, BuildMove)]
        action = rng.choice(builds if builds and rng.random() < 0.8 else choices)
        match action:
            case BuildMove():
                last[seat] = 0
            case CardPass():
                last[seat] += 1
        state = apply(state, seat, action)
    return first, state, last


def bent(state: MyCityState, rng: random.Random) -> MyCityState:
    """The table under rules as no pack has them: a low cap, other costs, forest open."""
    rules = replace(
        state.rules,
        token=replace(
            state.rules.token,
            cap=rng.choice([50, 50, *(state.rules.token.start + more for more in (2, 11, 12))]),
        ),
        passing=replace(state.rules.passing, cost=rng.choice([1, 1, 0, 2]), allowed=True),
        forest_open=rng.random() < 0.3 or state.rules.forest_open,
    )
    towns = tuple(town._replace(free=rules.ground(town.land)) for town in state.towns)
    return state._replace(rules=rules, towns=towns)


def table_of(state: MyCityState, scores: dict[Seat, int], passes: dict[Seat, int]) -> KnownEvening:
    boards = {
        seat: {p.piece: BuildMove(p.piece, p.square, p.turns) for p in town.built}
        for seat, town in zip(state.seats, state.towns, strict=True)
    }
    return KnownEvening(boards, scores, passes)


def by_force(first: MyCityState, table: KnownEvening) -> bool:
    """Whether any order of the cards, with any passes after the last buildings, gives the table."""
    cards = [card for card, bit in first.rules.cards.items() if bit & first.deck]
    free = [seat for seat in table.boards if seat not in table.passes]
    for order in permutations(cards):
        for many in product(range(len(cards) + 1), repeat=len(free)):
            after = dict(table.passes) | dict(zip(free, many, strict=True))
            if played(first, table, order, after):
                return True
    return False


def played(
    first: MyCityState, table: KnownEvening, order: tuple[str, ...], after: dict[Seat, int]
) -> bool:
    """Whether an evening goes so, and comes to the scores."""
    state = first
    left = {seat: set(board) for seat, board in table.boards.items()}
    after = dict(after)
    try:
        for card in order:
            if awaiting(state) != (CHANCE,):
                break
            state = apply(state, CHANCE, Reveal(card))
            for seat in awaiting(state) if state.waiting else ():
                action: Action = Quit()
                if card in left.get(seat, ()):
                    left[seat].remove(card)
                    action = table.boards[seat][card]
                elif left.get(seat):
                    action = CardPass()
                elif after.get(seat):
                    after[seat] -= 1
                    action = CardPass()
                state = apply(state, seat, action)
    except IllegalMove:
        return False
    totals = {sheet.seat: sheet.total for sheet in score(state)}
    return not (
        any(left.values())
        or any(after[seat] for seat in table.boards)
        or any(totals[seat] != points for seat, points in table.scores.items())
    )


def part(table: KnownEvening, clash: Clash) -> KnownEvening:
    return KnownEvening(
        {seat: table.boards[seat] for seat in clash.boards},
        {seat: table.scores[seat] for seat in clash.scores},
        {seat: n for seat, n in table.passes.items() if seat in clash.boards},
    )


@settings(max_examples=count(40, 3_000))
@given(
    seats=st.integers(2, count(2, 3)),
    episode=st.sampled_from([1, 3, 4, 5, 10, 12, 13, 16, 19, 22]),
    seed=st.integers(0, 2**32),
    off=st.tuples(*[st.sampled_from([0, 0, -2, -1, 1, 2])] * 3),
    stated=st.sampled_from(["", "eagle", "bear", "all"]),
)
def test_it_finds_what_trying_everything_finds(
    seats: int, episode: int, seed: int, off: tuple[int, ...], stated: str
) -> None:
    rng = random.Random(seed)
    first, end, last = small(episode, seats, 4, rng)
    totals = {sheet.seat: sheet.total for sheet in score(end)}
    scores = {seat: totals[seat] + by for seat, by in zip(end.seats, off, strict=False)}
    passes = {seat: last[seat] for seat in end.seats if stated in (seat, "all")}
    table = table_of(end, scores, passes)
    result = find(first, table, always)
    assert by_force(first, table) == isinstance(result, CardOrder)
    if not any(off[:seats]):
        assert isinstance(result, CardOrder)
    if isinstance(result, Clash):
        assert not by_force(first, part(table, result))
        for fact in result.scores:
            fewer = result._replace(scores=tuple(s for s in result.scores if s != fact))
            assert by_force(first, part(table, fewer)) or not racing(first)


def test_a_pass_that_keeps_the_token_below_its_cap_counts_once() -> None:
    """Two points for neighbours and ten trees reach the cap of 12, where nothing is lost any more.

    With a pass the token stays below, and rocks and empty cells count: 82 points for one pass.
    """
    first, end, _ = small(13, 2, 4, random.Random(2980))
    scores = {sheet.seat: sheet.total for sheet in score(end)}
    assert (first.rules.token.cap, scores) == (12, {"eagle": -70, "bear": 12})
    table = table_of(end, scores, {"eagle": 1})
    assert isinstance(find(first, table, always), CardOrder)
    assert by_force(first, table)


def racing(state: MyCityState) -> bool:
    return any(feat.points for feat in state.rules.feats)


def noted(scores: tuple[int, int], passes: dict[str, int] | None = None, **layout: str) -> Record:
    header: dict[str, Any] = {"episode": 1, "layout": {"eagle": "", "bear": "", **layout}}
    if passes is not None:
        header["passes"] = passes
    result = dict(zip(("eagle", "bear"), scores, strict=True))
    return Record("my-city", "1", ("eagle", "bear"), header, result=result)


EMPTY = -73
"""What an empty board scores in the first episode, the token at its start."""


def test_empty_boards_are_possible() -> None:
    ordered = with_found_order(my_city, noted((EMPTY, EMPTY)), noted((0, 0)).setup, always)
    assert ordered is not None
    assert ["eagle: quit", "bear: quit"] == list(map(str, ordered.moves or ()))[1:]


def refusals() -> Iterator[tuple[Record, str]]:
    yield noted((0, EMPTY), eagle="Q9@E5"), "layout, eagle: Q9 is no building of this set"
    yield (
        noted((0, EMPTY), eagle="Y4@K11"),
        "layout, eagle: Y4 at K11 hangs over the board's edge",
    )
    yield noted((0, EMPTY), eagle="R4@A1"), "layout, eagle: R4 stands on a mountain (A1 B1)"
    yield noted((0, EMPTY), eagle="Y4@E5 B1@E5"), "layout, eagle: Y4 and B1 are both on E5"
    yield (
        noted((0, EMPTY), eagle="Y4@G4"),
        "layout, eagle: no building is next to the river, as the first must be",
    )
    yield (
        noted((0, EMPTY), eagle="Y4@E5 B1@I4"),
        "layout, eagle: no chain of buildings reaches B1",
    )
    yield (
        noted((EMPTY + 1, EMPTY)),
        f"no order of the cards gives the board of eagle with its score of {EMPTY + 1}: "
        f"it gives {EMPTY} when nobody passes",
    )
    yield (
        noted((EMPTY, EMPTY), {"bear": 1}),
        f"no order of the cards gives the board of bear with its score of {EMPTY} "
        "and 1 pass after the last building",
    )
    yield (
        noted((EMPTY, EMPTY), {"bear": 99}),
        "no order of the cards gives the board of bear and 99 passes after the last building",
    )
    yield (
        noted((0, 0))._replace(result={"eagle": 1}),
        "no result is stated for bear: boards without the order of the cards need the scores",
    )


@pytest.mark.parametrize(("record", "reason"), list(refusals()))
def test_what_no_order_gives_is_refused_with_the_reason(record: Record, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        with_found_order(my_city, record, record.setup, always)
    assert reason in str(refused.value)


def test_a_search_that_is_stopped_is_undecided() -> None:
    record = noted((EMPTY, EMPTY), eagle="Y4@E5")
    assert with_found_order(my_city, record, record.setup, lambda: False) is None


def test_what_says_its_order_is_left_as_it_is() -> None:
    record = noted((0, 0))._replace(moves=())
    assert with_found_order(my_city, record, record.setup, always) is record


def test_no_game_begins_with_another_word_for_its_order() -> None:
    with pytest.raises(SetupError, match='order is "found" or left out'):
        start(Setup(("eagle", "bear"), {"episode": 1, "order": "guessed"}))
