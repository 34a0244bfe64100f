"""Amending an episode's record, moving a sticker, and the versions of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from campaign.services import attendance, folding, reasons
from campaign.services.corrections.cascade import CorrectionEffects
from campaign.services.corrections.decisions import Decide
from campaign.services.corrections.later import preview_with_later
from campaign.services.deadline import DEADLINE
from campaign.services.errors import UnknownName
from campaign.services.history import holders_then
from campaign.services.record_comparison import RecordDifference, compare_records, with_holders
from campaign.services.records import check_new_names, read_record, with_moves
from campaign.services.values import History
from engine.kernel.errors import EngineError, NotAllowed
from engine.kernel.phrases import phrase
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import Verdict
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import (
    UnsoundEntry,
    amended,
    effective_entries,
    withdrawn_entries,
)
from engine.my_city.campaign.entries import (
    EntriesWithdrawn,
    Entry,
    EpisodeAmended,
    EpisodeRecorded,
    HistoryCarriedOver,
    StickerPlaced,
    entry_of,
    episode_in,
)
from engine.my_city.campaign.episodes import judge_record, judge_with
from engine.my_city.campaign.model import Campaign, PlayedEpisode
from engine.my_city.pack.start import check_header


class RejectedAmendment(NotAllowed):
    """The campaign refuses an amended record; `verdict` is what its replay says."""

    def __init__(self, record: Record, verdict: Verdict, why: NotAllowed) -> None:
        super().__init__(why.words, why.remedy)
        self.record, self.verdict, self.why = record, verdict, why


class EpisodeVersion(NamedTuple):
    """A record that an episode has or had, with the entry that brought it."""

    entry: int
    record: str
    reason: str
    counts: bool


def amend(
    history: History, number: int, text: str, *, reason: str, as_played: bool, decide: Decide
) -> CorrectionEffects:
    """Preview another record for an episode.

    Raises `RecordError`, `UnknownName`, `RejectedAmendment`, `NotAllowed`.
    """
    written = read_record(text)
    return amend_record(history, number, written, reason=reason, as_played=as_played, decide=decide)


def amend_record(
    history: History,
    number: int,
    written: Record,
    *,
    reason: str,
    as_played: bool,
    decide: Decide,
) -> CorrectionEffects:
    """Preview another record, read already, for an episode; raises as `amend` does."""
    check_new_names(written, history.campaign.people)
    if not reason.strip():
        raise NotAllowed(phrase("another record needs a reason"), "--reason TEXT")
    played = played_of(history, number)
    if written.header.get("episode") != number:
        raise NotAllowed(
            phrase(
                "the record is of episode {other}, not of {number}",
                other=written.header.get("episode"),
                number=number,
            )
        )
    check_header(written.header)
    record = with_moves(written, played.setup, DEADLINE)
    entry = EpisodeAmended(
        played.entry,
        format_record(record),
        record.edition,
        played.recorded.pack,
        reason,
        as_played,
        "" if record is written else format_record(written),
    )
    if entry.record == played.recorded.record and as_played == played.recorded.as_played:
        raise NotAllowed(phrase("this is the record that episode {number} has", number=number))
    why = reasons.AFTER_EPISODE.format(number=number)
    try:
        return preview_with_later(history, (entry,), why, decide, {amended(entry): record})
    except UnsoundEntry as broken:
        if broken.entry != played.entry or not isinstance(broken.__cause__, NotAllowed):
            raise
        judged = judge_record(broken.before, amended(entry), record)
        raise RejectedAmendment(record, judged.verdict, broken.__cause__) from broken


def move_sticker(
    history: History, seat: str, kind: str, old: str, new: str, decide: Decide
) -> CorrectionEffects:
    """Preview another square for a sticker that was placed by choice, from its placement on.

    Raises `UnknownName`, and `NotAllowed` if the sticker is there already or cannot go there.
    """
    if old == new:
        raise NotAllowed(
            phrase(
                "the {kind} of {seat} lies on {square}", kind=phrase(kind), seat=seat, square=new
            )
        )
    for number, entry in reversed(effective_entries(folding.entries_of(history.entries))):
        if isinstance(entry, StickerPlaced) and entry[:3] == (seat, kind, old):
            withdrawal = EntriesWithdrawn(
                (number,), reasons.STICKER_MOVED.format(square=new, other=old)
            )
            placed = StickerPlaced(seat, kind, new, before=entry.before or number)
            why = reasons.AFTER_STICKER.format(kind=kind, seat=seat, square=new, other=old)
            try:
                return preview_with_later(history, (withdrawal, placed), why, decide)
            except UnsoundEntry as fault:
                if fault.entry > len(history.entries) and isinstance(fault.__cause__, EngineError):
                    raise fault.__cause__ from None  # the sticker, which has no number yet
                raise
    raise UnknownName(
        phrase("{seat} has placed no {kind} on {square}", seat=seat, kind=phrase(kind), square=old),
        "campaign sticker list",
    )


def displaced_sticker_kind(cascade: CorrectionEffects, seat: str, square: str) -> str:
    """The kind of the sticker that comes off this square through a correction; "" for none."""
    entries = folding.entries_of(cascade.before.entries)
    for number in cascade.withdrawn:
        entry = entries[number - 1]
        if isinstance(entry, StickerPlaced) and (entry.seat, entry.square) == (seat, square):
            return entry.kind
    return ""


def versions(history: History, number: int) -> tuple[EpisodeVersion, ...]:
    """The records that an episode has ever had, oldest first; raises `UnknownName`."""
    entries = folding.entries_of(history.entries)
    withdrawn = withdrawn_entries(entries)
    recorded = {
        at
        for at, entry in enumerate(entries, 1)
        if isinstance(entry, EpisodeRecorded) and episode_in(entry.record) == number
    }
    if not recorded and number not in _beside(entries):
        raise UnknownName(
            phrase("episode {number} has not been recorded", number=number), "campaign episode list"
        )
    records: list[EpisodeVersion] = []
    counts = {at: at for at in recorded - withdrawn}
    for at, entry in enumerate(entries, 1):
        if isinstance(entry, EpisodeRecorded) and at in recorded:
            records.append(EpisodeVersion(at, entry.record, "", False))
        elif isinstance(entry, EpisodeAmended) and entry.entry in recorded:
            records.append(EpisodeVersion(at, entry.record, entry.reason, False))
            if at not in withdrawn and entry.entry in counts:
                counts[entry.entry] = at
        elif isinstance(entry, HistoryCarriedOver):
            reason = reasons.RECORD_OF_COPY.format(player=entry.whose)
            records += (
                EpisodeVersion(at, record, reason, False)
                for record in entry.beside
                if episode_in(record) == number
            )
    return tuple(version._replace(counts=version.entry in counts.values()) for version in records)


def version_changes(
    history: History, versions: Sequence[EpisodeVersion]
) -> tuple[tuple[RecordDifference, ...], ...]:
    """What differs between each version and the next, with the names of the holders of then."""
    person_of = attendance.person_of(history)
    return tuple(
        compare_records(
            _with_holders_then(history, before, after.entry),
            _with_holders_then(history, after, after.entry),
            person_of,
        )
        for before, after in pairwise(versions)
    )


def _with_holders_then(history: History, version: EpisodeVersion, known: int) -> Record:
    """The record of a version with the holders of its evening, as known after an entry.

    That of another copy is as it is.
    """
    stored = history.entries[version.entry - 1]
    match entry_of(stored.kind, stored.payload):
        case EpisodeRecorded():
            at = version.entry
        case EpisodeAmended(entry=at):
            pass
        case _:
            return parse_record(version.record)
    return with_holders(parse_record(version.record), holders_then(history, at, known))


def _beside(entries: Sequence[Entry]) -> set[int]:
    """The episodes for which a record of another copy was carried over beside their own."""
    carried = (entry for entry in entries if isinstance(entry, HistoryCarriedOver))
    return {episode_in(record) for entry in carried for record in entry.beside}


def version_that_counted(history: History, number: int) -> int:
    """The number, from 1, of the version of an episode's record that counts."""
    return next(k for k, version in enumerate(versions(history, number), 1) if version.counts)


def versions_by_entry(history: History) -> Mapping[int, tuple[int, int]]:
    """The episode and the version (from 1) of the record in each entry, by number of the entry."""
    recorded: dict[int, int] = {}
    by_entry: dict[int, tuple[int, int]] = {}
    count = Counter[int]()
    for at, entry in enumerate(folding.entries_of(history.entries), 1):
        if isinstance(entry, EpisodeRecorded):
            number = recorded[at] = episode_in(entry.record)
        elif isinstance(entry, EpisodeAmended) and entry.entry in recorded:
            number = recorded[entry.entry]
        elif isinstance(entry, HistoryCarriedOver):
            count.update(map(episode_in, entry.beside))
            continue
        else:
            continue
        count[number] += 1
        by_entry[at] = number, count[number]
    return by_entry


def campaign_before(history: History, played: PlayedEpisode) -> Campaign:
    """The campaign just before an episode, by the entries that count."""
    entries = folding.entries_of(history.entries)
    judge = judge_with(history.campaign.played)
    return fold.campaign_of(entries, played.entry - 0.5, judge)


def played_of(history: History, number: int | None) -> PlayedEpisode:
    """A recorded episode, without a number the last one; raises `UnknownName`."""
    for played in history.campaign.played[::-1]:
        if number is None or played.number == number:
            return played
    if number is None:
        raise UnknownName(phrase("no episode counts yet"), "campaign status")
    count = len(versions(history, number))
    raise UnknownName(
        phrase("episode {number} is taken back and counts no more", number=number),
        f"campaign episode show {number} --record-version {count}",
    )
