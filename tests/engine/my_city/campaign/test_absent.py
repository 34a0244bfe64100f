"""Cities that nobody plays for an evening, through whole campaigns of simple players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pytest

from engine import my_city
from engine.kernel.errors import NotAllowed, SetupError
from engine.kernel.game import Setup
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import episodes, fold, recount
from engine.my_city.campaign.entries import CampaignCreated, Entry, EpisodeRecorded
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.reasons import GainReason, reason_in_words, recorded_reason
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.model import rules_of
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.start import start
from engine.my_city.play.ruleset import Absence
from engine.my_city.play.state import SEATS
from tests.engine.my_city.campaign.test_rehearsal import STAND_IN, created

ONE_MISSING = (("wolf",), (), ("eagle",), ("deer",), ("bear",))
TWO_MISSING = (("wolf", "deer"), ("eagle", "bear"), ("wolf",), ("bear", "deer"), ())

AS_THE_LAST = """
[[rule]]
name = "absent cities"
does = "absent city"
marks = "none"
stickers = "other"
source = "owner"
"""


@lru_cache(maxsize=4)
def campaign(turns: tuple[Sequence[str], ...], seed: int) -> tuple[tuple[Entry, ...], Campaign]:
    """All 24 episodes, in each of which other cities are absent."""
    first = created(STAND_IN, 4)
    rest = list(rehearse(first, seed, absent_in=lambda n: turns[n % len(turns)]))
    return (first, *(entry for entry, _ in rest)), rest[-1][1]


@pytest.mark.parametrize("turns", [ONE_MISSING, TWO_MISSING])
def test_a_campaign_with_absences_is_verified_and_adds_up(turns: tuple[Sequence[str], ...]) -> None:
    entries, after = campaign(turns, 1)
    assert list(range(1, 25)) == [played.number for played in after.played]
    assert {VerdictKind.VERIFIED} == {played.verdict.kind for played in after.played}
    assert [played.absent for played in after.played] == [
        tuple(turns[number % len(turns)]) for number in range(1, 25)
    ]
    assert list(recount.discrepancies(after)) == []
    again = fold.campaign_of(entries)
    assert (after.cities, after.claimed, after.owed) == (again.cities, again.claimed, again.owed)


@pytest.mark.parametrize("turns", [ONE_MISSING, TWO_MISSING])
def test_an_absent_city_gets_nothing_by_rank_and_what_every_board_gets(
    turns: tuple[Sequence[str], ...],
) -> None:
    _, after = campaign(turns, 1)
    for played in after.played:
        for seat in played.absent:
            city = after.city(seat)
            words = f" in episode {played.number}"
            brought = [recorded_reason(mark.reason) for mark in city.marks]
            assert [reason for reason in brought if reason.endswith(words)] == []
            given = [s.kind for s in city.stickers if recorded_reason(s.reason).endswith(words)]
            assert given == (["C4"] if played.number == 4 else [])
            assert played.sheet(seat) is None
    wells = {c.seat: sum("well" in s.kind for s in c.stickers) for c in after.cities}
    assert set(wells.values()) == {1}
    for kind in ("vein", "sawmill", "port", "palace"):
        counts = {sum(kind == s.kind for s in city.stickers) for city in after.cities}
        assert len(counts) == 1, kind


def test_ranks_count_those_who_are_there() -> None:
    _, after = campaign(TWO_MISSING, 1)
    pair = next(played for played in after.played if len(played.sheets) == 2)
    second = next(sheet.seat for sheet in pair.sheets if sheet.rank == 2)
    reasons = {mark.reason for mark in after.city(second).marks if mark.episode == pair.number}
    assert GainReason("rank", pair.number, "second") not in reasons


def test_a_record_with_absent_seats_is_written_in_one_way() -> None:
    entries, _ = campaign(ONE_MISSING, 1)
    texts = [entry.record for entry in entries if isinstance(entry, EpisodeRecorded)]
    assert texts == [format_record(parse_record(text)) for text in texts]
    assert 'absent = ["eagle"]' in texts[1]
    assert not any("absent" in text for text in texts if len(parse_record(text).seats) == 4)


def test_a_row_of_the_pack_gives_absent_cities_the_stickers_of_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pack = with_overlay(STAND_IN, AS_THE_LAST)
    assert Absence(stickers="other") == rules_of(pack, 1).absence
    monkeypatch.setattr(fold, "load", lambda _: pack)
    entries = rehearse(created(pack, 4), 1, absent_in=lambda _: ("wolf",))
    after = next(c for entry, c in entries if isinstance(entry, EpisodeRecorded))
    owed = [
        (right.kind, reason_in_words(right.reason)) for right in after.owed if right.seat == "wolf"
    ]
    assert owed[0] == ("tree", "absent from episode 1")
    assert after.city("wolf").marks == ()
    assert list(recount.discrepancies(after)) == []


def begun() -> Campaign:
    first: CampaignCreated = created(STAND_IN, 4)
    return next(after for _, after in rehearse(first, 1) if not after.sealed_next)


@pytest.mark.parametrize(
    ("seats", "header", "words"),
    [
        (("eagle", "bear", "deer"), {}, "the record has the seats eagle, bear and deer;"),
        (("eagle", "bear"), {"absent": ["wolf"]}, "the record has the seats eagle, bear and wolf;"),
        (SEATS, {"absent": ["wolf"]}, "wolf is one of the seats that play"),
        (("eagle", "bear", "deer"), {"absent": "wolf"}, "absent: a list of seats"),
        (("eagle", "bear", "deer"), {"absent": ["owl"]}, "absent: a list of seats"),
        (("eagle", "bear", "deer"), {"absent": ["wolf", "wolf"]}, "a seat is there twice"),
        (SEATS, {"substitutes": ["wolf"]}, "lacks the name of the player at wolf"),
        (("eagle",), {"absent": ["bear", "deer", "wolf"]}, "1 seat: My City is for 2 to 4"),
    ],
)
def test_what_no_attendance_is(seats: Sequence[str], header: dict[str, object], words: str) -> None:
    record = Record(my_city.NAME, "1", tuple(seats), {"episode": 1, **header}, moves=())
    with pytest.raises((NotAllowed, SetupError), match=words):
        start(episodes.setup_of(begun(), record))


def test_a_record_outside_a_campaign_is_held_to_the_same() -> None:
    with pytest.raises(SetupError, match="nobody sits at wolf"):
        start(Setup(("eagle", "bear"), {"episode": 1, "substitutes": ["wolf"]}))
