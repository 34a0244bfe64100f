"""The page of a session of Quadropolis."""

from __future__ import annotations

import re

from tests.fixtures import ROOT, Run


def test_the_end_of_a_round_has_what_was_built_last(run: Run) -> None:
    record = ROOT / "tests" / "records" / "quadropolis_verified_two_seats.toml"
    assert run(f"session record '{record}' --yes").code == 0
    page = run("session chronicle 1 -o -").out
    first = re.findall(r'data-since="0" data-until="0".*?(?=<g [^>]*data-since|</svg>)', page, re.S)
    assert [round_.count('<rect class="building') for round_ in first] == [4, 3]
