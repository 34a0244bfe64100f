"""What `pack check` passes is true: each sentence that is shown makes a difference in some evening.

A key of a rule is altered so that its words change. Then some evening ends in another way, or it is
named why none can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import tee
from random import Random

import pytest

from engine import my_city
from engine.kernel.game import Setup
from engine.my_city.campaign import fold
from engine.my_city.campaign.model import Campaign, PlayedEpisode
from engine.my_city.campaign.outcome import amount_of
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.model import Pack, rows_in_force, rules_of
from engine.my_city.pack.schema import PackRow
from engine.my_city.pack.unsaid import BY_RANK
from engine.my_city.play.land import SITE
from engine.my_city.play.notation import BuildMove
from engine.my_city.play.rules import fitting_builds
from engine.my_city.play.ruleset import EpisodeRules
from tests.engine.my_city.campaign.test_rehearsal import created
from tests.packs.evenings import differs, evenings, under
from tests.packs.generated import altered, plain_pack_of, reshaped
from tests.soak import SOAK, count

SEEDS = range(count(2, 24, ci=6))
TABLES = [(4, 1), (3, 0), (2, 0), (4, 2), (3, 3), (4, 4)]
"""Seats and seed of campaigns; in those of an odd seed a city is absent."""
MORE_TABLES = [*TABLES, *((seats, seed) for seed in range(6, 26) for seats in (4, 3))]
"""More of them, for a form of a building that only a certain rank has in the end."""
EVENINGS = 3
RARE = {
    "connects",
    "first to join",
    "enclosed",
    "enclosed cell",
    "filled",
    "first to cover",
    "touches",
    "strip",
}
"""Kinds that need buildings to lie in a way that few boards allow: some packs show them, as some
show a prize for one seat of the table."""


@pytest.mark.parametrize("some", [SEEDS[i : i + 24] for i in range(0, len(SEEDS), 24)])
def test_each_sentence_makes_a_difference_in_some_evening(
    some: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = set[tuple[str, str]]()
    for seed in some:
        pack = plain_pack_of(seed)
        campaigns = [_campaign(pack, *table, monkeypatch) for table in TABLES]
        for row, numbers in _rows(pack):
            others: dict[str, list[Pack]] = {}
            for key, other in altered(pack, row, Random(seed)):
                others.setdefault(key, []).append(other)
            setups = [
                played.setup
                for one in campaigns
                for played in one.played
                if played.number in numbers
            ]
            found = evenings(setups, row, EVENINGS)
            for key, packs in others.items():
                if why := _why_not(pack, packs, row, key, numbers, campaigns):
                    assert why
                    continue
                found, again = tee(found)
                shown = any(
                    _ends(_campaign(other, *table, monkeypatch)) != _ends(campaign)
                    for table, campaign in zip(TABLES, campaigns, strict=True)
                    for other in packs
                ) or any(differs(other, *evening) for evening in again for other in packs)
                shown = shown or any(
                    differs(pack, *evening)
                    for other in packs
                    for evening in evenings([under(other, s) for s in setups], row, 1)
                )
                rare = row["does"] in RARE or "best" in row.values
                assert shown or rare, (seed, row.values, key)
                seen |= {(row["does"], key)} if shown else set()
    assert not SOAK or len(RARE.intersection(does for does, _ in seen)) > 3


def test_each_building_can_be_built_in_some_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """A building of another shape can be built in other ways by somebody who has it."""
    seen = set[str]()
    for seed in range(count(4, 100)):
        pack = plain_pack_of(seed)
        for row, other in reshaped(pack):
            cards = [row["id"], *(f"{colour}{row['id']}" for colour in pack.colours)]
            assert any(
                _first_builds(played.setup, card) != _first_builds(under(other, played.setup), card)
                for table in MORE_TABLES
                for played in _campaign(pack, *table, monkeypatch).played
                for card in cards
            ), (seed, row.values)
            seen.add(row["id"])
    assert seen >= {"1", "C1", "C2"}


def _first_builds(setup: Setup, card: str) -> list[list[BuildMove]]:
    """Where the seats may lay a card that comes first; nowhere where it cannot come."""
    state = my_city.start(setup)
    if card not in state.rules.deck:
        return []
    return [[*fitting_builds(town, card)] for town in state.towns if card not in town.home.missing]


def _rows(pack: Pack) -> Iterator[tuple[PackRow, Sequence[int]]]:
    """Every row with the episodes in which it is in force."""
    rows: dict[object, tuple[PackRow, list[int]]] = {}
    for number in pack.episodes:
        for row, _ in rows_in_force(pack, number):
            rows.setdefault((row.file, row.path), (row, []))[1].append(number)
    yield from rows.values()


def _campaign(pack: Pack, seats: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign by simple players, a city of which may be absent."""
    monkeypatch.setattr(fold, "load", lambda _: pack)
    *_, (_, after) = rehearse(
        created(pack, seats),
        seed,
        absent_in=lambda _: ("bear",) if seats > 2 and seed % 2 else (),
    )
    return after


def _ends(campaign: Campaign) -> object:
    """What can be seen of a campaign in the end."""
    evenings = [(played.record.moves, played.sheets, played.boards) for played in campaign.played]
    return evenings, campaign.cities, campaign.claimed


def _why_not(
    pack: Pack,
    others: Sequence[Pack],
    row: PackRow,
    key: str,
    numbers: Sequence[int],
    campaigns: Sequence[Campaign],
) -> str:
    """Why no evening can show the words of a key; "" where one has to."""
    every = [rules_of(one, number) for one in (pack, *others) for number in numbers]
    played = [p for one in campaigns for p in one.played if p.number in numbers]
    if not any(town.built for p in played for town in p.verdict.state.towns):
        return "nobody can build anything"
    by_rank = [r for n in numbers for r, _ in rows_in_force(pack, n) if r["does"] in BY_RANK]
    sites = [
        content.kind for rules in every for content in rules.contents if content.ground == SITE
    ]
    match row["does"], key:
        case "building at once" | "buildings", _ if row.get("on") in sites:
            return "only a building that the table allows by hand stands on a site"
        case "fixed", "content" if not row["cells"].split():
            return "it goes on no cell"
        case "pass", "floor" if not row["cost"]:
            return "a pass costs nothing, so it brings no token below anything"
        case "pass", _ if all(_highest(rules, played) < _price(rules) for rules in every):
            return "no token is ever high enough"
        case "first to cover", "each":
            amounts = {sum(f.label == row.name for f in rules.feats) for rules in every}
            return "there is one cell of it" if amounts == {1} else ""
        case "token", "cap" | "cap_marks":
            best = max(sheet.total for p in played for sheet in p.sheets)
            return "the token never comes so far" if best < row["cap"] else ""
        case "shaft", "boxes" | "triangle" | "marks" if all(
            city.shafts.get(row["colour"], 0) < row["boxes" if key == "boxes" else "triangle"]
            for one in campaigns
            for city in one.cities
        ):
            return "no shaft is so deep in so few episodes"
        case "standings", _:
            seats = {"two": 2, "three": 3, "four": 4}[key]
            given = {
                str([[r.get(name, r["other"]) for name in rules.standings[seats]] for r in by_rank])
                for rules in every
            }
            return "each rank gets the same by another name" if len(given) == 1 else ""
        case "bonus", "best" if all(_all_alike(row, one) for one in campaigns):
            return "every city has as many of it"
        case "absent city", "stickers":
            gifts = any(gift.when == "end" for rules in every for gift in rules.gifts)
            return "" if gifts else "no sticker is given by rank"
        case _, ("place" | "at" | "kind" | "on" | "beside" | "best" | "ties" | "colours" | "row"):
            return "it is worth nothing" if row.get("points") == 0 else ""
    return ""


def _highest(rules: EpisodeRules, played: Sequence[PlayedEpisode]) -> int:
    """The most at which a token has stood before the sheet."""
    stood = (sheet.lines[0].points for one in played for sheet in one.sheets)
    return max(rules.token.start, *stood)


def _all_alike(row: PackRow, campaign: Campaign) -> bool:
    """Whether all cities have as many of what a bonus counts."""
    rules = campaign.rules
    return len({amount_of(rules, city, row["counts"]) for city in campaign.cities}) == 1


def _price(rules: EpisodeRules) -> int:
    """How high a token has to be for a pass."""
    return rules.passing.cost + rules.passing.floor
