"""Forged bundles with more entries at the end: each audit ends soon, and each sentence is so."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from campaign.services import folding
from campaign.services.handover import packing
from campaign.store import bundles
from campaign.store.journal import Entry
from engine.my_city.campaign.entries import Entry as AnyEntry
from tests.cli.forging import Change, Manifest, Members, rechained, written
from tests.cli.test_handover_attacked import attack
from tests.cli.test_handover_taking import agree, packed
from tests.cli.test_handover_taking import ben as ben
from tests.fixtures import CHAPTER, SLIPS, Table

EPISODE_2 = ["episode", "record", str(CHAPTER / "episode-2.toml"), *SLIPS, "--yes"]


def appended(*added: tuple[str, dict[str, Any]]) -> Change:
    """More entries at the end, each as its kind and its payload, and a chain that fits."""

    def change(members: Members, manifest: Manifest) -> None:
        entries = [json.loads(line) for line in members["journal.jsonl"].splitlines()]
        for kind, payload in added:
            entries.append({**entries[-1], "seq": len(entries) + 1, "kind": kind})
            entries[-1]["payload"] = written(payload)
        members["journal.jsonl"] = "".join(f"{json.dumps(e)}\n" for e in entries).encode()
        rechained(0)(members, manifest)

    return change


def test_records_of_many_equal_lines_are_not_compared_line_by_line(
    anna: Table, emil: Table, bundle: str
) -> None:
    """The comparison of 20,000 lines with as many, all of them equal, takes many minutes."""
    journal_lines = bundles.unpack_bundle(Path(bundle).read_bytes()).members["journal.jsonl"]
    recorded = json.loads(json.loads(journal_lines.splitlines()[2])["payload"])
    lines = "a\n" * 20_000
    amended = [
        ("amended", {**recorded, "entry": 3, "reason": "typed wrongly", "record": record})
        for record in (lines, f"b\n{lines}c\n", recorded["record"])
    ]
    path = str(attack(emil, bundle, appended(*amended)))
    assert "All 12 checks passed" in emil.does(["audit", "--file", path])
    emil.does(["audit", "report", "--file", path, "-o", str(emil.folder / "report.md")])


def test_the_history_is_not_read_again_for_each_amendment(
    anna: Table, emil: Table, bundle: str
) -> None:
    journal_lines = bundles.unpack_bundle(Path(bundle).read_bytes()).members["journal.jsonl"]
    recorded = json.loads(json.loads(journal_lines.splitlines()[2])["payload"])
    read, entries_of = list[int](), folding.entries_of

    def counting(entries: Sequence[Entry]) -> tuple[AnyEntry, ...]:
        read.append(len(entries))
        return entries_of(entries)

    def readings(count: int) -> int:
        amended = [("amended", {**recorded, "entry": 3, "reason": "typed wrongly"})] * count
        path = str(attack(emil, bundle, appended(*amended)))
        read.clear()
        emil.does(["audit", "--file", path])
        return len(read)

    emil.patch.setattr(folding, "entries_of", counting)
    assert readings(20) == readings(2)


@pytest.mark.parametrize("count", [200, 201])
def test_undos_of_undos_have_an_end(anna: Table, emil: Table, bundle: str, count: int) -> None:
    noted = ("episode noted", {"episode": 1, "note": "late"})
    undone = [("withdrawn", {"entries": [10 + n], "reason": "no"}) for n in range(1, count + 1)]
    output = emil(["audit", "--file", str(attack(emil, bundle, appended(noted, *undone)))])
    assert (output.code == 0) == (count == 200)
    assert ("more than 200 deep" in " ".join(output.out.split())) == (count == 201)


@pytest.mark.parametrize("words", [["handover", "take"], ["sync"], ["sync", "--key"]])
def test_a_carry_over_that_leaves_an_evening_out_is_not_called_whole(
    anna: Table, emil: Table, bundle: str, tmp_path: Path, words: list[str]
) -> None:
    """It would have taken the place of the history here: what both have is kept."""
    anna.does(EPISODE_2)
    path, shared = boasts(emil, bundle, packed(anna, "later.zip")), tmp_path / "shared"
    shared.mkdir()
    uid = packing.unpack(Path(path).read_bytes()).uid
    shutil.copy(path, shared / f"campaign-{uid[:12]}-emil.zip")
    if "--key" in words:
        given = [*words, emil.does("handover key").split()[0], str(shared)]
    else:
        given = [*words, path]
    said = " ".join(anna.does([*given, "--yes"]).split())
    assert "They diverge after entry 10; since then 1 entry here, 2 entries there." in said
    assert "carrying over keeps everything of both" in said
    assert [played.number for played in anna.history().campaign.played] == [1, 2]
    assert anna.history().campaign.city("eagle").name == "Ulm"
    anna.does("audit --all")


def test_a_carry_over_that_only_says_so_hides_no_evening(
    anna: Table, ben: Table, emil: Table, bundle: str, tmp_path: Path
) -> None:
    """Anna was told that all that Ben has was carried over already, and never got his evening."""
    shared = tmp_path / "shared"
    shared.mkdir()
    ben.does(EPISODE_2, f"sync '{shared}'")
    anna.does(["handover", "take", boasts(emil, bundle, packed(ben, "later.zip")), "--yes"])
    key = ben.does("handover key").split()[0]
    said = " ".join(anna.does(["sync", str(shared), "--key", key, "--yes"]).split())
    assert "They diverge after entry 10; since then 2 entries here, 1 entry there." in said
    assert [played.number for played in anna.history().campaign.played] == [1, 2]
    anna.does("audit --all")
    assert "Nothing is added" in " ".join(
        anna.does(["handover", "take", packed(ben, "again.zip"), "--yes"]).split()
    )
    agree(anna, ben, packed(anna, "both.zip"))


def boasts(emil: Table, bundle: str, later: str) -> str:
    """A bundle that says it has carried over what came later, and has only named a city."""
    lines = bundles.unpack_bundle(Path(later).read_bytes()).members["journal.jsonl"].splitlines()
    hashes = [json.loads(line)["hash"] for line in lines[10:]]
    carried = {"whose": "Anna", "after": 10, "hashes": hashes}
    named = {"seat": "eagle", "name": "Ulm"}
    return str(attack(emil, bundle, appended(("carried over", carried), ("city named", named))))
