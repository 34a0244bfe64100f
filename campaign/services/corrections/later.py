"""The evenings after a correction, each replayed on the corrected boards, in order.

    amendment ── fold ──> the first later entry that no longer holds
        a sticker                   comes off
        a name of nobody here       counts no more
        an episode, sticker owed    Decide.sticker    a square, or the episode becomes a draft
        an episode otherwise        Decide.evening    another record, or it becomes a draft
    ── fold again, until everything holds ──> CorrectionEffects

No evening is lost: one that is not kept becomes a draft, or if it has scores alone is taken back,
and the whole is one step. Entries that hold stay where they are, and stickers that replace others
are placed before their episode.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from campaign.services import changes, folding
from campaign.services.corrections.cascade import (
    CorrectionEffects,
    effects_of,
    entry_summary,
    in_one_step,
)
from campaign.services.corrections.decisions import Decide, EveningForm, LaterEvening, LaterSticker
from campaign.services.values import History
from engine.kernel.errors import EngineError, NotAllowed, wording_of
from engine.kernel.phrases import Wording, phrase
from engine.kernel.record import Record, check_scores, format_record, parse_record
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import fold
from engine.my_city.campaign.corrections import (
    WITHDRAWN_TOO,
    UnsoundEntry,
    effective_entries,
    place_of,
    withdrawn_entries,
)
from engine.my_city.campaign.entries import (
    EntriesWithdrawn,
    EpisodeAmended,
    EpisodeRecorded,
    PlayerRenamed,
    StickerPlaced,
)
from engine.my_city.campaign.entries import Entry as CampaignEntry
from engine.my_city.campaign.episodes import (
    EpisodeJudgement,
    Judge,
    check_stated,
    judge_record,
    judge_with,
)
from engine.my_city.campaign.model import Campaign, PlayedEpisode
from engine.my_city.campaign.outcome import scores_differ
from engine.my_city.campaign.stickers import targets


class StickerGoes(NotAllowed):
    """A sticker of the correction itself goes with an evening that does not hold.

    `at` is its place in the correction. No step withdraws an entry of its own: an undo of the step
    would let it count.
    """

    def __init__(self, at: int) -> None:
        super().__init__(phrase("an earlier evening does not hold"))
        self.at = at


def preview_with_later(
    history: History,
    wanted: Sequence[CampaignEntry],
    why: str,
    decide: Decide,
    read: Mapping[EpisodeRecorded, Record] = MappingProxyType({}),
) -> CorrectionEffects:
    """The effects of a correction with all later evenings replayed and decided about.

    `why` is the reason in the amendments of later evenings, `read` has records that were read
    already. Raises `NotAllowed` for a later entry that would no longer hold and is neither evening
    nor sticker, `StickerGoes`, and the errors of the fold for the correction itself.
    """
    changes.check_open(history)
    entries = folding.entries_of(history.entries)
    corrected = {entry.entry for entry in wanted if isinstance(entry, EpisodeAmended)}
    withdrawn = _left_by(wanted, entries)
    additions: list[CampaignEntry] = []
    drafts = False
    known_judge = judge_with(history.campaign.played, read)
    while True:
        withdrawal = [EntriesWithdrawn(tuple(withdrawn), WITHDRAWN_TOO)] if withdrawn else []
        added = in_one_step(history, (*wanted, *withdrawal, *additions))
        try:
            judge = _proved_again(history.campaign, added, known_judge)
            after = fold.campaign_after(entries, history.campaign, added, judge)
            return effects_of(history, added, after)
        except UnsoundEntry as broken:
            number, before = broken.entry, broken.before
            if number > len(entries) or number in corrected:
                raise
            entry = dict(effective_entries((*entries, *added)))[number]
            reason = wording_of(broken.__cause__ or broken)
        match entry:
            case EpisodeRecorded() if not drafts:
                placed = tuple(e for e in additions if isinstance(e, StickerPlaced))
                owed = _owed(history, number, before, placed)
                if owed:
                    if target := decide.sticker(owed):
                        additions.append(StickerPlaced(owed.right.seat, *target, before=number))
                        continue
                elif new_form := decide.evening(
                    _evening(history, number, entry, before, reason)._replace(
                        again=any(
                            isinstance(e, EpisodeAmended) and e.entry == number for e in additions
                        )
                    )
                ):
                    additions = [
                        e
                        for e in additions
                        if not (isinstance(e, EpisodeAmended) and e.entry == number)
                    ]
                    additions.append(_amended(number, entry, new_form, why))
                    continue
                drafts = True
                additions = [e for e in additions if not _is_about(e, number)]
                for at in tuple(_placed_after(number, (*entries, *added), withdrawn)):
                    if at <= len(entries):
                        withdrawn.append(at)
                    elif at <= len(entries) + len(wanted):
                        raise StickerGoes(at - len(entries) - 1)
            case StickerPlaced():
                pass
            case PlayerRenamed(player) if player not in before.people:
                pass  # whoever never played has no name here
            case _ if not drafts:
                raise NotAllowed(
                    phrase(
                        "entry {number} would no longer hold: {what}. {why}",
                        number=number,
                        what=entry_summary(history, number),
                        why=reason,
                    ),
                    phrase(
                        "{command}, or correct it first", command=f"campaign undo --to {number - 1}"
                    ),
                )
        withdrawn.append(number)


def _proved_again(campaign: Campaign, added: Sequence[CampaignEntry], judge: Judge) -> Judge:
    """A judge that also refuses amended records which would be refused as new records.

    It also refuses an evening that was proved and kept as played if its scores now differ: only an
    amendment may keep scores that do not follow.
    """
    amended = {entry.entry for entry in added if isinstance(entry, EpisodeAmended)}
    proved = {
        played.entry
        for played in campaign.played
        if played.recorded.as_played
        and played.verdict.kind in (VerdictKind.VERIFIED, VerdictKind.POSSIBLE)
    } - amended

    def judged(before: Campaign, entry: EpisodeRecorded) -> EpisodeJudgement:
        result = judge(before, entry)
        if before.entries in amended:
            check_stated(result)
        if before.entries in proved and result.verdict.kind is VerdictKind.DIFFERS:
            raise scores_differ(result.verdict)
        return result

    return judged


def _owed(
    history: History, number: int, before: Campaign, decided: tuple[StickerPlaced, ...]
) -> LaterSticker | None:
    """The first sticker that is owed before the episode of an entry; None if none is owed."""
    episode = _played(history, number).number
    for right in before.owed:
        if right.before <= episode:
            return LaterSticker(episode, right, targets(before, right), before, decided)
    return None


def _evening(
    history: History, number: int, entry: EpisodeRecorded, before: Campaign, reason: Wording
) -> LaterEvening:
    """An evening that does not hold, with its verdict if it can be replayed."""
    played = _played(history, number)
    record = played.record
    if entry.record != played.recorded.record:
        record = parse_record(entry.record)
    try:
        verdict = judge_record(before, entry, record).verdict
    except EngineError:
        verdict = None
    return LaterEvening(played, before, record, verdict, reason)


def _played(history: History, number: int) -> PlayedEpisode:
    """The episode that an entry recorded, as it counted last."""
    campaign = history.campaign
    if all(played.entry != number for played in campaign.played):  # a correction brings it back
        entries = folding.entries_of(history.entries)
        counted = (
            entries[:end]
            for end in range(len(entries), number - 1, -1)
            if number not in withdrawn_entries(entries[:end])
        )
        campaign = fold.campaign_of(next(counted))
    return next(played for played in campaign.played if played.entry == number)


def _amended(number: int, entry: EpisodeRecorded, form: EveningForm, why: str) -> EpisodeAmended:
    """The amendment that gives a later evening its new form; raises `RecordError`."""
    check_scores(form.record.result)
    text, edition = format_record(form.record), form.record.edition
    return EpisodeAmended(number, text, edition, entry.pack, why, form.as_played)


def _left_by(wanted: Sequence[CampaignEntry], entries: Sequence[CampaignEntry]) -> list[int]:
    """The stickers here that were placed after evenings which a correction withdraws."""
    counting = dict(effective_entries(entries))
    gone = [n for entry in wanted if isinstance(entry, EntriesWithdrawn) for n in entry.entries]
    evenings = [number for number in gone if isinstance(counting.get(number), EpisodeRecorded)]
    return list(_placed_after(min(evenings), entries, gone)) if evenings else []


def _placed_after(
    number: int, entries: Sequence[CampaignEntry], withdrawn: Sequence[int]
) -> Iterator[int]:
    """The entries of stickers placed after an evening, which pay nothing owed before it."""
    for at, entry in effective_entries(entries):
        if (
            isinstance(entry, StickerPlaced)
            and place_of(at, entry) > number
            and at not in withdrawn
        ):
            yield at


def _is_about(entry: CampaignEntry, number: int) -> bool:
    """Whether an entry amends this evening, or places a sticker before it or a later one."""
    return (isinstance(entry, EpisodeAmended) and entry.entry == number) or (
        isinstance(entry, StickerPlaced) and entry.before >= number
    )
