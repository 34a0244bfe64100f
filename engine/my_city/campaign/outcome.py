"""What an episode leaves for good: marks, nuggets, shafts, stickers that came at once, bonuses.

    Verdict ── counted ──> sheets that count ── with_lasting_effects ──> each city after the episode

A record without moves brings only what its `gained` states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.errors import NotAllowed, SetupError, wording_of
from engine.kernel.phrases import phrase
from engine.kernel.record import Record
from engine.kernel.replay import Verdict, VerdictKind
from engine.kernel.score import SeatScore
from engine.my_city.bounds.scores import kind_comes
from engine.my_city.campaign.deviations import Deviation, deviation_in_words
from engine.my_city.campaign.ink import INKED
from engine.my_city.campaign.model import Campaign, City, Mark, Sticker, absent_in
from engine.my_city.campaign.reasons import GainReason
from engine.my_city.campaign.stated import AS_PLAYED, GAINED, stated_gains, stated_ranks
from engine.my_city.campaign.stickers import standing, with_issued_pieces, with_sticker
from engine.my_city.pack.build import LAST, NUGGET, STANDINGS
from engine.my_city.play.boards import SHAFT, board_from_words, words_of
from engine.my_city.play.notation import TableReward
from engine.my_city.play.ruleset import EpisodeRules, ShaftRule, amount_between
from engine.my_city.play.scoring import rank
from engine.my_city.play.state import Town
from engine.my_city.play.terms import TownTerms, depth


class UnprovedRecord(NotAllowed):
    """The error for a record that its replay does not prove and that is not kept as played."""


def counted_sheets(record: Record, verdict: Verdict, as_played: bool) -> tuple[SeatScore, ...]:
    """The sheets as the campaign counts them.

    Raises `UnprovedRecord` for a record that its replay does not prove, and `NotAllowed` for a
    record that states what follows from its moves, or inks boards without moves.
    """
    for key in (GAINED, "ranks"):
        if key in record.header and verdict.kind is not VerdictKind.UNVERIFIABLE:
            raise NotAllowed(
                phrase(
                    "{key} is for a record without moves: here it follows from the moves", key=key
                )
            )
    if INKED in record.header:
        if verdict.kind is VerdictKind.UNVERIFIABLE:
            raise NotAllowed(
                phrase(
                    "{inked} is for a record with moves: here write ranks and gained", inked=INKED
                )
            )
        if not as_played:
            raise UnprovedRecord(
                phrase("the boards do not show what the moves give"),
                phrase("correct the record, or use --as-played to keep what the boards show"),
            )
    if verdict.kind in (VerdictKind.VERIFIED, VerdictKind.POSSIBLE):
        return verdict.sheets
    totals = [record.result.get(seat, 0) for seat in record.seats]
    if verdict.kind is VerdictKind.UNVERIFIABLE and len(record.result) == len(record.seats):
        places = stated_ranks(record, totals)
        return tuple(
            SeatScore(seat, (), total, place)
            for seat, total, place in zip(record.seats, totals, places, strict=True)
        )
    if verdict.kind is VerdictKind.DIFFERS and as_played:
        ranked = rank(verdict.state, totals)
        return tuple(
            sheet._replace(total=total, rank=place, tie=tie)
            for sheet, total, (place, tie) in zip(verdict.sheets, totals, ranked, strict=True)
        )
    if verdict.kind is VerdictKind.DIFFERS:
        raise scores_differ(verdict)
    raise UnprovedRecord(
        phrase("the record is {verdict}: {why}", verdict=phrase(verdict.kind), why=verdict.reason)
    )


def scores_differ(verdict: Verdict) -> UnprovedRecord:
    """The error for a record whose stated scores are not those of its moves."""
    return UnprovedRecord(
        phrase("the stated result is not what the moves give: {why}", why=verdict.reason),
        AS_PLAYED,
    )


def with_lasting_effects(
    campaign: Campaign,
    rules: EpisodeRules,
    number: int,
    sheets: Sequence[SeatScore],
    verdict: Verdict,
    record: Record,
) -> Campaign:
    """The campaign with what an episode leaves: marks by rank, then what its moves brought."""
    for sheet in sheets:
        city = campaign.city(sheet.seat)
        place = standing(rules, sheet.rank, len(sheets))
        city = city._replace(marks=city.marks + marks_of_sheet(rules, number, sheet, place))
        city = with_issued_pieces(rules, city, number, place, campaign.entries)
        campaign = campaign.with_city(city)
    for seat in absent_in(record):
        campaign = campaign.with_city(
            _after_absence(rules, campaign.city(seat), number, campaign.entries)
        )
    before = {city.seat: dict(city.shafts) for city in campaign.cities}
    if verdict.kind is VerdictKind.UNVERIFIABLE:
        for seat, words in stated_gains(record).items():
            campaign = with_gains(campaign, rules, number, seat, words)
    else:
        for seat, town in zip(verdict.state.seats, verdict.state.towns, strict=True):
            city = _with_moves(rules, campaign.city(seat), number, town, campaign.entries)
            campaign = campaign.with_city(city)
    campaign = _with_triangle_marks(campaign, rules, number, before)
    return _with_bonuses(campaign, rules, number)


def amount_of(rules: EpisodeRules, city: City, counts: str) -> int:
    """How much of a kind lies on a city's board, or its nuggets; a cell with two counts two."""
    if counts == NUGGET:
        return city.nuggets
    pairs = rules.contents_on(city.land)
    return sum(layer.bit_count() * c.amount for c, layer in pairs if c.kind == counts)


def marks_of_sheet(
    rules: EpisodeRules, number: int, sheet: SeatScore, place: str
) -> tuple[Mark, ...]:
    """The progress marks of one seat: for its rank, and for a token that reached the cap."""
    marks = []
    if count := rules.marks.get(place, 0):
        marks.append(Mark(count, GainReason("rank", number, place)))
    if sheet.total >= rules.token.cap and rules.token.cap_marks:
        reason = GainReason("token", number, amount=rules.token.cap)
        marks.append(Mark(rules.token.cap_marks, reason))
    return tuple(marks)


def _after_absence(rules: EpisodeRules, city: City, number: int, entry: int) -> City:
    """The city after an episode in which nobody played it: with the marks that the rules give.

    If the cities get buildings of their own by rank, this city gets the one of the last rank.
    """
    place = rules.absence.marks
    if count := rules.marks.get(place, 0):
        mark = Mark(count, GainReason("absent", number, place))
        city = city._replace(marks=(*city.marks, mark))
    standings = {issue.standing for issue in rules.issues}
    return with_issued_pieces(
        rules, city, number, LAST if LAST in standings else STANDINGS[-1], entry
    )


def _with_moves(rules: EpisodeRules, city: City, number: int, town: Town, entry: int) -> City:
    """The city with what the moves brought: nuggets, deeper shafts, cells that turned."""
    for text in town.gained:
        kind, square = text.split()
        sticker = Sticker(kind, square, GainReason("moves", number), entry, chosen=False)
        city = with_sticker(rules, city, sticker)
    for reward in _table_rewards(town):
        reason = GainReason("by hand", number, reward.rule)
        for words in reward.stickers:
            kind, _, square = words.partition(" ")
            city = with_sticker(rules, city, Sticker(kind, square, reason, entry, chosen=False))
    return city._replace(
        marks=city.marks + marks_of_moves(rules, number, town),
        nuggets=city.nuggets + town.nuggets + nuggets_of_shafts(rules, town),
        shafts={**city.shafts, **depths_of(rules, town)} if rules.shafts else city.shafts,
    )


def marks_of_moves(rules: EpisodeRules, number: int, town: Town) -> tuple[Mark, ...]:
    """The progress marks that the moves of one seat brought, but for triangle boxes.

    They are for feats, by rules that the table applies, and in the boxes of shafts.
    """
    feats = Counter[str]()
    for label, count in town.marks:
        feats[label] += count
    return (
        *(Mark(count, GainReason("feat", number, label)) for label, count in feats.items()),
        *(
            Mark(reward.marks, GainReason("by hand", number, reward.rule))
            for reward in _table_rewards(town)
            if reward.marks
        ),
        *_box_marks(rules, number, town.home.shafts, depths_of(rules, town)),
    )


def _table_rewards(town: Town) -> Iterator[TableReward]:
    """What rules that the table applies gave a seat."""
    return (reward for reward in town.by_hand if isinstance(reward, TableReward))


def depths_of(rules: EpisodeRules, town: Town) -> Mapping[str, int]:
    """The last box of each shaft that a seat has reached, by colour."""
    board = TownTerms(rules, town)
    return {shaft.colour: depth(shaft, board) for shaft in rules.shafts}


def _box_marks(
    rules: EpisodeRules, number: int, before: Mapping[str, int], after: Mapping[str, int]
) -> Iterator[Mark]:
    """The progress marks of the boxes that shafts have reached or passed."""
    for shaft in rules.shafts:
        above = before.get(shaft.colour, 0)
        if count := amount_between(shaft.box_marks, above, after.get(shaft.colour, above)):
            yield Mark(count, GainReason("feat", number, shaft.label))


def nuggets_of_shafts(rules: EpisodeRules, town: Town) -> int:
    """The nuggets of the boxes that shafts have reached or passed in an episode."""
    board = TownTerms(rules, town)
    return sum(
        amount_between(shaft.nuggets, town.home.shafts[shaft.colour], depth(shaft, board))
        for shaft in rules.shafts
        if shaft.nuggets
    )


def with_gains(
    campaign: Campaign, rules: EpisodeRules, number: int, seat: str, words: Sequence[str]
) -> Campaign:
    """The campaign with what a record without moves gives a seat; raises `NotAllowed`."""
    city = campaign.city(seat)
    try:
        board = board_from_words(
            rules, city.land, [w for w in words if w != NUGGET], seat, "gained: "
        )
    except SetupError as error:
        raise NotAllowed(phrase("{why}", why=wording_of(error))) from None
    for text in words_of(words, seat):
        kind, _, square = text.partition(" ")
        if kind not in (NUGGET, SHAFT):
            reason = GainReason("moves", number)
            sticker = Sticker(kind, square, reason, campaign.entries, chosen=False)
            city = with_sticker(rules, city, sticker)
    for colour, boxes in board.shafts.items():
        if boxes < city.shafts.get(colour, 0):
            raise NotAllowed(
                phrase(
                    "gained: {seat}: the shaft {colour} is deeper than box {boxes} already",
                    seat=seat,
                    colour=colour,
                    boxes=boxes,
                )
            )
    for strip in rules.strips:
        before = campaign.city(seat).brought(rules).strips.get(strip.kind, 0)
        if count := amount_between(strip.box_marks, before, board.strips.get(strip.kind, before)):
            mark = Mark(count, GainReason("feat", number, strip.label))
            city = city._replace(marks=(*city.marks, mark))
    boxes_reached = tuple(_box_marks(rules, number, city.shafts, board.shafts))
    return campaign.with_city(
        city._replace(
            marks=city.marks + boxes_reached,
            nuggets=city.nuggets + list(words).count(NUGGET),
            shafts={**city.shafts, **board.shafts},
        )
    )


def check_gains(campaign: Campaign, seat: str, words: Sequence[str]) -> None:
    """Raise `NotAllowed` for things that the next episode cannot bring a seat."""
    for thing in words:
        if not kind_comes(campaign.rules, thing, NUGGET):
            raise NotAllowed(deviation_in_words(Deviation(seat, "gained", thing)))
    number = campaign.next_episode or campaign.pack.last
    with_gains(campaign, campaign.rules, number, seat, words)


def _with_triangle_marks(
    campaign: Campaign, rules: EpisodeRules, number: int, before: Mapping[str, Mapping[str, int]]
) -> Campaign:
    """The campaign with the marks of triangle boxes that were first reached in this episode."""
    shafts = [shaft for shaft in rules.shafts if shaft.colour not in campaign.claimed]
    claimed = campaign.claimed
    for city in campaign.cities:
        marks = triangle_marks(shafts, number, before[city.seat], city.shafts)
        campaign = campaign.with_city(city._replace(marks=(*city.marks, *marks.values())))
        claimed |= marks.keys()
    return campaign._replace(claimed=claimed)


def triangle_marks(
    shafts: Sequence[ShaftRule], number: int, before: Mapping[str, int], after: Mapping[str, int]
) -> Mapping[str, Mark]:
    """The marks of one seat for triangle boxes that nobody had reached before, by colour."""
    return {
        shaft.colour: Mark(shaft.marks, GainReason("box", number, shaft.label, shaft.triangle))
        for shaft in shafts
        if before.get(shaft.colour, 0) < shaft.triangle <= after.get(shaft.colour, 0)
    }


def _with_bonuses(campaign: Campaign, rules: EpisodeRules, number: int) -> Campaign:
    """The campaign with the marks of its bonuses, for most or fewest of something."""
    for bonus in rules.bonuses:
        amounts = {city.seat: amount_of(rules, city, bonus.counts) for city in campaign.cities}
        best = (max if bonus.most else min)(amounts.values())
        for seat, amount in amounts.items():
            if amount == best:
                city = campaign.city(seat)
                mark = Mark(bonus.marks, GainReason("bonus", number, bonus.label, amount))
                campaign = campaign.with_city(city._replace(marks=(*city.marks, mark)))
    return campaign
