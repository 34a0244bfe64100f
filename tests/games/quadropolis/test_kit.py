"""The parts of the kit of Quadropolis, held by strict typing to what users ask of them."""

from __future__ import annotations

from campaign.games.quadropolis import KIT, page, phone, picture, screen, statistics, words
from engine import quadropolis as rules
from tests.games.kits import Parts, named

PARTS = Parts(rules, screen, words, picture, phone, statistics, page)


def test_the_kit_names_the_parts() -> None:
    assert (KIT.name, KIT.title) == (rules.NAME, rules.TITLE)
    assert named(KIT) == PARTS
