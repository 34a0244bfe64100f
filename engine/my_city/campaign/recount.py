"""A recount of what a campaign holds, compared with what its episodes gave.

The fold adds marks, stickers and nuggets one by one; here they are counted in another way, from
the sheets and the final boards. Differences are given in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import inf

from engine.kernel.phrases import many
from engine.kernel.replay import VerdictKind
from engine.my_city.campaign import stickers
from engine.my_city.campaign.model import Campaign, City
from engine.my_city.campaign.outcome import nuggets_of_shafts
from engine.my_city.campaign.reasons import GainReason, reason_in_words
from engine.my_city.pack.model import rules_of
from engine.my_city.play.land import CELL, OR
from engine.my_city.play.ruleset import EpisodeRules


def discrepancies(campaign: Campaign) -> Iterator[str]:
    """Yield in words which marks, stickers, boards and nuggets the episodes do not explain."""
    yield from _marks(campaign)
    # The owner's corrections change what is handed out; rules that are unknown here may, too.
    if not (campaign.applied or campaign.without_rules):
        yield from _stickers(campaign)
    rules = campaign.rules
    for city in campaign.cities:
        yield from _board(rules, city)
    without_moves = any(
        played.verdict.kind is VerdictKind.UNVERIFIABLE for played in campaign.played
    )
    if not (campaign.declared or without_moves):
        yield from _nuggets(campaign)


def tenure_discrepancies(campaign: Campaign) -> Iterator[str]:
    """Yield in words seats with two holders at a time, or with another holder than their city."""
    for city in campaign.cities:
        of_seat = (tenure for tenure in campaign.tenures if tenure.seat == city.seat)
        held = sorted(of_seat, key=lambda tenure: (tenure.since, tenure.until or inf))
        for earlier, later in pairwise(held):
            if not earlier.until or earlier.until > later.since:
                yield f"{city.seat}: {earlier.player} and {later.player} hold it at the same time"
        current = [tenure.player for tenure in held if not tenure.until]
        if current != [city.player] * bool(city.player):
            holders, holder = ", ".join(current) or "nobody", city.player or "nobody"
            yield (
                f"{city.seat} is held by {holders} by the list of its holders, by {holder} by "
                f"its city"
            )


def _marks(campaign: Campaign) -> Iterator[str]:
    """Yield marks that differ from what ranks or ink bring, and marks of unplayed episodes."""
    for played in campaign.played:
        rules = played.rules
        for seat, due in played.inked.marks.items():
            marks = campaign.city(seat).marks
            amount = sum(mark.amount for mark in marks if mark.episode == played.number)
            if amount != due:
                counted = many(amount, "mark")
                yield f"{seat}: {counted!s} in episode {played.number}, {due} on its board"
        for sheet in played.sheets:
            if sheet.seat in played.inked.marks:
                continue
            place = stickers.standing(rules, sheet.rank, len(played.sheets))
            reason = GainReason("rank", played.number, place)
            marks = campaign.city(sheet.seat).marks
            amount = sum(mark.amount for mark in marks if mark.reason == reason)
            due = rules.marks.get(place, 0)
            if amount != due:
                words = reason_in_words(reason)
                yield f"{sheet.seat}: {many(amount, 'mark')!s} for {words!s}, {due} by its rank"
        for seat in played.absent:
            place = rules.absence.marks
            reason = GainReason("absent", played.number, place)
            marks = campaign.city(seat).marks
            amount = sum(mark.amount for mark in marks if mark.reason == reason)
            due = rules.marks.get(place, 0)
            if amount != due:
                number = played.number
                yield f"{seat}: {many(amount, 'mark')!s} in episode {number}, {due} when absent"
    numbers = {played.number for played in campaign.played}
    for city in campaign.cities:
        for mark in city.marks:
            if mark.episode not in numbers and mark.episode >= campaign.begins:
                yield f"{city.seat}: marks for episode {mark.episode}, which is not recorded"


def _stickers(campaign: Campaign) -> Iterator[str]:
    """Yield each seat and kind with a wrong number of stickers: placed, owed and lost together."""
    handed_out: Counter[tuple[str, str]] = Counter()
    boards_after = {played.number: after.boards for played, after in pairwise(campaign.played)}
    for played in campaign.played:
        for right in stickers.earned_rights(
            played.rules, played.number, played.sheets, played.absent
        ):
            handed_out[right.seat, right.kind] += 1
        for city in campaign.cities:
            boards = (
                played.boards[city.seat],
                boards_after.get(played.number, {}).get(city.seat, city.board),
            )
            for right in stickers.rights_of_boxes(played.rules, played.number, city.seat, *boards):
                handed_out[right.seat, right.kind] += 1
    prepared = [played.number for played in campaign.played]
    if campaign.next_episode and not campaign.sealed_next:
        prepared.append(campaign.next_episode)
    for number in prepared:
        for gift in rules_of(campaign.pack, number).gifts:
            if gift.when == "start" and gift.standing == "other":
                handed_out.update((seat, gift.kind) for seat in campaign.seats)
    accounted = Counter((right.seat, right.kind) for right in campaign.owed)
    for played in campaign.played:
        accounted.update(played.inked.removed)
    for city in campaign.cities:
        accounted.update((city.seat, right.kind) for right in city.lost)
        chosen = (sticker for sticker in city.stickers if sticker.chosen and sticker.entry > 1)
        accounted.update((city.seat, sticker.kind) for sticker in chosen)
    choices = _choices(kind for _, kind in (*handed_out, *accounted))
    handed_out, accounted = (_by_choice(counts, choices) for counts in (handed_out, accounted))
    for seat, kind in sorted(handed_out.keys() | accounted.keys()):
        if handed_out[seat, kind] != accounted[seat, kind]:
            yield (
                f"{seat}: {accounted[seat, kind]} {kind} stickers placed, owed or lost, "
                f"{handed_out[seat, kind]} handed out"
            )


def _choices(kinds: Iterable[str]) -> Mapping[str, str]:
    """For each kind the name of its group: kinds between which a player chose count together."""
    groups: list[set[str]] = []
    for kind in kinds:
        group = set(kind.split(OR))
        for overlapping in [known for known in groups if known & group]:
            groups.remove(overlapping)
            group |= overlapping
        groups.append(group)
    return {kind: OR.join(sorted(group)) for group in groups for kind in group}


def _by_choice(
    counts: Counter[tuple[str, str]], choices: Mapping[str, str]
) -> Counter[tuple[str, str]]:
    """The counts by seat and kind, added up by seat and group of kinds."""
    together: Counter[tuple[str, str]] = Counter()
    for (seat, kind), count in counts.items():
        together[seat, choices[kind.split(OR)[0]]] += count
    return together


def _board(rules: EpisodeRules, city: City) -> Iterator[str]:
    """Yield what is wrong on a board: two grounds on a cell, a sticker twice or not on the land."""
    land, grid = city.land, rules.grid
    if land.light & land.forest or land.light & land.mountain or land.forest & land.mountain:
        yield f"{city.seat}: a cell of two kinds of ground"
    # A sticker may cover another one of its kind; a city may get its own building again.
    counts = Counter(
        (s.kind, s.square, s.entry if _lies(rules, s.kind) else 0)
        for s in city.stickers
        if rules.layer(s.kind) >= 0
    )
    twice = [f"{kind} {square}" for (kind, square, _), count in counts.items() if count > 1]
    yield from (f"{city.seat}: {words} twice on its board" for words in twice)
    topmost = {s.square: s.kind for s in city.stickers if _lies(rules, s.kind)}
    for square, kind in topmost.items():
        layer = rules.layer(kind)
        if rules.contents[layer].amount and not land.layers[layer] & grid.bit(square):
            yield f"{city.seat}: the {kind} of {square} is not on its land"


def _lies(rules: EpisodeRules, kind: str) -> bool:
    """Whether a sticker lies on a cell, and not on a building."""
    layer = rules.layer(kind)
    return layer >= 0 and rules.contents[layer].on == CELL


def _nuggets(campaign: Campaign) -> Iterator[str]:
    """Yield cities whose nuggets are not as many as their towns found in all episodes."""
    found: Counter[str] = Counter()
    for played in campaign.played:
        state = played.verdict.state
        for seat, town in zip(state.seats, state.towns, strict=True):
            found[seat] += town.nuggets + nuggets_of_shafts(state.rules, town)
    for city in campaign.cities:
        if city.nuggets != found[city.seat]:
            yield f"{city.seat}: {city.nuggets} nuggets, {found[city.seat]} found in its episodes"
