"""What a shared folder does: halves, copies of copies, old files, no room, and no folder at all."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import Session

from campaign.services import sync
from campaign.services.handover import packing
from tests import disks
from tests.cli.forging import added, forged
from tests.cli.syncing import folder as folder
from tests.cli.syncing import four as four
from tests.cli.syncing import heads, laptops, said, set_clock, synced
from tests.cli.test_handover_taking import EPISODE_2
from tests.cli.test_sync import apart as apart
from tests.fixtures import Table, head_of, tamper


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


def test_many_files_hide_neither_what_is_left_out_nor_the_own_file(
    four: dict[str, Table], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody heard of files that newer ones displaced; the own file was said not to be there."""
    monkeypatch.setattr(sync, "MOST", 6)
    start = one_file(folder).name.partition("-")[0]
    uid = one_file(folder).name.split("-")[1]
    for path in folder.iterdir():
        os.utime(path, (1, 1))
    for number in range(7):
        (folder / f"{start}-{uid}-new-{number}.zip").write_bytes(b"")
    output = said(four["Anna"], "sync --yes")
    assert "not read, nor are 4 older ones: the newest 6 are" in output
    assert "This copy is there, up to date." in output
    assert "not there yet" not in said(four["Anna"], "status")


@pytest.mark.parametrize("by_size", ["packed", "unpacked"])
def test_large_files_of_a_stranger_keep_nobody_from_the_others(
    four: dict[str, Table], folder: Path, emil: Table, monkeypatch: pytest.MonkeyPatch, by_size: str
) -> None:
    """Two hundred of less than 1 MB took `status` two minutes and five gigabytes."""
    ben = four["Ben"]
    ben.does("city rename bear Ulm")
    ben.does("sync")
    path = one_file(folder)
    friends = max(file.stat().st_size for file in folder.iterdir())
    large = os.urandom(100_000) if by_size == "packed" else b"a\n" * 15_000
    emil("handover key")
    for number in range(9):
        name = f"{path.name.removesuffix('.zip')}{number}.zip"
        letter = added("letter.txt", large)
        (folder / name).write_bytes(forged(str(path), letter))
    if by_size == "packed":
        monkeypatch.setattr(sync, "PACKED", 4 * friends + 50_000)
    else:
        monkeypatch.setattr(sync, "UNPACKED_OF_STRANGERS", 100_000)
    unpacked = list[str]()
    unpack = packing.unpack

    def counted(data: bytes) -> packing.BundledHistory:
        handed = unpack(data)
        unpacked.append(handed.giver)
        return handed

    monkeypatch.setattr(packing, "unpack", counted)
    anna = four["Anna"]
    assert "1 new entry (Ben)" in said(anna, "status")
    assert len(unpacked) < 4 + 4
    copies = synced(anna)["copies"]
    assert [one["by"] for one in copies if one["taken"]] == ["Ben"]
    assert sum("too large together" in (one["problem"] or "") for one in copies) > 5


@pytest.mark.parametrize(
    ("of_folder", "of_file"), [(0o755, 0o600), (0o2775, 0o640), (0o777, 0o644)]
)
def test_whoever_may_write_to_a_folder_may_read_its_copies(
    four: dict[str, Table], folder: Path, of_folder: int, of_file: int
) -> None:
    folder.chmod(of_folder)
    four["Anna"].does("city rename eagle Rivers")
    assert synced(four["Anna"])["written"] is True
    newest = max(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert newest.stat().st_mode & 0o777 == of_file & ~umask()


def umask() -> int:
    """The permissions that this process gives to nobody."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def test_a_new_laptop_is_told_which_copy_cannot_be_read(
    anna: Table, emil: Table, folder: Path
) -> None:
    anna.does(["sync", str(folder)])
    path = one_file(folder)
    path.write_bytes(path.read_bytes()[:100])
    refused = emil(["sync", str(folder)])
    assert (refused.code, path.name in refused.err.replace("\n       ", "")) == (6, True)


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


def test_what_only_the_folder_has_is_never_written_over(
    four: dict[str, Table], folder: Path, tmp_path: Path
) -> None:
    """A disk breaks, an older copy is restored, and the evening is typed again from memory."""
    anna, copy = four["Anna"], tmp_path / "copy.db"
    anna.does(["db", "backup", str(copy)], EPISODE_2, "sync --yes")
    had = {path.name: path.read_bytes() for path in folder.iterdir()}
    head = head_of(anna)
    anna.does(["db", "restore", str(copy), "--replace"])
    anna.does("episode result eagle=5 bear=4 deer=3 wolf=2 --yes")
    for line in ("sync --yes", "sync"):
        output = anna(line)
        shown = " ".join(output.out.split())
        assert (output.code, "1 entry that is not here" in shown) == (7, True), output
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == had
    output = anna("sync --follow both --later keep --yes")
    assert (output.code, "This copy is written" in output.out) == (0, True), output
    assert anna(f"audit --head {head} --campaign '(history 2)'").code == 0
    assert anna("sync --yes").code == 0


def test_a_process_that_was_killed_leaves_nothing_for_good(
    four: dict[str, Table], folder: Path
) -> None:
    four["Anna"].does("city rename eagle Rivers")
    names = [f".{path.name}" for path in folder.iterdir()]
    for name in names:
        for process in (4194400, os.getpid(), os.getppid()):  # no process has the first number
            (folder / f"{name}.{process}.part").write_bytes(b"half")
    synced(four["Anna"])
    left = sorted(path.suffixes[-2] for path in folder.iterdir() if path.suffix == ".part")
    others = 3 * [f".{process}" for process in (4194400, os.getpid())]
    assert left == sorted([*others, *(4 * [f".{os.getppid()}"])])


def test_a_folder_that_is_gone_is_named(four: dict[str, Table], folder: Path) -> None:
    shutil.rmtree(folder)
    output = four["Anna"]("sync")
    assert (output.code, output.err.count("error:")) == (7, 1)
    assert str(folder) in output.err
    shown = said(four["Anna"], "status")
    assert f"The shared folder {folder} cannot be read: no such file or directory" in shown


def test_a_key_that_cannot_be_used_keeps_nobody_from_the_status(four: dict[str, Table]) -> None:
    key = four["Anna"].folder / "Anna.pem"
    key.chmod(0o644)
    output = four["Anna"]("status")
    assert (output.code, "episode" in output.out) == (0, True)
    said = f"the key {key} can be read by others (chmod 600 {key}"  # wrapped where the path says
    assert "".join(said.split()) in "".join(output.err.split())
    assert four["Anna"]("sync").code == 5


def test_a_folder_that_goes_in_between_takes_nothing_away(
    four: dict[str, Table], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was taken in until then is kept, and what could not be written is said."""
    four["Ben"].does("city rename bear Hills")
    synced(four["Ben"])

    def goes(session: Session, uid: str, where: Path) -> None:
        shutil.rmtree(folder)

    monkeypatch.setattr(sync, "remember", goes)
    output = four["Anna"]("sync --yes")
    assert output.code == 7
    assert "Ben: taken in, verified" in output.out
    assert "This copy cannot be written there: no such file or directory" in output.out
    assert "Nothing was written" not in output.err
    assert "Hills" in four["Anna"].does("city list")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [(disks.fill, "no space left on device"), (disks.make_read_only, "read-only file system")],
)
def test_a_folder_without_room_is_read_and_named(
    anna: Table, tmp_path: Path, spoil: Callable[[Path], None], why: str
) -> None:
    with disks.small_disk(tmp_path / "stick") as stick:
        four = laptops(anna)
        for table in four.values():
            table.does(["sync", str(stick)])
        four["Ben"].does("city rename bear Hills")
        synced(four["Ben"])
        four["Anna"].does("city rename eagle Rivers")
        before = {path.name: path.read_bytes() for path in stick.iterdir()}
        spoil(stick)
        output = four["Anna"]("sync --yes")
        assert (output.code, output.err.count("Traceback")) == (7, 0)
        assert f"This copy cannot be written there: {why}" in " ".join(output.out.split())
        assert "Hills" in four["Anna"].does("city list")
        document = json.loads(four["Anna"]("sync --yes --json").out)
        assert (document["written"], document["unwritten"]) == (False, why)
        for name, data in before.items():
            assert (stick / name).read_bytes() == data
        assert not list(stick.glob(".*.part"))


def test_clocks_that_disagree_change_nothing(four: dict[str, Table]) -> None:
    for name, days in {"Anna": 0, "Ben": 3, "Chen": -400, "Dora": 7000}.items():
        set_clock(four[name], timedelta(days=days))
        four[name].does(["city", "rename", name, f"{name}s"])
    for _ in range(2):
        for table in four.values():
            synced(table)
    assert len(heads(four)) == 1
    cities = json.loads(four["Chen"]("status --json").out)["cities"]
    assert {city["name"] for city in cities} == {"Annas", "Bens", "Chens", "Doras"}
    for table in four.values():
        table.does("audit --all")


def test_a_file_under_a_name_in_other_letters_is_read(four: dict[str, Table], folder: Path) -> None:
    """A disk that does not tell Ben from BEN may give a file back under another name."""
    files = {path.name for path in folder.iterdir()}
    four["Ben"].does(EPISODE_2)
    synced(four["Ben"])
    for name in files:
        (folder / name).rename(folder / name.upper())
    assert synced(four["Anna"])["written"] is True
    assert head_of(four["Anna"]) == head_of(four["Ben"])


@pytest.mark.parametrize("kind", ["folder to sync", "copy"])
def test_a_damaged_name_of_a_folder_or_file_is_no_name(
    four: dict[str, Table], folder: Path, kind: str
) -> None:
    anna = four["Anna"]
    tamper(anna.db, f"UPDATE setting SET value = 'a' || char(0) || 'b' WHERE key = '{kind}'")
    assert anna("status").code == 0
    anna.does(["sync", str(folder), "--yes"])
    assert "In the shared folder" not in said(anna, "status")


def test_what_a_file_cannot_heed_is_wrong_usage(four: dict[str, Table], tmp_path: Path) -> None:
    bundle = str(tmp_path / "from-ben.zip")
    four["Ben"].does(EPISODE_2, ["handover", "export", "--all", "-o", bundle])
    anna, database = four["Anna"], str(four["Ben"].db)
    for words, why in (
        (["sync", bundle, "--without", "Ben"], "--without goes with a folder"),
        (["sync", bundle, "--key", "AAAA", "--key", "BBBB"], "one --key goes with a file"),
        (["handover", "take", database, "--key", "AAAA"], "nobody has signed"),
        (["sync", database, "--key", "AAAA"], "nobody has signed"),
    ):
        output = anna([*words, "--yes"])
        assert (output.code, why in output.err) == (2, True), output.err


def test_a_square_may_be_for_another_copy_in_the_folder(apart: list[Table]) -> None:
    assert apart[2]("sync --yes --follow both --sticker 'deer rock C5'").code == 0
