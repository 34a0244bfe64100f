"""Histories that change hands, as JSON documents: bundles, receipts, keys."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from campaign.display.json.changes import ChangePart
from campaign.display.json.parts import (
    CampaignDocument,
    Document,
    Head,
    Items,
    Key,
    OrNull,
    Part,
    one_of,
)
from campaign.display.text.history import entry_in_words
from campaign.services.handover import receipts
from campaign.services.handover.carrying import CarryOver
from campaign.services.handover.comparing import HistoryComparison, Relation, evenings_since
from campaign.services.handover.packing import BundledHistory
from campaign.services.handover.sides import Fate
from campaign.services.values import History


class BundleFileDocument(Document, kind="exported"):
    """The bundle that was written."""

    path: str = Field(description="the file")


class EveningSinceFork(Part):
    """An evening of one of two histories after they diverged."""

    episode: int | None = Field(description="null for entries before the first evening")
    entries: Items[int] = Field(description="by number in that history")
    words: Items[str] = Field(description="of each entry, for a reader")


class CarriedEntryPart(Part):
    """What becomes of an entry of the other history that is carried over."""

    entry: int = Field(description="by number there")
    fate: Fate = Field(
        description="`carried`: as it is; `same`: it is here already; `changed`: in another "
        "form; `replaces`: instead of the evening that is here; `version`: as a "
        "version of the evening that is here; `draft`: as a draft; `left out`: not "
        "carried over"
    )
    why: str = Field(description='`""` where there is nothing to say')


class BundleDocument(CampaignDocument, kind="bundle"):
    """A bundle compared with the history that is here."""

    by: str = Field(
        description="who packed it, as they state it; for the copy of a database, who made its "
        "last entry"
    )
    key: OrNull[Key] = Field(
        description="the short name of the key that signed it; null for the copy of a database"
    )
    entries: int = Field(description="entries in the bundle")
    head: Head = Field(description="of the bundle")
    how: Annotated[str, one_of(*Relation)] = Field(
        description="`behind`: the history here is shorter; `carried`: the other history has all "
        "entries of the one here, in another order"
    )
    shared: int = Field(description="entries that are the same")
    changes: Items[ChangePart] = Field(description="what differs in the campaign")
    here: Items[EveningSinceFork] = Field(
        description="if they diverge, the evenings here since then"
    )
    there: Items[EveningSinceFork] = Field(
        description="if they diverge, the evenings there since then"
    )
    carried: Items[CarriedEntryPart] = Field(description="what is, or would be, carried over")
    taken: bool = Field(description="whether it was added to the database")


class ReceiptFileDocument(Document, kind="accepted"):
    """The receipt that was written."""

    path: str = Field(description="the file")


class ReceiptDocument(CampaignDocument, kind="receipt"):
    """What a player has accepted."""

    seat: str
    player: str
    key: Key = Field(description="the short name of the key that signed it")
    accepted: int = Field(description="the last entry that the player had seen")
    here: bool = Field(description="whether the acceptance is in the history here")
    taken: bool = Field(description="whether it was added now")


class KeyDocument(Document, kind="key"):
    """Your own key."""

    fingerprint: Key = Field(description="its short name")
    path: str = Field(description="its file")


def bundle(
    handed: BundledHistory,
    compared: HistoryComparison,
    plan: CarryOver | None = None,
    *,
    taken: bool,
) -> BundleDocument:
    """The document of a bundle, compared with the history here; `plan` is what is carried over."""
    diverged = compared.how is Relation.DIVERGED
    return BundleDocument.from_value(
        compared,
        campaign=handed.name,
        by=handed.giver,
        key=None if handed.copied else handed.fingerprint,
        entries=len(handed.entries),
        head=handed.head,
        here=_since(compared.here, compared.shared) if diverged and compared.here else [],
        there=_since(compared.theirs, compared.shared) if diverged else [],
        carried=[
            CarriedEntryPart.from_value(outcome, why=str(outcome.why)) for outcome in plan.outcomes
        ]
        if plan
        else [],
        taken=taken,
    )


def _since(history: History, shared: int) -> list[EveningSinceFork]:
    """The entries of a history after its first `shared` entries, evening by evening."""
    return [
        EveningSinceFork.from_value(
            evening,
            episode=evening.played.number if evening.played else None,
            entries=evening.numbers,
            words=[str(entry_in_words(history, number)) for number in evening.numbers],
        )
        for evening in evenings_since(history, shared)
    ]


def receipt(receipt: receipts.ComparedReceipt, *, taken: bool) -> ReceiptDocument:
    """The document of a receipt, compared with the history here."""
    return ReceiptDocument.from_value(
        receipt,
        campaign=receipt.history.campaign.name,
        key=receipt.fingerprint,
        accepted=receipt.shared,
        taken=taken,
    )
