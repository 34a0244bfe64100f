"""Photos of evenings: only pixels are kept, by their hash, beside the database."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import shutil
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from campaign.cli import chronicle, files
from campaign.services import photos_cleaning
from campaign.store import bundles
from campaign.store import photos as store
from campaign.store.database import open_database
from tests.cli.test_handover_taking import ben
from tests.fixtures import ETERNAL, Refuses, Run, Table, content

Image = pytest.importorskip("PIL.Image", reason="photos need the extra photos")

__all__ = ["ben"]

GPS, MAKE, ORIENTATION, WHEN = 0x8825, 0x010F, 0x0112, 0x0132
TURNED = 6
"""An orientation: the picture stands upright after a quarter turn."""


def picture(kind: str = "JPEG", size: tuple[int, int] = (60, 40), **more: Any) -> bytes:
    """A picture of so many pixels."""
    file = io.BytesIO()
    mode = "RGB" if kind == "JPEG" else "RGBA"
    Image.linear_gradient("L").resize(size).convert(mode).save(file, kind, **more)
    return file.getvalue()


def from_a_phone() -> bytes:
    """A JPEG with all that a phone writes beside the pixels, and bytes behind its end."""
    exif = Image.Exif()
    exif[MAKE], exif[ORIENTATION], exif[WHEN] = "Phone", TURNED, "2026:11:20 20:15:00"
    exif.get_ifd(GPS).update({1: "N", 2: (52.0, 31.0, 12.0), 3: "E", 4: (13.0, 24.0, 18.0)})
    beside = {"exif": exif, "xmp": b"<x:xmpmeta>52,31.2N</x:xmpmeta>", "comment": b"at home"}
    return picture(**beside) + b"behind" * 10


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.jpg"
    path.write_bytes(from_a_phone())
    return path


def folder(db: Path) -> Path:
    return db.with_name(f"{db.name}.photos")


def run_ok(run: Run, *words: str) -> bool:
    return run(list(words)).code == 0


def listed(run: Run) -> list[dict[str, Any]]:
    photos: list[dict[str, Any]] = json.loads(run("photo list --json").out)["photos"]
    return photos


def test_a_photo_of_an_episode(played: Run, board: Path, db: Path) -> None:
    added = played(["photo", "add", str(board), "--whose", "ben"])
    assert added.code == 0, added.err
    said = " ".join(added.err.split())
    assert "of episode 1 of Tuesday, bear" in said
    assert (
        "Taken out: where it was taken, the camera, when it was taken, remarks of programs (XMP), "
        "comments, 60 bytes behind its end." in said
    )
    (photo,) = listed(played)
    data = Path(photo["path"]).read_bytes()
    assert photo["photo"] == hashlib.sha256(data).hexdigest()
    assert (photo["size"], photo["kind"], photo["seat"]) == (len(data), "image/jpeg", "bear")
    assert (photo["campaign"], photo["episode"], photo["session"]) == ("Tuesday", 1, None)
    assert (photo["state"], Path(photo["path"]).parent) == ("here", folder(db))
    episode = json.loads(played("episode show 1 --json").out)
    keys = ("photo", "size", "kind", "seat")
    assert episode["photos"] == [{key: photo[key] for key in keys}]
    assert f"Photo {photo['photo'][:12]}, bear" in played("episode show 1").out
    assert f"a photo of episode 1: {photo['photo'][:12]}, bear" in played("history").out
    assert "photos of evenings" in played("audit").out
    assert played("audit").code == 0


def test_only_pixels_are_kept_and_they_stand_upright() -> None:
    clean = photos_cleaning.cleaned(from_a_phone())
    for secret in (b"Phone", b"xmpmeta", b"Exif", b"at home", b"behind", b"2026"):
        assert secret not in clean.data
    with Image.open(io.BytesIO(clean.data)) as kept:
        assert (kept.format, kept.size, dict(kept.getexif())) == ("JPEG", (40, 60), {})
        assert not {"exif", "xmp", "comment", "photoshop", "icc_profile"} & kept.info.keys()
    assert clean.data.rstrip(b"\0").endswith(b"\xff\xd9")


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_other_pictures_become_photos(kind: str) -> None:
    clean = photos_cleaning.cleaned(picture(kind, (5_000, 100)))
    assert (clean.kind, clean.width, clean.height) == ("image/jpeg", 2048, 41)
    assert clean.taken_out == ()


def archived(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("run.js", "alert(1)")
    return data + file.getvalue()


def scanned(times: int) -> bytes:
    """A progressive JPEG whose last pass is repeated."""
    data = picture(size=(64, 64), progressive=True)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * times + data[-2:]


def filled(filling: bytes) -> bytes:
    """A JPEG with something behind its first marker."""
    data = picture()
    return data[:2] + filling + data[2:]


ENDLESS = "far more parts than a photo has"
HOSTILE = {
    "scans": (scanned(1_000), ENDLESS),
    "notes": (filled(b"\xff\xe1\x00\x0aExif\0\0ab" * 10_000), ENDLESS),
    "filling": (filled(b"\xff" * 10_000), ENDLESS),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture in an accepted format"),
    "text": (b"Anna 12, Ben 9", "no picture in an accepted format"),
    "nothing": (b"", "no picture in an accepted format"),
    "gif": (b"GIF89a" + bytes(100), "no picture in an accepted format"),
    "half": (picture(size=(600, 400))[:-200], "cannot be drawn"),
    "archive": (archived(picture()), "is also an archive"),
    "page": (picture(comment=b"<script>alert(1)</script>"), "is also a page"),
    "pdf": (picture(comment=b"%PDF-1.7"), "is also a PDF"),
    "bomb": (picture("PNG", (9_000, 9_000), compress_level=9), "9000 x 9000 pixels"),
    "large": (bytes(31 * 2**20), "holds more than"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_photo_is_refused_in_a_line(
    played: Run, tmp_path: Path, db: Path, name: str
) -> None:
    path, before = tmp_path / "board.jpg", content(db)
    data, why = HOSTILE[name]
    path.write_bytes(data)
    output = played(["photo", "add", str(path)])
    assert (output.code in (6, 7), output.out) == (True, "")
    assert why in output.err
    assert "Traceback" not in output.err
    assert content(db) == before
    assert not folder(db).exists()


def test_a_picture_that_lies_of_its_size_is_refused(played: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    data = bytearray(picture("PNG"))
    data[16:24] = (60_000).to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(bytes(data[12:29])).to_bytes(4, "big")
    path.write_bytes(bytes(data))
    assert "larger than any photo" in played(["photo", "add", str(path)]).err


def test_what_is_odd_beside_the_pixels_is_taken_out_in_silence(
    played: Run, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    path = tmp_path / "board.png"
    # A note that says that it has 2 GiB.
    note = b"II*\0\x08\0\0\0\x01\0\x0f\x01\x02\0\xff\xff\xff\x7f\x08\0\0\0\0\0\0\0"
    path.write_bytes(picture("PNG", exif=note))
    assert played(["photo", "add", str(path)]).code == 0
    assert not list(recwarn)


def test_many_passes_of_a_real_picture_are_taken_in() -> None:
    assert photos_cleaning.cleaned(scanned(20)).width == 64


def test_a_photo_is_of_whoever_sat_there_that_evening(settled: Run, board: Path) -> None:
    assert run_ok(settled, "player", "join", "wolf", "Emil", "--yes")
    assert run_ok(settled, "player", "join", "eagle", "Dora", "--yes")
    assert run_ok(settled, "photo", "add", str(board), "--whose", "Dora", "--episode", "1")
    assert listed(settled)[-1]["seat"] == "wolf"
    assert settled(["photo", "add", str(board), "--episode", "0"]).code == 4


def test_a_photo_of_a_session(run: Run, board: Path, refuses: Refuses) -> None:
    assert run(["session", "record", str(ETERNAL), "--yes"]).code == 0
    assert run("player rename Anna Hannah").code == 0
    assert run(["photo", "add", str(board), "--session", "1", "--whose", "hannah"]).code == 0
    (photo,) = listed(run)
    assert (photo["campaign"], photo["session"], photo["seat"]) == (None, 1, "eagle")
    assert json.loads(run("session show 1 --json").out)["photos"][0]["seat"] == "eagle"
    assert "photo added" in run("session show 1").out
    refuses(f"photo add '{board}' --session 1 --whose wolf", 6, "wolf is not a seat of session 1")
    again = refuses(f"photo add '{board}' --session 1", 6, "this photo is there already")
    assert f"campaign photo remove {photo['photo'][:12]}, then add it again" in again.err
    refuses(f"photo add '{board}' --session 2", 4, "there is no session 2")
    assert run("photo remove").code == 2
    removed = run(["photo", "remove", photo["photo"][:8], "--reason", "a face", "--yes"])
    assert removed.code == 0
    assert listed(run) == []
    assert "photo removed: a face" in run("session show 1").out
    assert run("audit --all").code == 0


def test_photos_of_one_campaign_alone(played: Run, board: Path, refuses: Refuses) -> None:
    """`photo remove` with another campaign removed the photo of this one."""
    assert played(["photo", "add", str(board)]).code == 0
    (photo,) = listed(played)
    assert played("new Friday --seat eagle=Emil --seat bear=Fay --yes").code == 0
    assert json.loads(played("photo list --campaign Friday --json").out)["photos"] == []
    assert "No evening of Friday has a photo." in played("photo list --campaign Friday").out
    assert json.loads(played("photo list --campaign Tuesday --json").out)["photos"] == [photo]
    refuses(f"photo remove {photo['photo']} --campaign Friday --yes", 4, "there is no photo")
    assert listed(played) == [photo]
    assert played(f"photo remove {photo['photo']} --campaign Tuesday --yes").code == 0
    assert listed(played) == []


def test_a_photo_is_removed_with_its_file(played: Run, board: Path, db: Path) -> None:
    assert played(["photo", "add", str(board)]).code == 0
    (photo,) = listed(played)
    assert played("photo remove 00 --yes").code == 4
    shown = played(["photo", "remove", photo["photo"][:6], "--dry-run"])
    assert (shown.code, shown.err.splitlines()[-1]) == (0, "Nothing was written.")
    assert photo["photo"][:12] in played("photo list").out
    gone = played(["photo", "remove", photo["photo"][:6], "--reason", "a face", "--yes"])
    assert "copies and bundles that have it keep it" in " ".join(gone.err.split())
    assert list(folder(db).iterdir()) == []
    assert listed(played) == []
    history = " ".join(played("history").out.split())
    assert f"the photo {photo['photo'][:12]} of episode 1 is removed; a face" in history
    assert played("undo --yes").code == 0
    assert [one["state"] for one in listed(played)] == ["missing"]
    assert f"not here: {photo['photo'][:12]} of episode 1" in " ".join(
        played("audit --verbose").out.split()
    )
    assert played("audit").code == 0


def test_a_photo_whose_file_is_lost_is_put_back(
    played: Run, board: Path, db: Path, refuses: Refuses
) -> None:
    """The command wrote the file, and said that nothing was written."""
    assert run_ok(played, "session", "record", str(ETERNAL), "--yes")
    for where in ("--episode 1", "--session 1"):
        add = f"photo add '{board}' {where}"
        assert played(add).code == 0
        refuses(add, 6, "this photo is there already")
        entries = played("list --json").out
        (file,) = folder(db).iterdir()
        for lost in (True, False):
            file.unlink() if lost else file.write_bytes(b"another picture")
            output = played(add)
            assert (output.code, "Nothing was written" in output.err) == (0, False)
            assert "Its file is back" in output.err
        assert {one["state"] for one in listed(played)} == {"here"}
        assert played("list --json").out == entries


def test_a_photo_that_is_refused_leaves_no_file(
    run: Run, board: Path, db: Path, refuses: Refuses
) -> None:
    assert run_ok(run, "session", "record", str(ETERNAL), "--yes")
    refuses(f"photo add '{board}' --session 1 --whose wolf", 6, "wolf is not a seat of session 1")
    assert not folder(db).exists()


def test_databases_with_one_folder_share_a_photo_and_are_told(
    played: Run, board: Path, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(store.VARIABLE, str(tmp_path / "shared"))
    assert played(["photo", "add", str(board)]).code == 0
    copy = str(tmp_path / "copy.db")
    assert played(["db", "backup", copy]).code == 0
    (photo,) = listed(played)
    removed = played(["photo", "remove", photo["photo"], "--yes", "--db", copy])
    assert removed.code == 0
    assert "lose the file, too." in " ".join(removed.err.split())
    assert [one["state"] for one in listed(played)] == ["missing"]


def test_a_photo_whose_file_cannot_be_deleted_can_be_removed_later(
    played: Run, board: Path, db: Path
) -> None:
    assert played(["photo", "add", str(board)]).code == 0
    (photo,) = listed(played)
    file = Path(photo["path"])
    file.unlink()
    file.mkdir()  # which no program deletes as a file
    refused = played(["photo", "remove", photo["photo"], "--yes"])
    assert (refused.code, "Nothing was written." in refused.err) == (5, True)
    file.rmdir()
    assert [one["photo"] for one in listed(played)] == [photo["photo"]]
    assert played(["photo", "remove", photo["photo"], "--yes"]).code == 0


def test_what_a_killed_program_left_of_a_photo_is_removed(
    played: Run, board: Path, db: Path
) -> None:
    folder(db).mkdir()
    ours, other = (folder(db) / f".{name}.jpg.99999999.part" for name in ("0f" * 32, "holiday"))
    for left in (ours, other):
        left.touch()
    assert played(["photo", "add", str(board)]).code == 0
    assert [left.exists() for left in (ours, other)] == [False, True]


def test_photos_are_listed_by_the_day_of_their_evening(played: Run, board: Path) -> None:
    assert played(["photo", "add", str(board)]).code == 0
    (photo,) = listed(played)
    day = photo["day"]
    for since, found in ((day, [photo]), ("2999-01-01", [])):
        shown = json.loads(played(f"photo list --since {since} --last 3 --json").out)["photos"]
        assert shown == found


def test_a_photo_is_undone_with_its_evening(begun: Run, played: Run, board: Path) -> None:
    assert played(["photo", "add", str(board)]).code == 0
    assert played("undo --yes").code == 0
    assert listed(played) == []
    assert played("redo --yes").code == 0
    assert [one["state"] for one in listed(played)] == ["here"]


def test_a_photo_that_was_altered_is_named_and_never_shown(
    played: Run, board: Path, db: Path, tmp_path: Path
) -> None:
    assert played(["photo", "add", str(board)]).code == 0
    (photo,) = listed(played)
    file, page = Path(photo["path"]), tmp_path / "page.html"
    for altered in (picture(size=(10, 10)), b""):
        file.write_bytes(altered)
        audit = played("audit")
        assert audit.code == 3
        assert f"{photo['photo'][:12]} of episode 1" in audit.out
        assert [one["state"] for one in listed(played)] == ["altered"]
        assert played(["chronicle", "--photos", "-o", str(page), "--replace"]).code == 0
        assert "data:image/jpeg" not in page.read_text("utf-8")
    file.unlink()
    file.mkdir()
    assert played("audit").code == 3
    file.rmdir()
    os.mkfifo(file)
    assert played("audit").code == 3
    file.unlink()
    file.symlink_to(tmp_path / "nowhere")
    assert [one["state"] for one in listed(played)] == ["altered"]
    shutil.rmtree(folder(db))
    assert [one["state"] for one in listed(played)] == ["missing"]
    assert played("audit").code == 0


def test_photos_are_on_a_chronicle_on_request(played: Run, board: Path, tmp_path: Path) -> None:
    assert played(["photo", "add", str(board), "--whose", "bear"]).code == 0
    page = tmp_path / "page.html"
    assert played(["chronicle", "-o", str(page)]).code == 0
    assert "data:image/jpeg" not in page.read_text("utf-8")
    made = played(["chronicle", "--photos", "-o", str(page), "--replace"])
    assert "Photos on it: 1" in made.err
    assert page.read_text("utf-8").count('<img src="data:image/jpeg;base64,') == 1
    verified = played(["handover", "verify", str(page)])
    assert verified.code == 0, verified.out
    assert "1 with their hashes" in verified.out
    other = photos_cleaning.cleaned(picture(size=(50, 50))).data

    text, photo = page.read_text("utf-8"), Path(listed(played)[0]["path"]).read_bytes()
    swapped = text.replace(base64.b64encode(photo).decode(), base64.b64encode(other).decode())
    assert swapped != text
    page.write_text(swapped, "utf-8")
    assert played(["handover", "verify", str(page)]).code == 3
    assert played(["chronicle", "--photos", "--anonymous", "-o", str(page)]).code == 2


def test_a_page_with_photos_may_be_larger_than_a_bundle(
    played: Run, board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    assert played(["photo", "add", str(board)]).code == 0
    monkeypatch.setattr(files, "LARGEST_BUNDLE", 1000)
    made = played(["chronicle", "--photos", "-o", str(page)])
    assert "It proves itself" in made.err
    assert played(["audit", "--file", str(page)]).code == 0
    monkeypatch.setattr(chronicle, "LARGEST_PAGE", 1000)
    made = played(["chronicle", "--photos", "-o", str(page), "--replace"])
    assert "It proves itself" not in made.err
    assert "too many photos to be checked" in made.err
    monkeypatch.setattr(bundles, "LARGEST_FILE", 1000)
    full = played(["handover", "export", "--all", "--photos", "-o", str(tmp_path / "full.zip")])
    assert (full.code, "leave --photos out" in full.err) == (7, True)


def test_photos_are_in_a_bundle_on_request(anna: Table, ben: Table, tmp_path: Path) -> None:
    board = tmp_path / "board.jpg"
    board.write_bytes(from_a_phone())
    anna.does(["photo", "add", str(board)])
    plain, full = str(tmp_path / "plain.zip"), str(tmp_path / "full.zip")
    anna.does(["handover", "export", "--all", "-o", plain])
    assert "Photos in it: 1" in anna.does(["handover", "export", "--all", "--photos", "-o", full])
    with zipfile.ZipFile(plain) as file:
        assert not any(name.startswith("photos/") for name in file.namelist())
    ben.does(["handover", "import", plain, "--yes"])
    assert [one["state"] for one in listed(ben)] == ["missing"]
    assert "not here" in ben.does("audit --verbose")
    assert "Photos that came with it: 1" in ben.does(["handover", "import", full, "--yes"])
    assert [one["state"] for one in listed(ben)] == ["here"]
    assert "nothing changed" in ben.does(["handover", "verify", full])


def test_copies_say_that_photos_are_not_in_them(played: Run, board: Path, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    assert "photo" not in played(["db", "backup", copy]).err
    assert played(["photo", "add", str(board)]).code == 0
    said = " ".join(played(["db", "backup", str(tmp_path / "other.db")]).err.split())
    assert "1 photo is in no copy of the database and stays as it is" in said
    restored = " ".join(played(["db", "restore", copy, "--replace"]).err.split())
    assert "1 photo is in no copy of the database and stays as it is" in restored


def test_a_server_needs_a_folder_for_photos(monkeypatch: pytest.MonkeyPatch, db: Path) -> None:
    url = "postgresql+psycopg://club@db.example/campaign"
    assert store.folder_of(open_database(db).url) == folder(db)

    assert store.folder_of(make_url(url)) is None
    monkeypatch.setenv(store.VARIABLE, "/srv/photos")
    assert store.folder_of(make_url(url)) == Path("/srv/photos")


def test_an_evening_has_so_many_photos_at_most(played: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    for number in range(1, 14):
        path.write_bytes(picture("PNG", (10 + number, 10)))
        added = played(["photo", "add", str(path)])
        assert (added.code, number) in ((0, number), (6, 13))
    assert "an evening has at most 12 photos" in added.err
    assert len(listed(played)) == 12


def test_without_the_extra_a_photo_is_refused_and_all_else_goes_on(
    played: Run, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert played(["photo", "add", str(board)]).code == 0
    monkeypatch.setitem(sys.modules, "PIL", None)
    refused = played(["photo", "add", str(board)])
    assert "a photo needs the extra photos, which is not installed" in refused.err
    assert '-m pip install "pillow>=12"' in refused.err
    assert [one["state"] for one in listed(played)] == ["here"]
    assert played("audit").code == 0


@pytest.mark.parametrize(("of_folder", "of_file"), [(0o755, 0o600), (0o2770, 0o640)])
def test_whoever_may_write_to_a_folder_of_photos_may_read_them(
    played: Run,
    board: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    of_folder: int,
    of_file: int,
) -> None:
    folder = tmp_path / "of all"
    folder.mkdir()
    folder.chmod(of_folder)
    monkeypatch.setenv(store.VARIABLE, str(folder))
    before = os.umask(0o022)
    try:
        assert played(["photo", "add", str(board)]).code == 0
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [of_file]


def test_a_photo_that_an_account_may_not_read_is_missing_and_not_altered(
    played: Run, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> bytes:
        raise PermissionError

    def access(path: Path, mode: int, **more: bool) -> bool:
        return Path(path).suffix != ".jpg" and usual(path, mode, **more)

    assert played(["photo", "add", str(board)]).code == 0
    usual = os.access
    monkeypatch.setattr(store, "read_plain", refused)
    monkeypatch.setattr(os, "access", access)
    assert [one["state"] for one in listed(played)] == ["missing"]
    assert played("audit").code == 0
