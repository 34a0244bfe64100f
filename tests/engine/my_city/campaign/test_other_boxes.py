"""Campaigns of other boxes by simple players: other boards, ranks, stickers, more envelopes."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from engine.kernel.errors import NotAllowed, PackError
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import fold, recount
from engine.my_city.campaign.entries import CampaignCreated, StickerPlaced
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.read import assemble, read_pack
from engine.my_city.pack.words import rules_in_words
from engine.my_city.play.state import SEATS
from tests.engine.my_city.board import small_pack

FOLDER = Path(__file__).parents[3] / "packs" / "coast"
FILES = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.toml")}
COAST = read_pack(FILES)


@lru_cache(maxsize=4)
def played(seats: int, seed: int, pack: Pack = COAST) -> tuple[Campaign, ...]:
    """A campaign after each of its entries; its history holds, and is counted once more."""
    players = dict(zip(SEATS, ("Anna", "Ben", "Chen", "Dora"), strict=True))
    created = CampaignCreated(
        "C", "u", pack.name, pack.seals, {s: players[s] for s in SEATS[:seats]}
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fold, "load", lambda _: pack)
        steps = list(rehearse(created, seed))
        entries, campaigns = [entry for entry, _ in steps], tuple(after for _, after in steps)
        assert fold.campaign_of([created, *entries]).cities == campaigns[-1].cities
    assert [] == list(recount.discrepancies(campaigns[-1]))
    return campaigns


@pytest.mark.parametrize("seats", [2, 4])
def test_every_episode_of_another_box_is_played_and_verified(seats: int) -> None:
    after = played(seats, 1)[-1]
    assert [*COAST.episodes] == [episode.number for episode in after.played]
    assert {VerdictKind.VERIFIED} == {episode.verdict.kind for episode in after.played}


def test_third_and_last_are_ranks_of_their_own() -> None:
    reasons = Counter(
        reason_in_words(mark.reason)
        for city in played(4, 1)[-1].cities
        for mark in city.marks
        if mark.episode == 1
    )
    assert {"first in episode 1", "second in episode 1", "third in episode 1"} == set(reasons)
    # What a row does not say of a rank is what it says of the others.
    after = next(c for c in played(4, 1) if c.played)
    owed = {reason_in_words(right.reason): right.kind for right in after.owed}
    assert {
        "last in episode 1": "palm or reef",
        "third in episode 1": "hut",
    }.items() <= owed.items()


def test_a_deck_of_part_of_the_cards_is_over_when_they_are_dealt() -> None:
    for episode in played(2, 1)[-1].played:
        state = episode.verdict.state
        assert state.out <= state.rules.dealt == 6 < len(state.rules.deck)


def test_a_player_chooses_between_kinds_and_a_hut_goes_on_a_mountain() -> None:
    before = next(c for c in played(4, 1) if any(len(r.kinds) > 1 for r in c.owed))
    right = next(right for right in before.owed if len(right.kinds) > 1)
    for kind in ("palm", "reef"):
        after = fold.apply(before, StickerPlaced(right.seat, kind, "E5"))
        assert f"{kind} E5" in after.city(right.seat).board
        assert right not in after.owed
    with pytest.raises(NotAllowed, match="is not owed a lighthouse sticker, but a palm or reef"):
        fold.apply(before, StickerPlaced(right.seat, "lighthouse", "E5"))
    hut = next(right for right in before.owed if right.kind == "hut")
    after = fold.apply(before, StickerPlaced(hut.seat, "hut", "Q2"))
    assert not after.city(hut.seat).land.mountain & after.pack.grid.bit("Q2")
    with pytest.raises(NotAllowed, match="it is no mountain"):
        fold.apply(before, StickerPlaced(hut.seat, "hut", "E5"))


def test_a_feat_brings_progress_marks() -> None:
    marks = [m for s in (1, 2, 3) for c in played(2, s)[-1].cities for m in c.marks]
    feats = [mark for mark in marks if reason_in_words(mark.reason) == "diver, in episode 3"]
    assert feats
    assert all(mark.amount % 2 == 0 for mark in feats)


def test_what_a_sticker_on_a_mountain_needs_is_said() -> None:
    files = {**FILES, "box.toml": FILES["box.toml"].replace("mountain = true\n", "")}
    with pytest.raises(PackError, match="hut has no mountain = true in its"):
        rules_of(read_pack(files), 1)


def test_the_rules_of_another_box_in_words() -> None:
    words = {rule.name: rule.words for rule in rules_in_words(COAST, 3)}
    assert (
        "after each episode the second gets a palm on a small square, the last gets a palm or a "
        "reef on a small square or forest, everybody but first, second and last gets a hut "
        "on mountain"
    ) == words["planting"]
    assert "progress marks: first 3, second 2, other 0, third 1" == words["marks"]
    assert "the deck: only 6 cards of it are dealt" == words["few cards"]


# More envelopes than eight, more episodes than 24, on the smallest board.

MANY = 13


def test_thirteen_envelopes_and_26_episodes_on_a_board_of_25_cells() -> None:
    ground = "\n".join(["T . . . R", *[". . . . ."] * 4])
    banks = "\n".join(["W W W E E"] * 5)
    box = small_pack(ground, banks, {"1": "##", "12": "#"}).files["box.toml"]
    files = {"box.toml": {key: value for key, value in box.items() if key != "episode"}}
    for number in range(1, MANY + 1):
        files[f"envelope_{number}.toml"] = {
            "envelope": number,
            "title": f"Chapter {number}",
            "source": "owner",
            "episode": [{"number": 2 * number - 1}, {"number": 2 * number}],
        }
    pack = assemble(files)
    after = played(2, 1, pack)[-1]
    assert list(range(1, 2 * MANY + 1)) == [episode.number for episode in after.played]
    assert list(range(1, MANY + 1)) == list(after.opened)
