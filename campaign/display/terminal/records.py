"""Parts of screens of records: score sheets and verdicts, for episodes and sessions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.episodes import with_lines_by_hand
from campaign.display.text.records import label_phrase, points_of, relied_on_in_words
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, VerdictKind
from engine.kernel.score import SeatScore

STYLE = {
    VerdictKind.VERIFIED: "green",
    VerdictKind.POSSIBLE: "cyan",
    VerdictKind.DIFFERS: "yellow",
    VerdictKind.UNVERIFIABLE: "yellow",
    VerdictKind.INCOMPLETE: "red",
    VerdictKind.ILLEGAL: "red",
}


def sheet_table(
    sheets: Sequence[SeatScore],
    *,
    more: Mapping[Wording, Mapping[str, Wording]] | None = None,
    replayed: Mapping[str, int] | None = None,
    names: Mapping[str, str] | None = None,
) -> RenderableType:
    """The sheets as columns, the best first, with a row for each term, and remarks below.

    `more` are further rows, by label and seat. `replayed` are the scores by replay, which are shown
    if they differ. `names` are the names of the players by seat, if they shall be shown.
    """
    ordered = sorted(sheets, key=lambda sheet: sheet.rank)
    heads = []
    for sheet in ordered:
        head = parts.seat(sheet.seat)
        if name := (names or {}).get(sheet.seat):
            head.append(f" {parts.fit(name, 12)}")
        head.pad_left(6 - head.cell_len)
        heads.append(head)
    plain = [head.plain for head in heads]
    table = parts.table("", *heads, right=plain, names=plain, notes=[""], header_style="bold")
    labels = dict.fromkeys(line.label for sheet in ordered for line in sheet.lines)
    for row, label in enumerate(labels):
        points = (points_of(sheet, label, first=not row) for sheet in ordered)
        table.add_row(_label(label), *points)
    scores = [str(sheet.total) for sheet in ordered]
    if replayed and any(replayed.get(sheet.seat) != sheet.total for sheet in ordered):
        table.add_row(
            _label(phrase("by replay")), *(str(replayed.get(sheet.seat, "")) for sheet in ordered)
        )
        table.add_row(_label(phrase("score as played")), *scores, style="bold")
    else:
        table.add_row(_label(phrase("score")), *scores, style="bold")
    table.add_row(_label(phrase("rank")), *(str(sheet.rank) for sheet in ordered))
    for label in dict.fromkeys(label for sheet in ordered for label, _ in sheet.figures):
        table.add_row(
            _label(phrase(label)), *(str(dict(sheet.figures)[label]) for sheet in ordered)
        )
    for label, cells in (more or {}).items():
        table.add_row(_label(label), *(cells.get(sheet.seat, "-") for sheet in ordered))
    return parts.lines(table, *_remarks(ordered))


def _label(label: Wording) -> Phrase:
    """The label at the left of a row."""
    return joined("", ("  ", label_phrase(label)))


def stated(record: Record) -> RenderableType:
    """A line with the result that the record states."""
    scores = ", ".join(f"{seat} {score}" for seat, score in record.result.items())
    return parts.line(phrase("Stated result: {scores}", scores=scores))


def verdict(verdict: Verdict, *, name: Wording) -> RenderableType:
    """The verdict of a replay, with the move and the reason; `name` is the record's name."""
    text = MixedText(joined(": ", (name, "")))
    kind = with_lines_by_hand(phrase(verdict.kind), verdict.by_hand)
    text.append(kind, STYLE[verdict.kind])
    if verdict.move:
        at = phrase(' at move {number}, "{words}"', number=verdict.move, words=verdict.words)
        text.append(at)
    if verdict.reason:
        text.append(joined(": ", ("", verdict.reason)))
    return parts.lines(text, relied_on(verdict))


def relied_on(verdict: Verdict) -> MixedText | None:
    """A line on the made-up values that a record relied on; None without any."""
    words = relied_on_in_words(verdict)
    return MixedText(words, style="dim") if words else None


def _remarks(sheets: Sequence[SeatScore]) -> Iterator[RenderableType]:
    """Yield the reasons why ties were broken, then the notes of all lines except the first."""
    for sheet in sheets:
        if sheet.tie:
            yield parts.line(phrase("  {seat} {why}", seat=sheet.seat, why=sheet.tie))
    for sheet in sheets:
        for line in sheet.lines[1:]:
            if line.note:
                yield parts.line(
                    phrase(
                        "  {seat}, {line}: {note}",
                        seat=sheet.seat,
                        line=label_phrase(line.label),
                        note=line.note,
                    )
                )
