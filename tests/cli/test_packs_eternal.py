"""The eternal mode as the owner's box has it: for one game, and kept for all to come."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import my_city
from engine.kernel.errors import SetupError
from engine.kernel.game import Setup
from engine.kernel.overlays import digest
from tests.fixtures import ETERNAL, Refuses, Run

WELLS = '[[rule]]\nname = "the two wells"\ncells = "B3 F4"\nsource = "owner"\n'


@pytest.fixture
def ours(tmp_path: Path) -> str:
    path = tmp_path / "eternal.toml"
    path.write_text(WELLS, "utf-8")
    return str(path)


def wells(run: Run, number: int) -> list[bool]:
    """Whether a session was played with the wells of the box, and with those of the stand-in."""
    record = json.loads(run(f"session show {number} --json").out)
    made_up = "the two wells: the rule as a whole" in record["placeholders"]
    return [digest(WELLS) in run(f"session show {number} --record-version 1").out, made_up]


def test_a_game_is_played_by_the_file_that_comes_with_it(run: Run, ours: str) -> None:
    assert run(["session", "record", str(ETERNAL), "--tables", ours, "--yes"]).code == 6
    line = ["session", "record", str(ETERNAL), "--tables", ours, "--as-played", "--yes"]
    assert run(line).code == 0
    assert run("session list").out.count("kept as played") == 1
    assert [True, False] == wells(run, 1)
    shown = " ".join(run("session show 1").out.split())
    assert f"tables that the owner has corrected ({digest(WELLS)[:12]})" in shown
    assert run(["session", "chronicle", "1", "-o", f"{ours}.html"]).code == 0
    assert "tables that the owner has corrected" in Path(f"{ours}.html").read_text("utf-8")
    assert run("audit --all").code == 0


def test_simulated_games_in_a_folder_have_their_corrections_beside_them(
    run: Run, ours: str, tmp_path: Path
) -> None:
    """Nobody could read the records: nothing said what the corrections were."""
    assert run(f"pack eternal '{ours}' --yes").code == 0
    for seed in (5, 6):
        assert run(f"simulate my-city --seats 2 --seed {seed} -o '{tmp_path}/games'").code == 0
    elsewhere = f"--db '{tmp_path}/elsewhere.db'"
    assert run(f"{elsewhere} import records '{tmp_path}/games' --yes").code == 0
    assert run(f"{elsewhere} audit --all").code == 0


def test_corrections_that_are_kept_go_with_every_new_game(run: Run, ours: str) -> None:
    assert "wells on C6 and G4" not in run(["pack", "eternal", ours, "--yes"]).out
    assert "every board: well on B3 F4" in run("pack eternal").out
    assert run("simulate my-city --seats 2 --seed 5 --keep").code == 0
    assert run("simulate my-city --seats 2 --seed 5 --pack stand-in --keep").code == 0
    assert [[True, False], [False, True]] == [wells(run, number) for number in (1, 2)]
    first = run("session show 1 --record-version 1").out
    assert run("session record - --doubles", stdin=first).code == 0
    bare = first.replace(f'corrections = "{digest(WELLS)}"\n', "")
    assert run("session record - --doubles", stdin=bare).code == 0
    assert [[True, False]] * 2 == [wells(run, number) for number in (3, 4)]
    for both in ("own.toml --forget", "own.toml --template", "--template --forget"):
        assert run(f"pack eternal {both} --yes").code == 2
    assert "every board: well on B3 F4" in run("pack eternal").out
    assert run("pack eternal --forget --yes").code == 0
    assert "every board: well on C6 G4" in run("pack eternal").out
    assert run("session record - --yes", stdin=first).code == 7
    assert run("audit --all").code == 0


def test_a_file_without_corrections_takes_no_kept_ones_away(
    run: Run, refuses: Refuses, ours: str, tmp_path: Path
) -> None:
    """The template, in which every line is a remark, and corrections of envelopes alone."""
    assert run(["pack", "eternal", ours, "--yes"]).code == 0
    text = run("pack eternal --template").out
    assert "#   campaign pack eternal FILE\n" in text
    assert "pack apply" not in text  # that would put this map on the boards of a campaign
    path = tmp_path / "form.toml"
    for empty in (text, "", "\n# nothing\n"):
        path.write_text(empty, "utf-8")
        for line in (
            ["pack", "eternal", str(path)],
            ["session", "record", str(ETERNAL), "--tables", str(path)],
            ["simulate", "quadropolis", "--keep", "--tables", str(path)],
        ):
            refuses([*line, "--yes"], 6, "the file corrects nothing", "form.toml")
    path.write_text('[[sealed]]\nnumber = 2\ncontent = "eNoDAAAAAAE="\n', "utf-8")
    refuses(["pack", "eternal", str(path), "--yes"], 6, "corrects envelopes alone", "form.toml")
    assert "every board: well on B3 F4" in run("pack eternal").out


def test_corrections_that_no_game_can_be_played_by(
    run: Run, refuses: Refuses, tmp_path: Path
) -> None:
    path = tmp_path / "eternal.toml"
    path.write_text(WELLS.replace("B3", "A1"), "utf-8")
    refuses(["pack", "eternal", str(path), "--yes"], 6, "A1 is a mountain", "line 3")
    refuses(["session", "record", str(ETERNAL), "--tables", str(path), "--yes"], 7, "A1")


def test_the_token_stops_at_50_unless_the_record_says_otherwise() -> None:
    text = '[[rule]]\nname = "trees"\npoints = 20\nsource = "owner"\n'
    header = {"mode": "eternal", "corrections": digest(text)}
    totals = [
        my_city.score(my_city.start(Setup(("eagle", "bear"), {**header, **option}, text)))[0].total
        for option in ({}, {"token_stops": True}, {"token_stops": False})
    ]
    assert [50, 50, 10 + 12 * 20 - 4 * 2 - 81] == totals


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ({"episode": 1, "token_stops": False}, 'token_stops: only with mode = "eternal"'),
        ({"mode": "eternal", "token_stops": 50}, "token_stops: true or false"),
        ({"mode": "eternal", "corrections": "0" * 64}, "record it with --tables FILE"),
    ],
)
def test_options_of_the_eternal_mode_that_cannot_be(header: dict[str, object], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        my_city.start(Setup(("eagle", "bear"), header))
