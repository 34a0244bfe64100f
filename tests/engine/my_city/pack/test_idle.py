"""A row that can do nothing is refused, with a line that says what to write instead."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from engine.kernel.errors import PackError
from engine.my_city.campaign import fold, rehearsal
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.checks import problems
from engine.my_city.pack.idle import idle
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack, made_of
from engine.my_city.pack.overlay import problems_of
from engine.my_city.pack.read import assemble
from engine.my_city.play import by_hand
from engine.my_city.play.notation import Action, Quit
from engine.my_city.play.players import greedy
from engine.my_city.play.rules import fitting_builds
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.campaign.test_rehearsal import created
from tests.packs.generated import unchecked_files
from tests.soak import count

OWNER = 'source = "owner"\n'
INN = '[[content]]\nid = "inn"\nkind = "inn"\namount = {amount}\nground = "site"\n' + OWNER
MOUNTAINS = '[terrain]\nmap = """\n{map}"""\n' + OWNER


def rule(episode: int, does: str, *lines: str) -> str:
    """A new row of an episode."""
    keys = "\n".join(lines)
    head = f"[[episode]]\nnumber = {episode}\n[[episode.rule]]\n"
    return f'{head}name = "extra"\ndoes = "{does}"\n{keys}\n{OWNER}'


def box(name: str, *lines: str) -> str:
    """A row of the box with other values."""
    keys = "\n".join(lines)
    return f'[[rule]]\nname = "{name}"\n{keys}\n{OWNER}'


TERM = ("points = 1", "order = 95")
NOTHING = ("points = 0", "order = 95")
SITE = INN.format(amount=1)
CASES = {
    "a token that starts above its cap": (box("token", "start = 60"), "a start below the cap"),
    "a token that starts at its cap": (box("token", "start = 50"), "a start below the cap"),
    "a pass for which no token can pay": (box("pass", "floor = 60"), "allowed = false says"),
    "points of 0": (rule(2, "buildings", *NOTHING), "0 points: end = true"),
    "steps of 0": (rule(2, "buildings", "points = [[2, 0]]", "order = 9"), "0 points: end = true"),
    "points of 0 at once": (rule(2, "covers row", "row = 3", "points = 0"), "earns 0 points"),
    "points at once that are taken": (
        rule(2, "building at once", 'on = "edge"', "points = -2"),
        'never taken away: does = "buildings"',
    ),
    "points at once for the building before": (
        rule(2, "touches previous", "points = -1"),
        "never taken away",
    ),
    "a feat without a reward": (
        rule(2, "first to cover", 'kind = "tree"', "points = 0"),
        "write points, nuggets or marks",
    ),
    "marks for nobody": (
        box("marks", "first = 0", "second = 0", "other = 0"),
        "nobody gets anything: end = true",
    ),
    "stickers for nobody": (
        rule(2, "stickers", 'when = "end"', "first = []", "second = []", "other = []"),
        "nobody gets anything: end = true",
    ),
    "a third at a table of two": (
        box("standings", 'two = ["first", "third"]'),
        'of two players nobody is third: write "second" or "other"',
    ),
    "a last that is not the last": (
        box("standings", 'three = ["first", "last", "other"]'),
        '"last" is the last of three',
    ),
    "a third in another place": (
        box("standings", 'four = ["third", "second", "other", "other"]'),
        '"third" is the third of four',
    ),
    "a deck that stays as it is": (rule(2, "deck"), "it changes nothing: write add, remove"),
    "a deck that is dealt whole": (rule(2, "deck", "deal = 24"), "the deck has 24 cards"),
    "a deck without a building": (
        rule(2, "deck", f"remove = {[f'{c}{n}' for c in 'YRB' for n in range(1, 9)]}"),
        "no building is left in the deck",
    ),
    "a sticker on what is nowhere": (
        rule(2, "stickers", 'when = "end"', "first = []", "second = []", 'other = ["tree on well"]')
        + '[[episode.rule]]\nname = "well"\nend = true\n'
        + OWNER,
        "there is no such place on any board",
    ),
    "a row on which nothing fits": (
        MOUNTAINS.format(map="M . . . . . . . . . .\n" * 8 + ("M " * 11 + "\n") * 3)
        + "[board]\nlight_green = 80\n"
        + OWNER
        + '[squares]\ncells = "G1"\n'
        + OWNER
        + rule(2, "covers row", "row = 11", "points = 1"),
        "nothing can be built on row 11: name a row",
    ),
    "an anchor beside which nothing fits": (
        SITE
        + rule(3, "fixed", 'content = "inn"', 'cells = "K11"')
        + f'[[episode.rule]]\nname = "anchor"\ndoes = "anchor"\nat = "inn"\n{OWNER}',
        "no building fits beside the inn",
    ),
    "an anchor of no amount": (
        INN.format(amount=0)
        + rule(3, "fixed", 'content = "inn"', 'cells = "G6"')
        + f'[[episode.rule]]\nname = "anchor"\ndoes = "anchor"\nat = "inn"\n{OWNER}',
        "there is no inn on every board yet",
    ),
    "what has no amount": (
        INN.format(amount=0) + rule(3, "connects", 'kind = "inn"', "row = 1", *TERM),
        "with amount = 0 it never lies on a board: write amount = 1",
    ),
    "what nothing brings": (
        SITE + rule(3, "connects", 'kind = "inn"', "row = 1", *TERM),
        "no inn is on any board by then: an earlier rule must bring one",
    ),
    "a way from a place to itself": (
        rule(2, "connects", 'kind = "tree"', 'to = "tree"', *TERM),
        "is no way: name another end",
    ),
    "a way to a corner of forest": (
        SITE
        + rule(2, "fixed", 'content = "inn"', 'cells = "K11"')
        + '[[episode.rule]]\nname = "way"\ndoes = "first to join"\nkind = "inn"\nrow = 1\n'
        + f"points = 2\n{OWNER}",
        "no building can come to inn: name a place",
    ),
    "a site beside which nothing fits": (
        SITE
        + rule(2, "fixed", 'content = "inn"', 'cells = "K11"')
        + '[[episode.rule]]\nname = "view"\ndoes = "buildings"\nbeside = "inn"\npoints = 2\n'
        + f"order = 9\n{OWNER}",
        "nothing can be built beside inn",
    ),
    "a colour without a card": (
        '[[colour]]\nid = "P"\nname = "pink"\n'
        + OWNER
        + rule(
            2,
            "deck",
            f"remove = {[f'P{n}' for n in range(1, 9)]}",
        )
        + '[[episode.rule]]\nname = "pinks"\ndoes = "buildings"\ncolours = ["P"]\npoints = 2\n'
        + f"order = 9\n{OWNER}",
        "no building of P is in the deck: name another",
    ),
    "no colour at all": (
        rule(2, "building at once", 'on = "edge"', "colours = []", "points = 1"),
        "colours: the list is empty",
    ),
    "a rule of the table with a loose key": (
        rule(2, "by hand", 'words = "so"', "points = [0, 2]", "most = 2"),
        "most needs stickers",
    ),
    "what becomes itself": (
        rule(2, "convert", 'kind = "well"', 'content = "well"'),
        "content must name something else",
    ),
    "a bank that is no ground": (
        MOUNTAINS.format(map="M M M M . . . . . . .\n" * 11)
        + "[board]\nlight_green = 77\n"
        + OWNER
        + '[squares]\ncells = "G1"\n'
        + OWNER
        + rule(2, "bank closed", 'bank = "W"'),
        "nothing could be built on this bank anyway",
    ),
    "a building that no deck has": (
        '[[piece]]\nid = "T1"\nkind = "tower"\nshape = "##"\n' + OWNER,
        'T1: no deck has its card: a rule with does = "deck" and add = ["T1"] brings it',
    ),
    "an outline for which no board has room": (
        '[[outline]]\nid = "5"\nshape = "############"\n' + OWNER,
        "5: no board has room for it in episode 1: draw a smaller shape",
    ),
    "forest where there is none": (
        MOUNTAINS.format(map="M . . . . . . . . . .\n" * 11)
        + "[board]\nlight_green = 110\n"
        + OWNER
        + '[squares]\ncells = "G1"\n'
        + OWNER
        + rule(2, "forest open"),
        "there is no forest on any board",
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_a_row_that_can_do_nothing_is_refused_with_what_is_right(what: str) -> None:
    text, reason = CASES[what]
    try:
        found = [str(error) for error in problems_of(load("stand_in"), text, (1,))]
    except PackError as error:
        found = [str(error)]
    assert any(reason in line for line in found), found


def own_pieces(files: dict[str, Any]) -> list[dict[str, Any]]:
    """The rules of the first episode of the second envelope, in which cities get a C4."""
    rules: list[dict[str, Any]] = files["envelope_2.toml"]["episode"][0]["rule"]
    return rules


def the_one(rules: list[dict[str, Any]], does: str) -> dict[str, Any]:
    return next(row for row in rules if row.get("does") == does)


def no_form_for_the_second(files: dict[str, Any]) -> None:
    row = the_one(own_pieces(files), "own piece")
    row["second"] = row["other"]


def another_own_piece(files: dict[str, Any]) -> None:
    rules = own_pieces(files)
    rules.append({**the_one(rules, "own piece"), "name": "one more"})


def no_card_for_it(files: dict[str, Any]) -> None:
    for episode in files["envelope_2.toml"]["episode"]:
        for row in episode["rule"]:
            if row.get("add") == ["C4"]:
                row["add"] = []
                row["obstacle"] = True


def an_outline_in_no_deck(files: dict[str, Any]) -> None:
    row = {"name": "fewer", "does": "deck", "remove": [f"{colour}8" for colour in "YRB"]}
    files["box.toml"]["rule"].append({**row, "source": "owner"})


def stickers_after_the_last(files: dict[str, Any]) -> None:
    ranks = {"first": ["tree"], "second": [], "other": [], "when": "end"}
    row = {"name": "late", "does": "stickers", **ranks, "source": "owner"}
    files["envelope_8.toml"]["episode"][-1]["rule"].append(row)


def stickers_that_the_bonus_counts(files: dict[str, Any]) -> None:
    ranks = {"first": ["tree"], "second": [], "other": [], "when": "end"}
    row = {"name": "late", "does": "stickers", **ranks, "source": "owner"}
    episodes = files["envelope_8.toml"]["episode"]
    episodes[-2].setdefault("rule", []).append(row)


WHOLE = (
    (no_form_for_the_second, "hall: no city ever gets this form of C4"),
    (another_own_piece, "says already which C4 a city gets"),
    (no_card_for_it, "nobody ever builds this C4, because no later deck has it"),
    (an_outline_in_no_deck, "8: no deck has a building of this outline"),
    (stickers_after_the_last, "episode 24 is the last one, so nobody plays on"),
    (stickers_that_the_bonus_counts, "a tree sticker of this episode is placed after tree is"),
)


@pytest.mark.parametrize(("alter", "reason"), WHOLE)
def test_what_never_comes_into_play_is_refused_in_a_whole_pack(
    alter: Callable[[dict[str, Any]], None], reason: str
) -> None:
    files: dict[str, Any] = copy.deepcopy(dict(load("stand_in").files))
    alter(files)
    found = [str(error) for error in problems(assemble(files))]
    assert any(reason in line for line in found), found


def test_a_building_of_the_box_may_wait_for_a_closed_envelope() -> None:
    """Its shape is the owner's to correct, whether or not a deck that is known has its card."""
    shape = '[[piece]]\nid = "C1"\nshape = "####"\n' + OWNER
    files: dict[str, Any] = copy.deepcopy(dict(load("stand_in").files))
    files["box.toml"]["piece"] = files["envelope_2.toml"].pop("piece")
    assert [] == [*problems_of(assemble(files), shape, (1,))]


NOT_MEANT = {"token", "pass", "anchor", "deck", "pieces leave", "bonus", "stickers", "by hand"}
"""Kinds of which a row may be refused that does something, though nothing that can be meant."""


def test_what_is_refused_as_doing_nothing_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set[str]()
    for seed in range(count(8, 600)):
        files = unchecked_files(seed, 7)
        pack = assemble(files)
        every = [*idle(made_of(pack, sorted(pack.episodes)))]
        if any(_row(files, error)["does"] == "token" for error in every):
            continue  # above its cap the token falls with any line of the sheet
        wrong = [
            error
            for error in every
            if _does_nothing(_row(files, error)) and "is no way" not in str(error)
        ]
        before = [_after(pack, seats, seed, monkeypatch) for seats in (2, 4) if wrong]
        for error in wrong:
            other = copy.deepcopy(files)
            row = _row(other, error)
            seen.add(row["does"])
            name = row["name"]
            row.clear()
            row |= {"name": name, "end": True, "source": "owner"}
            ended = assemble(other)
            after = [_after(ended, seats, seed, monkeypatch) for seats in (2, 4)]
            assert before == after, (seed, str(error))
    assert len(seen) > 5


def _does_nothing(row: dict[str, Any]) -> bool:
    """Whether a row that is refused changes nothing; 0 things may be the fewest, or a step."""
    points = row.get("points")
    from_none = row["does"] != "by hand" and isinstance(points, list) and points[0][0] == 0
    return row["does"] not in NOT_MEANT and row.get("best") != "fewest" and not from_none


def _row(files: dict[str, Any], error: PackError) -> dict[str, Any]:
    """The row that an error is about."""
    at: Any = files[error.file]
    for step in error.path[:-1]:
        at = at[step]
    assert isinstance(at, dict)
    return at


def _careless(state: MyCityState, seat: str, chance: float) -> Action:
    """A player who builds anywhere, whatever the rules reward."""
    if by_hand.due_rule(state, seat):
        return greedy(state, seat, chance)
    builds = [*fitting_builds(state.town(seat), state.card)]
    return builds[int(chance * len(builds))] if builds else Quit()


def _after(pack: Pack, seats: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> object:
    """What a campaign comes to in points, marks, nuggets and things on the boards."""
    monkeypatch.setattr(fold, "load", lambda _: pack)
    monkeypatch.setattr(rehearsal, "greedy", _careless)
    *_, (_, after) = rehearse(created(pack, seats), seed)
    points = [[sheet.total for sheet in played.sheets] for played in after.played]
    cities = [
        (city.progress, city.nuggets, city.land.layers, city.land.light) for city in after.cities
    ]
    return points, cities


def test_what_is_left_out_is_not_blamed_for_what_counts_it() -> None:
    """Another rule of the same episode has nothing left to do: the overlay says nothing of it."""
    text = f'[[episode]]\nnumber = 2\n[[episode.rule]]\nname = "well"\nend = true\n{OWNER}'
    assert [] == [*problems_of(load("stand_in"), text, (1,))]
