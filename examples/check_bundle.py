"""Check a bundle or a chronicle without the program that made it.

    python check_bundle.py FILE [HEAD ...]

This file needs only Python 3.11, and the package `cryptography` to check the signature: without it,
the output says so. HEAD is a head of eight characters. docs/format.md describes the checks.

It does not know the rules of the game: `campaign audit --file` checks moves and scores.
The exit code is 0 if all checks pass, 3 if one fails, and 1 for wrong usage.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import sys
import tomllib
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
FIELDS = ("seq", "kind", "payload", "author", "recorded_at", "previous_hash", "hash")
PAGE = re.compile(rb'<script type="application/zip\+base64" id="proof"[^>]*>([A-Za-z0-9+/=]+)<')
LARGEST = 64 * 2**20


class DamagedBundle(ValueError):
    """A file that cannot be read as a bundle."""


def main(arguments: list[str]) -> int:
    """Print the result of each check and return the exit code."""
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__)
    results = check(Path(arguments[0]).read_bytes(), arguments[1:])
    for name, problems, note in results:
        for line in (f"{name:10}  {'FAILED' if problems else 'ok'}  {note}", *problems):
            sys.stdout.write("".join(c if c.isprintable() else "?" for c in line) + "\n")
    sys.stdout.write("Not checked here: the rules of the game, and whether all of it happened.\n")
    return 3 if any(problems for _, problems, _ in results) else 0


Result = tuple[str, list[str], str]
Journal = list[tuple[int, dict[str, Any], dict[str, Any]]]  # number, entry, payload


def check(data: bytes, heads: list[str] | None = None) -> list[Result]:
    """The result of each check: its name, the problems found, and a note."""
    try:
        members = members_of(data)
        manifest = table(members["manifest.json"])
        entries = [table(line) for line in members["journal.jsonl"].splitlines()]
        journal = [(n, row, table(row["payload"].encode())) for n, row in enumerate(entries, 1)]
        known = [short_head(entry["hash"]) for entry in entries]
        note = f"{len(entries)} entries, head {known[-1]}"
        return [
            signature(members),
            ("members", list(wrong_members(members, manifest)), f"{len(members)} of them"),
            ("chain", list(broken(journal, manifest["stream"])), note),
            ("manifest", list(wrong_manifest(manifest, journal)), manifest["name"]),
            ("records", list(wrong_records(members, journal)), "as in the journal"),
            seals(members, journal),
            ("heads", list(missing(known, heads or [])), ", ".join(heads or []) or "none given"),
        ]
    except DamagedBundle as error:
        return [("file", [str(error)], "")]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
        return [("file", [f"something is missing or of another form: {error!r}"], "")]


def members_of(data: bytes) -> dict[str, bytes]:
    """The members of a bundle or of the bundle in a page, by name; raises `DamagedBundle`."""
    if data[:15].lower() == b"<!doctype html>":
        proofs = PAGE.findall(data)
        if len(proofs) != 1:
            raise DamagedBundle("the page holds no history")
        data = base64.b64decode(proofs[0], validate=True)
    members: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data if data[:2] == b"PK" else b"")) as file:
            for info in file.infolist():
                if info.filename in members:
                    raise DamagedBundle(f"{info.filename} is there twice")
                with file.open(info) as member:
                    members[info.filename] = member.read(LARGEST + 1)
                if sum(map(len, members.values())) > LARGEST:
                    raise DamagedBundle("it unpacks to more than a bundle holds")
    except (zipfile.BadZipFile, EOFError, OSError, zlib.error, RuntimeError) as error:
        raise DamagedBundle(f"this is no bundle, or it is damaged: {error}") from None
    return members


def table(data: bytes) -> dict[str, Any]:
    """The values of a JSON object; raises `DamagedBundle` for a repeated key or a fraction."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise DamagedBundle("a key is there twice")
        return dict(pairs)

    def never(text: str) -> Any:
        raise DamagedBundle(f"{text} is no whole number")

    values = json.loads(
        data.decode(), object_pairs_hook=once, parse_float=never, parse_constant=never
    )
    return dict(values)


def signature(members: dict[str, bytes]) -> Result:
    """The check that the manifest was signed with the key that comes with it."""
    fields = table(members["signature.json"])
    raw = {name: base64.b64decode(text, validate=True) for name, text in fields.items()}
    short = grouped(int.from_bytes(hashlib.sha256(fields["key"].encode()).digest()) >> 136, 24)
    note = f"key {short}: compare it by telephone"
    if fields != {name: base64.b64encode(data).decode() for name, data in raw.items()}:
        return "signature", ["it is not written in its one form"], note
    message = b"campaign bundle 1\0" + hashlib.sha256(members["manifest.json"]).digest()
    try:
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  may be missing
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415
    except ModuleNotFoundError:
        return "signature", [], f"NOT CHECKED without: {sys.executable} -m pip install cryptography"
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(raw["key"]).verify(raw["signature"], message)
    except (InvalidSignature, ValueError):
        return "signature", ["it does not fit the manifest and the key"], note
    return "signature", [], note


def grouped(number: int, count: int) -> str:
    """A number as `count` digits of base 32, in groups of four."""
    digits = "".join(DIGITS[number >> 5 * at & 31] for at in range(count - 1, -1, -1))
    return "-".join(digits[at : at + 4] for at in range(0, count, 4))


def wrong_members(members: dict[str, bytes], manifest: dict[str, Any]) -> Iterator[str]:
    """Yield the problems of members that differ from the list in the manifest."""
    listed = manifest["members"]
    present = {name for name in members if name not in ("manifest.json", "signature.json")}
    for name in sorted(present ^ listed.keys()):
        yield f"{name} is {'not listed' if name in present else 'missing'}"
    for name in sorted(present & listed.keys()):
        data = members[name]
        if listed[name] != {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}:
            yield f"{name} is not what was signed"
    if manifest["format"] != "campaign bundle 1":
        yield f"the format is {manifest['format']!r}"


def broken(journal: Journal, stream: str) -> Iterator[str]:
    """Yield the problems of entries that break the chain or are not canonical."""
    previous = ""
    for number, entry, payload in journal:
        if set(entry) != set(FIELDS):
            yield f"entry {number} has other fields: {', '.join(entry)}"
            continue
        if entry["seq"] != number or entry["previous_hash"] != previous:
            yield f"entry {number} does not follow from the one before"
        parts = (previous, stream, str(number), entry["kind"], entry["author"])
        if link(*parts, entry["recorded_at"], entry["payload"]) != entry["hash"]:
            yield f"entry {number} ({entry['kind']}) is not what its hash says"
        text = canonical(payload)
        composed = unicodedata.is_normalized("NFC", re.sub(r"\\(u....|.)", " ", text))
        if text != entry["payload"] or not composed or "\\u0000" in text:
            yield f"the payload of entry {number} is not canonical"
        previous = entry["hash"]


def link(*parts: str) -> str:
    """SHA-256 over a first line and texts, each preceded by its length in eight bytes."""
    content = hashlib.sha256(b"campaign journal 1")
    for part in parts:
        data = part.encode()
        content.update(len(data).to_bytes(8, "big") + data)
    return content.hexdigest()


def canonical(value: Any) -> str:
    """The one canonical JSON text of a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def wrong_manifest(manifest: dict[str, Any], journal: Journal) -> Iterator[str]:
    """Yield the problems of the manifest's fields that differ from the journal."""
    last, gone = {name: journal[-1][1][name] for name in ("seq", "hash")}, taken_back(journal)
    naming = [entry for entry in journal if entry[1]["kind"] in ("created", "campaign renamed")]
    named = [payload["name"] for number, _, payload in naming if number not in gone]
    for name, stated in (("campaign", journal[0][2]["uid"]), ("name", named[-1]), ("head", last)):
        if manifest[name] != stated:
            yield f"{name} is not that of the journal"


def wrong_records(members: dict[str, bytes], journal: Journal) -> Iterator[str]:
    """Yield the problems of missing records, and of records that do not count in the journal."""
    gone = taken_back(journal)
    records: dict[int, str] = {}
    for number, entry, payload in journal:
        if number not in gone and entry["kind"] == "episode recorded":
            records[number] = payload["record"]
        elif number not in gone and entry["kind"] == "amended" and payload["entry"] in records:
            records[payload["entry"]] = payload["record"]
    wanted = {}
    for record in records.values():
        episode = re.search(r"^episode = (\d+)$", record, re.MULTILINE)
        if not episode:
            raise DamagedBundle("a record names no episode")
        wanted[f"records/episode-{int(episode[1]):02}.toml"] = record.encode()
    for name in sorted({name for name in members if name.startswith("records/")} | wanted.keys()):
        if members.get(name) != wanted.get(name):
            yield f"{name} is not what counts in the journal"


def taken_back(journal: Journal) -> set[int]:
    """The numbers of the entries that a later entry takes back, if the later one counts."""
    gone: set[int] = set()
    for number, entry, payload in reversed(journal):
        if number not in gone and entry["kind"] == "withdrawn":
            gone.update(payload["entries"])
        elif number not in gone and entry["kind"] == "restored":
            gone.add(payload["entry"])
    return gone


def seals(members: dict[str, bytes], journal: Journal) -> Result:
    """The check that box and opened envelopes are as sealed by the first entry or an update."""
    first, secret = journal[0][2], members["secret.txt"].decode()
    sealed = {part: (first.get("pack", ""), digest) for part, digest in first["seals"].items()}
    salts = {int(number): salt for number, salt in {**first.get("salts", {}), "0": ""}.items()}
    gone = taken_back(journal)
    for number, entry, payload in journal:
        if entry["kind"] == "envelope opened":
            salts[payload["envelope"]] = payload.get("salt", "")
        elif entry["kind"] == "pack updated" and number not in gone:
            sealed |= {part: (payload["pack"], seal) for part, seal in payload["seals"].items()}
    problems, looked_at = [], 0
    for part, (pack, digest) in sealed.items():
        number = int(part) if part.isdecimal() else 0
        salt = salts.get(number, sha(f"{secret}/{number}") if secret else None)
        if (content := content_of(members, first, pack, number, salt)) is None:
            continue
        looked_at += 1
        if sha(f"{salt}{content}") != digest:
            problems.append(f"{part} is not what was sealed while it was closed")
    left = len(sealed) - looked_at
    return "seals", problems, f"{looked_at} looked at, {left} closed or not known here"


def content_of(
    members: dict[str, bytes], first: dict[str, Any], pack: str, number: int, salt: str | None
) -> str | None:
    """The canonical text of the box (`number` 0) or an envelope; None if it or its salt is unknown.

    Also None for a box that builds on another box: its seal covers both, and the program has that.
    """
    if not first.get("box"):
        name = f"packs/{pack}/{f'envelope_{number}' if number else 'box'}.toml"
        text = members[name].decode() if name in members and salt is not None else None
    elif number:
        hidden = base64.b64decode(first["hidden"][str(number)], validate=True)
        stream = hashlib.shake_256(f"envelope/{salt}".encode()).digest(len(hidden))
        return bytes(a ^ b for a, b in zip(hidden, stream, strict=True)).decode() if salt else None
    else:
        text = first["box"]
    values = tomllib.loads(text) if text is not None else {"base": ""}
    return None if "base" in values else canonical(values)


def sha(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def short_head(digest: str) -> str:
    """The first 35 bits of a hash as seven characters, and a check character."""
    number, check = int(digest[:16], 16) >> 29, 0
    for at in range(30, -1, -5):
        check = (check ^ number >> at & 31) << 1
        check ^= 0b100101 if check & 32 else 0
    return grouped(number << 5 | check, 8)


def missing(known: list[str], heads: list[str]) -> Iterator[str]:
    """Yield the heads that no entry has: of another history, or of one rewritten since then."""
    for head in heads:
        plain = head.upper().replace("-", "").translate(str.maketrans("OIL", "011"))
        if f"{plain[:4]}-{plain[4:]}" not in known:
            yield f"no entry has the head {head}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
