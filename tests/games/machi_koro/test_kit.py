"""The parts of the kit of Machi Koro, held by strict typing to what users ask of them."""

from __future__ import annotations

from campaign.games.machi_koro import KIT, page, phone, picture, screen, statistics, tables, words
from engine import machi_koro as rules
from tests.games.kits import Parts, named

PARTS = Parts(rules, screen, words, picture, phone, statistics, page, tables=tables)


def test_the_kit_names_the_parts() -> None:
    assert (KIT.name, KIT.title) == (rules.NAME, rules.TITLE)
    assert named(KIT) == PARTS
