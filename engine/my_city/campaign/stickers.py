"""Stickers: which seats owe their boards one, where it may go, which come without a choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.kernel.errors import NotAllowed, SetupError, shortened_text, wording_of
from engine.kernel.grid import bits
from engine.kernel.phrases import article, listed, phrase
from engine.kernel.score import SeatScore
from engine.my_city.campaign.entries import StickerPlaced
from engine.my_city.campaign.model import Campaign, CitiesBefore, City, Sticker, StickerRight
from engine.my_city.campaign.reasons import GainReason
from engine.my_city.pack.model import rules_of
from engine.my_city.play.boards import SHAFT, board_from_words, home_of, set_of
from engine.my_city.play.land import (
    CELL,
    FOREST,
    FOREST_SQUARE,
    MOUNTAIN,
    OR,
    PIECE,
    SQUARE,
    STRIP,
    Land,
)
from engine.my_city.play.ruleset import BoxSticker, EpisodeRules


def standing(rules: EpisodeRules, place: int, seats: int) -> str:
    """The standing of a rank at a table with this number of seats, such as "first" or "other"."""
    return rules.standings[seats][place - 1]


def earned_rights(
    rules: EpisodeRules, number: int, sheets: Sequence[SeatScore], absent: Sequence[str] = ()
) -> tuple[StickerRight, ...]:
    """The rights to the stickers that an episode gives by rank, and to those of absent cities."""
    reasons = [
        (sheet.seat, GainReason("rank", number, standing(rules, sheet.rank, len(sheets))))
        for sheet in sheets
    ]
    reasons += [(seat, GainReason("absent", number, rules.absence.stickers)) for seat in absent]
    return tuple(
        StickerRight(seat, gift.kind, reason, number + 1, gift.target)
        for seat, reason in reasons
        for gift in rules.gifts
        if gift.when == "end" and gift.standing == reason.rule
    )


def rights_of_boxes(
    rules: EpisodeRules, number: int, seat: str, before: Sequence[str], after: Sequence[str]
) -> Iterator[StickerRight]:
    """The rights to the stickers of the boxes that a seat has reached in an episode.

    `before` and `after` are the words of its board before and after the episode.
    """
    for shaft in rules.shafts:
        depths = [highest(words, f"{SHAFT} {shaft.colour}") for words in (before, after)]
        yield from _in_boxes(seat, number, shaft.label, shaft.stickers, *depths)
    for strip in rules.strips:
        ids = [content.id for content in rules.contents if content.kind == strip.kind]
        reached = [max(highest(words, id) for id in ids) for words in (before, after)]
        yield from _in_boxes(seat, number, strip.label, strip.stickers, *reached)


def highest(words: Sequence[str], head: str) -> int:
    """The highest number that follows `head` in the words of a board; 0 if none does."""
    parts = (text.rpartition(" ") for text in words)
    return max((int(number) for before, _, number in parts if before == head), default=0)


def _in_boxes(
    seat: str, number: int, label: str, boxes: Iterable[BoxSticker], before: int, after: int
) -> Iterator[StickerRight]:
    for box, kind, target in boxes:
        if before < box <= after:
            yield StickerRight(
                seat, kind, GainReason("box", number, label, box), number + 1, target
            )


def with_issued_pieces(
    rules: EpisodeRules, city: City, number: int, place: str, entry: int
) -> City:
    """The city with the buildings that an episode gives it for its standing."""
    for issue in rules.issues:
        if issue.standing == place:
            reason = GainReason("rank", number, place)
            sticker = Sticker(issue.card, issue.variant, reason, entry, chosen=False)
            city = city._replace(stickers=(*city.stickers, sticker))
    return city


def with_preparation(campaign: Campaign, before: CitiesBefore | None = None) -> Campaign:
    """The campaign prepared for its next episode: changes on all boards, and stickers to place.

    Nothing changes while the envelope of the next episode is sealed. `before` has the cities and
    owed stickers from before the preparation; without it they are those of `campaign`.
    """
    number = campaign.next_episode
    if number is None or campaign.sealed_next:
        return campaign._replace(unprepared=None)
    rules = rules_of(campaign.boards_pack, number)
    before = before or CitiesBefore(campaign.cities, campaign.owed)
    campaign = campaign._replace(unprepared=before)
    for city in campaign.cities:
        campaign = campaign.with_city(_changed(rules, city, number, campaign.entries))
    rights = tuple(
        StickerRight(city.seat, gift.kind, GainReason("preparation", number), number, gift.target)
        for city in campaign.cities
        for gift in rules.gifts
        if gift.when == "start" and gift.standing == "other"
    )
    return without_lost_rights(campaign._replace(owed=(*campaign.owed, *rights)))


def with_new_preparation(campaign: Campaign) -> Campaign:
    """The campaign with its boards laid out by a new pack, and prepared anew for its next episode.

    Stickers that players have placed since the last preparation stay where they are. Raises
    `NotAllowed` if one of them cannot lie there any more.
    """
    before = campaign.unprepared
    if before is None:
        return without_lost_rights(with_lands(campaign))
    entries = campaign.entries
    for city_before in before.cities:
        city = campaign.city(city_before.seat)
        campaign = campaign.with_city(
            city._replace(stickers=city_before.stickers, lost=city_before.lost)
        )
    campaign = with_preparation(with_lands(campaign._replace(owed=before.owed)))
    for number, entry in before.placed:
        try:
            campaign = with_placed_sticker(campaign._replace(entries=number), entry)
        except NotAllowed as refused:
            raise NotAllowed(
                phrase(
                    "{seat} has placed a {kind} on {square}, which cannot lie there any "
                    "more: {refused}",
                    seat=entry.seat,
                    kind=entry.kind,
                    square=entry.square,
                    refused=refused,
                ),
                phrase(
                    "take it back first, with what came after it: {command}",
                    command=f"campaign undo --to {number - 1}",
                ),
            ) from None
    return campaign._replace(entries=entries)


def with_lands(campaign: Campaign) -> Campaign:
    """The campaign with the land of each city made anew from the pack's printed board and stickers.

    Raises `NotAllowed` for a board that does not fit the pack.
    """
    pack, rules = campaign.boards_pack, campaign.rules
    for city in campaign.cities:
        words = [f"{sticker.kind} {sticker.square}" for sticker in city.stickers]
        try:
            brought = board_from_words(
                rules, pack.printed.get(city.seat, pack.land), words, city.seat
            )
        except SetupError as error:
            raise NotAllowed(
                phrase(
                    "the stickers on the boards do not fit this pack: {error}",
                    error=wording_of(error),
                )
            ) from None
        campaign = campaign.with_city(city._replace(land=brought.land))
    return campaign


def without_lost_rights(campaign: Campaign, seat: str = "") -> Campaign:
    """The campaign without the rights for which no place is left: their stickers are lost.

    With `seat`, whose board alone has changed, the rights of the others stay.
    """
    rules = campaign.rules
    for right in campaign.owed:
        if seat in ("", right.seat) and not _places(rules, campaign.city(right.seat), right):
            city = campaign.city(right.seat)
            owed = list(campaign.owed)
            owed.remove(right)
            campaign = campaign._replace(owed=tuple(owed))
            campaign = campaign.with_city(city._replace(lost=(*city.lost, right)))
    return campaign


def targets(campaign: Campaign, right: StickerRight) -> tuple[str, ...]:
    """The cells, or the buildings, on which a sticker may go, in reading order."""
    return _places(campaign.rules, campaign.city(right.seat), right)


def _places(rules: EpisodeRules, city: City, right: StickerRight) -> tuple[str, ...]:
    content = rules.contents[rules.layer(right.kinds[0])]
    if content.on == PIECE:
        home = home_of(rules, city.brought(rules))
        taken = home.marked.get(content.kind, frozenset())
        return tuple(
            piece.id
            for piece in set_of(rules, home)
            if piece.colour == right.target.removeprefix(f"{PIECE} ") and piece.id not in taken
        )
    return rules.grid.names(_cells(rules, city.land, right.target))


def with_placed_sticker(campaign: Campaign, entry: StickerPlaced) -> Campaign:
    """The campaign with a sticker where the player chose.

    Raises `NotAllowed` if the sticker is not owed or may not lie there. After an episode whose
    rules are unknown, what is owed is unknown, too: then the sticker lies where the entry says.
    """
    if before := campaign.unprepared:
        since = (*before.placed, (campaign.entries, entry))
        campaign = campaign._replace(unprepared=before._replace(placed=since))
    try:
        return _with_owed_sticker(campaign, entry)
    except NotAllowed:
        if campaign.without_rules is None:
            raise
        return _with_unproved_sticker(campaign, entry)


def _with_owed_sticker(campaign: Campaign, entry: StickerPlaced) -> Campaign:
    """The campaign with an owed sticker in its place; raises `NotAllowed` if it cannot go there."""
    seat, kind, square = entry.seat, entry.kind, entry.square
    city, rules = campaign.city(seat), campaign.rules
    owed = [right for right in campaign.owed if right.seat == seat]
    # A right to one kind comes before a right to a choice of kinds.
    of_kind = sorted((r for r in owed if kind in r.kinds), key=lambda right: len(right.kinds))
    if not of_kind:
        due = listed(article(right.kind) for right in owed)
        raise NotAllowed(
            phrase(
                "{seat} is not owed a {kind} sticker, but {due}",
                seat=seat,
                kind=phrase(shortened_text(kind)),
                due=due,
            )
            if owed
            else phrase("{seat} is owed no sticker", seat=seat),
            "campaign sticker owed",
        )
    right = next((right for right in of_kind if square in _places(rules, city, right)), None)
    if right is None:
        raise _no_target(campaign, rules, of_kind[0], square)
    owed_now = list(campaign.owed)
    owed_now.remove(right)
    sticker = Sticker(kind, square, right.reason, campaign.entries)
    campaign = campaign._replace(owed=tuple(owed_now))
    return without_lost_rights(campaign.with_city(with_sticker(rules, city, sticker)), seat)


def _with_unproved_sticker(campaign: Campaign, entry: StickerPlaced) -> Campaign:
    """The campaign with a sticker where the entry says; it pays a right to its kind, if any."""
    seat, kind, square = entry.seat, entry.kind, entry.square
    owed = list(campaign.owed)
    if right := next((due for due in owed if due.seat == seat and kind in due.kinds), None):
        owed.remove(right)
    sticker = Sticker(kind, square, GainReason("entry", 0), campaign.entries)
    city = with_sticker(campaign.rules, campaign.city(seat), sticker)
    return without_lost_rights(campaign._replace(owed=tuple(owed)).with_city(city), seat)


def placed_stickers(campaign: Campaign, city: City) -> Sequence[Sticker]:
    """The stickers that somebody put on a board, without those that the rules put on every board.

    Of the declared ones these are the kinds that a rule of an earlier episode gave to players.
    """
    on_boards = {content.id for content in campaign.rules.contents if content.on != STRIP}
    earlier = [number for number in campaign.pack.episodes if number < campaign.begins]
    rules = [rules_of(campaign.pack, number) for number in earlier if campaign.declared]
    given = {kind for of_one in rules for gift in of_one.gifts for kind in gift.kind.split(OR)}
    return [
        sticker
        for sticker in city.stickers
        if sticker.chosen
        or (sticker.reason.kind == "declared" and sticker.kind in given)
        or (sticker.reason.kind in ("inked", "by hand", "moves") and sticker.kind in on_boards)
    ]


def lying_stickers(campaign: Campaign, city: City) -> Sequence[Sticker]:
    """The stickers of `placed_stickers` that no later sticker covers."""
    contents = campaign.rules.contents

    def lies_on_cell(sticker: Sticker) -> bool:
        layer = campaign.rules.layer(sticker.kind)
        return layer >= 0 and contents[layer].on not in (PIECE, STRIP)

    uppermost = {sticker.square: sticker for sticker in city.stickers if lies_on_cell(sticker)}
    return [
        sticker
        for sticker in placed_stickers(campaign, city)
        if not lies_on_cell(sticker) or uppermost[sticker.square] is sticker
    ]


def stickers_without(stickers: Iterable[Sticker], others: Iterable[Sticker]) -> Iterator[Sticker]:
    """Yield the stickers that `others` lack; which entry brought a sticker makes no difference.

    Ink takes stickers off a board, so a longer list may not have all of a shorter one.
    """
    left = Counter(sticker._replace(entry=0) for sticker in others)
    for sticker in stickers:
        same = sticker._replace(entry=0)
        if left[same] <= 0:
            yield sticker
        left[same] -= 1


def with_sticker(rules: EpisodeRules, city: City, sticker: Sticker) -> City:
    """The city with one more sticker."""
    layer = rules.layer(sticker.kind)
    land = city.land
    if layer >= 0 and rules.contents[layer].on == CELL:
        land = land.put(layer, rules.contents[layer], rules.grid.bit(sticker.square))
    return city._replace(land=land, stickers=(*city.stickers, sticker))


def _changed(rules: EpisodeRules, city: City, number: int, entry: int) -> City:
    for change in rules.changes:
        for bit in bits(change.cells_on(city.land)):
            square = rules.grid.name(bit)
            reason = GainReason("change", number, change.name)
            sticker = Sticker(change.content, square, reason, entry, chosen=False)
            city = with_sticker(rules, city, sticker)
    return city


def _cells(rules: EpisodeRules, land: Land, target: str) -> int:
    """The cells of a board that a target means.

    If no small square is left, "square" means all bare light-green cells, and "forest square" all
    forest cells.
    """
    grounds = {
        SQUARE: land.squares & land.bare or land.bare,
        FOREST: land.forest,
        FOREST_SQUARE: land.squares & land.forest or land.forest,
        MOUNTAIN: land.mountain,
    }
    cells = 0
    for place in target.split(OR):
        cells |= grounds.get(place, 0)
        for content, layer in rules.contents_on(land):
            if content.kind == place and place not in grounds:
                cells |= layer
    return cells


def _no_target(
    campaign: Campaign, rules: EpisodeRules, right: StickerRight, square: str
) -> NotAllowed:
    """The error that says why a sticker cannot go on a square, and where it can go."""
    land = campaign.city(right.seat).land
    places, quoted = targets(campaign, right), shortened_text(square)
    names = ", ".join(places) if len(places) < MANY else " ".join(places)
    remedy = phrase("it may go on: {places}", places=names)
    bit = rules.grid.bit(square)
    if rules.contents[rules.layer(right.kinds[0])].on == PIECE:
        colour = phrase(rules.colours[right.target.removeprefix(f"{PIECE} ")])
        why = phrase(
            "it goes on a {colour} building of the city that has no such sticker yet", colour=colour
        )
    elif not bit:
        return NotAllowed(phrase("{square} is not a cell of the board", square=quoted), remedy)
    elif OR in right.target:
        why = phrase("it goes on {target}", target=right.targets_in_words)
    elif right.target == FOREST_SQUARE and bit & land.forest:
        why = phrase("it has no small square")
    elif right.target in (FOREST, FOREST_SQUARE):
        why = phrase("it is no forest")
    elif right.target == MOUNTAIN:
        why = phrase("it is no mountain")
    elif right.target != SQUARE:
        why = phrase("there is no {target}", target=phrase(right.target))
    elif not bit & land.light:
        why = phrase("it is not light-green")
    elif not bit & land.bare:
        why = phrase("something lies there already")
    else:
        why = phrase("it has no small square")
        remedy = phrase("free small squares: {squares}", squares=" ".join(places))
    kind = right.kinds_in_words
    return NotAllowed(
        phrase("a {kind} sticker cannot go on {square}: {why}", kind=kind, square=quoted, why=why),
        remedy,
    )


MANY = 8
