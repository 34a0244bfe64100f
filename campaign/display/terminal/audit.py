"""An audit: a line for each check, then the problems and what helps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import Words
from campaign.services.audit.other_rules import Under
from campaign.services.record_differences import record_difference_in_words
from campaign.services.values import Audit, Check
from campaign.services.words import many

SHOWN = 10
"""Problems of one check that are listed; the rest is counted."""


def audits(audits: Sequence[Audit]) -> RenderableType:
    """The checks of several audits, each with its result and time; then whether all passed."""
    passed = all(audit.ok for audit in audits)
    total = sum(len(audit.checks) for audit in audits)
    failed = sum(not check.ok for audit in audits for check in audit.checks)
    if passed:
        result = f"All {total} checks passed." if total > 1 else "The check passed."
    else:
        result = f"{failed} of {many(total, 'check')!s} failed."
    return parts.lines(*map(_audit, audits), parts.line(result))


def under(under: Under) -> RenderableType:
    """What stored records would say under other rules."""
    rows: list[RenderableType] = [Text(f"Under {under.rules}", style="bold")]
    for case in under.differing:
        rows.append(parts.line(f"  {case.which}"))
        changes = map(record_difference_in_words, case.changes)
        rows += [Padding(Words(change), (0, 0, 0, 4)) for change in changes]
    count = many(len(under.cases), "record")
    rows.append(
        parts.line(f"{len(under.differing)} of {count!s} would differ. Nothing was changed.")
    )
    return parts.lines(*rows)


def _audit(audit: Audit) -> RenderableType:
    table = parts.table("check", "result", "note", "time", right=("time",), notes=("note",))
    table.show_header = False
    for check in audit.checks:
        table.add_row(
            f"  {check.name}",
            Text("ok" if check.ok else "FAILED", style="green" if check.ok else "bold red"),
            check.note if check.ok else many(len(check.problems), "discrepancy"),
            f"{check.seconds:.1f} s",
        )
    problems = [line for check in audit.checks for line in _problems(check)]
    return parts.lines(Text(audit.subject, style="bold"), table, *problems)


def _problems(check: Check) -> Iterator[RenderableType]:
    """The problems of a check, and what helps."""
    for problem in check.problems[:SHOWN]:
        yield parts.item(f"{check.name}: {problem}", style="red")
    if len(check.problems) > SHOWN:
        yield parts.line(f"  {check.name}: and {len(check.problems) - SHOWN} more")
    if check.remedy:
        yield parts.line(f"  -> {check.remedy}")
