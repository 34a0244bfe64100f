"""The corrections that the owner of a box makes to the pack, and which episodes they change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase
from engine.my_city.campaign import stickers
from engine.my_city.campaign.corrections import Numbered
from engine.my_city.campaign.editions import with_edition
from engine.my_city.campaign.entries import (
    Entry,
    EnvelopeOpened,
    EpisodeRecorded,
    PackApplied,
    PackUpdated,
    episode_in,
)
from engine.my_city.campaign.model import Campaign, PackCorrection
from engine.my_city.pack import carried
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack
from engine.my_city.pack.overlay import with_overlay


class LaterPacks(NamedTuple):
    """The packs of the episodes that a later correction names, by episode.

    `judged` are the packs by which episodes are replayed. `laid` has those of them by which the
    boards are laid out, too.
    """

    judged: Mapping[int, Pack] = MappingProxyType({})
    laid: Mapping[int, Pack] = MappingProxyType({})


def judged_again(
    pack: Pack, entries: Iterable[Numbered], hidden: Mapping[str, str] | None = None
) -> LaterPacks:
    """The packs of the episodes that corrections name among the entries that count.

    `hidden` is what the envelopes of a carried pack hold. Raises `PackError`.
    """
    judged: dict[int, Pack] = {}
    laid: dict[int, Pack] = {}
    recorded: set[int] = set()
    counting = [entry for _, entry in entries]
    while counting and not (isinstance(counting[-1], PackApplied) and counting[-1].again):
        counting.pop()  # it takes time to make a pack that judges no episode again
    for entry in counting:
        pack = pack_after(pack, entry, hidden)
        if isinstance(entry, EpisodeRecorded):
            recorded.add(episode_in(entry.record))
        elif isinstance(entry, PackApplied):
            # An evening that the correction turned into a draft is judged when it is recorded.
            again = recorded.intersection(entry.again) if entry.boards else entry.again
            judged |= dict.fromkeys(again, pack)
            laid |= dict.fromkeys(again if entry.boards else (), pack)
    return LaterPacks(MappingProxyType(judged), MappingProxyType(laid))


def pack_after(pack: Pack, entry: Entry, hidden: Mapping[str, str] | None = None) -> Pack:
    """The pack after an entry that counts; `hidden` is what the envelopes of a carried pack hold.

    Raises `PackError`.
    """
    match entry:
        case EnvelopeOpened(number, salt=salt) if number in pack.closed:
            content = carried.content_of(number, (hidden or {}).get(str(number), ""), salt)
            return carried.with_envelope_content(pack, number, content)
        case PackUpdated():
            return with_edition(pack, load(entry.pack), map(int, entry.seals))
        case PackApplied():
            return with_overlay(pack, entry.overlay, apart=entry.apart)
    return pack


def with_correction(campaign: Campaign, entry: PackApplied) -> Campaign:
    """The campaign under the owner's values from here on: its boards are laid out anew.

    After an entry of an earlier release, what the next episode has brought stays where it lies.
    Raises `NotAllowed` for a correction that does not fit the boards or the episodes.
    """
    if not entry.reason.strip():
        raise NotAllowed(phrase("a correction needs a reason"), "--reason TEXT")
    pack = with_overlay(campaign.pack, entry.overlay, campaign.opened, entry.apart)
    unplayed = set(entry.again) - {played.number for played in campaign.played}
    if unplayed and not entry.boards:
        raise NotAllowed(
            phrase(
                "no record of episode {number} counts: it cannot be judged again",
                number=min(unplayed),
            )
        )
    correction = PackCorrection(entry.reason, entry.again, campaign.entries)
    campaign = campaign._replace(pack=pack, applied=(*campaign.applied, correction))
    if entry.boards:
        return stickers.with_new_preparation(campaign)
    return stickers.without_lost_rights(stickers.with_lands(campaign))
