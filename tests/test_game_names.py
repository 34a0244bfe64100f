"""The application names a game only in the folder of that game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from campaign.display.text.translation import speaker_of
from campaign.services import games
from engine import my_city
from engine.kernel.game import Game
from engine.kernel.phrases import phrase
from tests.engine.games import GAMES

CAMPAIGN = Path(__file__).parent.parent / "campaign"
SUFFIXES = {".py", ".json", ".js", ".css", ".html"}
OTHERS = [game for game in GAMES if game is not my_city]


def naming(game: Game, folder: Path) -> set[str]:
    """Return the files below a folder that name a game, except those in its own folder."""
    module = game.NAME.replace("-", "_")
    names = re.compile("|".join((game.NAME, module, game.TITLE)), re.IGNORECASE)
    return {
        path.relative_to(CAMPAIGN).as_posix()
        for path in folder.rglob("*")
        if path.suffix in SUFFIXES and CAMPAIGN / "games" / module not in path.parents
        if names.search(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_no_game_names_another(game: Game) -> None:
    assert naming(game, CAMPAIGN / "games") == set()


@pytest.mark.parametrize("game", OTHERS, ids=lambda game: game.NAME)
def test_core_and_extras_name_no_game(game: Game) -> None:
    """My City is left out: its campaign is part of the core, and knows its rules."""
    assert naming(game, CAMPAIGN) == set()


@pytest.mark.parametrize("language", ["it", "zh-Hant"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.NAME)
def test_a_game_is_found_by_the_title_that_a_list_shows(game: Game, language: str) -> None:
    assert games.named(speaker_of(language).say(phrase(game.TITLE))) == game.NAME
