"""Episodes: the score sheet, the verdict, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from campaign.display import parts
from campaign.services.values import Kept
from engine.kernel.replay import Kind, Verdict
from engine.kernel.score import Sheet
from engine.my_city.lasting import Campaign, Played

STYLE = {
    Kind.VERIFIED: "green",
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
) -> RenderableType:
    """The sheets as columns, the best first; a row a term; why a tie broke below.

    `more` are further rows, by label and seat; `replayed` the scores by replay where they
    are not those that count.
    """
    ordered = sorted(sheets, key=lambda sheet: sheet.rank)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("")
    for sheet in ordered:
        table.add_column(parts.seat(sheet.seat), justify="right", min_width=6, no_wrap=True)
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


def episode(kept: Kept, number: int) -> RenderableType:
    """An episode: verdict, sheets, ranks, marks and stickers earned, what it relied on."""
    played = kept.campaign.episode(number)
    day = played.record.played.isoformat() if played.record.played else ""
    when = parts.day(day or kept.recorded_at(played.entry))
    title = Text(f"Episode {number}, {'played' if day else 'recorded'} {when}", style="bold")
    said = said_of(played)
    title.append(" " * max(2, 79 - len(title) - len(said)))
    title.append(said, style=STYLE[played.verdict.kind])
    marks = {
        city.seat: f"+{count}" if (count := _marks(kept.campaign, city.seat, number)) else "-"
        for city in kept.campaign.cities
    }
    more = {"marks": marks, "stickers": _given(kept.campaign, number)}
    replayed = {sheet.seat: sheet.total for sheet in played.verdict.sheets}
    return parts.lines(
        title,
        sheet_table(played.sheets, more=more, replayed=replayed),
        relied_on(played.verdict.placeholders),
        parts.line(f"Move by move: campaign episode replay {number} --step"),
    )


def episode_list(kept: Kept) -> RenderableType:
    """The recorded episodes, a line each."""
    if not kept.campaign.played:
        return parts.lines(
            parts.line("No episode has been recorded."),
            parts.command("campaign episode template > evening.toml"),
        )
    table = parts.table("Episode", "Played", "Won by", "Points", "", right=("Episode", "Points"))
    for played in kept.campaign.played:
        best = [sheet for sheet in played.sheets if sheet.rank == 1]
        winners = ", ".join(_who(kept.campaign, sheet.seat) for sheet in best)
        day = played.record.played.isoformat() if played.record.played else ""
        table.add_row(
            str(played.number),
            parts.day(day or kept.recorded_at(played.entry)),
            parts.fit(winners, 30),
            str(best[0].total),
            Text(said_of(played), style=STYLE[played.verdict.kind]),
        )
    return table


def verdict(verdict: Verdict, *, name: str) -> RenderableType:
    """What the replay says of a record."""
    said = Text(f"{name}: ")
    said.append(str(verdict.kind), style=STYLE[verdict.kind])
    if verdict.move:
        said.append(f' at move {verdict.move}, "{verdict.words}"')
    if verdict.reason:
        said.append(f": {verdict.reason}")
    return parts.lines(said, relied_on(verdict.placeholders))


def follows(before: Campaign, after: Campaign) -> RenderableType:
    """What a record brings: marks, stickers owed, and what comes next."""
    rows = []
    for old, new in zip(before.cities, after.cities, strict=True):
        gained = new.marks[len(old.marks) :]
        if gained:
            count = sum(mark.amount for mark in gained)
            rows.append(f"{_who(after, new.seat)}: {parts.many(count, 'progress mark')}")
    due = [right for right in after.owed if right not in before.owed]
    for seat in after.seats:
        kinds = [right.kind for right in due if right.seat == seat]
        if kinds:
            rows.append(f"{_who(after, seat)}: places {' and '.join(map(parts.article, kinds))}")
    if after.next_episode is None:
        rows.append("This was the last episode of the pack.")
    elif after.sealed_next:
        rows.append(
            f"Envelope {after.sealed_next} opens next, before episode {after.next_episode}."
        )
    else:
        rows.append(f"Episode {after.next_episode} is next.")
    return parts.lines(parts.line("What follows:"), *(parts.line(f"  {row}") for row in rows))


def relied_on(placeholders: Sequence[str]) -> Text | None:
    """How much of the data was made up; None when nothing was."""
    if not placeholders:
        return None
    names = list(dict.fromkeys(each.partition(":")[0] for each in placeholders))
    said = Text(f"Relies on {parts.many(len(names), 'made-up value')}: ", style="dim")
    said.append(", ".join(names))
    return said


def said_of(played: Played) -> str:
    """The verdict on a recorded episode in words."""
    if played.as_played:
        return "result differs, kept as played"
    if played.verdict.kind is Kind.UNVERIFIABLE:
        return "results only, not proved"
    return str(played.verdict.kind)


def _marks(campaign: Campaign, seat: str, number: int) -> int:
    return sum(mark.amount for mark in campaign.city(seat).marks if mark.episode == number)


def _given(campaign: Campaign, number: int) -> dict[str, str]:
    """The stickers that an episode gave, placed or still owed, by seat."""
    found: dict[str, list[str]] = {}
    reason = f" in episode {number}"
    for city in campaign.cities:
        for sticker in city.stickers:
            if sticker.reason.endswith(reason):
                found.setdefault(city.seat, []).append(f"1 {sticker.kind}")
    for right in campaign.owed:
        if right.reason.endswith(reason):
            found.setdefault(right.seat, []).append(f"1 {right.kind}")
    return {seat: ", ".join(kinds) for seat, kinds in found.items()}


def _who(campaign: Campaign, seat: str) -> str:
    player = campaign.city(seat).player
    return f"{seat} ({player})" if player else seat
