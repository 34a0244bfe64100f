"""What the commands on records have in common: where an error stands, and a replay shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli.desk import Desk
from campaign.cli.languages import ENGLISH
from campaign.cli.problems import RecordProblem, code_of
from campaign.services.deadline import Deadline
from engine.kernel.errors import EngineError, PackError, RecordError, Refused
from engine.kernel.record import Record, line_of_move

if TYPE_CHECKING:
    from engine.kernel.game import Setup
    from engine.kernel.replay import Verdict


Step = Annotated[bool, typer.Option("--step", help="Every move, with the board after it.")]
Moves = Annotated[
    str | None,
    typer.Option(
        "--moves", metavar="A-B", help="With --step: only moves A to B.", show_default=False
    ),
]

AsPlayed = Annotated[
    bool, typer.Option("--as-played", help="Keep it although the stated result differs.")
]
Seconds = Annotated[
    float,
    typer.Option(
        "--seconds",
        min=0,
        help="How long to look for an order of the cards where boards do not say it.",
    ),
]


def deadline_of(desk: Desk, seconds: float) -> Deadline:
    """Look so long for an order of the cards; whoever waits is told what for."""
    return Deadline(
        seconds,
        lambda: desk.say(f"Looking for an order of the cards that fits, {seconds:g} s at most."),
    )


@contextmanager
def where_of(file: str, text: str) -> Iterator[None]:
    """Let an error say in which file it stands, and on which line where that is known."""
    try:
        yield
    except EngineError as error:
        where, remedy = name_of(file), ""
        if isinstance(error, RecordError) and error.line:
            where += f", line {error.line}"
            where += f", column {error.column}" if error.column else ""
        if isinstance(error, PackError) and error.path:
            from engine.my_city.pack.lines import line_of

            where += f", line {line_of(text, error.path)}"
        if isinstance(error, Refused):
            remedy = error.remedy
        raise RecordProblem(str(error), where, remedy, code_of(error)) from error


@contextmanager
def where_of_tables(file: str | None) -> Iterator[None]:
    """Let an error of the owner's tables say in which file it stands."""
    try:
        yield
    except PackError as error:
        if file is None:
            raise
        raise RecordProblem(str(error), name_of(file), code=code_of(error)) from error


def refused(
    verdict: Verdict, record: Record, refusal: Refused | None, file: str, text: str
) -> RecordProblem:
    """The error for a record that may not be kept: which move, where, why, what would do."""
    where = name_of(file)
    if not verdict.move:
        reason = str(refusal or verdict.reason)
        return RecordProblem(reason, where, refusal.remedy if refusal else "")
    if line := line_of_move(text, verdict.move):
        where += f", line {line}"
    return RecordProblem(
        f'move {verdict.move}, "{verdict.words}": {verdict.reason}',
        where,
        would_do(verdict, record),
    )


def would_do(verdict: Verdict, record: Record) -> str:
    """What the seat could have done instead, the nearest in words first."""
    from engine.catalogue import find

    game = find(record.game, record.edition)
    seat, _, words = verdict.words.partition(": ")
    actions = [game.format(action) for action in game.legal(verdict.state, seat)]
    if not actions:
        awaited = ", ".join(game.awaiting(verdict.state)) or "nobody"
        return f"the game waits for {awaited}"
    near = get_close_matches(words, actions, n=3, cutoff=0.5) or actions[:3]
    more = f", one of {len(actions)}" if len(actions) > len(near) else ""
    return f"legal would be {' or '.join(near)}{more}"


def show_replay(
    desk: Desk,
    record: Record,
    setup: Setup,
    verdict: Verdict,
    *,
    step: bool,
    moves: str | None,
    names: Mapping[str, str] = MappingProxyType({}),
    language: str = ENGLISH,
) -> None:
    """A replay: the end of it, or every move with what it led to."""
    from campaign.display.json import records as documents
    from campaign.display.terminal import records as display
    from campaign.display.terminal.games.renderers import renderer_of
    from engine.catalogue import find
    from engine.kernel.replay import steps

    if desk.options.json:
        desk.show("", documents.replay(record, verdict))
        return
    screen = renderer_of(record.game)
    if verdict.without_rules:
        desk.print(display.stated(record))
    elif step or moves:
        first, last = _span(moves, len(record.moves or ()))
        game = find(record.game, record.edition)
        for each in islice(steps(game, record, setup), first - 1, last):
            desk.print(screen.step(each, names, language))
    else:
        desk.print(screen.final(verdict.state, names, language))
    desk.print("", display.verdict(verdict, name="The replay"))
    if verdict.sheets:
        desk.print(display.sheet_table(verdict.sheets, names=names))


def _span(moves: str | None, count: int) -> tuple[int, int]:
    """`3-8`, `3-` or `3` as first and last move."""
    if moves is None:
        return 1, count
    found = re.fullmatch(r"(\d{1,6})(-(\d{1,6})?)?", moves)
    if not found or int(found[1]) < 1:
        raise typer.BadParameter(f"--moves {moves}: write two numbers, such as 3-8")
    last = int(found[3]) if found[3] else count if found[2] else int(found[1])
    return int(found[1]), last


def name_of(file: str) -> str:
    """A file as a message names it."""
    return "standard input" if file == "-" else file
