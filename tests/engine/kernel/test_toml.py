"""TOML read line by line is what the library reads."""

from __future__ import annotations

from typing import Any

import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel import toml

lines = st.sampled_from(
    [
        *("[a]", "[b]", "[a.b]", "[[a]]", " [ a ] # remark", "", "# remark", "# \x00", "a", "]"),
        *("a = 1", 'b = "x"', "a.b = 1", '"" = 2', '"a" = []', "c = 1.5", "c = 2020-01-01"),
        *('a = ["x", "y"]', "a = [1]", '[""]', "x = [", '"a"', 'b = """', "b = 1\r"),
        *("a = {}", "a = { b = 1 }", f'long = "{"x" * 100}"'),
    ]
)


def read(text: str, by: Any) -> Any:
    """What a reader gives, or the error in its words."""
    try:
        return by(text)
    except ValueError as error:
        return str(error)


@given(st.lists(lines, max_size=6).map("\n".join))
@settings(max_examples=400)
def test_the_lines_one_by_one_give_what_the_library_gives(text: str) -> None:
    assert read(text, tomli.loads) == read(text, toml.loads)


def test_a_list_belongs_to_the_text_in_which_it_stands() -> None:
    toml.loads('seats = ["eagle"]')["seats"].append("bear")
    assert {"seats": ["eagle"]} == toml.loads('seats = ["eagle"]')
