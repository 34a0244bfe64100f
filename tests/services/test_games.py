"""Where a game comes from: from this program first, then from packages that are installed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from campaign import registry
from campaign.games.kit import GameKit, kits
from campaign.services import games
from engine.kernel.errors import RulesMissing, SetupError
from engine.kernel.record import Record
from tests.engine.games import GAMES
from tests.fixtures import ROOT
from tests.installed import looked_up_anew

PEBBLES = ROOT / "examples" / "pebbles" / "pebbles" / "rules.py"
Install = Callable[..., None]


@pytest.fixture(autouse=True)
def _looked_up_anew() -> Iterator[None]:
    """What is installed is read once a process, and each test has packages of its own."""
    looked_up_anew()
    yield
    looked_up_anew()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a package with a game `pebbles` on the path: its name, its module, the code of it."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def put(package: str, module: str, code: str, named: str = "") -> None:
        (tmp_path / f"{module}.py").write_text(code, "utf-8")
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {package}\nVersion: 1.0\n", "utf-8")
        point = f"[{registry.GAMES}]\npebbles = {named or module}\n"
        (info / "entry_points.txt").write_text(point, "utf-8")

    return put


def record(game: str = "pebbles", provider: str = "") -> Record:
    return Record(game, "1", ("p1", "p2"), provider=provider)


def imported(code: str) -> set[str]:
    """The modules of the engine that a process of its own imports for this."""
    look = "import sys; print(*(name for name in sys.modules if name.startswith('engine.')))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; {look}"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


RULES = {kit.rules for kit in kits()}
PLAYERS = {game.PARTS["players"] for game in GAMES if "players" in game.PARTS}


def test_no_rules_are_imported_to_know_names_and_titles() -> None:
    code = "from campaign.services import games; [games.title(name) for name in games.names()]"
    assert imported(code) & RULES == set()


@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.name)
def test_a_game_is_imported_alone_and_without_its_players(kit: GameKit) -> None:
    modules = imported(f"from campaign.services import games; games.find({kit.name!r})")
    assert modules & (RULES | PLAYERS) == {kit.rules}


def test_a_game_is_found_by_its_name() -> None:
    assert [games.find(name).NAME for name in games.names()] == list(games.names())
    assert [games.title(game.NAME) for game in GAMES] == [game.TITLE for game in GAMES]
    assert games.with_provider(record("my-city")) == record("my-city")


def test_a_game_of_this_program_has_no_provider() -> None:
    with pytest.raises(SetupError, match="provider: my-city is a game of this program itself"):
        games.game_of_record(record("my-city", "somebody 1.0"))


def test_a_game_that_is_installed_is_found_with_its_package(install: Install) -> None:
    install("Stone_Games", "stones_one", PEBBLES.read_text("utf-8"))
    pebbles = games.find("pebbles")
    assert isinstance(pebbles, ModuleType)
    assert games.title("pebbles") == "Pebbles"
    assert games.with_provider(record()).provider == "stone-games 1.0"
    assert games.game_of_record(record(provider="stone-games 0.1")) is pebbles
    assert games.find("pebbles", "1") is pebbles
    with pytest.raises(RulesMissing, match="edition 2 of pebbles is not in this program"):
        games.find("pebbles", "2")


def test_another_package_than_the_record_names_is_not_asked(install: Install) -> None:
    install("stones", "stones_two", PEBBLES.read_text("utf-8"))
    with pytest.raises(RulesMissing, match=r"rules not installed: pebbles of rocks 1\.0"):
        games.game_of_record(record(provider="rocks 1.0"))
    assert games.verify(record(provider="rocks 1.0")).without_rules


def test_a_game_that_two_packages_have_is_taken_from_neither(install: Install) -> None:
    install("stones", "stones_three", PEBBLES.read_text("utf-8"))
    install("rocks", "rocks_three", PEBBLES.read_text("utf-8"))
    with pytest.raises(RulesMissing, match=r"pebbles is in 2 packages: rocks 1\.0, stones 1\.0"):
        games.find("pebbles")


@pytest.mark.parametrize(
    ("module", "code", "reason"),
    [
        ("stones_broken", "raise OSError('no stones')", "cannot be loaded: no stones"),
        ("stones_half", 'NAME = "pebbles"', "is no game of this program: it has no TITLE, EDITION"),
        (
            "stones_other",
            PEBBLES.read_text("utf-8").replace('NAME = "pebbles"', 'NAME = "marbles"'),
            "is no game of this program: its NAME is marbles",
        ),
    ],
)
def test_a_package_that_is_no_game_is_named_with_the_reason(
    install: Install, module: str, code: str, reason: str
) -> None:
    install("stones", module, code)
    with pytest.raises(RulesMissing, match=f"pebbles of stones 1.0 {reason}"):
        games.find("pebbles")
    assert games.title("pebbles") == "pebbles"
    assert games.is_known("pebbles")


def test_a_kit_that_cannot_be_loaded_hinders_no_other_game(install: Install) -> None:
    install("stones", "stones_kit", "raise OSError('no stones')", "stones_kit:KIT")
    assert {kit.name for kit in kits()} == {game.NAME for game in GAMES}
    with pytest.raises(RulesMissing, match=r"pebbles of stones 1\.0 cannot be loaded: no stones"):
        games.find("pebbles")
    assert games.title("pebbles") == "pebbles"


def test_a_game_that_nobody_has_is_refused_with_all_there_are(install: Install) -> None:
    install("stones", "stones_four", PEBBLES.read_text("utf-8"))
    with pytest.raises(RulesMissing, match=r"game 'chess' is not known: my-city, .*, pebbles"):
        games.find("chess")
    assert not games.is_known("chess")
