"""Dilluvia Project as a picture: the city with everything on it, and every player's possessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.display.svg.outlines import outline
from campaign.display.svg.picture import Box, Element, Picture, element, shift, text
from campaign.display.svg.style import SEATS
from campaign.display.text.translation import Speaker
from engine.dilluvia.state import DilluviaPlayer, DilluviaState
from engine.kernel.game import Seat
from engine.kernel.grid import Grid, bits
from engine.kernel.phrases import Phrase, joined, phrase

CELL = 40
LEFT, TOP = 30, 56
MAT = 46
"""The height of a player's line below the city."""


def table(state: DilluviaState, names: Mapping[Seat, str], speaker: Speaker) -> Picture:
    """The city, and below it money, prestige and population of every player."""
    grid = state.rules.city.grid
    title = phrase(
        "The city in round {round} of {rounds}", round=state.turn.round, rounds=state.rules.rounds
    )
    say = speaker.say
    width = LEFT + grid.columns * CELL + 2
    top = TOP + grid.rows * CELL + 20
    elements = (
        text(say(title), 0, 18, "strong", size=18),
        *_labels(range(grid.columns), range(grid.rows), TOP),
        shift(LEFT, TOP, _board(state)),
        *(
            shift(0, top + i * MAT, _mat(names.get(seat, seat), SEATS[seat], say(_has(player))))
            for i, (seat, player) in enumerate(zip(state.seats, state.players, strict=True))
        ),
    )
    words = [
        joined(": ", (names.get(seat, seat), _has(player)))
        for seat, player in zip(state.seats, state.players, strict=True)
    ]
    return Picture(
        max(width, 420),
        top + len(state.seats) * MAT,
        say(title),
        say(joined("; ", words)),
        elements,
    )


def city(state: DilluviaState, speaker: Speaker) -> Picture:
    """The city without the players; only the rows and columns that this number of players uses."""
    columns, rows = _used(state)
    elements = (
        *_labels(columns, rows, LEFT),
        shift(LEFT - columns[0] * CELL, LEFT - rows[0] * CELL, _board(state)),
    )
    words = [
        joined(": ", (seat, " ".join(state.rules.city.grid.names(player.claims | player.built))))
        for seat, player in zip(state.seats, state.players, strict=True)
    ]
    return Picture(
        LEFT + len(columns) * CELL + 2,
        LEFT + len(rows) * CELL + 2,
        speaker.say(phrase("The city")),
        speaker.say(joined("; ", words)),
        elements,
    )


def squares(state: DilluviaState) -> dict[str, Box]:
    """By name of a square: its box in the picture of the city."""
    columns, rows = _used(state)
    return {
        f"{chr(65 + column)}{row + 1}": Box(
            LEFT + (column - columns[0]) * CELL, LEFT + (row - rows[0]) * CELL, CELL, CELL
        )
        for row in rows
        for column in columns
    }


def mats(state: DilluviaState, names: Mapping[Seat, str], speaker: Speaker) -> Picture:
    """The mats of all players."""
    say = speaker.say
    elements = [
        shift(0, i * MAT, _mat(names.get(seat, seat), SEATS[seat], say(_has(player))))
        for i, (seat, player) in enumerate(zip(state.seats, state.players, strict=True))
    ]
    words = [
        joined(": ", (names.get(seat, seat), _has(player)))
        for seat, player in zip(state.seats, state.players, strict=True)
    ]
    title = say(phrase("The players"))
    return Picture(360, len(elements) * MAT, title, say(joined("; ", words)), tuple(elements))


def _used(state: DilluviaState) -> tuple[range, range]:
    """The columns and the rows from the first used square to the last one."""
    city = state.rules.city
    places = [
        divmod(bit.bit_length() - 1, city.grid.columns) for bit in bits(city.usable | city.wings)
    ]
    rows, columns = ({place[i] for place in places} for i in range(2))
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


def _board(state: DilluviaState) -> Iterator[Element]:
    """Yield the city with everything that lies on it."""
    grid, city = state.rules.city.grid, state.rules.city
    yield element("path", {"class": "light", "d": outline(grid, city.usable)})
    yield element("path", {"class": "grid", "d": _lines(grid, city.usable)})
    yield from _marks(grid, city.hub, "circle")
    for wing in city.propellers.values():
        if wing.bit & city.wings & ~state.ground.taken:
            yield _words(grid, wing.bit, f"P{wing.price}", "dim")
    for bit in bits(state.ground.gardens):
        yield _garden(grid, bit)
    for seat, player in zip(state.seats, state.players, strict=True):
        yield from _player(grid, SEATS[seat], player)


def _player(grid: Grid, paint: str, player: DilluviaPlayer) -> Iterator[Element]:
    """Yield the claims, propellers and buildings of a player."""
    for bit in bits(player.claims):
        x, y = _corner(grid, bit)
        box = {"x": x + 8, "y": y + 8, "width": CELL - 16, "height": CELL - 16, "rx": 4}
        yield element("rect", {"class": f"building {paint}", **box})
        yield element("rect", {"fill": f"url(#on-{paint})", **box})
    for bit in bits(player.propellers):
        x, y = _corner(grid, bit)
        yield element(
            "circle",
            {
                "class": f"building {paint}",
                "cx": x + CELL / 2,
                "cy": y + CELL / 2,
                "r": CELL / 2 - 5,
            },
        )
        yield _words(grid, bit, "P", f"on-{paint} strong")
    for home in player.homes:
        path = outline(grid, home.mask)
        yield element("path", {"class": f"building {paint}", "d": path})
        yield element("path", {"fill": f"url(#on-{paint})", "d": path})
        yield _words(grid, home.mask & -home.mask, home.building.id, f"on-{paint} strong")


def _mat(name: str, paint: str, possessions: str) -> Iterator[Element]:
    """Yield the name of a player, and below it a line with the player's possessions."""
    box = {"x": 0, "y": 4, "width": 22, "height": 22}
    yield element("rect", {"class": f"building {paint}", **box})
    yield element("rect", {"fill": f"url(#on-{paint})", **box})
    yield text(name, 32, 14, "strong")
    yield text(possessions, 32, 32, "dim", size=13)


def _has(player: DilluviaPlayer) -> Phrase:
    """The possessions of a player in words."""
    return joined(
        ", ",
        (
            phrase("prestige {count}", count=player.prestige),
            phrase("population {count}", count=player.population.total),
            phrase("money {count}", count=player.money),
            phrase("{count} built", count=len(player.homes)),
        ),
    )


def _garden(grid: Grid, bit: int) -> Element:
    x, y = _corner(grid, bit)
    return element(
        "path",
        {
            "class": "leaf",
            "transform": f"translate({x + 20} {y + 20})",
            "d": "M0-12 10 5H2v6h-4V5h-8z",
        },
    )


def _marks(grid: Grid, mask: int, kind: str) -> Iterator[Element]:
    for bit in bits(mask):
        x, y = _corner(grid, bit)
        yield element(kind, {"class": "water", "cx": x + CELL / 2, "cy": y + CELL / 2, "r": 12})


def _words(grid: Grid, bit: int, words: str, kind: str) -> Element:
    x, y = _corner(grid, bit)
    return text(words, x + CELL / 2, y + CELL / 2 + 5, kind, anchor="middle", size=13)


def _labels(columns: range, rows: range, top: int) -> Iterator[Element]:
    """Letters above the columns, numbers beside the rows."""
    for i, column in enumerate(columns):
        yield text(chr(65 + column), LEFT + i * CELL + 20, top - 8, "dim", anchor="middle")
    for i, row in enumerate(rows):
        yield text(str(row + 1), LEFT - 8, top + i * CELL + 25, "dim", anchor="end")


def _lines(grid: Grid, mask: int) -> str:
    """The outlines of all cells of a mask, as one path."""
    return "".join(
        f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in (_corner(grid, bit) for bit in bits(mask))
    )


def _corner(grid: Grid, bit: int) -> tuple[int, int]:
    row, column = divmod(bit.bit_length() - 1, grid.columns)
    return column * CELL, row * CELL
