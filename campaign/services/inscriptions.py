"""What a table says of its boards, in words, as a record states it by seat.

eagle rank 2              inked against the rules, in a record with moves
eagle nugget, shaft B 4   gained in the episode, in a record without moves
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from campaign.services.names import seat_of
from engine.kernel.record import Record
from engine.my_city.campaign.ink import INKED
from engine.my_city.campaign.model import Campaign
from engine.my_city.campaign.stated import GAINED
from engine.my_city.pack.start import SUBSTITUTES

NOTHING = "nothing"
"""The word for a seat that gained nothing."""


def with_ink(campaign: Campaign, record: Record, words: Sequence[str]) -> Record:
    """The record that states `words` alone as inked on the boards, such as `eagle rank 2`.

    Raises `UnknownName`, `SeveralCampaigns` for a word that names no seat.
    """
    inked = _by_seat(campaign, record, words, lambda inscription: [_as_written(inscription)])
    return record._replace(header={**record.header, INKED: inked})


def with_gains(campaign: Campaign, record: Record, words: Sequence[str]) -> Record:
    """The record that states `words` alone as gained, such as `eagle nugget, shaft B 4`.

    Raises `UnknownName`, `SeveralCampaigns` for a word that names no seat.
    """
    gained = _by_seat(campaign, record, words, gains_of)
    return record._replace(header={**record.header, GAINED: gained})


def gains_in_words(record: Record) -> Iterator[str]:
    """What a record states as gained, in words from which `with_gains` makes it again."""
    for seat, things in record.header.get(GAINED, {}).items():
        yield f"{seat} {', '.join(things) or NOTHING}"


def gains_of(words: str) -> list[str]:
    """The things in `nugget, shaft b 4`, as a record spells them; none for `nothing`."""
    things = filter(None, (thing.split() for thing in words.split(",")))
    spelled = (" ".join((kind.lower(), *map(str.upper, place))) for kind, *place in things)
    return [thing for thing in spelled if thing != NOTHING]


def _by_seat(
    campaign: Campaign, record: Record, words: Sequence[str], spelled: Callable[[str], list[str]]
) -> dict[str, list[str]]:
    """What `words` say of each seat, which they name first, as a record spells it."""
    stated: dict[str, list[str]] = {}
    substitutes = {seat: record.names[seat] for seat in record.header.get(SUBSTITUTES, ())}
    for text in words:
        seat, _, inscription = text.strip().partition(" ")
        stated.setdefault(seat_of(campaign, seat, substitutes), []).extend(spelled(inscription))
    return stated


def _as_written(words: str) -> str:
    """Words on a board as a record spells them: `With tree g1` becomes `with tree G1`."""
    *first, last = words.lower().split() or [""]
    is_sticker = first[:1] in (["with"], ["without"])
    return " ".join((*first, last.upper() if is_sticker else last))
