"""What a seat can score and gain in an episode of which only the end is known.

All cards of the deck may have come, in any order: what the rules cannot give then, they never give.
If the board or the buildings of a pack are made up, the real ones differ. Then only the cap of the
token, the size of the board and the kinds of rules set limits (`known=False`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.my_city.bounds.bounds import bound_in, strip_stickers
from engine.my_city.bounds.counts import CELLS, least_paid, ranges, term_count_of
from engine.my_city.bounds.question import CardQuestion, Question
from engine.my_city.bounds.scope import Scope, scope_of
from engine.my_city.play.boards import SHAFT
from engine.my_city.play.ruleset import EpisodeRules, Term
from engine.my_city.play.state import MyCityState


class ScoreRange(NamedTuple):
    """The fewest and the most points of a seat; `least` is None if no rule bounds them."""

    least: int | None
    most: int

    def __contains__(self, points: object) -> bool:
        if not isinstance(points, int) or points > self.most:
            return False
        return self.least is None or self.least <= points


def scope_at_the_end(start: MyCityState, seat: str) -> Scope:
    """What a seat could build in an episode whose cards nobody wrote down."""
    rules, index = start.rules, start.seats.index(seat)
    missing = start.towns[index].home.missing
    cards = [card for card in rules.deck if card in rules.pieces and card not in missing]
    asked = tuple(CardQuestion(card, out) for out, card in enumerate(cards, 1))
    return scope_of(Question(seat, start, (), asked, (), (0,) * len(rules.feats), ()))


def reach(scope: Scope, *, known: bool = True) -> ScoreRange:
    """The range of the points that the rules allow for the token and all lines of the sheet."""
    token = scope.rules.token
    if known:
        least, most = _least(scope), bound_in(scope).points
    else:
        least, most = _least_on_any_board(scope.rules), max(token.cap, token.start)
    return ScoreRange(None if least is None else min(least, token.cap), most)


def _least_on_any_board(rules: EpisodeRules) -> int | None:
    """The fewest points if each cell of a board of this size costs the most; None if unbounded."""
    cells = rules.grid.columns * rules.grid.rows
    points = min(rules.token.start, rules.passing.floor)
    at_once = [reward.points for reward in rules.rewards] + [find.points for find in rules.finds]
    points += sum(min(0, gain) for gain in at_once) * len(rules.deck)
    points += sum(min(0, feat.points) for feat in rules.feats)
    for term in rules.terms:
        term_count = term_count_of(term)
        if term_count is None or term_count.base not in CELLS or term.scale or term.prize:
            if term_count is None or _may_cost(term):
                return None
            continue
        amount = max((amount for _, amount in term.layers), default=1)
        points += min(0, term.points) * amount * cells
    return points


def _may_cost(term: Term) -> bool:
    """Whether a term that counts no cells can take points away."""
    prize = term.prize.points if term.prize else 0
    return min(term.points, prize, *(points for _, points in term.scale), 0) < 0


def _least(scope: Scope) -> int | None:
    """The fewest points that the rules allow; None if no rule bounds them."""
    rules, cards = scope.rules, len(scope.cards)
    if any(rule.buildings for rule in rules.by_hand):
        return None
    points = min(rules.token.start, rules.passing.floor)
    points += sum(min(0, reward.points) * cards for reward in rules.rewards)
    points += sum(min(0, find.points) * cards for find in rules.finds)
    points += sum(min(0, feat.points) for feat in rules.feats)
    for term in rules.terms:
        term_count = term_count_of(term)
        if term_count is None:
            return None
        points += sum(least_paid(term, counts) for counts in ranges(term, term_count, scope))
    return points + sum(min(0, pays) for shaft in rules.shafts for _, pays in shaft.pays)


def ungainable(
    scope: Scope, words: Sequence[str], nugget: str, *, known: bool = True
) -> Iterator[str]:
    """Yield the things that a seat cannot have gained in an episode.

    `words` are nuggets, shafts with their new depth, and stickers that come at once with a cell.
    """
    if not known:
        yield from (thing for thing in words if not kind_comes(scope.rules, thing, nugget))
        return
    for thing, count in Counter(words).items():
        match thing.split():
            case [word] if word == nugget:
                possible = count <= _nuggets(scope.rules)
            case [kind, colour, boxes] if kind == SHAFT and boxes.isdecimal():
                possible = int(boxes) <= _deepest(scope, colour)
            case [kind, square]:
                possible = _comes_at_once(scope, kind, square)
            case _:
                possible = False
        if not possible:
            yield thing


def _nuggets(rules: EpisodeRules) -> int:
    """How many nuggets a seat can find in an episode: by feats, by joins, in boxes of shafts."""
    in_boxes = [count for shaft in rules.shafts for _, count in shaft.nuggets]
    in_boxes += [count for strip in rules.strips for _, count in strip.nuggets]
    by_feats = sum(feat.nuggets for feat in rules.feats)
    return by_feats + sum(join.nuggets for join in rules.joins) + sum(in_boxes)


def gainable(rules: EpisodeRules, nugget: str) -> Mapping[str, str]:
    """The kinds of things that an episode itself can bring, each with an example as it is stated.

    Such as `nugget`; `shaft B`, stated with its new depth as `shaft B 4`; `tree`, as `tree C4`.
    """
    kinds = {nugget: nugget} if _nuggets(rules) else {}
    kinds |= {name: f"{name} 4" for name in (f"{SHAFT} {shaft.colour}" for shaft in rules.shafts)}
    kinds |= {kind: f"{kind} 4" for kind in strip_stickers(rules)}
    turned = [enclosure.becomes for enclosure in rules.enclosures]
    by_hand = [kind for rule in rules.by_hand for kind in rule.kinds]
    return kinds | {kind: f"{kind} C4" for kind in (*turned, *by_hand)}


def kind_comes(rules: EpisodeRules, thing: str, nugget: str) -> bool:
    """Whether a rule of the episode gives things of this kind."""
    kind, _, details = thing.partition(" ")
    if kind == nugget and rules.shafts:
        return True
    name = f"{kind} {details.split(' ')[0]}" if kind == SHAFT else kind
    return name in gainable(rules, nugget)


def _deepest(scope: Scope, colour: str) -> int:
    """How deep the shaft of a colour can be after an episode; -1 if there is no such shaft."""
    shaft = next((shaft for shaft in scope.rules.shafts if shaft.colour == colour), None)
    if shaft is None:
        return -1
    home = scope.town.home
    standing = [site for site in home.standing if site.colour == colour]
    diggers = len(scope.buildings((colour,))) + len(standing)
    return min(shaft.boxes, home.shafts[colour] + diggers)


def _comes_at_once(scope: Scope, kind: str, square: str) -> bool:
    """Whether a sticker can come at once: on a turned cell, on a strip, by a rule of the table."""
    if any(kind in rule.kinds for rule in scope.rules.by_hand):
        return True
    if count := strip_stickers(scope.rules).count(kind):
        content = scope.rules.contents[scope.rules.layer(kind)]
        reached = scope.town.home.strips.get(content.kind, 0)
        return square.isdecimal() and reached < int(square) <= reached + count
    bit, layer = scope.rules.grid.bit(square), scope.rules.layer(kind)
    return any((turned.cell, turned.layer) == (bit, layer) for turned in scope.turned)
