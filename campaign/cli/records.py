"""What commands on records share: errors with their place in a file, and replays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from heapq import nlargest
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

import typer

from campaign.cli import problems, stepping
from campaign.cli.environment import Environment, Reply
from campaign.cli.errors import RecordProblem
from campaign.cli.files import read_text
from campaign.cli.user import is_at_terminal
from campaign.display.json import records as documents
from campaign.display.terminal import parts, renderers
from campaign.display.terminal import records as screens
from campaign.services import games, packs
from campaign.services.corrections.amending import RejectedAmendment
from campaign.services.deadline import Deadline
from campaign.services.stepping import ReplayPosition
from campaign.services.words import many
from engine.kernel.errors import EngineError, NotAllowed, PackError, RecordError, wording_of
from engine.kernel.parts import answers_of
from engine.kernel.phrases import Wording, joined, listed, phrase
from engine.kernel.record import Record, line_of_move
from engine.kernel.replay import ReplayStep as MadeMove
from engine.kernel.replay import replay_steps

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engine.kernel.game import Setup
    from engine.kernel.replay import Verdict


@contextmanager
def search_deadline(env: Environment, seconds: float) -> Iterator[Deadline]:
    """Yield the deadline of a search for an order of the cards; the search shows its progress."""

    def tell() -> None:
        env.say(
            phrase(
                "Searching for an order of the cards that fits, for {seconds} s at most.",
                seconds=f"{seconds:g}",
            )
        )

    with env.progress("order of the cards", "steps") as progress:
        yield Deadline(seconds, tell, progress)


@contextmanager
def locating_errors(file: str, text: str) -> Iterator[None]:
    """A context that turns errors into `RecordProblem`, with the file and, if known, the line."""
    try:
        yield
    except RejectedAmendment as error:
        raise refusal_error(error.verdict, error.record, error.why, file, text) from error
    except EngineError as error:
        where, remedy = name_of(file), error.remedy if isinstance(error, NotAllowed) else ""
        if isinstance(error, RecordError):
            where = place_in(file, error.line, error.column)
        if isinstance(error, PackError):
            where = place_in(file, packs.line_of(text, error))
        raise RecordProblem(wording_of(error), where, remedy, problems.exit_code(error)) from error


@contextmanager
def locating_table_errors(file: str, text: str) -> Iterator[None]:
    """A context that turns a `PackError` in the owner's tables into a located `RecordProblem`."""
    try:
        yield
    except PackError as error:
        where = place_in(file, packs.line_of(text, error))
        raise RecordProblem(wording_of(error), where, code=7) from error


def read_corrections(file: str) -> str:
    """Return the text of a file of corrections; raises `RecordProblem` if all of it is remarks."""
    text = read_text(file)
    if not any(line.partition("#")[0].strip() for line in text.splitlines()):
        raise RecordProblem(packs.CORRECTS_NOTHING, name_of(file))
    return text


def read_tables(game: str, file: str | None, opened: Callable[[str], str] = str) -> str:
    """Return the owner's corrections of a game's tables from a file; "" without a file.

    `opened` returns the readable part of a file that was made for another owner.
    Raises `FileProblem`, `RecordProblem` for a broken file, `SetupError` if the game takes none.
    """
    if file is None:
        return ""
    text = read_corrections(file)
    with locating_table_errors(file, text):
        return games.checked_overlay(games.find(game), opened(text))


def refusal_error(
    verdict: Verdict, record: Record, refusal: NotAllowed | None, file: Wording, text: str
) -> RecordProblem:
    """Return the error for a record that may not be kept: move, line, reason, legal actions."""
    if not verdict.move:
        reason = wording_of(refusal) if refusal else verdict.reason
        return RecordProblem(reason, name_of(file), refusal.remedy if refusal else "")
    where = place_in(file, line_of_move(text, verdict.move))
    sentence = phrase(
        'move {number}, "{words}": {reason}',
        number=verdict.move,
        words=verdict.words,
        reason=verdict.reason,
    )
    return RecordProblem(sentence, where, legal_instead(verdict, record))


LOOKED_AT = 1_000
"""The most legal actions that are considered for a suggestion."""
COMPARED = 40
"""The most legal actions that are compared letter by letter: those that share most words."""


def legal_instead(verdict: Verdict, record: Record) -> Wording:
    """Return a sentence on the seat's legal actions, the most similar ones first."""
    game = games.game_of_record(record)
    seat, _, words = verdict.words.partition(": ")
    if bounds := answers_of(game).described(verdict.state, seat):
        return phrase("legal would be {actions}", actions=bounds)
    legal = islice(game.legal(verdict.state, seat), LOOKED_AT + 1)
    actions = [game.format(action) for action in legal]
    if not actions:
        awaited = listed(game.awaiting(verdict.state)) or phrase("nobody")
        return phrase("the game waits for {awaited}", awaited=awaited)
    typed = set(words.split())
    alike = nlargest(COMPARED, actions, key=lambda action: len(typed & set(action.split())))
    near = get_close_matches(words, alike, n=3, cutoff=0.5) or actions[:3]
    near_words = joined(" or ", near)
    if len(actions) > LOOKED_AT:
        return phrase(
            "legal would be {actions}, one of more than {count}",
            actions=near_words,
            count=LOOKED_AT,
        )
    if len(actions) > len(near):
        return phrase(
            "legal would be {actions}, one of {count}", actions=near_words, count=len(actions)
        )
    return phrase("legal would be {actions}", actions=near_words)


def show_replay(
    env: Environment,
    record: Record,
    setup: Setup,
    verdict: Verdict,
    *,
    title: Wording,
    step: bool,
    moves: str | None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Reply[documents.ReplayDocument] | None:
    """Show a replay: its end, or with `step` or `moves` every move with the board after it.

    With `step` at a terminal the user goes through the moves with keys, and there is no reply.
    Raises `BadParameter` for a wrong span of `moves`, and for one beside --json.
    """
    if moves and env.options.json:
        raise typer.BadParameter("--json lists every move: leave out --moves")
    span = _span(moves, len(record.moves or ()))
    by_keys = step and record.moves and not (verdict.without_rules or env.options.json)
    if by_keys and is_at_terminal():
        walk = ReplayPosition(tuple(_moved(record, setup, span)), record.seats)
        stepping.step_through(env, record, walk, verdict, title=title, names=names)
        return None

    def view() -> RenderableType:
        renderer = renderers.renderer_of(record.game)
        lines: list[RenderableType] = []
        if verdict.without_rules:
            lines.append(screens.stated(record))
        elif step or moves:
            made_moves = _moved(record, setup, span)
            lines += [renderer.step(move, names, env.speaker) for move in made_moves]
        else:
            lines.append(renderer.final(verdict.state, names, env.speaker))
        lines += ["", screens.verdict(verdict, name=phrase("The replay"))]
        if verdict.sheets:
            lines.append(screens.sheet_table(verdict.sheets, names=names))
        return parts.lines(*lines)

    return Reply(lambda: documents.replay(record, verdict), view)


def _moved(record: Record, setup: Setup, span: tuple[int, int]) -> Iterator[MadeMove]:
    """Yield the moves of a record from the first to the last of a span."""
    first, last = span
    return islice(replay_steps(games.game_of_record(record), record, setup), first - 1, last)


def _span(moves: str | None, count: int) -> tuple[int, int]:
    """Return the first and last move of a span: `3-8`, `3-` or `3`; raises `BadParameter`."""
    if moves is None:
        return 1, count
    match = re.fullmatch(r"(\d{1,6})(-(\d{1,6})?)?", moves)
    first = int(match[1]) if match else 0
    last = int(match[3] or max(count, first)) if match and match[2] else first
    if not 1 <= first <= last:
        raise typer.BadParameter(f"--moves {moves}: write two numbers, such as 3-8")
    if first > count:
        raise typer.BadParameter(f"--moves {moves}: the record has {many(count, 'move')!s}")
    return first, last


def place_in(file: Wording, line: int | None, column: int | None = None) -> Wording:
    """Return the place in a file for messages: its name, with the line and column if known."""
    name = name_of(file)
    if line and column:
        return phrase("{file}, line {line}, column {column}", file=name, line=line, column=column)
    return phrase("{file}, line {line}", file=name, line=line) if line else name


def name_of(file: Wording) -> Wording:
    """Return the name of a file for messages."""
    return phrase("standard input") if file == "-" else file
