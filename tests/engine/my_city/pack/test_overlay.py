"""Overlays with names that are none, and with more than any box has."""

from __future__ import annotations

import copy

import pytest

from engine.kernel.errors import PackError
from engine.my_city.pack.load import load
from engine.my_city.pack.overlay import problems_of
from engine.my_city.pack.read import assemble

OWNED = 'source = "owner"\n'
REFUSED = {
    "a rule of an episode with a list for a name": (
        '[[episode]]\nnumber = 1\n[[episode.rule]]\nname = ["trees"]\n' + OWNED,
        "the name of a rule is a text",
    ),
    "a rule that ends one with a table for a name": (
        "[[episode]]\nnumber = 2\n[[episode.rule]]\nname = {}\nend = true\n" + OWNED,
        "the name of a rule is a text",
    ),
    "a rule of the box with a number for a name": (
        "[[rule]]\nname = 1\n" + OWNED,
        "the name of a rule is a text",
    ),
    "two rows without an id": (
        ("[[outline]]\n" + OWNED) * 2,
        "each row of outline has an id",
    ),
    "a row with a list for an id": (
        '[[outline]]\nid = ["1"]\n' + OWNED,
        "each row of outline has an id",
    ),
    "rows": (
        "".join(f'[[outline]]\nid = "o{i}"\nshape = "##"\n{OWNED}' for i in range(201)),
        "outline has 201 rows",
    ),
    "rules": (
        "[[episode]]\nnumber = 1\n"
        + "".join(f'[[episode.rule]]\nname = "r{i}"\n{OWNED}' for i in range(201)),
        "rule has 201 rows",
    ),
    "a shape": (
        f'[[outline]]\nid = "1"\nshape = "{"/".join(["#" * 600] * 600)}"\n{OWNED}',
        "shape is a drawing",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_no_box_has_is_refused_before_it_is_compared(kind: str) -> None:
    """Nine thousand rows, 500 kB, took longer than a minute, and such a shape 700 MB."""
    text, why = REFUSED[kind]
    with pytest.raises(PackError, match=why):
        list(problems_of(load("stand_in_second"), text, {1}))


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ([{"name": f"r{i}"} for i in range(201)], "rule has 201 rows"),
        ("xyz", "rule is a list of tables"),
        ([1], "rule is a list of tables"),
    ],
)
def test_nor_is_a_whole_pack_read_that_has_it(rules: object, why: str) -> None:
    files = copy.deepcopy(dict(load("stand_in").whole_files))
    with pytest.raises(PackError, match=why):
        assemble({**files, "box.toml": {**files["box.toml"], "rule": rules}})
