"""Packs: what a row may say, what is inherited, and that every value says where it is from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import tomli

import engine
from engine import my_city
from engine.kernel.errors import PackError, SetupError
from engine.kernel.game import Setup
from engine.my_city.pack.load import load, names
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.read import read_pack
from engine.my_city.pack.schema import SOURCES
from engine.my_city.pack.words import words_of
from engine.my_city.play.ruleset import EpisodeRules, PassRule
from tests.engine.my_city.board import BOX

PACKS = resources.files("engine.my_city.packs")
STAND_IN = load("stand_in")


def files(pack: str) -> dict[str, str]:
    data = (file for file in (PACKS / pack).iterdir() if file.name.endswith(".toml"))
    return {file.name: file.read_text("utf-8") for file in data}


def refusal(text: str, *, on: str = BOX, **more: str) -> str:
    """Why the box with this text at its end is no pack, or none whose first episode starts."""
    files = {"box.toml": on + text, **more}
    with pytest.raises(PackError) as refused:
        rules_of(read_pack(files, load), 1)
    return str(refused.value)


def rows(name: str = "extra", **values: str) -> str:
    """A rule row of the box, and an episode to play it in."""
    lines = [f"{key.replace('_', ' ')} = {value}" for key, value in values.items()]
    head = f'\n[[rule]]\nname = "{name}"\nsource = "owner"\n'
    return head + "\n".join(lines) + "\n\n[[episode]]\nnumber = 1\n"


def tables(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Every table and row of a file that holds values of the game."""
    for name, value in data.items():
        if name == "episode":
            yield from chain.from_iterable(row.get("rule", []) for row in value)
        elif isinstance(value, dict):
            yield value
        elif isinstance(value, list):
            yield from value


@pytest.mark.parametrize("pack", names())
def test_every_row_says_where_it_comes_from(pack: str) -> None:
    for text in files(pack).values():
        for row in tables(tomli.loads(text)):
            assert row["source"] in SOURCES, row


@pytest.mark.parametrize("pack", names())
def test_every_pack_that_comes_with_the_program_plays_all_its_episodes(pack: str) -> None:
    for episode in load(pack).episodes:
        assert rules_of(load(pack), episode).terms


def test_the_board_has_26_mountain_and_forest_cells_and_95_light_green_ones() -> None:
    land = STAND_IN.land
    assert (4, 22) == (land.mountain.bit_count(), land.forest.bit_count())
    assert 95 == land.light.bit_count()
    assert STAND_IN.grid.all == land.mountain | land.forest | land.light


def test_32_light_green_cells_lie_west_of_the_river() -> None:
    west, east = STAND_IN.banks
    assert 32 == (STAND_IN.land.light & west).bit_count()
    assert STAND_IN.grid.all == west ^ east


def test_20_small_squares_lie_on_bare_light_green_cells() -> None:
    land = STAND_IN.land
    assert 20 == land.squares.bit_count()
    assert land.squares == land.squares & land.bare


def test_12_trees_and_12_rocks_are_printed() -> None:
    contents = zip(STAND_IN.contents, STAND_IN.land.layers, strict=True)
    printed = {content.id: mask.bit_count() * content.amount for content, mask in contents}
    assert {"trees": 12, "rocks": 12} == {id: count for id, count in printed.items() if count}


def test_each_colour_has_29_cells_in_8_buildings_of_2_to_5() -> None:
    pieces = STAND_IN.pieces.values()
    assert {"Y": 8, "R": 8, "B": 8} == Counter(p.colour for p in pieces if p.kind == "building")
    for colour in STAND_IN.colours:
        sizes = [len(piece.cells) for piece in pieces if piece.colour == colour]
        assert (29, 2, 5) == (sum(sizes), min(sizes), max(sizes))


def test_the_eternal_mode_stands_on_the_box_of_the_campaign() -> None:
    eternal = load("eternal")
    assert STAND_IN.land.light == eternal.land.light
    assert {"C4"} == STAND_IN.pieces.keys() - eternal.pieces.keys()
    assert (*rules_of(STAND_IN, 1).contents, eternal.contents[-1]) == eternal.contents


def test_no_episode_number_stands_in_the_code() -> None:
    """A number after the word episode, or compared with one, would be a rule outside the packs."""
    code = Path(str(engine.__file__)).parent / "my_city"
    for file in code.rglob("*.py"):
        text = re.sub(r'(?s)""".*?"""|"[^"\n]*"|\'[^\'\n]*\'|#.*', "", file.read_text("utf-8"))
        assert [] == re.findall(r"(?:episode|number)s?\w* *(?:[<>=!]=|[<>]|in) *[({]?\d+", text)


def test_placeholders_of_an_episode_name_the_made_up_values() -> None:
    made_up = my_city.placeholders(my_city.start(Setup(("eagle", "bear"), {"episode": 2})))
    assert "outline 2 3 4 5 6 7: its shape" in made_up
    assert "squares: the cells with the small square on which stickers go" in made_up
    assert "stickers: the rule as a whole" in made_up


def test_what_the_owner_typed_in_is_no_placeholder() -> None:
    owned = BOX.replace('source = "placeholder"', 'source = "owner"')
    pack = read_pack({"box.toml": owned + "\n[[episode]]\nnumber = 1\n"})
    assert () == rules_of(pack, 1).placeholders


def test_an_unknown_episode_is_refused() -> None:
    with pytest.raises(SetupError, match="episode 25 is not in the pack stand_in: 1 to 24"):
        rules_of(STAND_IN, 25)


CHAPTER = """
envelope = 1
title = "Three evenings"

[[episode]]
number = 1

[[episode]]
number = 2
[[episode.rule]]
name = "pass"
does = "pass"
cost = 2
floor = 4
source = "owner"

[[episode]]
number = 3
[[episode.rule]]
name = "trees"
end = true
source = "owner"
"""


def of_chapter(number: int) -> EpisodeRules:
    return rules_of(read_pack({"box.toml": BOX, "envelope_1.toml": CHAPTER}), number)


def labels(rules: EpisodeRules) -> list[str]:
    return [term.label for term in rules.terms]


def test_a_rule_is_replaced_by_a_later_row_of_its_name() -> None:
    assert [PassRule(1, 0), PassRule(2, 4)] == [of_chapter(n).passing for n in (1, 2)]


def test_a_rule_is_inherited_by_the_episodes_that_follow() -> None:
    assert PassRule(2, 4) == of_chapter(3).passing


def test_a_rule_is_ended_by_a_row_that_says_so() -> None:
    assert ["trees", "rocks", "empty cells"] == labels(of_chapter(2))
    assert ["rocks", "empty cells"] == labels(of_chapter(3))


def test_a_rule_says_in_words_what_it_does() -> None:
    chapter = CHAPTER.replace("cost = 2", 'cost = 2\nwords = "a pass costs two"')
    pack = read_pack({"box.toml": BOX, "envelope_1.toml": chapter})
    words = [words_of(pack, row) for number in (2, 3) for row in pack.episodes[number]]
    assert ["a pass costs two", "trees: no longer"] == words
    token = "the score token starts at 10; at 50 it stays for good and earns 1 progress mark"
    assert token == words_of(pack, pack.rules[0])


def test_an_envelope_holds_its_episodes() -> None:
    pack = read_pack({"box.toml": BOX, "envelope_1.toml": CHAPTER})
    (envelope,) = pack.envelopes
    assert (1, "Three evenings", (1, 2, 3)) == envelope[:3]
    assert envelope == pack.envelope_of(3)
    assert None is pack.envelope_of(4)


def test_a_seal_counts_values_and_not_their_spelling() -> None:
    remarked = CHAPTER.replace("envelope = 1", "envelope  =  1 # the first")
    changed = CHAPTER.replace("cost = 2", "cost = 3")
    seals = [
        read_pack({"box.toml": BOX, "envelope_1.toml": text}).seals
        for text in (CHAPTER, remarked, changed)
    ]
    assert seals[0] == seals[1]
    assert seals[0]["1"] != seals[2]["1"]
    assert seals[0]["box"] == seals[2]["box"]


def test_the_digest_of_an_episode_counts_what_is_opened_by_then() -> None:
    second = CHAPTER.replace("envelope = 1", "envelope = 2")
    for old, new in (("number = 3", "number = 6"), ("number = 2", "number = 5")):
        second = second.replace(old, new)
    second = second.replace("number = 1", "number = 4")
    one = read_pack({"box.toml": BOX, "envelope_1.toml": CHAPTER})
    two = read_pack({"box.toml": BOX, "envelope_1.toml": CHAPTER, "envelope_2.toml": second})
    assert [1, 2] == [envelope.number for envelope in two.envelopes]
    assert one.digest_of(3) == two.digest_of(3)
    assert two.digest_of(3) != two.digest_of(4)


def test_contents_fixed_on_cells_cover_what_is_printed() -> None:
    well = rows(does='"fixed"', content='"well"', cells='"K1 E5"')
    rules = rules_of(read_pack({"box.toml": BOX + well}), 1)
    assert ("K1", "E5") == rules.grid.names(rules.land[""].layers[rules.layer("well")])
    assert not rules.land[""].layers[rules.layer("rocks")] & rules.grid.bit("K1")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (rows(does='"volcano"'), "does = 'volcano' is no kind of rule"),
        (rows(does='["token"]'), "does = ['token'] is no kind of rule"),
        (rows(points="3"), "does is missing"),
        (rows(does='"token"', start="10", cap="50"), "cap_marks is missing"),
        (rows(does='"visible"', kind='"tree"', points="1"), "order is missing"),
        (rows(does='"anchor"', at='"sawmill"'), "sawmill is not one of river"),
        (rows(does='"deck"', add='["Q1"]'), "Q1 is not a piece"),
        (
            rows(does='"strip"', kind='"tree"', boxes="1001"),
            "boxes is a whole number from 1 to 1000, not 1001",
        ),
        (
            rows(does='"fixed"', content='"palace"', cells='"E5"'),
            "palace is none of trees, rocks, tree, rock, well",
        ),
        (
            rows(does='"fixed"', content='"well"', cells='"A1"'),
            "A1 is a mountain",
        ),
        (
            rows(does='"fixed"', content='"well"', cells='"Z9"'),
            "Z9 is not a cell of the board",
        ),
        (
            rows(does='"first to cover"', kind='"vein"', points="3"),
            "nothing of the kind vein is known: rock, tree, well",
        ),
        (
            rows(does='"standings"', two='["first"]', three="[]", four="[]"),
            "two needs 2 of first, second, other, third, last",
        ),
        (
            rows(does='"standings"', two='["first", "best"]', three="[]", four="[]"),
            "two needs 2 of first, second, other, third, last",
        ),
        (
            rows(does='"stickers"', when='"noon"', first="[]", second="[]", other="[]"),
            "when is one of start, end, not 'noon'",
        ),
        (
            rows(does='"stickers"', when='"end"', first='["palace"]', second="[]", other="[]"),
            "palace is none of trees, rocks, tree, rock, well",
        ),
    ],
)
def test_a_row_that_cannot_be_is_refused_by_its_place(row: str, reason: str) -> None:
    assert f'box.toml, rule "extra": {reason}' == refusal(row)


def test_a_row_of_an_envelope_is_named_by_its_episode() -> None:
    bad = CHAPTER.replace("cost = 2", "price = 2")
    with pytest.raises(PackError, match=r'envelope_1\.toml, episode 2, rule "pass": price is no'):
        read_pack({"box.toml": BOX, "envelope_1.toml": bad})


def test_token_pass_and_anchor_are_needed() -> None:
    end = '\n[[rule]]\nname = "token"\nend = true\nsource = "owner"\n\n[[episode]]\nnumber = 1\n'
    assert "Stand-in campaign: token, pass and anchor rules are needed" == refusal(end)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            'source = "public"\n\n[terrain]',
            'source = "a friend"\n\n[terrain]',
            "box.toml, [board]: source is one of rulebook, public, inferred, placeholder, owner, "
            "not 'a friend'",
        ),
        (
            'amount = 2\nmark = "T"\nsource = "rulebook"',
            'amount = 2\nmark = "T"',
            "box.toml, [[content]] trees: source is missing",
        ),
        (
            'id = "Y"\n',
            "",
            "box.toml, [[colour]] ?: id is missing",
        ),
        (
            ". . T . . . . . F . .",
            ". . T . . . . . F .",
            "box.toml, [terrain]: the map needs 11 lines of 11",
        ),
        (
            "M . . . . . T . . . F\n",
            "",
            "box.toml, [terrain]: the map needs 11 lines of 11",
        ),
        (
            ". . T . . . . . F . .",
            ". . T . X . . ? F . .",
            "box.toml, [terrain]: ? X is no terrain",
        ),
        (
            "W W W E E E E E E E E\nW W W E E E E E E E E\nW W W W",
            "W W W E E E E E E E E\nW W W N E E E E E E E\nW W W W",
            "box.toml, [banks]: the banks are W and E",
        ),
        ("G1 D2", "G1 L2", "box.toml, [squares]: L2 is not a cell of the board"),
        (
            "columns = 11",
            "columns = 27",
            "box.toml, [board]: columns is a whole number from 1 to 26, not 27",
        ),
        (
            "rows = 11",
            "rows = 100",
            "box.toml, [board]: rows is a whole number from 1 to 99, not 100",
        ),
        (
            "amount = 2",
            "amount = 1000000000",
            "box.toml, [[content]] trees: amount is a whole number from 0 to 1000, not 1000000000",
        ),
    ],
)
def test_a_board_that_cannot_be_is_refused(old: str, new: str, reason: str) -> None:
    assert 1 <= BOX.count(old)
    assert reason == refusal("", on=BOX.replace(old, new, 1))


def test_a_rule_of_no_known_source_is_refused() -> None:
    bad = rows(does='"empty"').replace("owner", "hearsay")
    assert refusal(bad).startswith('box.toml, rule "extra": source is one of rulebook,')


def test_a_pack_without_a_box_is_refused() -> None:
    with pytest.raises(PackError, match=r"^a pack has a box\.toml$"):
        read_pack({"envelope_1.toml": CHAPTER})


def test_a_base_needs_somebody_to_look_it_up() -> None:
    with pytest.raises(PackError, match=r"^box\.toml: base stand_in cannot be looked up here$"):
        read_pack(files("eternal"))


def test_a_file_that_is_not_toml_is_refused_by_its_name() -> None:
    reason = refusal("", **{"envelope_1.toml": "envelope = "})
    assert "envelope_1.toml: Invalid value (at end of document)" == reason


def test_packs_are_compared_as_what_they_are() -> None:
    again: Pack = read_pack(files("stand_in"))
    assert STAND_IN.seals == again.seals
    assert STAND_IN != again


OWN = """
[[own]]
id = "bear"
source = "owner"
squares = "B2 C9"
map = \"\"\"
M M . . . . . F . . R
. . T . . . . . F . .
R . . . . . . . T . F
M . . . . T . . . . F
. . . . . . . . . F F
. . . . . . . . R . F
M . . . . . T . . . F
R . . . R . . . . F F
. . . T . . . T F F F
. . . . . R F F F F F
T . . . . . . F F F F
\"\"\"

[[episode]]
number = 1
"""


def test_boards_may_differ_by_seat() -> None:
    pack = read_pack({"box.toml": BOX + OWN})
    state = my_city.start(Setup(("eagle", "bear"), {"episode": 1, "pack": pack}))
    eagle, bear = (town.land for town in state.towns)
    trees, bit = state.rules.layer("trees"), state.rules.grid.bit("A11")
    assert (eagle.layers[trees] & bit, bear.layers[trees] & bit) == (0, bit)
    assert ("B2", "C9") == state.rules.grid.names(bear.squares)
    assert [sheet.lines[1].points for sheet in my_city.score(state)] == [12, 14]


def test_a_board_of_ones_own_has_the_same_sum_of_cells() -> None:
    bad = OWN.replace("T . . . . . . F F F F", "M . . . . . . F F F F")
    assert "the map has 94 light-green cells, the board 95" in refusal("", on=BOX + bad)
