"""Pack and unpack bundles: a bundle is one zip file that carries a history to another person.

    manifest.json     the format, and every other member with its size and SHA-256
    signature.json    a signature over the manifest
    journal.jsonl, secret.txt, letter.txt, records/..., packs/..., photos/...

A bundle may come from a stranger. So nothing is unpacked to the disk, only known names of members
are accepted, and bytes are counted while they are read, because the headers of a zip may lie.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from campaign.store.errors import BadBundle
from campaign.store.keys import Signature, is_signed

PURPOSE = "campaign bundle 1"
BEGINS = b"PK\x03\x04"
"""The first bytes of a bundle; a zip may have others before them, such as a page that lies."""
MANIFEST, SIGNATURE = "manifest.json", "signature.json"
NAME = re.compile(
    r"journal\.jsonl|secret\.txt|letter\.txt"
    r"|records/episode-\d{2,3}\.toml|packs/[a-z_]{1,40}/[a-z_]{1,20}\d{0,2}\.toml"
    r"|photos/[0-9a-f]{40}\.jpg"
)
LARGEST_FILE = 32 * 2**20
LARGEST_WHOLE = 64 * 2**20
MEMBERS = 400
RATIO = 200
LARGEST_MANIFEST = 2**18
CHUNK = 65536
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every member, so that the same history gives the same bytes on any day."""

_REGULAR = 0o100644 << 16


class BundleFile(NamedTuple):
    """The content of a bundle: its manifest, its members by name, and its signature."""

    manifest: Mapping[str, Any]
    members: Mapping[str, bytes]
    by: Signature


class BundleOutline(NamedTuple):
    """The key that has signed the manifest of a bundle, and the bytes to which it unpacks."""

    fingerprint: str
    size: int


def manifest_text(manifest: Mapping[str, Any], members: Mapping[str, bytes]) -> bytes:
    """The JSON text of a manifest with a list of the members; the signature signs this text."""
    member_list = {
        name: {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in sorted(members.items())
    }
    full_manifest = {**manifest, "format": PURPOSE, "members": member_list}
    return json.dumps(full_manifest, ensure_ascii=False, indent=1, sort_keys=True).encode()


def pack_bundle(manifest: bytes, by: Signature, members: Mapping[str, bytes]) -> bytes:
    """The bytes of a bundle."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        signature = json.dumps(by._asdict()).encode()
        for name, data in {MANIFEST: manifest, SIGNATURE: signature, **members}.items():
            info = zipfile.ZipInfo(name, EPOCH)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, _REGULAR
            file.writestr(info, data)
    return buffer.getvalue()


def read_outline(data: bytes) -> BundleOutline:
    """Who signed a bundle, and how large it is; its other members are not unpacked.

    Raises `BadBundle` unless its manifest is signed. It never unpacks to more than its `size`.
    """
    members, size = _read(data, alone=(MANIFEST, SIGNATURE))
    _, _, by = _signed(members)
    return BundleOutline(by.fingerprint, size)


def unpack_bundle(data: bytes) -> BundleFile:
    """Read a bundle and check its signature, which is `by` in the result.

    Raises `BadBundle` unless the bundle is sound.
    """
    members, _ = _read(data)
    manifest, text, by = _signed(members)
    if manifest_text(manifest, members) != text:
        raise BadBundle("the members are not those that were signed")
    return BundleFile(manifest, members, by)


def _signed(members: dict[str, bytes]) -> tuple[Mapping[str, Any], bytes, Signature]:
    """Take the manifest, its text and its signature out of members; raises `BadBundle`."""
    for name in (MANIFEST, SIGNATURE):
        if name not in members:
            raise BadBundle(f"there is no {name} in the file: it is not a bundle")
    text = members.pop(MANIFEST)
    manifest = read_json(text, MANIFEST)
    if manifest.get("format") != PURPOSE:
        raise BadBundle(f"the bundle has the format {manifest.get('format')!r}, not {PURPOSE!r}")
    by = _signature(members.pop(SIGNATURE))
    if not is_signed(PURPOSE, text, by):
        raise BadBundle("the signature does not fit: the bundle was changed after it was signed")
    return manifest, text, by


def _refuse_other_kinds(data: bytes) -> None:
    """Raise `BadBundle` for a file that does not begin as a bundle, or is too large for one."""
    if len(data) > LARGEST_FILE:
        raise BadBundle(f"the file is larger than {LARGEST_FILE >> 20} MiB: it is not a bundle")
    if data.startswith(b"SQLite format 3\0"):
        raise BadBundle(
            "the file is a database, not a bundle",
            "campaign audit --all --db FILE proves all that is in it",
        )
    if re.match(rb'\s*\{\s*"receipt"', data):
        raise BadBundle(
            "the file is a receipt, not a bundle", "campaign handover receipt FILE --take"
        )
    if not data.startswith(BEGINS):
        raise BadBundle("the file is not a bundle: it does not begin as one")


def read_json(text: bytes, name: str) -> dict[str, Any]:
    """The object in the text of the JSON file `name`.

    Raises `BadBundle` for any other text, and for repeated keys, fractions, NaN and infinity.
    """
    try:
        table = json.loads(
            text.decode("utf-8"),
            object_pairs_hook=_once,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except (ValueError, RecursionError) as error:
        raise BadBundle(f"{name} is damaged: {' '.join(str(error).split())[:80]}") from None
    if not isinstance(table, dict):
        raise BadBundle(f"{name} is damaged: it holds no table")
    return table


def _read(data: bytes, alone: Collection[str] = ()) -> tuple[dict[str, bytes], int]:
    """The members of a bundle, by name, and their size; with `alone` only these are unpacked."""
    _refuse_other_kinds(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            infos = file.infolist()
            _look_at(infos)
            members, total_size = {}, 0
            largest = LARGEST_MANIFEST if alone else LARGEST_WHOLE
            for info in infos:
                if alone and info.filename not in alone:
                    continue
                members[info.filename] = _inflated(file, info, largest - total_size)
                total_size += len(members[info.filename])
            return members, sum(info.file_size for info in infos)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError) as error:
        raise BadBundle(f"the file is not a bundle, or it is damaged ({error})") from None
    except (ValueError, struct.error, zlib.error) as error:
        raise BadBundle(f"the file is damaged ({error})") from None


def _look_at(infos: list[zipfile.ZipInfo]) -> None:
    """Raise `BadBundle` if a bundle cannot have these members; this unpacks no member."""
    if len(infos) > MEMBERS:
        raise BadBundle(f"the file has {len(infos)} members, a bundle at most {MEMBERS}")
    names = [info.filename for info in infos]
    for info in infos:
        name = info.filename
        if name not in (MANIFEST, SIGNATURE) and not NAME.fullmatch(name):
            raise BadBundle(f"a bundle has no member {name[:60]!r}")
        if names.count(name) > 1:
            raise BadBundle(f"{name} is there twice")
        if info.flag_bits & 1:
            raise BadBundle(f"{name} is encrypted")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadBundle(f"{name} is compressed in a way that no bundle uses")
        kind = info.external_attr >> 16 & 0o170000
        if kind not in (0, 0o100000):
            raise BadBundle(f"{name} is no plain file")
    spans = sorted((info.header_offset, info.compress_size, info.filename) for info in infos)
    end = 0
    for offset, size, name in spans:
        if offset < end:
            raise BadBundle(f"{name} overlaps another member")
        end = offset + 30 + len(name.encode()) + size


def _inflated(file: zipfile.ZipFile, info: zipfile.ZipInfo, room: int) -> bytes:
    """The bytes of a member, at most `room`; raises `BadBundle` as soon as there are too many."""
    limit = min(room, max(info.compress_size, 1) * RATIO)
    parts, size = [], 0
    with file.open(info) as member:
        while part := member.read(CHUNK):
            size += len(part)
            if size > limit:
                raise BadBundle(f"{info.filename} unpacks to more bytes than it may have")
            parts.append(part)
    return b"".join(parts)


def _signature(text: bytes) -> Signature:
    signature = read_json(text, SIGNATURE)
    values = {key: signature.get(key) for key in Signature._fields}
    if set(signature) != set(Signature._fields) or not all(type(v) is str for v in values.values()):
        raise BadBundle(f"{SIGNATURE} is damaged: it must hold a key and a signature")
    return Signature(str(values["key"]), str(values["signature"]))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key is there twice")
    return table


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no whole number")
