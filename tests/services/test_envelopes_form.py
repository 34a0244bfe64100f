"""Rules of an envelope that a box has not: each can go, or what is said names what goes first."""

from __future__ import annotations

from itertools import takewhile
from random import Random

import pytest

from campaign.services import envelopes_form as form
from campaign.services import packs
from campaign.services.packs_outlines import drawing
from campaign.services.values import History
from campaign.store.origins import Origin
from engine import my_city
from engine.kernel.game import Setup
from engine.kernel.grid import draw_shape, turn
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack, rows_in_force, rules_of
from engine.my_city.play.rules import fitting_builds
from tests.engine.my_city.campaign.test_rehearsal import created
from tests.soak import CI, count

PACK = load("stand_in_second")
ENVELOPES = range(1, 9)


@pytest.fixture(scope="module")
def opened() -> History:
    """A campaign of which every envelope is open."""
    campaigns = (after for _, after in rehearse(created(PACK, 2), 1))
    *_, last = takewhile(lambda after: len(after.played) < 23, campaigns)
    return History("campaign/1", (), last, Origin("campaign/1"))


def rules(history: History) -> list[form.FormRow]:
    """Every rule of every envelope."""
    asked = [one for number in ENVELOPES for one in form.rows_of(history, number, every=True)]
    return [one for one in asked if one.list == form.RULE]


def without(history: History, asked: form.FormRow) -> Pack:
    return packs.corrected_pack(history, form.overlay_of([(asked, asked.dropping_row())]))


def in_force(pack: Pack, episode: int) -> dict[str, dict[str, object]]:
    """The rules of an episode by name, without what is no rule of them."""
    return {
        row.name: {key: value for key, value in row.values.items() if key not in ("source", "note")}
        for row, _ in rows_in_force(pack, episode)
    }


NOT_ALONE = ("gold veins", "track below the board", "fourth church card")
"""Rules that others of their envelope need."""


def envelope_end(asked: form.FormRow) -> tuple[int, str]:
    """The episode and name of a rule that a row ends."""
    return (asked.episode, asked.values["name"]) if asked.values.get("end") else (0, "")


def test_every_rule_of_an_envelope_can_go_or_another_one_is_named(opened: History) -> None:
    for asked in rules(opened):
        assert asked.can_go == (envelope_end(asked) != (24, "stickers")), asked
        # What goes on again may come in the way of what counts by now.
        if asked.ended or not (CI or asked.values["name"] in NOT_ALONE):
            continue
        answers = [(asked, asked.dropping_row())]
        rows = form.rows_of(opened, envelope_of(opened, asked), every=True)
        why = str(form.refusal(opened, answers))
        assert bool(why) >= (asked.values["name"] in NOT_ALONE)
        while why and not form.ranks_missing(why):
            if asked.before and f'rule "{asked.values["name"]}"' in why:
                break  # what held before cannot go on any more
            rule = form.other_rule_named(why, asked, rules(opened))
            assert rule, why
            too = [one for one in rows if one.values.get("name") == rule and not one.ended]
            if not too:
                break  # it came with another envelope
            answers += [(one, one.dropping_row()) for one in too]
            assert len(answers) <= len(rows), why
            why = str(form.refusal(opened, answers))


def envelope_of(history: History, asked: form.FormRow) -> int:
    """The envelope that brings a rule."""
    return next(n for n in ENVELOPES if asked.episode in form.episodes_of(history, n))


def test_without_a_rule_of_one_episode_or_of_every_one_what_held_goes_on(opened: History) -> None:
    pack, checked = opened.campaign.pack, []
    for asked in rules(opened):
        name, number = str(asked.values["name"]), asked.episode
        if not asked.before or not (CI or (name, number) in (("pass", 6), ("token", 13))):
            continue
        if form.refusal(opened, [(asked, asked.dropping_row())]):
            continue
        rows = in_force(without(opened, asked), number)
        assert rows[name] == in_force(pack, number - 1)[name]
        assert rows | {name: {}} == in_force(pack, number) | {name: {}}
        checked.append((name, number))
    assert {("pass", 6), ("token", 13)} <= {*checked}


def test_a_rule_is_left_out_as_often_as_it_is_said(opened: History) -> None:
    """Whoever applies the same corrections again, because more is open, changes nothing."""
    (asked,) = [
        one for one in rules(opened) if (one.values.get("name"), one.episode) == ("pass", 6)
    ]
    once = without(opened, asked)
    campaign = opened.campaign._replace(pack=once)
    twice = without(opened._replace(campaign=campaign), asked)
    assert [in_force(once, n) for n in range(5, 8)] == [in_force(twice, n) for n in range(5, 8)]
    (left,) = [
        one
        for one in rules(opened._replace(campaign=campaign))
        if (one.values.get("name"), one.episode) == ("pass", 6)
    ]
    assert (str(left.words), left.ends_nothing, left.can_go) == ("pass: as before", True, False)


def drawn(chance: Random, most: int = 6) -> str:
    """A shape of one to so many cells that hang together."""
    cells = {(0, 0)}
    for _ in range(chance.randint(0, most - 1)):
        column, row = chance.choice(sorted(cells))
        cells.add(chance.choice([(column + 1, row), (column, row + 1)]))
    return drawing(cells)


def typed_in(asked: form.FormRow, **typed: str) -> form.Answered:
    """A row with what was typed for its fields."""
    return asked, asked.changed({key: form.read(asked.keys[key], typed[key]) for key in typed})


def places(pack: Pack, card: str, episode: int = 24) -> list[int]:
    """The cells of every way in which a city can lay a building that comes first."""
    state = my_city.start(Setup(("eagle", "bear"), {"episode": episode, "pack": pack}))
    town = state.town("eagle")
    return sorted(town.home.placements[build].mask for build in fitting_builds(town, card))


@pytest.mark.parametrize("seed", range(count(2, 60, ci=8)))
def test_a_building_of_the_form_is_sound_and_seen_in_play(opened: History, seed: int) -> None:
    """Whatever is drawn: it waits for its card, then is laid as drawn, or as redrawn."""
    chance = Random(seed)
    shapes = [drawn(chance), drawn(chance)]
    fields = {"kind": chance.choice(("tower", "church"))}
    if colour := chance.choice(("", *opened.campaign.pack.colours)):
        fields["colour"] = colour
    new = form.new_thing(form.PIECE, "Z1")
    tower, other = (typed_in(new, shape=shape, **fields) for shape in shapes)
    card = typed_in(form.new_rule(opened, 8, 24, "tower card", "deck"), add="Z1")
    assert not form.refusal(opened, [tower])
    assert [new] == [one.asked for one in form.missing_rules(opened, [tower])]
    assert form.refusal(opened, [card])
    assert not form.missing_rules(opened, [tower, card])
    laid = [
        places(packs.corrected_pack(opened, form.overlay_of([one, card])), "Z1")
        for one in (tower, other)
    ]
    assert laid[0]
    assert {mask.bit_count() for mask in laid[0]} == {shapes[0].count("#")}
    turns = [{turn(draw_shape(shape), i) for i in range(4)} for shape in shapes]
    assert (laid[0] == laid[1]) == (turns[0] == turns[1])


@pytest.mark.parametrize("seed", range(count(1, 30, ci=4)))
def test_a_building_in_each_colour_of_the_form_is_seen_in_play(opened: History, seed: int) -> None:
    shape = f"#####/{drawn(Random(seed), 3)}"  # none of the eight that the box has
    outline = typed_in(form.new_thing(form.OUTLINE, "9"), shape=shape)
    assert not form.refusal(opened, [outline])
    assert not form.missing_rules(opened, [outline])
    pack = packs.corrected_pack(opened, form.overlay_of([outline]))
    for colour in pack.colours:
        assert f"{colour}9" in rules_of(pack, 24).deck
        assert {mask.bit_count() for mask in places(pack, f"{colour}9", 1)} == {shape.count("#")}
