"""The parts of the kit of My City, held by strict typing to what users ask of them."""

from __future__ import annotations

from campaign.display.terminal.renderers import SeatScreen, StepScreen
from campaign.display.text.sentences import EffectSentences
from campaign.games.my_city import KIT, page, phone, picture, prompt, screen, statistics, words
from engine import my_city as rules
from tests.games.kits import Parts, named

PARTS = Parts(rules, screen, words, picture, phone, statistics, page, prompt=prompt)
FOLLOWING: SeatScreen = screen
STEPPING: StepScreen = screen
EXPLAINING: EffectSentences = words


def test_the_kit_names_the_parts() -> None:
    assert (KIT.name, KIT.title) == (rules.NAME, rules.TITLE)
    assert named(KIT) == PARTS
