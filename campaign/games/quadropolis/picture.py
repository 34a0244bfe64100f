"""Quadropolis as a picture: every city square by square, with its active buildings and people.

A building has a drawing and a name, a small square for each floor or customer, and its printed
points. A building that is not active is pale and hatched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaign.display.svg.picture import Box, Element, Picture, arrange, element, shift, text
from campaign.display.text.translation import Speaker
from campaign.games.quadropolis.icons import icon
from campaign.services.words import many
from engine.kernel.game import Seat
from engine.kernel.phrases import joined, phrase
from engine.quadropolis.city import QuadropolisCity, Stack, StaffingPlan
from engine.quadropolis.components import (
    FACTORY,
    HARBOUR,
    MONUMENT,
    OFFICE,
    PARK,
    SERVICE,
    SHOP,
    TOWER,
    Mode,
)
from engine.quadropolis.names import name
from engine.quadropolis.scoring import plan_of
from engine.quadropolis.state import QuadropolisState

SQUARE = 84
LEFT, TOP = 26, 60
PAINT = {
    TOWER: "orange",
    SHOP: "yellow",
    SERVICE: "blue",
    PARK: "green",
    FACTORY: "grey",
    HARBOUR: "teal",
    OFFICE: "purple",
    MONUMENT: "red",
}


def table(state: QuadropolisState, names: Mapping[Seat, str], speaker: Speaker) -> Picture:
    """The cities of all seats in one picture."""
    cities = all_cities(state, names, speaker)
    words = joined(". ", [joined(": ", (picture.title, picture.description)) for picture in cities])
    return arrange(speaker.say(phrase("The cities")), speaker.say(words), cities, columns=2)


def all_cities(
    state: QuadropolisState, names: Mapping[Seat, str], speaker: Speaker
) -> list[Picture]:
    """The city of each seat, under the assignment that counts."""
    return [
        city(names.get(seat, seat), state.rules.mode, state.cities[i], plan_of(state, i), speaker)
        for i, seat in enumerate(state.seats)
    ]


def city(
    title: str, mode: Mode, built: QuadropolisCity, plan: StaffingPlan | None, speaker: Speaker
) -> Picture:
    """One city; without an assignment, every building is drawn as active."""
    rows = mode.squares // mode.columns
    people = joined(
        ", ",
        (many(built.inhabitants, "inhabitant"), phrase("{count} energy", count=built.energy)),
    )
    elements = [
        text(title, 0, 18, "strong", size=18),
        text(speaker.say(people), 0, 38, "dim"),
        *(
            text(
                chr(65 + column),
                LEFT + column * SQUARE + SQUARE / 2,
                TOP - 6,
                "dim",
                anchor="middle",
            )
            for column in range(mode.columns)
        ),
        *(
            text(str(row + 1), LEFT - 8, TOP + row * SQUARE + SQUARE / 2 + 5, "dim", anchor="end")
            for row in range(rows)
        ),
    ]
    buildings = []
    for square, stack in enumerate(built.cells):
        row, column = divmod(square, mode.columns)
        elements.append(
            shift(
                LEFT + column * SQUARE,
                TOP + row * SQUARE,
                _square(stack, square, mode.district[square], plan, speaker),
            )
        )
        if stack:
            buildings.append(f"{mode.name_of(square)} {name(stack.kind, speaker.language)}")
    return Picture(
        LEFT + mode.columns * SQUARE,
        TOP + rows * SQUARE,
        title,
        speaker.say(joined("; ", (people, ", ".join(buildings)))),
        tuple(elements),
    )


def squares(mode: Mode) -> dict[str, Box]:
    """By name of a square: where it lies in the picture of a city."""
    return {
        mode.name_of(square): Box(
            LEFT + square % mode.columns * SQUARE,
            TOP + square // mode.columns * SQUARE,
            SQUARE,
            SQUARE,
        )
        for square in range(mode.squares)
    }


def _square(
    stack: Stack | None, square: int, district: int, plan: StaffingPlan | None, speaker: Speaker
) -> Iterator[Element]:
    """Yield the elements of a square of a city; an empty square shows its district's number."""
    box = {"x": 3, "y": 3, "width": SQUARE - 6, "height": SQUARE - 6, "rx": 6}
    if stack is None:
        yield element("rect", {"class": "rule", **box})
        yield text(str(district), SQUARE / 2, SQUARE / 2 + 5, "dim", anchor="middle", size=12)
        return
    paint = PAINT[stack.kind]
    active = plan is None or bool(plan.active >> square & 1)
    fade = {} if active else {"opacity": 0.35}
    yield element("rect", {"class": f"building {paint}", **box, **fade})
    yield element("rect", {"fill": f"url(#on-{paint})", **box, **fade})
    ink = f"on-{paint}" if active else ""
    yield icon(stack.kind, SQUARE / 2, 24, ink or "on-sticker")
    lines = name(stack.kind, speaker.language).split()
    for i, line in enumerate(lines):
        y = 55 + 11 * i - 9 * (len(lines) - 1)
        yield text(line, SQUARE / 2, y, ink, anchor="middle", size=11)
    count = stack.floors if stack.kind in (TOWER, OFFICE) else 0
    if stack.kind == SHOP and plan and active:
        count = plan.customers[square]
    for i in range(count):
        yield element(
            "rect",
            {
                "class": "square",
                "x": SQUARE / 2 - 7 * count + 14 * i + 2,
                "y": 62,
                "width": 10,
                "height": 10,
            },
        )
    if stack.points:
        yield text(
            f"+{stack.points}", SQUARE / 2, 72, f"{ink} strong".strip(), anchor="middle", size=13
        )
    if not active:
        yield element("rect", {"class": "closed", **box})
