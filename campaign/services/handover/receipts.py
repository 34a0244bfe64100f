"""Receipts: a player accepts a city, and the giver can check what was accepted.

giver   handover export ──> bundle ──> handover take        receiver
        handover receipt <── receipt <── handover accept
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlmodel import Session

from campaign.services import changes, folding, forms
from campaign.services.ancestry import entry_by_hash, number_by_head
from campaign.services.audit.heads import KeptHead
from campaign.services.corrections.decisions import DRAFT, FixedDecisions
from campaign.services.errors import UnknownName
from campaign.services.handover import carrying, histories, known_keys, packing
from campaign.services.handover.carrying import CarryOver
from campaign.services.players import other_hands
from campaign.services.projections.campaigns import update_campaign
from campaign.services.values import Author, History
from campaign.shell import command_with
from campaign.store import bundles, journal, origins, payloads, settings
from campaign.store.errors import BadBundle
from campaign.store.keys import Signature, is_signed, own_fingerprint, sign
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import Phrase, joined, phrase
from engine.kernel.texts import Name, Word
from engine.my_city.campaign.corrections import last_undo, withdrawn_entries
from engine.my_city.campaign.entries import CityAccepted, EntriesRestored

PURPOSE = "campaign receipt 1"
LARGEST = 100_000
"""The highest number of bytes of a receipt."""
CHANGED = "the entry in the receipt is no acceptance, or it was changed"


class ReceiptContent(NamedTuple):
    """The content of a receipt: the campaign, and the entry that accepts a city."""

    format: Word
    campaign: Word
    name: Name
    entry: Mapping[str, Any]


class ComparedReceipt(NamedTuple):
    """A receipt compared with the history here.

    `shared` is the number of the last entry that the player had seen. `fits` says whether the
    acceptance is the next entry here, `here` whether it is in the history already, `undone` whether
    it was taken back here, `redone` whether a redo brings it back. `bundle_for` are the seats for
    which the bundle was packed, "" if this seat is one of them.
    """

    history: History
    entry: journal.Entry
    seat: str
    player: str
    fingerprint: str
    shared: int
    fits: bool
    here: bool
    undone: bool
    redone: bool
    bundle_for: str

    @property
    def holder(self) -> str:
        """The player who holds the city now; "" if it waits."""
        return self.history.campaign.city(self.seat).player or ""


def accept(
    session: Session, history: History, seat: str, player: str, by: Author
) -> tuple[History, str]:
    """Add the entry by which a player accepts a city; return the history and the receipt."""
    head = history.entries[-1].hash
    bundle_for = packed_for(session, history, seat)
    accepted = CityAccepted(seat, player, head, own_fingerprint(), bundle_for)
    history = changes.add(session, history, accepted, by)
    entry = history.entries[-1]
    content: dict[str, Any] = {
        "format": PURPOSE,
        "campaign": history.campaign.uid,
        "name": history.campaign.name,
        "entry": packing.values_of(entry),
    }
    text = payloads.canonical_json(content)
    whole = {"receipt": text, **sign(PURPOSE, text.encode())._asdict()}
    return history, json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def packed_for(session: Session, history: History, seat: str) -> str:
    """The seats for which the history was packed; "" if `seat` is one of them."""
    seats = settings.read(session, history.campaign.uid, histories.PACKED_FOR) or ""
    return "" if seat in seats.split(", ") else seats


def check(session: Session, data: bytes, trusted: str | None = None) -> ComparedReceipt:
    """Check a receipt with the history here; raises `BadBundle`, `UnknownName`, `NotAllowed`.

    `trusted` is a fingerprint that its owner has confirmed.
    """
    content, by = _read(data)
    history = histories.followed_history(session, content.campaign)
    if history is None:
        raise UnknownName(
            phrase(
                "the receipt belongs to the campaign {campaign}, which is not in this database",
                campaign=content.name,
            )
        )
    sealed_as = history.origin.sealed_as
    entry = _acceptance(content, by, sealed_as)
    digest = journal.entry_hash(
        entry.previous_hash,
        sealed_as,
        entry.seq,
        entry.kind,
        entry.author,
        entry.recorded_at,
        entry.text,
    )
    if digest != entry.hash:
        raise BadBundle(CHANGED)
    shared = _last_seen(entry, history)
    if not shared or entry.previous_hash != entry.payload["head"]:
        raise NotAllowed(
            phrase(
                "{player} has accepted another history than the one that is here",
                player=entry.payload.get("player"),
            ),
            _remedy(is_longer=entry.seq > len(history.entries) + 1),
        )
    is_next = history.entries[shared - 1].hash == entry.previous_hash
    if is_next:  # in another copy, from which its head was carried over, the name may differ
        accepted = folding.campaign_of((*history.entries[:shared], entry))
        if content.name != accepted.name:
            raise BadBundle(
                f"the receipt is for a campaign called {content.name}, not for this one"
            )
    at, entries = _place_of(entry, history), folding.entries_of(history.entries)
    player = str(entry.payload["player"])
    known_keys.check_key(
        session, history.campaign.uid, player, by.fingerprint, trusted, speaks_for_itself=True
    )
    return ComparedReceipt(
        history,
        entry,
        str(entry.payload["seat"]),
        player,
        by.fingerprint,
        shared,
        fits=is_next and shared == len(history.entries),
        here=at > 0,
        undone=at in withdrawn_entries(entries),
        redone=at not in withdrawn_entries((*entries, *map(EntriesRestored, last_undo(entries)))),
        bundle_for=str(entry.payload.get("bundle_for", "")),
    )


def _last_seen(acceptance: journal.Entry, history: History) -> int:
    """The number of the last entry here that the player had seen; 0 if the head is not known here.

    With a head that was carried over, the player had seen the whole step.
    """
    number = number_by_head(history.entries).get(acceptance.payload.get("head", ""), 0)
    step = [e.seq for e in history.entries[number:] if number and e.payload.get("step") == number]
    return step[-1] if step else number


def _place_of(acceptance: journal.Entry, history: History) -> int:
    """The number of the entry here that is this acceptance, also carried over; 0 for none.

    Raises `NotAllowed` if a carry-over says that it brought the acceptance, and did not.
    """
    brought = entry_by_hash(history.entries).get(acceptance.hash, 0)
    if not brought or history.entries[brought - 1].hash == acceptance.hash:
        return brought
    for entry in history.entries[brought:]:
        values = {key: value for key, value in entry.payload.items() if key != "step"}
        if entry.payload.get("step") == brought and values == acceptance.payload:
            return entry.seq
    raise NotAllowed(
        phrase(
            "entry {number} says that it carried this acceptance over, but it is not in the "
            "history: somebody left it out",
            number=brought,
        ),
        f"campaign player leave {acceptance.payload['seat']}   and then "
        + command_with(
            f"campaign player join {acceptance.payload['seat']}", acceptance.payload["player"]
        ),
    )


def _remedy(*, is_longer: bool) -> Phrase:
    """Say what helps with a receipt for another history, and whether it is longer than ours.

    A city that was handed on twice has two receipts: what the second accepts ends with the first.
    """
    command = "campaign handover take BUNDLE"
    if is_longer:
        return phrase(
            "first take the receipt of whoever handed the city on, or the whole history: {command}",
            command=command,
        )
    return phrase("{command}   shows where the two diverge", command=command)


def take(
    session: Session, data: bytes, by: Author, shown: ComparedReceipt, trusted: str | None = None
) -> History:
    """Add the acceptance of a receipt to the history, after later entries; raises as `check`.

    Raises `NotAllowed`, too, if another player than was `shown` would leave the city.
    """
    receipt = check(session, data, trusted)
    if receipt.here:
        return receipt.history
    if receipt.holder != shown.holder:
        raise other_hands(receipt.seat, shown.holder, receipt.holder)
    history = receipt.history
    known_keys.remember(session, history.campaign.uid, receipt.player, receipt.fingerprint)
    if not receipt.fits:
        plan = _after_what_came_since(history, receipt)
        return carrying.keep(session, plan, lambda now: _after_what_came_since(now, receipt), by)
    entries = (*history.entries, receipt.entry._replace(stream=history.stream))
    origins.adopt(session, history.stream, entries, history.origin.sealed_as)
    history = folding.read(session, history.stream)
    update_campaign(session, history)
    return history


def _after_what_came_since(history: History, receipt: ComparedReceipt) -> CarryOver:
    """Preview carrying over the acceptance after later entries here; raises `NotAllowed`."""
    accepted = receipt.entry._replace(seq=receipt.shared + 1)  # it may be another one there
    seen = (*history.entries[: receipt.shared], accepted)
    theirs = history._replace(entries=seen, campaign=folding.campaign_of(seen))
    plan = carrying.carry_over(
        history, theirs, receipt.shared, receipt.player, FixedDecisions(DRAFT), lambda *_: False
    )
    for outcome in plan.outcomes:
        if outcome.fate == "left out":
            raise NotAllowed(
                phrase("the acceptance does not fit any more: {why}", why=outcome.why),
            )
    return plan


def head_in(data: bytes) -> KeptHead:
    """The head that the player of a receipt signed; raises `BadBundle`.

    Its day is the day of the acceptance, which is the next entry.
    """
    content, by = _read(data)
    entry = _acceptance(content, by, "")
    if entry.previous_hash != entry.payload["head"]:
        raise BadBundle(CHANGED)
    digest = entry.previous_hash
    witness = str(entry.payload["player"]), by.fingerprint
    return KeptHead(journal.short_head(digest), entry.day, witness, digest)


def with_known_witnesses(
    session: Session, uid: str, heads: Iterable[KeptHead]
) -> tuple[KeptHead, ...]:
    """The heads, each of a receipt with the other name under which its key is known here.

    Raises `NotAllowed` for a receipt in the name of a player who has signed with another key.
    """
    known = []
    for kept in heads:
        if kept.witness:
            try:
                known_keys.check_key(session, uid, *kept.witness, speaks_for_itself=True)
            except NotAllowed as error:
                raise NotAllowed(
                    joined("", (wording_of(error),)),
                    phrase("ask {name} by phone or in person", name=kept.witness[0]),
                ) from None
            other = known_keys.other_name(session, uid, *kept.witness)
            known.append(kept._replace(known_as=other))
        else:
            known.append(kept)
    return tuple(known)


def _acceptance(content: ReceiptContent, by: Signature, stream: str) -> journal.Entry:
    """The entry in a receipt; raises `BadBundle`, also if it names another key than the signer's.

    `stream` is the name of the history in its chain, "" if it is not known.
    """
    entry = packing.entry_of(content.entry, stream)
    if entry.kind != "city accepted":
        raise BadBundle(CHANGED)
    if entry.payload.get("key", "") not in ("", by.fingerprint):
        raise BadBundle(
            f"the receipt is signed with the key {by.fingerprint}, but its acceptance names "
            f"{entry.payload['key']}"
        )
    return entry


def _read(data: bytes) -> tuple[ReceiptContent, Signature]:
    """The content of a receipt and its checked signature; raises `BadBundle`."""
    if data.startswith(bundles.BEGINS):
        raise BadBundle("the file is a bundle, not a receipt", "campaign handover take FILE")
    if not data.lstrip().startswith(b"{"):
        raise BadBundle("the file is not a receipt: it does not begin as one")
    if len(data) > LARGEST:
        raise BadBundle("the file is far larger than a receipt")
    whole = bundles.read_json(data, "the receipt")
    if set(whole) != {"receipt", "key", "signature"} or not all(
        type(value) is str for value in whole.values()
    ):
        raise BadBundle("this is no receipt")
    by = Signature(whole["key"], whole["signature"])
    text = whole["receipt"].encode("utf-8", "replace")
    if not is_signed(PURPOSE, text, by):
        raise BadBundle("the signature does not fit: the receipt was changed after it was signed")
    content = bundles.read_json(text, "the receipt")
    if why := forms.form_problem(content, ReceiptContent):
        raise BadBundle(f"the receipt: {why}")
    if content["format"] != PURPOSE:
        raise BadBundle(f"the receipt has the format {content['format']!r}, not {PURPOSE!r}")
    return ReceiptContent(**content), by
