"""Laptops that share folders, and what a sync client does with the files on their way."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from campaign.services import folding
from campaign.services.ancestry import entry_by_hash
from campaign.services.handover import known_keys
from campaign.store import clock
from campaign.store.database import writing
from tests.fixtures import Table, head_of, opened

NAMES = ("Anna", "Ben", "Chen", "Dora")
BOTH = ("--follow=both", "--later=draft")


def laptops(anna: Table) -> dict[str, Table]:
    """Four with the history that Anna has, each with a key that the others know."""
    tables = {name: Table(anna.run, anna.patch, anna.folder, name) for name in NAMES}
    for table in list(tables.values())[1:]:
        shutil.copy(anna.db, table.db)
    keys = {table.does("handover key").split()[0]: name for name, table in tables.items()}
    for table in tables.values():
        with opened(table.db) as database, writing(database) as session:
            uid = folding.read(session, "campaign/1").campaign.uid
            for key, name in keys.items():
                known_keys.remember(session, uid, name, key)
    return tables


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The shared folder."""
    path = tmp_path / "shared"
    path.mkdir()
    return path


@pytest.fixture
def four(anna: Table, folder: Path) -> dict[str, Table]:
    """Four laptops that have met in the folder."""
    tables = laptops(anna)
    for table in tables.values():
        table.does(["sync", str(folder)])
    return tables


def synced(table: Table, *words: str) -> dict[str, Any]:
    """Meet the others; the document."""
    output = table(["sync", "--yes", "--json", *words])
    assert output.code == 0, output.err
    document: dict[str, Any] = json.loads(output.out)
    return document


def said(table: Table, line: str) -> str:
    """What a command prints, in one line."""
    return " ".join(table.does(line).split())


def heads(tables: Mapping[str, Table]) -> set[str]:
    return {head_of(table) for table in tables.values()}


def held(table: Table) -> frozenset[str]:
    """The hashes of all entries that a copy has, or has carried over."""
    return frozenset(entry_by_hash(table.history().entries))


def set_clock(table: Table, apart: timedelta, now: Callable[[], datetime] = clock.now) -> None:
    """Let the clock of this process go wrong by so much."""
    table.patch.setattr(clock, "now", lambda: now() + apart)


class Mail:
    """A folder for each laptop; files go from one to the other late, in any order, in halves."""

    def __init__(self, root: Path, chance: random.Random) -> None:
        self.folders = {name: root / f"shared-{name}" for name in NAMES}
        for folder in self.folders.values():
            folder.mkdir()
        self._chance = chance
        self._versions: dict[tuple[str, str], list[bytes]] = {}
        self._placed: dict[Path, bytes] = {}

    def collect(self, writer: str) -> None:
        """Take what a laptop has written into its folder."""
        for path in self.folders[writer].glob("campaign-*.zip"):
            data = path.read_bytes()
            if self._placed.get(path) != data:
                self._versions.setdefault((writer, path.name), []).append(data)
                self._placed[path] = data

    def deliver(self, reader: str) -> None:
        """Bring some of the files, whichever version, perhaps half of one or under another name."""
        chance = self._chance
        for (writer, name), versions in self._versions.items():
            if chance.random() < (0.1 if writer == reader else 0.5):
                data = chance.choice(versions)
                match chance.randrange(8):
                    case 0:
                        data = data[: chance.randrange(len(data))]
                    case 1:
                        name = name.replace(".zip", ".sync-conflict-20261125-120000-ABC.zip")
                    case 2:
                        name = name.upper()
                self._place(reader, name, data)

    def settle(self) -> None:
        """Bring the newest of every file to everybody."""
        for (_, name), versions in self._versions.items():
            for reader in self.folders:
                self._place(reader, name, versions[-1])

    def _place(self, reader: str, name: str, data: bytes) -> None:
        path = self.folders[reader] / name
        path.write_bytes(data)
        self._placed[path] = data
