"""The record: text <-> value, canonical output, and every refusal with its message."""

from __future__ import annotations

from datetime import date

import pytest

from engine.kernel.errors import RecordError
from engine.kernel.game import Setup
from engine.kernel.log import Move
from engine.kernel.record import (
    LIMIT,
    Record,
    format_record,
    line_of_move,
    parse_record,
)

LOOSE = '''\
# an evening in autumn
format=1
seats = [ "eagle" , "bear" ]
game = 'my-city'
episode = 2
edition = "1"
played = 2026-11-20
moves = """
  *:reveal   Y4     # the square

# nothing fits
bear : pass
eagle: build Y4@E5/1
"""
[result]
bear = 7
eagle = +12
[boards]
bear = ["well C5",
        "tree D2"]
[names]
eagle = "Anna \\"A\\" Ödön"
'''

CANONICAL = '''\
format = 1
game = "my-city"
edition = "1"
episode = 2
seats = ["eagle", "bear"]
played = 2026-11-20
moves = """
*: reveal Y4
bear: pass
eagle: build Y4@E5/1
"""

[boards]
bear = ["well C5", "tree D2"]

[names]
eagle = "Anna \\"A\\" Ödön"

[result]
eagle = 12
bear = 7
'''

VALUE = Record(
    game="my-city",
    edition="1",
    seats=("eagle", "bear"),
    header={"episode": 2, "boards": {"bear": ["well C5", "tree D2"]}},
    played=date(2026, 11, 20),
    moves=(Move("*", "reveal Y4"), Move("bear", "pass"), Move("eagle", "build Y4@E5/1")),
    names={"eagle": 'Anna "A" Ödön'},
    result={"eagle": 12, "bear": 7},
)


def test_a_record_is_read() -> None:
    assert VALUE == parse_record(LOOSE)


def test_a_record_is_written_in_one_canonical_way() -> None:
    assert CANONICAL == format_record(VALUE)


def test_what_is_canonical_stays_as_it_is() -> None:
    assert CANONICAL == format_record(parse_record(CANONICAL))


def test_a_record_of_results_only_has_no_moves() -> None:
    text = 'format = 1\ngame = "my-city"\nedition = "1"\nseats = ["eagle"]\n\n[result]\neagle = 3\n'
    assert None is parse_record(text).moves
    assert text == format_record(parse_record(text))


def test_no_moves_yet_is_not_results_only() -> None:
    text = 'format = 1\ngame = "my-city"\nedition = "1"\nseats = ["eagle"]\nmoves = """\n"""\n'
    assert () == parse_record(text).moves
    assert text == format_record(parse_record(text))


def test_a_game_from_outside_names_its_package_after_its_edition() -> None:
    head, tail = 'format = 1\ngame = "pebbles"\nedition = "1"\n', 'heap = 7\nseats = ["p1"]\n'
    record = parse_record(f'{tail}{head}provider = " pebbles-game  1.0 "\n')
    assert "pebbles-game 1.0" == record.provider
    assert f'{head}provider = "pebbles-game 1.0"\n{tail}' == format_record(record)
    for wrong in ('"pebbles-game"', '""', "1", '"a b c"'):
        with pytest.raises(RecordError, match="provider: a package and its version"):
            parse_record(f"{tail}{head}provider = {wrong}\n")


def test_lines_may_end_as_on_windows() -> None:
    assert VALUE == parse_record(LOOSE.replace("\n", "\r\n"))


def test_the_setup_is_seats_and_header() -> None:
    assert Setup(VALUE.seats, VALUE.header) == VALUE.setup


SOUND = {
    "format": "1",
    "game": '"my-city"',
    "edition": '"1"',
    "episode": "1",
    "seats": '["eagle", "bear"]',
}


def text_with(tables: str = "", **changes: str | None) -> str:
    """A small record with keys changed, added, or left out (None)."""
    keys = {**SOUND, **changes}
    head = "\n".join(f"{key} = {value}" for key, value in keys.items() if value is not None)
    return f"{head}\n{tables}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a record of this program begins with: format = 1"),
        (text_with(format="2"), "a record of this program begins with: format = 1"),
        (text_with(format='"1"'), "a record of this program begins with: format = 1"),
        (text_with(game=None), 'game: missing, or not a text; write game = "..."'),
        (text_with(game="5"), 'game: missing, or not a text; write game = "..."'),
        (text_with(game='""'), 'game: missing, or not a text; write game = "..."'),
        (text_with(edition="1"), 'edition: missing, or not a text; write edition = "..."'),
        (text_with(edition=r'"a\tb"'), r"edition: 'a\tb' holds a control character"),
        (text_with(game=f'"{"x" * 201}"'), "game: 201 characters, at most 200"),
        (
            text_with(seats=None),
            'seats: a list of the seats in order, such as ["eagle", "bear"]',
        ),
        (text_with(seats="[]"), 'seats: a list of the seats in order, such as ["eagle", "bear"]'),
        (
            text_with(seats='"eagle"'),
            'seats: a list of the seats in order, such as ["eagle", "bear"]',
        ),
        (text_with(seats='["Eagle"]'), "seats: 'Eagle' is not a seat: a word in lower case"),
        (text_with(seats='["*"]'), "seats: '*' is not a seat: a word in lower case"),
        (text_with(seats="[1]"), "seats: 1 is not a seat: a word in lower case"),
        (text_with(seats='["bear", "eagle", "bear"]'), "seats: bear sits twice"),
        (
            text_with(played='"2026-11-20"'),
            "played: a day without quotation marks, such as 2026-11-20",
        ),
        (
            text_with(played="2026-11-20T20:00:00"),
            "played: a day without quotation marks, such as 2026-11-20",
        ),
        (text_with(moves="3"), 'moves: one text between """ and """, a move a line, not a list'),
        (
            text_with(moves='["eagle: pass"]'),
            'moves: one text between """ and """, a move a line, not a list',
        ),
        (
            text_with(moves='"eagle pass"'),
            '"eagle pass" is not a move: write seat, colon, words',
        ),
        (text_with(moves='": pass"'), '": pass" is not a move: write seat, colon, words'),
        (text_with(moves='"eagle:"'), '"eagle:" is not a move: write seat, colon, words'),
        (
            text_with(moves='"*: reveal Y1\\nwolf: pass"'),
            'move 2, "wolf: pass": nobody sits at "wolf"; seats: eagle, bear, and * for the table',
        ),
        (
            text_with(moves=r'"eagle: pa\u0007ss"'),
            r"a move holds a control character: 'eagle: pa\x07ss'",
        ),
        (
            text_with(moves="'eagle: say \"hello\"'"),
            'a move holds a quotation mark or a backslash: eagle: say "hello"',
        ),
        (
            text_with(moves=r"'eagle: \pass'"),
            r"a move holds a quotation mark or a backslash: eagle: \pass",
        ),
        (text_with(names="3"), "names: a table, a line a seat, under [names]"),
        (
            text_with("[names]\nwolf = 'Eva'"),
            "names: nobody sits at 'wolf'; seats: eagle, bear",
        ),
        (text_with("[names]\nbear = 5"), "names: bear needs a name of 1 to 60 characters"),
        (text_with("[names]\nbear = ''"), "names: bear needs a name of 1 to 60 characters"),
        (
            text_with(f"[names]\nbear = '{'x' * 61}'"),
            "names: bear needs a name of 1 to 60 characters",
        ),
        (
            text_with('[names]\nbear = "B\\u001ben"'),
            r"names, bear: 'B\x1ben' holds a control character",
        ),
        (text_with(result="12"), "result: a table, a line a seat, under [result]"),
        (
            text_with("[result]\nwolf = 3"),
            "result: nobody sits at 'wolf'; seats: eagle, bear",
        ),
        (
            text_with("[result]\nbear = 7.5"),
            "result: bear = 7.5 is not a score: a whole number",
        ),
        (
            text_with("[result]\nbear = true"),
            "result: bear = True is not a score: a whole number",
        ),
        (
            text_with("[result]\nbear = 1_000_001"),
            "result: bear = 1000001 is not a score: at most 1,000,000",
        ),
        (text_with(Weather='"rain"'), "unknown key 'Weather'"),
        (
            text_with(weather="7.5"),
            "weather: a text, a whole number, true, false or a list of these",
        ),
        (
            text_with(weather="[[[1]]]"),
            "weather: a text, a whole number, true, false or a list of these",
        ),
        (
            text_with(weather="[{a = 1}]"),
            "weather: a text, a whole number, true, false or a list of these",
        ),
        (text_with(weather="1_000_001"), "weather: a number of more than a million"),
        (text_with(weather=r'"a\nb"'), r"weather: 'a\nb' holds a control character"),
        (text_with("[boards.bear]"), "boards: 'bear' is not a plain key with a plain value"),
        (text_with("[boards]\nBear = 1"), "boards: 'Bear' is not a plain key with a plain value"),
        (" " * (LIMIT + 1), "1,000,001 characters: a record has at most 1,000,000"),
    ],
)
def test_what_is_not_a_record_is_refused_with_what_would_be_right(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(text)
    assert reason == str(refused.value)


@pytest.mark.parametrize(
    ("text", "reason", "line", "column"),
    [
        ("format = \n", "not TOML: invalid value", 1, 10),
        ("format = 1\n\nformat = 1\n", "not TOML: cannot overwrite a value", 3, 11),
        (f'{text_with()}moves = """\neagle: pass', "not TOML: unterminated string", 7, 12),
        (f"{text_with()}[result]\nbear 3", "not TOML: expected '=' after a key", 7, 6),
    ],
)
def test_what_is_not_toml_is_refused_at_its_line_and_column(
    text: str, reason: str, line: int, column: int
) -> None:
    with pytest.raises(RecordError) as refused:
        parse_record(text)
    error = refused.value
    assert (line, column) == (error.line, error.column)
    assert str(error).startswith(reason)


@pytest.mark.parametrize(
    "text", [f"format = {'1' * 5000}", f"a = {'[' * 5000}"], ids=["a number", "a nesting"]
)
def test_toml_that_no_computer_reads_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match=r"^not TOML"):
        parse_record(text)


def test_a_move_is_found_in_its_line() -> None:
    assert [9, 12, 13, 0] == [line_of_move(LOOSE, number) for number in (1, 2, 3, 4)]


def test_a_move_beside_the_quotation_marks_is_found() -> None:
    text = f"{text_with()}moves = '''*: reveal Y1\neagle: pass'''\n"
    assert [6, 7, 0] == [line_of_move(text, number) for number in (1, 2, 3)]


def test_no_line_is_named_where_there_are_no_moves() -> None:
    assert 0 == line_of_move(text_with(), 1)
