"""A city of Quadropolis, square by square, and an assignment of its people in words.

   A    B    C    D       T3 a tower of three floors, S:4 a shop with four customers,
1  T3   S:4  (F)  V+2     V+2 a service with printed points, (F) not active, . an empty square
"""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.translation import Speaker
from campaign.services.words import many
from engine.kernel.phrases import Phrase, joined, phrase
from engine.quadropolis.city import (
    QuadropolisCity,
    Stack,
    StaffingPlan,
    always_active,
    needed_resources,
    squares,
)
from engine.quadropolis.components import HARBOUR, NEEDS, OFFICE, SERVICE, SHOP, TOWER, Mode
from engine.quadropolis.names import name
from engine.quadropolis.notation import StaffedBuilding, building_in_words

WIDE = 6
"""The columns of the console that a square takes."""


def drawing(mode: Mode, city: QuadropolisCity, plan: StaffingPlan | None = None) -> RenderableType:
    """A city square by square; with an assignment, inactive buildings stand in brackets."""
    width = mode.columns
    rows = [Text("    " + "".join(f"{chr(65 + i):<{WIDE}}" for i in range(width)).rstrip())]
    for row in range(mode.squares // width):
        line = Text(f"{row + 1:>2}  ")
        for square in range(row * width, row * width + width):
            sign, style = _sign(city.cells[square], square, plan)
            line.append(sign, style)
            line.append(" " * (WIDE - len(sign)))
        line.rstrip()
        rows.append(line)
    for line in rows:
        line.no_wrap, line.overflow = True, "ignore"
    return parts.lines(*rows)


def people(city: QuadropolisCity) -> MixedText:
    """Inhabitants and energy of a city."""
    words = joined(
        ", ",
        (many(city.inhabitants, "inhabitant"), phrase("{count} energy", count=city.energy)),
    )
    return MixedText("    ", words, style="dim")


def legend(mode: Mode, speaker: Speaker) -> RenderableType:
    """The meaning of the letters for the buildings of a mode."""
    kinds = [kind for kind in (*NEEDS, "P", "M") if kind not in "OM" or OFFICE in mode.stacking]
    names = ", ".join(f"{kind} {name(kind, speaker.language)}" for kind in kinds)
    words = phrase("{kinds}; in brackets: not active", kinds=names)
    return MixedText(words, style="dim")


def staff_in_words(mode: Mode, city: QuadropolisCity, plan: StaffingPlan) -> Phrase:
    """An assignment as written in a record, with the inhabitants and energy that it takes."""
    buildings = (
        building_in_words(StaffedBuilding(mode.name_of(square), plan.customers[square] or None))
        for square in squares(plan.active & ~always_active(city))
    )
    inhabitants, energy = needed_resources(city, plan)
    return phrase(
        "{assignment} ({inhabitants}, {energy})",
        assignment=joined(" ", ("staff", " ".join(buildings) or phrase("nothing"))),
        inhabitants=many(inhabitants, "inhabitant"),
        energy=phrase("{count} energy", count=energy),
    )


def _sign(stack: Stack | None, square: int, plan: StaffingPlan | None) -> tuple[str, str]:
    """The characters for a square, and their style."""
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
