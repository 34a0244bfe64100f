"""Simulated games and whole campaigns, stored or written to files."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from pyarrow import parquet

from campaign.cli.export_parquet import ParquetWriter
from campaign.extras.simulate import parquet as simulate_parquet
from campaign.services.table_rows import Row
from engine.kernel import dealer
from tests.fixtures import ROOT, Refuses, Run
from tests.processes import until


def test_simulated_games_are_stored_or_written(run: Run, tmp_path: Path) -> None:
    assert run("simulate my-city --seats 2 --seed 3 -n 2 --keep").code == 0
    assert len(json.loads(run("session list --json").out)["sessions"]) == 2
    for folder in ("one", "two"):
        line = f"simulate my-city --seats 3 --seed 3 -n 2 --episode 1 -o {tmp_path / folder}"
        assert run(line).code == 0
    texts = [[p.read_text() for p in sorted((tmp_path / f).iterdir())] for f in ("one", "two")]
    assert texts[0] == texts[1]
    assert run(f"simulate my-city --seats 3 --seed 3 -o {tmp_path / 'one'}").code == 7
    assert run("simulate go").code == 4
    assert run("simulate my-city --seats 9").code == 7


def test_a_whole_campaign_is_simulated_and_audited(run: Run) -> None:
    output = run("simulate my-city --whole --seats 3 --seed 5 --keep")
    assert output.code == 0
    said = re.findall(r"episode (\d+): (\w+) with (-?\d+)", output.err)
    number, winner, points = next(line for line in said if line[1] != "eagle")
    shown = json.loads(run(f"episode show {number} --json").out)
    best = [sheet for sheet in shown["sheets"] if sheet["rank"] == 1]
    assert [(sheet["seat"], sheet["score"]) for sheet in best] == [(winner, int(points))]
    assert "episode 24: " in output.err
    assert run("audit").code == 0
    status = run("status").out
    assert "Every episode of this pack has been played." in status
    circles = [line.count("●") for line in status.splitlines() if "○" in line or "●" in line]
    assert re.search(r"each ● [23] marks", status)
    assert len(set(circles)) > 1
    assert re.search(r"wins? the campaign with \d+ progress marks", status)
    assert max(map(len, status.splitlines())) <= 80
    assert max(map(len, run("standings").out.splitlines())) <= 80
    assert run("db rebuild --yes").err.endswith("that were derived again: 1.\n")


def test_a_whole_campaign_is_written_to_files(run: Run, tmp_path: Path) -> None:
    output = run(f"simulate my-city --whole --seats 2 --seed 1 -o {tmp_path / 'c'}")
    assert output.code == 0
    assert len(list((tmp_path / "c").glob("episode-*.toml"))) == 24
    steps = (tmp_path / "c" / "steps.txt").read_text("utf-8").splitlines()
    assert steps[:2] == ["envelope open 1", "episode record episode-01.toml"]


def test_so_many_campaigns_are_simulated(run: Run, tmp_path: Path) -> None:
    output = run(f"simulate my-city --whole --seats 2 -n 2 --seed 3 -o {tmp_path / 'c'}")
    assert output.code == 0
    assert ["campaign-3", "campaign-4"] == sorted(one.name for one in (tmp_path / "c").iterdir())
    for folder in (tmp_path / "c").iterdir():
        assert 24 == len([*folder.glob("episode-*.toml")])


def test_only_my_city_has_campaigns(refuses: Refuses) -> None:
    refuses("simulate machi-koro --whole", 7, "only my-city has campaigns")
    refuses(
        "simulate quadropolis --episode 3", 7, "only my-city has episodes, quadropolis has none"
    )


@pytest.mark.parametrize(
    "option", ["--episode 3", "--simple-player random", "--records", "-o games.parquet"]
)
def test_a_whole_campaign_does_not_ignore_an_option(run: Run, option: str) -> None:
    output = run(f"simulate my-city --whole {option}")
    assert (2, True) == (output.code, "is for single games" in " ".join(output.err.split()))


def test_an_episode_is_played_by_the_pack_as_it_came(run: Run, tmp_path: Path) -> None:
    output = run(f"simulate my-city --episode 1 --tables {tmp_path / 'our-box.toml'}")
    assert 2 == output.code
    assert "--tables is for the eternal mode" in " ".join(output.err.split())


SHOW = "select count(distinct seed) games, count(*) seats from '{}'"


def test_whoever_plays_them_the_games_are_the_same(run: Run, tmp_path: Path) -> None:
    texts = []
    for jobs in (1, 2):
        folder = tmp_path / str(jobs)
        assert run(f"simulate my-city --seats 2 -n 130 -o {folder} --jobs {jobs}").code == 0
        texts.append([file.read_text() for file in sorted(folder.iterdir())])
    assert 130 == len(texts[0])
    assert texts[0] == texts[1]


def test_many_games_become_a_table_that_can_be_gone_on_with(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    duckdb = pytest.importorskip("duckdb")
    monkeypatch.setattr(simulate_parquet, "PART", 20)
    line = "simulate my-city --seats 2 --episode 1 -n 50 -o"
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    assert " ".join(run(f"{line} {one}").err.split()).endswith(": 50 games, 100 rows")
    assert [(50, 100)] == duckdb.sql(SHOW.format(one)).fetchall()
    parts = _interrupted(run, f"{line} {two} --jobs 2", two)
    assert ["000000000.parquet", "000000020.parquet", "settings.json"] == parts
    assert run(f"{line} {two} --seed 2").code == 7
    assert run(f"{line} {two}").err.startswith("40 games are already written.\n")
    assert one.read_bytes() == two.read_bytes()
    assert not two.with_name("two.parquet.parts").exists()


def test_a_damaged_part_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate_parquet, "PART", 20)
    file = tmp_path / "games.parquet"
    line = f"simulate my-city --seats 2 --episode 1 -n 50 -o {file}"
    first, *_ = _interrupted(run, f"{line} --jobs 2", file)
    (part := tmp_path / "games.parquet.parts" / first).write_bytes(b"PAR1")
    output = run(line)
    assert (7, True) == (output.code, f"{part} is damaged: remove it" in output.err), output.err
    part.unlink()
    assert run(line).code == 0


def test_a_folder_with_other_files_takes_no_parts(
    run: Run, refuses: Refuses, tmp_path: Path
) -> None:
    (folder := tmp_path / "games.parquet.parts").mkdir()
    (mine := folder / "mine.txt").write_text("mine")
    line = f"simulate machi-koro --seats 2 -o {tmp_path / 'games.parquet'}"
    refuses(line, 7, f"{folder} has other files in it")
    assert mine.read_text() == "mine"
    mine.unlink()
    assert run(line).code == 0


def test_games_become_a_table_of_records_that_are_proved(run: Run, tmp_path: Path) -> None:
    line = "simulate machi-koro --seats 2 -n 3 -o"
    folder, file = tmp_path / "games", tmp_path / "games.parquet"
    assert run(f"{line} {file} --records").code == run(f"{line} {folder}").code == 0
    texts = [path.read_text("utf-8") for path in sorted(folder.iterdir())]
    assert texts == [row["record"] for row in parquet.read_table(file).to_pylist()]
    assert run(f"fleet audit {file}").code == 0
    assert run(f"{line} {folder} --records").code == 2


GOES_ON = "games are kept. The same command continues from there.\n"


def _interrupted(run: Run, line: str, file: Path) -> list[str]:
    """The parts that are there after a Ctrl-C that comes when the third one is written.

    All games have been played then, and two parts of twenty are kept.
    """
    add, parts = ParquetWriter.add, count(1)

    def interrupted(writer: ParquetWriter, rows: list[Row]) -> None:
        if next(parts) == 3:
            raise KeyboardInterrupt
        add(writer, rows)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ParquetWriter, "add", interrupted)
        output = run(line)
    assert 130 == output.code
    assert f"Stopped after 50 of 50 games.\n40 {GOES_ON}" == output.err
    return sorted(path.name for path in file.with_name(f"{file.name}.parts").iterdir())


def test_a_table_of_an_interrupted_program_keeps_its_finished_parts(tmp_path: Path) -> None:
    """Ctrl-C in a terminal comes to the program and to all its workers."""
    file = tmp_path / "games.parquet"
    words = f"simulate my-city --seats 2 -n 50000 --jobs 2 -o {file}".split()
    program = subprocess.Popen(
        [sys.executable, "-c", "from campaign.cli.start import main; main()", *words],
        cwd=ROOT,
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
    )
    parts = file.with_name("games.parquet.parts")
    until(lambda: (parts / "000000000.parquet").exists())
    os.killpg(program.pid, signal.SIGINT)
    message = program.communicate()[1]
    assert 130 == program.returncode
    kept = f"{len(list(parts.glob('*.parquet'))) * simulate_parquet.PART:,}"
    assert re.fullmatch(rf"Stopped after [\d,]+ of 50,000 games\.\n{kept} {GOES_ON}", message)
    assert not list(parts.glob("*.part"))
    until(lambda: _alone(program.pid))


def _alone(group: int) -> bool:
    """Whether no process is left in a group."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_simulated_games_do_not_come_back_as_games_that_were_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("simulate my-city --whole --seats 2 --keep").code == 0
    assert run("simulate machi-koro --seats 2 --keep").code == 0
    record = ROOT / "examples" / "quadropolis.toml"
    assert run(["session", "record", str(record), "--yes"]).code == 0
    folder, app = tmp_path / "records", tmp_path / "plays.bgsplay"
    written = " ".join(run(f"export records -o '{folder}'").err.split())
    assert "holds 0 campaigns and 1 session." in written
    assert run(f"export bgstats -o '{app}'").code == 0
    assert len(json.loads(app.read_text("utf-8"))["plays"]) == 1
    assert len(run("export csv records").out.split("format = 1")) == 2
    named = run(f"export bgstats --campaign 'Simulated 2-1' -o '{app}.2'")
    assert (named.code, "24 plays" in " ".join(named.err.split())) == (0, True)
    sheet = run("export csv plays").out
    monkeypatch.setenv("CAMPAIGN_DB", str(tmp_path / "other.db"))
    output = run("import csv - --yes", stdin=sheet)
    assert "25 plays of simple players: they were simulated" in " ".join(output.out.split())
    assert len(json.loads(run("session list --json").out)["sessions"]) == 1


def test_a_game_that_does_not_end_is_given_up_and_named(
    refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bank with too few coins for a landmark has no last move; neither may an installed game."""
    monkeypatch.setattr(dealer, "LONGEST", 10)
    refuses(
        "simulate machi-koro --seed 7",
        6,
        "the game of machi-koro with the seed 7 has not ended after 10 moves, and is given up",
    )


@pytest.mark.parametrize("line", ["simulate machi-koro", "pack simulate FILE"])
@pytest.mark.parametrize("option", ["--count", "--seed"])
def test_what_cannot_be_counted_is_not_begun(run: Run, line: str, option: str) -> None:
    refused = run(f"{line} {option} 9223372036854775807")
    assert (2, True) == (refused.code, option in refused.err)
