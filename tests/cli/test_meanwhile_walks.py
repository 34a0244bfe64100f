"""Two commands at once: what one writes while the other shows and asks.

Whichever two they are, the one that shows is refused and writes nothing, or the database is what
the two make of it one after the other.
"""

from __future__ import annotations

import json
import random
import shutil
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from campaign.cli.environment import Environment
from campaign.store import clock
from tests.cli.test_handover_taking import packed
from tests.fixtures import CHAPTER, ETERNAL, LATER_STICKERS, ROOT, Output, Table, content
from tests.soak import count

pytest.importorskip("PIL.Image", reason="photos need the extra photos")
from PIL import Image

NOW = datetime(2026, 12, 1, 21, 0, tzinfo=UTC)
MACHI = ROOT / "examples" / "machi-koro.toml"
QUADROPOLIS = ROOT / "examples" / "quadropolis.toml"
HOW = "--reason wrong --later draft"
LINES = (
    "envelope open 2",
    "city rename eagle Rivers",
    "city rename eagle Lakes",
    "player join eagle Zoe",
    "player join eagle Yan --from 2",
    "player leave eagle",
    "player rename Anna Annika",
    "player rename Ben Benno",
    "player merge Gus Anna",
    "confirm eagle --by Ben --differs 'no well'",
    f"episode edit 3 --inked 'eagle marks 3' {HOW}",
    f"episode edit 1 --who eagle=Zoe {HOW}",
    f"episode edit 1 --swap eagle bear {HOW}",
    f"episode edit 1 {{folder}}/other.toml {HOW}",
    f"episode record {CHAPTER / 'episode-3.toml'}",
    "draft discard 1",
    "episode note 1 --minutes 70",
    "episode note 1 --where Fred",
    "undo --reason wrong",
    "undo --episode 3 --reason wrong",
    "undo --to 9 --reason wrong",
    "redo",
    "sticker move eagle well F7 D2 --later draft",
    "photo add {folder}/board.png --episode 1",
    "photo add {folder}/board.png --session 1",
    "photo remove {photo}",
    f"session record {ETERNAL}",
    f"session record {MACHI}",
    "session edit 1 {folder}/edited.toml --reason wrong",
    "session withdraw 1 --reason twice",
    "session reinstate 2",
    "session note 1 --where Fred",
    "import records {folder}/records",
    "import withdraw 1",
    "rename Wednesday",
    "archive",
    "use Tuesday",
    "withdraw Friday",
    "new Sunday --pack stand_in --seat eagle=Anna --seat bear=Ben",
    "handover take {folder}/theirs.zip --follow both --later draft",
    "handover take {folder}/theirs.zip --follow theirs",
    "handover take {folder}/theirs.zip --follow ours",
    "handover receipt {folder}/receipt.json --take",
    "handover accept bear --as Emil -o {folder}/own.json --replace",
    "sync {folder}/shared --follow both --later draft",
    "db rebuild",
)
PAIRS = tuple(product(LINES, LINES))
HIDING = ("archive", "new ")
"""The beginnings of lines after which the same words mean another campaign, or none."""


@pytest.fixture(params=["", "undo --episode 3 --reason wrong --yes"])
def begins(
    request: pytest.FixtureRequest,
    anna: Table,
    emil: Table,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Table:
    """A folder with a database to which each line can be given, and with what the lines name."""
    monkeypatch.setattr(clock, "now", lambda: NOW)
    monkeypatch.setattr("secrets.token_hex", lambda n: "ab" * n)
    world = tmp_path / "world"
    (world / "shared").mkdir(parents=True)
    (world / "records").mkdir()
    shutil.copy(ETERNAL, world / "records")
    Image.new("RGB", (40, 30), "red").save(world / "board.png")
    Image.new("RGB", (40, 30), "blue").save(world / "other.png")
    deer, eagle = "deer: build B5@E6/1\n", "eagle: build B5@E6/1\n"
    record = (CHAPTER / "episode-1.toml").read_text("utf-8").replace(deer + eagle, eagle + deer)
    (world / "other.toml").write_text(record, "utf-8")
    edited = QUADROPOLIS.read_text("utf-8").replace("2026-11-20", "2026-11-19")
    (world / "edited.toml").write_text(edited, "utf-8")
    table = Table(anna.run, anna.patch, world, "Anna")
    shutil.copy(anna.db, table.db)
    emil.does(["handover", "take", packed(table, "for-emil.zip"), "--yes"])
    emil.does(["handover", "accept", "wolf", "--as", "Emil", "-o", f"{world}/receipt.json"])
    emil.does("city rename wolf Woods")
    shutil.copy(packed(emil, "theirs.zip"), world)
    table.does(
        f"episode record {CHAPTER}/episode-2.toml --yes",
        *(f"sticker place {sticker}" for sticker in LATER_STICKERS),
        f"photo add {world}/other.png --episode 2",
        f"episode record {CHAPTER}/episode-3.toml --yes",
        "new Friday --pack stand_in --seat eagle=Gus --seat bear=Ben",
        "use Tuesday",
        f"session record {QUADROPOLIS} --yes",
        f"session record {MACHI} --yes",
        "session withdraw 2 --reason twice --yes",
        f"import records {world}/records --yes",
        "city rename eagle Hills",
        "undo --reason wrong --yes",
        "city rename bear Stones",
    )
    if request.param:
        table.does(request.param)
    return table


class World:
    """The beginning, copied always to the same place, where lines are given."""

    def __init__(self, begins: Table) -> None:
        (photo,) = json.loads(begins("photo list --json").out)["photos"]
        self._begins = begins.folder
        self._now = begins.folder.with_name("now")
        self._table = Table(begins.run, begins.patch, self._now, begins.author)
        self._names = {"folder": self._now, "photo": photo["photo"][:12]}

    def begins_again(self) -> None:
        shutil.rmtree(self._now, ignore_errors=True)
        shutil.copytree(self._begins, self._now)

    def named(self, line: str) -> str:
        """The line, with the folder and the photo that it is about."""
        return line.format(**self._names)

    def does(self, line: str) -> Output:
        return self._table(f"{self.named(line)} --yes")

    def does_late(self, line: str, other: str) -> Output | None:
        """Give a line, and another one when it begins to write; None if it writes nothing."""
        writing, others = Environment.writing, [other]

        def writing_late(env: Environment, *, create: bool = False) -> Any:
            while others:
                assert self.does(others.pop()).code == 0
            return writing(env, create=create)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Environment, "writing", writing_late)
            output = self.does(line)
        return None if others else output

    def content(self) -> tuple[list[str] | None, list[Path]]:
        """The database, and the files that commands write."""
        return content(self._table.db), sorted(self._now.rglob("*.[jp][ps][eo]*[gn]"))


def test_what_another_command_writes_meanwhile(begins: Table) -> None:
    world = World(begins)
    chosen = random.Random(count(1, 0, ci=3)).sample(PAIRS, count(40, len(PAIRS), ci=400))
    for line, other in chosen:
        world.begins_again()
        if world.does(other).code:
            continue
        other_alone = world.content()
        in_a_row = world.does(line)
        both = world.content()
        world.begins_again()
        late = world.does_late(line, other)
        if late is None:
            continue
        pair = f"{line!r} while {other!r}: {late.err}"
        if late.code:
            assert world.content() == other_alone, pair
        elif not other.startswith(HIDING):
            assert in_a_row.code == 0 or line == other, pair
            assert in_a_row.code or world.content() == both, pair
