"""An audit: a line a layer, then what was found and what helps."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display import parts
from campaign.services.values import Audit

SHOWN = 10
"""Problems of one layer that are listed; the rest is counted."""


def audits(audits: Sequence[Audit]) -> RenderableType:
    """The checks of several audits, each with its result and time; then the word on all of it."""
    failed = sum(not each.ok for each in audits)
    word = "Nothing was found." if not failed else "What was found is listed above."
    return parts.lines(*map(_audit, audits), parts.line(word))


def _audit(audit: Audit) -> RenderableType:
    table = parts.table("check", "result", "note", "time", right=("time",))
    table.show_header = False
    table.columns[0].min_width = 17
    table.columns[2].min_width = 42
    for check in audit.checks:
        table.add_row(
            f"  {check.name}",
            Text("ok" if check.ok else "FAILED", style="green" if check.ok else "bold red"),
            check.note if check.ok else parts.many(len(check.problems), "discrepancy"),
            f"{check.seconds:.1f} s",
        )
    found = [
        parts.item(f"{check.name}: {problem}", style="red")
        for check in audit.checks
        for problem in check.problems[:SHOWN]
    ]
    more = [
        parts.line(f"  {check.name}: and {len(check.problems) - SHOWN} more")
        for check in audit.checks
        if len(check.problems) > SHOWN
    ]
    remedy = parts.line(f"  -> {audit.remedy}") if audit.remedy else None
    return parts.lines(Text(audit.subject, style="bold"), table, *found, *more, remedy)
