"""Any record that can be written down: read, written, and read again."""

from __future__ import annotations

from typing import Any

import pytest
import tomli
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.kernel.errors import RecordError
from engine.kernel.log import Move
from engine.kernel.record import Record, _load, _moves, format_record, parse_record

words = st.from_regex(r"[a-z][a-z0-9_-]{0,30}", fullmatch=True)
printable = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=60)
moves_words = (
    st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters='"\\#'), min_size=1)
    .map(lambda text: text.strip(":"))
    .filter(bool)
)
numbers = st.integers(-1_000_000, 1_000_000)
plain = st.one_of(st.booleans(), numbers, printable)
values = st.one_of(plain, st.lists(st.one_of(plain, st.lists(plain, max_size=3)), max_size=3))
keys = words.filter(
    lambda key: (
        key
        not in {
            *("format", "game", "edition", "provider", "seats"),
            *("played", "moves", "names", "result"),
        }
    )
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record at all that can be written down."""
    seats = tuple(draw(st.lists(words, min_size=1, max_size=5, unique=True)))
    seat = st.sampled_from((*seats, "*"))
    move = st.builds(Move, seat, st.lists(moves_words, min_size=1, max_size=3).map(" ".join))
    tables = st.dictionaries(words, st.one_of(plain, st.lists(plain, max_size=3)), min_size=1)
    return Record(
        game=draw(printable.filter(bool)),
        edition=draw(printable.filter(bool)),
        seats=seats,
        header=draw(st.dictionaries(keys, st.one_of(values, tables), max_size=4)),
        played=draw(st.none() | st.dates()),
        moves=draw(st.none() | st.lists(move, max_size=8).map(tuple)),
        names=draw(st.dictionaries(st.sampled_from(seats), printable.filter(bool))),
        result=draw(st.dictionaries(st.sampled_from(seats), numbers)),
        provider=draw(st.sampled_from(["", "pebbles-game 1.0", "x 2"])),
    )


@given(records())
def test_a_record_is_the_same_when_written_and_read(record: Record) -> None:
    assert record == parse_record(format_record(record))


@given(records())
def test_canonical_text_is_a_fixed_point(record: Record) -> None:
    text = format_record(record)
    assert text == format_record(parse_record(text))


def flattened(data: dict[str, Any]) -> dict[str, Any]:
    """The parsed text, the moves without the line breaks at their end."""
    return {
        k: v.rstrip("\n") if k == "moves" and isinstance(v, str) else v for k, v in data.items()
    }


lines = st.sampled_from(
    [
        *('moves = """', '"""', "'''", "moves = '''", "moves = 'one: go'", "[table]", "x = 1"),
        *("one: go", "# remark", "", " ", "\t", '"', "\\", "\r", 'y = """', "moves", "=", "[[a]]"),
        *("z = [", "]", 'x = "# no remark"', 'moves = ""', "\x00", "# \x01", "\u2028"),
    ]
)
blocks = st.lists(lines | st.text(max_size=5), max_size=4).map("\n".join)
around_moves = st.builds('{}\nmoves = """\n{}\n"""\n{}'.format, blocks, blocks, blocks)


@given(blocks | around_moves)
@example('moves = ""\n[table]\nmoves = """\none: go\n"""\n')
@example('x = 1\nmoves = """\n# \x07\n"""\n')
@example('x = 1\nmoves = """\none: go\n"""\n[table]\n')
@settings(max_examples=400)
def test_lifting_the_moves_out_gives_what_the_library_gives(text: str) -> None:
    try:
        expected = tomli.loads(text)
    except ValueError:
        try:
            lifted = _load(text)
        except ValueError:
            return
        with pytest.raises(RecordError):  # a control character, found line by line
            _moves(lifted["moves"], ("any", "1"), ("one",), text)
    else:
        assert flattened(expected) == flattened(_load(text))
