"""campaign import csv: which rows are a play, and what they say of it as a whole."""

from __future__ import annotations

import json

import pytest

from tests.extras.plays.test_spreadsheets import scores
from tests.fixtures import Run


def test_another_episode_or_variant_begins_a_play(begun: Run) -> None:
    """Whoever missed the first episode of an evening was taken for a player of it."""
    rows = [(1, "Anna", 9), (1, "Ben", 8), (2, "Chen", 7), (2, "Anna", 6)]
    text = "".join(f"My City,2026-11-12,{name},{score},{n}\n" for n, name, score in rows)
    sheet = f"game,played,player,score,episode\n{text}"
    assert begun("import csv - --episodes --house-rule --yes", stdin=sheet).code == 0
    assert json.loads(begun("episode show 1 --json").out)["absent"] == ["deer", "wolf"]
    text = "".join(
        f"Quadropolis,2026-11-12,{row}\n"
        for row in ("Anna,9,classic", "Ben,8,classic", "Chen,7,expert", "Dora,6,")
    )
    sheet = f"game,played,player,score,variant\n{text}"
    assert begun("import csv - --yes", stdin=sheet).code == 0
    assert scores(begun) == [{"Anna": 9, "Ben": 8}, {"Chen": 7, "Dora": 6}]


def test_the_name_of_a_game_may_be_written_differently_in_its_rows(run: Run) -> None:
    for ids in (("", ""), ("7", "7")):
        rows = zip(ids, ("Machi Koro,Anna,4", "machi koro ,Ben,3"), strict=True)
        text = "".join(f"{play},{row}\n" for play, row in rows)
        output = run("import csv - --dry-run", stdin=f"play,game,player,score\n{text}")
        assert "1 play, 1 of our games: 1 new" in output.out


def test_what_a_later_row_says_of_the_play_is_kept(run: Run) -> None:
    """Only the first row of a play was asked for its minutes, place and note."""
    sheet = (
        "game,played,player,score,minutes,place,note\n"
        "Quadropolis,2026-11-12,Anna,9,,,Late.\nQuadropolis,2026-11-12,Ben,8,45,Home,Rain.\n"
        "Quadropolis,2026-11-12,Chen,7,45,,Late.\n"
    )
    assert run("import csv - --yes", stdin=sheet).code == 0
    details = json.loads(run("session show 1 --json").out)["details"]
    assert details == {"place": "Home", "minutes": 45, "note": "Late.\nRain."}


@pytest.mark.parametrize(
    ("variant", "mode", "remark"),
    [
        ("Expert mode", "expert", False),
        ("classic, 2 players", "classic", False),
        ("", "classic", False),
        ("Public Services", "classic", True),
        ("first classic, then expert", "classic", True),
    ],
)
def test_a_mode_is_found_among_other_words_or_said_to_be_assumed(
    run: Run, variant: str, mode: str, remark: bool
) -> None:
    """A game of the expert mode became one of the classic mode, and nobody was told."""
    rows = f'quadropolis,Anna,3,"{variant}"\nquadropolis,Ben,7,"{variant}"\n'
    output = run("import csv - --yes", stdin=f"game,player,score,variant\n{rows}")
    assert (
        "a variant that is not known here: kept as classic" in " ".join(output.out.split())
    ) == remark
    assert f'mode = "{mode}"' in json.loads(run("session show 1 --json").out)["record"]


@pytest.mark.parametrize(("cell", "minutes"), [("1:15", 75), ("0:45", 45), ("01:15:00", 75)])
def test_a_length_may_have_hours(run: Run, cell: str, minutes: int) -> None:
    sheet = f"game,played,player,score,minutes\nQuadropolis,2026-11-12,Anna,9,{cell}\n"
    assert run("import csv - --yes", stdin=f"{sheet}Quadropolis,2026-11-12,Ben,8,\n").code == 0
    assert json.loads(run("session show 1 --json").out)["details"]["minutes"] == minutes
