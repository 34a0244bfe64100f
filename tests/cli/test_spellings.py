"""Spellings of the release before work still, and say on stderr what is spelled now."""

from __future__ import annotations

import pytest

from campaign.cli.spellings import SPELLINGS, of_now
from tests.fixtures import Run


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("episode amend 2 f.toml --and-later", "episode edit 2 f.toml --later draft"),
        ("--db x session amend 2 f --pack=o.toml", "--db x session edit 2 f --tables=o.toml"),
        ("session restore 3", "session reinstate 3"),
        ("import restore", "import reinstate"),
        ("--db x handover verify --json f.zip -q", "--db x audit --json --file f.zip -q"),
        ("handover verify -", "audit --file -"),
        ("-q quadropolis enter --json", "-q session enter quadropolis --json --totals"),
        ("player join ben Emil --note moved", "player join ben Emil --reason moved"),
        ("new T --from-episode 4", "new T --from 4"),
        ("session record f --again", "session record f --doubles"),
        ("pack apply f --again 3", "pack apply f --again 3"),
        ("simulate my-city --campaign --seats 2", "simulate my-city --whole --seats 2"),
        ("episode record f.toml --as-inked", "episode record f.toml --as-played"),
        ("simulate my-city --campaign Ours", "simulate my-city --campaign Ours"),
        ("undo --and-later", "undo --and-later"),
        ("new Ours --pack folder", "new Ours --pack folder"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_command_line_is_spelled_as_now(was: str, now: str) -> None:
    spelled = of_now(was.split())
    assert now.split() == spelled.arguments
    assert (was != now) == bool(spelled.said)


def test_an_old_spelling_says_the_new_one(chapter: Run) -> None:
    output = chapter("session restore 1")
    assert output.err.startswith(
        "session restore is spelled session reinstate now; the old spelling works until the next "
        "release\n"
    )
    assert 4 == output.code


def test_nothing_says_its_old_spelling(run: Run) -> None:
    """No help names what is spelled otherwise now."""
    commands = run("--more").out
    for row in SPELLINGS:
        if not row.commands:
            assert f"  {row.was} " not in commands
