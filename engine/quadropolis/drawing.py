"""Read the drawing of a city: a grid of codes, inhabitants and energy.

It gives the score of a city whose moves nobody recorded.

    mode = "classic"
    inhabitants = 12
    energy = 7
    city = '''
    T3 S  .  P
    .  V1 F  T1
    H2 H  .  .
    .  .  S  P
    '''
    staff = "A1 B1:3 B2"          the players' own assignment; it may be left out

The number after T and O is the number of floors, by default 1. The number after V and H is the
number of printed points, by default 0. S, P, F and M have no number. A square without a building is
a dot. A city has at most as many tiles as a player takes. Of each kind it has at most as many tiles
as the box.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.kernel import toml
from engine.kernel.errors import NotationError, RecordError, shortened_text, wording_of
from engine.kernel.phrases import many, phrase, plural
from engine.quadropolis.checks import building_refusal, staff_refusal
from engine.quadropolis.city import QuadropolisCity, Stack, StaffingPlan, always_active
from engine.quadropolis.components import (
    HARBOUR,
    KINDS,
    MODES,
    MONUMENT,
    OFFICE,
    SERVICE,
    TOWER,
    Mode,
)
from engine.quadropolis.notation import Staff, parse
from engine.quadropolis.tiles import box_counts

EMPTY = "."
KEYS = ("mode", "inhabitants", "energy", "city", "staff")
BOX = {"inhabitants": 65, "energy": 50}
"""The number of inhabitants and of energy in the box."""
EXPERT = OFFICE + MONUMENT
TURNS = 4
"""The number of tiles that a player takes in a round."""
POINTS = {SERVICE: 2, HARBOUR: 3}
"""The most points that are printed on a building."""
_CODE = re.compile(r"([A-Z])([0-9]?)", re.ASCII)


class CityDrawing(NamedTuple):
    """A city that was drawn; `plan` is the players' own assignment, None if it was left out."""

    mode: Mode
    city: QuadropolisCity
    plan: StaffingPlan | None


def read_drawing(text: str) -> CityDrawing:
    """A city from its drawing; raises `RecordError`, which says what is wrong and where."""
    try:
        data = toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise RecordError(wording_of(error)) from None
    return drawing_of_values(data)


def drawing_of_values(data: dict[str, Any]) -> CityDrawing:
    """A city from the values of a drawing; raises the same `RecordError` as `read_drawing`."""
    for key in data:
        if key not in KEYS:
            raise RecordError(f"{shortened_text(key)} is no key of a city: {', '.join(KEYS)}")
    if data.get("mode") not in MODES:
        raise RecordError('mode: write mode = "classic" or mode = "expert"')
    mode = MODES[data["mode"]]
    if type(data.get("city")) is not str:
        raise RecordError("city: a drawing is missing, a line for each row of squares")
    cells = _cells(mode, data["city"])
    _check_box(mode, cells)
    city = QuadropolisCity(cells, _number(data, "inhabitants"), _number(data, "energy"))
    return CityDrawing(mode, city, _plan(mode, city, data.get("staff")))


def _number(data: dict[str, Any], key: str) -> int:
    value = data.get(key, 0)
    if type(value) is not int or not 0 <= value <= BOX[key]:
        raise RecordError(f"{key}: {value!r} is no number from 0 to {BOX[key]}")
    return value


def _cells(mode: Mode, text: str) -> tuple[Stack | None, ...]:
    rows = [line.split() for line in text.splitlines() if line.strip()]
    count = mode.squares // mode.columns
    if len(rows) != count:
        raise RecordError(f"city: {len(rows)} rows, {mode.name} has {count}")
    return tuple(cell for number, row in enumerate(rows, 1) for cell in _row(mode, number, row))


def check_row(mode: Mode, number: int, text: str) -> None:
    """Raise the `RecordError` of a drawing with this row."""
    _row(mode, number, text.split())


def _row(mode: Mode, number: int, codes: Sequence[str]) -> list[Stack | None]:
    if len(codes) != mode.columns:
        raise RecordError(
            plural(
                "city, row {row}: {count} square, {columns} are in a row of {mode}",
                "city, row {row}: {count} squares, {columns} are in a row of {mode}",
                len(codes),
                row=number,
                columns=mode.columns,
                mode=phrase(mode.name),
            )
        )
    first = (number - 1) * mode.columns
    return [_stack(mode, code.upper(), mode.name_of(at)) for at, code in enumerate(codes, first)]


def _check_box(mode: Mode, cells: Sequence[Stack | None]) -> None:
    """Raise `RecordError` for more tiles than a player takes, or more of a kind than in the box."""
    stacks = [stack for stack in cells if stack]
    tile_count, most = sum(stack.floors for stack in stacks), TURNS * mode.rounds
    if tile_count > most:
        raise RecordError(
            phrase(
                "city: {tiles}, a player of {mode} takes {most}",
                tiles=many(tile_count, "tile"),
                mode=phrase(mode.name),
                most=most,
            )
        )
    box = box_counts(mode.name)
    for kind, words in KINDS.items():
        own_stacks = [stack for stack in stacks if stack.kind == kind]
        most = sum(box[kind].values())
        if (count := sum(stack.floors for stack in own_stacks)) > most:
            raise RecordError(
                phrase(
                    "city: {tiles} of {kind}, {mode} has {most}",
                    tiles=many(count, "tile"),
                    kind=phrase(words),
                    mode=phrase(mode.name),
                    most=most,
                )
            )
        for points in {stack.points for stack in own_stacks if stack.points}:
            count = sum(stack.points == points for stack in own_stacks)
            if count > (most := box[kind][points]):
                raise RecordError(
                    phrase(
                        "city: {tiles} of {kind} with {points}, {mode} has {most}",
                        tiles=many(count, "tile"),
                        kind=phrase(words),
                        points=many(points, "point"),
                        mode=phrase(mode.name),
                        most=most,
                    )
                )


def _stack(mode: Mode, code: str, where: str) -> Stack | None:
    if code == EMPTY:
        return None
    match = _CODE.fullmatch(code)
    if not match or match[1] not in KINDS:
        raise RecordError(
            phrase(
                "city, {square}: {code} is no building: {codes} or .",
                square=where,
                code=shortened_text(code),
                codes=" ".join(KINDS),
            )
        )
    kind, number = match[1], match[2]
    words = phrase(KINDS[kind])
    if kind in EXPERT and OFFICE not in mode.stacking:
        raise RecordError(
            phrase(
                "city, {square}: there are no {kind} in {mode}",
                square=where,
                kind=words,
                mode=phrase(mode.name),
            )
        )
    if kind in (TOWER, OFFICE):
        floors = int(number or 1)
        if not 1 <= floors <= mode.floors:
            raise RecordError(
                phrase(
                    "city, {square}: {floors} floors, {kind} of {mode} have 1 to {most}",
                    square=where,
                    floors=floors,
                    kind=words,
                    mode=phrase(mode.name),
                    most=mode.floors,
                )
            )
        return Stack(kind, floors)
    points = int(number or 0)
    if points > POINTS.get(kind, 0) or (number and kind not in POINTS):
        raise RecordError(
            phrase(
                "city, {square}: {kind} have at most {points}",
                square=where,
                kind=words,
                points=many(POINTS[kind], "point"),
            )
            if kind in POINTS
            else phrase("city, {square}: {kind} have no number", square=where, kind=words)
        )
    return Stack(kind, 1, points)


def _plan(mode: Mode, city: QuadropolisCity, words: Any) -> StaffingPlan | None:
    """The players' own assignment; raises `RecordError` if it is not possible in this city."""
    if words is None:
        return None
    if type(words) is not str:
        raise RecordError("staff: squares, such as A1 B1:3")
    try:
        staffing = parse(f"staff {words}") if words.strip() else Staff(())
    except NotationError as error:
        raise RecordError(f"staff: {error}") from None
    if not isinstance(staffing, Staff):
        raise RecordError("staff: squares, such as A1 B1:3")
    named: list[tuple[int, int]] = []
    active, customers = always_active(city), [0] * mode.squares
    for building in staffing.buildings:
        if refused := building_refusal(mode, city.cells, named, building) or staff_refusal(
            mode, city, named, building
        ):
            raise RecordError(f"staff: {refused!s}")
        square = mode.square(building.square)
        named.append((square, building.customers or 0))
        active |= 1 << square
        customers[square] = building.customers or 0
    return StaffingPlan(active, tuple(customers))
