"""Whole campaigns by simple players: the stand-in, an invented pack, and generated ones."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import CampaignCreated, Entry, EpisodeRecorded, StickerPlaced
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.read import assemble, parse, read_pack
from engine.my_city.play.boards import home_of, set_of
from engine.my_city.play.state import SEATS

STAND_IN = load("stand_in")
FOLDER = Path(__file__).parents[3] / "packs" / "invented"
FILES = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.toml")}
INVENTED = read_pack(FILES)


def created(pack: Pack, seats: int) -> CampaignCreated:
    players = dict(zip(SEATS, ("Anna", "Ben", "Chen", "Dora"), strict=True))
    return CampaignCreated("C", "u", pack.name, pack.seals, {s: players[s] for s in SEATS[:seats]})


@lru_cache(maxsize=8)
def campaign(seats: int, seed: int) -> tuple[tuple[Entry, ...], Campaign]:
    first = created(STAND_IN, seats)
    rest = list(rehearse(first, seed))
    return (first, *(entry for entry, _ in rest)), rest[-1][1]


@pytest.mark.parametrize(
    ("seats", "seed"), [(seats, seed) for seats in (2, 3, 4) for seed in (1, 2)]
)
def test_a_campaign_is_verified_and_conserved(seats: int, seed: int) -> None:
    entries, after = campaign(seats, seed)
    _verified(entries, after)
    _conserved(entries, after)


def _verified(entries: tuple[Entry, ...], after: Campaign) -> None:
    assert list(range(1, 25)) == [played.number for played in after.played]
    assert {VerdictKind.VERIFIED} == {played.verdict.kind for played in after.played}
    assert (None, ()) == (after.next_episode, after.owed)
    again = fold.campaign_of(entries)
    assert (after.cities, after.claimed, after.owed) == (again.cities, again.claimed, again.owed)


def _conserved(entries: tuple[Entry, ...], after: Campaign) -> None:
    """Stickers placed are the rights used, marks the sum of their reasons, each cell one thing."""
    placed = Counter(entry.seat for entry in entries if isinstance(entry, StickerPlaced))
    for city in after.cities:
        assert placed[city.seat] == sum(sticker.chosen for sticker in city.stickers)
        assert city.progress == sum(mark.amount for mark in city.marks)
        rules = rules_of(STAND_IN, 24)
        home = home_of(rules, city.brought(rules))
        cogs = {s.square for s in city.stickers if s.kind == "cog"}
        blue = {piece.id for piece in set_of(rules, home) if piece.colour == "B"}
        assert cogs == blue
        assert len(cogs) == sum(s.kind == "cog" for s in city.stickers)
        board = after.pack.grid.all
        land = city.land
        ground = (land.light, land.forest, land.mountain)
        assert not (land.light & land.forest | land.light & land.mountain)
        sites = sum(
            layer
            for content, layer in zip(STAND_IN.contents, land.layers, strict=True)
            if content.ground == "site"
        )
        assert board == ground[0] | ground[1] | ground[2] | sites


def test_scores_and_marks_are_those_of_people_who_play_sensibly() -> None:
    """Section by section the means of simple players; loose, because they are few."""
    games = [campaign(seats, seed)[1] for seats in (2, 3) for seed in (1,)]
    scores = [sheet.total for c in games for played in c.played for sheet in played.sheets]
    marks = [city.progress for c in games for city in c.cities]
    assert 8 < mean(scores) < 25
    assert (10 < min(marks), max(marks) < 45) == (True, True)
    assert {"R", "Y"} <= set().union(*(c.claimed for c in games))


# An invented pack.


@pytest.fixture
def invented(monkeypatch: pytest.MonkeyPatch) -> Pack:
    monkeypatch.setattr(fold, "load", lambda _: INVENTED)
    return INVENTED


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_invented_pack_is_played_from_beginning_to_end(invented: Pack, seats: int) -> None:
    first = created(invented, seats)
    rest = list(rehearse(first, seats))
    after = rest[-1][1]
    assert [1, 2, 3, 7, 8] == [played.number for played in after.played]
    assert {VerdictKind.VERIFIED} == {played.verdict.kind for played in after.played}
    assert after.winners
    again = fold.campaign_of([first, *(entry for entry, _ in rest)])
    assert after.cities == again.cities


def test_two_players_count_as_its_own_table_says(invented: Pack) -> None:
    entries = rehearse(created(invented, 2), 1)
    after = next(c for entry, c in entries if isinstance(entry, EpisodeRecorded))
    by_rank = [m for city in after.cities for m in city.marks if m.reason.kind == "rank"]
    assert {"first in episode 1": 4, "second in episode 1": 2} == {
        reason_in_words(mark.reason): mark.amount for mark in by_rank
    }


# Generated packs.

NUMBERS = {
    "points": st.integers(-3, 4),
    "start": st.integers(0, 15),
    "cap": st.integers(5, 30),
    "cap_marks": st.integers(0, 3),
    "cost": st.integers(0, 3),
    "floor": st.integers(-5, 3),
    "nuggets": st.integers(0, 3),
    "marks": st.integers(1, 4),
    "order": st.integers(0, 99),
}
COUNTS = {"first", "second", "other"}


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    """The invented pack with other numbers, and without some of its rules."""
    files: dict[str, Any] = {name: parse(name, text) for name, text in FILES.items()}
    files = copy.deepcopy(files)
    gone = set[str]()
    for data in files.values():
        lists = [(data.get("rule", []), False)]
        lists += [(episode.get("rule", []), True) for episode in data.get("episode", [])]
        for rules, may_go in lists:
            for row in list(rules):
                keep = not may_go or row["name"] in NEEDED or draw(st.booleans())
                if not keep or (row.get("end") and row["name"] in gone):
                    gone.add(row["name"])
                    rules.remove(row)
                    continue
                gone.discard(row["name"])
                for key in row.keys() & NUMBERS.keys():
                    if row["does"] == "first to cover" and key == "points":
                        row[key] = abs(draw(NUMBERS[key]))
                    elif not (row["does"] == "shaft" and key == "marks"):
                        row[key] = draw(NUMBERS[key])
    return assemble(files)


NEEDED = {"harbour", "anchor", "fountains", "well"}
"""Rules on which others of the pack rely."""


@given(packs(), st.integers(2, 4), st.integers(0, 1000))
def test_any_pack_can_be_played_and_everything_isin_one_place(
    pack: Pack, seats: int, seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fold, "load", lambda _: pack)
        first = created(pack, seats)
        entries: list[Entry] = [first]
        given_rights, after = Counter[str](), fold.begin(first)
        for entry, now in rehearse(first, seed):
            before = Counter((r.seat, r.kind, r.reason) for r in after.owed)
            came = Counter((r.seat, r.kind, r.reason) for r in now.owed) - before
            given_rights.update(seat for seat, _, _ in came.elements())
            for city, old in zip(now.cities, after.cities, strict=True):
                lost = len(city.lost) - len(old.lost)
                newly = [r for r in city.lost[len(old.lost) :] if r not in after.owed]
                assert lost >= len(newly)
                given_rights[city.seat] += len(newly)
            entries.append(entry)
            after = now
        assert fold.campaign_of(entries).cities == after.cities
        for city in after.cities:
            placed = sum(sticker.chosen for sticker in city.stickers)
            assert placed + len(city.lost) == given_rights[city.seat]
            assert city.progress == sum(mark.amount for mark in city.marks)
        for played in after.played:
            in_one_place(played.verdict.state)


def in_one_place(state: Any) -> None:
    """Each building lies once, on cells of its own; the deck and what came are all cards."""
    for town in state.towns:
        pieces = [placement.piece for placement in town.built]
        assert len(pieces) == len(set(pieces))
        assert not set(pieces) & town.home.missing
        covered = 0
        for placement in town.standing:
            assert not covered & placement.mask
            covered |= placement.mask
        assert not covered & town.free


def test_a_rehearsal_is_the_same_again(invented: Pack) -> None:
    def all_of(seed: int) -> Iterator[Entry]:
        return (entry for entry, _ in rehearse(created(invented, 3), seed))

    assert list(all_of(5)) == list(all_of(5))
    assert list(all_of(5)) != list(all_of(6))
