"""What a seat could have done with the cards as they came: the question, and lines that answer it.

    Question ─┬─ start, moves          the state before the first card; the moves of all others
              ├─ cards                 the cards that the seat is asked for, in their order
              ├─ played                what the seat did
              └─ firsts, others        when others did each feat; their towns at the end

    line = (BuildMove, CardPass, ..., Quit)       an answer to each card, in the order of `cards`

A line ends early with `Quit`, or where its answers end. In every line the other seats do what they
did in the record, and their points follow by the rules. A pass that one of them cannot pay, because
the line was the first to do a feat, costs it nothing. After all had quit, the cards that would have
come next are unknown: a line ends with the last card that came.

This module does not compute what a line is worth: `replay_line` plays it by the rules of the
episode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.kernel.errors import IllegalMove, NotAllowed
from engine.kernel.phrases import phrase
from engine.kernel.score import SeatScore
from engine.my_city.play.notation import Action, BuildMove, CardPass, Quit, Reveal
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import play
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.scoring import score
from engine.my_city.play.state import MyCityState, Town

Answer = BuildMove | CardPass | Quit
Line = tuple[Answer, ...]
Decide = Callable[[MyCityState], Answer]
"""The answer of the seat to the card of a state that waits for it."""


class CardQuestion(NamedTuple):
    """A card that the seat answers; `out` is how many cards are out by then, with this one."""

    card: str
    out: int


class Question(NamedTuple):
    """One seat of one episode, for hindsight: see the drawing at the top of the module.

    `firsts` has for each feat the number of cards out when the first of the other seats did it, 0
    if none did. `others` are the towns of the other seats at the end.
    """

    seat: str
    start: MyCityState
    moves: tuple[tuple[str, Action], ...]
    cards: tuple[CardQuestion, ...]
    played: Line
    firsts: tuple[int, ...]
    others: tuple[Town, ...]

    @property
    def rules(self) -> EpisodeRules:
        """The rules of the episode."""
        return self.start.rules

    @property
    def town(self) -> Town:
        """The town of the seat before its first building."""
        return self.start.town(self.seat)

    def ways(self, card: str) -> tuple[Placement, ...]:
        """Every way to lay the building of a card on the seat's empty board."""
        home = self.town.home
        closed = ~(self.town.free & ~home.spared)
        return tuple([way for way in home.placements.laid(card) if not way.mask & closed])


class ReplayedLine(NamedTuple):
    """A line as the engine played it: the town that it makes, and the sheet of the seat."""

    line: Line
    town: Town
    sheet: SeatScore

    @property
    def points(self) -> int:
        """The score of the line."""
        return self.sheet.total


def question_of(start: MyCityState, moves: Iterable[tuple[str, Action]], seat: str) -> Question:
    """The question of a seat, from the table before the first card and the legal moves of a record.

    A seat without moves has played nothing. Raises `NotAllowed` for an episode with rules that the
    table applies by hand, and `IllegalMove` for illegal moves.
    """
    if start.rules.by_hand:
        rule = start.rules.by_hand[0].label
        raise NotAllowed(
            phrase(
                "the table applies {rule}: what it would give another line is unknown", rule=rule
            )
        )
    index = start.seats.index(seat)
    bit, other_moves = 1 << index, list[tuple[str, Action]]()
    state, cards, played = start, list[CardQuestion](), list[Answer]()
    for mover, action in moves:
        if mover == seat:
            if isinstance(action, BuildMove | CardPass | Quit):
                played.append(action)
            continue
        other_moves.append((mover, action))
        state = play(state, ((mover, action),))
        if state.waiting & bit:
            # The seat does not answer here, so it stays in play to the last card.
            cards.append(CardQuestion(state.card, state.out))
            state = state._replace(waiting=state.waiting ^ bit)
    others = tuple(town for i, town in enumerate(state.towns) if i != index)
    return Question(
        seat, start, tuple(other_moves), tuple(cards), tuple(played), state.firsts, others
    )


def replay_line(question: Question, line: Line) -> ReplayedLine:
    """Play a line by the rules; raises `IllegalMove` at the first illegal answer.

    After the last answer of the line the seat quits.
    """
    answers = iter(line)
    return play_decisions(question, lambda _: next(answers, Quit()))


def play_decisions(question: Question, decide: Decide) -> ReplayedLine:
    """Play the line that `decide` makes card by card; raises `IllegalMove` at an illegal answer."""
    seat, state, line = question.seat, question.start, list[Answer]()
    index = state.seats.index(seat)
    for mover, action in question.moves:
        if isinstance(action, Reveal) and not state.playing:
            break
        state = as_they_did(state, mover, action)
        if state.waiting >> index & 1:
            answer = decide(state)
            line.append(answer)
            state = play(state, ((seat, answer),))
    return ReplayedLine(tuple(line), state.towns[index], score(state)[index])


def as_they_did(state: MyCityState, mover: str, action: Action) -> MyCityState:
    """The state after a move of another seat, which cannot be refused for want of a reward."""
    try:
        return play(state, ((mover, action),))
    except IllegalMove:
        if not isinstance(action, CardPass):
            raise
        return state._replace(waiting=state.waiting & ~(1 << state.seats.index(mover)))
