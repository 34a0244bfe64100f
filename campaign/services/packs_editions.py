"""Adopting a newer edition of a pack: the differences of its open part, and the entry."""

from __future__ import annotations

from typing import NamedTuple

from sqlmodel import Session

from campaign.services import packs_sharing
from campaign.services.packs_sharing import PackComparison
from campaign.services.seals import SECRET, salt_of
from campaign.services.values import History
from campaign.store import settings
from engine.my_city.campaign import editions
from engine.my_city.campaign.entries import PackUpdated
from engine.my_city.pack.model import Pack


class NewerEdition(NamedTuple):
    """An edition that a campaign can adopt, the differences, and the entry that adopts it."""

    pack: Pack
    difference: PackComparison
    entry: PackUpdated

    @property
    def envelopes(self) -> tuple[int, ...]:
        """The envelopes that are taken from this edition."""
        return tuple(sorted(map(int, self.entry.seals)))


def edition_to_adopt(session: Session, history: History) -> NewerEdition:
    """The newer edition of a campaign's pack; raises `NotAllowed` if there is none."""
    campaign = history.campaign
    pack = editions.newer_edition(campaign)
    secret = settings.read(session, history.stream, SECRET)
    seals = {
        str(e.number): e.seal(salt_of(secret, e.number) if secret else "")
        for e in pack.envelopes
        if e.number not in campaign.opened
    }
    difference = packs_sharing.difference(history, campaign.pack, pack)
    return NewerEdition(pack, difference, PackUpdated(pack.name, seals))
