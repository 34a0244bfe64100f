"""The parts of the kit of Dilluvia Project, held by strict typing to what users ask of them."""

from __future__ import annotations

from campaign.display.terminal.renderers import PlayScreen
from campaign.games.dilluvia import KIT, page, phone, picture, screen, statistics, words
from engine import dilluvia as rules
from tests.games.kits import Parts, named

PARTS = Parts(rules, screen, words, picture, phone, statistics, page)
PLAYING: PlayScreen = screen


def test_the_kit_names_the_parts() -> None:
    assert (KIT.name, KIT.title) == (rules.NAME, rules.TITLE)
    assert named(KIT) == PARTS
