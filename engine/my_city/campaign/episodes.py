"""Episodes: which one may be recorded now, the verdict of its replay, and what it leaves for good.

    EpisodeRecorded ── judge ──> EpisodeJudgement ── with_episode ──> Campaign
      the text of a record       read and replayed      marks, stickers, the next episode

A record is read and replayed once. A caller that has read the record calls `judge_record`. A caller
that has its verdict calls `with_episode`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine import my_city
from engine.kernel.errors import NotAllowed, PackError
from engine.kernel.game import Setup
from engine.kernel.parts import follows_from_boards
from engine.kernel.phrases import listed, phrase
from engine.kernel.record import Record, parse_record
from engine.kernel.replay import Verdict, VerdictKind, replay, unverifiable
from engine.my_city.campaign import ink, outcome, stated, stickers
from engine.my_city.campaign.entries import EpisodeRecorded
from engine.my_city.campaign.model import (
    Campaign,
    CitiesBefore,
    Participant,
    PlayedEpisode,
    StickerRight,
    absent_in,
)
from engine.my_city.campaign.reasons import reason_in_words
from engine.my_city.pack import eternal
from engine.my_city.pack.model import Pack, rules_of
from engine.my_city.pack.start import ABSENT, SUBSTITUTES, attendance
from engine.my_city.play.boards import words_of


class EpisodeJudgement(NamedTuple):
    """An episode to be recorded, with the verdict of its replay on the boards of the campaign.

    `record` is read from the text of the entry. `setup` comes from the campaign.
    """

    entry: EpisodeRecorded
    record: Record
    setup: Setup
    verdict: Verdict


Judge = Callable[[Campaign, EpisodeRecorded], EpisodeJudgement]
"""The function that gives a fold the verdict on an episode."""


class AlreadyRecorded(NotAllowed):
    """The campaign has this episode already; `entry` is the number of the entry that holds it."""

    def __init__(self, number: int, entry: int) -> None:
        super().__init__(
            phrase("episode {number} is recorded already", number=number),
            f"campaign episode show {number}",
        )
        self.entry = entry


def setup_of(campaign: Campaign, record: Record) -> Setup:
    """The setup of an episode in this campaign; raises `NotAllowed` if it cannot be recorded now.

    The boards come from the campaign. If the campaign knows its boards in full, a record that
    states other boards is refused.
    """
    number = record.header.get("episode")
    if record.game != my_city.NAME or type(number) is not int:
        raise NotAllowed(
            phrase(
                "this is not an episode of a campaign: such a record is of my-city and has "
                "episode = ..."
            ),
            "campaign session record FILE",
        )
    eternal.check_header(record.header)
    _check_is_next(campaign, number)
    _check_seats(campaign, record)
    due = [right for right in campaign.owed if right.before <= number]
    if due and not campaign.without_rules:
        raise NotAllowed(
            phrase(
                "{seat} owes its board {sticker} ({reason})",
                seat=due[0].seat,
                sticker=phrase("a {kind} sticker", kind=phrase(due[0].kind)),
                reason=reason_in_words(due[0].reason),
            ),
            f"campaign sticker place {due[0].seat} {due[0].kind_argument} {due[0].place_argument}",
        )
    name = record.header.get("pack", campaign.pack.name)
    if name != campaign.pack.name:
        raise NotAllowed(
            phrase(
                "the record is of the pack {name}, the campaign of {other}",
                name=repr(name),
                other=repr(campaign.pack.name),
            )
        )
    if not campaign.without_rules:
        _check_stated_boards(campaign, record)
    pack = pack_of(campaign, number)
    rules = rules_of(pack, number)
    boards = {seat: campaign.city(seat).brought(rules) for seat in record.seats}
    header = {key: record.header[key] for key in (ABSENT, SUBSTITUTES) if key in record.header}
    return Setup(record.seats, {**header, "episode": number, "pack": pack, "boards": boards})


def pack_of(campaign: Campaign, number: int) -> Pack:
    """The pack by which an episode is judged."""
    return campaign.again.get(number, campaign.pack)


def judge(campaign: Campaign, entry: EpisodeRecorded) -> EpisodeJudgement:
    """Read the record of an entry and replay it; raises as `judge_record` does.

    Raises `RecordError` for a text that is no record. If the entry also holds boards, raises
    `NotAllowed` for moves that do not follow from them.
    """
    record = parse_record(entry.record)
    judged = judge_record(campaign, entry, record)
    if not entry.layout or judged.verdict.without_rules:
        return judged
    if not follows_from_boards(my_city, parse_record(entry.layout), record, judged.setup):
        raise NotAllowed(phrase("the moves are not those that the boards of the entry give"))
    return judged


def judge_record(campaign: Campaign, entry: EpisodeRecorded, record: Record) -> EpisodeJudgement:
    """Replay the record of an entry; raises `NotAllowed` if it may not be recorded.

    Raises `SetupError` if it cannot be replayed, and `PackError` if the pack now holds other rules
    than those under which it was played.
    """
    setup = setup_of(campaign, record)
    number: int = record.header["episode"]
    if entry.edition != record.edition:
        raise NotAllowed(
            phrase(
                "the entry is of edition {edition}, its record of {other}",
                edition=entry.edition,
                other=record.edition,
            )
        )
    if number not in campaign.again and entry.pack != campaign.pack.digest_of(number):
        raise PackError(f"episode {number} was played under other rules than the pack now holds")
    verdict = replay(my_city, record, setup)
    return EpisodeJudgement(
        entry, record, setup, _verdict_on_known_boards(campaign, verdict, entry.as_played)
    )


def _verdict_on_known_boards(campaign: Campaign, verdict: Verdict, as_played: bool) -> Verdict:
    """The verdict; `unverifiable` if a record fails on boards that are known only in part.

    Boards are known only in part after an episode whose rules this program does not have.
    """
    earlier = campaign.without_rules
    stands = verdict.kind in (VerdictKind.VERIFIED, VerdictKind.POSSIBLE, VerdictKind.UNVERIFIABLE)
    if earlier is None or stands or (verdict.kind is VerdictKind.DIFFERS and as_played):
        return verdict
    return unverifiable(
        phrase("what episode {number} left on the boards is not known here", number=earlier.number)
    )


def judge_with(
    played: Iterable[PlayedEpisode],
    read: Mapping[EpisodeRecorded, Record] = MappingProxyType({}),
) -> Judge:
    """A judge that reuses the verdicts of played episodes and the records that were read already.

    It replays a played episode only if its setup has changed, or if the program had no rules for
    it. `read` has records by their entry: the judge replays them and does not parse them again.
    """
    verdicts = {
        episode.recorded: episode for episode in played if not episode.verdict.without_rules
    }

    def judge_or_know(campaign: Campaign, entry: EpisodeRecorded) -> EpisodeJudgement:
        if record := read.get(entry):
            return judge_record(campaign, entry, record)
        episode = verdicts.get(entry)
        if episode is None or episode.setup != setup_of(campaign, episode.record):
            return judge(campaign, entry)
        return EpisodeJudgement(entry, episode.record, episode.setup, episode.verdict)

    return judge_or_know


def check_stated(judged: EpisodeJudgement) -> None:
    """Raise `NotAllowed` if a new record contradicts itself or states what its rules cannot give.

    A stored record is never refused for this; an audit names it.
    """
    entry, record, _, verdict = judged
    sheets = ink.with_inked_ranks(
        outcome.counted_sheets(record, verdict, entry.as_played), ink.read(record)
    )
    stated.check(record, verdict, sheets, as_played=entry.as_played)


def participants(campaign: Campaign, record: Record) -> tuple[Participant, ...]:
    """Who plays each city in an episode that is recorded now, in table order."""
    absent, substitutes = attendance(record.setup)
    return tuple(
        Participant(
            city.seat,
            record.names[city.seat] if city.seat in substitutes else city.player,
            city.player,
            city.name,
            absent=city.seat in absent,
        )
        for city in campaign.cities
    )


def with_episode(campaign: Campaign, judged: EpisodeJudgement) -> Campaign:
    """The campaign after an episode: its marks, the stickers it gives, and what comes next.

    Raises `NotAllowed` for a verdict that the campaign cannot keep.
    """
    entry, record, setup, verdict = judged
    number: int = record.header["episode"]
    by_scores = outcome.counted_sheets(record, verdict, entry.as_played)
    inks = ink.read(record)
    sheets = ink.with_inked_ranks(by_scores, inks)
    stated_deviations = tuple(stated.deviations(record, verdict)) if entry.as_played else ()
    rules = rules_of(pack_of(campaign, number), number)
    played = PlayedEpisode(
        number,
        record,
        verdict,
        sheets,
        entry.as_played
        and (verdict.kind is VerdictKind.DIFFERS or bool(inks) or bool(stated_deviations)),
        {city.seat: city.land for city in campaign.cities},
        {city.seat: city.board for city in campaign.cities},
        setup,
        campaign.entries,
        entry,
        participants=participants(campaign, record),
    )
    owed: tuple[StickerRight, ...] = (
        *campaign.owed,
        *stickers.earned_rights(rules, number, sheets, absent_in(record)),
    )
    campaign = outcome.with_lasting_effects(campaign, rules, number, sheets, verdict, record)
    campaign, inked = ink.with_ink(campaign, rules, number, inks, by_scores)
    played = played._replace(inked=inked._replace(differs=(*stated_deviations, *inked.differs)))
    for city in campaign.cities:
        boards = (played.boards[city.seat], city.board)
        owed += tuple(stickers.rights_of_boxes(rules, number, city.seat, *boards))
    campaign = campaign._replace(played=(*campaign.played, played), owed=owed)
    if campaign.laid:
        campaign = stickers.with_lands(campaign)
    before = CitiesBefore(campaign.cities, campaign.owed)
    return stickers.with_preparation(stickers.without_lost_rights(campaign), before)


def _check_seats(campaign: Campaign, record: Record) -> None:
    """Raise `NotAllowed` unless a record says for each city who plays it or that nobody does."""
    absent, substitutes = attendance(record.setup)
    if {*record.seats, *absent} != set(campaign.seats):
        missing = [seat for seat in campaign.seats if seat not in (*record.seats, *absent)]
        named = ", ".join(f'"{seat}"' for seat in (*absent, *missing))
        raise NotAllowed(
            phrase(
                "the record has the seats {seats}; {campaign} is played by {every}",
                seats=listed((*record.seats, *absent)),
                campaign=campaign.name,
                every=listed(campaign.seats),
            ),
            phrase("name the cities that nobody played: {line}", line=f"{ABSENT} = [{named}]")
            if missing
            else "",
        )
    for seat in substitutes:
        if seat not in record.names:
            raise NotAllowed(
                phrase("substitutes: [names] lacks the name of the player at {seat}", seat=seat)
            )


def _check_is_next(campaign: Campaign, number: int) -> None:
    """Raise `NotAllowed` for an episode that is recorded already, not in the pack, or not next."""
    for played in campaign.played:
        if played.number == number:
            raise AlreadyRecorded(number, played.entry)
    if number not in campaign.pack.episodes:
        last = max(campaign.pack.episodes)
        raise NotAllowed(
            phrase(
                "episode {number} is not in the pack {pack}: it ends with {last}",
                number=number,
                pack=campaign.pack.name,
                last=last,
            )
        )
    if number != campaign.next_episode:
        raise NotAllowed(
            phrase(
                "episode {number} is too early: episode {next} is next",
                number=number,
                next=campaign.next_episode,
            )
        )
    if sealed := campaign.sealed_next:
        raise NotAllowed(
            phrase("envelope {number} is still sealed", number=sealed),
            f"campaign envelope open {sealed}",
        )


def _check_stated_boards(campaign: Campaign, record: Record) -> None:
    """Raise `NotAllowed` if the `boards` of a record differ from the boards of the campaign."""
    boards = {city.seat: city.board for city in campaign.cities}
    stated = record.header.get("boards", {})
    for seat, words in stated.items() if isinstance(stated, Mapping) else ():
        listed = words_of(words, seat)
        if sorted(listed) != sorted(boards.get(seat, ())):
            raise NotAllowed(
                phrase(
                    "boards: {seat} has {listed} in the record, {value} in the campaign",
                    seat=seat,
                    listed=", ".join(listed) or "no sticker",
                    value=", ".join(boards.get(seat, ())) or "no sticker",
                )
            )
