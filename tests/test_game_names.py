"""The application names a game only in the folder of that game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import my_city
from engine.kernel.game import Game
from tests.engine.games import GAMES

CAMPAIGN = Path(__file__).parent.parent / "campaign"
SUFFIXES = {".py", ".json", ".js", ".css", ".html"}
OTHERS = [game for game in GAMES if game is not my_city]


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.NAME)
def test_only_the_folder_of_a_game_names_it(game: Game) -> None:
    """My City is left out: campaigns are of it, and the core is for them."""
    module = game.NAME.replace("-", "_")
    names = re.compile("|".join((game.NAME, module, game.TITLE)), re.IGNORECASE)
    naming = {
        path.relative_to(CAMPAIGN).as_posix()
        for path in CAMPAIGN.rglob("*")
        if path.suffix in SUFFIXES and CAMPAIGN / "games" / module not in path.parents
        if names.search(path.read_text(encoding="utf-8"))
    }
    assert naming == set()
