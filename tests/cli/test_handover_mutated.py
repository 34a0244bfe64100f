"""Bundles with random values in random places, chained and signed again: one line, no crash."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from campaign.store import journal
from engine.my_city.campaign.entries import KINDS
from tests.cli.forging import Change, Manifest, Members, forged, written
from tests.fixtures import Table
from tests.soak import count

Path = tuple[str | int, ...]

VALUES: tuple[Any, ...] = (
    *(None, True, 0, 1, 5, 99, -1, 2**70, "", "x", "eagle", "bear", "fox", "G1", "tree"),
    *("\x1b[2J", "\u202e", "\0", "A" * 5000, "0" * 64, "2026-19-01T00:00:00Z", "2026-12-01"),
    *([], {}, ["x"], [1, 2], [0], [-1], [99], [[[[]]]], {"a": 1}, {"eagle": "x"}),
)
OF_ENTRIES = ("author", "recorded_at", "kind", "seq")
CODES = (0, 3, 6, 7)
"""Sound; with a finding; refused by the campaign; not a bundle of this program."""
LOOKING = (
    *("history", "status", "audit", "player list", "list", "brief", "checklist", "city list"),
    *("standings", "envelope list", "episode list"),
)


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of all values within a value, itself first."""
    yield path
    items = value.items() if isinstance(value, dict) else ()
    for key, inner in (*items, *(enumerate(value) if isinstance(value, list) else ())):
        yield from paths(inner, (*path, key))


def put(value: Any, path: Path, new: Any) -> Any:
    """A copy of a value with another one at a place in it."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


def mutated(dice: random.Random) -> Change:
    """One value in the manifest or in an entry becomes another one; chain and manifest follow."""

    def change(members: Members, manifest: Manifest) -> None:
        if dice.random() < 0.2:
            place = dice.choice([path for path in paths(manifest) if path])
            new = put(manifest, place, dice.choice(VALUES))
            manifest.clear()
            manifest.update(new)
            return
        entries = [json.loads(line) for line in members["journal.jsonl"].splitlines()]
        mutate(dice.choice(entries), dice)
        chain_again(entries, manifest)
        members["journal.jsonl"] = "".join(f"{json.dumps(e)}\n" for e in entries).encode()

    return change


def mutate(entry: dict[str, Any], dice: random.Random) -> None:
    """Change a value of the payload, the kind, both, or another field."""
    payload = json.loads(entry["payload"])
    which = dice.random()
    if which < 0.6:
        payload = put(payload, dice.choice(list(paths(payload))), dice.choice(VALUES))
    elif which < 0.75:
        entry["kind"] = dice.choice(list(KINDS))
    elif which < 0.9:
        entry["kind"] = kind = dice.choice(list(KINDS))
        payload = {field: dice.choice(VALUES) for field in KINDS[kind]._fields}
    else:
        entry[dice.choice(OF_ENTRIES)] = dice.choice(VALUES)
    entry["payload"] = written(payload)


def chain_again(entries: list[dict[str, Any]], manifest: Manifest) -> None:
    """Make the chain sound again, and let the manifest say what the entries say."""
    previous = ""
    for entry in entries:
        entry["previous_hash"] = previous
        fields = (entry["kind"], entry["author"], entry["recorded_at"], entry["payload"])
        if all(isinstance(field, str) for field in fields):
            previous = journal.entry_hash(previous, manifest["stream"], entry["seq"], *fields)
        entry["hash"] = previous
    manifest["head"] = {"seq": len(entries), "hash": previous}
    created = json.loads(entries[0]["payload"])
    if isinstance(created, dict):
        manifest |= {"campaign": created.get("uid"), "name": created.get("name")}


@pytest.mark.parametrize("seed", range(count(1, 50)))
def test_a_mutated_bundle_ends_in_one_line(
    anna: Table, emil: Table, bundle: str, seed: int
) -> None:
    """Two hundred a seed; what `verify` accepts is imported, and looked at with every command."""
    emil("handover key")
    dice = random.Random(seed)
    path = emil.folder / "mutated.zip"
    for number in range(count(40, 200)):
        path.write_bytes(forged(bundle, mutated(dice)))
        about = f"bundle {number} of seed {seed}"
        output = emil(["audit", "--file", str(path)])
        assert output.code in CODES, (about, output)
        assert "unforeseen" not in output.err, (about, output)
        if output.code == 0:
            for file in emil.folder.glob("Emil.db*"):
                file.unlink()
            output = emil(["handover", "take", str(path), "--yes"])
            assert output.code == 0, (about, output)
            for line in LOOKING:
                output = emil(line)
                assert output.code in (0, 3, 4, 6), (about, line, output)
                assert "unforeseen" not in output.err, (about, line, output)
