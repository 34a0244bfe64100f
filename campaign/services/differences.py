"""What differs between two states of a campaign, in words: after a correction, in a what-if."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from campaign.services.words import many, spans
from engine.kernel.phrases import joined, phrase, plural
from engine.kernel.score import Sheet
from engine.my_city.campaign.model import Campaign, City, Played, Right

MANY = 6
"""So many things on a board are named one by one at most."""


def differences(before: Campaign, after: Campaign) -> Iterator[str]:
    """What differs between two states of a campaign, in words."""
    new = {played.number: played for played in after.played}
    known = {played.number for played in before.played}
    if gone := known - new.keys():
        yield plural(
            "episode {numbers} counts no more",
            "episodes {numbers} count no more",
            len(gone),
            numbers=spans(gone),
        )
    for played in before.played:
        now = new.get(played.number)
        if now is None:
            continue
        if played.verdict.kind is not now.verdict.kind:
            yield phrase(
                "episode {number}: {old} -> {new}",
                number=played.number,
                old=phrase(played.verdict.kind),
                new=phrase(now.verdict.kind),
            )
        if played.as_played != now.as_played:
            words = phrase("kept as played" if now.as_played else "no longer kept as played")
            yield joined(": ", (_episode(played), words))
        for words in now.inked.differs:
            if words not in played.inked.differs:
                yield joined(", ", (_episode(played), words))
        for city in before.cities:
            was, is_now = (_result(one.sheet(city.seat)) for one in (played, now))
            if was != is_now:
                yield phrase(
                    "episode {number}, {seat}: {old} -> {new}",
                    number=played.number,
                    seat=city.seat,
                    old=was,
                    new=is_now,
                )
    if again := new.keys() - known:
        yield plural(
            "episode {numbers} counts again",
            "episodes {numbers} count again",
            len(again),
            numbers=spans(again),
        )
    for numbers, words in (
        (set(before.opened) - set(after.opened), phrase("not open yet")),
        (set(after.opened) - set(before.opened), phrase("open again")),
    ):
        if numbers:
            envelopes = plural(
                "envelope {numbers}", "envelopes {numbers}", len(numbers), numbers=spans(numbers)
            )
            yield joined(": ", (envelopes, words))
    for old_city, city in zip(before.cities, after.cities, strict=True):
        yield from _city(old_city, city)
    if before.owed != after.owed:
        yield phrase("stickers owed: {old} -> {new}", old=_owed(before.owed), new=_owed(after.owed))
    if before.next_episode != after.next_episode:
        none = phrase("none")
        yield phrase(
            "next episode: {old} -> {new}",
            old=before.next_episode or none,
            new=after.next_episode or none,
        )


def _result(sheet: Sheet | None) -> str:
    """How a city ended an episode."""
    if sheet is None:
        return phrase("absent")
    points = many(sheet.total, "point")
    return phrase("{points}, rank {rank}", points=points, rank=sheet.rank)


def _episode(played: Played) -> str:
    return phrase("episode {number}", number=played.number)


def _city(before: City, after: City) -> Iterator[str]:
    seat = after.seat
    if before.progress != after.progress:
        marks = many(after.progress, "progress mark")
        yield phrase("{seat}: {old} -> {new}", seat=seat, old=before.progress, new=marks)
    if before.board != after.board:
        lost = [text for text in before.board if text not in after.board]
        came = [text for text in after.board if text not in before.board]
        changed = []
        if lost:
            changed.append(phrase("without {things}", things=_things(lost)))
        if came:
            changed.append(phrase("with {things}", things=_things(came)))
        if changed:
            yield phrase("{seat}, board: {changes}", seat=seat, changes=joined("; ", changed))
    if before.nuggets != after.nuggets:
        nuggets = many(after.nuggets, "nugget")
        yield phrase("{seat}: {old} -> {new}", seat=seat, old=before.nuggets, new=nuggets)
    for what, old, new in (
        (phrase("name"), before.name, after.name),
        (phrase("player"), before.player, after.player),
    ):
        if old != new:
            none = phrase("none")
            yield phrase(
                "{seat}, {what}: {old} -> {new}",
                seat=seat,
                what=what,
                old=old or none,
                new=new or none,
            )


def _things(words: Sequence[str]) -> str:
    """What came onto a board or left it, `tree G2`; of many only how many of each kind."""
    if len(words) <= MANY:
        return joined(", ", map(_thing, words))
    kinds = Counter(word.partition(" ")[0] for word in words)
    return joined(", ", [many(count, kind) for kind, count in kinds.items()])


def _thing(words: str) -> str:
    """One of them, its kind as a word of the game."""
    kind, blank, square = words.partition(" ")
    return joined(blank, (phrase(kind), square)) if blank else phrase(kind)


def _owed(owed: Sequence[Right]) -> str:
    if not owed:
        return phrase("none")
    return joined(", ", [joined(" ", (right.seat, phrase(right.kind))) for right in owed])
