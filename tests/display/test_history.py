"""The sentence of every kind of entry in the history."""

from __future__ import annotations

import pytest

from campaign.display.text.history import entry_in_words, left_before
from campaign.services.values import History
from campaign.store.journal import Entry as Stored
from campaign.store.origins import Origin
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import (
    KINDS,
    BoardChecked,
    CampaignCreated,
    CampaignRenamed,
    CityAccepted,
    CityNamed,
    EntriesRestored,
    EntriesWithdrawn,
    Entry,
    EnvelopeOpened,
    EpisodeAmended,
    EpisodeNoted,
    EpisodeRecorded,
    HistoryCarriedOver,
    PackApplied,
    PackUpdated,
    PhotoAdded,
    PhotoRemoved,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    StickerPlaced,
    payload_of,
)
from engine.my_city.pack.load import load

CREATED = CampaignCreated(
    "Tuesday", "u1", "stand_in", load("stand_in").seals, {"bear": "Ben", "eagle": "Anna"}
)
RECORD = """format = 1
game = "my-city"
edition = "1"
episode = 3
seats = ["eagle", "bear"]

[result]
eagle = 5
bear = 3
"""
SENTENCES: list[tuple[Entry, str]] = [
    (CREATED, "Tuesday begins: eagle Anna, bear Ben"),
    (
        CREATED._replace(declared={"episode": 4}),
        "Tuesday begins, with episode 4, its state declared: eagle Anna, bear Ben",
    ),
    (EnvelopeOpened(2, "digest"), "envelope 2 is opened"),
    (EpisodeRecorded(RECORD, "1", "stand_in"), "episode 3 is recorded"),
    (StickerPlaced("eagle", "tree", "F2"), "eagle puts a tree on F2"),
    (PackApplied("", "from our box"), "the pack is corrected: from our box"),
    (PackApplied("", "ours", (2, 4)), "the pack is corrected: ours; episodes 2 and 4 judged again"),
    (
        PackUpdated("stand_in_second", {"2": "seal", "3": "seal"}),
        "envelopes 2 3 come from the pack stand_in_second",
    ),
    (
        HistoryCarriedOver("Ben", 12, ("a" * 64, "b" * 64)),
        "what Ben's copy had after entry 12 is carried over: 2 entries",
    ),
    (
        EpisodeNoted(3, "club", 60, "late,\nbut dry"),
        "noted of episode 3: at club, 60 minutes; late, but dry",
    ),
    (EpisodeNoted(3), "noted of episode 3: nothing any more"),
    (PhotoAdded(3, "ab" * 32, 900, "image/jpeg"), "a photo of episode 3: abababababab"),
    (
        PhotoAdded(3, "ab" * 32, 900, "image/jpeg", "bear"),
        "a photo of episode 3: abababababab, bear",
    ),
    (PhotoRemoved(3, "ab" * 32), "the photo abababababab of episode 3 is removed"),
    (
        PhotoRemoved(3, "ab" * 32, "a face"),
        "the photo abababababab of episode 3 is removed; a face",
    ),
    (CityNamed("bear", "Ulm"), "the city of bear is called Ulm"),
    (BoardChecked("bear", "Ben"), "Ben checks the board of bear: it agrees with the record"),
    (
        BoardChecked("bear", "Ben", "no well"),
        "Ben checks the board of bear: it differs: no well",
    ),
    (PlayerJoined("bear", "Emil"), "Emil takes over bear"),
    (PlayerJoined("bear", "Emil", "Ben moves"), "Emil takes over bear (Ben moves)"),
    (PlayerLeft("bear"), "the player of bear leaves"),
    (PlayerRenamed("Ben", "Benjamin"), "Ben is called Benjamin from now on"),
    (
        CityAccepted("bear", "Emil", "00" * 32),
        "Emil accepts bear and its history up to 0000-0000",
    ),
    (CampaignRenamed("Friday"), "Tuesday is called Friday from now on"),
    (EntriesWithdrawn((3,), "undone"), "undone: eagle's tree on F2"),
    (
        EntriesWithdrawn((3, 4, 2), "a typing error"),
        "undone: eagle's tree on F2; episode 3; envelope 1; a typing error",
    ),
    (EntriesRestored(5), "eagle's tree on F2 brought back"),
    (
        EpisodeAmended(4, RECORD.replace("bear = 3", "bear = 4"), "1", "stand_in", "corrected"),
        "episode 3 corrected by Anna: bear noted 4, not 3 (was entry 4)",
    ),
    (
        EpisodeAmended(4, RECORD, "1", "stand_in", "the table agreed", as_played=True),
        "episode 3 corrected by Anna: the record is written differently (was entry 4); the table "
        "agreed",
    ),
]
BEFORE = (
    CREATED,
    EnvelopeOpened(1, "digest"),
    StickerPlaced("eagle", "tree", "F2"),
    EpisodeRecorded(RECORD, "1", "stand_in"),
    EntriesWithdrawn((3,), "undone"),
)
"""The entries before the one that is looked at."""


@pytest.mark.parametrize(("entry", "sentence"), SENTENCES, ids=[words for _, words in SENTENCES])
def test_the_sentence_of_an_entry(entry: Entry, sentence: str) -> None:
    history = history_of(*BEFORE, entry)
    assert sentence == entry_in_words(history, len(history.entries))


def test_a_takeover_in_one_step_reads_as_one() -> None:
    history = history_of(*BEFORE, PlayerLeft("bear"), PlayerJoined("bear", "Emil"))
    at = len(history.entries)
    assert left_before(history, at) == at - 1
    assert "the player of bear leaves; Emil takes it over" == entry_in_words(history, at)


def history_of(*entries: Entry) -> History:
    stored = []
    for number, entry in enumerate(entries, 1):
        kind, payload = payload_of(entry)
        at = "2026-11-21T19:30:00Z"
        stored.append(Stored("campaign 1", number, kind, payload, "", "Anna", at, "", ""))
    return History("campaign 1", tuple(stored), fold.begin(CREATED), Origin("campaign 1"))


def test_every_kind_of_entry_has_its_sentence() -> None:
    assert set(KINDS.values()) == {type(entry) for entry, _ in SENTENCES}
