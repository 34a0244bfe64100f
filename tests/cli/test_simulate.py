"""Simulated games and whole campaigns, stored or written to files."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.conftest import Refuses, Run


def test_simulated_games_are_stored_or_written(run: Run, tmp_path: Path) -> None:
    assert run("simulate my-city --seats 2 --seed 3 -n 2").code == 0
    assert len(json.loads(run("session list --json").out)["sessions"]) == 2
    for folder in ("one", "two"):
        line = f"simulate my-city --seats 3 --seed 3 -n 2 --episode 1 -o {tmp_path / folder}"
        assert run(line).code == 0
    texts = [[p.read_text() for p in sorted((tmp_path / f).iterdir())] for f in ("one", "two")]
    assert texts[0] == texts[1]
    assert run(f"simulate my-city --seats 3 --seed 3 -o {tmp_path / 'one'}").code == 7
    assert run("simulate go").code == 7
    assert run("simulate my-city --seats 9").code == 7


def test_a_whole_campaign_is_simulated_and_audited(run: Run) -> None:
    output = run("simulate my-city --campaign --seats 3 --seed 5")
    assert output.code == 0
    assert "episode 24: " in output.err
    assert run("audit").code == 0
    status = run("status").out
    assert "Every episode of this pack has been played." in status
    assert re.search(r"wins? the campaign with \d+ progress marks", status)
    assert max(map(len, status.splitlines())) <= 80
    assert max(map(len, run("standings").out.splitlines())) <= 80
    assert run("db rebuild --yes").err.endswith("views are as derived: 1.\n")


def test_a_whole_campaign_is_written_to_files(run: Run, tmp_path: Path) -> None:
    output = run(f"simulate my-city --campaign --seats 2 --seed 1 -o {tmp_path / 'c'}")
    assert output.code == 0
    assert len(list((tmp_path / "c").glob("episode-*.toml"))) == 24
    steps = (tmp_path / "c" / "steps.txt").read_text("utf-8").splitlines()
    assert steps[:2] == ["envelope open 1", "episode record episode-01.toml"]


def test_only_my_city_has_campaigns(refuses: Refuses) -> None:
    refuses("simulate go --campaign", 7, "only my-city has campaigns")
