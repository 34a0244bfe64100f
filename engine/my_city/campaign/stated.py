"""Compares what a record without moves states with what the rules of its episode can give.

    [result] eagle = 60                     the token stops at 50
    [gained] eagle = ["C4 cross"]           nothing in episode 1 gives a church
    [inked]  eagle = ["rank 1", "rank 2"]   one of the two

A new record that states more is refused. A stored record stays: older releases kept such records,
and an audit names them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import joined, phrase
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, VerdictKind
from engine.kernel.score import SeatScore, ranks
from engine.my_city.bounds.scores import gainable, reach, scope_at_the_end, ungainable
from engine.my_city.campaign.deviations import Deviation, deviation_in_words
from engine.my_city.campaign.ink import INKED
from engine.my_city.campaign.model import PlayedEpisode
from engine.my_city.pack.build import NUGGET

GAINED = "gained"
"""The key of a record's header for what the episode itself brought, in a record without moves."""
AS_PLAYED = phrase("correct the record, or use --as-played to keep what the table inked")


def stated_ranks(record: Record, totals: Sequence[int]) -> Sequence[int]:
    """The ranks of a record without moves: by its scores, ties as the table broke them.

    Raises `NotAllowed` for ranks that do not fit the scores.
    """
    by_score = ranks([-total for total in totals])
    stated: Any = record.header.get("ranks")
    if stated is None:
        return by_score
    if not isinstance(stated, Mapping) or set(stated) != set(record.seats):
        raise NotAllowed(phrase("ranks: write a rank for every seat under [ranks]"))
    places = [stated[seat] for seat in record.seats]
    if any(type(place) is not int for place in places):
        raise NotAllowed(phrase("ranks: a rank is a whole number from 1"))
    ordered = ranks([(-total, place) for total, place in zip(totals, places, strict=True)])
    if tuple(places) != ordered:
        raise NotAllowed(
            phrase(
                "ranks: {places} do not fit the scores; {ordered} do",
                places=", ".join(map(str, places)),
                ordered=", ".join(map(str, ordered)),
            )
        )
    return ordered


def stated_gains(record: Record) -> Mapping[str, Sequence[str]]:
    """What a record without moves says that the seats gained; raises `NotAllowed`."""
    stated: Any = record.header.get(GAINED, {})
    if not isinstance(stated, Mapping):
        raise NotAllowed(
            phrase('gained: write a line for each seat under [gained], such as eagle = ["nugget"]')
        )
    for seat, words in stated.items():
        if seat not in record.seats:
            raise NotAllowed(
                phrase(
                    "gained: nobody sits at {seat}; seats: {seats}",
                    seat=seat,
                    seats=", ".join(record.seats),
                )
            )
        if not isinstance(words, list | tuple) or not all(type(word) is str for word in words):
            raise NotAllowed(phrase('gained: {seat} needs a list, such as ["nugget"]', seat=seat))
    return stated


def unstated(played: PlayedEpisode) -> Mapping[str, str]:
    """The `gainable` things of an episode of scores alone whose record does not state gains."""
    record, verdict = played.record, played.verdict
    alone = verdict.kind is VerdictKind.UNVERIFIABLE and not verdict.without_rules
    if not alone or GAINED in record.header:
        return {}
    return gainable(played.rules, NUGGET)


def deviations(record: Record, verdict: Verdict) -> Iterator[Deviation]:
    """Yield what a record without moves states although its rules cannot give it.

    Yields nothing if the rules, or what lay on the boards, are unknown; raises `NotAllowed`.
    """
    if verdict.kind is not VerdictKind.UNVERIFIABLE or verdict.without_rules:
        return
    gains, known = stated_gains(record), not verdict.placeholders
    for seat in record.seats:
        scope = scope_at_the_end(verdict.state, seat)
        allowed, points = reach(scope, known=known), record.result.get(seat)
        if points is not None and points not in allowed:
            too_many = points > allowed.most
            limit = allowed.most if too_many else allowed.least
            yield Deviation(seat, "most" if too_many else "least", points, limit)
        for thing in ungainable(scope, gains.get(seat, ()), NUGGET, known=known):
            yield Deviation(seat, "gained", thing)


def check(
    record: Record, verdict: Verdict, sheets: Sequence[SeatScore], *, as_played: bool
) -> None:
    """Raise `NotAllowed` with the reason if a new record states what is impossible.

    `sheets` have the ranks as they are inked. With `as_played`, only ink that contradicts itself is
    refused.
    """
    _check_ink(record, sheets)
    if not as_played and (deviation := next(deviations(record, verdict), None)):
        raise NotAllowed(deviation_in_words(deviation), AS_PLAYED)


def _check_ink(record: Record, sheets: Sequence[SeatScore]) -> None:
    """Raise `NotAllowed` if ink states a thing of a seat twice, or makes nobody first."""
    for seat, words in record.header.get(INKED, {}).items():
        counts = Counter(text.split()[0] for text in words if text.startswith(("rank ", "marks ")))
        counts.update(text for text in words if text.startswith(("with ", "without ")))
        for text, count in counts.items():
            if count > 1:
                raise NotAllowed(
                    phrase("inked: {seat}: {words} is stated twice", seat=seat, words=repr(text))
                )
    if record.header.get(INKED) and all(sheet.rank != 1 for sheet in sheets):
        ranks_in_words = [f"{sheet.seat} {sheet.rank}" for sheet in sheets]
        raise NotAllowed(
            phrase("inked: nobody is first: {ranks}", ranks=joined(", ", ranks_in_words)),
            phrase("state the rank of every seat whose rank does not follow from its score"),
        )
