"""A whole campaign played by simple players: every entry of its journal, from a seed.

for entry in rehearse(created, seed): ...      opened, recorded, placed, recorded, ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from engine import my_city
from engine.kernel.dealer import deal, random_numbers
from engine.kernel.record import Record, format_record
from engine.kernel.replay import replay
from engine.my_city.campaign import envelopes, fold
from engine.my_city.campaign.entries import CampaignCreated, Entry, EpisodeRecorded, StickerPlaced
from engine.my_city.campaign.episodes import EpisodeJudgement, pack_of, setup_of
from engine.my_city.campaign.model import Campaign, StickerRight
from engine.my_city.campaign.stickers import targets
from engine.my_city.pack.start import ABSENT
from engine.my_city.play.players import greedy

FORTNIGHT = timedelta(days=14)


def rehearse(
    created: CampaignCreated,
    seed: int,
    salt_of: Callable[[int], str] = lambda _: "",
    first_day: date | None = None,
    absent_in: Callable[[int], Sequence[str]] = lambda _: (),
    begun: Campaign | None = None,
) -> Iterator[tuple[Entry, Campaign]]:
    """Yield the entries after the creation, each with the campaign after it.

    The same seed gives the same entries. `absent_in` returns the seats of the cities that nobody
    plays in an episode. `begun` is the campaign with which to go on.
    """
    campaign = begun or fold.begin(created)
    chance = random_numbers(seed)
    while (number := campaign.next_episode) is not None:
        if sealed := campaign.sealed_next:
            entry: Entry | EpisodeJudgement = envelopes.opening_entry(
                campaign, sealed, salt_of(sealed)
            )
        elif campaign.owed:
            entry = choose_placing(campaign, campaign.owed[0], next(chance))
        else:
            played = first_day and first_day + FORTNIGHT * (number - campaign.begins)
            seed_of_evening = int(next(chance) * SEEDS)
            entry = _evening(campaign, number, seed_of_evening, played, absent_in(number))
        campaign = fold.apply(campaign, entry)
        yield entry.entry if isinstance(entry, EpisodeJudgement) else entry, campaign
    while campaign.owed:
        placed = choose_placing(campaign, campaign.owed[0], next(chance))
        campaign = fold.apply(campaign, placed)
        yield placed, campaign


SEEDS = 1_000_000_000


def choose_placing(campaign: Campaign, right: StickerRight, chance: float) -> StickerPlaced:
    """The entry by which a simple player places an owed sticker on any allowed place."""
    places, kinds = targets(campaign, right), right.kinds
    kind = kinds[int(chance * len(kinds))]
    return StickerPlaced(right.seat, kind, places[int(chance * len(places))])


def _evening(
    campaign: Campaign, number: int, seed: int, played: date | None, absent: Sequence[str]
) -> EpisodeJudgement:
    """An episode that simple players play on the boards of the campaign, with its verdict."""
    seats = tuple(seat for seat in campaign.seats if seat not in absent)
    header = {"episode": number, **({ABSENT: list(absent)} if absent else {})}
    setup = setup_of(campaign, Record(my_city.NAME, my_city.EDITION, seats, header, moves=()))
    dealt = deal(my_city, setup, seed, greedy, played)
    cities = (campaign.city(seat) for seat in seats)
    names = {city.seat: city.player for city in cities if city.player}
    record = dealt._replace(header=header, names=names)
    pack = pack_of(campaign, number).digest_of(number)
    entry = EpisodeRecorded(format_record(record), record.edition, pack)
    return EpisodeJudgement(entry, record, setup, replay(my_city, record, setup))
