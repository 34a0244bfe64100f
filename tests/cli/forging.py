"""Bundles that an attacker makes: read, changed, chained and signed again with another key."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from campaign.store import bundles, journal, keys

Members = dict[str, bytes]
Manifest = dict[str, Any]
Change = Callable[[Members, Manifest], object]


def written(payload: dict[str, Any]) -> str:
    """A payload as canonical JSON, whatever it holds."""
    return json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def forged(bundle: str, change: Change) -> bytes:
    """A bundle that somebody has changed and signed with the key that is now in use."""
    unpacked = bundles.unpack_bundle(Path(bundle).read_bytes())
    members = dict(unpacked.members)
    manifest = {k: v for k, v in unpacked.manifest.items() if k not in ("format", "members")}
    change(members, manifest)
    text = bundles.manifest_text(manifest, members)
    return bundles.pack_bundle(text, keys.sign(bundles.PURPOSE, text), members)


def replaced(name: str, old: bytes, new: bytes) -> Change:
    """Other bytes within a member."""

    def change(members: Members, manifest: Manifest) -> None:
        assert old in members[name]
        members[name] = members[name].replace(old, new)

    return change


def dropped(name: str) -> Change:
    """A member that is missing."""
    return lambda members, manifest: members.pop(name)


def added(name: str, data: bytes = b"x") -> Change:
    """A member more."""
    return lambda members, manifest: members.update({name: data})


def stated(key: str, value: object) -> Change:
    """Another value in the manifest."""
    return lambda members, manifest: manifest.update({key: value})


def rechained(number: int, **values: Any) -> Change:
    """Other values of an entry, counted from 1, and a chain, head and manifest that fit.

    A table as `payload` changes the values of the payload that it names.
    """

    def change(members: Members, manifest: Manifest) -> None:
        entries = [json.loads(line) for line in members["journal.jsonl"].splitlines()]
        previous = ""
        for entry in entries:
            if entry["seq"] == number:
                payload = json.loads(entry["payload"]) | values.get("payload", {})
                entry |= {**values, "payload": written(payload)}
            entry["previous_hash"] = previous
            entry["hash"] = previous = journal.entry_hash(
                previous,
                manifest["stream"],
                entry["seq"],
                entry["kind"],
                entry["author"],
                entry["recorded_at"],
                entry["payload"],
            )
        members["journal.jsonl"] = "".join(f"{json.dumps(e)}\n" for e in entries).encode()
        manifest["head"] = {"seq": len(entries), "hash": previous}

    return change
