"""A record: its score sheets, and the verdict of its replay; for episodes and sessions alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from campaign.display.terminal import parts
from engine.kernel.replay import Kind, Verdict
from engine.kernel.score import Sheet

STYLE = {
    Kind.VERIFIED: "green",
    Kind.POSSIBLE: "cyan",
    Kind.DIFFERS: "yellow",
    Kind.UNVERIFIABLE: "yellow",
    Kind.INCOMPLETE: "red",
    Kind.ILLEGAL: "red",
}


def sheet_table(
    sheets: Sequence[Sheet],
    *,
    more: Mapping[str, Mapping[str, str]] | None = None,
    replayed: Mapping[str, int] | None = None,
    names: Mapping[str, str] | None = None,
) -> RenderableType:
    """The sheets as columns, the best first; a row a term; why a tie broke below.

    `more` are further rows, by label and seat; `replayed` the scores by replay where they
    are not those that count, `names` the players' where the seats alone do not tell.
    """
    ordered = sorted(sheets, key=lambda sheet: sheet.rank)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("")
    for sheet in ordered:
        head = parts.seat(sheet.seat)
        if name := (names or {}).get(sheet.seat):
            head.append(f" {parts.fit(name, 12)}")
        table.add_column(head, justify="right", min_width=6, no_wrap=True)
    labels = list(dict.fromkeys(line.label for sheet in ordered for line in sheet.lines))
    for number, label in enumerate(labels):
        row = []
        for sheet in ordered:
            points = next((each.points for each in sheet.lines if each.label == label), None)
            plain = str(points) if number == 0 else parts.signed(points or 0)
            row.append("" if points is None else plain)
        table.add_row(f"  {label}", *row)
    if replayed and any(replayed.get(s.seat) != s.total for s in ordered):
        table.add_row("  by replay", *(str(replayed.get(s.seat, "")) for s in ordered))
        table.add_row("  score as played", *(str(s.total) for s in ordered), style="bold")
    else:
        table.add_row("  score", *(str(s.total) for s in ordered), style="bold")
    table.add_row("  rank", *(str(s.rank) for s in ordered))
    for label in dict.fromkeys(label for sheet in ordered for label, _ in sheet.figures):
        table.add_row(f"  {label}", *(str(dict(s.figures)[label]) for s in ordered))
    for label, cells in (more or {}).items():
        table.add_row(f"  {label}", *(cells.get(s.seat, "-") for s in ordered))
    ties = [parts.line(f"  {s.seat} {s.tie}") for s in ordered if s.tie]
    notes = [
        parts.line(f"  {s.seat}, {each.label}: {each.note}")
        for s in ordered
        for each in s.lines[1:]
        if each.note
    ]
    return parts.lines(table, *ties, *notes)


def verdict(verdict: Verdict, *, name: str) -> RenderableType:
    """What the replay says of a record."""
    said = Text(f"{name}: ")
    said.append(str(verdict.kind), style=STYLE[verdict.kind])
    if verdict.move:
        said.append(f' at move {verdict.move}, "{verdict.words}"')
    if verdict.reason:
        said.append(f": {verdict.reason}")
    return parts.lines(said, relied_on(verdict.placeholders))


def relied_on(placeholders: Sequence[str]) -> Text | None:
    """How much of the data was made up; None when nothing was."""
    if not placeholders:
        return None
    names = list(dict.fromkeys(each.partition(":")[0] for each in placeholders))
    said = Text(f"Relies on {parts.many(len(names), 'made-up value')}: ", style="dim")
    said.append(", ".join(names))
    return said
