"""Small questions, and all lines of one: what bounds are held against.

question_in(pack, ...)  an evening of a few cards, looked back on by the first seat
lines(question)         what every line there is makes
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine import my_city
from engine.kernel.errors import SetupError
from engine.kernel.game import CHANCE, Setup
from engine.kernel.score import SeatScore
from engine.my_city.bounds.question import Question, as_they_did, question_of
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.play.land import CELL
from engine.my_city.play.notation import Action, Quit, Reveal
from engine.my_city.play.rules import awaiting, legal, play
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.scoring import score
from engine.my_city.play.state import SEATS, MyCityState, Town

CARDS = 3
MOST = 4000
"""So many lines of a question are played at most."""


def question_in(pack: Pack, episode: int, seed: int, cards: int = CARDS) -> Question | None:
    """The first seat's question in an evening of a few cards; None where there is no evening."""
    chance = Random(seed)
    rules = rules_of(pack, episode)
    if rules.by_hand:
        return None
    boards = {seat: list(_brought(chance, rules)) for seat in SEATS[:2]}
    try:
        start = my_city.start(
            Setup(SEATS[:2], {"episode": episode, "pack": pack, "boards": boards})
        )
    except SetupError:
        return None
    return question_of(start, _evening(chance, start, cards), SEATS[0])


def _brought(chance: Random, rules: EpisodeRules) -> Iterator[str]:
    """Things that lie on a board, in words."""
    cells = list(rules.grid.names(rules.land[""].light))
    on_cells = [content.id for content in rules.contents if content.on == CELL]
    on_pieces = [content.id for content in rules.contents if content.on != CELL]
    for cell in chance.sample(cells, min(len(cells), chance.randint(0, 4))):
        yield f"{chance.choice(on_cells)} {cell}"
    for content in on_pieces:
        for piece in chance.sample(list(rules.deck), min(4, len(rules.deck))):
            if piece in rules.pieces:
                yield f"{content} {piece}"
    for card in rules.varied:
        if chance.random() < 0.8:
            yield f"{card} {chance.choice(list(rules.variants[card]))}"
    for shaft in rules.shafts:
        yield f"shaft {shaft.colour} {chance.randint(0, min(3, shaft.boxes))}"


def _evening(chance: Random, state: MyCityState, cards: int) -> list[tuple[str, Action]]:
    """The moves of an evening of a few cards, the players' at random; the first seat quits."""
    moves: list[tuple[str, Action]] = []
    while waiting := awaiting(state):
        seat = waiting[0]
        if seat == CHANCE and not cards:
            break
        cards -= seat == CHANCE
        actions = list(legal(state, seat))
        builds = [action for action in actions if not isinstance(action, Quit)]
        last = seat == SEATS[0] or not builds
        action = Quit() if last and seat != CHANCE else chance.choice(builds)
        moves.append((seat, action))
        state = play(state, [moves[-1]])
    return moves


def lines(question: Question, most: int = MOST) -> Iterator[tuple[Town, SeatScore]]:
    """Town and sheet of every line, by trying all; any so many where there are more."""
    at = question.start.seats.index(question.seat)
    waiting, chance = [(question.start, 0)], Random(most)
    while waiting and most:
        other = chance.randrange(len(waiting))
        waiting[other], waiting[-1] = waiting[-1], waiting[other]
        state, number = waiting.pop()
        while number < len(question.moves) and not state.waiting >> at & 1:
            who, action = question.moves[number]
            if isinstance(action, Reveal) and not state.playing:
                break
            state, number = as_they_did(state, who, action), number + 1
        if state.waiting >> at & 1:
            answers = legal(state, question.seat)
            waiting += [(play(state, [(question.seat, answer)]), number) for answer in answers]
        else:
            most -= 1
            yield state.towns[at], score(state)[at]
