"""Every command that only reads works at each point of a whole campaign."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from campaign.services import chronicle, folding
from campaign.store.database import reading
from tests.fixtures import Run, opened
from tests.soak import SOAK

SEATS = ("eagle", "bear", "deer")
NEW = "new Tuesday --seat eagle=Anna --seat bear=Ben --seat deer=Chen"
READING = (
    *("status", "checklist", "brief", "cards", "chronicle -o {folder}/c.html --replace"),
    *(f"city show {seat} -o {{folder}}/city.svg --replace" for seat in SEATS),
)
BOG = """
[[content]]
id = "bog"
kind = "bog"
amount = 1
source = "owner"

[[episode]]
number = 9

[[episode.rule]]
name = "bogs"
does = "fixed"
content = "bog"
cells = "E6"
source = "owner"
"""
MORE = (
    *("standings", "history --all", "doctor", "stats", "city list", "sticker list", "audit"),
    *("sticker owed", "envelope list", "pack show", "episode list", "head --all", "player list"),
    *("export json -o {folder}/j --replace", "audit report -o {folder}/r.html --replace"),
    *(f"city show {seat}" for seat in SEATS),
)


@pytest.mark.parametrize("begins", [1, 16])
def test_all_that_reads_works_at_each_point(run: Run, tmp_path: Path, begins: int) -> None:
    """An opened envelope can lay out what no evening has had yet: the chronicle must know it."""
    declared = ""
    if begins > 1:
        (tmp_path / "state.toml").write_text(run(f"{NEW} --from {begins}").out, "utf-8")
        declared = f" --from {begins} --state '{tmp_path}/state.toml'"
    does(run, f"{NEW}{declared}")
    for number in range(begins, 25):
        if opens(run) or SOAK:
            reads(run, tmp_path)
        plays(run, number)
        does(run, "pack show")  # the next envelope may be closed
    reads(run, tmp_path)


def test_a_new_thing_of_the_pack_leaves_earlier_boards_as_they_were(
    run: Run, db: Path, tmp_path: Path
) -> None:
    """The new thing comes before those of later envelopes in the order of the boards' contents."""
    does(run, NEW)
    for number in range(1, 9):
        opens(run)
        plays(run, number)
    pack = tmp_path / "bog.toml"
    pack.write_text(BOG, "utf-8")
    does(run, f"pack apply '{pack}' --reason ours")
    with opened(db) as database, reading(database) as session:
        board = chronicle.life(folding.read(session, "campaign/1"), "eagle").board
    ids = [content.id for content in board.rules.contents]
    lies = {(ids[thing.layer], thing.since, thing.until) for thing in board.things}
    assert {("sawmill", 7, -1), ("bog", 8, -1)} <= lies
    assert not any(name == "plain" for name, _, _ in lies)
    changed = json.loads(run("city diff eagle 7 8 --json").out)["cells"]
    assert not any("sawmill" in (cell["before"], cell["after"]) for cell in changed)


def opens(run: Run) -> bool:
    """Open the envelope of the next episode, if it is closed; whether it was."""
    sealed = json.loads(run("status --json").out)["envelope_to_open"]
    if sealed:
        does(run, f"envelope open {sealed}")
    return bool(sealed)


def plays(run: Run, number: int) -> None:
    """Place what is owed, and record an episode by its scores."""
    while owed := json.loads(run("sticker owed --json").out)["owed"]:
        kind = owed[0]["kind"].split(" or ")[0]
        does(run, f"sticker place {owed[0]['seat']} {kind} {owed[0]['squares'][0]}")
    chance = Random(number)
    scores = " ".join(f"{seat}={chance.randint(0, 20)}" for seat in SEATS)
    does(run, f"episode result {scores}")


def reads(run: Run, folder: Path) -> None:
    """Show all there is."""
    for line in (*READING, *(MORE if SOAK else ())):
        for form in ("", " --json") if SOAK else ("",):
            does(run, f"{line.format(folder=folder)}{form}")


def does(run: Run, line: str) -> None:
    output = run(f"{line} --yes")
    assert output.code == 0, (line, output.err)
