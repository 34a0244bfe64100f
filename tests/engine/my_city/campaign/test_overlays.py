"""Corrections of the pack: what an envelope brought to the boards lies where the owner says."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from typing import Any

import pytest

from engine.kernel.errors import NotAllowed
from engine.my_city.campaign import fold, overlays
from engine.my_city.campaign.corrections import UnsoundEntry
from engine.my_city.campaign.entries import (
    Entry,
    EpisodeRecorded,
    PackApplied,
    StickerPlaced,
    episode_in,
)
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.rehearsal import choose_placing, rehearse
from engine.my_city.pack import overlay
from engine.my_city.pack.model import Pack
from tests.engine.my_city.campaign.test_fold import played, recorded
from tests.engine.my_city.campaign.test_rehearsal import STAND_IN, created


def rule(episode: int, name: str, *values: str) -> str:
    """An overlay with one rule of an episode."""
    head = f'[[episode]]\nnumber = {episode}\n[[episode.rule]]\nname = "{name}"\n'
    return "\n".join([f'{head}source = "owner"', *values, ""])


VEINS = rule(10, "gold veins", 'cells = "B3 J9"')
COGS = rule(
    21,
    "stickers",
    'does = "stickers"',
    'when = "end"',
    'first = ["cog on B"]',
    'second = ["cog on B"]',
    'other = ["cog on B"]',
)


def moved(overlay: str, *again: int) -> PackApplied:
    return PackApplied(overlay, "our box", again, boards=True)


@lru_cache(maxsize=1)
def whole() -> tuple[Entry, ...]:
    """The entries of a campaign of two, up to the record of episode 14."""
    entries: list[Entry] = [created(STAND_IN, 2)]
    for entry, after in rehearse(created(STAND_IN, 2), 3):
        entries.append(entry)
        if after.next_episode == 15:
            break
    return tuple(entries)


def until(episode: int) -> list[Entry]:
    """The entries before an episode is recorded, its envelope open and all stickers placed."""

    def earlier(entry: Entry) -> bool:
        return not isinstance(entry, EpisodeRecorded) or episode_in(entry.record) < episode

    return list(takewhile(earlier, whole()))


def lying(campaign: Campaign, kind: str) -> set[tuple[str, ...]]:
    """Where the stickers of a kind lie: on each land, and in the words of each board."""
    rules = campaign.rules
    layer = rules.layer(kind)
    return {
        tuple(sorted(names))
        for city in campaign.cities
        for names in (
            rules.grid.names(city.land.layers[layer]),
            [sticker.square for sticker in city.stickers if sticker.kind == kind],
        )
    }


def test_what_the_next_episode_brought_lies_where_a_correction_says() -> None:
    before = fold.campaign_of(until(10))
    after = fold.campaign_of([*until(10), moved(VEINS)])
    assert [{("A8", "K1")}, {("B3", "J9")}] == [lying(one, "vein") for one in (before, after)]
    for old, new in zip(before.cities, after.cities, strict=True):
        chosen = [[s[:2] for s in city.stickers if s.chosen] for city in (old, new)]
        assert chosen[0] == chosen[1]
    assert (before.owed, before.opened) == (after.owed, after.opened)


def test_what_a_rule_has_turned_into_something_else_turns_anew() -> None:
    dry = rule(13, "wells dry up", 'content = "forest"')
    before, after = (fold.campaign_of([*until(13), *more]) for more in ((), (moved(dry),)))
    for old, new in zip(before.cities, after.cities, strict=True):
        wells = {s.square for s in old.stickers if s.kind == "plain"}
        assert wells < {s.square for s in new.stickers if s.kind == "forest"}
        assert set(after.rules.grid.names(new.land.forest & ~old.land.forest)) == wells


def test_a_sticker_that_the_box_does_not_have_goes() -> None:
    gone = rule(10, "gold veins", "end = true")
    rest = rule(10, "veins", "end = true") + rule(12, "single veins", "end = true")
    assert {()} == lying(fold.campaign_of([*until(10), moved(gone + rest)]), "vein")
    entries = [*until(10), moved(gone)]
    with pytest.raises(UnsoundEntry, match="no vein on the board; end = true leaves") as error:
        fold.campaign_of(entries)
    assert len(entries) == error.value.entry


@pytest.mark.parametrize(("again", "made"), [((), 3), ((1,), 5)])
def test_a_pack_is_made_twice_only_if_an_episode_is_judged_by_it(
    again: tuple[int, ...], made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = []

    def with_overlay(*args: Any, **named: Any) -> Pack:
        packs.append(overlay.with_overlay(*args, **named))
        return packs[-1]

    monkeypatch.setattr(overlays, "with_overlay", with_overlay)
    fold.campaign_of([*until(13), moved(VEINS), moved(VEINS, *again), moved(VEINS)])
    assert made == len(packs)


def test_an_entry_of_an_earlier_release_leaves_it_where_it_lay() -> None:
    after = fold.campaign_of([*until(10), PackApplied(VEINS, "our box")])
    assert {("A8", "K1")} == lying(after, "vein")


def test_recorded_evenings_keep_their_boards_unless_they_are_named() -> None:
    entries = [
        e._replace(as_played=True) if isinstance(e, EpisodeRecorded) else e for e in until(12)
    ]
    kept, again = (fold.campaign_of([*entries, moved(VEINS, *n)]) for n in ((), (10,)))
    assert [{("A8", "K1")}, {("B3", "J9")}] == [lying(one, "vein") for one in (kept, again)]
    for number in (10, 11):
        evening = again.episode(number)
        assert {"vein B3", "vein J9"} <= set(evening.boards["eagle"])
        land = evening.verdict.state.towns[0].land
        veins = land.layers[again.rules.layer("vein")]
        assert {"B3", "J9"} == set(again.rules.grid.names(veins))


def test_an_episode_that_is_judged_again_is_played_on_the_corrected_map() -> None:
    lines = STAND_IN.files["box.toml"]["terrain"]["map"].strip().split("\n")
    lines[0] = lines[0].replace("M M . . .", "M M . . R")
    overlay = '[terrain]\nsource = "owner"\nmap = """\n' + "\n".join(lines) + '\n"""\n'
    after = fold.campaign_of([*until(4), moved(overlay, 2)])
    rocks, bit = after.rules.layer("rocks"), after.rules.grid.bit("E1")
    lands = [after.episode(number).verdict.state.towns[0].land for number in (1, 2, 3)]
    assert [0, bit, 0] == [land.layers[rocks] & bit for land in lands]
    assert all(city.land.layers[rocks] & bit for city in after.cities)


def test_a_sticker_where_the_correction_needs_its_place_is_taken_back_first() -> None:
    entries = until(10)
    last = next(entry for entry in reversed(entries) if isinstance(entry, StickerPlaced))
    square = VEINS.replace("B3", last.square)
    words = f"a {last.kind} on {last.square}, which cannot lie there any more"
    assert words in _refusal([*entries, moved(square)])


def _refusal(entries: list[Entry]) -> str:
    with pytest.raises(NotAllowed) as refused:
        fold.campaign_of(entries)
    return str(refused.value)


@pytest.mark.parametrize(
    ("cogs", "owed", "refused"),
    [
        ('["cog on B", "cog on B"]', 3, ""),
        ('["cog on B"]', 1, ""),
        ("[]", 0, "which cannot lie there any more"),
    ],
)
def test_what_is_handed_out_before_the_next_episode_is_what_the_correction_says(
    cogs: str, owed: int, refused: str
) -> None:
    """One of two cities has its cog already."""
    entries = until(14)[:-1]
    assert 1 == len(fold.campaign_of(entries).owed)
    values = [f"{standing} = {cogs}" for standing in ("first", "second", "other")]
    entries.append(moved(rule(14, "first cog", *values)))
    if refused:
        assert refused in _refusal(entries)
    else:
        after = fold.campaign_of(entries)
        assert ["cog"] * owed == [right.kind for right in after.owed]


def test_cogs_that_are_earned_while_the_envelope_of_the_next_episode_is_closed() -> None:
    """What that envelope does to the set of buildings is not known yet."""
    state = {"episode": 21, "cities": {"eagle": {}, "bear": {}}}
    campaign = fold.begin(created(STAND_IN, 2)._replace(declared=state))
    campaign = fold.apply(campaign, moved(COGS))
    evening = recorded(campaign, played(campaign))
    campaign = fold.apply(campaign, evening._replace(pack=campaign.pack.digest_of(21)))
    assert (8, ["cog", "cog"]) == (campaign.sealed_next, [right.kind for right in campaign.owed])
    campaign = fold.apply(campaign, choose_placing(campaign, campaign.owed[0], 0))
    assert ["cog"] == [right.kind for right in campaign.owed]
