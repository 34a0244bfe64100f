"""Find an order of the cards in which given boards and scores are possible.

    boards and scores ── find ──> CardOrder    an order of the cards, with all moves
                                  Clash        the smallest set of facts that cannot go together
                                  None         undecided: `go_on` said to stop

`with_found_order` writes the order into the record and marks it as found. The verdict on such a
record is at best `possible`, never `verified`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from engine.kernel.errors import IllegalMove, RecordError, wording_of
from engine.kernel.game import Game, Seat, Setup
from engine.kernel.log import Move
from engine.kernel.parts import RecordRebuild
from engine.kernel.phrases import Wording, listed
from engine.kernel.record import Record
from engine.kernel.replay import FOUND, ORDER
from engine.my_city.play.notation import format
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import misfit
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import MyCityState, Town
from engine.my_city.play.terms import unconnected_buildings
from engine.my_city.rebuild.bounds import has_done, score_without_passes
from engine.my_city.rebuild.expansion import gives, with_boards_expanded
from engine.my_city.rebuild.layout import (
    Layout,
    lacks_card_order,
    layouts_of,
    stated_passes,
    without_layouts,
)
from engine.my_city.rebuild.order_search import (
    Firsts,
    KnownEvening,
    OrderSearch,
    OutOfTimeError,
)


class CardOrder(NamedTuple):
    """An order of the cards that gives the boards and scores."""

    moves: tuple[Move, ...]


class Clash(NamedTuple):
    """A set of boards and scores, by seat, that no order of the cards gives together."""

    boards: tuple[Seat, ...]
    scores: tuple[Seat, ...]


def find(
    state: MyCityState, table: KnownEvening, go_on: Callable[[], bool]
) -> CardOrder | Clash | None:
    """An order of the cards for a table, or the facts that clash; None if `go_on` said to stop."""
    try:
        if order := _first_order(state, table, go_on):
            return order
        return next(
            clash
            for clash in _clashes(state.rules, tuple(table.boards), table.scores)
            if not _first_order(state, _part(table, clash), go_on)
        )
    except OutOfTimeError:
        return None


def _first_order(
    state: MyCityState, table: KnownEvening, go_on: Callable[[], bool]
) -> CardOrder | None:
    """An order for a table, or None; tries every choice of the seats that were first at feats."""
    for firsts in _firsts(state, table):
        search = OrderSearch(state, table, firsts, go_on)
        if search.run():
            return CardOrder(
                tuple(Move(seat, format(action)) for card in search.path for seat, action in card)
            )
    return None


def _firsts(state: MyCityState, table: KnownEvening) -> Iterator[Firsts]:
    """Yield every choice of the seats that were first at each feat, among the seats that did it.

    No seat is named for a feat without points, or if no scores are known.
    """
    choices: list[list[frozenset[Seat]]] = []
    for number, feat in enumerate(state.rules.feats):
        able = [
            seat
            for seat in table.boards
            if feat.points and _covers_feat(state, table, seat, number)
        ]
        counts = range(1, len(able) + 1) if table.scores else ()
        groups = [frozenset(seats) for count in counts for seats in combinations(able, count)]
        choices.append(groups or [frozenset()])
    return product(*choices)


def _covers_feat(state: MyCityState, table: KnownEvening, seat: Seat, number: int) -> bool:
    """Whether a board covers all cells of a feat."""
    town = state.town(seat)
    free = town.free
    for build in table.boards[seat].values():
        free &= ~town.home.placements[build].mask
    return has_done(town.home.feats[number], free)


def _clashes(
    rules: EpisodeRules, seats: tuple[Seat, ...], scores: Mapping[Seat, int]
) -> Iterator[Clash]:
    """The sets of facts that can clash, sorted by their size, then by the number of scores.

    If the first at a feat takes points from others, a score depends on all boards. Then a set with
    scores has all boards.
    """
    racing = any(feat.points for feat in rules.feats)
    sets = [
        Clash(boards, scored)
        for count in range(1, len(seats) + 1)
        for boards in combinations(seats, count)
        for score_count in range(count + 1)
        for scored in combinations([seat for seat in boards if seat in scores], score_count)
        if not (racing and scored and boards != seats)
    ]
    return iter(sorted(sets, key=lambda c: (len(c.boards) + len(c.scores), len(c.scores))))


def _part(table: KnownEvening, clash: Clash) -> KnownEvening:
    """The table with the facts of a clash alone."""
    return KnownEvening(
        {seat: table.boards[seat] for seat in clash.boards},
        {seat: table.scores[seat] for seat in clash.scores},
        {seat: count for seat, count in table.passes.items() if seat in clash.boards},
    )


def with_found_order(
    game: Game, record: Record, setup: Setup, go_on: Callable[[], bool]
) -> Record | None:
    """The record with an order of the cards that fits its boards; None if undecided.

    A record that needs no order stays as it is. Raises `RecordError` for an impossible board, a
    missing score or a rule that the search does not know. If no order fits, the error names the
    smallest set of boards and scores that clash.
    """
    if not lacks_card_order(record):
        return record
    state = game.start(setup._replace(header=without_layouts(setup.header)))
    if rule := _unsearched(state.rules):
        raise RecordError(
            f"deck: the program searches for no order in an episode with the rule {rule}: write "
            f"the cards in the order in which they came"
        )
    boards = layouts_of(state, record.header)
    for seat, board in boards.items():
        if why := _flaw(state, seat, board):
            raise RecordError(f"layout, {seat}: {why!s}")
    if silent := [seat for seat in record.seats if seat not in record.result]:
        raise RecordError(
            f"no result is stated for {', '.join(silent)}: boards without the order of the cards "
            "need the scores"
        )
    table = KnownEvening(boards, record.result, stated_passes(state, record.header))
    match find(state, table, go_on):
        case CardOrder(moves):
            header = {**without_layouts(record.header), ORDER: FOUND}
            return record._replace(header=header, moves=moves)
        case Clash(seats, scored):
            facts = " and ".join(_fact(table, seat, scored) for seat in seats)
            hint = _best(state, table, seats[0]) if len(seats) == 1 and scored else ""
            raise RecordError(f"no order of the cards gives {facts}{hint}")
    return None


def _unsearched(rules: EpisodeRules) -> str:
    """The name of a rule for which the search has no bounds; "" if it has bounds for all."""
    compared = [term.label for term in rules.terms if term.prize]
    part = ["only part of the deck is dealt"] * (rules.dealt < len(rules.deck))
    joins = [rule.label for kind in (rules.joins, rules.strips) for rule in kind]
    finds, by_hand = [find.label for find in rules.finds], [rule.label for rule in rules.by_hand]
    return next(iter([*compared, *joins, *finds, *by_hand, *part]), "")


def _fact(table: KnownEvening, seat: Seat, scored: Sequence[Seat]) -> str:
    """`the board of eagle with its score of 21`."""
    words = f"the board of {seat}"
    if seat in scored:
        words += f" with its score of {table.scores[seat]}"
    if count := table.passes.get(seat):
        words += f" and {count} pass{'es' if count > 1 else ''} after the last building"
    return words


def _best(state: MyCityState, table: KnownEvening, seat: Seat) -> str:
    """The score of a board without passes, in words; "" if it depends on the order of buildings."""
    rules, town = state.rules, state.town(seat)
    if any(not reward.cells for reward in rules.rewards) or any(f.points for f in rules.feats):
        return ""
    built = [town.home.placements[build] for build in table.boards[seat].values()]
    return f": it gives {score_without_passes(rules, town, built)} when nobody passes"


def _flaw(state: MyCityState, seat: Seat, board: Layout) -> Wording:
    """Why a board cannot have been built in any order, whatever its score; "" if it can."""
    town = state.town(seat)
    laid: list[Placement] = []
    for card, build in board.items():
        if card not in state.rules.cards or state.seats.index(seat) in _lacking(state, card):
            return f"{card} is no building of this set"
        try:
            placement = town.home.placements[build]
        except IllegalMove as error:
            return wording_of(error)
        # Here the building may stand alone. `_apart` checks that the buildings are connected.
        alone = town._replace(reach=state.rules.grid.all)
        if why := misfit(state.rules, alone, placement):
            return f"{card} {why!s}"
        for earlier in laid:
            if overlap := placement.mask & earlier.mask:
                cells = " ".join(state.rules.grid.names(overlap))
                return f"{earlier.piece} and {card} are both on {cells}"
        laid.append(placement)
    return _apart(state, town, laid)


def _lacking(state: MyCityState, card: str) -> Iterator[int]:
    return (i for i in range(len(state.seats)) if state.lacking.get(card, 0) >> i & 1)


def _apart(state: MyCityState, town: Town, laid: Sequence[Placement]) -> str:
    """Which buildings cannot be reached from a first building, in words; "" if all can."""
    firsts = [placement for placement in laid if placement.mask & town.reach]
    if laid and not firsts:
        return f"no building is next to the {state.rules.anchor.name}, as the first must be"
    unreached: Sequence[Placement] = ()
    for first in firsts:
        reach = town.home.around | first.beside
        unreached = unconnected_buildings(
            [placement for placement in laid if placement is not first], reach
        )
        if not unreached:
            return ""
    names = listed(placement.piece for placement in unreached)
    return f"no chain of buildings reaches {names!s}" if unreached else ""


REBUILD = RecordRebuild(with_boards_expanded, with_found_order, gives)
