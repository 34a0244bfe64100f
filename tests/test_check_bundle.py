"""examples/check_bundle.py agrees with the program on good and damaged bundles.

It shares no code with the program and knows no rules of the game. Each fault that it finds the
program must find, too. Both must find any change, unless only the rules of the game reveal it.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import runpy
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from campaign.display.html import proof
from campaign.services import folding
from campaign.services.audit.seals import opened_contents
from campaign.store.database import open_database, reading
from campaign.store.errors import StoreError
from engine.kernel.errors import EngineError
from tests.cli.forging import Change, added, dropped, forged, rechained, replaced, stated
from tests.cli.test_campaigns_own_pack import INVENTED
from tests.cli.test_handover_mutated import mutated
from tests.fixtures import CHAPTER, ROOT, SLIPS, Run, Table, head_of
from tests.soak import count

CHECKER = ROOT / "examples" / "check_bundle.py"
check: Callable[[bytes], list[tuple[str, list[str], str]]]
check = runpy.run_path(str(CHECKER), run_name="checker")["check"]


def holds_there(data: bytes) -> bool:
    """Return whether the checker finds no fault."""
    return not any(problems for _, problems, _ in check(data))


def holds_here(data: bytes) -> bool:
    """Return whether the program finds no fault."""
    try:
        return proof.audit(data, {})[1].ok
    except (StoreError, EngineError):
        return False


@pytest.fixture
def corrected(anna: Table, tmp_path: Path) -> bytes:
    """A bundle with an edited evening and one that was undone, redone and undone again."""
    changed = (CHAPTER / "episode-1.toml").read_text("utf-8").replace("wolf = 2", "wolf = 3")
    (tmp_path / "changed.toml").write_text(changed, "utf-8")
    reason = ["--reason", "x", "--as-played", "--yes"]
    anna.does(
        ["episode", "record", str(CHAPTER / "episode-2.toml"), *SLIPS, "--yes"],
        ["episode", "edit", "1", str(tmp_path / "changed.toml"), *reason],
        "undo --reason y --yes",
        "redo --yes",
        "undo --reason z --yes",
        ["handover", "export", "--all", "-o", str(tmp_path / "corrected.zip")],
    )
    return (tmp_path / "corrected.zip").read_bytes()


def test_it_is_one_short_file_of_the_standard_library() -> None:
    text = CHECKER.read_text("utf-8")
    assert len(text.splitlines()) < 300
    modules = set(re.findall(r"^ *(?:import|from) (\w+)", text, re.MULTILINE))
    assert modules - sys.stdlib_module_names == {"cryptography"}


def test_good_bundles_hold(bundle: str, corrected: bytes) -> None:
    for data in (Path(bundle).read_bytes(), corrected):
        assert holds_here(data)
        assert holds_there(data)


def test_a_campaign_that_was_renamed_holds(anna: Table, tmp_path: Path) -> None:
    for number, line in enumerate(("rename Wednesday", "undo", "redo", "rename Friday")):
        path = tmp_path / f"{number}.zip"
        anna.does(f"{line} --yes", ["handover", "export", "--all", "-o", str(path)])
        data = path.read_bytes()
        assert holds_here(data)
        assert holds_there(data)
        assert not holds_there(forged(str(path), stated("name", "Thursday")))


def test_a_line_that_begins_with_an_accent_holds(anna: Table, tmp_path: Path) -> None:
    """An accent follows the escape of the line break and is not composed with its letter."""
    path = tmp_path / "accent.zip"
    note = "fin\n\u0303 and\n\u0301x"
    anna.does(
        ["episode", "note", "1", "--note", note],
        ["handover", "export", "--all", "-o", str(path)],
    )
    assert holds_here(path.read_bytes())
    assert holds_there(path.read_bytes())
    assert not holds_there(forged(str(path), rechained(11, payload={"note": "e\u0301"})))


def test_a_page_of_a_campaign_that_began_elsewhere_holds(anna: Table, tmp_path: Path) -> None:
    """It has no salt for the envelope that was open already, and proves nothing about it."""
    state, page = tmp_path / "state.toml", tmp_path / "page.html"
    cities = (f"[cities.{seat}]\nmarks = 0\nboard = []" for seat in ("eagle", "bear"))
    state.write_text("\n".join(["episode = 4", *cities]), "utf-8")
    anna.does(
        f"new Later --seat eagle=Anna --seat bear=Ben --state {state}",
        "envelope open 2 --yes",
        "episode result eagle=9 bear=5 --yes",
        ["chronicle", "-o", str(page)],
    )
    assert holds_there(page.read_bytes())
    audit = json.loads(anna(f"audit --file {page} --json").out)["audits"][0]
    assert audit["ok"]
    proved = {fact["kind"]: fact["names"] for fact in audit["statement"]["proved"]}
    assert proved["envelopes"] == ["2"]


CHANGES: dict[str, tuple[Change, bool]] = {
    "a player": (replaced("journal.jsonl", b"Anna", b"Anne"), False),
    "a record": (replaced("records/episode-01.toml", b"eagle", b"eager"), False),
    "a record gone": (dropped("records/episode-01.toml"), False),
    "a stranger": (added("records/episode-09.toml"), False),
    "a name": (stated("name", "Friday"), False),
    "a campaign": (stated("campaign", "another"), False),
    "an envelope": (
        replaced("packs/stand_in/envelope_1.toml", b"envelope = 1", b"envelope = 2"),
        False,
    ),
    "an author": (rechained(3, author="Emil"), True),
    "a kind": (rechained(4, kind="sticker moved"), True),
    "a seal": (rechained(1, payload={"seals": {"box": "0" * 64}}), False),
}
"""Changes by name, chained and signed again, and whether only the rules can find them."""


@pytest.mark.parametrize("name", CHANGES)
def test_it_finds_what_was_changed_and_signed_again(name: str, bundle: str) -> None:
    change, unseen = CHANGES[name]
    data = forged(bundle, change)
    assert holds_there(data) == unseen
    assert unseen or not holds_here(data)


def test_a_chain_that_was_not_made_again_is_broken(bundle: str) -> None:
    def later(members: dict[str, bytes], manifest: object) -> None:
        lines = members["journal.jsonl"].splitlines()
        entry = json.loads(lines[3])
        entry["recorded_at"] = "2020-01-01T00:00:00Z"
        lines[3] = json.dumps(entry).encode()
        members["journal.jsonl"] = b"\n".join(lines) + b"\n"

    results = {name: problems for name, problems, _ in check(forged(bundle, later))}
    assert results["chain"] == ["entry 4 (sticker placed) is not what its hash says"]


def test_damaged_bundles_hold_nowhere(bundle: str, corrected: bytes) -> None:
    """Change a byte of the file, or of a member that is packed again without a new signature."""
    chance = random.Random(1)
    for data in (Path(bundle).read_bytes(), corrected):
        for _ in range(count(60, 3_000, ci=300)):
            damaged = flipped(chance, data) if chance.random() < 0.3 else _repacked(chance, data)
            if _contents(damaged) != _contents(data):
                assert not holds_there(damaged)
                assert not holds_here(damaged)
            elif holds_here(damaged):
                assert holds_there(damaged)


def test_whatever_it_finds_in_a_signed_bundle_the_program_finds(
    bundle: str, corrected: bytes, tmp_path: Path
) -> None:
    """Put a random value in a random place; chain and sign the bundle again with another key."""
    dice = random.Random(2)
    other = tmp_path / "corrected.zip"
    for number in range(count(60, 3_000, ci=300)):
        data = forged(str(other) if number % 2 else bundle, mutated(dice))
        if holds_here(data):
            assert holds_there(data), f"bundle {number}"


def flipped(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def _repacked(chance: random.Random, data: bytes) -> bytes:
    """Return a zip of the same members, with one byte of one of them changed."""
    members = _contents(data)
    assert members
    name = chance.choice([name for name, member in members.items() if member])
    members[name] = flipped(chance, members[name])
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for member, content in members.items():
            file.writestr(member, content)
    return buffer.getvalue()


def _contents(data: bytes) -> dict[str, bytes] | None:
    """Return the members of a zip; None if it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return {name: file.read(name) for name in file.namelist()}
    except Exception:  # a damaged zip may raise anything
        return None


def test_it_runs_alone_and_knows_heads_and_pages(anna: Table, tmp_path: Path) -> None:
    page, head = tmp_path / "page.html", head_of(anna)
    anna.does(["chronicle", "-o", str(page)])

    def code(*heads: str) -> int:
        words = [sys.executable, "-I", str(CHECKER), str(page), *heads]
        return subprocess.run(words, capture_output=True, check=False).returncode

    assert [code(head), code(head.lower().replace("-", "")), code("0000-0000")] == [0, 0, 3]


def test_nothing_in_a_bundle_is_obeyed_by_a_terminal(
    bundle: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "odd.zip"
    path.write_bytes(forged(bundle, stated("name", "Tues\x1b[2Jday")))
    assert runpy.run_path(str(CHECKER))["main"]([str(path)]) == 3
    assert "\x1b" not in capsys.readouterr().out


def test_a_pack_in_the_journal_is_sealed_too(anna: Table, tmp_path: Path) -> None:
    path = tmp_path / "ours.zip"
    anna.does(
        ["new", "Ours", "--pack", str(INVENTED), "--seat", "eagle=Anna", "--seat", "bear=Ben"],
        ["envelope", "open", "1", "--campaign", "Ours", "--yes"],
        ["handover", "export", "--all", "--campaign", "Ours", "-o", str(path)],
    )
    results = {name: (problems, note) for name, problems, note in check(path.read_bytes())}
    assert results["seals"][0] == []
    assert not results["seals"][1].startswith("0 ")
    wrong = forged(str(path), rechained(2, payload={"salt": "0" * 64}))
    assert not holds_there(wrong)


def test_what_comes_from_a_newer_edition_is_held_against_its_seal(
    chapter: Run, db: Path, tmp_path: Path
) -> None:
    for line in ("pack update", "undo", "pack update", "envelope open 2"):
        assert chapter(f"{line} --yes").code == 0
    assert chapter(f"handover export --all -o {tmp_path / 'newer.zip'} --yes").code == 0
    data = (tmp_path / "newer.zip").read_bytes()
    assert holds_here(data)
    assert holds_there(data)
    (looked_at,) = [note for name, _, note in check(data) if name == "seals"]
    assert looked_at.startswith("3 looked at")  # the box, and two envelopes
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        lines = file.read("journal.jsonl").decode().splitlines()
    update = next(line for line in lines[::-1] if '"pack updated"' in line)
    database = open_database(db)
    with reading(database) as session:
        sealed, content = opened_contents(folding.read(session, "campaign/1"))["2"]
    database.dispose()
    assert sealed == json.loads(update)["seq"]
    salt = json.loads(json.loads(lines[-1])["payload"])["salt"]
    seals = json.loads(json.loads(update)["payload"])["seals"]
    assert hashlib.sha256((salt + content).encode()).hexdigest() == seals["2"]
