"""Replay a record by the rules of its game, and give a verdict.

    verified         every move legal, the game over, the stated result equal to the replay's
    possible         as verified, but the moves were found to fit and not written down (see ORDER)
    result differs   every move legal, the game over, the stated result different
    illegal          a move is against the rules or the grammar: number, words, reason
    incomplete       the moves end before the game does, or a seat has no stated result
    unverifiable     results only, no moves; or the program does not have the rules

A replay never repairs and never guesses. It stops at the first move that is illegal or not in the
grammar, and keeps the state before this move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from engine.kernel.errors import (
    IllegalMove,
    NotationError,
    RulesMissing,
    SetupError,
    shortened_text,
    wording_of,
)
from engine.kernel.fast import log
from engine.kernel.fast.log import read_acts
from engine.kernel.game import CHANCE, Action, Game, Seat, Setup, State
from engine.kernel.log import Move
from engine.kernel.parts import edition_of
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase, plural
from engine.kernel.record import Record
from engine.kernel.score import SeatScore

ORDER, FOUND = "order", "found"
"""The header key and its value in a record whose moves were found to fit what was known.

A game that takes such records has the key in its `HEADER`.
"""


class VerdictKind(StrEnum):
    """The kinds of verdict on a record."""

    VERIFIED = "verified"
    POSSIBLE = "possible"
    DIFFERS = "result differs"
    ILLEGAL = "illegal"
    INCOMPLETE = "incomplete"
    UNVERIFIABLE = "unverifiable"


class Verdict(NamedTuple):
    """The verdict on a record; `reason` is a sentence, empty if the record is verified.

    `state` is the last legal state: the final one, or the one before the failing move; None without
    rules. `sheets` are the sheets of this state. `move` is the number of the failing move, from 1,
    and `words` are its words; 0 and "" if no single move fails.
    """

    kind: VerdictKind
    state: State
    sheets: tuple[SeatScore, ...]
    reason: Wording = ""
    move: int = 0
    words: str = ""
    differences: tuple[tuple[str, int, int], ...] = ()
    """For each: the seat (and the name of a figure), the stated value, the value by replay."""
    placeholders: tuple[str, ...] = ()
    """The made-up values of the data that the session was played under."""

    @property
    def made_up(self) -> tuple[str, ...]:
        """The made-up values that the verdict relies on: none if nothing was replayed."""
        return () if self.kind is VerdictKind.UNVERIFIABLE else self.placeholders

    @property
    def proved(self) -> bool:
        """Whether the record is verified: legal, complete and with the right result."""
        return self.kind is VerdictKind.VERIFIED

    @property
    def by_hand(self) -> int:
        """The number of lines that the table gave by hand."""
        return lines_by_hand(self.state)

    @property
    def without_rules(self) -> bool:
        """Whether the program does not have the rules, so that the record is taken at its word."""
        return self.state is None


def lines_by_hand(state: State) -> int:
    """The number of lines that the table gave by hand; 0 if the game's states count none."""
    lines: int = getattr(state, "by_hand", 0)
    return lines


class ReplayStep(NamedTuple):
    """One move of a replay, counted from 1, with its action and the states before and after it."""

    number: int
    move: Move
    action: Action
    before: State
    after: State


def replay(game: Game, record: Record, setup: Setup | None = None) -> Verdict:
    """Play a record by the edition of the rules that it names, whichever edition `game` is.

    `setup` replaces the record's own setup: a campaign knows more. Raises `SetupError` if no game
    can start from the setup or the header has an unknown key.
    """
    try:
        game = edition_of(game, record.edition)
    except RulesMissing as missing:
        return unverifiable(wording_of(missing))
    check_header(game, record)
    state = game.start(setup or record.setup)
    if record.moves is None:
        return _verdict(game, VerdictKind.UNVERIFIABLE, state, phrase("results only, no moves"))
    try:
        final = game.play(state, read_acts(game, record.moves))
    except (IllegalMove, NotationError):
        return _first_failure(game, record.moves, state)
    return _judge(game, record, final)


def unverifiable(reason: Wording) -> Verdict:
    """The verdict on a record whose rules the program does not have."""
    return Verdict(VerdictKind.UNVERIFIABLE, None, (), reason)


def check_header(game: Game, record: Record) -> None:
    """Raise `SetupError` for a header key that the game does not know."""
    for key in record.header:
        if key not in game.HEADER:
            raise SetupError(f"unknown key {key!r}: {game.NAME} knows {', '.join(game.HEADER)}")


def replay_steps(game: Game, record: Record, setup: Setup | None = None) -> Iterator[ReplayStep]:
    """Yield the moves of a record, played one after the other.

    Raises `IllegalMove` or `NotationError` at the first move that cannot be played, and
    `SetupError` if no game can start or the edition is missing.
    """
    game = edition_of(game, record.edition)
    state = game.start(setup or record.setup)
    moves = record.moves or ()
    for number, (move, (seat, action)) in enumerate(
        zip(moves, read_acts(game, moves), strict=True), 1
    ):
        after = game.apply(state, seat, action)
        yield ReplayStep(number, move, action, state, after)
        state = after


def canonical_record(game: Game, record: Record) -> Record:
    """The record with every move in the game's own words; raises `NotationError`."""
    if record.moves is None:
        return record
    return record._replace(moves=log.canonical_log(edition_of(game, record.edition), record.moves))


def _first_failure(game: Game, moves: Sequence[Move], state: State) -> Verdict:
    """The verdict on moves of which one is illegal: play the moves before it, one by one."""
    for number, move in enumerate(moves, 1):
        try:
            state = game.apply(state, move.seat, game.parse(move.text))
        except (IllegalMove, NotationError) as error:
            verdict = _verdict(game, VerdictKind.ILLEGAL, state, wording_of(error))
            return verdict._replace(move=number, words=shortened_text(str(move)))
    raise AssertionError(f"{game.NAME}: play refuses what apply allows")


def _judge(game: Game, record: Record, state: State) -> Verdict:
    """The verdict on a record whose moves are all legal."""
    if waiting := game.awaiting(state):
        return _verdict(game, VerdictKind.INCOMPLETE, state, _still(waiting))
    if silent := [seat for seat in record.seats if seat not in record.result]:
        return _verdict(
            game,
            VerdictKind.INCOMPLETE,
            state,
            phrase(
                "no result is stated for {seats}: [result] needs a line for each seat",
                seats=listed(silent),
            ),
        )
    verdict = _verdict(game, VerdictKind.VERIFIED, state, "")
    differences = tuple(_differences(record, verdict.sheets))
    if not differences and record.header.get(ORDER) == FOUND:
        reason = phrase("nobody wrote down the order of the moves; the program found one that fits")
        return verdict._replace(kind=VerdictKind.POSSIBLE, reason=reason)
    if not differences:
        return verdict
    reason = joined(
        "; ",
        [
            phrase(
                "{seat}: {stated} stated, {replayed} by replay",
                seat=seat,
                stated=stated,
                replayed=replayed,
            )
            for seat, stated, replayed in differences
        ],
    )
    return verdict._replace(kind=VerdictKind.DIFFERS, reason=reason, differences=differences)


def _differences(record: Record, sheets: tuple[SeatScore, ...]) -> list[tuple[str, int, int]]:
    """The stated values that differ from the sheets: by sheet, the score first, then the figures.

    The header table with the name of a figure states it, for some seats or all.
    """
    different: list[tuple[str, int, int]] = []
    for sheet in sheets:
        seat, total = sheet.seat, sheet.total
        if (stated := record.result[seat]) != total:
            different.append((seat, stated, total))
        for name, replayed in sheet.figures:
            if (stated := record.header.get(name, {}).get(seat, replayed)) != replayed:
                different.append((f"{seat}, {name}", stated, replayed))
    return different


def _verdict(game: Game, kind: VerdictKind, state: State, reason: Wording) -> Verdict:
    sheets = () if kind is VerdictKind.UNVERIFIABLE else game.score(state)
    return Verdict(kind, state, sheets, reason, placeholders=game.placeholders(state))


def _still(waiting: tuple[Seat, ...]) -> Phrase:
    if waiting == (CHANCE,):
        return phrase("the moves end, but the game is not over: the table draws next")
    return plural(
        "the moves end, but {seats} still has to move",
        "the moves end, but {seats} still have to move",
        len(waiting),
        seats=listed(waiting),
    )
