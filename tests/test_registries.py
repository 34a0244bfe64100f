"""The kits of this program are found, and every part that one names is there."""

from __future__ import annotations

import pytest

from campaign import registry
from campaign.games.kit import GameKit, kits

PARTS = (
    *("rules", "screen", "words", "picture", "page", "phone"),
    *("prompt", "statistics", "tables"),
)


def test_every_entry_point_of_a_game_has_its_kit() -> None:
    assert {kit.name for kit in kits()} == {*registry.own_entry_points(registry.GAMES)}


@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.name)
def test_every_part_that_a_kit_names_can_be_imported(kit: GameKit) -> None:
    named = [name for name in PARTS if getattr(kit, name)]
    assert [name for name in named if kit.part(name) is None] == []
