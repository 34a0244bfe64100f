"""A drawn city of Quadropolis: its sheet under the best assignment, and under the players' own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from campaign.display.json.parts import document
from campaign.display.terminal import parts
from campaign.display.terminal.games.quadropolis.city import drawing, legend, staff_in_words
from campaign.services.words import many, signed
from engine.kernel.score import Line
from engine.quadropolis.assignment import best
from engine.quadropolis.city import Plan, always, lines, needed, squares
from engine.quadropolis.drawing import Drawn, read


def counted(text: str, language: str) -> tuple[RenderableType, dict[str, Any]]:
    """The screen and the document of a city; raises `RecordError` for a drawing that is none."""
    found = read(text)
    plan = best(found.mode, found.city)
    most = lines(found.mode, found.city, plan)
    own = lines(found.mode, found.city, found.plan) if found.plan else None
    rows: list[RenderableType] = []
    if found.plan and own is not None:
        rows += [
            Text("As it was staffed", style="bold"),
            drawing(found.mode, found.city, found.plan),
        ]
        rows += [_sheet(own), Text("")]
    rows += [Text("The best assignment", style="bold"), drawing(found.mode, found.city, plan)]
    rows += [_sheet(most), parts.line(staff_in_words(found.mode, found.city, plan))]
    if own is not None:
        more = _total(most) - _total(own)
        said = (
            f"{many(more, 'point')} more than as it was staffed."
            if more
            else ("As many points as it was staffed.")
        )
        rows.append(parts.line(said))
    rows.append(legend(found.mode, language))
    return parts.lines(*rows), _document(found, plan, most, own)


def _sheet(found: Sequence[Line]) -> RenderableType:
    """The lines of a sheet with their parts, and the total."""
    table = parts.table("Line", "Points", "Parts", right=("Points",))
    table.show_header = False
    table.columns[2].no_wrap = False
    for number, line in enumerate(found):
        shown = str(line.points) if not number else signed(line.points)
        table.add_row(f"  {line.label}", shown, line.note)
    table.add_row("  score", str(_total(found)), style="bold")
    return table


def _document(
    found: Drawn, plan: Plan, most: Sequence[Line], own: Sequence[Line] | None
) -> dict[str, Any]:
    people, energy = needed(found.city, plan)
    return document(
        "city_score",
        mode=found.mode.name,
        score=_total(most),
        lines=[{"label": line.label, "points": line.points} for line in most],
        active=[found.mode.name_of(n) for n in squares(plan.active & ~always(found.city))],
        customers={found.mode.name_of(n): count for n, count in enumerate(plan.customers) if count},
        inhabitants=people,
        energy=energy,
        stated=None if own is None else _total(own),
    )


def _total(found: Sequence[Line]) -> int:
    return sum(line.points for line in found)
