"""The application names a game only in the modules of that game and in the registries of games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import my_city
from engine.kernel.game import Game
from tests.engine.games import GAMES

CAMPAIGN = Path(__file__).parent.parent / "campaign"
REGISTRIES = {
    "cli/commands.py",
    "cli/help.py",
    "cli/problems.py",
    "display/html/sessions.py",
    "display/svg/renderers.py",
    "display/terminal/renderers.py",
    "display/text/sentences.py",
    "extras/phones/views/choices.py",
    "extras/plays/bgstats.py",
    "extras/plays/imported.py",
    "extras/plays/tables.py",
    "services/statistics/games.py",
}
OTHERS = [game for game in GAMES if game is not my_city]


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.NAME)
def test_only_the_modules_of_a_game_and_the_registries_name_it(game: Game) -> None:
    """My City is left out: it alone has campaigns and groups of commands."""
    module = game.NAME.replace("-", "_")
    own = re.compile(rf"games/{module}/\w+\.py")
    names = re.compile("|".join((game.NAME, module, game.TITLE)), re.IGNORECASE)
    naming = {
        path.relative_to(CAMPAIGN).as_posix()
        for path in CAMPAIGN.rglob("*.py")
        if names.search(path.read_text(encoding="utf-8"))
    }
    assert {path for path in naming - REGISTRIES if not own.fullmatch(path)} == set()
