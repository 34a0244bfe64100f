"""An entry of the journal in one sentence, for screens, reports and documents."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import assert_never

from campaign.display.text.episodes import (
    attendance_in_words,
    details_in_words,
    points_in_words,
    proof_in_words,
    winners_in_words,
)
from campaign.display.text.reasons import USUAL, why_in_words
from campaign.services import folding, record_comparison
from campaign.services.corrections.amending import versions_by_entry
from campaign.services.history import holders_then, with_names_then
from campaign.services.values import History
from campaign.services.words import article, many
from campaign.store.heads import short_head
from engine.kernel.details import Details
from engine.kernel.phrases import Phrase, joined, listed, phrase, plural
from engine.my_city.campaign.corrections import withdrawn_entries
from engine.my_city.campaign.entries import (
    BoardChecked,
    CampaignCreated,
    CampaignRenamed,
    CityAccepted,
    CityNamed,
    EntriesRestored,
    EntriesWithdrawn,
    EnvelopeOpened,
    EpisodeAmended,
    EpisodeNoted,
    EpisodeRecorded,
    HistoryCarriedOver,
    PackApplied,
    PackUpdated,
    PhotoAdded,
    PhotoRemoved,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    StickerPlaced,
    entry_of,
    episode_in,
)
from engine.my_city.campaign.model import Campaign

FEW = 2
"""The number of things that a sentence names; the others are counted."""


def entry_in_words(history: History, number: int) -> Phrase:
    """A sentence on what an entry did; `number` counts from 1."""
    stored = history.entries[number - 1]
    entry = entry_of(stored.kind, stored.payload)
    match entry:
        case CampaignCreated():
            return _beginning(history.campaign, entry)
        case EnvelopeOpened(envelope):
            return phrase("envelope {envelope} is opened", envelope=envelope)
        case EpisodeRecorded(record):
            return _episode(history, number, record)
        case EpisodeNoted(episode, place, minutes, note):
            words = details_in_words(Details(place, minutes, note))
            return phrase(
                "noted of episode {number}: {what}",
                number=episode,
                what=words or phrase("nothing any more"),
            )
        case PhotoAdded(episode, photo, seat=seat):
            words = phrase("a photo of episode {number}: {photo}", number=episode, photo=photo[:12])
            return joined(", ", (words, seat)) if seat else words
        case PhotoRemoved(episode, photo, reason):
            words = phrase(
                "the photo {photo} of episode {number} is removed", number=episode, photo=photo[:12]
            )
            return _with_reason(words, reason) if reason else words
        case StickerPlaced(seat, kind, square):
            sticker = article(kind)
            return phrase(
                "{seat} puts {sticker} on {square}", seat=seat, sticker=sticker, square=square
            )
        case PackApplied(_, reason, episodes):
            words = phrase("the pack is corrected: {reason}", reason=reason)
            if not episodes:
                return words
            judged_again = plural(
                "episode {numbers} judged again",
                "episodes {numbers} judged again",
                len(episodes),
                numbers=listed(map(str, episodes)),
            )
            return joined("; ", (words, judged_again))
        case CampaignRenamed(name):
            return phrase(
                "{campaign} is called {name} from now on",
                campaign=_called_before(history, number),
                name=name,
            )
        case PackUpdated(pack, seals):
            return phrase(
                "envelopes {numbers} come from the pack {pack}",
                numbers=" ".join(sorted(seals)),
                pack=pack,
            )
        case HistoryCarriedOver(whose, after, hashes):
            return phrase(
                "what {whose}'s copy had after entry {after} is carried over: {entries}",
                whose=whose,
                after=after,
                entries=many(len(hashes), "entry"),
            )
        case CityNamed(seat, name):
            return phrase("the city of {seat} is called {name}", seat=seat, name=name)
        case BoardChecked(seat, by, differs):
            if not differs:
                return phrase(
                    "{by} checks the board of {seat}: it agrees with the record", by=by, seat=seat
                )
            return phrase(
                "{by} checks the board of {seat}: it differs: {differs}",
                by=by,
                seat=seat,
                differs=differs,
            )
        case PlayerJoined(seat, player, note):
            words = phrase("{player} takes over {seat}", player=player, seat=seat)
            if left := left_before(history, number):
                words = joined(
                    "; ",
                    (
                        _leaving(history, left, seat),
                        phrase("{player} takes it over", player=player),
                    ),
                )
            words = _dated(history, entry, words)
            return phrase("{words} ({note})", words=words, note=note) if note else words
        case PlayerLeft(seat):
            return _dated(history, entry, _leaving(history, number, seat))
        case PlayerRenamed(player, name):
            return phrase("{player} is called {name} from now on", player=player, name=name)
        case CityAccepted(seat, player, head, bundle_for=bundle_for):
            words = phrase(
                "{player} accepts {seat} and its history up to {head}",
                player=player,
                seat=seat,
                head=short_head(head),
            )
            if any(
                (tenure.seat, tenure.until) == (seat, number) for tenure in history.campaign.tenures
            ):
                words = joined("; ", (_leaving(history, number, seat), words))
            if not bundle_for:
                return words
            return joined("; ", (words, phrase("the bundle was for {seats}", seats=bundle_for)))
        case EntriesWithdrawn(reason=reason):
            return _with_reason(_turned(history, number), reason)
        case EntriesRestored():
            return _turned(history, number)
        case EpisodeAmended():
            return _amended(history, number, entry)
        case _:
            assert_never(entry)


def record_commands(history: History) -> Mapping[int, str]:
    """The command that prints a record, by the number of the entry with the record."""
    return {
        entry: f"campaign episode show {episode} --record-version {version}"
        for entry, (episode, version) in versions_by_entry(history).items()
    }


def _called_before(history: History, number: int) -> str:
    """The name of a campaign before an entry."""
    entries = folding.entries_of(history.entries)
    withdrawn_numbers = withdrawn_entries(entries)
    names = (
        entry.name
        for at, entry in enumerate(entries[: number - 1], 1)
        if isinstance(entry, CampaignCreated | CampaignRenamed) and at not in withdrawn_numbers
    )
    return [*names][-1]


def _dated(history: History, entry: PlayerJoined | PlayerLeft, words: Phrase) -> Phrase:
    """Words with the episode added before which a player came or left, if the entry names it."""
    if not entry.before:
        return words
    record = history.entries[entry.before - 1].payload.get("record", "")
    return phrase("{words}, before episode {number}", words=words, number=episode_in(record))


def _leaving(history: History, number: int, seat: str) -> Phrase:
    """Words on the player who leaves a city by an entry; a withdrawn entry gives no name."""
    before = history.entries[number - 1].payload.get("before", 0)
    until, place = (before - 1, before - 0.5) if before else (number, number)
    for tenure in history.campaign.tenures:
        if (tenure.seat, tenure.until) == (seat, until):
            player = holders_then(history, place).get(seat, tenure.player)
            return phrase("{player} leaves {seat}", player=player, seat=seat)
    return phrase("the player of {seat} leaves", seat=seat)


def withdrawn_in(history: History) -> AbstractSet[int]:
    """The numbers of the entries that were taken back and do not count."""
    return withdrawn_entries([entry_of(entry.kind, entry.payload) for entry in history.entries])


def counted_in_words(history: History, number: int, withdrawn: Container[int]) -> Phrase:
    """A sentence on an entry, which says whether the entry was taken back."""
    sentence = entry_in_words(history, number)
    return phrase("({what}: withdrawn)", what=sentence) if number in withdrawn else sentence


def left_before(history: History, number: int) -> int:
    """The number of the entry before if the city's old player left by it in this step, else 0."""
    if number < 2:
        return 0
    leaving, joining = history.entries[number - 2 : number]
    together = (
        (leaving.kind, joining.kind) == ("player left", "player joined")
        and leaving.payload["seat"] == joining.payload["seat"]
        and (leaving.author, leaving.recorded_at) == (joining.author, joining.recorded_at)
    )
    return leaving.seq if together else 0


def without_said_twice(history: History, numbers: Iterable[int]) -> list[int]:
    """The numbers without those whose sentence is part of the sentence on the next of them."""
    every = list(numbers)
    said_with_next = {left_before(history, number) for number in every}
    return [number for number in every if number not in said_with_next]


def _amended(history: History, number: int, entry: EpisodeAmended) -> Phrase:
    """A sentence on a corrected record: author, differences, and the entry of the old record."""
    record_entry, record = record_comparison.record_before(history, number)
    words = phrase(
        "episode {number} corrected by {author}: {what} (was entry {entry})",
        number=episode_in(entry.record),
        author=history.entries[number - 1].author,
        what=record_comparison.comparison_in_words(
            record, entry.record, holders=holders_then(history, entry.entry, number)
        )
        or phrase("the record is written differently"),
        entry=record_entry,
    )
    return _with_reason(words, entry.reason)


def _with_reason(words: Phrase, reason: str) -> Phrase:
    """Words with the reason of a correction added, if somebody gave one."""
    return words if reason in USUAL else joined("; ", (words, why_in_words(reason)))


def _turned(history: History, number: int) -> Phrase:
    """A sentence on what no longer counts and what counts again after an undo or a redo."""
    withdrawn_numbers, restored_numbers = _turns(history, number)
    words = (
        [phrase("undone: {what}", what=_named(history, withdrawn_numbers))]
        if withdrawn_numbers
        else []
    )
    if restored_numbers:
        words.append(phrase("{what} brought back", what=_named(history, restored_numbers)))
    return joined("; ", words)


def _turns(history: History, number: int) -> tuple[list[int], list[int]]:
    """The numbers of the entries that an undo or a redo withdraws, and of those it restores."""
    stored = history.entries[number - 1]
    match entry_of(stored.kind, stored.payload):
        case EntriesWithdrawn(numbers):
            turns = [_turns(history, entry) for entry in numbers]
            return [n for _, back in turns for n in back], [n for gone, _ in turns for n in gone]
        case EntriesRestored(withdrawal):
            gone, back = _turns(history, withdrawal)
            return back, gone
    return [], [number]


def _named(history: History, numbers: Sequence[int]) -> Phrase:
    """What entries brought, in the words of the game: the first ones, and the count of others."""
    things = without_said_twice(history, numbers)
    few = len(things) if len(things) <= FEW + 1 else FEW  # a third name replaces "and 1 more"
    words = [_thing(history, number) for number in things[:few]]
    if left := len(things) - few:
        words.append(phrase("and {count} more", count=left))
    return joined("; ", words)


def _thing(history: History, number: int) -> Phrase:
    """Words for the thing that an entry brought: `deer's tree on F2`."""
    stored = history.entries[number - 1]
    match entry := entry_of(stored.kind, stored.payload):
        case StickerPlaced(seat, kind, square):
            return phrase(
                "{seat}'s {kind} on {square}", seat=seat, kind=phrase(kind), square=square
            )
        case EpisodeRecorded(record):
            return phrase("episode {number}", number=episode_in(record))
        case EpisodeAmended():
            return phrase("the correction of episode {number}", number=episode_in(entry.record))
        case EnvelopeOpened(envelope):
            return phrase("envelope {envelope}", envelope=envelope)
        case EpisodeNoted(episode):
            return phrase("what was noted of episode {number}", number=episode)
    return entry_in_words(history, number)


def _beginning(campaign: Campaign, created: CampaignCreated) -> Phrase:
    players = ", ".join(f"{seat} {created.seats[seat]}" for seat in campaign.seats)
    if declared := created.declared:
        return phrase(
            "{campaign} begins, with episode {number}, its state declared: {players}",
            campaign=created.name,
            number=declared["episode"],
            players=players,
        )
    return phrase("{campaign} begins: {players}", campaign=created.name, players=players)


def _episode(history: History, number: int, record: str) -> Phrase:
    """A sentence on the winners of an episode; only its number if it no longer counts."""
    played = next(
        (episode for episode in history.campaign.played if episode.entry == number),
        None,
    )
    if played is None:
        return phrase("episode {number} is recorded", number=episode_in(record))
    played = with_names_then(history, played)
    winners = played.first
    won = phrase("nobody is first as inked")
    if winners:
        won = plural(
            "{names} wins with {points}",
            "{names} win with {points}",
            len(winners),
            names=winners_in_words(played),
            points=points_in_words(winners),
        )
    result = phrase(
        "episode {number}: {won} ({proof})",
        number=played.number,
        won=won,
        proof=proof_in_words(played),
    )
    return joined("; ", (result, *attendance_in_words(played)))
