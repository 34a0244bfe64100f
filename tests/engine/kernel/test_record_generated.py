"""Any record that can be written down: read, written, and read again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.log import Move
from engine.kernel.record import Record, format_record, parse_record

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
