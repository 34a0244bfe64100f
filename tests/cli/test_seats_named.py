"""A word that can mean a seat or a player means one of them, and the same one everywhere.

A seat goes first, then whoever holds a city, then a city, then who held one before. Who calls a
player as another seat is called is asked first.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.services.entering import game
from engine.kernel.names import confusable_seat, matching_names, seat_names, unshadowed_names
from tests.cli.test_entering import EPISODE, Enter, Typist, answers, enter
from tests.fixtures import ROOT, Refuses, Run

__all__ = ["enter"]

CROSSWISE = "new Tuesday --pack stand_in --seat eagle=Bear --seat bear=eagle --seat deer=Chen"
ASKED = "The player of eagle is called Bear, which is also the name of another seat. Is that right?"


@pytest.fixture
def crossed(run: Run) -> Run:
    """A campaign whose players of eagle and bear are called as each other's seats are."""
    assert run(f"{CROSSWISE} --seat wolf=Dora --yes --as-named").code == 0
    assert run("envelope open 1 --yes").code == 0
    return run


def test_seats_named_crosswise_are_asked_about(run: Run, refuses: Refuses) -> None:
    refuses(f"{CROSSWISE} --yes", 8, ASKED, "Only with --as-named")
    refuses(CROSSWISE, 8, ASKED)
    assert run("list").out.count("Tuesday") == 0
    assert run(f"{CROSSWISE} --as-named").code == 0
    assert "Bear" in run("status").out
    assert run("new Own --seat eagle=eagle --seat bear=Ben --yes").code == 0, "its own seat"
    assert run("new Two --seat eagle=Wolf --seat bear=Ben --yes").code == 0, "no wolf plays"


def test_whoever_comes_later_is_asked_about_too(begun: Run, refuses: Refuses) -> None:
    refuses("player rename Ben eagle", 8, "The player of bear is called eagle")
    refuses("player join wolf Deer --yes", 8, "The player of wolf is called Deer")
    refuses("handover accept wolf --as Deer -o receipt.json --yes", 8, "is called Deer")
    assert begun("player rename Ben eagle --as-named").code == 0
    assert begun("audit").code == 0


def test_a_session_is_asked_about_too(run: Run) -> None:
    record = (ROOT / "examples" / "machi-koro.toml").read_text("utf-8").replace('"Ben"', '"p1"')
    refused = run("session record - --yes", stdin=record)
    assert refused.code == 8
    assert "The player of p2 is called p1, which is also the name of another seat" in refused.err
    assert run("session record - --yes --as-named", stdin=record).code == 0


def test_no_substitute_is_called_as_a_seat(settled: Run, refuses: Refuses) -> None:
    refuses("episode edit 1 --who eagle=bear --yes", 6, "bear is a seat, and no player of eagle")
    refuses("episode template --substitute wolf=deer", 6, "deer is a seat, and no player of wolf")
    assert settled("episode template --substitute wolf=wolfgang").code == 0


COMMANDS = (
    ("brief {}", "out"),
    ("checklist {}", "out"),
    ("city show {}", "out"),
    ("city show {} --bare", "out"),
    ("city diff {} 0 0", "err"),
    ("city rename {} Ulm", "err"),
    ("confirm {} --by Anna", "err"),
    ("player leave {}", "err"),
    ("episode template --absent {}", "out"),
    ("episode template --substitute {}=Emil", "out"),
    ("sticker place {} tree G1 --yes", "err"),
    ("sticker move {} tree G1 G2 --yes", "err"),
    ("episode result {}=9 deer=5 wolf=4 eagle=3 --yes", "err"),
    ("handover export {} -o bundle.zip", "err"),
    ("handover accept {} --as Emil -o receipt.json --yes", "err"),
    ("player join {} Emil --yes", "err"),
    ("hindsight 1 --whose {}", "err"),
)
"""Commands that take a seat by any of its names, and where their answer stands."""


@pytest.mark.parametrize(("command", "where"), COMMANDS, ids=[words for words, _ in COMMANDS])
def test_a_seats_own_word_means_the_seat_in_every_command(
    crossed: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, where: str
) -> None:
    monkeypatch.chdir(tmp_path)

    def answer(word: str) -> tuple[int, str]:
        """What a command says of a word, each time on a copy of the same campaign."""
        assert crossed(f"db backup {word}.copy").code == 0
        output = crossed(f"{command.format(word)} --db {word}.copy")
        for file in tmp_path.glob("[rb]*.[zj]*"):
            file.unlink()
        lines = str(getattr(output, where)).splitlines()
        return output.code, "\n".join(line for line in lines if "ead for the box" not in line)

    of_seat = answer("bear")
    assert of_seat[1]
    assert of_seat == answer("BEAR") == answer("Bear")


def test_the_order_is_seat_player_city_and_who_held_one_before(crossed: Run) -> None:
    def shown(words: str) -> str:
        return str(json.loads(crossed(f"city show {words} --json").out)["seat"])

    assert crossed("city rename deer Dora --yes").code == 0
    assert shown("bear") == "bear", "the seat before the player of eagle"
    assert shown("eagle") == "eagle"
    assert shown("dora") == "wolf", "the player before the city of deer"
    assert crossed("player rename Chen Emil").code == 0
    assert crossed("player leave deer").code == 0
    assert shown("emil") == "deer", "who held it before"
    assert crossed("city rename wolf Emil --yes").code == 0
    assert shown("emil") == "wolf", "the city before who held one before"


def test_a_seats_own_word_means_the_seat_at_the_prompt(crossed: Run, enter: Enter) -> None:
    lines = answers(EPISODE)
    assert "Episode 1 is kept" in enter("episode enter", typist=Typist([*lines, ""])).err
    kept = json.loads(crossed("episode show 1 --json").out)
    scores = {sheet["seat"]: sheet["score"] for sheet in kept["sheets"]}
    assert scores == dict(EPISODE.result)


def test_names_of_seats_go_before_those_of_players() -> None:
    players = {"eagle": "Bear", "bear": "Eagle", "deer": "Wolfgang"}
    assert list(seat_names(players, players)) == [
        ("eagle", "eagle"),
        ("bear", "bear"),
        ("deer", "deer"),
        ("Wolfgang", "deer"),
    ]
    assert game.seat_named(players, players, "BEAR") == "bear"
    assert game.seat_named(players, ["eagle"], "bear") == "", "bear is not asked, eagle is not bear"
    assert game.seat_named(players, players, "wolf") == "deer"
    assert matching_names("ulm", unshadowed_names([("Ulm", "one")], [("ulm", "two")])) == [
        ("Ulm", "one")
    ]


def test_who_is_called_as_another_seat() -> None:
    seats = ("eagle", "bear")
    assert confusable_seat({"eagle": "BEAR", "bear": "Ben"}, seats) == "eagle"
    assert confusable_seat({"eagle": "Eagle", "bear": "Ben"}, seats) == ""
    assert confusable_seat({"eagle": "wolf", "bear": "Ben"}, seats) == ""


def test_a_seat_that_nobody_plays_begins_no_name(run: Run, refuses: Refuses) -> None:
    """`wolf` meant the city of Wolfgang, and --yes changed its player."""
    assert run("new Two --seat eagle=Wolfgang --seat bear=Ben --yes").code == 0
    refuses("player join wolf Emil --yes", 4, "wolf is no seat, player or city of Two")
    refuses("city rename WOLF Ulm", 4, "WOLF is no seat, player or city of Two")
    assert run("city rename wolfg Ulm").code == 0
    for campaign, player in (("Three", "Wolf"), ("Four", "W\u00f6lf")):
        assert run(f"new {campaign} --seat eagle={player} --seat bear=Ben --yes").code == 0
        assert "The city of eagle" in run(f"city rename wolf Ulm --campaign {campaign}").err
