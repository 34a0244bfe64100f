"""The campaign as a fold: what follows from records and choices, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce

import pytest

from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.errors import NotAllowed, PackError
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from engine.kernel.record import Record, format_record
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import envelopes, fold
from engine.my_city.campaign.entries import (
    CampaignCreated,
    CityNamed,
    Entry,
    EnvelopeOpened,
    EpisodeRecorded,
    PlayerJoined,
    PlayerLeft,
    StickerPlaced,
    entry_of,
    payload_of,
)
from engine.my_city.campaign.episodes import setup_of
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.reasons import GainReason
from engine.my_city.campaign.stickers import targets
from engine.my_city.pack.load import load

PACK = load("stand_in")
FOUR = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}
TWO = {"eagle": "Anna", "bear": "Ben"}


def created(seats: Mapping[str, str] = FOUR, name: str = "Tuesday") -> CampaignCreated:
    return CampaignCreated(name, "u1", "stand_in", PACK.seals, dict(seats))


def begun(seats: Mapping[str, str] = FOUR) -> Campaign:
    """A campaign with its first envelope open."""
    campaign = fold.begin(created(seats))
    return fold.apply(campaign, envelopes.opening_entry(campaign, 1))


def played(campaign: Campaign, seed: int = 1) -> Record:
    """A record of the next episode, as simple players would play it."""
    number = campaign.next_episode
    boards = {city.seat: list(city.board) for city in campaign.cities}
    setup = Setup(campaign.seats, {"episode": number, "boards": boards})
    record = deal(my_city, setup, seed, players_of(my_city)["greedy"])
    return record._replace(header={"episode": number})


def recorded(campaign: Campaign, record: Record, *, as_played: bool = False) -> EpisodeRecorded:
    number = record.header.get("episode", 1)
    digest = PACK.digest_of(number) if isinstance(number, int) else ""
    return EpisodeRecorded(format_record(record), "1", digest, as_played)


def after(campaign: Campaign, record: Record, *, as_played: bool = False) -> Campaign:
    return fold.apply(campaign, recorded(campaign, record, as_played=as_played))


def settled(campaign: Campaign) -> Campaign:
    """Every owed sticker on the first square that is free for it."""
    while campaign.owed:
        right = campaign.owed[0]
        square = targets(campaign, right)[0]
        campaign = fold.apply(campaign, StickerPlaced(right.seat, right.kind, square))
    return campaign


def won_by(record: Record, **scores: int) -> Record:
    """The record with results only, as the table inked them."""
    return record._replace(moves=None, result=scores)


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(NotAllowed) as refused:
        act()
    return str(refused.value)


def owed_of(campaign: Campaign, seat: str) -> list[str]:
    return [right.kind for right in campaign.owed if right.seat == seat]


def marks_of(campaign: Campaign) -> list[int]:
    return [city.progress for city in campaign.cities]


# Marks and stickers follow from the ranks (facts: first +2, second +1; rock, nothing, tree).


def test_first_gets_two_marks_and_second_one() -> None:
    record = won_by(played(begun()), eagle=5, bear=9, deer=1, wolf=7)
    assert marks_of(after(begun(), record)) == [0, 2, 0, 1]


def test_first_is_owed_a_rock_second_nothing_others_a_tree() -> None:
    campaign = after(begun(), won_by(played(begun()), eagle=5, bear=9, deer=1, wolf=7))
    ends = {s: [k for k in owed_of(campaign, s) if k != "well"] for s in campaign.seats}
    assert ends == {"eagle": ["tree"], "bear": ["rock"], "deer": ["tree"], "wolf": []}


def test_shared_first_both_get_its_marks_and_nobody_is_second() -> None:
    campaign = after(begun(), won_by(played(begun()), eagle=9, bear=9, deer=1, wolf=7))
    assert marks_of(campaign) == [2, 2, 0, 0]


def test_of_two_players_the_loser_is_an_other() -> None:
    campaign = after(begun(TWO), won_by(played(begun(TWO)), eagle=9, bear=3))
    assert marks_of(campaign) == [2, 0]
    assert owed_of(campaign, "bear") == ["tree", "well"]


def test_a_token_at_fifty_brings_one_mark_more() -> None:
    campaign = after(begun(TWO), won_by(played(begun(TWO)), eagle=50, bear=3))
    assert marks_of(campaign) == [3, 0]
    assert campaign.cities[0].marks[1].reason == GainReason("token", 1, amount=50)


def test_before_episode_two_every_player_places_a_well() -> None:
    campaign = after(begun(), played(begun()))
    assert [right.seat for right in campaign.owed if right.kind == "well"] == list(FOUR)
    assert "well" not in {
        right.kind for right in after(settled(campaign), played(settled(campaign))).owed
    }


# What is next.


def test_a_campaign_walks_through_the_chapter() -> None:
    campaign = begun()
    for number in (1, 2, 3):
        assert campaign.next_episode == number
        campaign = settled(after(campaign, played(campaign, seed=number)))
    assert (campaign.next_episode, campaign.sealed_next) == (4, 2)
    assert [episode.verdict.kind for episode in campaign.played] == [VerdictKind.VERIFIED] * 3
    assert sum(marks_of(campaign)) == sum(m.amount for c in campaign.cities for m in c.marks)


def test_stickers_placed_are_the_rights_used() -> None:
    campaign = settled(after(begun(), played(begun())))
    assert sum(len(city.stickers) for city in campaign.cities) == 3 + 4  # rock, two trees, wells
    assert not campaign.owed


def test_the_fold_done_again_gives_the_same() -> None:
    first = begun()
    record = played(first)
    entries: list[Entry] = [created(), envelopes.opening_entry(fold.begin(created()), 1)]
    entries.append(recorded(first, record))
    stored = [payload_of(entry) for entry in entries]
    again = fold.campaign_of(entry_of(kind, payload) for kind, payload in stored)
    assert again.cities == reduce(fold.apply, entries[1:], fold.begin(created())).cities
    assert again.entries == len(entries)


# Refusals of a record.


def test_a_sealed_envelope_bars_its_episodes() -> None:
    campaign = fold.begin(created())
    assert refusal(lambda: after(campaign, played(begun()))) == "envelope 1 is still sealed"


def test_an_episode_too_early_is_refused() -> None:
    record = played(begun())._replace(header={"episode": 2})
    assert "too early" in refusal(lambda: after(begun(), record))


def test_an_episode_is_recorded_once() -> None:
    campaign = settled(after(begun(), played(begun())))
    assert refusal(lambda: after(campaign, played(begun()))) == "episode 1 is recorded already"


def test_an_episode_beyond_the_pack_is_refused() -> None:
    record = played(begun())._replace(header={"episode": 99})
    assert "episode 99 is not in the pack" in refusal(lambda: setup_of(begun(), record))


def test_eternal_mode_is_no_episode() -> None:
    record = played(begun())._replace(header={"mode": "eternal"})
    assert "not an episode" in refusal(lambda: after(begun(), record))


def test_unpaid_stickers_bar_the_next_episode() -> None:
    campaign = after(begun(), played(begun()))
    assert "owes its board" in refusal(lambda: after(campaign, played(campaign)))


def test_the_seats_are_those_of_the_campaign() -> None:
    assert "is played by" in refusal(lambda: after(begun(), played(begun(TWO))))


def test_boards_that_are_not_the_campaigns_are_refused() -> None:
    record = played(begun())
    wrong = record._replace(header={"episode": 1, "boards": {"eagle": ["tree G1"]}})
    assert "boards: eagle has tree G1 in the record" in refusal(lambda: after(begun(), wrong))


def test_another_pack_is_refused() -> None:
    record = played(begun())._replace(header={"episode": 1, "pack": "eternal"})
    assert "of the pack 'eternal'" in refusal(lambda: after(begun(), record))


def test_an_incomplete_record_is_never_kept() -> None:
    record = played(begun())
    short = record._replace(moves=(record.moves or ())[:-1])
    assert "incomplete" in refusal(lambda: after(begun(), short))


def test_an_illegal_record_is_never_kept() -> None:
    record = played(begun())
    moves = list(record.moves or ())
    moves[1] = moves[1]._replace(text="build Y9@A1")
    wrong = record._replace(moves=tuple(moves))
    assert "illegal" in refusal(lambda: after(begun(), wrong, as_played=True))


def test_results_only_need_every_seat() -> None:
    record = won_by(played(begun()), eagle=1)
    assert "unverifiable" in refusal(lambda: after(begun(), record))


def test_the_entry_names_the_edition_of_its_record() -> None:
    entry = recorded(begun(), played(begun()))._replace(edition="2")
    assert "of edition 2" in refusal(lambda: fold.apply(begun(), entry))


def test_another_pack_content_breaks_the_episode() -> None:
    entry = recorded(begun(), played(begun()))._replace(pack="0" * 64)
    with pytest.raises(PackError, match="other rules"):
        fold.apply(begun(), entry)


# A result that differs.


def test_a_differing_result_is_refused_by_default() -> None:
    record = played(begun())
    wrong = record._replace(result={**record.result, "eagle": 49})
    assert "not what the moves give" in refusal(lambda: after(begun(), wrong))


def test_as_played_the_campaign_follows_what_the_table_inked() -> None:
    record = played(begun())
    inked = record._replace(result={**record.result, "eagle": 49})
    campaign = after(begun(), inked, as_played=True)
    assert campaign.played[0].as_played
    assert campaign.played[0].won("eagle")
    assert campaign.city("eagle").progress == 2


def test_as_played_says_nothing_of_a_right_result() -> None:
    campaign = after(begun(), played(begun()), as_played=True)
    assert not campaign.played[0].as_played


# Stickers.


@pytest.mark.parametrize(
    ("kind", "square", "reason"),
    [
        ("tree", "Z1", "Z1 is not a cell of the board"),
        ("tree", "A1", "it is not light-green"),
        ("tree", "C2", "something lies there already"),
        ("tree", "C1", "it has no small square"),
        ("rock", "G1", "is not owed a rock sticker"),
        ("tree", "Z" * 61, f"{'Z' * 60}... is not a cell of the board"),
        ("r" * 61, "G1", f"is not owed a {'r' * 60}... sticker"),
    ],
)
def test_a_sticker_where_it_may_not_go_is_refused(kind: str, square: str, reason: str) -> None:
    campaign = after(begun(), won_by(played(begun()), eagle=5, bear=9, deer=1, wolf=7))
    assert reason in refusal(lambda: fold.apply(campaign, StickerPlaced("eagle", kind, square)))


def test_a_stickered_square_is_no_target_any_more() -> None:
    campaign = after(begun(), won_by(played(begun()), eagle=5, bear=9, deer=1, wolf=7))
    campaign = fold.apply(campaign, StickerPlaced("eagle", "tree", "G1"))
    wrong = StickerPlaced("eagle", "well", "G1")
    assert "something lies there already" in refusal(lambda: fold.apply(campaign, wrong))


def test_without_free_squares_any_empty_light_green_cell_will_do() -> None:
    campaign = after(begun(), won_by(played(begun()), eagle=5, bear=9, deer=1, wolf=7))
    bare = campaign.cities[0]._replace(land=campaign.cities[0].land._replace(squares=0))
    campaign = campaign._replace(cities=(bare, *campaign.cities[1:]))
    assert "C1" in targets(campaign, campaign.owed[0])
    placed = fold.apply(campaign, StickerPlaced("eagle", "tree", "C1"))
    assert placed.city("eagle").board == ("tree C1",)


# Envelopes.


def test_an_envelope_opens_with_its_first_episode_and_once() -> None:
    assert refusal(lambda: envelopes.opening_entry(begun(), 1)) == "envelope 1 is open already"
    assert "there is no envelope 9" in refusal(lambda: envelopes.opening_entry(begun(), 9))


def test_an_envelope_holds_what_it_was_sealed_with() -> None:
    with pytest.raises(PackError, match="does not hold"):
        fold.apply(fold.begin(created()), EnvelopeOpened(1, "0" * 64))


def test_a_campaign_knows_the_pack_it_was_begun_with() -> None:
    broken = {**created().seals, "1": "0" * 64}
    with pytest.raises(PackError, match="envelope 1 does not match its seal"):
        envelopes.opening_entry(fold.begin(created()._replace(seals=broken)), 1)
    with pytest.raises(PackError, match="the box of the pack stand_in"):
        fold.begin(created()._replace(seals={"box": "0" * 64}))


# Names, players, tenures.


def test_a_city_is_named_and_no_two_alike() -> None:
    campaign = fold.apply(begun(), CityNamed("eagle", "Rivers"))
    assert campaign.city("eagle").name == "Rivers"
    wrong = CityNamed("bear", "Rivers")
    assert "called Rivers already" in refusal(lambda: fold.apply(campaign, wrong))


@pytest.mark.parametrize("name", ["", " ", " x", "x" * 41, "a\tb", "a\u202eb"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    refusal(lambda: fold.apply(begun(), CityNamed("eagle", name)))
    refusal(lambda: fold.begin(created(name=name)))


def test_a_new_player_takes_over_the_predecessors_city() -> None:
    campaign = fold.apply(settled(after(begun(), played(begun()))), PlayerLeft("eagle"))
    before = campaign.city("eagle")
    campaign = fold.apply(campaign, PlayerJoined("eagle", "Emil"))
    assert campaign.city("eagle") == before._replace(player="Emil")
    assert [(t.player, t.until > 0) for t in campaign.tenures if t.seat == "eagle"] == [
        ("Anna", True),
        ("Emil", False),
    ]


def test_a_seat_has_one_player_at_a_time() -> None:
    assert "Anna holds eagle" in refusal(lambda: fold.apply(begun(), PlayerJoined("eagle", "E")))
    left = fold.apply(begun(), PlayerLeft("eagle"))
    assert "nobody holds eagle" in refusal(lambda: fold.apply(left, PlayerLeft("eagle")))


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ({"eagle": "Anna"}, "My City is for 2 to 4"),
        ({**FOUR, "fox": "Emil"}, "5 at the table"),
        ({"eagle": "Anna", "fox": "Emil"}, "fox is not a seat of My City"),
    ],
)
def test_a_table_that_cannot_be_is_refused(seats: dict[str, str], reason: str) -> None:
    assert reason in refusal(lambda: fold.begin(created(seats)))


def test_unknown_seats_and_episodes_are_refused() -> None:
    assert "fox is not a seat" in refusal(lambda: begun().city("fox"))
    assert "no record of episode 1 of" in refusal(lambda: begun().episode(1))
    assert after(begun(), played(begun())).played[0].sheet("fox") is None


# Entries as they are stored.


def test_entries_and_their_stored_form_are_twins() -> None:
    for entry in (created(), CityNamed("eagle", "Rivers"), PlayerLeft("eagle")):
        assert entry_of(*payload_of(entry)) == entry


def test_a_journal_that_does_not_hold_together_is_refused() -> None:
    assert "newer program" in refusal(lambda: entry_of("city burnt", {}))
    assert "lacks some" in refusal(lambda: entry_of("city named", {"seat": "eagle"}))
    assert "begins with its creation" in refusal(lambda: fold.campaign_of([PlayerLeft("eagle")]))
    assert "created already" in refusal(lambda: fold.apply(begun(), created()))
