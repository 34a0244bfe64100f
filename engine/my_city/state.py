"""The state of one episode: a fold of its moves, all of it immutable.

    State ─┬─ rules                     what is in force
           ├─ towns, one a seat ── Town  what was built, what is free, the token
           └─ card, waiting, deck        what the table is doing

A *town* is what a seat builds during one episode; its *city* is the board for good.
Sets of seats and cells are bits of an int.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.kernel.replay import FOUND, ORDER
from engine.my_city.boards import Home, read_board
from engine.my_city.components import Rules
from engine.my_city.land import Land
from engine.my_city.pack import Pack, rules_of
from engine.my_city.packs import load
from engine.my_city.placements import Placement

SEATS = ("eagle", "bear", "deer", "wolf")
HEADER = {
    "episode": "the number of the episode of the campaign",
    "mode": 'instead of an episode: "eternal"',
    "pack": "the name of the pack with the campaign's data",
    "boards": "per seat what lies on its board before the episode, such as well C5",
    "ranks": "without moves: the rank of each seat, where the table broke a tie",
    "gained": "without moves: per seat what the episode itself brought, such as tree D5",
    "deck": "instead of moves, with layout: the cards in the order in which they came",
    "layout": "instead of moves: per seat its buildings, a list or a drawing of the board",
    "passes": "with layout: per seat how often it passed after its last building",
    ORDER: '"found" where the order of the cards was not written down, but found to fit',
}
ETERNAL = "eternal"
STAND_IN = "stand_in"


class Town(NamedTuple):
    """What one seat has built in this episode.

    `free` are the cells on which it may still build, `reach` those of which the next building
    must cover one: beside the anchor first, then beside an own building. `rewards` are the
    points at once by what they were for, `gained` the stickers at once as words of the board.
    """

    land: Land
    free: int
    reach: int
    token: int
    home: Home
    built: tuple[Placement, ...] = ()
    passes: int = 0
    rewards: tuple[tuple[str, int], ...] = ()
    nuggets: int = 0
    gained: tuple[str, ...] = ()
    gone: bool = False

    @property
    def standing(self) -> tuple[Placement, ...]:
        """All buildings on the board, those that stand for good first."""
        return (*self.home.standing, *self.built)


class State(NamedTuple):
    """Rules, towns by seat, and the table: the card to build and the seats it waits for.

    `waiting` and `playing` are sets of seats, `deck` of cards, as bits in the order of
    `seats` and `rules.deck`. `barred` is set between an obstacle and the card it bars.
    `firsts` holds, for each feat, the number of cards out when somebody first did it;
    `lacking` the seats without the building of a card, for the cards that anybody lacks.
    """

    rules: Rules
    seats: tuple[str, ...]
    towns: tuple[Town, ...]
    card: str
    waiting: int
    playing: int
    deck: int
    barred: bool
    firsts: tuple[int, ...]
    lacking: Mapping[str, int]


def start(setup: Setup) -> State:
    """Boards as the record says, tokens at the start, the deck full; raises `SetupError`."""
    pack, episode = _chosen(setup.header)
    if not 2 <= len(setup.seats) <= len(SEATS):
        raise SetupError(f"{len(setup.seats)} seats: My City is for 2 to {len(SEATS)}")
    for seat in setup.seats:
        if seat not in SEATS:
            raise SetupError(f"{seat} is not a seat of My City: {', '.join(SEATS)}")
    rules = rules_of(pack, episode)
    boards = setup.header.get("boards", {})
    for seat in boards:
        if seat not in setup.seats:
            raise SetupError(f"boards: nobody sits at {seat}; seats: {', '.join(setup.seats)}")
    towns = tuple([town_of(rules, boards.get(seat), seat) for seat in setup.seats])
    lacking: dict[str, int] = {}
    for i, town in enumerate(towns):
        for card in town.home.missing:
            lacking[card] = lacking.get(card, 0) | 1 << i
    return State(
        rules=rules,
        seats=setup.seats,
        towns=towns,
        card="",
        waiting=0,
        playing=(1 << len(setup.seats)) - 1,
        deck=(1 << len(rules.deck)) - 1,
        barred=False,
        firsts=(0,) * len(rules.feats),
        lacking=lacking,
    )


def town_of(rules: Rules, words: Any, seat: str) -> Town:
    """A city before its first building, on the board that the words tell."""
    land, home = read_board(rules, words, seat)
    reach = rules.anchor.of(rules.beside, land)
    fields = (land, rules.ground(land), reach, rules.token.start, home, (), 0, (), 0, (), False)
    return tuple.__new__(Town, fields)


def _chosen(header: Mapping[str, Any]) -> tuple[Pack, int]:
    """The pack and episode that a header names."""
    episode, mode = header.get("episode"), header.get("mode")
    if (episode is None) == (mode is None):
        raise SetupError('name what was played: episode = 1, or mode = "eternal"')
    if mode is not None and mode != ETERNAL:
        raise SetupError(f'mode {mode!r} is not known: "{ETERNAL}" is the only one')
    if episode is not None and type(episode) is not int:
        raise SetupError(f"episode: {episode!r} is not a whole number")
    if header.get(ORDER, FOUND) != FOUND:
        raise SetupError(f'order: "{FOUND}" or nothing')
    name = header.get("pack", ETERNAL if mode else STAND_IN)
    if not isinstance(header.get("boards", {}), dict):
        raise SetupError("boards: a table, a line a seat, under [boards]")
    pack = load(name) if isinstance(name, str) else name
    if not isinstance(pack, Pack):
        raise SetupError(f"pack: {name!r} is not the name of a pack")
    if isinstance(name, str) and (name == ETERNAL) != (mode is not None):
        right = 'mode = "eternal"' if mode is None else "episode = ..."
        raise SetupError(f"the pack {name} is not played so: write {right}")
    return pack, 1 if episode is None else episode
