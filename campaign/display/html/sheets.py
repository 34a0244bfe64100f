"""Score sheets as tables of a page, and the remarks below them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.services.words import many, signed
from engine.kernel.phrases import Phrase, joined, phrase
from engine.kernel.replay import Verdict
from engine.kernel.score import Sheet


def table(
    label: str, sheets: Sequence[Sheet], verdict: Verdict, names: Mapping[str, str] | None = None
) -> Mapping[str, Any]:
    """The sheets as columns, the best first, a row a term."""
    ordered = sorted(sheets, key=lambda sheet: sheet.rank)
    lines = dict.fromkeys(line.label for sheet in ordered for line in sheet.lines)
    rows: list[dict[str, Any]] = [
        {
            "label": _known(line),
            "cells": [_points(sheet, line, first=not i) for sheet in ordered],
            "total": False,
        }
        for i, line in enumerate(lines)
    ]
    replayed = {sheet.seat: sheet.total for sheet in verdict.sheets}
    if replayed and any(replayed.get(sheet.seat) != sheet.total for sheet in ordered):
        cells = [replayed.get(sheet.seat, "") for sheet in ordered]
        rows.append({"label": phrase("by replay"), "cells": cells, "total": False})
    totals = [sheet.total for sheet in ordered]
    rows.append({"label": phrase("score"), "cells": totals, "total": True})
    ranks = [sheet.rank for sheet in ordered]
    rows.append({"label": phrase("rank"), "cells": ranks, "total": False})
    for figure in dict.fromkeys(name for sheet in ordered for name, _ in sheet.figures):
        figures = [dict(sheet.figures).get(figure, "") for sheet in ordered]
        rows.append({"label": phrase(figure), "cells": figures, "total": False})
    heads = ["", *((names or {}).get(sheet.seat, sheet.seat) for sheet in ordered)]
    return {"label": label, "heads": heads, "rows": rows}


def notes(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Why ties broke, then the notes of the lines but the first."""
    for sheet in sheets:
        if sheet.tie:
            yield phrase("{seat} {why}", seat=sheet.seat, why=sheet.tie)
    for sheet in sheets:
        for line in sheet.lines[1:]:
            if line.note:
                yield phrase(
                    "{seat}, {line}: {note}", seat=sheet.seat, line=line.label, note=line.note
                )


def relied_on(verdict: Verdict) -> Iterator[str]:
    """How much of the data was made up."""
    names = dict.fromkeys(placeholder.partition(":")[0] for placeholder in verdict.placeholders)
    if names:
        yield phrase(
            "Relies on {count}: {values}",
            count=many(len(names), "made-up value"),
            values=joined(", ", map(phrase, names)),
        )


def _known(label: str) -> str:
    return label if isinstance(label, Phrase) else phrase(label)


def _points(sheet: Sheet, label: str, *, first: bool) -> str:
    """The points of a line, signed but in the first row; nothing where a sheet has no such line."""
    points = next((line.points for line in sheet.lines if line.label == label), None)
    if points is None:
        return ""
    return str(points) if first else signed(points)
