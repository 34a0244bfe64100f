"""What is said while a game is entered, and the drafts of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.entering import my_city
from campaign.display.terminal.games.renderers import renderer_of
from campaign.display.terminal.records import sheet_table
from campaign.services.entering.drafts import Draft
from campaign.services.entering.game import Entering
from engine.kernel.answers import verbs
from engine.kernel.game import CHANCE, Seat
from engine.kernel.replay import Step

HELP = (
    "?          what can be answered, drawn where there is a board",
    "u, u 3     take back the last line, or the last three",
    "board      the board of whoever is next; board bear; boards: all",
    "score      the sheet as if the game ended now",
    "save       leave; everything is kept, and enter goes on here",
)


class Table(Protocol):
    """What a game may have of its own while it is entered."""

    QUESTION: str

    def heading(self, state: Any) -> RenderableType | None:
        """What has come, before the seats answer."""

    def told(self, step: Step) -> RenderableType | None:
        """What an answer did."""

    def places(self, state: Any, seat: Seat) -> RenderableType:
        """Where the answers of a seat lie."""

    def boards(self, state: Any, seat: Seat | None) -> RenderableType:
        """The board of a seat, or all."""


TABLES: Mapping[str, Table] = {"my-city": my_city}
"""Games that show more than their steps; others are shown as in a replay."""


def prompt(entering: Entering) -> str:
    """The question before the cursor: who answers."""
    seat = entering.awaited[0]
    if seat != CHANCE:
        name = entering.head.names.get(seat)
        return f"{seat} ({name})> " if name and entering.game.NAME not in TABLES else f"{seat}> "
    table = TABLES.get(entering.game.NAME)
    return f"{table.QUESTION if table else verbs(entering.game, entering.state, seat)[0]}> "


def heading(entering: Entering) -> RenderableType | None:
    """What has come, where a game shows that before the answers."""
    table = TABLES.get(entering.game.NAME)
    return table.heading(entering.state) if table else None


def told(before: Entering, after: Entering, language: str) -> Iterator[RenderableType]:
    """What the last line of an entry did, move by move."""
    game, state = before.game, before.state
    table, number = TABLES.get(game.NAME), len(before.moves)
    for move in after.moves[number:]:
        number += 1
        step = Step(number, move, state, game.apply(state, move.seat, game.parse(move.text)))
        names = before.head.names
        said = table.told(step) if table else renderer_of(game.NAME).step(step, names, language)
        if said is not None:
            yield said
        state = step.after


def places(entering: Entering, seat: Seat, choices: Sequence[str]) -> RenderableType:
    """What a seat may answer."""
    table = TABLES.get(entering.game.NAME)
    if table and seat != CHANCE:
        return parts.lines(table.places(entering.state, seat), parts.line(f"Or: {_rest(choices)}"))
    return Columns(choices, padding=(0, 2))


def _rest(choices: Sequence[str]) -> str:
    return ", ".join(each for each in choices if len(each) == 1)


def boards(entering: Entering, seat: Seat | None, language: str) -> RenderableType:
    """The table as it stands."""
    table = TABLES.get(entering.game.NAME)
    if table:
        return table.boards(entering.state, seat)
    return renderer_of(entering.game.NAME).final(entering.state, entering.head.names, language)


def score(entering: Entering) -> RenderableType:
    """The sheet as if the game ended now."""
    return sheet_table(entering.game.score(entering.state), names=entering.head.names)


def draft_list(drafts: Sequence[Draft], names: Mapping[str, str]) -> RenderableType:
    """The drafts, a line each, with the command that goes on."""
    if not drafts:
        return parts.line("There is no draft.")
    table = parts.table("Draft", "Of", "By", "At", "Lines", "Last line", right=("Draft", "Lines"))
    for draft in drafts:
        stored = draft.stored
        table.add_row(
            str(stored.number),
            what(draft, names),
            parts.fit(stored.author, 12),
            parts.fit(stored.place, 12),
            Text("damaged", "red") if draft.damaged else str(len(draft.lines)),
            stored.changed_at[:16].replace("T", " "),
        )
    return parts.lines(
        table, parts.line("Go on with one: campaign episode enter, campaign session enter GAME")
    )


def what(draft: Draft, names: Mapping[str, str]) -> str:
    """What a draft is of."""
    stored = draft.stored
    if stored.episode:
        return f"{parts.fit(names.get(stored.stream, stored.stream), 16)}, episode {stored.episode}"
    return stored.game


def draft(draft: Draft, names: Mapping[str, str], differs: str) -> RenderableType:
    """A draft: what it is of, what was typed and what that said, and how it differs."""
    stored = draft.stored
    title = f"Draft {stored.number}: {what(draft, names)}, by {stored.author} at {stored.place}"
    if draft.damaged:
        return parts.lines(
            Text(title, style="bold"),
            parts.line(f"It is damaged: {draft.damaged}", "red"),
            parts.command(f"campaign draft discard {stored.number}"),
        )
    table = parts.table("", "Typed", "Moves")
    for number, line in enumerate(draft.lines, 1):
        table.add_row(str(number), parts.fit(line.typed, 24), "; ".join(map(str, line.moves)))
    return parts.lines(
        Text(title, style="bold"),
        parts.line(f"Last line {stored.changed_at}, program {stored.program}."),
        table,
        parts.line(differs) if differs else None,
    )
