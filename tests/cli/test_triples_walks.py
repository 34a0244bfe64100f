"""Three copies of a campaign, two commands on each, which meet in any order.

Whichever they are: all three have one history in the end, which an audit proves. The campaign is
what the commands make of it at one laptop, in the order in which they came together, or it is said
what of another copy does not count. What belongs to one database alone stays as it was there.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest

from tests.cli.syncing import set_clock
from tests.cli.test_corrections_walks import without_entries
from tests.cli.test_handover_taking import packed
from tests.cli.test_meanwhile_walks import LINES, World
from tests.cli.test_meanwhile_walks import begins as begins  # a fixture
from tests.cli.test_meeting_walks import ALSO, OF_COPIES, SAID
from tests.fixtures import Table
from tests.soak import count

SEEDS = range(count(1, 120, ci=3))
NAMES = ("Anna", "Ben", "Emil")
FOLLOW = ["--follow", "both", "--later", "draft", "--yes"]
AT_HOME = ("session", "import", "photo add {folder}/board.png --session", "player merge")
"""The beginnings of lines that are about one database alone."""
ELSEWHERE = ("db", "new", "use", "withdraw", *OF_COPIES)
POOL = [line for line in (*LINES, *ALSO) if not line.startswith(ELSEWHERE)]
SESSIONS = ("session list", "session list --withdrawn")
DOCUMENTS = (
    *("status", "standings", "sticker owed", "sticker list", "episode list", "checklist"),
    *(f"city show {seat}" for seat in ("eagle", "bear", "deer", "wolf")),
)


class Copy:
    """A copy, the lines that made it what it is, by whom, and what was said at its meetings."""

    def __init__(self, world: World, begins: Table, name: str) -> None:
        folder = begins.folder.with_name(f"now-{name}")
        shutil.copytree(begins.folder, folder)
        self.table = Table(begins.run, begins.patch, folder, name)
        shutil.copy(begins.db, self.table.db)
        self._world = world
        self.typed: list[tuple[str, str]] = []
        self.said = ""

    def types(self, line: str) -> int:
        """Type a line; return the exit code."""
        named = self._world.named(line).replace("/now/", f"/{self.table.folder.name}/")
        named += " --and-later" * line.startswith("undo")
        code = self.table(f"{named} --yes").code
        if code == 0 and not line.startswith(AT_HOME):
            self.typed.append((self.table.author, named))
        return code

    def documents(self, *lines: str) -> dict[str, Any]:
        """What the campaign that all have says, whatever it is called; not when it was entered."""
        listed = json.loads(self.table.does("list --json"))["campaigns"]
        (name,) = (one["name"] for one in listed if one["name"] in ("Tuesday", "Wednesday"))
        self.table.does(f"use {name}")
        said = {
            line: without_entries(json.loads(self.table.does(f"{line} --json"))) for line in lines
        }
        for board in said.get("checklist", {}).get("boards", ()):
            (board["checked"] or {}).pop("at", None)
        return said

    def takes(self, other: Copy, number: int) -> None:
        taken = self.table(["handover", "take", packed(other.table, f"{number}.zip"), *FOLLOW])
        assert taken.code == 0, taken.err
        self.said += other.said + " ".join(taken.err.split())
        theirs = [one for one in other.typed if one not in self.typed]
        if "Carried over." in taken.err:
            self.typed += theirs
        elif theirs:
            self.typed = [*other.typed]
        self.table.does("audit --all")


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The leaves that differ, with their places."""
    return dict(_differing("", one, other))


def _differing(at: str, one: Any, other: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            yield from _differing(f"{at}.{key}", one.get(key), other.get(key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other, strict=True)):
            yield from _differing(f"{at}[{number}]", *pair)
    elif one != other:
        yield at, (one, other)


@pytest.mark.parametrize("begins", [""], indirect=True)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_done_on_three_copies_that_meet(begins: Table, seed: int) -> None:
    chance, log = random.Random(seed), list[str]()
    world = World(begins)
    *copies, alone = (Copy(world, begins, name) for name in (*NAMES, "Alone"))
    for hour, copy in enumerate(copies):
        set_clock(copy.table, timedelta(hours=hour))
        copy.table.does("use Tuesday")
        log += [f"{copy.types(line)}  {NAMES[hour]}: {line}" for line in chance.sample(POOL, 2)]
    sessions = [copy.documents(*SESSIONS) for copy in copies]
    meetings = [chance.sample(range(3), 2) for _ in range(chance.randint(1, 4))]
    for number, (one, other) in enumerate((*meetings, (0, 1), (0, 2), (1, 0), (2, 0))):
        set_clock(copies[one].table, timedelta(hours=4 + number))
        copies[one].takes(copies[other], number)
        log.append(f"   {NAMES[one]} takes in what {NAMES[other]} has")
    assert len({copy.table.history().head for copy in copies}) == 1, log
    story, *stories = (copy.documents(*DOCUMENTS) for copy in copies)
    for told in stories:
        assert not (differ := differing(story, told)), (log, differ)
    for copy, before in zip(copies, sessions, strict=True):
        assert not (differ := differing(before, copy.documents(*SESSIONS))), (log, differ)
    anna = copies[0]
    if any(words in line for _, line in anna.typed for words in ("undo", "redo")):
        return  # at one laptop they mean something else
    alone.table.does("use Tuesday")
    codes = [alone.table(f"{line} --yes").code for _, line in anna.typed]
    if not any(codes) and not any(words in anna.said for words in SAID):
        differ = differing(alone.documents(*DOCUMENTS), story)
        assert not differ, (log, anna.said, differ)
