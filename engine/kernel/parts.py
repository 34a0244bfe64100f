"""Import parts of a game when they are asked for: earlier editions, and what no replay needs.

EARLIER   "1"         the module that plays edition 1 still: a game like the newest one
PARTS     "players"   a module with PLAYERS: simple players for simulations, by name
          "answers"   a module with ANSWERS: short answers at the table
          "overlay"   a module with CHECK: what a new overlay of the owner is held to
          "rebuild"   a module with REBUILD: moves from what a record has in their place
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from engine.kernel.errors import RulesMissing, SetupError, quoted
from engine.kernel.game import Game, Player, Setup
from engine.kernel.record import Record

if TYPE_CHECKING:
    from engine.kernel.answers import Answers


IN_WORDS = "engine.kernel.answers"
"""The module that answers for a game without answers of its own."""


class RecordRebuild(NamedTuple):
    """How a record with something else in place of moves becomes a record with moves.

    `completed` finds what such a record leaves out; it returns None when it is told to stop.
    `gives` says whether a record with moves follows from a record without moves. All raise
    `RecordError` for what cannot be.
    """

    expanded: Callable[[Game, Record, Setup], Record]
    completed: Callable[[Game, Record, Setup, Callable[[], bool]], Record | None]
    gives: Callable[[Game, Record, Record, Setup], bool]


def edition_of(game: Game, edition: str) -> Game:
    """The edition of a game that a record names; raises `RulesMissing` with those there are."""
    if edition == game.EDITION:
        return game
    if edition not in game.EARLIER:
        raise RulesMissing(
            f"edition {quoted(edition)} of {game.NAME} is not in this program: "
            f"it has {', '.join(editions_of(game))}"
        )
    return cast(Game, import_module(game.EARLIER[edition]))


def editions_of(game: Game) -> tuple[str, ...]:
    """The editions of a game by name, the newest last."""
    return (*game.EARLIER, game.EDITION)


def players_of(game: Game) -> Mapping[str, Player]:
    """Simple players by name, the one to take by default first; a game may have none."""
    players: Mapping[str, Player] = _part(game, "players", "PLAYERS") or {}
    return players


def answers_of(game: Game) -> Answers:
    """How a game is answered at the table; in the words of its records where it says no other."""
    answers: Answers | None = _part(game, "answers", "ANSWERS")
    in_words: Callable[[Game], Answers] = import_module(IN_WORDS).in_words
    return answers or in_words(game)


def check_overlay(game: Game, text: str) -> None:
    """Hold an overlay to what a new session may begin with; raises `SetupError`, `PackError`."""
    if not game.OVERLAY:
        raise SetupError(f"{game.TITLE} takes no corrections of its tables")
    check: Callable[[str], None] | None = _part(game, "overlay", "CHECK")
    if check:
        check(text)


def rebuild_of(game: Game) -> RecordRebuild | None:
    """How the records of a game become records with moves; None where they always have moves."""
    rebuild: RecordRebuild | None = _part(game, "rebuild", "REBUILD")
    return rebuild


def gives(game: Game, boards: Record, record: Record, setup: Setup) -> bool:
    """Whether a record with moves is what another without them gives, by its own edition."""
    game = edition_of(game, record.edition)
    rebuild = rebuild_of(game)
    return rebuild is not None and rebuild.gives(game, boards, record, setup)


def _part(game: Game, name: str, constant: str) -> Any:
    """A constant of the module that holds a part; None where the game has no such part."""
    module = game.PARTS.get(name)
    return getattr(import_module(module), constant) if module else None
