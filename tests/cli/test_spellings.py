"""Spellings of the release before work still, and say on stderr what is spelled now."""

from __future__ import annotations

from collections import defaultdict

import pytest

from campaign.cli.spellings import SPELLINGS, current_spelling
from tests.docs import OPTION, PAGE
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
        ("session show 3 --version 2", "session show 3 --record-version 2"),
        ("episode show 2 --version=1 -q", "episode show 2 --record-version=1 -q"),
        ("episode show 2 --version", "episode show 2 --version"),
        ("episode show 2 --version -q", "episode show 2 --version -q"),
        ("audit --since 9", "audit --from-entry 9"),
        ("chronicle -o x.html --since 3", "chronicle -o x.html --new-since 3"),
        ("history --since 2026-11-01", "history --since 2026-11-01"),
        ("import csv - --player a=b --game x=", "import csv - --player-is a=b --game-is x="),
        ("session list --player Ben --game my", "session list --player Ben --game my"),
        ("simulate my-city --player hasty", "simulate my-city --simple-player hasty"),
        ("hindsight 5 --seat bear", "hindsight 5 --whose bear"),
        ("photo add a.jpg --seat bear", "photo add a.jpg --whose bear"),
        ("new T --seat bear=Ben", "new T --seat bear=Ben"),
        ("head --card -o card.html", "head --all -o card.html"),
        ("standings --card a6 -o a.png", "standings --card a6 -o a.png"),
        ("pack placeholders --before 3", "pack placeholders --episode 3"),
        ("list --aside --json", "list --histories --json"),
        ("history --before 3", "history --before 3"),
        ("archive --simulated", "archive --all-simulated"),
        ("standings --all --simulated", "standings --all --simulated"),
        ("export bgstats --place home", "export bgstats --location home"),
        ("episode note 2 --place club", "episode note 2 --where club"),
        ("session list --place club", "session list --where club"),
        ("undo --and-later", "undo --and-later"),
        ("new Ours --pack folder", "new Ours --pack folder"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_command_line_is_spelled_as_now(was: str, now: str) -> None:
    spelled = current_spelling(was.split())
    assert now.split() == spelled.arguments
    assert (was != now) == bool(spelled.messages)


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
            assert f"  {row.old} " not in commands


def test_an_option_takes_the_same_wherever_it_is() -> None:
    """Only what is written has several forms: a picture, a page, a folder."""
    kinds = defaultdict(set)
    for line in PAGE.read_text("utf-8").splitlines():
        if option := OPTION.match(line):
            kinds[option[1]].add((option[2] or "nothing").replace("[SEAT=]", "SEAT="))
    assert len(kinds) > 100
    assert {"--output"} == {option for option, taken in kinds.items() if len(taken) > 1}
