"""The words of the prompts and the keys of the boards: one table for both, and for the docs.

A row is one thing that the user can do. Its columns say how: in a line, at the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from campaign.services import games
from engine.kernel.answers import AnswerForm
from engine.kernel.parts import answers_of

CARD, PLACE, GIVEN, END, STICKER = "card", "place", "given", "end", "sticker"
"""The times at which a key of the board works: a card, a building, something that a rule gave and
the table applies, the end or a sticker is due."""
ALWAYS = (CARD, PLACE, GIVEN, END)


class EntryKey(NamedTuple):
    """One thing that the user can do: `brief` is for the last line of a board, `does` in full."""

    brief: str
    does: str
    line: str = ""
    board: str = ""
    when: tuple[str, ...] = ()


KEYS = (
    EntryKey("", "the possible answers; ? cafe: those with this word", line="?, ? cafe"),
    EntryKey("", "move the building; a click does, too", board="arrows", when=(PLACE,)),
    EntryKey("move", "move the cursor", board="arrows", when=(STICKER,)),
    EntryKey("turn", "a quarter turn clockwise", board="r", when=(PLACE,)),
    EntryKey("build", "build where the building lies", board="Enter", when=(PLACE,)),
    EntryKey("pass", "pass", board="p", when=(PLACE,)),
    EntryKey("quit", "no more cards for this seat; you are asked first", board="q", when=(PLACE,)),
    EntryKey("card", "the card that came, such as y4, and Enter", board="y4 Enter", when=(CARD,)),
    EntryKey("obstacle", "the obstacle card, and Enter", board="o Enter", when=(CARD,)),
    EntryKey(
        "type it",
        "what a seat gets by a rule that the table applies",
        board="3 1m Enter",
        when=(GIVEN,),
    ),
    EntryKey("next square", "the next square that is free", board="n", when=(STICKER,)),
    EntryKey("put it on", "put the sticker on the square", board="Enter", when=(STICKER,)),
    EntryKey("", "another kind, if the player may choose it", board="k", when=(STICKER,)),
    EntryKey(
        "skip", "leave this sticker for later, go on to the next one", board="s", when=(STICKER,)
    ),
    EntryKey("keep", "show the score sheet, and keep the game", board="Enter", when=(END,)),
    EntryKey(
        "back",
        "take back what was done last; u 3: the last three",
        line="u, undo, back",
        board="u",
        when=(*ALWAYS, STICKER),
    ),
    EntryKey(
        "", "change line 5; fix 5 SEAT ANSWER: one in it; lines lists all", line="fix 5, lines"
    ),
    EntryKey("", "insert a forgotten line before line 5", line="insert 5"),
    EntryKey("", "delete line 5, such as one typed twice", line="delete 5"),
    EntryKey("", "who plays an episode, at any card", line="who"),
    EntryKey(
        "",
        "note of the evening: where Café, minutes 75; - removes it",
        line="where, minutes, note",
    ),
    EntryKey("seat", "the board of the next seat", board="Tab", when=ALWAYS),
    EntryKey("", "the board of the next seat; board bear; boards: all", line="board"),
    EntryKey("", "the sheet as if the game ended now", line="score"),
    EntryKey("", "the rules; rules 4: rule 4; rules river: rules with this word", line="rules"),
    EntryKey(
        "", "with --phones: the address, who is there; phones bear: another phone", line="phones"
    ),
    EntryKey("keys", "this list", line="help", board="?", when=(*ALWAYS, STICKER)),
    EntryKey(
        "leave",
        "leave; everything is kept, and enter goes on here",
        line="save",
        board="Esc, Ctrl-C",
        when=(*ALWAYS, STICKER),
    ),
)
"""All keys and words except the answers of the games."""

STICKERS = (
    AnswerForm("F5", "the square on which the sticker goes"),
    AnswerForm("rock F5", "first the kind, if the player may choose it"),
    AnswerForm("Enter", "leave this sticker for later, go on to the next one"),
    AnswerForm("?", "the squares on which it may go"),
    AnswerForm("board", "the board with the squares drawn"),
    AnswerForm("u", "take back the last sticker that was placed here"),
    AnswerForm("save", "leave; what is owed can be placed at any time"),
)
"""The words that can be typed where a sticker is placed."""


def prompt_keys() -> Iterator[EntryKey]:
    """The rows that can be typed at a prompt."""
    return (key for key in KEYS if key.line)


def board_keys(when: str = "") -> Iterator[EntryKey]:
    """The rows that can be pressed at a board, at any time or at the time `when`."""
    return (key for key in KEYS if key.board and (not when or when in key.when))


def answers(game: str) -> tuple[AnswerForm, ...]:
    """The forms of a game's answers; none for a game that takes the notation of its records."""
    return answers_of(games.find(game)).forms
