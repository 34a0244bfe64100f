"""Every command that only reads works at each point of a whole campaign."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tests.fixtures import Run
from tests.soak import SOAK

SEATS = ("eagle", "bear", "deer")
NEW = "new Tuesday --seat eagle=Anna --seat bear=Ben --seat deer=Chen"
READING = (
    *("status", "checklist", "brief", "cards", "chronicle -o {folder}/c.html --replace"),
    *(f"city show {seat} -o {{folder}}/city.svg --replace" for seat in SEATS),
)
MORE = (
    *("standings", "history --all", "doctor", "stats", "city list", "sticker list", "audit"),
    *("sticker owed", "envelope list", "pack show", "episode list", "head --all", "player list"),
    *("export json -o {folder}/j --replace", "audit report -o {folder}/r.html --replace"),
    *(f"city show {seat}" for seat in SEATS),
)


def test_all_that_reads_works_at_each_point(run: Run, tmp_path: Path) -> None:
    """An opened envelope can lay out what no evening has had yet: the chronicle must know it."""
    chance = Random(1)
    does(run, NEW)
    for _ in range(24):
        sealed = json.loads(run("status --json").out)["envelope_to_open"]
        if sealed:
            does(run, f"envelope open {sealed}")
        if sealed or SOAK:
            reads(run, tmp_path)
        while owed := json.loads(run("sticker owed --json").out)["owed"]:
            kind = owed[0]["kind"].split(" or ")[0]
            does(run, f"sticker place {owed[0]['seat']} {kind} {owed[0]['squares'][0]}")
        scores = " ".join(f"{seat}={chance.randint(0, 20)}" for seat in SEATS)
        does(run, f"episode result {scores}")
    reads(run, tmp_path)


def reads(run: Run, folder: Path) -> None:
    """Show all there is."""
    for line in (*READING, *(MORE if SOAK else ())):
        for form in ("", " --json") if SOAK else ("",):
            does(run, f"{line.format(folder=folder)}{form}")


def does(run: Run, line: str) -> None:
    output = run(f"{line} --yes")
    assert output.code == 0, (line, output.err)
