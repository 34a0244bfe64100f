"""The record of one session: text that a person types <-> value.

    format = 1                          keys that every game shares
    game = "my-city"
    edition = "1"
    provider = "pebbles 1.0"            only for a game from outside: the package of its rules
    episode = 1                         the game's own keys (`Game.HEADER`), by name
    seats = ["eagle", "bear"]
    played = 2026-11-20
    moves = \"\"\"                         one a line: seat, colon, words; `#` starts a remark
    *: reveal Y4
    eagle: build Y4@E5/1
    \"\"\"
    [names]                             tables last
    eagle = "Anna"
    [result]                            the scores that the table noted: compared, never filled in
    eagle = 12

`parse_record` and `format_record` are twins: a parsed record is written in one canonical way, and
this text is read and written again to the same bytes. So it need not be parsed again: it gives the
same record. A record holds nothing that can be derived. The game says what a move means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType
from typing import Any, NamedTuple

import tomli

from engine.kernel import texts
from engine.kernel.errors import RecordError, shortened_text, wording_of
from engine.kernel.fast import toml
from engine.kernel.fast.log import Grammar, Log, log_of
from engine.kernel.fast.memo import Memo, same
from engine.kernel.game import Seat, Setup
from engine.kernel.log import Move, move_of, without_remark

FORMAT = 1
LIMIT = 1_000_000
"""A record has at most this many characters; the record of an evening has five thousand."""
HIGHEST = 1_000_000
"""The highest score, and without its sign the lowest; a pack can have rules that give more."""
TEXT, DRAWING = 200, 2_000
"""The most characters of a text; and of a text in a header table, which may have lines."""

_WORD = re.compile(r"[a-z][a-z0-9_-]{0,30}")
_EMPTY: Mapping[str, Any] = MappingProxyType({})


class Record(NamedTuple):
    """One session as it was written down; `moves` is None if only results were kept."""

    game: str
    edition: str
    seats: tuple[Seat, ...]
    header: Mapping[str, Any] = _EMPTY
    played: date | None = None
    moves: Sequence[Move] | None = None
    names: Mapping[Seat, str] = _EMPTY
    result: Mapping[Seat, int] = _EMPTY
    provider: str = ""
    """The package of the rules and its version, for a game that is not part of this program."""

    @property
    def setup(self) -> Setup:
        """What the game starts from."""
        return Setup(self.seats, self.header)


def parse_record(text: str) -> Record:
    """Read a record; raises `RecordError` with line and column where they are known."""
    if len(text) > LIMIT:
        raise RecordError(f"{len(text):,} characters: a record has at most {LIMIT:,}")
    try:
        data = toml.loads(text)
    except tomli.TOMLDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise RecordError(f"not TOML: {message}", error.lineno, error.colno) from None
    except (ValueError, RecursionError) as error:  # a number or a nesting that is too long
        raise RecordError(f"not TOML that can be read: {error}") from None
    number = data.pop("format", None)
    if type(number) is not int or number != FORMAT:
        raise RecordError(f"a record of this program begins with: format = {FORMAT}")
    seats = _seats(data.pop("seats", None))
    game, edition = _text(data, "game"), _text(data, "edition")
    provider = _provider(data.pop("provider", None))
    played = _played(data.pop("played", None))
    moves = _moves(data.pop("moves", None), (game, edition, frozenset(seats)), seats, text)
    names = _names(data.pop("names", None), seats)
    result = _result(data.pop("result", None), seats)
    header = _header({key: value for key, value in data.items() if value != {}})
    return Record(game, edition, seats, header, played, moves, names, result, provider)


def format_record(record: Record) -> str:
    """The canonical text of a record, which ends with a line break."""
    plain = {k: v for k, v in sorted(record.header.items()) if not isinstance(v, Mapping)}
    tables = {k: v for k, v in sorted(record.header.items()) if isinstance(v, Mapping)}
    head: dict[str, object] = {"format": FORMAT, "game": record.game, "edition": record.edition}
    if record.provider:
        head["provider"] = record.provider
    head |= {**plain, "seats": record.seats}
    if record.played is not None:
        head["played"] = record.played
    lines = [f"{key} = {_toml(value)}" for key, value in head.items()]
    if record.moves is not None:
        lines += ['moves = """', *map(str, record.moves), '"""']
    for name, table in {**tables, "names": record.names, "result": record.result}.items():
        if table:
            ordered = sorted(table, key=lambda key: _place(record.seats, key))
            lines += ["", f"[{name}]", *(f"{key} = {_toml(table[key])}" for key in ordered)]
    return "\n".join(lines) + "\n"


def line_of_move(text: str, number: int) -> int:
    """The line of a text with the move of this number; both count from 1; 0 if there is none."""
    quotes, moves = "", 0
    for line_number, line in enumerate(text.split("\n"), start=1):
        if not quotes:
            opening = re.match(r"""\s*moves\s*=\s*("{3}|'{3})""", line)
            if not opening:
                continue
            quotes, line = opening[1], line[opening.end() :]
        words, closing, _ = line.partition(quotes)
        moves += bool(without_remark(words))
        if moves == number:
            return line_number
        if closing:
            break
    return 0


def _moves(value: object, grammar: Grammar, seats: tuple[Seat, ...], text: str) -> Log | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise RecordError('moves: one text between """ and """, a move a line, not a list')
    lines = value.split("\n")
    try:
        log = log_of(grammar, lines)
    except RecordError as error:
        raise _where(error, lines, text) from None
    strangers = log.seats.difference(seats, "*") if log.acts is None else ()
    if not strangers:
        return log
    number, move = next((i, m) for i, m in enumerate(log, 1) if m.seat in strangers)
    raise RecordError(
        f'move {number}, "{shortened_text(str(move))}": '
        f'nobody sits at "{shortened_text(move.seat)}"; '
        f"seats: {', '.join(seats)}, and * for the table",
        line_of_move(text, number),
    )


def _where(error: RecordError, lines: list[str], text: str) -> RecordError:
    """The error of the first line that is no move, with the number of this line in the text."""
    for number, line in enumerate(filter(without_remark, lines), 1):
        try:
            move_of(line)
        except RecordError:
            return RecordError(wording_of(error), line_of_move(text, number))
    return error


def _seats(value: object) -> tuple[Seat, ...]:
    if not isinstance(value, list) or not value:
        raise RecordError('seats: a list of the seats in order, such as ["eagle", "bear"]')
    try:
        return _TABLES[tuple(value)]
    except TypeError:  # a list or a table among them, which no memo can have as a key
        return _seated(value)


def _seated(seats: Sequence[object]) -> tuple[Seat, ...]:
    words = list[Seat]()
    for seat in seats:
        if not isinstance(seat, str) or not _is_word(seat):
            raise RecordError(
                f"seats: {shortened_text(repr(seat))} is not a seat: a word in lower case"
            )
        words.append(same(seat))
    if len(set(words)) < len(words):
        raise RecordError(f"seats: {next(s for s in words if words.count(s) > 1)} sits twice")
    return tuple(words)


_TABLES = Memo(_seated)
"""The checked seats of a record, by the list; records have few different lists of seats."""


def _text(data: dict[str, Any], key: str) -> str:
    value = data.pop(key, None)
    if not isinstance(value, str) or not value:
        raise RecordError(f'{key}: missing, or not a text; write {key} = "..."')
    return _clean(value, key)


def _word(text: str) -> bool:
    return _WORD.fullmatch(text) is not None


_is_word = Memo(_word).__getitem__
"""Whether a text is a word in lower case; records have few different seats and keys."""


def _provider(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value.split()) != 2:
        raise RecordError('provider: a package and its version, such as "pebbles 1.0"')
    return _clean(" ".join(value.split()), "provider")


def _played(value: object) -> date | None:
    if value is None or (isinstance(value, date) and not isinstance(value, datetime)):
        return value
    raise RecordError("played: a day without quotation marks, such as 2026-11-20")


def _names(value: object, seats: tuple[Seat, ...]) -> Mapping[Seat, str]:
    names = _table(value, "names", seats)
    for seat, name in names.items():
        if not isinstance(name, str) or not 0 < len(name) <= 60:
            raise RecordError(f"names: {seat} needs a name of 1 to 60 characters")
        if not name.isprintable():
            _clean(texts.without_joiners(name), f"names, {seat}")
    return names


def _result(value: object, seats: tuple[Seat, ...]) -> Mapping[Seat, int]:
    result = _table(value, "result", seats)
    check_scores(result)
    return result


def check_scores(result: Mapping[Seat, Any]) -> None:
    """Raise `RecordError` for what is no score, or a score that no record can state."""
    for seat, score in result.items():
        if type(score) is not int:
            raise RecordError(f"result: {seat} = {str(score)[:40]} is not a score: a whole number")
        if abs(score) > HIGHEST:
            raise RecordError(
                f"result: {seat} = {str(score)[:40]} is not a score: at most {HIGHEST:,}"
            )


def _table(value: object, name: str, seats: tuple[Seat, ...]) -> Mapping[Seat, Any]:
    if value is None:
        return _EMPTY
    if not isinstance(value, dict):
        raise RecordError(f"{name}: a table, a line a seat, under [{name}]")
    if tuple(value) == seats:
        return value
    for seat in value:
        if seat not in seats:
            raise RecordError(
                f"{name}: nobody sits at {shortened_text(repr(seat))}; seats: {', '.join(seats)}"
            )
    return {seat: value[seat] for seat in seats if seat in value}


def _header(data: dict[str, Any]) -> Mapping[str, Any]:
    for key, value in data.items():
        if not _is_word(key):
            raise RecordError(f"unknown key {shortened_text(repr(key))}")
        for text in _walk(value, key, depth=0):
            _clean(text, key)
    return data


def _walk(value: object, key: str, depth: int) -> Iterator[str]:
    """Yield the texts within a header value; raise `RecordError` if no header may hold it."""
    match value:
        case int():
            if abs(value) > 1_000_000:
                raise RecordError(f"{key}: a number of more than a million")
        case date():  # the game says which of its keys hold a day
            pass
        case str():
            yield value
        case list() if depth < 2 and not any(isinstance(item, dict) for item in value):
            for item in value:
                yield from _walk(item, key, depth + 1)
        case dict() if depth == 0:
            for name, item in value.items():
                if not _is_word(name) or isinstance(item, dict):
                    raise RecordError(f"{key}: {name!r} is not a plain key with a plain value")
                if isinstance(item, str):  # a drawing has lines
                    _clean(item.replace("\n", " "), f"{key}, {name}", DRAWING)
                else:
                    yield from _walk(item, key, depth + 1)
        case _:
            raise RecordError(f"{key}: a text, a whole number, true, false or a list of these")


def _clean(text: str, where: str, most: int = TEXT) -> str:
    if not text.isprintable():
        raise RecordError(f"{where}: {text[:40]!r} holds {texts.hidden_sign(text)}")
    if len(text) > most:
        raise RecordError(f"{where}: {len(text):,} characters, at most {most:,}")
    return text


def _toml(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'"{escaped}"'
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case _:  # a whole number, a day
            return str(value)


def _place(seats: tuple[Seat, ...], key: str) -> tuple[int, str]:
    """The sort key of a table's key: seats in their order, then other keys by name."""
    return (seats.index(key), "") if key in seats else (len(seats), key)
