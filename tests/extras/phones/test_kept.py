"""What phones show of a game that is kept: the scores that count, and how far they are proved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.laptop import Laptop
from tests.extras.phones.phoning import Phone as Device
from tests.extras.phones.test_phones import device as device
from tests.fixtures import Run

KEPT_OTHERWISE = ">result differs, kept as played<"


def test_an_episode_of_which_the_table_noted_other_scores(
    begun: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    laptop = Laptop("episode enter --phones", monkeypatch)
    eagle, watcher = device(laptop.url()).joins("eagle"), device(laptop.url()).joins()
    for line in ("y4", *("q", "y") * 4):
        laptop.types(line)
    laptop.waits_for("Keep")
    assert eagle.view()["sheets"]["won"] == "Anna, Ben, Chen and Dora share the victory"
    for line in ("n", "5", "", "9", "", "y"):
        laptop.types(line)
    laptop.waits_for(" on> ")
    for phone in (eagle, watcher):
        sheets = phone.view()["sheets"]
        assert (sheets["won"], sheets["with"]) == ("Chen wins", "9 points")
        assert sheets["totals"] == [9, 5, -73, -73]
        picture = phone.ask("GET", "/share.svg").body.decode()
        assert ">Chen wins<" in picture
        assert KEPT_OTHERWISE in picture
    begun("undo --episode 1 --yes")
    laptop.types("save")
    laptop.waits_for("lets them go")
    assert watcher.view()["sheets"]["won"] == "Anna, Ben, Chen and Dora share the victory"
    laptop.types("")
    assert laptop.ends().code == 0


def test_a_session_of_which_the_table_noted_other_scores(
    run: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    line = "session enter my-city --set mode=eternal --seat eagle=Anna --seat bear=Ben --phones"
    laptop = Laptop(line, monkeypatch)
    bear = device(laptop.url()).joins("bear")
    for typed in ("y4", *("q", "y") * 2):
        laptop.types(typed)
    laptop.waits_for("Keep")
    assert bear.view()["sheets"]["won"] == "Anna and Ben share the victory"
    version = bear.view()["version"]
    asked = bear.post("/back", version=version).said["why"]
    assert asked.startswith("the laptop asks whether to keep the game")
    for typed in ("n", "7", "11", "y"):
        laptop.types(typed)
    laptop.waits_for("lets them go")
    assert bear.post("/back", version=version).said["why"] == "nothing is asked now"
    sheets = bear.view()["sheets"]
    assert (sheets["won"], sheets["totals"]) == ("Ben wins", [11, 7])
    assert KEPT_OTHERWISE in bear.ask("GET", "/share.svg").body.decode()
    laptop.types("")
    assert laptop.ends().code == 0
