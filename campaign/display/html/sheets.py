"""Score sheets as tables of a page, and the remarks below them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.display.text.records import label_phrase, points_of, relied_on_in_words
from engine.kernel.phrases import Wording, phrase
from engine.kernel.replay import Verdict
from engine.kernel.score import SeatScore


def table(
    label: Wording,
    sheets: Sequence[SeatScore],
    verdict: Verdict,
    names: Mapping[str, str] | None = None,
) -> Mapping[str, Any]:
    """The table of the sheets: a column for each sheet, the best first, and a row for each term."""
    ordered = sorted(sheets, key=lambda sheet: sheet.rank)
    lines = dict.fromkeys(line.label for sheet in ordered for line in sheet.lines)
    rows: list[dict[str, Any]] = [
        {
            "label": label_phrase(line),
            "cells": [points_of(sheet, line, first=not i) for sheet in ordered],
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


def notes(sheets: Sequence[SeatScore]) -> Iterator[Wording]:
    """Yield the reasons for broken ties, then the notes of all lines but the first."""
    for sheet in sheets:
        if sheet.tie:
            yield phrase("{seat} {why}", seat=sheet.seat, why=sheet.tie)
    for sheet in sheets:
        for line in sheet.lines[1:]:
            if line.note:
                label = label_phrase(line.label)
                yield phrase("{seat}, {line}: {note}", seat=sheet.seat, line=label, note=line.note)


def made_up_remarks(verdict: Verdict) -> Iterator[Wording]:
    """Yield a sentence on the placeholders that a session relied on, if there are any."""
    if words := relied_on_in_words(verdict):
        yield words
