"""Whole campaigns that are replayed: simulated from fixed seeds, at 2, 3 and 4 seats."""

from __future__ import annotations

import json
from typing import NamedTuple

from benchmarks.records import DAY
from campaign.store.payloads import canonical_json
from engine import my_city
from engine.kernel.game import Setup
from engine.kernel.record import parse_record
from engine.kernel.replay import replay as replay_by_rules
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import (
    CampaignCreated,
    Entry,
    EpisodeRecorded,
    entry_of,
    payload_of,
)
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.load import load


class Evening(NamedTuple):
    """An episode of a campaign: its record, and the boards that the campaign knows."""

    text: str
    setup: Setup


def campaigns() -> list[tuple[list[Entry], list[Evening]]]:
    """Whole campaigns at 2, 3 and 4 seats: the entries and the 24 evenings of each."""
    histories = list[list[Entry]]()
    for count in (2, 3, 4):
        seats = {seat: seat.title() for seat in my_city.SEATS[:count]}
        pack = load("stand_in")
        created = CampaignCreated("Bench", "bench", pack.name, pack.seals, seats)
        entries = list[Entry]([created])
        entries += [entry for entry, _ in rehearse(created, seed=count, first_day=DAY)]
        histories.append(entries)
    load.cache_clear()  # a program that replays has no tables that simulated players filled
    return [(entries, _evenings(entries)) for entries in histories]


Stored = list[tuple[str, str]]
"""The entries of a campaign as a journal holds them: kind and payload."""


def stored_of(entries: list[Entry]) -> Stored:
    """Entries as a journal holds them."""
    return [(kind, canonical_json(payload)) for kind, payload in map(payload_of, entries)]


def read(stored: Stored) -> list[Evening]:
    """The evenings of a campaign, from its journal."""
    return _evenings([entry_of(kind, json.loads(payload)) for kind, payload in stored])


def _evenings(entries: list[Entry]) -> list[Evening]:
    """The records among the entries of a campaign, on the boards that it knows."""
    records = [entry.record for entry in entries if isinstance(entry, EpisodeRecorded)]
    played = fold.campaign_of(entries).played
    return [Evening(text, episode.setup) for text, episode in zip(records, played, strict=True)]


def replay_evenings(evenings: list[Evening]) -> None:
    """Parse, replay and score every evening on the boards of its campaign."""
    for text, setup in evenings:
        verdict = replay_by_rules(my_city, parse_record(text), setup)
        if not verdict.proved:
            raise AssertionError(verdict.reason)
