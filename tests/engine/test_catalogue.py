"""The catalogue: which games there are, and what is imported to know it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine import catalogue
from engine.kernel.errors import SetupError
from tests.engine.games import GAMES

PLAYERS = [game.PARTS["players"] for game in GAMES]


def imported(code: str) -> set[str]:
    """The modules of the engine that a process of its own imports for this."""
    look = "import sys; print(*(name for name in sys.modules if name.startswith('engine.')))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; {look}"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_the_catalogue_imports_no_game_to_know_their_titles() -> None:
    modules = imported("from engine import catalogue; catalogue.GAMES['my-city'].title")
    assert modules & {listed.module for listed in catalogue.GAMES.values()} == set()


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_a_game_is_imported_alone_and_without_its_players(name: str) -> None:
    modules = imported(f"from engine import catalogue; catalogue.find({name!r})")
    games = modules & {listed.module for listed in catalogue.GAMES.values()}
    assert games == {catalogue.GAMES[name].module}
    assert modules & set(PLAYERS) == set()


def test_a_game_is_found_by_its_name() -> None:
    assert list(map(catalogue.find, catalogue.GAMES)) == list(GAMES)
    assert list(catalogue.GAMES) == [game.NAME for game in GAMES]


def test_the_catalogue_knows_the_titles_of_the_games() -> None:
    assert [listed.title for listed in catalogue.GAMES.values()] == [game.TITLE for game in GAMES]


def test_a_game_that_is_not_in_the_catalogue_is_refused_with_the_list() -> None:
    with pytest.raises(SetupError, match="game 'chess' is not known: my-city"):
        catalogue.find("chess")
