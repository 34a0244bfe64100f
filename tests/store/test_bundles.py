"""Files from elsewhere: a sound bundle is read, and twenty-odd hostile ones are refused."""

from __future__ import annotations

import io
import json
import os
import shlex
import stat
import struct
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.store import bundles, keys
from campaign.store.errors import BadBundle, BadKey
from campaign.store.keys import Signature

MEMBERS = {"journal.jsonl": b"{}\n", "secret.txt": b"s", "letter.txt": b"Dear Emil\n"}


@pytest.fixture(autouse=True)
def _own_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))


def bundle(members: dict[str, bytes] | None = None, **manifest: object) -> bytes:
    held = MEMBERS if members is None else members
    text = bundles.manifest_text({"by": "Anna", **manifest}, held)
    return bundles.pack_bundle(text, keys.sign(bundles.PURPOSE, text), held)


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED, mode: int = 0) -> bytes:
    """Any zip at all."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as file:
        for name, data in members:
            info = zipfile.ZipInfo(name)
            info.compress_type, info.external_attr = method, mode << 16
            file.writestr(info, data)
    return buffer.getvalue()


def test_what_was_packed_is_read() -> None:
    content = bundles.unpack_bundle(bundle(campaign="u"))
    assert content.members == MEMBERS
    assert content.manifest["campaign"] == "u"
    assert content.by.fingerprint == keys.own_fingerprint()


def test_the_same_history_makes_the_same_file() -> None:
    assert bundle() == bundle()


def changed(old: bytes, new: bytes) -> bytes:
    """A bundle of which one member was changed, with a manifest that says so."""
    held = {name: data.replace(old, new) for name, data in MEMBERS.items()}
    text = bundles.manifest_text({"by": "Anna"}, MEMBERS)
    return bundles.pack_bundle(text, keys.sign(bundles.PURPOSE, text), held)


def overlapping() -> bytes:
    """Two members of the directory that share their bytes."""
    data = bytearray(zipped(("letter.txt", b"x" * 50), ("secret.txt", b"x" * 50)))
    end = data.rindex(b"PK\x05\x06")
    (start,) = struct.unpack_from("<I", data, end + 16)
    first = struct.unpack_from("<I", data, start + 42)[0]
    second = data.index(b"PK\x01\x02", start + 4)
    struct.pack_into("<I", data, second + 42, first)
    return bytes(data)


def claiming_less() -> bytes:
    """A member whose directory says that it is small."""
    data = bytearray(zipped(("letter.txt", b"x" * 5000)))
    start = data.index(b"PK\x01\x02")
    struct.pack_into("<I", data, start + 24, 5)
    return bytes(data)


def encrypted() -> bytes:
    data = bytearray(zipped(("letter.txt", b"x")))
    struct.pack_into("<H", data, data.index(b"PK\x01\x02") + 8, 1)
    return bytes(data)


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no zip": lambda: b"Dear Emil, here is the city.",
    "a page before it": lambda: b"\n<!doctype html><p>Anna has won<!--" + bundle(),
    "cut off": lambda: bundle()[:-40],
    "cut in the middle": lambda: bundle()[: len(bundle()) // 2],
    "an empty zip": lambda: zipped(),
    "no manifest": lambda: zipped(("letter.txt", b"x")),
    "no signature": lambda: zipped(("manifest.json", b"{}")),
    "a path upwards": lambda: zipped(("../letter.txt", b"x")),
    "an absolute path": lambda: zipped(("/etc/letter.txt", b"x")),
    "a backslash": lambda: zipped(("records\\episode-01.toml", b"x")),
    "a drive": lambda: zipped(("C:letter.txt", b"x")),
    "an unknown member": lambda: zipped(("run.sh", b"x")),
    "a link": lambda: zipped(("letter.txt", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777),
    "a folder": lambda: zipped(("records/", b"")),
    "too many members": lambda: zipped(
        *((f"records/episode-{n:02}.toml", b"x") for n in range(100)), ("letter.txt", b"x")
    ),
    "a bomb": lambda: zipped(("letter.txt", b"\0" * 80_000_000)),
    "a small bomb": lambda: zipped(("letter.txt", b"\0" * 2_000_000)),
    "another packing": lambda: zipped(("letter.txt", b"x"), method=zipfile.ZIP_BZIP2),
    "encrypted": encrypted,
    "overlapping": overlapping,
    "a small size that lies": claiming_less,
    "a member changed": lambda: changed(b"Emil", b"Eve"),
    "a member too many": lambda: bundles.pack_bundle(
        (t := bundles.manifest_text({}, MEMBERS)),
        keys.sign(bundles.PURPOSE, t),
        {**MEMBERS, "records/episode-01.toml": b"x"},
    ),
    "a member too few": lambda: bundles.pack_bundle(
        (t := bundles.manifest_text({}, MEMBERS)), keys.sign(bundles.PURPOSE, t), {}
    ),
    "signed for something else": lambda: bundles.pack_bundle(
        (t := bundles.manifest_text({}, MEMBERS)), keys.sign("campaign receipt 1", t), MEMBERS
    ),
    "another key": lambda: bundles.pack_bundle(
        bundles.manifest_text({}, MEMBERS), Signature("AAAA", "AAAA"), MEMBERS
    ),
    "another format": lambda: bundles.pack_bundle(
        b'{"format":"campaign bundle 9"}', Signature("", ""), MEMBERS
    ),
    "a key twice": lambda: zipped(("manifest.json", b'{"a":1,"a":2}'), ("signature.json", b"{}")),
    "a fraction": lambda: zipped(("manifest.json", b'{"a":1.5}'), ("signature.json", b"{}")),
    "not a number": lambda: zipped(("manifest.json", b'{"a":NaN}'), ("signature.json", b"{}")),
    "an endless number": lambda: zipped(
        ("manifest.json", b'{"a":%s}' % (b"9" * 5000)), ("signature.json", b"{}")
    ),
    "deep": lambda: zipped(("manifest.json", b"[" * 100_000), ("signature.json", b"{}")),
    "no text": lambda: zipped(("manifest.json", b"\xff\xfe"), ("signature.json", b"{}")),
    "no table": lambda: zipped(("manifest.json", b"[]"), ("signature.json", b"{}")),
    "a wrong signature file": lambda: zipped(
        ("manifest.json", b'{"format":"campaign bundle 1"}'), ("signature.json", b'{"key":1}')
    ),
    "too large": lambda: b"PK" + b"\0" * bundles.LARGEST_FILE,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_bundle_is_refused(kind: str) -> None:
    with pytest.raises(BadBundle) as caught:
        bundles.unpack_bundle(HOSTILE[kind]())
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_a_member_twice() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped(("letter.txt", b"x"), ("letter.txt", b"y"))
    with pytest.raises(BadBundle, match=r"letter.txt is there twice"):
        bundles.unpack_bundle(data)


def test_every_changed_byte_of_a_bundle_is_found_or_carries_nothing() -> None:
    data = bundle()
    sound = bundles.unpack_bundle(data)
    for place in range(len(data)):
        other = bytearray(data)
        other[place] ^= 0x15
        try:
            content = bundles.unpack_bundle(bytes(other))
        except BadBundle:
            continue
        assert content == sound  # a date, a version, an attribute of the zip: nothing of ours


# The key.


def test_a_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = keys.own_fingerprint()
    path = tmp_path / "key.pem"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert keys.own_fingerprint() == first
    path.chmod(0o644)
    with pytest.raises(BadKey, match="can be read by others"):
        keys.own_fingerprint()
    moved = path.rename(tmp_path / "Application Support.pem")
    with pytest.raises(BadKey) as refused:
        keys.own_fingerprint(moved)
    subprocess.run(shlex.split(refused.value.remedy), check=True)
    assert keys.own_fingerprint(moved)


@pytest.mark.parametrize(
    "body", ["", "AAAA", f"MC4CAQAwBQYDV2VwBCIEI{'A' * 43}"], ids=["empty", "short", "unknown"]
)
def test_a_file_that_holds_no_key(tmp_path: Path, body: str) -> None:
    path = tmp_path / "key.pem"
    path.write_text(f"-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n")
    path.chmod(0o600)
    with pytest.raises(BadKey, match="holds no key"):
        keys.own_fingerprint()


def test_what_has_no_end_is_no_key(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe", 0o600)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(BadKey, match="is a pipe or a device, not a key"):
            keys.own_fingerprint(path)
    with (large := tmp_path / "large").open("wb") as file:
        file.truncate(2**31)
    large.chmod(0o600)
    with pytest.raises(BadKey, match="holds no key"):
        keys.own_fingerprint(large)


def test_the_variable_of_the_key_may_name_the_home_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CAMPAIGN_KEY", "~/key.pem")
    assert keys.default_location() == tmp_path / "key.pem"


def test_a_key_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadKey, match="cannot be read or made"):
        keys.own_fingerprint(tmp_path / "file" / "key.pem")


def test_a_signature_is_of_one_text_for_one_purpose() -> None:
    by = keys.sign("a", b"text")
    assert keys.is_signed("a", b"text", by)
    assert not keys.is_signed("b", b"text", by)
    assert not keys.is_signed("a", b"texts", by)
    assert not keys.is_signed("a", b"text", by._replace(key="no key"))
    assert json.loads(json.dumps(by._asdict()))["key"] == by.key
