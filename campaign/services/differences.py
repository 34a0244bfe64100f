"""What differs between two states of a campaign, in words: after a correction, in a what-if."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set

from campaign.services.words import many, spans
from engine.kernel.score import Sheet
from engine.my_city.campaign.model import Campaign, City, Right

MANY = 6
"""So many things on a board are named one by one at most."""


def differences(before: Campaign, after: Campaign) -> Iterator[str]:
    """What differs between two states of a campaign, in words."""
    new = {played.number: played for played in after.played}
    known = {played.number for played in before.played}
    if gone := known - new.keys():
        yield f"{_episodes(gone)} no more"
    for played in before.played:
        now = new.get(played.number)
        if now is None:
            continue
        if played.verdict.kind is not now.verdict.kind:
            yield f"episode {played.number}: {played.verdict.kind} -> {now.verdict.kind}"
        if played.as_played != now.as_played:
            yield f"episode {played.number}: {'' if now.as_played else 'no longer '}kept as played"
        for words in now.inked.differs:
            if words not in played.inked.differs:
                yield f"episode {played.number}, {words}"
        for city in before.cities:
            was, is_now = (_result(one.sheet(city.seat)) for one in (played, now))
            if was != is_now:
                yield f"episode {played.number}, {city.seat}: {was} -> {is_now}"
    if again := new.keys() - known:
        yield f"{_episodes(again)} again"
    for numbers, words in (
        (set(before.opened) - set(after.opened), "not open yet"),
        (set(after.opened) - set(before.opened), "open again"),
    ):
        if numbers:
            yield f"envelope{'s' * (len(numbers) > 1)} {spans(numbers)}: {words}"
    for old_city, city in zip(before.cities, after.cities, strict=True):
        yield from _city(old_city, city)
    if before.owed != after.owed:
        yield f"stickers owed: {_owed(before.owed)} -> {_owed(after.owed)}"
    if before.next_episode != after.next_episode:
        yield f"next episode: {before.next_episode or 'none'} -> {after.next_episode or 'none'}"


def _result(sheet: Sheet | None) -> str:
    """How a city ended an episode."""
    return f"{many(sheet.total, 'point')}, rank {sheet.rank}" if sheet else "absent"


def _city(before: City, after: City) -> Iterator[str]:
    seat = after.seat
    if before.progress != after.progress:
        yield f"{seat}: {before.progress} -> {many(after.progress, 'progress mark')}"
    if before.board != after.board:
        lost = [text for text in before.board if text not in after.board]
        came = [text for text in after.board if text not in before.board]
        changed = [
            f"{how} {_things(words)}" for how, words in (("without", lost), ("with", came)) if words
        ]
        if changed:
            yield f"{seat}, board: {'; '.join(changed)}"
    if before.nuggets != after.nuggets:
        yield f"{seat}: {before.nuggets} -> {after.nuggets} nuggets"
    for what, old, new in (
        ("name", before.name, after.name),
        ("player", before.player, after.player),
    ):
        if old != new:
            yield f"{seat}, {what}: {old or 'none'} -> {new or 'none'}"


def _things(words: Sequence[str]) -> str:
    """What came onto a board or left it, `tree G2`; of many only how many of each kind."""
    if len(words) <= MANY:
        return ", ".join(words)
    kinds = Counter(word.partition(" ")[0] for word in words)
    return ", ".join(many(count, kind) for kind, count in kinds.items())


def _episodes(numbers: Set[int]) -> str:
    """Which episodes count, up to what follows: `episodes 1 to 3 count`."""
    return f"episode{'s' * (len(numbers) > 1)} {spans(numbers)} count{'s' * (len(numbers) == 1)}"


def _owed(owed: Sequence[Right]) -> str:
    return ", ".join(f"{right.seat} {right.kind}" for right in owed) or "none"
