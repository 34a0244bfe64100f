"""Boards as text: a drawing -> `MyCityState`, and a `MyCityState` -> the picture of it.

       A  B  C  D  E          columns that matter, from a drawing's first line
    5  .  .  Y4 Y4 .          a building's name on each of its cells; `.` says nothing,
    6  .  T  Y4 Y4 .          any other sign is checked against what lies there

The signs: T two trees, R two rocks, t one tree, r one rock, o a well, v a gold vein,
M mountain, F forest; other contents by the first two letters of their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import resources

import pytest

from engine import my_city
from engine.kernel.errors import IllegalMove
from engine.kernel.game import Setup
from engine.kernel.grid import bits
from engine.my_city.pack.model import Pack
from engine.my_city.pack.read import read_pack
from engine.my_city.play.placements import Placement
from engine.my_city.play.state import SEATS, MyCityState, Town

SIGNS = {"trees": "T", "rocks": "R", "tree": "t", "rock": "r", "well": "o", "vein": "v"}
BOX = (resources.files("engine.my_city.packs") / "stand_in" / "box.toml").read_text("utf-8")


def episode(number: int = 1, seats: int = 2, **boards: list[str]) -> MyCityState:
    """The beginning of an episode of the stand-in campaign; `eagle=["well C5"]` is a sticker."""
    return my_city.start(Setup(SEATS[:seats], {"episode": number, "boards": boards}))


def eternal(seats: int = 2) -> MyCityState:
    """The beginning of a game of the eternal mode."""
    return my_city.start(Setup(SEATS[:seats], {"mode": "eternal"}))


def drawn(drawing: str, on: MyCityState, seat: str = "eagle") -> MyCityState:
    """The state with a seat's buildings as drawn, their cards out of the deck."""
    at = on.seats.index(seat)
    town, deck = on.towns[at], on.deck
    for piece, mask in _read(drawing, on, town).items():
        town = _with(town, _placement(on, piece, mask))
        deck &= ~on.rules.cards[piece]
    return on._replace(towns=(*on.towns[:at], town, *on.towns[at + 1 :]), deck=deck)


def with_token(state: MyCityState, token: int, seat: str = "eagle") -> MyCityState:
    """The state with a seat's token elsewhere."""
    towns = zip(state.seats, state.towns, strict=True)
    return state._replace(
        towns=tuple(town._replace(token=token) if who == seat else town for who, town in towns)
    )


def play(state: MyCityState, *lines: str) -> MyCityState:
    """The state after moves as they stand in a record."""
    for line in lines:
        seat, _, words = line.partition(":")
        state = my_city.apply(state, seat.strip(), my_city.parse(words))
    return state


def refusal(state: MyCityState, line: str) -> str:
    """Why a move is illegal."""
    with pytest.raises(IllegalMove) as caught:
        play(state, line)
    return str(caught.value)


def town_of(state: MyCityState, seat: str = "eagle") -> Town:
    """What a seat has built."""
    return state.town(seat)


def points(state: MyCityState, seat: str = "eagle") -> dict[str, int]:
    """The lines of a seat's sheet."""
    sheet = my_city.score(state)[state.seats.index(seat)]
    return {str(line.label): line.points for line in sheet.lines}


def notes(state: MyCityState, seat: str = "eagle") -> dict[str, str]:
    """The remarks on a seat's sheet, where there are any."""
    sheet = my_city.score(state)[state.seats.index(seat)]
    return {str(line.label): str(line.note) for line in sheet.lines if line.note}


def small_pack(ground: str, banks: str, outlines: Mapping[str, str], rules: str = "") -> Pack:
    """The box of the stand-in campaign on a board of one's own, with one episode."""
    lines = ground.split("\n")
    columns = len(lines[0].split())
    light = sum(sign not in "MF" for line in lines for sign in line.split())
    box = re.sub(r"(?s)\[\[outline\]\].*?(?=# The rules)", "", BOX)
    box = re.sub(r"columns = \d+\nrows = \d+", f"columns = {columns}\nrows = {len(lines)}", box)
    box = re.sub(r"light_green = \d+", f"light_green = {light}", box)
    _, _, between, _, rest = box.split('"""')
    box = box.split('"""')[0] + f'"""{ground}"""{between}"""{banks}"""{rest}'
    box = re.sub(r'cells = ".*"', 'cells = ""', box)
    for name, shape in outlines.items():
        box += f'\n[[outline]]\nid = "{name}"\nshape = "{shape}"\nsource = "owner"\n'
    return read_pack({"box.toml": f"{box}{rules}\n[[episode]]\nnumber = 1\n"})


def on_small(ground: str, banks: str, outlines: Mapping[str, str], rules: str = "") -> MyCityState:
    """The beginning of the one episode of a small pack, for two seats."""
    pack = small_pack(_tidy(ground), _tidy(banks), outlines, rules)
    return my_city.start(Setup(SEATS[:2], {"episode": 1, "pack": pack}))


def picture(state: MyCityState) -> str:
    """The table and every board, line by line, for transcripts."""
    deck = state.deck.bit_count()
    lines = [f"card {state.card or '-'}{', the next is barred' * state.barred}; {deck} in the deck"]
    for seat, town in zip(state.seats, state.towns, strict=True):
        gone = ", has quit" * town.gone
        lines += ["", f"{seat}: token at {town.token}{gone}", *map(str.rstrip, _rows(state, town))]
    return "\n".join(lines)


def _rows(state: MyCityState, town: Town) -> list[str]:
    grid = state.rules.grid
    signs = dict.fromkeys(bits(grid.all), ".")
    layers = {"M": town.land.mountain, "F": town.land.forest}
    for content, layer in zip(state.rules.contents, town.land.layers, strict=False):
        layers[SIGNS.get(content.id, content.id[:2])] = layer
    for placement in town.built:
        layers[placement.piece] = placement.mask
    for sign, mask in layers.items():
        signs.update(dict.fromkeys(bits(mask), sign))
    head = "   " + "".join(f"{chr(65 + column):3}" for column in range(grid.columns))
    return [
        head,
        *(
            f"{row:2} " + "".join(f"{signs[bit]:3}" for bit in bits(grid.row(row)))
            for row in range(1, grid.rows + 1)
        ),
    ]


def _read(drawing: str, state: MyCityState, town: Town) -> dict[str, int]:
    """The cells of each building drawn, in reading order of the first."""
    head, *lines = _tidy(drawing).split("\n")
    buildings: dict[str, int] = {}
    shown = _rows(state, town)
    for line in lines:
        row, *signs = line.split()
        for column, sign in zip(head.split(), signs, strict=True):
            if sign in state.rules.pieces:
                bit = state.rules.grid.bit(f"{column}{row}")
                buildings[sign] = buildings.get(sign, 0) | bit
            elif sign != ".":
                lies = shown[int(row)][3:].split()[ord(column) - 65]
                assert sign == lies, f"{column}{row} is drawn as {sign}, there is {lies}"
    return buildings


def _placement(state: MyCityState, piece: str, mask: int) -> Placement:
    """The one way to lay a piece on just these cells."""
    placements = state.rules.placements
    matching = [placements[b] for b in placements.of_piece(piece) if placements[b].mask == mask]
    assert matching, f"{piece} has not the shape drawn: {' '.join(state.rules.grid.names(mask))}"
    return matching[0]


def _with(town: Town, placement: Placement) -> Town:
    assert placement.mask & town.free == placement.mask, f"{placement.piece} is drawn on a mountain"
    reach = town.reach | placement.beside if town.built else placement.beside
    free = town.free & ~placement.mask
    return town._replace(free=free, reach=reach, built=(*town.built, placement))


def _tidy(drawing: str) -> str:
    return "\n".join(line.strip() for line in drawing.split("\n") if line.strip())
