"""The lines of a game that is being entered: their list, effects of changes, waiting lines."""

from __future__ import annotations

from collections.abc import Iterator

from rich.columns import Columns
from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.display.terminal.entering.dialog import NAME
from campaign.services.entering import game, hints, mending, units
from campaign.services.entering.game import DraftLine, Entering
from engine.kernel.game import Seat
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Phrase, joined, phrase, plural


def lines(entering: Entering) -> RenderableType:
    """The lines so far in columns, numbered for commands that change one, and the waiting lines."""
    taken = units.units(entering)
    numbered = [
        _numbered(entering, number, line, units.maker(entering, line))
        for number, line in enumerate(taken, 1)
    ]
    waiting = [
        _numbered(entering, number, line, line.seat)
        for number, line in enumerate(entering.rest, len(taken) + 1)
    ]
    return parts.lines(
        parts.line(_counted(entering)),
        Columns(numbered, padding=(0, 2), column_first=True),
        *waits(entering),
        *([Columns(waiting, padding=(0, 2), column_first=True)] * bool(waiting)),
    )


def _numbered(entering: Entering, number: int, line: DraftLine, seat: Seat) -> str:
    """A line with its number, and the name of the player who made it."""
    name = parts.fit(entering.head.names.get(seat, seat), NAME)
    return (
        f"{number:2} {name}: {mending.line_in_words(line)}"
        if name
        else f"{number:2} {mending.line_in_words(line)}"
    )


def _counted(entering: Entering) -> Phrase:
    """An explanation of what counts as one line, and of the commands that change lines."""
    count = answers_of(entering.game).counted
    counted_words = count.words if count else phrase("A line is what was typed at once.")
    seat = next(iter(entering.head.seats))
    if count and not any(units.maker(entering, line) for line in entering.lines):
        return phrase(
            "{what} fix 5 changes line 5; fix 5 {seat} p changes one answer in it; insert 5; "
            "delete 5.",
            what=counted_words,
            seat=entering.head.names.get(seat, seat).split()[0].lower(),
        )
    return phrase(
        "{what} fix 5 changes line 5; insert 5 adds a line before it; delete 5 removes it.",
        what=counted_words,
    )


def change_effects(did: Phrase, before: Entering, after: Entering) -> Iterator[RenderableType]:
    """Yield the effect of a change, whether later lines change their seats, and waiting lines."""
    yield parts.line(joined("", ("  ", did)))
    if not after.rest and _passes_on(before, after):
        yield parts.line(
            phrase(
                "  The lines after it now belong to other players; type lines to see whose "
                "they are."
            )
        )
    yield from waits(after)


def _passes_on(before: Entering, after: Entering) -> bool:
    """Whether the lines after a changed one are of other seats now; not if there are none."""
    old_lines, new_lines = units.units(before), units.units(after)
    pairs = zip(old_lines, new_lines, strict=False)
    if all(mending.line_in_words(old) == mending.line_in_words(new) for old, new in pairs):
        return False
    return units.maker(before, old_lines[-1]) != units.maker(after, new_lines[-1])


def waits(entering: Entering) -> Iterator[RenderableType]:
    """Yield the number of waiting lines; yield nothing if no line waits."""
    yield from waiting_lines(len(entering.rest))
    if entering.rest and not entering.awaited:
        yield parts.line(
            phrase("  The game is over before them: they are not kept. Type lines to see them.")
        )


def waiting_lines(count: int) -> Iterator[RenderableType]:
    """Yield a sentence on the number of waiting lines; yield nothing for 0."""
    if count:
        yield parts.line(
            plural("  {count} later line waits.", "  {count} later lines wait.", count)
        )


def taken_again(entering: Entering) -> Iterator[RenderableType]:
    """Yield the waiting line that stands at the prompt, and why it does not fit, if it does not."""
    if not mending.is_offered(entering):
        return
    number, line = len(units.starts(entering)) + 1, mending.line_in_words(entering.rest[0])
    if reason := hints.with_players(entering.head, mending.misfit(entering)):
        yield parts.line(
            phrase(
                "  Line {number}, {line}, does not fit any more: {reason}.",
                number=number,
                line=line,
                reason=reason,
            )
        )
        yield parts.line(
            phrase("  It stands at the prompt to be changed; the lines after it follow.")
        )
    else:
        yield parts.line(
            phrase(
                "  Line {number}, {line}, stands at the prompt: Enter takes it for {who}.",
                number=number,
                line=line,
                who=game.seat_with_player(entering.head.names, units.next_maker(entering)),
            )
        )
