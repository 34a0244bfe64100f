"""What holds for every game of the catalogue, from any position that random play reaches."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaign.services import games
from engine.kernel.answers import play_line
from engine.kernel.dealer import deal
from engine.kernel.errors import EngineError, IllegalMove, NotationError
from engine.kernel.game import CHANCE, Action, Game, Seat, Setup, State
from engine.kernel.log import Move
from engine.kernel.parts import answers_of, players_of
from engine.kernel.record import format_record, parse_record
from engine.kernel.replay import VerdictKind, replay_steps
from tests.engine.games import CASES, all_setups
from tests.engine.replaying import verify
from tests.soak import count


class Position(NamedTuple):
    """A game under way: the state, and how it came about."""

    game: Game
    setup: Setup
    state: State
    moves: tuple[tuple[Seat, Action], ...]
    rng: random.Random

    def __repr__(self) -> str:
        """The moves so far, as a record has them."""
        log = (str(Move(seat, self.game.format(action))) for seat, action in self.moves)
        return "\n".join([f"{self.game.NAME} {self.setup}", *log])

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody who can ever act."""
        return (*self.setup.seats, CHANCE)


def played(game: Game, setup: Setup, seed: int, length: int) -> Position:
    """A position after so many random moves, or at the end of the game."""
    rng, state, moves = random.Random(seed), game.start(setup), list[tuple[Seat, Action]]()
    while len(moves) < length and (waiting := game.awaiting(state)):
        seat = rng.choice(waiting)
        moves.append((seat, rng.choice(tuple(game.legal(state, seat)))))
        state = game.apply(state, *moves[-1])
    return Position(game, setup, state, tuple(moves), rng)


setups = st.sampled_from(all_setups())
seeds = st.integers(0, 2**32)
positions = st.builds(
    lambda choice, seed, length: played(choice[0], choice[1], seed, length),
    setups,
    seeds,
    st.integers(0, 90),
)
dealt = st.builds(lambda choice, seed: (*choice, seed), setups, seeds)


def seen(game: Game, state: State) -> tuple[Any, ...]:
    """All that a state shows of itself."""
    waiting = game.awaiting(state)
    actions = tuple(tuple(game.legal(state, seat)) for seat in waiting)
    return waiting, actions, game.score(state), game.placeholders(state)


def outcome(game: Game, state: State, seat: Seat, action: Action) -> State | IllegalMove:
    """The state after an action, or why there is none."""
    try:
        return game.apply(state, seat, action)
    except IllegalMove as refused:
        return refused


@pytest.mark.parametrize("name", CASES)
def test_the_setups_have_every_number_of_seats(name: str) -> None:
    numbers = sorted({len(setup.seats) for setup in CASES[name].setups})
    assert list(range(numbers[0], len(games.find(name).SEATS) + 1)) == numbers


@given(positions)
def test_the_table_or_seats_are_awaited_or_the_game_is_over(position: Position) -> None:
    waiting = position.game.awaiting(position.state)
    assert waiting == (CHANCE,) or set(waiting) <= set(position.setup.seats)
    assert len(waiting) == len(set(waiting))


@given(positions)
def test_who_is_awaited_has_an_action_and_nobody_else(position: Position) -> None:
    game, state = position.game, position.state
    able = {seat for seat in position.seats if any(True for _ in game.legal(state, seat))}
    assert set(game.awaiting(state)) == able


@given(positions)
def test_every_legal_action_applies_and_changes_nothing_that_was_given(position: Position) -> None:
    game, state = position.game, position.state
    before = seen(game, state)
    for seat in game.awaiting(state):
        for action in game.legal(state, seat):
            game.apply(state, seat, action)
    assert before == seen(game, state)


@given(positions)
def test_every_legal_action_leads_to_a_state_of_its_own(position: Position) -> None:
    game, state = position.game, position.state
    for seat in game.awaiting(state):
        actions = list(game.legal(state, seat))
        some = position.rng.sample(actions, min(40, len(actions)))
        for one, other in combinations(some, 2):
            assert game.apply(state, seat, one) != game.apply(state, seat, other)


@given(positions)
def test_other_actions_are_refused_or_say_a_legal_one_in_other_words(position: Position) -> None:
    game, state = position.game, position.state
    before = seen(game, state)
    words = list(CASES[game.NAME].vocabulary(state))
    for seat in (*position.seats, "nobody"):
        listed = set(game.legal(state, seat)) if seat in position.seats else set()
        for action in position.rng.sample(words, min(100, len(words))):
            if action in listed:
                continue
            after = outcome(game, state, seat, action)
            if isinstance(after, IllegalMove):
                assert str(after), "a refusal says why"
            else:
                assert any(after == game.apply(state, seat, legal) for legal in listed)
    assert before == seen(game, state)


@given(positions)
def test_parse_and_format_are_twins(position: Position) -> None:
    game = position.game
    words = list(CASES[game.NAME].vocabulary(position.state))
    for action in (*position.rng.sample(words, 50), *(action for _, action in position.moves)):
        assert action == game.parse(game.format(action))
        assert action == game.parse(f"  {game.format(action).replace(' ', '   ')} ")


@given(setups, st.text(max_size=30))
def test_words_that_are_no_action_are_refused_with_the_words(
    choice: tuple[Game, Setup], words: str
) -> None:
    game, _ = choice
    try:
        action = game.parse(words)
    except NotationError as refused:
        reason = str(refused)
    else:
        reason = words
        assert action == game.parse(game.format(action))
    assert words in reason


@given(positions)
def test_play_is_apply_one_after_the_other(position: Position) -> None:
    game, setup = position.game, position.setup
    assert position.state == game.play(game.start(setup), position.moves)


@given(positions)
def test_actions_of_seats_that_act_at_the_same_time_commute(position: Position) -> None:
    game, state, rng = position.game, position.state, position.rng
    for one, other in combinations(game.awaiting(state), 2):
        first = (one, rng.choice(tuple(game.legal(state, one))))
        second = (other, rng.choice(tuple(game.legal(state, other))))
        assert game.play(state, (first, second)) == game.play(state, (second, first))


@given(positions)
def test_a_sheet_is_the_sum_of_its_lines(position: Position) -> None:
    sheets = position.game.score(position.state)
    assert position.setup.seats == tuple(sheet.seat for sheet in sheets)
    for sheet in sheets:
        assert sheet.total == sum(line.points for line in sheet.lines)


@given(positions)
def test_a_rank_is_one_more_than_the_seats_that_stand_before(position: Position) -> None:
    sheets = position.game.score(position.state)
    for sheet in sheets:
        assert sheet.rank == 1 + sum(other.rank < sheet.rank for other in sheets)
        for other in sheets:
            assert sheet.total <= other.total or sheet.rank < other.rank


@given(dealt)
def test_a_dealt_game_verifies_when_its_record_is_read_again(
    choice: tuple[Game, Setup, int],
) -> None:
    game, setup, seed = choice
    record = deal(game, setup, seed)
    assert record == parse_record(format_record(record))
    verdict = verify(record)
    assert VerdictKind.VERIFIED is verdict.kind
    assert () == game.awaiting(verdict.state)
    assert not any(tuple(game.legal(verdict.state, seat)) for seat in (*setup.seats, CHANCE))


@given(dealt)
@settings(max_examples=count(10, 200))
def test_the_simple_players_of_a_game_play_it_to_the_end(choice: tuple[Game, Setup, int]) -> None:
    game, setup, seed = choice
    for player in players_of(game).values():
        assert verify(deal(game, setup, seed, player)).proved


@given(dealt)
def test_the_steps_of_a_record_lead_from_its_start_to_its_end(
    choice: tuple[Game, Setup, int],
) -> None:
    game, setup, seed = choice
    record = deal(game, setup, seed)
    state = game.start(setup)
    for number, step in enumerate(replay_steps(game, record), 1):
        assert (number, state) == (step.number, step.before)
        state = step.after
    assert state == verify(record).state


@given(setups)
def test_no_game_starts_without_seats_or_with_strangers(choice: tuple[Game, Setup]) -> None:
    game, setup = choice
    for seats in ((), ("nobody", *setup.seats[1:]), (*game.SEATS, "nobody")):
        with pytest.raises(EngineError):
            game.start(setup._replace(seats=seats))


@given(positions)
def test_short_answers_say_every_legal_action(position: Position) -> None:
    game, state = position.game, position.state
    answers = answers_of(game)
    waiting = game.awaiting(state)
    for seat in waiting:
        legal = list(game.legal(state, seat))
        for action in position.rng.sample(legal, min(8, len(legal))):
            line = answers.short(state, seat, action)
            answered = play_line(
                game, answers, state, line if len(waiting) == 1 else f"{seat}: {line}"
            )
            assert answered.moves[-1] == (seat, action), line
            assert answered.state == game.apply(state, seat, action)


@given(dealt)
def test_a_game_can_be_told_in_short_answers(choice: tuple[Game, Setup, int]) -> None:
    game, setup, seed = choice
    answers, state = answers_of(game), game.start(setup)
    record = deal(game, setup, seed)
    for move in (record.moves or ())[:60]:
        action = game.parse(move.text)
        line = f"{move.seat}: {answers.short(state, move.seat, action)}"
        answered = play_line(game, answers, state, line)
        assert [(move.seat, action)] == list(answered.moves)
        state = answered.state


@given(positions, st.text(st.sampled_from("ABE5/ p1-q.:@*§\n"), max_size=12))
def test_any_line_is_read_or_refused(position: Position, line: str) -> None:
    answers = answers_of(position.game)
    try:
        answered = play_line(position.game, answers, position.state, line)
    except (NotationError, IllegalMove):
        return
    state = position.state
    for seat, action in answered.moves:
        state = position.game.apply(state, seat, action)
    assert state == answered.state
