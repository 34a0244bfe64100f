"""What lies on boards is drawn, and the colours of seats are those of no building."""

from __future__ import annotations

from campaign.display.svg.board import board, legend
from campaign.display.svg.emblems import ANIMALS, emblem
from campaign.display.svg.outlines import outline
from campaign.display.svg.picture import Picture, document
from campaign.display.svg.signs import sign
from campaign.display.svg.style import PAINTS, SEAT_PAINTS, SEATS
from campaign.display.terminal.signs import sign_of
from campaign.display.text.translation import ENGLISH
from engine.my_city.pack.load import load
from engine.my_city.pack.model import rules_of
from engine.my_city.play.boxes import RowReach
from engine.my_city.play.land import CellContent, Land
from engine.my_city.play.ruleset import EpisodeRules


def test_everything_of_the_shipped_pack_has_a_drawing_and_no_letters() -> None:
    kinds = {content.kind: content for content in rules_of(load("stand_in"), 24).contents}
    lettered = [kind for kind, content in kinds.items() if any(e.text for e in sign(content))]
    assert len(kinds) > 8
    assert lettered == []


def test_a_kind_of_another_pack_has_its_letters() -> None:
    assert [e.text for e in sign(CellContent("zoo", "zoo", 1))] == [None, "zo"]


def test_a_cell_shows_how_many_things_lie_on_it() -> None:
    shown = [sign_of(CellContent("trees", "tree", amount))[0] for amount in (1, 2, 3, 10)]
    assert shown == ["t", "tt", "3t", "10t"]


def test_no_seat_has_the_colour_of_a_building() -> None:
    assert {SEATS[seat] for seat in ANIMALS} == set(SEAT_PAINTS)
    assert not {paint.fill for paint in PAINTS.values()} & {
        paint.fill for paint in SEAT_PAINTS.values()
    }


def test_four_emblems_differ_by_their_outlines() -> None:
    outlines = {emblem(seat)[1].get("d") for seat in ("eagle", "bear", "deer", "wolf")}
    assert len(outlines) == 4


def drawn_on(rules: EpisodeRules, land: Land) -> Picture:
    """A board of which no box is reached."""
    return board("", "", rules, land, (), {row.label: RowReach(0) for row in rules.rows})


def test_cells_are_hatched_on_which_what_lies_there_forbids_to_build() -> None:
    pack = load("stand_in_second")
    before, last = (rules_of(pack, number) for number in (23, 24))
    shape = outline(last.grid, pack.land.layers[[c.kind for c in last.contents].index("tree")])
    assert shape
    drawn = [document(drawn_on(rules, pack.land)) for rules in (before, last)]
    assert [f'class="closed" d="{shape}"' in text for text in drawn] == [False, True]
    words = [document(legend(rules, [pack.land], 600, ENGLISH)) for rules in (before, last)]
    assert [">closed<" in text for text in words] == [False, True]
