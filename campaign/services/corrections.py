"""Corrections: what an undo or another record would change, before it is kept.

    wanted entries ── preview ──> Cascade ── shown, agreed ──> kept, all in one transaction

Nothing is ever removed. Every later entry is folded again; what could not stand is named, and
only withdrawn too where that was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sqlmodel import Session

from campaign.services import campaigns, changes
from campaign.services.changes import Change
from campaign.services.deadline import DEADLINE
from campaign.services.differences import differences
from campaign.services.errors import NotFound
from campaign.services.records import read_record, with_moves
from campaign.services.values import By, History
from engine.kernel.errors import Refused
from engine.kernel.record import Record, format_record, parse_record
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import (
    Unsound,
    amended,
    effective,
    standing,
    versions,
    withdrawn,
)
from engine.my_city.campaign.entries import (
    Amended,
    Entry,
    EpisodeRecorded,
    Restored,
    StickerPlaced,
    Withdrawn,
)
from engine.my_city.campaign.model import Campaign, Played


class Cascade(NamedTuple):
    """What a correction does: its entries, the campaign after them, and all that differs."""

    before: History
    entries: tuple[Entry, ...]
    after: Campaign
    withdrawn: tuple[int, ...]
    """The entries that count no more, by number."""
    changes: tuple[str, ...]


class Version(NamedTuple):
    """One record that an episode has had, and the entry that brought it."""

    entry: int
    record: str
    reason: str
    counts: bool


def undo(history: History, author: str, *, to: int | None, reason: str, and_later: bool) -> Cascade:
    """Withdraw the last entry that counts, or all after an entry; raises `Refused`."""
    entries = campaigns.entries_of(history.entries)
    counting = standing(entries)
    if to is not None and not 1 <= to <= len(entries):
        raise NotFound(f"there is no entry {to}", "campaign history")
    if not counting:
        raise Refused("nothing is left to be undone: only the beginning of the campaign")
    numbers = [n for n in counting if n > to] if to is not None else list(counting[-1:])
    if not numbers:
        raise Refused(f"no entry after {to} counts any more", "campaign history")
    others = [n for n in numbers if history.entries[n - 1].author != author]
    if others and not and_later:
        who = history.entries[others[0] - 1].author
        raise Refused(
            f"entry {others[0]} is by {who}: {_what(history, others[0])}",
            "add --and-later to withdraw the work of others too",
        )
    return preview(history, (Withdrawn(tuple(numbers), reason),), and_later=and_later)


def redo(history: History) -> Cascade:
    """Take back the last withdrawal that counts, if nothing has come after it."""
    entries = campaigns.entries_of(history.entries)
    gone = withdrawn(entries)
    undone = [
        number
        for number, entry in enumerate(entries, 1)
        if isinstance(entry, Withdrawn) and set(entry.entries) <= gone
    ]
    if not undone:
        raise Refused("nothing is undone that could be done again")
    later = [number for number in standing(entries) if number > undone[-1]]
    if later:
        raise Refused(
            f"entry {later[0]} came after what was undone: {_what(history, later[0])}",
            "undo it first",
        )
    return preview(history, (Restored(undone[-1]),), and_later=False)


def amend(
    history: History, number: int, text: str, *, reason: str, as_played: bool, and_later: bool
) -> Cascade:
    """Another record for an episode; raises `RecordError`, `NotFound`, `Refused`."""
    written = read_record(text)
    return amend_record(
        history, number, written, reason=reason, as_played=as_played, and_later=and_later
    )


def amend_record(
    history: History,
    number: int,
    written: Record,
    *,
    reason: str,
    as_played: bool,
    and_later: bool,
) -> Cascade:
    """Another record for an episode, not read again from its text; raises as `amend` does."""
    if not reason.strip():
        raise Refused("another record needs a reason", "--reason TEXT")
    played = _played(history, number)
    if written.header.get("episode") != number:
        raise Refused(f"the record is of episode {written.header.get('episode')}, not of {number}")
    record = with_moves(written, played.setup, DEADLINE)
    entry = Amended(
        played.entry,
        format_record(record),
        record.edition,
        played.recorded.pack,
        reason,
        as_played,
        "" if record is written else format_record(written),
    )
    if entry.record == played.recorded.record and as_played == played.recorded.as_played:
        raise Refused(f"this is the record that episode {number} has")
    return preview(history, (entry,), and_later=and_later, read={amended(entry): record})


def move_sticker(history: History, seat: str, kind: str, old: str, new: str) -> Cascade:
    """Put a sticker that was placed by choice on another square."""
    for number, entry in reversed(effective(campaigns.entries_of(history.entries))):
        if entry == StickerPlaced(seat, kind, old):
            withdrawal = Withdrawn((number,), f"on {new} instead of {old}")
            placed = StickerPlaced(seat, kind, new)
            return preview(history, (withdrawal, placed), and_later=False)
    raise NotFound(f"{seat} has placed no {kind} on {old}", "campaign sticker list")


def preview(
    history: History,
    wanted: Sequence[Entry],
    *,
    and_later: bool,
    read: Mapping[EpisodeRecorded, Record] = MappingProxyType({}),
) -> Cascade:
    """What entries that reach back would do; raises `Refused` when later ones could not stand.

    With `and_later` those are withdrawn too. `read` are the records that some of the entries
    hold, where they have been read.
    """
    changes.check_open(history)
    entries = campaigns.entries_of(history.entries)
    added = [campaigns.as_stored(entry) for entry in wanted]
    while True:
        try:
            after = fold.continued(entries, history.campaign, added, read)
            break
        except Unsound as broken:
            touched = broken.entry
            if touched > len(entries) or touched in _meant(wanted):
                raise
            if not and_later:
                raise Refused(
                    f"entry {touched} would no longer hold: {_what(history, touched)}. {broken}",
                    "add --and-later to withdraw it, too, or correct it first",
                ) from None
            added.append(Withdrawn((touched,), "no longer holds after the correction"))
    gone = withdrawn((*entries, *added)) - withdrawn(entries)
    differing = tuple(differences(history.campaign, after))
    return Cascade(history, tuple(added), after, tuple(sorted(gone)), differing)


def keep(
    session: Session, cascade: Cascade, again: Callable[[History], Cascade], by: By
) -> History:
    """Keep a correction as it was shown; raises `Refused` where it would now be another one.

    `again` previews it on the history as it is, when somebody has written in between.
    """
    now = campaigns.current(session, cascade.before)
    if now is not cascade.before:
        shown, cascade = cascade, again(now)
        if cascade.entries != shown.entries:
            last = now.entries[-1]
            raise Refused(
                f"{last.author} has added entry {last.seq} at {last.recorded_at}: the correction "
                "would not be the one that was shown",
                "give the command again",
            )
    return changes.write(session, Change(now, cascade.entries, cascade.after), by)


def records_of(history: History, number: int) -> tuple[Version, ...]:
    """The versions that the record of an episode has had, oldest first; raises `NotFound`."""
    played = _played(history, number)
    records = []
    for at, entry in versions(campaigns.entries_of(history.entries), played.entry):
        record = entry.record if isinstance(entry, _RECORDS) else ""
        reason = entry.reason if isinstance(entry, Amended) else ""
        records.append(Version(at, record, reason, record == played.recorded.record))
    return tuple(records)


_RECORDS = (EpisodeRecorded, Amended)


def _meant(wanted: Sequence[Entry]) -> set[int]:
    """The entries that a correction itself is about."""
    return {entry.entry for entry in wanted if isinstance(entry, Amended)}


def _played(history: History, number: int) -> Played:
    for played in history.campaign.played:
        if played.number == number:
            return played
    raise NotFound(f"episode {number} has not been recorded", "campaign episode list")


def _what(history: History, number: int) -> str:
    """What an entry did, in a few words."""
    entry = history.entries[number - 1]
    values = entry.payload
    match entry.kind:
        case "episode recorded":
            record = parse_record(values["record"])
            return f"episode {record.header.get('episode')} recorded"
        case "sticker placed":
            return f"{values['seat']} puts a {values['kind']} on {values['square']}"
        case "envelope opened":
            return f"envelope {values['envelope']} opened"
    return entry.kind
