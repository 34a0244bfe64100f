"""An episode of My City on phones that nobody touches: by keys, and by the accessibility tree."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser

from campaign.services.entering import game
from campaign.services.entering.game import DraftLine
from engine.kernel.record import parse_record
from engine.kernel.replay import ReplayStep
from engine.my_city.play.notation import BuildMove, CardPass, Reveal
from tests.cli.browsing import browser as browser
from tests.cli.browsing import device
from tests.cli.laptop import Laptop
from tests.cli.test_entering import EPISODE
from tests.extras.phones.evening import PLAYERS, STICKERS
from tests.extras.phones.keying_my_city import ByKeys, ByNames, Player
from tests.extras.phones.tapping import PHONE, typed
from tests.fixtures import Run
from tests.soak import SOAK, count

CARDS = count(1, 24)
"""How many cards are answered at phones; the whole evening in `make soak`."""
AT_PHONES = list(PLAYERS) if SOAK else ["eagle"]
"""Who answers at a phone; the others are entered at the laptop."""


@pytest.mark.parametrize("phone", [ByNames, ByKeys] if SOAK else [ByNames])
def test_an_evening_is_played_without_touching_a_phone(
    begun: Run, browser: Browser, monkeypatch: pytest.MonkeyPatch, phone: type[ByKeys | ByNames]
) -> None:
    """From the choice of a seat to the last sticker."""
    laptop = Laptop("episode enter --phones", monkeypatch)
    faults = list[str]()
    contexts = {seat: device(browser, viewport=PHONE, locale="en") for seat in AT_PHONES}
    phones: dict[str, Player] = {
        seat: phone(context, laptop.url(), faults) for seat, context in contexts.items()
    }
    for seat in AT_PHONES:
        phones[seat].sits(PLAYERS[seat])
    for step in answered():
        match step.action:
            case Reveal(card):
                phones["eagle"].reveals(card)
            case _ if step.move.seat not in phones:
                laptop.types(typed(step.move))
            case BuildMove() as build:
                phones[step.move.seat].builds(build, cells(step))
            case CardPass():
                phones[step.move.seat].passes()
            case _:
                phones[step.move.seat].quits()
    if CARDS < 24:
        laptop.waits_for(f"card {CARDS + 1} of")
        laptop.types("save")
    else:
        keeps(laptop, phones)
    assert laptop.ends().code == 0
    assert faults == []
    for context in contexts.values():
        context.close()
    if CARDS == 24:
        kept = parse_record(json.loads(begun("episode show 1 --json").out)["record"])
        assert kept.result == EPISODE.result
        placed = {tuple(line.split()[:3:2]) for line in begun("sticker list").out.splitlines()[1:]}
        assert placed == {(seat, square) for seat, some in STICKERS.items() for square in some}


def keeps(laptop: Laptop, phones: dict[str, Player]) -> None:
    """The question at the laptop, and every sticker at the phone that gets it."""
    laptop.waits_for("Keep episode 1")
    laptop.types("y")
    for seat, squares in STICKERS.items():
        for square in squares:
            phones[seat].places(square)
    laptop.waits_for("lets them go")
    laptop.types("")


def answered() -> Iterator[ReplayStep]:
    """The moves of the episode that are made at phones."""
    entering = game.new_entry(EPISODE._replace(moves=None, result={}))
    entering = game.resumed(
        entering, [DraftLine(move.text, (move,)) for move in EPISODE.moves or ()]
    )
    cards = 0
    for step in entering.steps:
        cards += isinstance(step.action, Reveal)
        if cards > CARDS:
            return
        yield step


def cells(step: ReplayStep) -> Sequence[str]:
    """The cells of the building that was built."""
    state: Any = step.after
    return list(state.rules.grid.names(state.town(step.move.seat).built[-1].mask))
