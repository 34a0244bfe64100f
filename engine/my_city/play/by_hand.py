"""Adds to an episode what the table states by rules that the program does not know.

    reveal ──> build | pass | quit | build ... by hand ──> ... ──> by hand RULE: ... of every seat

The module `rules` plays by the rules. This module adds buildings that stand where the rules forbid
it. After the last card every seat states what each rule of the table gave it, within the bounds of
the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, product

from engine.kernel.errors import IllegalMove, SetupError, wording_of
from engine.kernel.grid import bits
from engine.kernel.phrases import Phrase, Refusal, Wording, joined, listed, many, phrase
from engine.my_city.play import rules
from engine.my_city.play.boards import board_from_words
from engine.my_city.play.land import OR, PIECE
from engine.my_city.play.notation import Action, AllowedBuild, BuildMove, TableReward
from engine.my_city.play.placements import Placement, Placements
from engine.my_city.play.ruleset import EpisodeRules, HandRule
from engine.my_city.play.state import MyCityState, Town


def awaiting(state: MyCityState) -> tuple[str, ...]:
    """The seats that may act by the rules; after the last card, those that have to state a rule."""
    waiting = rules.awaiting(state)
    if waiting or not state.rules.by_hand:
        return waiting
    return tuple(seat for seat in state.seats if due_rule(state, seat))


def due_rule(state: MyCityState, seat: str) -> HandRule | None:
    """The rule that a seat states next; None before the last card, and after its last rule."""
    if not state.rules.by_hand or rules.awaiting(state):
        return None
    stated = _stated_rules(state.town(seat))
    return next((r for r in state.rules.by_hand if r.stated and r.label not in stated), None)


def _stated_rules(town: Town) -> set[str]:
    """The rules of which a seat has stated what they gave it, beside buildings that stand."""
    return {reward.rule for reward in town.by_hand if isinstance(reward, TableReward)}


def lets_stand(state: MyCityState) -> bool:
    """Whether a rule of the table lets buildings stand where the rules forbid it."""
    return any(rule.buildings for rule in state.rules.by_hand)


def is_stated(state: MyCityState) -> bool:
    """Whether seats have to state after the last card what a rule of the table gave."""
    return any(rule.stated for rule in state.rules.by_hand)


def play(state: MyCityState, moves: Iterable[tuple[str, Action]]) -> MyCityState:
    """The state after the moves; raises `IllegalMove` at the first illegal move."""
    if not state.rules.by_hand:
        return rules.play(state, moves)
    for seat, action in moves:
        if isinstance(action, TableReward):
            state = _with_reward(state, seat, action)
        elif isinstance(action, AllowedBuild):
            state = _with_build(state, seat, action)
        else:
            state = rules.play(state, ((seat, action),))
    return state


def apply(state: MyCityState, seat: str, action: Action) -> MyCityState:
    """The state after an action; raises `IllegalMove` with the reason and changes nothing."""
    if not state.rules.by_hand:
        return rules.apply(state, seat, action)
    return play(state, ((seat, action),))


def legal(state: MyCityState, seat: str) -> Iterator[Action]:
    """Every action of a seat: what the rules allow, then the buildings by hand.

    If a rule of the table is due, the actions are the statements that a seat may make of it.
    """
    if not state.rules.by_hand:
        return rules.legal(state, seat)
    if rule := due_rule(state, seat) if seat in state.seats else None:
        return _statements(state.rules, rule)
    return chain(rules.legal(state, seat), _builds_by_hand(state, seat))


def _builds_by_hand(state: MyCityState, seat: str) -> Iterator[AllowedBuild]:
    """Every building of a seat that can stand only by a rule of the table."""
    if seat in state.seats and seat in rules.awaiting(state):
        town = state.town(seat)
        for rule, build in product(state.rules.by_hand, town.home.placements.of_piece(state.card)):
            if not _build_refusal(state, town, rule, build):
                yield AllowedBuild(build, rule.label)


def bounds_in_words(rule: HandRule) -> Phrase:
    """The bounds of a rule: `0 to 5 points, 0 to 2 marks, up to 1 tree or rock`."""
    (low, high), (fewest, most) = rule.points, rule.marks
    parts: list[Wording] = []
    if rule.points != (0, 0):
        parts.append(phrase("{low} to {amount}", low=low, amount=many(high, "point")))
    if rule.marks != (0, 0):
        parts.append(phrase("{low} to {amount}", low=fewest, amount=many(most, "mark")))
    if rule.stickers:
        kinds = listed(map(phrase, rule.kinds), OR)
        parts.append(phrase("up to {count} {kinds}", count=rule.stickers, kinds=kinds))
    if rule.buildings:
        parts.append(phrase("up to {buildings}", buildings=many(rule.buildings, "building")))
    return joined(", ", parts)


def _with_reward(state: MyCityState, seat: str, reward: TableReward) -> MyCityState:
    """The state after a seat has stated what a rule gave it; raises `IllegalMove`."""
    rule = next((r for r in state.rules.by_hand if r.label == reward.rule and r.stated), None)
    if rule is None:
        names = joined(", ", [r.label for r in state.rules.by_hand if r.stated] or [phrase("none")])
        raise IllegalMove(
            phrase(
                "{rule} is no rule by hand of this episode; its rules by hand: {names}",
                rule=reward.rule,
                names=names,
            )
        )
    if rules.awaiting(state):
        raise IllegalMove(phrase("{rule} is stated after the last card", rule=phrase(rule.label)))
    if seat not in state.seats:
        raise IllegalMove(phrase("nobody sits at {seat}", seat=seat))
    index = state.seats.index(seat)
    town = state.towns[index]
    if rule.label in _stated_rules(town):
        raise IllegalMove(
            phrase("{seat} has stated {rule} already", seat=seat, rule=phrase(rule.label))
        )
    _check_bounds(rule, reward)
    _check_stickers(state.rules, town, reward, seat)
    return _with(state, index, town._replace(by_hand=(*town.by_hand, reward)))


def _check_bounds(rule: HandRule, reward: TableReward) -> None:
    """Refuse a statement beyond the bounds of its rule; raises `IllegalMove`."""
    kinds = [words.split()[0] for words in reward.stickers]
    within = (
        rule.points[0] <= reward.points <= rule.points[1]
        and rule.marks[0] <= reward.marks <= rule.marks[1]
        and len(kinds) <= rule.stickers
        and set(kinds) <= set(rule.kinds)
    )
    if not within:
        raise IllegalMove(
            phrase("{rule} gives {bounds}", rule=phrase(rule.label), bounds=bounds_in_words(rule))
        )


def _check_stickers(
    episode_rules: EpisodeRules, town: Town, reward: TableReward, seat: str
) -> None:
    """Refuse stickers that cannot lie on the board or lie there already; raises `IllegalMove`."""
    try:
        board_from_words(episode_rules, town.land, reward.stickers, seat, "")
    except SetupError as error:
        raise IllegalMove(phrase("{why}", why=wording_of(error))) from None
    for words in reward.stickers:
        kind, where = words.split()
        layer = episode_rules.layer(kind)
        lying = town.land.layers[layer] & episode_rules.grid.bit(where)
        marked = town.home.marked.get(episode_rules.contents[layer].kind, ())
        if lying or where in marked or reward.stickers.count(words) > 1:
            raise IllegalMove(
                phrase("there is a {kind} on {where}", kind=phrase(kind), where=where)
            )


def _with_build(state: MyCityState, seat: str, allowed: AllowedBuild) -> MyCityState:
    """The state after a building that stands by hand; raises `IllegalMove`.

    `rules.play` builds it on a copy of the board that is open for it.
    """
    build, label = allowed
    rule = next((r for r in state.rules.by_hand if r.label == label and r.buildings), None)
    if rule is None or seat not in state.seats:
        raise IllegalMove(phrase("{rule} lets no building stand by hand", rule=phrase(label)))
    index = state.seats.index(seat)
    town = state.towns[index]
    if why := _build_refusal(state, town, rule, build):
        raise IllegalMove(why)
    home, laid = town.home, town.home.placements[build]
    opened_placements = Placements(state.rules.grid, {}, state.rules.banks, home.placements)
    opened_placements[build] = Placement(
        laid.piece, laid.colour, laid.square, laid.turns, laid.mask, laid.beside
    )
    opened = town._replace(
        free=town.free | laid.mask,
        reach=town.reach | laid.mask,
        home=home._replace(placements=opened_placements, spared=0),
    )
    after = rules.play(_with(state, index, opened), ((seat, build),))
    built = after.towns[index]._replace(home=home, by_hand=(*town.by_hand, allowed))
    return _with(after, index, built)


def _build_refusal(state: MyCityState, town: Town, rule: HandRule, build: BuildMove) -> Refusal:
    """Why a building cannot stand there by a rule of the table; "" when it can."""
    laid = town.home.placements[build]
    for building in town.standing:
        if overlap := building.mask & laid.mask:
            cells = " ".join(state.rules.grid.names(overlap))
            return phrase("covers an own building ({cells})", cells=cells)
    used = sum(
        isinstance(entry, AllowedBuild) and entry.rule == rule.label for entry in town.by_hand
    )
    if used >= rule.buildings:
        return phrase(
            "{rule} gives {bounds}", rule=phrase(rule.label), bounds=bounds_in_words(rule)
        )
    if rules.fits(town, laid):
        return phrase("the rules allow it there: leave out by hand")
    return ""


def _statements(episode_rules: EpisodeRules, rule: HandRule) -> Iterator[TableReward]:
    """Every statement that a seat may make of a rule, the smallest amounts first."""
    grid = episode_rules.grid
    cells = [grid.name(bit) for bit in bits(grid.all)]
    words = [""]
    for content in (content for content in episode_rules.contents if content.id in rule.kinds):
        places = episode_rules.pieces if content.on == PIECE else cells
        words += [f"{content.id} {place}" for place in places]
    point_range, mark_range = (range(low, high + 1) for low, high in (rule.points, rule.marks))
    for stickers in product(*[words] * rule.stickers):
        for points, marks in product(point_range, mark_range):
            yield TableReward(rule.label, points, marks, tuple(filter(None, stickers)))


def _with(state: MyCityState, index: int, town: Town) -> MyCityState:
    """The state with another town at an index of its seats."""
    return state._replace(towns=(*state.towns[:index], town, *state.towns[index + 1 :]))
