"""The TOML of a record, read fast, is what the library reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import tomli
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.kernel.errors import RecordError
from engine.kernel.fast import toml
from engine.kernel.fast.log import log_of

lines = st.sampled_from(
    [
        *("[a]", "[b]", "[a.b]", "[[a]]", " [ a ] # remark", "", "# remark", "# \x00", "a", "]"),
        *("a = 1", 'b = "x"', "a.b = 1", '"" = 2', '"a" = []', "c = 1.5", "c = 2020-01-01"),
        *('a = ["x", "y"]', "a = [1]", '[""]', "x = [", '"a"', 'b = """', "b = 1\r"),
        *("a = {}", "a = { b = 1 }", f'long = "{"x" * 100}"'),
    ]
)


def flattened(data: dict[str, Any]) -> dict[str, Any]:
    """The parsed text, the moves without the line breaks at their end."""
    return {
        k: v.rstrip("\n") if k == "moves" and isinstance(v, str) else v for k, v in data.items()
    }


def read(text: str, by: Callable[[str], dict[str, Any]]) -> dict[str, Any] | str:
    """What a reader gives, or the error in its words."""
    try:
        return flattened(by(text))
    except ValueError as error:
        return str(error)


@given(*[st.lists(lines, max_size=6).map("\n".join)] * 2)
@settings(max_examples=400)
def test_the_lines_around_the_moves_are_what_the_library_reads(before: str, after: str) -> None:
    text = f'{before}\nmoves = """\n*: reveal Y4\n"""\n{after}'
    assert read(text, tomli.loads) == read(text, toml.loads)


def test_a_list_belongs_to_the_text_in_which_it_stands() -> None:
    text = 'seats = ["eagle"]\nmoves = """\n*: reveal Y4\n"""\n'
    toml.loads(text)["seats"].append("bear")
    assert ["eagle"] == toml.loads(text)["seats"]


of_record = st.sampled_from(
    [
        *('moves = """', '"""', "'''", "moves = '''", "moves = 'one: go'", "[table]", "x = 1"),
        *("one: go", "# remark", "", " ", "\t", '"', "\\", "\r", 'y = """', "moves", "=", "[[a]]"),
        *("z = [", "]", 'x = "# no remark"', 'moves = ""', "\x00", "# \x01", "\u2028"),
    ]
)
blocks = st.lists(of_record | st.text(max_size=5), max_size=4).map("\n".join)
around_moves = st.builds('{}\nmoves = """\n{}\n"""\n{}'.format, blocks, blocks, blocks)


@given(blocks | around_moves)
@example('moves = ""\n[table]\nmoves = """\none: go\n"""\n')
@example('x = 1\nmoves = """\n# \x07\n"""\n')
@example('x = 1\nmoves = """\none: go\n"""\n[table]\n')
@settings(max_examples=400)
def test_a_text_with_moves_is_what_the_library_reads(text: str) -> None:
    try:
        expected = tomli.loads(text)
    except ValueError:
        try:
            lifted = toml.loads(text)
        except ValueError:
            return
        with pytest.raises(RecordError):  # a control character, found line by line
            log_of(("any", "1", frozenset()), lifted["moves"].split("\n"))
    else:
        assert flattened(expected) == flattened(toml.loads(text))
