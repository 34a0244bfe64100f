"""The statement of an audit, from checks, heads and history: what is proved and what is not.

Each function below gives the facts of one part of the statement. A fact that rests on a check is
given only if the check has passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from campaign.services import checked_boards
from campaign.services.audit.circumstances import corrected_episodes, notable_facts
from campaign.services.audit.findings import (
    episodes_changed_by_entries,
    episodes_of_entries,
    failed_check_facts,
)
from campaign.services.audit.heads import KeptHead, KnownHead, known_heads
from campaign.services.audit.seals import sealing_entries
from campaign.services.statement import AuditFact, AuditStatement, FactKind
from campaign.services.values import AuditCheck, History
from campaign.store.journal import Entry
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign.model import DECLARED, Campaign

MADE_OF = ("campaign", "rights and marks", "corrections")
"""The checks that together prove that the permanent state follows from the episodes."""
REPLAYED: Sequence[tuple[FactKind, VerdictKind]] = (
    ("moves", VerdictKind.VERIFIED),
    ("possible", VerdictKind.POSSIBLE),
)
"""The facts that replays prove, each with its verdict."""


class ExaminedHistory(NamedTuple):
    """What an audit examined: `history` is None if the entries give no campaign."""

    entries: Sequence[Entry]
    history: History | None
    checks: Sequence[AuditCheck]
    heads: Sequence[KeptHead] = ()
    since: int = 1
    """The first entry whose link was checked."""

    def passed(self, *names: str) -> bool:
        """Whether all of these checks were made and found no problem."""
        made = {check.name: check.ok for check in self.checks}
        return all(made.get(name, False) for name in names)


def statement_of(examined: ExaminedHistory) -> AuditStatement:
    """The statement that the checks allow."""
    noted = known_heads(examined.entries, examined.heads) if examined.passed("hash chain") else ()
    evenings = episodes_of_entries(examined.entries)
    return AuditStatement(
        failed_check_facts(examined.checks, examined.entries),
        tuple(_proved(examined, noted, evenings)),
        tuple(_not_proved(examined, noted, evenings)),
        tuple(notable_facts(examined.history, noted)) if examined.history else (),
    )


def _proved(
    examined: ExaminedHistory, noted: Sequence[KnownHead], evenings: Sequence[int]
) -> Iterator[AuditFact]:
    if history := examined.history:
        yield from _of_the_evenings(examined, history)
    if examined.since == 1 and noted:
        newest = noted[-1]
        then = _episodes(evenings[: newest.entry.seq])
        since = _changed_after(examined, newest, evenings)
        yield AuditFact(
            "unchanged",
            episodes=then,
            entries=tuple(range(1, newest.entry.seq + 1)),
            names=tuple(str(number) for number in then if number in since),
            day=newest.day,
            head=newest.kept.head,
            note=newest.kept.day,
        )
        for known_head in noted:
            if known_head.kept.witness:
                yield AuditFact(
                    "witnessed",
                    episodes=_episodes(evenings[: known_head.entry.seq]),
                    entries=tuple(range(1, known_head.entry.seq + 1)),
                    names=known_head.kept.witness,
                    day=known_head.kept.day,
                    head=known_head.kept.head,
                )
    for check in examined.checks:
        if check.name == "key" and check.ok:
            yield AuditFact("signed", names=(str(check.note),))


def _of_the_evenings(examined: ExaminedHistory, history: History) -> Iterator[AuditFact]:
    """The facts that the replays and the fold prove."""
    campaign = history.campaign
    played = campaign.played
    if examined.passed("replay"):
        for kind, wanted in REPLAYED:
            numbers = tuple(
                episode.number
                for episode in played
                if episode.verdict.kind is wanted and not episode.as_played
            )
            if numbers:
                yield AuditFact(kind, episodes=numbers)
    if examined.passed(*MADE_OF) and played:
        numbers = tuple(episode.number for episode in played)
        if len(numbers) > 1 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
            # Scores alone, or against the replay, do not show on which boards they were made.
            on_boards = all(ep.record.moves and not ep.as_played for ep in played[1:])
            yield AuditFact("no gap" if on_boards else "none missing", episodes=numbers)
        if not (campaign.without_rules or any(episode.as_played for episode in played)):
            fact = AuditFact("state", episodes=numbers)
            declared = fact._replace(kind="state from declared", amount=campaign.begins)
            yield declared if campaign.declared else fact
        corrected = corrected_episodes(history)
        if never_corrected := tuple(number for number in numbers if number not in corrected):
            yield AuditFact("never corrected", episodes=never_corrected)
    opened = sorted((n, entry) for n, entry in campaign.opened.items() if entry > DECLARED)
    if examined.passed("seals") and opened:
        sealing = sealing_entries(history)
        for seq in sorted({sealing[str(number)] for number, _ in opened}):
            sealed = [(str(n), entry) for n, entry in opened if sealing[str(n)] == seq]
            names, openings = zip(*sealed, strict=True)
            fact = AuditFact("envelopes", entries=openings, names=names)
            day = history.entries[seq - 1].day
            yield fact if seq == 1 else fact._replace(kind="envelopes replaced", day=day)


def _not_proved(
    examined: ExaminedHistory, noted: Sequence[KnownHead], evenings: Sequence[int]
) -> Iterator[AuditFact]:
    if history := examined.history:
        yield from _evenings_without_proof(history.campaign)
    if examined.since > 1:
        before = tuple(range(1, examined.since))
        yield AuditFact(
            "unchecked", episodes=_episodes(evenings[: examined.since - 1]), entries=before
        )
    elif examined.heads and not noted:
        yield from _unknown_heads(examined, evenings)
    elif not noted:
        entries = tuple(entry.seq for entry in examined.entries)
        yield AuditFact("no head", episodes=_episodes(evenings), entries=entries)
    else:
        yield from _around_the_heads(examined, noted, evenings)
    if history := examined.history:
        yield from _boards(history)


def _unknown_heads(examined: ExaminedHistory, evenings: Sequence[int]) -> Iterator[AuditFact]:
    """The given heads that prove nothing, and the entries that may have been rewritten."""
    broken = any(check.name == "hash chain" and check.entries for check in examined.checks)
    if broken:
        for kept in examined.heads:
            yield AuditFact("head not held", head=kept.head, day=kept.day)
        return
    matching = known_heads(examined.entries, examined.heads)
    newest = matching[-1] if matching else None
    first = newest.entry.seq + 1 if newest else 1
    later = tuple(range(first, len(examined.entries) + 1))
    for kept in examined.heads:
        if kept not in {known_head.kept for known_head in matching}:
            yield AuditFact(
                "head missing",
                episodes=_episodes(evenings[first - 1 :]),
                entries=later,
                names=(newest.kept.head,) if newest and later else (),
                head=kept.head,
                day=kept.day,
            )


def _evenings_without_proof(campaign: Campaign) -> Iterator[AuditFact]:
    """The facts that no replay can prove, and the assumptions of the replays."""
    played = campaign.played
    if played:
        yield AuditFact("played so", episodes=tuple(episode.number for episode in played))
        if campaign.next_episode is not None:
            yield AuditFact("last evening", episodes=(played[-1].number,))
    unverifiable = [
        episode for episode in played if episode.verdict.kind is VerdictKind.UNVERIFIABLE
    ]
    if numbers := tuple(
        episode.number for episode in unverifiable if not episode.verdict.without_rules
    ):
        yield AuditFact("results only", episodes=numbers)
    if numbers := tuple(
        episode.number for episode in unverifiable if episode.verdict.without_rules
    ):
        yield AuditFact("without rules", episodes=numbers)
    with_placeholders = [episode for episode in played if episode.verdict.made_up]
    if numbers := tuple(episode.number for episode in with_placeholders):
        values = {value for episode in with_placeholders for value in episode.verdict.made_up}
        yield AuditFact("made up", episodes=numbers, amount=len(values))
    by_hand = [episode for episode in played if episode.verdict.by_hand]
    if numbers := tuple(episode.number for episode in by_hand):
        lines = sum(episode.verdict.by_hand for episode in by_hand)
        yield AuditFact("by hand", episodes=numbers, amount=lines)
    if campaign.hidden is not None:
        yield AuditFact("own pack", entries=(1,), names=(campaign.pack.name,))
    if campaign.declared:
        yield AuditFact("declared", entries=(1,), amount=campaign.begins)


def _around_the_heads(
    examined: ExaminedHistory, noted: Sequence[KnownHead], evenings: Sequence[int]
) -> Iterator[AuditFact]:
    """The entries about which the kept heads say nothing: before the oldest, after the newest."""
    oldest, newest = noted[0], noted[-1]
    first = oldest.entry.seq
    yield AuditFact(
        "before head",
        episodes=_episodes(evenings[:first]),
        entries=tuple(range(1, first + 1)),
        day=oldest.day,
        head=oldest.kept.head,
        note=oldest.kept.day,
    )
    if later := tuple(range(newest.entry.seq + 1, len(examined.entries) + 1)):
        yield AuditFact(
            "after head",
            episodes=_changed_after(examined, newest, evenings),
            entries=later,
            head=newest.kept.head,
        )


def _changed_after(
    examined: ExaminedHistory, newest: KnownHead, evenings: Sequence[int]
) -> tuple[int, ...]:
    """The episodes that were recorded, corrected or taken back after a head.

    If entries are damaged, they are those to which the entries after it belong.
    """
    if examined.history is None:
        return _episodes(evenings[newest.entry.seq :])
    changed = episodes_changed_by_entries(examined.entries)
    return _episodes(chain.from_iterable(changed[newest.entry.seq :]))


def _boards(history: History) -> Iterator[AuditFact]:
    """The real boards that were not compared with the record as it is now."""
    campaign = history.campaign
    never = tuple(seat for seat in campaign.seats if seat not in campaign.checked)
    if never:
        yield AuditFact("never confirmed", names=never)
    last = campaign.played[-1].entry if campaign.played else 0
    earlier = {seat: check.entry for seat, check in campaign.checked.items() if check.entry < last}
    if earlier:
        yield AuditFact("confirmed before", names=tuple(earlier), entries=tuple(earlier.values()))
    if len(earlier) < len(campaign.checked):
        changed = {
            seat: campaign.checked[seat].entry
            for seat in checked_boards.changed_since_check(history)
            if seat not in earlier
        }
        if changed:
            yield AuditFact(
                "changed after check", names=tuple(changed), entries=tuple(changed.values())
            )


def _episodes(evenings: Iterable[int]) -> tuple[int, ...]:
    """The episodes of some entries, each once."""
    return tuple(sorted(set(evenings) - {0}))
