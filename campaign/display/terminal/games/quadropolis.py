"""The table of Quadropolis: the cities as they ended, and one move with the site and the city.

   A    B    C    D       T3 three floors, S:4 a shop with four customers, V+2 and H+1 with
1  T3   S:4  (F)  V+2     printed points, (F) not active, . an empty square

      2  .  x             the site: * the Urbanist, . an empty square or an open end,
 .    T2 S  .             a figure the architect who lies at an end, x one that is closed
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.words import many
from engine.kernel.game import CHANCE, Seat
from engine.kernel.replay import Step
from engine.quadropolis.assignment import best
from engine.quadropolis.city import City, Plan, Stack, always, needed, squares
from engine.quadropolis.components import (
    CLOSED,
    FACES,
    HARBOUR,
    LINES,
    NEEDS,
    OFFICE,
    SERVICE,
    SHOP,
    SITE,
    SLOTS,
    TARGETS,
    TOWER,
    Mode,
)
from engine.quadropolis.names import name
from engine.quadropolis.notation import (
    Action,
    Discard,
    Done,
    Lay,
    Place,
    Staff,
    Staffed,
    Take,
    parse,
    staffed,
)
from engine.quadropolis.scoring import plan_of, points_of
from engine.quadropolis.state import OVER, TAKE, State

WIDE = 6
"""Columns of a square of a city."""
TWO = 36
"""Columns of one of two cities side by side."""


def final(state: State, names: Mapping[Seat, str], language: str) -> RenderableType:
    """The cities with what is active, and what the best assignments would have been."""
    mode = state.rules.mode
    cities = [
        parts.lines(
            _title(state, i, names), drawing(mode, city, plan_of(state, i)), _people(mode, city)
        )
        for i, city in enumerate(state.cities)
    ]
    return parts.lines(
        _standing(state),
        Text(""),
        Columns([Padding(each, (0, 0, 1, 0)) for each in cities], width=TWO, padding=(0, 3)),
        legend(mode, language),
        *_better(state, names),
        Text(""),
    )


def step(step: Step, names: Mapping[Seat, str], language: str) -> RenderableType:
    """One move in words, with the site before it is taken from, and the city that it changed."""
    before, after, action = step.before, step.after, parse(step.move.text)
    seat = step.move.seat
    said = Text(f"{step.number:>4}  ")
    if seat != CHANCE:
        said.append(names.get(seat, seat), style=parts.SEAT_STYLE.get(seat, ""))
        said.append(" ")
    said.append(_did(before, action, language))
    rows: list[RenderableType] = [said]
    if isinstance(action, Lay) and after.phase == TAKE:
        rows.append(Padding(site(after), (0, 0, 0, 8)))
    if isinstance(action, Take) and after.site:
        rows.append(Padding(site(after), (0, 0, 0, 8)))
    if isinstance(action, Place):
        index = before.seats.index(seat)
        city = after.cities[index]
        rows.append(Padding(drawing(before.rules.mode, city), (0, 0, 0, 8)))
        rows.append(Padding(_people(before.rules.mode, city), (0, 0, 0, 8)))
    if after.mayor != before.mayor:
        who = after.seats[after.mayor]
        rows.append(Padding(Text(f"{names.get(who, who)} has the mayor's pawn now."), (0, 0, 0, 8)))
    if after.phase == OVER and not isinstance(action, Done):
        rows.append(parts.line("The game is over."))
    return parts.lines(*rows)


def drawing(mode: Mode, city: City, plan: Plan | None = None) -> RenderableType:
    """A city square by square; with an assignment, what is not active stands in brackets."""
    width = mode.columns
    rows = [Text("    " + "".join(f"{chr(65 + i):<{WIDE}}" for i in range(width)).rstrip())]
    for row in range(mode.squares // width):
        drawn = Text(f"{row + 1:>2}  ")
        for square in range(row * width, row * width + width):
            sign, style = _sign(city.cells[square], square, plan)
            drawn.append(sign, style)
            drawn.append(" " * (WIDE - len(sign)))
        drawn.rstrip()
        rows.append(drawn)
    for each in rows:
        each.no_wrap, each.overflow = True, "ignore"
    return parts.lines(*rows)


def site(state: State) -> RenderableType:
    """The construction site, with who lies at the ends of its lines."""
    rows = [_ends(state, "north")]
    for row in range(5):
        line = Text(f"{_end(state, 'west', row + 1)}  ")
        for square in range(5 * row, 5 * row + 5):
            sign = "*" if square == state.urbanist else state.site[square] or "."
            line.append(f"{sign:<3}", "bold" if sign == "*" else "")
        line.append(_end(state, "east", row + 1))
        rows.append(line)
    return parts.lines(*rows, _ends(state, "south"))


def legend(mode: Mode, language: str) -> RenderableType:
    """What the letters stand for."""
    kinds = [kind for kind in (*NEEDS, "P", "M") if _is_played(mode, kind)]
    words = ", ".join(f"{kind} {name(kind, language)}" for kind in kinds)
    return Text(f"{words}; in brackets: not active", style="dim")


def _is_played(mode: Mode, kind: str) -> bool:
    return kind not in "OM" or OFFICE in mode.stacking


def _sign(stack: Stack | None, square: int, plan: Plan | None) -> tuple[str, str]:
    if stack is None:
        return ".", "dim"
    if stack.kind in (TOWER, OFFICE):
        sign = f"{stack.kind}{stack.floors}"
    elif stack.kind in (SERVICE, HARBOUR) and stack.points:
        sign = f"{stack.kind}+{stack.points}"
    elif stack.kind == SHOP and plan and plan.active >> square & 1:
        sign = f"{SHOP}:{plan.customers[square]}"
    else:
        sign = stack.kind
    if plan and not plan.active >> square & 1:
        return f"({sign})", "dim"
    return sign, ""


def _title(state: State, seat: int, names: Mapping[Seat, str]) -> Text:
    who = state.seats[seat]
    title = Text(parts.fit(names.get(who, who), 20), style=parts.SEAT_STYLE.get(who, ""))
    if seat == state.mayor:
        title.append(" (mayor)")
    return title


def _people(mode: Mode, city: City) -> Text:
    people = many(city.inhabitants, "inhabitant")
    return Text(f"    {people}, {city.energy} energy", style="dim")


def _standing(state: State) -> Text:
    mode = state.rules.mode.name.capitalize()
    if state.phase == OVER:
        return Text(f"{mode}: all rounds are played.")
    return Text(f"{mode}: round {state.round} of {state.rules.mode.rounds}.")


def _better(state: State, names: Mapping[Seat, str]) -> Iterator[RenderableType]:
    """Where a seat has left points on the table."""
    if not state.staffed:
        yield Text("No assignment is in the record: the best one counts.")
        return
    for i, seat in enumerate(state.seats):
        mode, city = state.rules.mode, state.cities[i]
        mine = points_of(state, i, plan_of(state, i))
        plan = best(mode, city)
        most, who = points_of(state, i, plan), names.get(seat, seat)
        if most > mine:
            yield Text(f"{who} could have had {many(most - mine, 'point')} more:")
            yield Padding(Text(said_of(mode, city, plan)), (0, 0, 0, 2))


def said_of(mode: Mode, city: City, plan: Plan) -> str:
    """An assignment in the words of a record."""
    buildings = (
        staffed(Staffed(mode.name_of(square), plan.customers[square]))
        for square in squares(plan.active & ~always(city))
    )
    people, energy = needed(city, plan)
    words = " ".join(buildings) or "nothing"
    return f"staff {words} ({many(people, 'inhabitant')}, {energy} energy)"


def _did(before: State, action: Action, language: str) -> str:
    """What was done, without who did it."""
    match action:
        case Lay(tiles):
            return f"The site of round {before.round}: {many(len(tiles), 'tile')}"
        case Take(architect, side, line):
            code = before.site[TARGETS[architect][SLOTS[side, line]]]
            what = f"takes {code}" if code else "takes nothing, the square is empty"
            return f"sends architect {architect} to {side} {line} and {what}"
        case Place(square):
            face = FACES[before.taken]
            city = before.cities[(before.first + before.turn) % len(before.seats)]
            there = city.cells[before.rules.mode.square(square)]
            what = name(face.kind, language)
            floor = f" as floor {there.floors + 1}" if there else ""
            brings = [
                many(face.inhabitants, "inhabitant") if face.inhabitants else "",
                f"{face.energy} energy" if face.energy else "",
            ]
            came = " and ".join(filter(None, brings))
            return f"builds {what} on {square}{floor}{f': {came}' if came else ''}"
        case Discard():
            return f"leaves the tile {before.taken}"
        case Staff(buildings):
            return f"says what is active: {' '.join(map(staffed, buildings))}"
        case Done():
            return "is done"


def _ends(state: State, side: str) -> Text:
    signs = "".join(f"{_end(state, side, line):<3}" for line in LINES)
    return Text(f"   {signs}".rstrip())


def _end(state: State, side: str, line: int) -> str:
    slot = SLOTS[side, line]
    if architect := state.slots[slot]:
        return str(architect)
    closed = state.urbanist < SITE and CLOSED[state.urbanist] >> slot & 1
    return "x" if closed else "."
