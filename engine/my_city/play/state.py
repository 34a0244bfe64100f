"""The state of one episode: a fold of its moves, all of it immutable.

    MyCityState ─┬─ rules                     what is in force
                 ├─ towns, one a seat ── Town  what was built, what is free, the token
                 └─ card, waiting, deck        what the table is doing

A *town* is what a seat builds during one episode; its *city* is the permanent board.
Sets of seats and cells are bits of an int.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.kernel.errors import SetupError
from engine.kernel.phrases import many
from engine.my_city.play.boards import CityStock, read_board
from engine.my_city.play.land import Land
from engine.my_city.play.notation import AllowedBuild, TableReward
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules

SEATS = ("eagle", "bear", "deer", "wolf")


class Town(NamedTuple):
    """What one seat has built in this episode.

    `free` are the cells on which it may still build. The next building must cover a cell of
    `reach`: at first one beside the anchor, then one beside an own building. `rewards` has the
    points that were earned at once, each with the label of its rule; `marks` has the progress marks
    in the same way. `gained` has the stickers that came at once, in the words of the board,
    `by_hand` what the table stated in place of the rules.
    """

    land: Land
    free: int
    reach: int
    token: int
    home: CityStock
    built: tuple[Placement, ...] = ()
    passes: int = 0
    rewards: tuple[tuple[str, int], ...] = ()
    nuggets: int = 0
    gained: tuple[str, ...] = ()
    gone: bool = False
    marks: tuple[tuple[str, int], ...] = ()
    by_hand: tuple[TableReward | AllowedBuild, ...] = ()

    @property
    def standing(self) -> tuple[Placement, ...]:
        """All buildings on the board, sites that stand as buildings first."""
        return (*self.home.standing, *self.built)


class MyCityState(NamedTuple):
    """Rules, towns by seat, and the table: the card to build and the seats it waits for.

    `waiting` and `playing` are sets of seats, `deck` of cards, as bits in the order of
    `seats` and `rules.deck`. `barred` is set between an obstacle and the card it bars.
    `firsts` has, for each feat and then each join, how many cards were out when it was first done,
    0 before that. `lacking` has by card the seats without its building.
    """

    rules: EpisodeRules
    seats: tuple[str, ...]
    towns: tuple[Town, ...]
    card: str
    waiting: int
    playing: int
    deck: int
    barred: bool
    firsts: tuple[int, ...]
    lacking: Mapping[str, int]

    def town(self, seat: str) -> Town:
        """What a seat has built."""
        return self.towns[self.seats.index(seat)]

    @property
    def out(self) -> int:
        """How many cards have been revealed."""
        return len(self.rules.deck) - self.deck.bit_count()

    @property
    def by_hand(self) -> int:
        """How many buildings and rewards the table stated by hand."""
        return sum(len(town.by_hand) for town in self.towns)

    @property
    def left(self) -> int:
        """How many cards are still to come."""
        return self.rules.dealt - self.out


def begin(rules: EpisodeRules, seats: Sequence[str], boards: Mapping[str, Any]) -> MyCityState:
    """The state before the first card; raises `SetupError` for impossible seats or boards."""
    if not 2 <= len(seats) <= len(SEATS):
        raise SetupError(f"{many(len(seats), 'seat')!s}: My City is for 2 to {len(SEATS)}")
    for seat in seats:
        if seat not in SEATS:
            raise SetupError(f"{seat} is not a seat of My City: {', '.join(SEATS)}")
    for seat in boards:
        if seat not in seats:
            raise SetupError(f"boards: nobody sits at {seat}; seats: {', '.join(seats)}")
    towns = tuple([town_of(rules, boards.get(seat), seat) for seat in seats])
    lacking: dict[str, int] = {}
    for i, town in enumerate(towns):
        for card in town.home.missing:
            lacking[card] = lacking.get(card, 0) | 1 << i
    playing, deck = (1 << len(seats)) - 1, (1 << len(rules.deck)) - 1
    firsts = (0,) * (len(rules.feats) + len(rules.joins))
    return MyCityState(rules, tuple(seats), towns, "", 0, playing, deck, False, firsts, lacking)


def town_of(rules: EpisodeRules, words: Any, seat: str) -> Town:
    """The town of a seat before its first building, on the board that the words state."""
    land, home = read_board(rules, words, seat)
    reach = rules.anchor.first_cells(rules.beside, land)
    return Town(land, rules.ground(land), reach, rules.token.start, home)
