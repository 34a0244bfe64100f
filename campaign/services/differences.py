"""The differences between two states of a campaign: after a correction, in a what-if, a bundle.

differences(before, after) ──> CampaignDifference, a value ── difference_in_words ──> a sentence
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, assert_never

from campaign.services.words import day, many, spans
from engine.kernel.phrases import Phrase, joined, phrase, plural
from engine.kernel.score import SeatScore
from engine.my_city.campaign.deviations import deviation_in_words
from engine.my_city.campaign.model import Campaign, City, PlayedEpisode, StickerRight
from engine.my_city.campaign.players import Tally, tallies

MANY = 6
"""Up to this number the things on a board are named; more are counted by kind."""
DifferenceKind = Literal[
    "episodes",
    "verdict",
    "as_played",
    "inked",
    "result",
    "envelopes",
    "marks",
    "board",
    "finds",
    "name",
    "player",
    "owed",
    "next_episode",
    "played_by",
    "tally",
    "played",
    "place",
    "minutes",
    "note",
    "pack",
]

DETAILS: tuple[Literal["place", "minutes", "note"], ...] = "place", "minutes", "note"
"""What is noted of an evening besides its game."""


class EpisodePlacing(NamedTuple):
    """The score and the rank of a city in an episode."""

    score: int
    rank: int


class DueSticker(NamedTuple):
    """An owed sticker; `kind` has its possible kinds with `or` between them."""

    seat: str
    kind: str


class PlayerTally(NamedTuple):
    """The marks and wins of a player in all episodes."""

    player: str
    marks: int
    won: int


class CampaignDifference(NamedTuple):
    """One thing in which two states differ; `episode` is 0 and `seat` "" if it has none.

    What `before` and `after` are depends on the kind:
        episodes, envelopes        the numbers that count or are open only before, or only after
        verdict                    a kind of verdict
        as_played                  whether the episode is kept as played
        inked                      None, and a `Deviation` that counts as inked only after
        result                     an `EpisodePlacing`, or None for a city that nobody played
        marks, finds               the number of progress marks, of nuggets
        board                      the things on it only before, or only after, such as "tree G1"
        name, player               texts, "" for none; a name without a seat is the campaign's
        owed                       a `DueSticker` for each sticker
        next_episode               its number, None after the last
        played_by                  the player of a city in an episode, "" for nobody
        tally                      a `PlayerTally`
        played                     the day of an episode, "" for none
        place, minutes, note       what is noted of an episode, "" or 0 for nothing
        pack                       its name, and the reason of each correction of it
    """

    kind: DifferenceKind
    before: Any
    after: Any
    episode: int = 0
    seat: str = ""


def differences(before: Campaign, after: Campaign) -> Iterator[CampaignDifference]:
    """The differences between two states of a campaign."""
    new = {played.number: played for played in after.played}
    old_numbers = {played.number for played in before.played}
    if withdrawn := old_numbers - new.keys():
        yield CampaignDifference("episodes", tuple(sorted(withdrawn)), ())
    for played in before.played:
        current = new.get(played.number)
        if current is None:
            continue
        number = played.number
        if played.verdict.kind is not current.verdict.kind:
            yield CampaignDifference("verdict", played.verdict.kind, current.verdict.kind, number)
        if played.as_played != current.as_played:
            yield CampaignDifference("as_played", played.as_played, current.as_played, number)
        # Of an evening that is kept as played only now, the verdict says that the scores differ.
        old_deviations, deviations = (
            episode.deviations if played.as_played else episode.inked.differs
            for episode in (played, current)
        )
        for deviation in deviations:
            if deviation not in old_deviations:
                yield CampaignDifference("inked", None, deviation, number, deviation.seat)
        for city in before.cities:
            old_result, new_result = (
                _result(episode.sheet(city.seat)) for episode in (played, current)
            )
            if old_result != new_result:
                yield CampaignDifference("result", old_result, new_result, number, city.seat)
        old_day, new_day = (str(p.record.played or "") for p in (played, current))
        if old_day != new_day:
            yield CampaignDifference("played", old_day, new_day, number)
    if restored := new.keys() - old_numbers:
        yield CampaignDifference("episodes", (), tuple(sorted(restored)))
    if closed := before.opened.keys() - after.opened.keys():
        yield CampaignDifference("envelopes", tuple(sorted(closed)), ())
    if opened := after.opened.keys() - before.opened.keys():
        yield CampaignDifference("envelopes", (), tuple(sorted(opened)))
    for old_city, city in zip(before.cities, after.cities, strict=True):
        yield from _of_city(old_city, city)
    yield from _of_players(before, after)
    if before.name != after.name:
        yield CampaignDifference("name", before.name, after.name)
    if before.owed != after.owed:
        yield CampaignDifference("owed", _due(before.owed), _due(after.owed))
    if before.next_episode != after.next_episode:
        yield CampaignDifference("next_episode", before.next_episode, after.next_episode)
    for played in before.played:
        if current := new.get(played.number):
            yield from _of_details(played, current)


def pack_difference(before: Campaign, after: Campaign) -> Iterator[CampaignDifference]:
    """The difference in the pack, if there is one; a correction of the pack shows it otherwise."""
    if before.pack != after.pack:
        old, new = (
            (campaign.pack.name, *(correction.reason for correction in campaign.applied))
            for campaign in (before, after)
        )
        yield CampaignDifference("pack", old, new)


def _of_details(before: PlayedEpisode, after: PlayedEpisode) -> Iterator[CampaignDifference]:
    """The differences in what is noted of an episode."""
    for kind in DETAILS:
        old, new = getattr(before.details, kind), getattr(after.details, kind)
        if old != new:
            yield CampaignDifference(kind, old, new, before.number)


def _of_players(before: Campaign, after: Campaign) -> Iterator[CampaignDifference]:
    """The differences in who played the cities, and in the tallies of these players."""
    new = {played.number: played for played in after.played}
    player_changes = [
        CampaignDifference("played_by", was.player, now.player, played.number, was.seat)
        for played in before.played
        if played.number in new
        for was, now in zip(played.participants, new[played.number].participants, strict=True)
        if was.player != now.player and not (was.absent and now.absent)
    ]
    if not player_changes:
        return
    yield from player_changes
    old_tallies, new_tallies = tallies(before), tallies(after)
    for player in sorted(old_tallies.keys() | new_tallies.keys()):
        was_tally, tally = old_tallies.get(player, Tally()), new_tallies.get(player, Tally())
        if was_tally != tally and player:
            yield CampaignDifference(
                "tally", PlayerTally(player, *was_tally), PlayerTally(player, *tally)
            )


def _result(sheet: SeatScore | None) -> EpisodePlacing | None:
    """The score and rank of a city in an episode; None if nobody played it."""
    return EpisodePlacing(sheet.total, sheet.rank) if sheet else None


def _due(owed: Sequence[StickerRight]) -> tuple[DueSticker, ...]:
    return tuple(DueSticker(right.seat, right.kind) for right in owed)


def _of_city(before: City, after: City) -> Iterator[CampaignDifference]:
    """The differences of a city: its board, its name and its holder."""
    seat = after.seat
    if before.progress != after.progress:
        yield CampaignDifference("marks", before.progress, after.progress, seat=seat)
    lost = tuple(text for text in before.board if text not in after.board)
    came = tuple(text for text in after.board if text not in before.board)
    if lost or came:
        yield CampaignDifference("board", lost, came, seat=seat)
    if before.nuggets != after.nuggets:
        yield CampaignDifference("finds", before.nuggets, after.nuggets, seat=seat)
    if before.name != after.name:
        yield CampaignDifference("name", before.name, after.name, seat=seat)
    if before.player != after.player:
        yield CampaignDifference("player", before.player, after.player, seat=seat)


def difference_in_words(difference: CampaignDifference) -> Phrase:
    """A difference as a phrase: `episode 3: verified -> result differs`."""
    kind, before, after, number, seat = difference
    none = phrase("none")
    match kind:
        case "episodes" if before:
            return plural(
                "episode {numbers} counts no more",
                "episodes {numbers} count no more",
                len(before),
                numbers=spans(before),
            )
        case "episodes":
            return plural(
                "episode {numbers} counts now",
                "episodes {numbers} count now",
                len(after),
                numbers=spans(after),
            )
        case "verdict":
            return phrase(
                "episode {number}: {old} -> {new}",
                number=number,
                old=phrase(before),
                new=phrase(after),
            )
        case "as_played":
            words = phrase("kept as played" if after else "no longer kept as played")
            return joined(": ", (phrase("episode {number}", number=number), words))
        case "inked":
            episode = phrase("episode {number}", number=number)
            return joined(", ", (episode, deviation_in_words(after)))
        case "result":
            return phrase(
                "episode {number}, {seat}: {old} -> {new}",
                number=number,
                seat=seat,
                old=_result_in_words(before),
                new=_result_in_words(after),
            )
        case "envelopes":
            numbers = before or after
            envelopes = plural(
                "envelope {numbers}", "envelopes {numbers}", len(numbers), numbers=spans(numbers)
            )
            words = phrase("not open yet" if before else "open now")
            return joined(": ", (envelopes, words))
        case "marks":
            marks = many(after, "progress mark")
            return phrase("{seat}: {old} -> {new}", seat=seat, old=before, new=marks)
        case "board":
            changed = []
            if before:
                changed.append(phrase("without {things}", things=_things(before)))
            if after:
                changed.append(phrase("with {things}", things=_things(after)))
            return phrase("{seat}, board: {changes}", seat=seat, changes=joined("; ", changed))
        case "finds":
            nuggets = many(after, "nugget")
            return phrase("{seat}: {old} -> {new}", seat=seat, old=before, new=nuggets)
        case "name" if not seat:
            return phrase("the campaign is called {new}, not {old}", new=after, old=before)
        case "name" | "player":
            return phrase(
                "{seat}, {what}: {old} -> {new}",
                seat=seat,
                what=phrase("name" if kind == "name" else "player"),
                old=before or none,
                new=after or none,
            )
        case "owed":
            old, new = _owed(before), _owed(after)
            return phrase("stickers owed: {old} -> {new}", old=old, new=new)
        case "next_episode":
            return phrase("next episode: {old} -> {new}", old=before or none, new=after or none)
        case "played_by":
            return phrase(
                "episode {number}, {seat}: {old} -> {new}",
                number=number,
                seat=seat,
                old=before or none,
                new=after or none,
            )
        case "tally":
            return phrase(
                "{player} in all: {old} -> {new}",
                player=after.player,
                old=_tally_in_words(before),
                new=_tally_in_words(after),
            )
        case "played":
            return phrase(
                "episode {number}, {what}: {old} -> {new}",
                number=number,
                what=phrase("day"),
                old=day(before) if before else none,
                new=day(after) if after else none,
            )
        case "place" | "minutes" | "note":
            labels = {
                "place": phrase("place"),
                "minutes": phrase("minutes"),
                "note": phrase("note"),
            }
            return phrase(
                "episode {number}, {what}: {old} -> {new}",
                number=number,
                what=labels[kind],
                old=" ".join(str(before).split()) if before else none,
                new=" ".join(str(after).split()) if after else none,
            )
        case "pack":
            return phrase(
                "pack, with its corrections: {old} -> {new}",
                old=", ".join(before),
                new=", ".join(after),
            )
    assert_never(kind)


def _result_in_words(result: EpisodePlacing | None) -> Phrase:
    if result is None:
        return phrase("absent")
    points = many(result.score, "point")
    return phrase("{points}, rank {rank}", points=points, rank=result.rank)


def _tally_in_words(tally: PlayerTally) -> Phrase:
    marks = many(tally.marks, "progress mark")
    return phrase("{marks}, {won} won", marks=marks, won=tally.won)


def _things(words: Sequence[str]) -> Phrase:
    """Things on a board in words, `tree G2`; more than `MANY` are counted by kind."""
    if len(words) <= MANY:
        return joined(", ", map(_thing, words))
    kinds = Counter(word.partition(" ")[0] for word in words)
    return joined(", ", [many(count, kind) for kind, count in kinds.items()])


def _thing(words: str) -> Phrase:
    """A thing on a board, with the game's word for its kind."""
    kind, blank, square = words.partition(" ")
    return joined(blank, (phrase(kind), square)) if blank else phrase(kind)


def _owed(owed: Sequence[DueSticker]) -> Phrase:
    if not owed:
        return phrase("none")
    return joined(", ", [joined(" ", (due.seat, phrase(due.kind))) for due in owed])
