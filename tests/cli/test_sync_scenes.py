"""Four scenes of groups with several laptops, as they type them: nobody loses an evening.

a    four laptops over one folder for six evenings, two of them offline for two
b    Dora hands wolf to Emil on another computer while the others go on
c    two record the same episode
d    the laptop with the database is stolen the day after
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.services import campaigns
from campaign.store.database import open_database, reading
from tests.cli.syncing import NAMES, heads, said
from tests.cli.syncing import folder as folder
from tests.cli.syncing import four as four
from tests.cli.test_entering_terminal import terminal
from tests.cli.test_handover_taking import EPISODE_2, EPISODE_3, PLACES
from tests.fixtures import CHAPTER, NEW, ROOT, Prepared, Run, Table, head_of
from tests.processes import GIVE_UP

CAMPAIGN = ROOT / "examples" / "campaign"


def evenings() -> Iterator[list[str]]:
    """What is typed on each evening of the whole campaign: it ends with the record."""
    steps: list[str] = []
    for line in (CAMPAIGN / "steps.txt").read_text("utf-8").splitlines():
        steps.append(line.replace("record ", f"record {CAMPAIGN}/") + " --yes")
        if line.startswith("episode record"):
            yield steps
            steps = []


def episodes(table: Table) -> list[tuple[int, str]]:
    """The evenings that a copy has, each with who recorded it."""
    database = open_database(table.db)
    with reading(database) as session:
        history = campaigns.find(session, None, table.author)
    database.dispose()
    return [(one.number, history.entries[one.entry - 1].author) for one in history.campaign.played]


def test_four_laptops_over_one_folder_for_six_evenings(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: Path
) -> None:
    four = {name: Table(run, monkeypatch, tmp_path, name) for name in NAMES}
    keys = {name: table.does("handover key").split()[0] for name, table in four.items()}
    told = [word for key in keys.values() for word in ("--key", key)]  # over the telephone
    four["Anna"].does(NEW)
    for table in four.values():
        table.does(["sync", str(folder), "--yes", *told])
    for table in list(four.values())[:-1]:  # now the copies of all are there
        table.does(["sync", "--yes", *told])
    played, away = evenings(), tuple[str, ...]()
    for recorder, absent in (
        ("Anna", ()),
        ("Ben", ()),
        ("Anna", ("Chen", "Dora")),
        ("Ben", ("Chen", "Dora")),
        ("Chen", ()),
        ("Dora", ()),
    ):
        here = [table for name, table in four.items() if name not in absent]
        back = [name for name in away if name not in absent]
        for name in (*back, *(NAMES if back else ())):  # they carry over, then all hear of it
            four[name].does("sync --yes")
        away = absent
        four[recorder].does(*next(played), "sync --yes")
        for name in absent:
            four[name].does(["city", "rename", name, f"{name} without {recorder}"])
        for table in here:
            if table.author != recorder:
                table.does("sync --yes")
        assert len({head_of(table) for table in here}) == 1
    assert len(heads(four)) == 1
    by = ["Anna", "Ben", "Anna", "Ben", "Chen", "Dora"]
    for table in four.values():
        assert episodes(table) == list(enumerate(by, 1))
        cities = json.loads(table("status --json").out)["cities"]
        assert {city["name"] for city in cities} >= {"Chen without Ben", "Dora without Ben"}
        assert "new entr" not in said(table, "status")
    four["Dora"].does("audit --all")


def test_dora_hands_wolf_to_emil_while_the_others_go_on(
    four: dict[str, Table], emil: Table, folder: Path
) -> None:
    bundle, receipt = str(folder.parent / "wolf.zip"), str(folder.parent / "receipt.json")
    four["Dora"].does(["handover", "export", "wolf", "-o", bundle])
    four["Anna"].does(EPISODE_2, *PLACES, "sync --yes")
    emil.does(["handover", "take", bundle, "--yes"])
    emil.does(["handover", "accept", "wolf", "--as", "Emil", "-o", receipt])
    four["Ben"].does("sync --yes", EPISODE_3, "sync --yes")
    four["Dora"].does("sync --yes", ["handover", "receipt", receipt, "--take", "--yes"])
    four["Dora"].does("sync --yes")
    keys = [four[name].does("handover key").split()[0] for name in NAMES]
    told = [word for key in keys for word in ("--key", key)]
    emil.does(["sync", str(folder), "--yes", *told])
    key = emil.does("handover key").split()[0]
    everybody = [*four.values(), emil]
    for table in everybody * 2:
        table.does(["sync", "--yes", "--key", key])
    assert len({head_of(table) for table in everybody}) == 1
    for table in everybody:
        assert [number for number, _ in episodes(table)] == [1, 2, 3]
        cities = json.loads(table("status --json").out)["cities"]
        assert {city["seat"]: city["player"] for city in cities}["wolf"] == "Emil"
        assert "Emil accepts wolf" in said(table, "history")
        table.does("audit --all")


def test_two_record_the_same_episode(four: dict[str, Table], folder: Path) -> None:
    """One counts, the other is a version of it, and what came after either is kept."""
    other = folder.parent / "other.toml"
    text = (CHAPTER / "episode-2.toml").read_text("utf-8")
    other.write_text(re.sub(r"(?m)^played = .*$", "played = 2026-10-29", text), "utf-8")
    four["Anna"].does(EPISODE_2, *PLACES, "sync --yes")
    four["Ben"].does(f"episode record '{other}' --yes", *PLACES, EPISODE_3)
    four["Ben"].does("status")
    with terminal(four["Ben"].db, "sync") as at:
        at.waits_for("Which one continues? [c/o/t]")
        at.type("c\r")
        at.waits_for("Whose episode 2 counts? [O/t]")
        at.type("t\r")
        at.waits_for("Carry it over? [Y/n]")
        at.type("\r")
        assert at.program.wait(GIVE_UP) == 0
    for table in four.values():
        table.does("sync --yes")
    assert len(heads(four)) == 1
    for table in four.values():
        assert [number for number, _ in episodes(table)] == [1, 2, 3]
        versions = json.loads(table("episode diff 2 --json").out)["versions"]
        assert [version["counts"] for version in versions].count(True) == 1
        assert len(versions) == 2
        table.does("audit --all")


def test_the_laptop_with_the_database_is_stolen_the_day_after(
    four: dict[str, Table], folder: Path, prepared: Prepared
) -> None:
    """The folder brings the campaign back, with its envelopes; so does a copy on a stick."""
    stick = str(folder.parent / "stick.db")
    four["Anna"].does(EPISODE_2, *PLACES, EPISODE_3, "sync --yes", ["db", "backup", stick])
    head, key = head_of(four["Anna"]), four["Anna"].does("handover key").split()[0]
    for name, line in (
        ("New", ["sync", str(folder), "--key", key, "--yes"]),
        ("Newer", ["db", "restore", stick]),
        ("Newest", ["handover", "take", stick, "--yes"]),
    ):
        new = Table(four["Anna"].run, four["Anna"].patch, folder.parent, name)
        assert not new.db.exists()
        assert "Tuesday" in new.does(line)
        assert head_of(new) == head
        new.does("envelope open 2 --yes", "audit --all")
