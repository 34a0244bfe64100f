"""Imports parts of a game when they are needed: earlier editions, and parts no replay needs.

EARLIER   "1"         the module that plays edition 1, a game like the newest edition
PARTS     "players"   a module with PLAYERS: simple players for simulations, by name
          "answers"   a module with ANSWERS: short answers at the table
          "overlay"   a module with CHECK: the check of a new overlay of the owner
          "rebuild"   a module with REBUILD: finds moves for a record that has none
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from engine.kernel.errors import RulesMissing, SetupError, shortened_text
from engine.kernel.game import Game, Player, Setup
from engine.kernel.record import Record

if TYPE_CHECKING:
    from engine.kernel.answers import Answers


IN_WORDS = "engine.kernel.answers"
"""The module that makes answers for a game without answers of its own."""


class RecordRebuild(NamedTuple):
    """The functions that turn a record with boards in place of moves into a record with moves.

    `expand` returns the record with moves. `complete` also finds what the record leaves out; it
    returns None if its last argument tells it to stop. `follows_from_boards` says whether a record
    with moves follows from a record without moves. All raise `RecordError` if the record is
    impossible.
    """

    expand: Callable[[Game, Record, Setup], Record]
    complete: Callable[[Game, Record, Setup, Callable[[], bool]], Record | None]
    follows_from_boards: Callable[[Game, Record, Record, Setup], bool]


def edition_of(game: Game, edition: str) -> Game:
    """The rules of an edition of a game; raises `RulesMissing`, which lists the editions."""
    if edition == game.EDITION:
        return game
    if edition not in game.EARLIER:
        raise RulesMissing(
            f"edition {shortened_text(edition)} of {game.NAME} is not in this program: "
            f"it has {', '.join(editions_of(game))}"
        )
    return cast(Game, import_module(game.EARLIER[edition]))


def editions_of(game: Game) -> tuple[str, ...]:
    """The editions of a game by name, the newest last."""
    return (*game.EARLIER, game.EDITION)


def players_of(game: Game) -> Mapping[str, Player]:
    """The simple players of a game by name, the default player first; a game may have none."""
    players: Mapping[str, Player] = _part(game, "players", "PLAYERS") or {}
    return players


def answers_of(game: Game) -> Answers:
    """The short answers of a game; if it has none, answers in the words of its records."""
    answers: Answers | None = _part(game, "answers", "ANSWERS")
    in_words: Callable[[Game], Answers] = import_module(IN_WORDS).in_words
    return answers or in_words(game)


def check_overlay(game: Game, text: str) -> None:
    """Check that a new session may begin with an overlay; raises `SetupError` or `PackError`."""
    if not game.OVERLAY:
        raise SetupError(f"{game.TITLE} takes no corrections of its tables")
    check: Callable[[str], None] | None = _part(game, "overlay", "CHECK")
    if check:
        check(text)


def rebuild_of(game: Game) -> RecordRebuild | None:
    """The functions that find the moves of a game's records; None if the game has no such part."""
    rebuild: RecordRebuild | None = _part(game, "rebuild", "REBUILD")
    return rebuild


def follows_from_boards(game: Game, boards: Record, record: Record, setup: Setup) -> bool:
    """Whether the moves of `record` follow from `boards`, a record without moves.

    The rules are those of the edition of `record`. Raises `RulesMissing` or `RecordError`.
    """
    game = edition_of(game, record.edition)
    rebuild = rebuild_of(game)
    return rebuild is not None and rebuild.follows_from_boards(game, boards, record, setup)


def _part(game: Game, name: str, constant: str) -> Any:
    """A constant of the module of a part; None if the game has no such part."""
    module = game.PARTS.get(name)
    return getattr(import_module(module), constant) if module else None
