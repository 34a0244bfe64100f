"""The list of slow tests is in step with the tests."""

from __future__ import annotations

from functools import cache

from tests.fixtures import ROOT
from tests.slow import LIST


def test_every_slow_test_exists() -> None:
    read = cache(lambda file: (ROOT / file).read_text("utf-8"))
    names = LIST.read_text("utf-8").splitlines()
    assert [] == [
        name
        for name in names
        for file, _, function in [name.partition("::")]
        if function.rpartition("::")[2] not in read(file)
    ]
    assert sorted(names) == names
