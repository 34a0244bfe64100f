"""Forged bundles with more entries at the end: each audit ends soon, and each sentence is so."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from campaign.services import campaigns
from campaign.services.handover import packing
from campaign.store import bundles
from campaign.store.journal import Entry
from engine.my_city.campaign.entries import Entry as AnyEntry
from tests.cli.forging import Change, Manifest, Members, rechained, written
from tests.cli.test_handover_attacked import attack
from tests.fixtures import CHAPTER, SLIPS, Table, head_of


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
    read, entries_of = list[int](), campaigns.entries_of

    def counting(entries: Sequence[Entry]) -> tuple[AnyEntry, ...]:
        read.append(len(entries))
        return entries_of(entries)

    def readings(count: int) -> int:
        amended = [("amended", {**recorded, "entry": 3, "reason": "typed wrongly"})] * count
        path = str(attack(emil, bundle, appended(*amended)))
        read.clear()
        emil.does(["audit", "--file", path])
        return len(read)

    emil.patch.setattr(campaigns, "entries_of", counting)
    assert readings(20) == readings(2)


@pytest.mark.parametrize("count", [200, 201])
def test_undos_of_undos_have_an_end(anna: Table, emil: Table, bundle: str, count: int) -> None:
    noted = ("episode noted", {"episode": 1, "note": "late"})
    undone = [("withdrawn", {"entries": [10 + n], "reason": "no"}) for n in range(1, count + 1)]
    output = emil(["audit", "--file", str(attack(emil, bundle, appended(noted, *undone)))])
    assert (output.code == 0) == (count == 200)
    assert ("more than 200 deep" in " ".join(output.out.split())) == (count == 201)


def test_a_carry_over_that_leaves_an_evening_out_is_not_called_whole(
    anna: Table, emil: Table, bundle: str, tmp_path: Path
) -> None:
    anna.does(["episode", "record", str(CHAPTER / "episode-2.toml"), *SLIPS, "--yes"])
    later = tmp_path / "later.zip"
    anna.does(["handover", "export", "--all", "-o", str(later)])
    lines = bundles.unpack_bundle(later.read_bytes()).members["journal.jsonl"].splitlines()
    carried = {"whose": "Anna", "after": 10, "hashes": [json.loads(lines[10])["hash"]]}
    named = {"seat": "eagle", "name": "Ulm"}
    change = appended(("carried over", carried), ("city named", named))
    path = str(attack(emil, bundle, change))
    before = head_of(anna)
    shared = tmp_path / "shared"
    shared.mkdir()
    uid = packing.unpack(Path(path).read_bytes()).uid
    shutil.copy(path, shared / f"campaign-{uid[:12]}-emil.zip")
    sync = ["sync", str(shared), "--key", emil.does("handover key").split()[0]]
    for code, words in ((8, ["handover", "take", path]), (8, ["sync", path]), (6, sync)):
        output = anna([*words, "--yes"])
        said = " ".join((output.err + output.out).split())
        assert (output.code, head_of(anna)) == (code, before)
        assert "It says that it has carried over all of the history here" in said
        assert "episode 2 counts no more" in said
        assert "Add it all the same? Only with --follow theirs" in said
    anna.does(["handover", "take", path, "--yes", "--follow", "theirs"])
    assert head_of(anna) != before
