"""The records that are replayed: simulated games of each kind, from fixed seeds."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple

from campaign.services.games import verify
from campaign.store.payloads import canonical
from engine import dilluvia, machi_koro, my_city, quadropolis
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import replay as replay_by_rules
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import (
    Created,
    Entry,
    EpisodeRecorded,
    entry_of,
    payload_of,
)
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.load import load
from engine.quadropolis.assignment import best

DAY = date(2026, 1, 1)


def my_city_records(count: int = 48) -> list[Record]:
    """Episodes 1 to 3 and the eternal mode in turn, at 2, 3 and 4 seats."""
    headers = [{"episode": number} for number in (1, 2, 3)] + [my_city.ALONE]
    player = next(iter(players_of(my_city).values()))
    return [
        deal(
            my_city,
            Setup(my_city.SEATS[: 2 + i // len(headers) % 3], headers[i % len(headers)]),
            seed=i,
            player=player,
            played=DAY,
        )
        for i in range(count)
    ]


class Evening(NamedTuple):
    """An episode of a campaign: its record, and the boards that the campaign knows."""

    text: str
    setup: Setup


def campaigns() -> list[tuple[list[Entry], list[Evening]]]:
    """A whole campaign at 2, 3 and 4 seats: its entries, and its 24 evenings."""
    histories = list[list[Entry]]()
    for count in (2, 3, 4):
        seats = {seat: seat.title() for seat in my_city.SEATS[:count]}
        pack = load("stand_in")
        created = Created("Bench", "bench", pack.name, pack.seals, seats)
        entries = list[Entry]([created])
        entries += [entry for entry, _ in rehearse(created, seed=count, first_day=DAY)]
        histories.append(entries)
    load.cache_clear()  # a program that replays has no tables that simulated players filled
    return [(entries, _evenings(entries)) for entries in histories]


Stored = list[tuple[str, str]]
"""The entries of a campaign as a journal holds them: kind and payload."""


def stored_of(entries: list[Entry]) -> Stored:
    """Entries as a journal holds them."""
    return [(kind, canonical(payload)) for kind, payload in map(payload_of, entries)]


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


def machi_koro_records(count: int = 24) -> list[Record]:
    """Games of four sensible players."""
    player = next(iter(players_of(machi_koro).values()))
    return [
        deal(machi_koro, Setup(machi_koro.SEATS), seed=i, player=player, played=DAY)
        for i in range(count)
    ]


def dilluvia_records(count: int = 12) -> list[Record]:
    """Games of four players who save and build sensibly."""
    player = next(iter(players_of(dilluvia).values()))
    return [
        deal(dilluvia, Setup(dilluvia.SEATS), seed=i, player=player, played=DAY)
        for i in range(count)
    ]


def quadropolis_records(mode: str, staffed: bool, count: int = 6) -> list[Record]:
    """Games of two to four greedy players, with or without their own assignments."""
    player = next(iter(players_of(quadropolis).values()))
    header = {"mode": mode, "staffed": staffed}
    return [
        deal(
            quadropolis,
            Setup(quadropolis.SEATS[: 2 + i % 3], header),
            seed=i,
            player=player,
            played=DAY,
        )
        for i in range(count)
    ]


def long_record(moves: int = 400) -> Record:
    """The first game of four players at random that has so many moves or more."""
    player = players_of(machi_koro)["random"]
    setup = Setup(machi_koro.SEATS)
    dealt = (deal(machi_koro, setup, seed, player, DAY) for seed in itertools.count())
    return next(record for record in dealt if len(record.moves or ()) >= moves)


def many(records: list[Record], count: int) -> list[Record]:
    """So many records: the given ones over and over, each time of another day."""
    return [
        records[i % len(records)]._replace(played=DAY + timedelta(days=i // len(records)))
        for i in range(count)
    ]


class Bench(NamedTuple):
    """Records that are replayed, and the ratio to the yardstick that they have to reach, if any."""

    title: str
    bar: int | None
    records: Callable[[], list[Record]]


BENCHES = (
    Bench("My City, episodes 1 to 3 and the eternal mode", 5, my_city_records),
    Bench("Machi Koro, four sensible players", 3, machi_koro_records),
    Bench("Dilluvia Project, four greedy players", 1, dilluvia_records),
    *(
        Bench(f"Quadropolis, {title}", bar, partial(quadropolis_records, mode, staffed))
        for title, bar, mode, staffed in (
            ("Classic, own assignments", 2, "classic", True),
            ("Classic, the best one searched", None, "classic", False),
            ("Expert, own assignments", None, "expert", True),
            ("Expert, the best one searched", None, "expert", False),
        )
    ),
)
"""A game that is measured has its line here; the first one's records are audited, too."""


def moves_of(records: list[Record]) -> int:
    """How many moves they hold together."""
    return sum(len(record.moves or ()) for record in records)


def replay(texts: list[str]) -> None:
    """Parse, replay and score every record."""
    best.cache_clear()  # what a search found in one round must not be had for nothing in the next
    for text in texts:
        verdict = verify(parse_record(text))
        if not verdict.proved:
            raise AssertionError(verdict.reason)


def texts_of(records: list[Record]) -> list[str]:
    """The records as text."""
    return list(map(format_record, records))
