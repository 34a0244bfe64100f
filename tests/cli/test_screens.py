"""Screens word for word, at 80 columns in a pipe; WRITE_SCREENS=1 writes them anew."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.fixtures import CHAPTER, SLIPS, Run, is_screen

HOSTILE = ("[bold]Anna[/]", ":smile: \\", "x" * 40, "城市建設者的名字很長很長很長很長", "ánná")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("envelope_show", "envelope show 1"),
        ("episode_show", "episode show 1"),
        ("replay_moves", "episode replay 1 --moves 6-8"),
        ("replay_end", "episode replay 1"),
        ("sticker_owed", "sticker owed"),
        ("standings", "standings"),
        ("brief", "brief"),
        ("cards", "cards"),
        ("brief_seat", "brief deer"),
        ("city_show", "city show deer"),
        ("city_bare", "city show deer --bare"),
        ("city_list", "city list"),
        ("episode_list", "episode list"),
    ],
)
def test_a_screen(played: Run, name: str, line: str) -> None:
    played("sticker place deer rock F11 --yes")
    is_screen(name, played(line).out)


SHOWS = ("status", "list", "standings", "history", "city list", "city show eagle")


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_shown_as_typed_and_break_no_line(run: Run, name: str) -> None:
    seats = [f"--seat=eagle={name}", "--seat=bear=Ben", "--seat=deer=Chen", "--seat=wolf=Dora"]
    assert run(["new", name, *seats]).code == 0
    assert run("envelope open 1 --yes").code == 0
    assert run(["city", "rename", "eagle", name]).code == 0
    record = ["episode", "record", str(CHAPTER / "episode-1.toml"), *SLIPS, "--yes"]
    assert run(record).code == 0
    for line in SHOWS:
        screen = run(line).out
        assert name[:8] in screen, line
        assert max(map(cell_len, screen.splitlines())) <= 80, line
