"""The screen of a drawn city of Quadropolis: its sheet under the best and the own assignment."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.records import label_phrase
from campaign.display.text.translation import Speaker
from campaign.games.quadropolis.city import drawing, legend, staff_in_words
from campaign.services.words import many, signed
from engine.kernel.phrases import Wording, joined, phrase
from engine.quadropolis.calculator import CityResult, ScoredStaffing
from engine.quadropolis.components import KINDS, OFFICE, Mode
from engine.quadropolis.drawing import EXPERT


def score(counted: CityResult, speaker: Speaker) -> RenderableType:
    """The city with each assignment, and the points by which the best one exceeds the own one."""
    mode, city, best, own = counted
    rows: list[RenderableType] = []
    if own:
        rows += [*_staffing(counted, own, phrase("The players' own assignment")), Text("")]
    rows += _staffing(counted, best, phrase("The best assignment"))
    rows.append(parts.line(staff_in_words(mode, city, best.plan)))
    if own:
        gain = best.score - own.score
        rows.append(
            parts.line(
                phrase(
                    "{points} more than the players' own assignment.", points=many(gain, "point")
                )
                if gain
                else phrase("The players' own assignment has as many points.")
            )
        )
    return parts.lines(*rows, legend(mode, speaker))


def _staffing(
    counted: CityResult, staffing: ScoredStaffing, title: Wording
) -> Iterator[RenderableType]:
    """Yield the title, the drawing of the city, and the sheet with the parts of each line."""
    headings = map(phrase, ("Line", "Points", "Parts"))
    table = parts.table(*headings, right=("Points",), notes=("Parts",))
    table.show_header = False
    for row, line in enumerate(staffing.lines):
        points = signed(line.points) if row else str(line.points)
        table.add_row(joined("", ("  ", label_phrase(line.label))), points, line.note)
    table.add_row(joined("", ("  ", phrase("score"))), str(staffing.score), style="bold")
    yield MixedText(title, style="bold")
    yield drawing(counted.mode, counted.city, staffing.plan)
    yield table


def how_to_type(mode: Mode) -> RenderableType:
    """Instructions for typing a city, with the codes of the mode's buildings."""
    kinds = [kind for kind in KINDS if kind not in EXPERT or OFFICE in mode.stacking]
    codes = joined(", ", [joined(" ", (kind, phrase(KINDS[kind]))) for kind in kinds])
    return parts.line(
        phrase(
            "A total such as 63, or the city row by row, {columns} squares in each row. "
            "{codes}, . for an empty square. Add floors or printed points to the letter, such as "
            "T3.",
            columns=mode.columns,
            codes=codes,
        )
    )
