"""What people see of a game from outside: its kit, at the prompt, on phones, on pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from campaign.cli.entering import prompt
from tests.cli.laptop import Laptop
from tests.cli.test_entering import Typist
from tests.extras.phones.phoning import Phone
from tests.fixtures import Run

if TYPE_CHECKING:  # strict typing holds the parts of the kit to what their users ask of them
    from campaign.display.svg.renderers import GamePainter
    from campaign.display.terminal.renderers import Renderer
    from campaign.display.text.sentences import MoveSentences
    from campaign.extras.phones.views.choices import PhoneChoices
    from campaign.services.statistics.games import GameStatistics
    from engine.kernel.game import Game
    from pebbles import phone, picture, rules, screen, statistics, words

    PARTS: tuple[Game, Renderer, MoveSentences, GamePainter, PhoneChoices, GameStatistics] = (
        *(rules, screen, words),
        *(picture, phone, statistics),
    )

ENTER = "session enter pebbles --seat Anna --seat Ben --set heap=4"


@pytest.fixture
def entered(with_pebbles: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A session that was played at the prompt and is kept."""
    typist = Typist(["take 3", "?", "take 1", "y"])
    monkeypatch.setattr(prompt, "editor", lambda *_: typist)
    played = with_pebbles(ENTER)
    assert (0, []) == (played.code, typist.lines)
    assert "  1. Anna takes 3, 1 left" in played.out + played.err
    return with_pebbles


def test_it_is_played_at_the_prompt_and_proved(entered: Run) -> None:
    audited = entered("audit --all")
    assert (0, True) == (audited.code, "1 verified" in audited.out)
    document = json.loads(entered("session show 1 --json").out)
    assert ("verified", {"p1": 3, "p2": 1}) == (document["verdict"], document["stated"])


def test_it_has_a_screen_and_words_of_its_own(entered: Run) -> None:
    assert "Anna      ●●●\nBen       ●\nheap\n" in entered("session show 1").out
    assert "  2. Ben takes 1, 0 left" in entered("session replay 1 --step").out


def test_it_has_a_picture_and_a_page(entered: Run, tmp_path: Path) -> None:
    page, picture = tmp_path / "page.html", tmp_path / "table.svg"
    assert entered(f"session chronicle 1 -o {page} -y").code == 0
    assert 4 == page.read_text("utf-8").count('class="stone"')
    assert entered(f"session show 1 -o {picture} -y").code == 0
    assert "Anna 3, Ben 1, heap 0" in picture.read_text("utf-8")


def test_it_has_statistics(entered: Run) -> None:
    lines = entered("session stats pebbles").out.splitlines()
    assert [line.split() for line in lines[-2:]] == [["Anna", "1", "3.00"], ["Ben", "1", "1.00"]]


def test_it_is_listed_where_a_game_is_chosen(with_pebbles: Run) -> None:
    refused = with_pebbles("session enter chess --seat Anna --seat Ben").err
    assert "my-city, machi-koro, dilluvia, quadropolis, pebbles" in refused


def test_it_is_played_on_phones(with_pebbles: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    laptop = Laptop(f"{ENTER} --phones", monkeypatch)
    anna, ben = Phone(laptop.url()).joins("p1"), Phone(laptop.url()).joins("p2")
    view = anna.view()
    assert "How many pebbles?" == view["play"]["question"]
    (figures,) = view["play"]["groups"]
    assert ["1", "2", "3"] == [choice["label"] for choice in figures["choices"]]
    anna.takes("take 2")
    assert "Anna takes 2, 2 left" == ben.view()["last"][-1]
    ben.takes("take 2")
    laptop.waits_for("Keep")
    laptop.types("y")
    laptop.waits_for("lets them go")
    laptop.types("")
    assert laptop.ends().code == 0
    assert "1 verified" in with_pebbles("audit --all").out
    for phone in (anna, ben):
        phone.close()
