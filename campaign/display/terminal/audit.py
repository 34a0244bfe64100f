"""The screen of an audit: checks, problems, remedies; then what is proved and what is not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.audit_sentences import WITHOUT_NOTE
from campaign.display.text.audit_statement import check_in_words, statement_in_words
from campaign.services.audit.findings import failed_check_facts
from campaign.services.audit.heads import heads_of_evenings
from campaign.services.audit.other_rules import RulesComparison
from campaign.services.record_differences import record_difference_in_words
from campaign.services.statement import AuditStatement
from campaign.services.values import AuditCheck, AuditResult, History
from campaign.services.words import day, many
from engine.kernel.phrases import joined, phrase, plural

SHOWN = 10
"""The number of problems of a check that are listed; the others are counted."""


def audits(
    audits: Sequence[AuditResult], *, technical: bool = False, stated: bool = True
) -> RenderableType:
    """The checks of several audits, whether all passed, and, if `stated`, what is proved.

    The `technical` list has the names of the checks in the program, and their notes and times.
    """
    passed = all(audit.ok for audit in audits)
    total = sum(len(audit.checks) for audit in audits)
    failed = sum(not check.ok for audit in audits for check in audit.checks)
    if passed:
        result = plural("The check passed.", "All {count} checks passed.", total)
    else:
        result = phrase("{failed} of {checks} failed.", failed=failed, checks=many(total, "check"))
    screen_of = _technical if technical else _audit
    return parts.lines(*map(screen_of, audits), parts.line(result), *_end(audits, stated))


def head(history: History) -> RenderableType:
    """The head to write down, on a line of its own, and what it can prove later."""
    newest = heads_of_evenings(history)[-1]
    evenings = (
        phrase("with episode {number}", number=newest.episode)
        if newest.episode
        else phrase("without an episode that counts")
    )
    return parts.lines(
        parts.line(phrase("Write on the note in the box:")),
        parts.line(),
        parts.line(joined("    ", ("", day(newest.day), newest.head)), style="bold"),
        parts.line(),
        parts.line(
            phrase(
                "It stands for {entries} of {campaign}, {evenings}. With it anybody can tell "
                "later whether one of them was changed: {command}",
                entries=many(newest.entry, "entry"),
                campaign=history.campaign.name,
                evenings=evenings,
                command=f"campaign audit --head {newest.head}",
            )
        ),
    )


def rules_comparison(under: RulesComparison) -> RenderableType:
    """The stored records that would give other results under other rules, with the differences."""
    rows: list[RenderableType] = [Text(f"Under {under.rules}", style="bold")]
    for case in under.differing:
        rows.append(parts.line(f"  {case.which}"))
        changes = map(record_difference_in_words, case.changes)
        rows += [Padding(MixedText(change), (0, 0, 0, 4)) for change in changes]
    count = many(len(under.cases), "record")
    rows.append(
        parts.line(f"{len(under.differing)} of {count!s} would differ. Nothing was changed.")
    )
    return parts.lines(*rows)


def _end(audits: Sequence[AuditResult], stated: bool) -> Iterator[RenderableType | None]:
    """Yield the failures of all audits, and, if `stated`, what is proved and what is not."""
    failed = chain.from_iterable(
        audit.statement.found if audit.statement else failed_check_facts(audit.checks)
        for audit in audits
    )
    yield from _parts(AuditStatement(found=tuple(failed)), "bold red")
    for statement in (audit.statement for audit in audits if stated):
        if statement:
            yield from _parts(statement._replace(found=()))


def _parts(statement: AuditStatement, style: str = "bold") -> Iterator[RenderableType]:
    """Yield the sentences of a statement under their titles."""
    for title, sentences in statement_in_words(statement):
        items = Table.grid(padding=(0, 1))
        for sentence in sentences:
            items.add_row(" -", parts.line(sentence))
        yield parts.lines(parts.line(), parts.line(title, style=style), items)


def _audit(audit: AuditResult) -> RenderableType:
    """The checks of an audit in the words of players."""
    table = parts.table("check", "result", "note", notes=("note",))
    table.show_header = False
    for check in audit.checks:
        note = check.note if check.ok and check.name not in WITHOUT_NOTE else ""
        table.add_row(joined("", ("  ", check_in_words(check.name))), _result(check), note)
    problems = [line for check in audit.checks for line in _problems(check)]
    return parts.lines(MixedText(audit.subject, style="bold"), table, *problems)


def _result(check: AuditCheck) -> Text:
    return Text("ok" if check.ok else "FAILED", style="green" if check.ok else "bold red")


def _technical(audit: AuditResult) -> RenderableType:
    table = parts.table("check", "result", "note", "time", right=("time",), notes=("note",))
    table.show_header = False
    for check in audit.checks:
        table.add_row(
            f"  {check.name}",
            _result(check),
            check.note if check.ok else many(len(check.problems), "discrepancy"),
            f"{check.seconds:.1f} s",
        )
    problems = [line for check in audit.checks for line in _problems(check)]
    return parts.lines(MixedText(audit.subject, style="bold"), table, *problems)


def _problems(check: AuditCheck) -> Iterator[RenderableType]:
    """Yield the problems of a check, and what helps."""
    for problem in check.problems[:SHOWN]:
        yield parts.item(f"{check.name}: {problem}", style="red")
    if len(check.problems) > SHOWN:
        yield parts.line(f"  {check.name}: and {len(check.problems) - SHOWN} more")
    if check.remedy:
        yield parts.line(f"  -> {check.remedy}")
