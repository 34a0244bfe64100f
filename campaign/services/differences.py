"""What differs between two states of a campaign: after a correction, in a what-if, in a bundle.

differences(before, after) ──> CampaignDifference, a value ── difference_in_words ──> a sentence
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple, assert_never

from campaign.services.words import many, spans
from engine.kernel.phrases import Phrase, joined, phrase, plural
from engine.kernel.score import SeatScore
from engine.my_city.campaign.deviations import deviation_in_words
from engine.my_city.campaign.model import Campaign, City, StickerRight
from engine.my_city.campaign.players import Tally, tallies

MANY = 6
"""How many things on a board are named one by one at most."""
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
]


class EpisodePlacing(NamedTuple):
    """How a city ended an episode."""

    score: int
    rank: int


class DueSticker(NamedTuple):
    """A sticker that is owed: one of its kinds, which `or` parts."""

    seat: str
    kind: str


class PlayerTally(NamedTuple):
    """What a player brought the cities played, in all episodes."""

    player: str
    marks: int
    won: int


class CampaignDifference(NamedTuple):
    """One thing that is other than before; `episode` is 0 and `seat` "" where it is of none.

    `before` and `after` are, by kind,
        episodes, envelopes        the numbers that count, or are open, only before or only after
        verdict                    a kind of verdict
        as_played                  whether the episode is kept as played
        inked                      None, and what counts as inked only after: a `Deviation`
        result                     a `EpisodePlacing`, or None for a city that nobody played
        marks, finds               how many progress marks, how many nuggets
        board                      what lies on it only before, or only after, such as "tree G1"
        name, player               texts, "" for none; a name without a seat is the campaign's
        owed                       a `DueSticker` for each sticker
        next_episode               its number, None after the last
        played_by                  who played a city in an episode, "" for nobody
        tally                      a `PlayerTally`: what somebody got and won in all episodes
    """

    kind: DifferenceKind
    before: Any
    after: Any
    episode: int = 0
    seat: str = ""


def differences(before: Campaign, after: Campaign) -> Iterator[CampaignDifference]:
    """What differs between two states of a campaign."""
    new = {played.number: played for played in after.played}
    known = {played.number for played in before.played}
    if gone := known - new.keys():
        yield CampaignDifference("episodes", tuple(sorted(gone)), ())
    for played in before.played:
        now = new.get(played.number)
        if now is None:
            continue
        number = played.number
        if played.verdict.kind is not now.verdict.kind:
            yield CampaignDifference("verdict", played.verdict.kind, now.verdict.kind, number)
        if played.as_played != now.as_played:
            yield CampaignDifference("as_played", played.as_played, now.as_played, number)
        for deviation in now.inked.differs:
            if deviation not in played.inked.differs:
                yield CampaignDifference("inked", None, deviation, number, deviation.seat)
        for city in before.cities:
            was, is_now = (_result(one.sheet(city.seat)) for one in (played, now))
            if was != is_now:
                yield CampaignDifference("result", was, is_now, number, city.seat)
    if again := new.keys() - known:
        yield CampaignDifference("episodes", (), tuple(sorted(again)))
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


def _of_players(before: Campaign, after: Campaign) -> Iterator[CampaignDifference]:
    """Who played which city instead of whom, and what they have in all then."""
    new = {played.number: played for played in after.played}
    others = [
        CampaignDifference("played_by", was.player, now.player, played.number, was.seat)
        for played in before.played
        if played.number in new
        for was, now in zip(played.participants, new[played.number].participants, strict=True)
        if was.player != now.player and not (was.absent and now.absent)
    ]
    if not others:
        return
    yield from others
    old, now_have = tallies(before), tallies(after)
    for player in sorted(old.keys() | now_have.keys()):
        was_tally, tally = old.get(player, Tally()), now_have.get(player, Tally())
        if was_tally != tally and player:
            yield CampaignDifference(
                "tally", PlayerTally(player, *was_tally), PlayerTally(player, *tally)
            )


def _result(sheet: SeatScore | None) -> EpisodePlacing | None:
    """How a city ended an episode; None where nobody played it."""
    return EpisodePlacing(sheet.total, sheet.rank) if sheet else None


def _due(owed: Sequence[StickerRight]) -> tuple[DueSticker, ...]:
    return tuple(DueSticker(right.seat, right.kind) for right in owed)


def _of_city(before: City, after: City) -> Iterator[CampaignDifference]:
    """What differs on a board, and in who holds it."""
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
    """`episode 3: verified -> result differs`, a phrase."""
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
                "episode {numbers} counts again",
                "episodes {numbers} count again",
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
            words = phrase("not open yet" if before else "open again")
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
    """What came onto a board or left it, `tree G2`; of many only how many of each kind."""
    if len(words) <= MANY:
        return joined(", ", map(_thing, words))
    kinds = Counter(word.partition(" ")[0] for word in words)
    return joined(", ", [many(count, kind) for kind, count in kinds.items()])


def _thing(words: str) -> Phrase:
    """One of them, its kind as a word of the game."""
    kind, blank, square = words.partition(" ")
    return joined(blank, (phrase(kind), square)) if blank else phrase(kind)


def _owed(owed: Sequence[DueSticker]) -> Phrase:
    if not owed:
        return phrase("none")
    return joined(", ", [joined(" ", (due.seat, phrase(due.kind))) for due in owed])
