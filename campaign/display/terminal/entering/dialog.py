"""Screens for entering a game line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid

from campaign.display.terminal import parts
from campaign.display.terminal.records import sheet_table
from campaign.display.terminal.renderers import PlayScreen, renderer_of
from campaign.display.terminal.words import MixedText
from campaign.display.text.sentences import sentence
from campaign.display.text.translation import Speaker, in_all_languages
from campaign.games.kit import kit_of
from campaign.services.entering import game, keys
from campaign.services.entering.game import Choice, Entering, TakenLine
from campaign.services.words import many
from engine.kernel.game import CHANCE, Seat
from engine.kernel.names import comparable_name
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.kernel.replay import ReplayStep

ROOM = 62
"""The most columns of a prompt, so that 80 columns have room for an answer."""
NAME = 12
"""The most columns of a player's name in a prompt."""
SHORT = 30
"""The most columns for the words to type, in a list of answers with their meanings."""


class GamePrompt(Protocol):
    """The part `prompt` of a game's kit; for a game without it, moves are shown as in a replay."""

    def heading(self, state: Any) -> RenderableType | None:
        """The revealed card or dice, before the seats answer; None if the game shows nothing."""

    def outcome(self, step: ReplayStep) -> RenderableType | None:
        """The effect of a move, or None."""

    def places(self, state: Any, seat: Seat) -> RenderableType:
        """The board of a seat with the places of its answers."""

    def cards(self, state: Any) -> RenderableType:
        """A drawing of the cards that may be revealed."""

    def boards(self, state: Any, seat: Seat | None) -> RenderableType:
        """The board of a seat, or all boards for None."""


def prompt(entering: Entering, speaker: Speaker) -> Phrase:
    """The text before the cursor."""
    return joined("", (question(entering, speaker), "> "))


def question(entering: Entering, speaker: Speaker) -> Phrase:
    """The question to a seat: the time in the game, the seat, the kind of answer, what is left.

    The last part is left out if the question would be too long.
    """
    awaited = game.awaited_now(entering)
    name = parts.fit(entering.head.names.get(awaited.who, ""), NAME)
    who = f"{awaited.who} ({name})" if name and name != awaited.who else awaited.who
    subject = joined(", ", filter(None, (awaited.when, who)))
    full = joined(", ", filter(None, (awaited.what, awaited.left)))
    question = joined(": ", filter(None, (subject, full)))
    if cell_len(speaker.say(question)) > ROOM:
        question = joined(": ", filter(None, (subject, awaited.what)))
    return question


def heading(entering: Entering) -> RenderableType | None:
    """The revealed card or dice, if the game shows them before the answers; else None."""
    table = _table(entering)
    return table.heading(entering.state) if table else None


def outcomes(taken: TakenLine, speaker: Speaker) -> Iterator[RenderableType]:
    """Yield the effects of a typed line, move by move, including the forced moves after it."""
    entering, first_forced = taken.entering, len(taken.steps) - taken.by_themselves
    for i, step in enumerate(taken.steps):
        if i >= first_forced:
            who = game.seat_with_player(entering.head.names, step.move.seat)
            yield parts.one_line(
                phrase(
                    "  {who} can answer nothing else: {move}. u takes it back.",
                    who=who,
                    move=step.move.text,
                )
            )
        if (screen := outcome(entering, step, speaker)) is not None:
            yield screen


def done_elsewhere(
    before: Entering, after: Entering, speaker: Speaker
) -> Iterator[RenderableType | Phrase]:
    """Yield what phones, or another window, have done since: the moves, and what else changed."""
    taken = game.entered_since(before, after)
    if (before.head, before.details) != (after.head, after.details):
        yield phrase("  Who plays, the day or a note was changed in another window.")
    elif not taken.steps:
        yield phrase("  An answer was taken back at a phone.")
    yield from outcomes(taken, speaker)


def outcome(entering: Entering, step: ReplayStep, speaker: Speaker) -> RenderableType | None:
    """The effect of one move, or None."""
    table = _table(entering)
    if table:
        return table.outcome(step)
    return renderer_of(entering.game.NAME).step(step, entering.head.names, speaker)


def recap(entering: Entering, speaker: Speaker, *, drawn: bool = True) -> RenderableType:
    """The number of entered moves, and the moves of the last round.

    Unless they are `drawn`, each move is one line, and only the last one is shown in full.
    """
    count, head = len(entering.moves), entering.head
    steps = game.recap(entering)
    screens = [
        (outcome(entering, step, speaker) if drawn or step is steps[-1] else None)
        or parts.one_line(
            "  " if drawn else f"{step.number:>4}  ",
            sentence(head.game, step, head.names, speaker.language),
        )
        for step in steps
    ]
    return parts.lines(
        parts.line(phrase("So far {moves}; the last:", moves=many(count, "move"))), *screens
    )


def places(entering: Entering, seat: Seat, choices: Sequence[Choice]) -> RenderableType | None:
    """The places of a seat's answers; None if the game does not draw them."""
    table = _table(entering)
    if table is None:
        return None
    if seat == CHANCE:
        return table.cards(entering.state)
    letters = ", ".join(choice.short for choice in choices if len(choice.short) == 1)
    others = parts.line(phrase("Or: {answers}", answers=letters))
    return parts.lines(table.places(entering.state, seat), others)


def matching_choices(choices: Sequence[Choice], words: str) -> tuple[Choice, ...]:
    """The choices that contain all of some words.

    Each word is searched in the short form of a choice and in its meaning, in every language,
    because the box at the table may be in another language than the screen.
    """
    searched_words = [comparable_name(word) for word in words.split()]
    if not searched_words:
        return tuple(choices)
    searched = in_all_languages([choice.words for choice in choices])
    return tuple(
        choice
        for choice, text in zip(choices, map(comparable_name, searched), strict=True)
        if all(word in text or word in comparable_name(choice.short) for word in searched_words)
    )


def listed(choices: Sequence[Choice], width: int) -> RenderableType:
    """Answers with their meanings, one on a line; answers without meanings stand side by side."""
    if not any(choice.words for choice in choices):
        return parts.lines(*_side_by_side([choice.short for choice in choices], width))
    room = min(max(len(choice.short) for choice in choices), SHORT)
    return _meanings([(choice.short, choice.words) for choice in choices], room)


def _side_by_side(words: Sequence[str], width: int) -> list[MixedText]:
    """Words in columns, in order row by row."""
    column = max(map(len, words)) + 2
    count = max(1, (width - 2) // column)
    rows = [words[i : i + count] for i in range(0, len(words), count)]
    return [
        parts.one_line("  " + "".join(f"{word:<{column}}" for word in row).rstrip()) for row in rows
    ]


def help_lines(entering: Entering, without: Iterable[str] = ()) -> RenderableType:
    """Everything that can be typed: the words of the program, then the answers of this game.

    `without` are words of the program that this entry does not take.
    """
    known = [key for key in keys.prompt_keys() if not {*key.line.split(", ")}.intersection(without)]
    program = [(key.line, phrase(key.does)) for key in known]
    forms = keys.answers(entering.game.NAME)
    answers = [(form.typed, phrase(form.words)) for form in forms if form.used(entering.state)]
    width = max(len(typed) for typed, _ in (*program, *answers))
    title = phrase("Answers in {game}:", game=phrase(entering.game.TITLE))
    return parts.lines(
        _meanings(program, width),
        *((parts.line(title), _meanings(answers, width)) if answers else ()),
    )


def _meanings(rows: Sequence[tuple[str, Wording]], width: int) -> RenderableType:
    """Pairs of words to type and their meanings, side by side; the words have `width` columns."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=width, overflow="fold")
    grid.add_column(overflow="fold")  # a sentence without blanks is one long word
    for typed, means in rows:
        grid.add_row(typed, MixedText(means))
    return Padding(grid, (0, 0, 0, 2))


def boards(entering: Entering, seat: Seat | None, speaker: Speaker) -> RenderableType:
    """The board of a seat, or the whole table, as it is now."""
    table = _table(entering)
    if table:
        return table.boards(entering.state, seat)
    renderer = renderer_of(entering.game.NAME)
    if isinstance(renderer, PlayScreen):
        return renderer.table(entering.state, entering.head.names)
    return renderer.final(entering.state, entering.head.names, speaker)


def _table(entering: Entering) -> GamePrompt | None:
    """The part `prompt` of the game's kit; None for a game without it."""
    table: GamePrompt | None = kit_of(entering.game.NAME).part("prompt")
    return table


def score(entering: Entering) -> RenderableType:
    """The score sheet as if the game ended now."""
    return sheet_table(entering.game.score(entering.state), names=entering.head.names)
