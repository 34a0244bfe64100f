"""A database in a folder that is synced: it is said once, and nothing else changes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from campaign.store.location import synced_by
from tests.fixtures import Prepared, Run, Table

SAID = "seems to sync"


@pytest.mark.parametrize(
    "folder",
    [
        "Dropbox",
        "Dropbox (Personal)/games",
        "Nextcloud",
        "OneDrive - Home/a/b",
        "Google Drive",
        "GoogleDrive-anna/My Drive",
        "iCloudDrive",
        "Mobile Documents/com~apple~CloudDocs",
    ],
)
def test_a_folder_is_known_by_its_name(tmp_path: Path, folder: str) -> None:
    assert synced_by(tmp_path / folder / "campaign.db")


@pytest.mark.parametrize("mark", [".stfolder", ".dropbox.cache", ".nextcloudsync.log"])
def test_a_folder_is_known_by_what_lies_in_it(tmp_path: Path, mark: str) -> None:
    (tmp_path / mark).mkdir()
    assert synced_by(tmp_path / "deep" / "down" / "campaign.db")


@pytest.mark.parametrize("folder", ["games", "syncthingy", "my drives", ".git"])
def test_others_are_not(tmp_path: Path, folder: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".dropbox").mkdir()  # the settings of Dropbox, in the home folder
    assert synced_by(tmp_path / folder / "campaign.db") == ""


def test_it_is_said_once_a_place(run: Run, prepared: Prepared, tmp_path: Path) -> None:
    for name in ("Dropbox", "Nextcloud"):
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(prepared.settled, folder / "c.db")
        said = [run(["--db", str(folder / "c.db"), "status"]) for _ in range(3)]
        assert [SAID in output.err for output in said] == [True, False, False]
        assert [output.code for output in said] == [0, 0, 0]
        assert f"that {name} {SAID}" in " ".join(said[0].err.split())


def test_a_link_into_it_is_followed(run: Run, prepared: Prepared, tmp_path: Path) -> None:
    (tmp_path / "Nextcloud").mkdir()
    shutil.copy(prepared.settled, tmp_path / "Nextcloud" / "c.db")
    (tmp_path / "c.db").symlink_to(tmp_path / "Nextcloud" / "c.db")
    assert SAID in " ".join(run(["--db", str(tmp_path / "c.db"), "status"]).err.split())


def test_the_shared_folder_is_no_place_for_the_database(anna: Table, tmp_path: Path) -> None:
    first, second = (anna(["sync", str(tmp_path)]) for _ in range(2))
    assert (first.code, second.code) == (0, 0)
    assert "The database lies in the shared folder itself" in first.err
    assert "The database lies in the shared folder itself" not in second.err


NO_UTF_8 = os.fsdecode(b"Dropbox \xff")


def test_a_folder_whose_name_is_no_utf_8(anna: Table, tmp_path: Path) -> None:
    """As on an old disk: the path could not be stored, and nothing worked there."""
    (tmp_path / NO_UTF_8).mkdir()
    for _ in range(2):
        done = anna(["sync", str(tmp_path / NO_UTF_8)])
        assert done.code == 0, done.err
    assert anna("sync").code == anna("status").code == 0
    there = shutil.copy(anna.db, tmp_path / NO_UTF_8 / "c.db")
    said = [anna(["--db", str(there), "status"]) for _ in range(2)]
    assert [output.code for output in said] == [0, 0]
    assert [SAID in output.err for output in said] == [True, False]
