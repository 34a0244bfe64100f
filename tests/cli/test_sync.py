"""Copies of a campaign that meet in a folder, whatever a sync client does to the files there."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

import pytest

from campaign.services import campaigns
from campaign.services.handover import known_keys
from campaign.services.sync import PART
from campaign.store.database import open_database, writing
from tests.cli.test_entering_terminal import terminal
from tests.cli.test_handover_taking import EPISODE_2, EPISODE_3, PLACES
from tests.fixtures import Table, head_of
from tests.processes import GIVE_UP
from tests.soak import count

NAMES = ("Anna", "Ben", "Chen", "Dora")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The shared folder."""
    path = tmp_path / "shared"
    path.mkdir()
    return path


@pytest.fixture
def four(anna: Table, tmp_path: Path, folder: Path) -> dict[str, Table]:
    """Four laptops with the same history, each with a key that the others know."""
    tables = {name: Table(anna.run, anna.patch, tmp_path, name) for name in NAMES}
    for table in list(tables.values())[1:]:
        shutil.copy(anna.db, table.db)
    keys = {table.does("handover key").split()[0]: name for name, table in tables.items()}
    for table in tables.values():
        table.does(["sync", str(folder)])
        with writing(open_database(table.db)) as session:
            uid = campaigns.read(session, "campaign/1").campaign.uid
            for key, name in keys.items():
                known_keys.remember(session, uid, name, key)
    return tables


def heads(tables: dict[str, Table]) -> set[str]:
    return {head_of(table) for table in tables.values()}


def synced(table: Table, *words: str) -> dict[str, object]:
    """Meet the others; the document."""
    output = table(["sync", "--yes", "--json", *words])
    assert output.code == 0, output.err
    document: dict[str, object] = json.loads(output.out)
    return document


BOTH = ("--follow=both", "--later=draft")


def test_an_evening_reaches_everybody_who_meets(four: dict[str, Table]) -> None:
    four["Ben"].does(EPISODE_2, "sync")
    assert "1 copy in the shared folder has something new: campaign sync" in four["Anna"].does(
        "status"
    )
    for table in four.values():
        synced(table)
        assert "Ben" in table.does("history")
    assert len(heads(four)) == 1
    for table in four.values():
        table.does("audit --all")


def test_two_who_were_offline_are_carried_over(four: dict[str, Table]) -> None:
    four["Anna"].does(EPISODE_2, *PLACES)
    synced(four["Anna"])
    four["Ben"].does("city rename bear Hills")
    four["Chen"].does("city rename deer Woods")
    output = four["Ben"]("sync --yes")
    assert (output.code, "which one continues?" in output.out) == (6, True)
    for _ in range(2):
        for table in four.values():
            synced(table, *BOTH)
    assert len(heads(four)) == 1
    for table in four.values():
        cities = {city["seat"]: city for city in json.loads(table("status --json").out)["cities"]}
        assert (cities["bear"]["name"], cities["deer"]["name"]) == ("Hills", "Woods")
        assert json.loads(table("status --json").out)["next_episode"] == 3
        table.does("audit --all")


@pytest.mark.parametrize("seed", range(count(2, 200)))
def test_four_in_any_order_end_with_the_same_history(four: dict[str, Table], seed: int) -> None:
    """Whoever writes and meets when, nobody's entry is lost."""
    chance = random.Random(seed)
    named: dict[str, str] = {}
    for turn in range(10):
        table = four[chance.choice(NAMES)]
        if chance.random() < 0.5:
            synced(table, *BOTH)
        elif chance.random() < 0.2 and json.loads(table("status --json").out)["next_episode"] == 2:
            table.does(EPISODE_2)
        else:
            name = f"{table.author} {turn}"
            table.does(["city", "rename", table.author, name])
            named[table.author] = name
    for _ in range(4):
        for table in chance.sample(list(four.values()), 4):
            synced(table, *BOTH)
    assert len(heads(four)) == 1
    history = " ".join(four["Anna"].does("history").split())
    for name in named.values():
        assert name.split()[1] in history
    cities = {
        city["player"]: city for city in json.loads(four["Ben"]("status --json").out)["cities"]
    }
    assert {player: cities[player]["name"] for player in named} == named
    four["Dora"].does("audit --all")


# What a shared folder does to files.


def one_file(folder: Path) -> Path:
    return next(path for path in folder.iterdir() if path.name.endswith(".zip"))


def test_halves_and_strange_files_are_named_and_left(four: dict[str, Table], folder: Path) -> None:
    path = one_file(folder)
    data = path.read_bytes()
    start = path.name.removesuffix(".zip")
    (folder / f"{start} (1).zip").write_bytes(data)
    (folder / f"{start}.sync-conflict-20261125-120000-ABCDEFG.zip").write_bytes(data)
    (folder / f"{start.upper()} (Ben's conflicted copy).ZIP").write_bytes(data)
    (folder / f"{start}-half.zip").write_bytes(data[: len(data) // 2])
    (folder / f"{start}-none.zip").write_bytes(b"")
    (folder / f"{start}-link.zip").symlink_to(path)
    (folder / f"{start}-folder.zip").mkdir()
    os.mkfifo(folder / f"{start}-pipe.zip")
    (folder / "holiday.zip").write_bytes(data)
    before = head_of(four["Anna"])
    document = synced(four["Anna"])
    copies = document["copies"]
    assert isinstance(copies, list)
    problems = {one["file"]: one["problem"] for one in copies}
    assert {name for name, why in problems.items() if why} == {
        f"{start}-half.zip",
        f"{start}-none.zip",
    }
    assert len(problems) == 4 + 3 + 2
    assert head_of(four["Anna"]) == before


def test_an_old_file_that_comes_back_is_written_again(four: dict[str, Table], folder: Path) -> None:
    old = {path.name: path.read_bytes() for path in folder.iterdir()}
    four["Anna"].does("city rename eagle Rivers")
    assert synced(four["Anna"])["written"] is True
    assert synced(four["Anna"])["written"] is False
    for name, data in old.items():
        (folder / name).write_bytes(data)
    assert synced(four["Anna"])["written"] is True
    synced(four["Ben"])
    assert head_of(four["Ben"]) == head_of(four["Anna"])


def test_a_process_that_was_killed_leaves_nothing_for_good(
    four: dict[str, Table], folder: Path
) -> None:
    four["Anna"].does("city rename eagle Rivers")
    own = [path.name for path in folder.iterdir()]
    for name in own:
        (folder / f".{name}.99999{PART}").write_bytes(b"half")
    synced(four["Anna"])
    left = [path.name for path in folder.iterdir() if path.name.endswith(PART)]
    assert len(left) == 3  # those of the others are theirs


def test_a_folder_that_is_gone_is_named(four: dict[str, Table], folder: Path) -> None:
    shutil.rmtree(folder)
    output = four["Anna"]("sync")
    assert (output.code, output.err.count("error:")) == (7, 1)
    assert str(folder) in output.err
    assert "has something new" not in four["Anna"].does("status")


def test_the_folder_has_to_be_said_once(anna: Table) -> None:
    output = anna("sync")
    assert (output.code, "in which folder" in output.err) == (2, True)


def test_a_new_key_is_never_taken_without_an_answer(four: dict[str, Table], folder: Path) -> None:
    eve = Table(four["Anna"].run, four["Anna"].patch, four["Anna"].folder, "Eve")
    shutil.copy(four["Anna"].db, eve.db)
    eve.does("city rename eagle Evil", ["sync", str(folder)])
    output = four["Anna"]("sync --yes")
    assert output.code == 0
    key = eve.does("handover key").split()[0]
    assert f"Eve: its key is new: --key {key}" in output.out
    assert "Evil" not in four["Anna"].does("city list")
    with terminal(four["Anna"].db, "sync") as at:
        at.waits_for("Read the copies that this key signs? [y/N]")
        at.type("y\r")
        at.waits_for("Add it? [Y/n]")
        at.type("y\r")
        at.waits_for("Head for the box")
        assert at.program.wait(GIVE_UP) == 0
    assert "Evil" in four["Anna"].does("city list")


def test_whoever_leaves_is_read_no_more(four: dict[str, Table]) -> None:
    four["Dora"].does("city rename wolf Caves")
    synced(four["Dora"])
    before = head_of(four["Anna"])
    output = four["Anna"]("sync --without dora --yes")
    assert "Copies that Dora signs are read no more." in output.err
    assert head_of(four["Anna"]) == before
    assert "Caves" not in four["Anna"].does("city list")


def test_dry_run_writes_nothing(four: dict[str, Table], folder: Path) -> None:
    four["Ben"].does(EPISODE_2)
    synced(four["Ben"])
    before = head_of(four["Anna"]), {path.name: path.read_bytes() for path in folder.iterdir()}
    output = four["Anna"]("sync --dry-run --yes")
    assert "episode 2 counts again" in output.err
    assert "Ben: not taken yet: 1 entry" in output.out
    after = head_of(four["Anna"]), {path.name: path.read_bytes() for path in folder.iterdir()}
    assert after == before


def test_the_laptop_is_stolen_the_day_after(
    four: dict[str, Table], folder: Path, tmp_path: Path
) -> None:
    four["Anna"].does(EPISODE_2, *PLACES, EPISODE_3)
    synced(four["Anna"])
    head, key = head_of(four["Anna"]), four["Anna"].does("handover key").split()[0]
    new = Table(four["Anna"].run, four["Anna"].patch, tmp_path, "New")
    assert not new.db.exists()
    new.does(["sync", str(folder), "--key", key, "--yes"])
    assert head_of(new) == head
    new.does("envelope open 2 --yes", "audit --all")


def test_nothing_of_a_closed_envelope_lies_in_the_folder(
    four: dict[str, Table], folder: Path
) -> None:
    for path in folder.iterdir():
        assert b"envelope_2" not in path.read_bytes()


def test_an_empty_machine_names_the_key_that_it_does_not_know(
    four: dict[str, Table], folder: Path, tmp_path: Path
) -> None:
    new = Table(four["Anna"].run, four["Anna"].patch, tmp_path, "Gil")
    output = new(["sync", str(folder), "--yes"])
    assert output.code == 6
    assert "nothing was taken in: its key is new: --key " in output.err
    (tmp_path / "empty").mkdir()
    assert "no copy of a campaign is there" in new(["sync", str(tmp_path / "empty")]).err
