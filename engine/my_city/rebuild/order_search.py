"""One search for an order of the cards in which given boards and scores are possible.

It goes from card to card by the rules of play themselves, never looks at the same state twice,
and gives an order up once a seat has passed more often than its score allows. It is exact: if it
finds no order, there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.kernel.errors import IllegalMove
from engine.kernel.game import CHANCE, Seat
from engine.my_city.play.notation import OBSTACLE, Action, CardPass, Quit, Reveal
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import awaiting, play
from engine.my_city.play.scoring import sheet_lines
from engine.my_city.play.state import MyCityState, Town
from engine.my_city.rebuild.bounds import (
    UNLIMITED,
    has_done,
    highest,
    score_without_passes,
    without_cap,
)
from engine.my_city.rebuild.layout import Layout

Firsts = Sequence[frozenset[Seat]]
"""For each feat the seats that did it first, on one card; empty if it brings no points."""


class KnownEvening(NamedTuple):
    """What is known of an evening by seat: boards, scores, passes after the last building.

    A board has only cards for which its seat is asked. A seat without a board is ignored. A seat
    without a score may have any score. Passes that are not stated follow from the score.
    """

    boards: Mapping[Seat, Layout]
    scores: Mapping[Seat, int]
    passes: Mapping[Seat, int]


class OutOfTimeError(Exception):
    """The search was told to stop before it was done."""


class _Aim(NamedTuple):
    """The board, score and passes that a seat must reach.

    `cards` are the cards of its board as bits of the deck, `asked` all cards for which it is asked.
    `lost` are the points that passes take from it, less rewards that depend on the order of
    its buildings; None if the score does not say. `after` is the number of its passes after the
    last building; None if only the score says.
    """

    board: Layout
    placements: Mapping[str, Placement]
    cards: int
    asked: int
    score: int | None
    lost: int | None
    after: int | None


class OrderSearch:
    """A search; `path` has the moves that it has found, card by card.

    A card on no board, or the obstacle, helps only a seat that still has to pass after its last
    building; before that it costs a pass and gives nothing. There are two exceptions. If a seat
    states its passes after the last building, it may need passes before this building, too. If a
    token could reach the cap, where passes are free, the search tries `every` card at every time.
    """

    def __init__(
        self, state: MyCityState, table: KnownEvening, firsts: Firsts, go_on: Callable[[], bool]
    ) -> None:
        self.first, self.rules, self.firsts, self.go_on = state, state.rules, firsts, go_on
        loose = [reward for reward in state.rules.rewards if not reward.cells]
        self.beside = sum(max(reward.points, 0) for reward in loose)
        # If buildings may stand on forest, one can come beside a cell that has turned already.
        self.turns = bool(state.rules.turning) and state.rules.forest_open
        self.loose = {reward.label for reward in loose}
        self.places = {seat: i for i, seat in enumerate(state.seats)}
        self.every = False
        self.aims = {seat: self._aim(seat, table) for seat in table.boards}
        # Then the number of passes before the last building of a seat matters, too.
        self.stated = any(self.aims[seat].lost is not None for seat in table.passes)
        self.by_way = self.every or self.turns or self.beside > 0
        self.seen: set[Any] = set()
        self.path: list[list[tuple[Seat, Action]]] = []

    def run(self) -> bool:
        """Whether there is an order; raises `OutOfTimeError` if told to stop."""
        due = self._due(self.first, [seat for seat, aim in self.aims.items() if not aim.cards])
        return due is not None and self._goes_on(self.first, due)

    def _aim(self, seat: Seat, table: KnownEvening) -> _Aim:
        state, rules = self.first, self.rules
        town, bit = state.towns[self.places[seat]], 1 << self.places[seat]
        board, score, after = table.boards[seat], table.scores.get(seat), table.passes.get(seat)
        asked = sum(b for card, b in rules.cards.items() if not state.lacking.get(card, 0) & bit)
        placements = {card: town.home.placements[build] for card, build in board.items()}
        lost = None
        if score is not None and score < rules.token.cap and not self.turns:
            lost = (
                score_without_passes(without_cap(rules), town, tuple(placements.values())) - score
            )
            pairs = zip(rules.feats, self.firsts, strict=True)
            lost += sum(max(feat.points, 0) for feat, first in pairs if seat in first)
        self.every |= highest(rules, town, len(board)) >= rules.token.cap
        # At the cap the score does not say how many passes there were.
        self.every |= after is not None and score is not None and score >= rules.token.cap
        return _Aim(
            board=board,
            placements=placements,
            cards=sum(rules.cards[card] for card in board),
            asked=asked & ~rules.cards.get(OBSTACLE, 0),
            score=score,
            lost=lost,
            after=0 if after is None and score is None else after,
        )

    def _goes_on(self, state: MyCityState, due: Mapping[Seat, int]) -> bool:
        """Whether an order goes on from here; `due` has the passes of seats with a full board."""
        building = [seat for seat, aim in self.aims.items() if aim.cards & state.deck]
        owing = any(due.values())
        if not (building or owing):
            return self._ends(state)
        key = state.deck, *due.items(), *(self._history(state) if self.by_way else ())
        if key in self.seen:
            return False
        self.seen.add(key)
        if not self.go_on():
            raise OutOfTimeError
        for card in self._cards(state, building, owing=owing):
            if (answered := self._answered(state, due, card)) and self._goes_on(*answered):
                return True
            if answered:
                self.path.pop()
        return False

    def _cards(self, state: MyCityState, building: Sequence[Seat], *, owing: bool) -> Sequence[str]:
        """The cards that may come next, the most promising first."""
        cost = self.rules.passing.cost
        room = {seat: self._room(state, seat) for seat in building}
        if any(points < 0 for points in room.values()):
            return ()
        useful: list[tuple[int, str]] = []
        idle: dict[tuple[bool, int], str] = {}
        for card, bit in self.rules.cards.items():
            if not bit & state.deck or card == OBSTACLE:
                continue
            must_build = self.rules.pieces[card].must_build
            builders = [seat for seat in building if self.aims[seat].cards & bit]
            if not builders:
                # One card of each kind will do. Cards that nobody may pass come last.
                idle.setdefault((must_build, state.lacking.get(card, 0)), card)
                continue
            passing = [s for s in building if s not in builders and self.aims[s].asked & bit]
            laid = [(state.towns[self.places[s]], self.aims[s].placements[card]) for s in builders]
            if any(room[seat] < cost for seat in passing) or not all(
                placement.mask & town.reach for town, placement in laid
            ):
                continue
            races = any(placement.mask & town.home.goals for town, placement in laid)
            free = not (passing or races or (owing and must_build))
            if free and not (self.by_way or self.stated) and all(town.built for town, _ in laid):
                return (card,)  # to build it now costs no seat anything
            gain = self.beside * sum(
                bool(town.built and placement.mask & town.built[-1].beside)
                for town, placement in laid
            )
            useful.append((len(passing) * cost - gain, card))
        cards = [card for _, card in sorted(useful)]
        if owing or self.every or any(self._is_short(room[seat], seat) for seat in building):
            cards += [idle[kind] for kind in sorted(idle)]
        return cards

    def _is_short(self, room: int, seat: Seat) -> bool:
        """Whether stated passes force a seat to pass more often before its last building."""
        aim = self.aims[seat]
        known = aim.after is not None and aim.lost is not None
        return known and room >= self.rules.passing.cost

    def _room(self, state: MyCityState, seat: Seat) -> int:
        """The points that passes before the last building may still take; below 0 if impossible."""
        aim, town = self.aims[seat], state.towns[self.places[seat]]
        if (state.deck & aim.asked & ~aim.cards).bit_count() < (aim.after or 0):
            return -1  # too few cards are left to pass after it
        if aim.lost is None:
            return UNLIMITED
        room = aim.lost - (town.passes + (aim.after or 0)) * self.rules.passing.cost
        if self.beside:
            room += sum(points for label, points in town.rewards if label in self.loose)
            room += self.beside * ((aim.cards & state.deck).bit_count() - (not town.built))
        return room

    def _answered(
        self, state: MyCityState, due: Mapping[Seat, int], card: str
    ) -> tuple[MyCityState, dict[Seat, int]] | None:
        """The state and the passes due after a card and all answers; None if one is illegal.

        The card and the answers are added to `path`.
        """
        bit, passes_left, before = self.rules.cards[card], dict(due), state.firsts
        moves: list[tuple[Seat, Action]] = []
        completed: list[Seat] = []
        state = play(state, ((CHANCE, Reveal(card)),))
        for seat in awaiting(state) if state.waiting else ():
            aim = self.aims.get(seat)
            if aim and aim.cards & bit:
                moves.append((seat, aim.board[card]))
                completed += [] if aim.cards & state.deck else [seat]
            elif aim and aim.cards & state.deck:
                moves.append((seat, CardPass()))
            elif passes_left.get(seat):
                passes_left[seat] -= 1
                moves.append((seat, CardPass()))
            else:
                moves.append((seat, Quit()))
        try:
            state = play(state, moves)
        except IllegalMove:
            return None
        if before != state.firsts and not self._firsts_agree(state, before):
            return None
        if (newly_due := self._due(state, completed)) is None:
            return None
        self.path.append([(CHANCE, Reveal(card)), *moves])
        return state, passes_left | newly_due

    def _firsts_agree(self, state: MyCityState, before: Sequence[int]) -> bool:
        """Whether the seats that were first at each feat so far are those of `firsts`."""
        for number, seats in enumerate(self.firsts):
            if seats and not before[number] and state.firsts[number]:
                towns = {seat: state.towns[self.places[seat]] for seat in self.aims}
                if seats != {
                    s for s, town in towns.items() if has_done(town.home.feats[number], town.free)
                }:
                    return False
        return True

    def _due(self, state: MyCityState, done: Sequence[Seat]) -> dict[Seat, int] | None:
        """The passes due of seats that have built their whole board; None if no number is right."""
        due: dict[Seat, int] = {}
        for seat in done:
            left = (state.deck & self.aims[seat].asked).bit_count()
            count = self._passes_due(self.aims[seat], state.towns[self.places[seat]])
            if count is None or count > left:
                return None
            due[seat] = count
        return due

    def _passes_due(self, aim: _Aim, town: Town) -> int | None:
        """The passes with which a town whose board is full comes to its score; None if none do.

        They are counted out: a pass may also keep the token below its cap during the scoring, and
        then it takes more points than it costs.
        """
        if aim.score is None:
            return aim.after
        for count in range(len(self.rules.deck) + 1) if aim.after is None else (aim.after,):
            paid = count * self.rules.passing.cost if town.token < self.rules.token.cap else 0
            total = sheet_lines(self.rules, town._replace(token=town.token - paid))[1]
            if total <= aim.score:
                return count if total == aim.score else None
        return None

    def _ends(self, state: MyCityState) -> bool:
        """Whether the scores are the known ones; if so, `path` ends with all seats quitting."""
        for seat, aim in self.aims.items():
            town = state.towns[self.places[seat]]
            if aim.score not in (None, sheet_lines(self.rules, town)[1]):
                return False
        while awaiting(state):
            cards = [card for card, bit in self.rules.cards.items() if bit & state.deck]
            card = next((card for card in cards if card != OBSTACLE), cards[0])
            after = self._answered(state, {}, card)
            assert after, "whoever is asked may quit"
            state, _ = after
        return True

    def _history(self, state: MyCityState) -> Iterator[tuple[object, ...]]:
        """Yield for each town what may still matter of the order so far."""
        for town in state.towns:
            last = town.built[-1].piece if town.built and self.beside else ""
            yield town.token, last, town.land.layers if self.turns else ()
