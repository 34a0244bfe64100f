"""Notable facts of how a history was recorded and corrected; none of them is an accusation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from math import ceil

from campaign.services import folding
from campaign.services.ancestry import came_at, number_by_head, was_carried
from campaign.services.audit.changed import changed_records, kept_otherwise
from campaign.services.audit.findings import episodes_of_entries
from campaign.services.audit.heads import KnownHead
from campaign.services.history import name_today
from campaign.services.statement import AuditFact
from campaign.services.values import History
from campaign.store import stamps
from campaign.store.heads import short_head
from campaign.store.stamps import FIRST_ZONE, LAST_ZONE
from engine.my_city.campaign.corrections import (
    effective_entries,
    place_of,
    withdrawn_entries,
    withdrawn_since,
)
from engine.my_city.campaign.entries import (
    EpisodeAmended,
    EpisodeRecorded,
    HistoryCarriedOver,
    PlayerJoined,
    entry_of,
    episode_in,
)
from engine.my_city.campaign.model import PlayedEpisode

LATE = 7
"""The number of days after which the recording of an evening counts as late."""
AT_ONCE = 10
"""Recordings of evenings that are at most this many minutes apart count as made at once."""


def notable_facts(history: History, noted: Sequence[KnownHead]) -> Iterator[AuditFact]:
    """The facts that a reader may want to ask the players about."""
    if history.campaign.simulated:
        yield AuditFact("simulated")
    yield from _days(history)
    yield from _at_once(history)
    yield from _corrections(history)
    if numbers := tuple(played.number for played in history.campaign.played if played.as_played):
        yield AuditFact("as played", episodes=numbers)
    yield from _differing_boards(history)
    authors = {entry.author for entry in history.entries}
    if len(authors) == 1 and history.campaign.played:
        all_entries = tuple(entry.seq for entry in history.entries)
        yield AuditFact("same hand", entries=all_entries, names=tuple(authors))
    yield from _acceptances(history)
    for kept, entry, _ in noted:
        came = came_at(entry, history.entries)
        if kept.day and kept.day < stamps.day_in(came, LAST_ZONE):
            yield AuditFact(
                "head of another day",
                entries=(entry.seq,),
                day=kept.day,
                head=kept.head,
            )
        if kept.witness and kept.known_as:
            yield AuditFact(
                "signed for another",
                entries=(entry.seq,),
                names=(kept.witness[0], kept.known_as),
                day=kept.day,
                head=kept.head,
            )
    yield from _dated_before_heads(history, noted)
    yield from _dated_before_entries(history)


def _dated_before_heads(history: History, noted: Sequence[KnownHead]) -> Iterator[AuditFact]:
    """Entries that follow the last head of a day and are dated before that day.

    The newest of the heads of one day, such as those of a printed card, is its last head. A head
    may have been written down in another time zone, a day ahead. Entries that were carried over
    keep their day and are left out.
    """
    for day, last in {
        known_head.kept.day: known_head for known_head in noted if known_head.kept.day
    }.items():
        earlier = tuple(
            entry.seq
            for entry in history.entries[last.entry.seq :]
            if stamps.day_in(entry.recorded_at, FIRST_ZONE) < day
            and not was_carried(entry, history.entries)
        )
        if earlier:
            yield AuditFact("dated before head", entries=earlier, day=day, head=last.kept.head)


def _dated_before_entries(history: History) -> Iterator[AuditFact]:
    """Entries that follow one of a later day; clocks that differ by less than a day say nothing.

    Entries that were carried over keep their day and are left out.
    """
    newest, latest = 0, datetime.min.replace(tzinfo=UTC)
    earlier: dict[int, list[int]] = {}
    for entry in history.entries:
        moment = _moment(entry.recorded_at)
        if moment is None or was_carried(entry, history.entries):
            continue
        if latest - moment > timedelta(days=1):
            earlier.setdefault(newest, []).append(entry.seq)
        elif moment > latest:
            newest, latest = entry.seq, moment
    for number, entries in earlier.items():
        yield AuditFact(
            "dated before entry",
            entries=tuple(entries),
            day=history.entries[number - 1].day,
            amount=number,
        )


def _acceptances(history: History) -> Iterator[AuditFact]:
    """Players who took a city over, each with the head that the acceptance says they have seen.

    An acceptance that was taken back is left out.
    """
    by_head = number_by_head(history.entries)
    evenings = episodes_of_entries(history.entries)
    withdrawn = withdrawn_entries(folding.entries_of(history.entries))
    for entry in history.entries:
        if entry.kind == "city accepted" and entry.seq not in withdrawn:
            seen = by_head.get(entry.payload["head"], 0)
            yield AuditFact(
                "accepted",
                episodes=tuple(sorted(set(evenings[:seen]) - {0})),
                entries=(entry.seq,),
                names=(
                    name_today(history, entry.payload["player"], entry.seq),
                    entry.payload["seat"],
                ),
                note=entry.payload.get("bundle_for", ""),
                day=entry.day,
                amount=seen,
                head=short_head(entry.payload["head"]),
            )


def _days(history: History) -> Iterator[AuditFact]:
    """Evenings without a day, and evenings recorded long after or before their day."""
    without, late, ahead = list[PlayedEpisode](), dict[int, int](), list[PlayedEpisode]()
    for played in history.campaign.played:
        if played.record.played is None:
            without.append(played)
            continue
        if (recorded := _moment(history.recorded_at(played.entry))) is None:
            continue
        days = (recorded.date() - played.record.played).days
        if days > LATE:
            late[played.number] = days
        elif days < -1:  # another time zone may be a day ahead
            ahead.append(played)
    if without:
        yield AuditFact("no day", episodes=_numbers(without))
    if late:
        yield AuditFact("recorded late", episodes=tuple(late), amount=max(late.values()))
    if ahead:
        yield AuditFact("dated ahead", episodes=_numbers(ahead))


def _moment(stamp: str) -> datetime | None:
    """The moment of a stamp; None if that of a damaged entry has none."""
    try:
        return stamps.moment(stamp)
    except ValueError:
        return None


def _at_once(history: History) -> Iterator[AuditFact]:
    """Evenings recorded so soon after one another that no evening was played in between."""
    run: list[tuple[PlayedEpisode, datetime]] = []
    for played in history.campaign.played:
        if (at := _moment(history.recorded_at(played.entry))) is None:
            continue
        if run and not 0 <= (at - run[-1][1]).total_seconds() <= AT_ONCE * 60:
            yield from _recorded_at_once(run)
            run = []
        run.append((played, at))
    yield from _recorded_at_once(run)


def _recorded_at_once(run: Sequence[tuple[PlayedEpisode, datetime]]) -> Iterator[AuditFact]:
    if len(run) > 1:
        first, last = run[0][1], run[-1][1]
        minutes = max(1, ceil((last - first).total_seconds() / 60))
        yield AuditFact(
            "recorded at once",
            episodes=_numbers([played for played, _ in run]),
            entries=tuple(played.entry for played, _ in run),
            amount=minutes,
            day=first.date().isoformat(),
        )


def _corrections(history: History) -> Iterator[AuditFact]:
    """Changed scores and records, corrections by another author, withdrawn evenings, new packs."""
    withdrawn = withdrawn_entries(folding.entries_of(history.entries))
    for changed in changed_records(history):
        if {changed.entry.seq, changed.corrected.seq} & withdrawn:
            continue  # it changes nothing any more: it is among what was taken back
        fact = AuditFact(
            "scores changed",
            episodes=(changed.episode,),
            entries=(changed.entry.seq,),
            names=(changed.entry.author,),
            day=changed.entry.day,
            note=changed.reason,
            scores=changed.scores,
        )
        if changed.scores:
            yield fact
        else:
            yield fact._replace(kind="record changed")
        if changed.entry.author != changed.corrected.author:
            names = (changed.entry.author, changed.corrected.author)
            yield fact._replace(kind="corrected by another", names=names)
    yield from _other_records(history)
    yield from _taken_back(history)
    yield from _dated_back(history)
    for applied in history.campaign.applied:
        yield AuditFact(
            "pack corrected", episodes=applied.again, entries=(applied.entry,), note=applied.reason
        )


def _other_records(history: History) -> Iterator[AuditFact]:
    """The records of evenings that came with a copy that was carried over, and do not count.

    Either copy may have recorded such an evening first, or corrected it before they met. A record
    that the carry-over kept in another form is no other record, and one that was taken back says
    nothing.
    """
    withdrawn = withdrawn_entries(folding.entries_of(history.entries))
    counting = {played.recorded.record for played in history.campaign.played}
    came_with = {
        record: stored.seq
        for stored in history.entries
        if isinstance(entry := entry_of(stored.kind, stored.payload), HistoryCarriedOver)
        and stored.seq not in withdrawn
        for record in set(entry.beside) - {*counting, *kept_otherwise(entry).values()}
        if episode_in(record)
    }
    for seq in sorted(set(came_with.values())):
        carried = history.entries[seq - 1]
        numbers = {episode_in(record) for record, last in came_with.items() if last == seq}
        yield AuditFact(
            "other record",
            episodes=tuple(sorted(numbers)),
            entries=(seq,),
            names=(carried.payload["whose"],),
            day=carried.day,
        )


def _taken_back(history: History) -> Iterator[AuditFact]:
    """The withdrawn records of episodes: by whom, when and why each counts no more."""
    entries = folding.entries_of(history.entries)
    records: dict[tuple[int, int], list[int]] = {}
    for number, since in sorted(withdrawn_since(entries).items()):
        if isinstance(entry := entries[number - 1], EpisodeRecorded | EpisodeAmended):
            records.setdefault((since, episode_in(entry.record)), []).append(number)
    for (since, episode), numbers in records.items():
        withdrawal = history.entries[since - 1]
        yield AuditFact(
            "taken back",
            episodes=(episode,),
            entries=tuple(numbers),
            names=(withdrawal.author,),
            day=withdrawal.day,
            note=withdrawal.payload.get("reason", ""),
        )


def _dated_back(history: History) -> Iterator[AuditFact]:
    """The takeovers that were written down after an evening from which on they count."""
    evenings = episodes_of_entries(history.entries)
    for number, entry in effective_entries(folding.entries_of(history.entries)):
        if isinstance(entry, PlayerJoined) and entry.before:
            yield AuditFact(
                "held since",
                episodes=(evenings[number - 1],),
                entries=(number,),
                names=(name_today(history, entry.player, place_of(number, entry)), entry.seat),
                day=history.entries[number - 1].day,
            )


def corrected_episodes(history: History) -> frozenset[int]:
    """The episodes whose record was changed or withdrawn, or that were judged by other rules.

    Those of which a copy that was carried over had another record are among them.
    """
    entries = folding.entries_of(history.entries)
    withdrawn = (entries[number - 1] for number in withdrawn_entries(entries))
    return frozenset(
        [
            *(changed.episode for changed in changed_records(history)),
            *(
                episode_in(entry.record)
                for entry in withdrawn
                if isinstance(entry, EpisodeRecorded)
            ),
            *(number for fact in _other_records(history) for number in fact.episodes),
            *(number for applied in history.campaign.applied for number in applied.again),
        ]
    )


def _differing_boards(history: History) -> Iterator[AuditFact]:
    """Real boards that differed from the record when they were last compared."""
    evenings = episodes_of_entries(history.entries)
    for seat, check in history.campaign.checked.items():
        if check.differs:
            yield AuditFact(
                "board differs",
                episodes=tuple({evenings[check.entry - 1]} - {0}),
                entries=(check.entry,),
                names=(seat, check.by),
                day=history.entries[check.entry - 1].day,
                note=check.differs,
            )


def _numbers(evenings: Sequence[PlayedEpisode]) -> tuple[int, ...]:
    return tuple(played.number for played in evenings)
