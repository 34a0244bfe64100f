"""The screen of one move of a replay: its position, the move, the table after it, and the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.text import Text

from campaign.display.terminal import parts, records, renderers
from campaign.display.terminal.console import speaker_of
from campaign.display.terminal.words import MixedText
from campaign.display.text.translation import Speaker
from campaign.services.stepping import ReplayPosition
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording, phrase, plural
from engine.kernel.record import Record
from engine.kernel.replay import Verdict

KEYS = phrase("q leave  ←→ move  ↑↓ card  g go to  s seat")
MORE_KEYS = "  Home End"
GO_TO = phrase("Go to (card or move, Enter): ")


def screen(
    console: Console,
    page: RenderableType,
    head: MixedText,
    message: str,
    *,
    lines: int,
    scrolled: int,
) -> tuple[str, int]:
    """The text of a screen of `lines` lines, and the most lines by which it can be scrolled."""
    room = max(1, lines - 2)
    with console.capture() as capture:
        console.print(page, height=room)
    body = capture.get().rstrip("\n").split("\n")
    most_scrolled = max(0, len(body) - room)
    start = min(scrolled, most_scrolled)
    visible = [*body[start : start + room], *[""] * (room - len(body))]
    speaker = speaker_of(console)
    last_line = message or _keys(most_scrolled - start, console.width, speaker)
    with console.capture() as capture:
        for line in (head.to_text(speaker), Text(last_line, style="" if message else "dim")):
            line.truncate(console.width, overflow="ellipsis")
            console.print(line, no_wrap=True)
    first, last = capture.get().rstrip("\n").split("\n")
    return "\n".join([first, *visible, last]), most_scrolled


def _keys(hidden_lines: int, width: int, speaker: Speaker) -> str:
    """The line of keys, with the number of hidden lines below, and more keys if there is room."""
    keys = speaker.say(KEYS)
    if hidden_lines:
        keys += "  " + speaker.say(plural("PgDn {count} line", "PgDn {count} lines", hidden_lines))
    return keys + MORE_KEYS * (cell_len(keys + MORE_KEYS) <= width)


def head(stepping: ReplayPosition, title: Wording, names: Mapping[Seat, str]) -> MixedText:
    """The title line: the number of the move, and whose moves are shown."""
    step, seat = stepping.shown, stepping.seat
    count = stepping.steps[-1].number
    where = (
        phrase("move {number} of {count}", number=step.number, count=count)
        if step
        else phrase("the end, after move {count}", count=count)
    )
    whose = phrase("only {seat}", seat=names.get(seat, seat)) if seat else phrase("all seats")
    words = phrase("{title}: {where}, {whose}", title=title, where=where, whose=whose)
    return MixedText(words, style="bold")


def page(
    record: Record,
    stepping: ReplayPosition,
    verdict: Verdict,
    names: Mapping[Seat, str],
    speaker: Speaker,
) -> RenderableType:
    """The shown move with the table after it; after the last move, the end of the game."""
    renderer = renderers.renderer_of(record.game)
    step, seat = stepping.shown, stepping.seat
    if step is None:
        return parts.lines(*end(verdict, names), renderer.final(verdict.state, names, speaker))
    if seat and isinstance(renderer, renderers.SeatScreen):
        return renderer.step_for_seat(step, seat)
    if isinstance(renderer, renderers.StepScreen):
        return renderer.step_with_table(step, names)
    return parts.lines(
        renderer.step(step, names, speaker),
        Text(""),
        renderer.final(step.after, names, speaker),
    )


def end(verdict: Verdict, names: Mapping[Seat, str]) -> Sequence[RenderableType]:
    """The verdict of the replay, and the score sheets."""
    rows: list[RenderableType] = [records.verdict(verdict, name=phrase("The replay"))]
    if verdict.sheets:
        rows += [records.sheet_table(verdict.sheets, names=names), Text("")]
    return rows
