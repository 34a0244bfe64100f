"""The play of one episode: who may act, what is legal, what follows.

    reveal ──> every seat still playing: build | pass | quit, in any order ──> reveal ...

The builds of one card commute. `legal` and `apply` share one check, `misfit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.kernel.errors import IllegalMove
from engine.kernel.game import CHANCE
from engine.kernel.grid import bits
from engine.kernel.phrases import Phrase, Refusal, listed, phrase
from engine.my_city.play.notation import (
    OBSTACLE,
    Action,
    BuildMove,
    CardPass,
    Quit,
    Reveal,
    build_move,
    reveal_move,
)
from engine.my_city.play.placements import PieceTurn, Placement
from engine.my_city.play.rewards import (
    boxes_reached,
    completed_feats,
    completed_joins,
    earned_finds,
    turned_cells,
    walls_of,
)
from engine.my_city.play.ruleset import EpisodeRules, amount_between
from engine.my_city.play.state import MyCityState, Town


def awaiting(state: MyCityState) -> tuple[str, ...]:
    """The seats that still have to answer the card, else the table; none after the episode."""
    if state.waiting:
        return tuple(seat for i, seat in enumerate(state.seats) if state.waiting >> i & 1)
    return (CHANCE,) if state.playing and state.left else ()


def legal(state: MyCityState, seat: str) -> Iterator[Action]:
    """The actions of a seat: its builds, then pass, then quit; of the table: the cards to come."""
    if seat not in awaiting(state):
        return
    if seat == CHANCE:
        for i, card in enumerate(state.rules.deck):
            if state.deck >> i & 1:
                yield reveal_move(card)
        return
    rules, town = state.rules, state.town(seat)
    yield from fitting_builds(town, state.card)
    if not pass_refusal(rules, town.token, state.card):
        yield CardPass()
    yield Quit()


def fitting_builds(town: Town, card: str) -> Iterator[BuildMove]:
    """The builds of a card that fit, one for each place, with the fewest turns."""
    for way, squares in squares_for(town, card):
        for bit in bits(squares):
            placement = way.laid[bit]
            yield build_move(placement.piece, placement.square, placement.turns)


def squares_for(town: Town, card: str) -> Iterator[tuple[PieceTurn, int]]:
    """The turns of a building that fit, each with all squares on which its first cell may lie.

    `fits` checks a single placement.
    """
    free, reach = town.free & ~town.home.spared, town.reach
    for way in town.home.placements.ways(card):
        squares, near = way.squares & free, reach
        for step in way.steps:
            squares &= free >> step
            near |= reach >> step
        if squares & near:
            yield way, squares & near


def apply(state: MyCityState, seat: str, action: Action) -> MyCityState:
    """The state after an action; raises `IllegalMove` with the reason and changes nothing."""
    return play(state, ((seat, action),), (seat,))


def play(
    state: MyCityState, moves: Iterable[tuple[str, Action]], acting: Sequence[str] | None = None
) -> MyCityState:
    """The state after the moves; raises `IllegalMove` at the first illegal move.

    `acting` are the seats that make the moves, if known; the towns of the others stay as they are.

    This is the inner loop of every replay. It works on one `_Town` for each seat and makes the
    values once, at the end. It changes no argument.
    """
    rules, seats, towns, card, waiting, playing, deck, barred, firsts, lacking = state
    cards, cap = rules.cards, rules.token.cap
    if rules.dealt < len(cards):
        moves = _while_dealt(state, moves)
    rewards, turning = rules.rewards, rules.turning
    goals = bool(rules.feats or rules.finds or rules.joins)
    places: dict[str, _Town] = {}
    for i, (seat, begun) in enumerate(zip(seats, towns, strict=True)):
        if acting is None or seat in acting:
            places[seat] = _Town(1 << i, begun)
    refused: Refusal = ""
    stopped = True
    try:
        for seat, action in moves:
            if not waiting:
                # The table reveals a card.
                if type(action) is not Reveal or seat != CHANCE or not playing:
                    break
                card = action.card
                bit = cards[card]
                if not deck & bit:
                    break
                deck ^= bit
                if card == OBSTACLE:
                    barred = True
                elif barred:
                    barred = False
                else:
                    waiting = playing & ~lacking[card] if card in lacking else playing
                continue
            town = places[seat]
            bit = town.bit
            if not waiting & bit:
                break
            if type(action) is BuildMove:
                placement = town.placements[action]
                if placement.piece != card:
                    refused = _wrong_piece_refusal(rules, placement.piece, card)
                    break
                if not fits(town, placement):
                    refused = misfit(rules, town, placement)
                    break
                mask, built = placement.mask, town.built
                if rewards:
                    for reward in rewards:
                        if mask & (reward.cells or _beside_last(built)):
                            town.earn(reward.label, reward.points, cap)
                town.free ^= mask
                # The next building must touch an own building. The anchor no longer counts,
                # unless it stands as a building itself.
                town.reach = (town.reach if built else town.home.around) | placement.beside
                built.append(placement)
                if goals and mask & town.home.goals:
                    out = len(cards) - deck.bit_count()
                    firsts = town.cover(rules, mask, firsts, out)
                if turning and placement.colour in turning:
                    town.enclose(rules, placement)
            elif type(action) is CardPass:
                if refused := pass_refusal(rules, town.token, card):
                    break
                town.token -= rules.passing.cost if town.token < cap else 0
                town.passes += 1
            elif type(action) is Quit:
                town.gone = True
                playing ^= bit
            else:
                break
            waiting ^= bit
        else:
            stopped = False
    except KeyError:
        if seat in places:
            raise
        # There is no such seat or card. A check before every move would take time.
    if acting is None:
        after = tuple([town.value() for town in places.values()])
    else:
        after = tuple(
            [
                places[seat].value() if seat in places else town
                for seat, town in zip(seats, towns, strict=True)
            ]
        )
    state = MyCityState(rules, seats, after, card, waiting, playing, deck, barred, firsts, lacking)
    if stopped:
        raise IllegalMove(refused or _turn_refusal(state, seat, action))
    return state


def _while_dealt(
    state: MyCityState, moves: Iterable[tuple[str, Action]]
) -> Iterator[tuple[str, Action]]:
    """Yield the moves; raise `IllegalMove` at a reveal after the last card that is dealt."""
    left = state.left
    for seat, action in moves:
        if isinstance(action, Reveal) and seat == CHANCE:
            if not left:
                raise IllegalMove(phrase("the episode is over: all cards have been dealt"))
            left -= 1
        yield seat, action


class _Town:
    """A `Town` that `play` changes, with the bit of its seat; `value` makes a `Town` of it again.

    `walls` has by colour the cells of all its buildings, for each enclosing colour that was built.
    """

    __slots__ = ("bit", "placements", "walls", *Town._fields)

    def __init__(self, bit: int, town: Town) -> None:
        self.bit = bit
        self.placements = town.home.placements
        self.walls: dict[str, int] = {}
        self.land = town.land
        self.free = town.free
        self.reach = town.reach
        self.token = town.token
        self.home = town.home
        self.built = list(town.built)
        self.passes = town.passes
        self.rewards = dict(town.rewards)
        self.nuggets = town.nuggets
        self.gained = town.gained
        self.gone = town.gone
        self.marks = town.marks
        self.by_hand = town.by_hand

    def value(self) -> Town:
        """The town as a value."""
        return Town(
            self.land,
            self.free,
            self.reach,
            self.token,
            self.home,
            tuple(self.built),
            self.passes,
            tuple(self.rewards.items()),
            self.nuggets,
            self.gained,
            self.gone,
            self.marks,
            self.by_hand,
        )

    def earn(self, label: str, points: int, cap: int) -> None:
        """Move the token by the points of a reward, up to its cap, and add them to its label."""
        room = cap - self.token
        if points > room:
            points = room
        if points < 0:
            points = 0
        self.token += points
        self.rewards[label] = self.rewards.get(label, 0) + points

    def cover(
        self, rules: EpisodeRules, mask: int, firsts: tuple[int, ...], out: int
    ) -> tuple[int, ...]:
        """Add what a building on these cells earns; return the updated `firsts`."""
        completed, firsts = completed_feats(self.home, mask, self.free, firsts, out)
        for number in completed:
            feat = rules.feats[number]
            self.nuggets += feat.nuggets
            self.earn(feat.label, feat.points, rules.token.cap)
            if feat.marks:
                self.marks = (*self.marks, (feat.label, feat.marks))
            for sticker in feat.stickers:
                self.extend(rules, sticker)
        if rules.joins:
            buildings = (*self.home.standing, *self.built)
            joined, firsts = completed_joins(rules, self.land, buildings, firsts, out)
            for join in joined:
                self.nuggets += join.nuggets
                self.earn(join.label, join.points, rules.token.cap)
                if join.marks:
                    self.marks = (*self.marks, (join.label, join.marks))
                for sticker in join.stickers:
                    self.extend(rules, sticker)
        for label, points in earned_finds(rules, self.land, self.built) if rules.finds else ():
            self.earn(label, points, rules.token.cap)
        return firsts

    def extend(self, rules: EpisodeRules, sticker: str) -> None:
        """Put a sticker on the next box of its strip, if one is left, and add what the box pays."""
        kind = rules.contents[rules.layer(sticker)].kind
        strip = next(strip for strip in rules.strips if strip.kind == kind)
        box = boxes_reached(rules, self.home, self.gained)[kind] + 1
        if box <= strip.boxes:
            self.gained = (*self.gained, f"{sticker} {box}")
            self.nuggets += amount_between(strip.nuggets, box - 1, box)
            if points := amount_between(strip.pays, box - 1, box):
                self.earn(strip.label, points, rules.token.cap)
            if marks := amount_between(strip.box_marks, box - 1, box):
                self.marks = (*self.marks, (strip.label, marks))

    def enclose(self, rules: EpisodeRules, last: Placement) -> None:
        """Put stickers on the cells that the last building has enclosed."""
        colour = last.colour
        walls = self.walls.get(colour) or walls_of(colour, (*self.home.standing, *self.built))
        self.walls[colour] = walls = walls | last.mask
        for cell, content in turned_cells(rules, self.land, self.free, last, walls):
            layer = rules.layer(content)
            self.land = self.land.put(layer, rules.contents[layer], cell)
            if layer in rules.spared:
                self.home = self.home._replace(spared=self.home.spared | cell)
            self.gained = (*self.gained, f"{content} {rules.grid.name(cell)}")


def _beside_last(built: Sequence[Placement]) -> int:
    """The cells beside the last building, none before the first."""
    return built[-1].beside if built else 0


def fits(town: Town | _Town, placement: Placement) -> bool:
    """Whether a building can stand there; `misfit` says why it cannot."""
    mask = placement.mask
    return (
        mask & town.free == mask
        and mask & town.reach != 0
        and not placement.flaw
        and not mask & town.home.spared
    )


def misfit(rules: EpisodeRules, town: Town | _Town, placement: Placement) -> Refusal:
    """Why a building cannot stand there, in the table's words; "" when it can."""
    if fits(town, placement):
        return ""
    land, mask = town.land, placement.mask
    ground = rules.ground(land)
    for kind, cells in (
        (phrase("a mountain"), land.mountain),
        (phrase("forest"), land.forest & ~ground),
        (
            phrase("the {bank} bank, which is closed", bank=phrase(rules.closed_name)),
            rules.closed & land.light,
        ),
    ):
        if mask & cells:
            names = _names(rules, mask & cells)
            return phrase("stands on {kind} ({cells})", kind=kind, cells=names)
    for content, layer in rules.contents_on(land):
        if mask & layer & ~ground:
            names = _names(rules, mask & layer)
            return phrase("stands on the {kind} ({cells})", kind=phrase(content.id), cells=names)
    if built := mask & ground & ~town.free:
        return phrase("covers an own building ({cells})", cells=_names(rules, built))
    for content, layer in rules.contents_on(land):
        if mask & layer & town.home.spared:
            names = _names(rules, mask & layer)
            return phrase("stands on the {kind} ({cells})", kind=phrase(content.id), cells=names)
    if placement.flaw:
        return placement.flaw
    if not town.built:
        anchor = phrase(rules.anchor.name)
        return phrase("is not next to the {anchor}, as the first building must be", anchor=anchor)
    return phrase("touches no own building with an edge")


def _names(rules: EpisodeRules, cells: int) -> str:
    return " ".join(rules.grid.names(cells))


def pass_refusal(rules: EpisodeRules, token: int, card: str) -> Refusal:
    """Why this card cannot be passed; "" when it can."""
    passing = rules.passing
    if rules.pieces[card].must_build:
        return phrase("{card} cannot be passed: build it or quit", card=card)
    if not passing.allowed:
        return phrase("nobody passes in this episode: build or quit")
    if token - passing.cost < passing.floor:
        return phrase(
            "a pass costs {cost} and the token is at {token}: build or quit",
            cost=passing.cost,
            token=token,
        )
    return ""


def _wrong_piece_refusal(rules: EpisodeRules, piece: str, card: str) -> Phrase:
    """Why a building other than the revealed one cannot be built."""
    if piece not in rules.pieces:
        return phrase("{piece} is not a building of this set", piece=piece)
    return phrase("{piece} is not the revealed building, {card} is", piece=piece, card=card)


def _turn_refusal(state: MyCityState, seat: str, action: Action) -> Phrase:
    """Why a seat cannot make this move now."""
    if isinstance(action, Reveal) != (seat == CHANCE):
        return phrase("the table (*) reveals cards, the seats build, pass or quit")
    if seat not in (*state.seats, CHANCE):
        return phrase("nobody sits at {seat}", seat=seat)
    if seat in state.seats and state.town(seat).gone:
        return phrase("{seat} has quit this episode", seat=seat)
    if not (waiting := awaiting(state)):
        if state.playing:
            if state.deck:
                return phrase("the episode is over: all cards have been dealt")
            return phrase("the episode is over: the deck is empty")
        return phrase("the episode is over: all have quit")
    if isinstance(action, Reveal):
        if state.waiting:
            seats = listed(waiting)
            return phrase("{seats} still to answer {card}", seats=seats, card=state.card)
        if action.card in state.rules.cards:
            return phrase("{card} has been revealed before", card=action.card)
        return phrase("{card} is no card of this deck", card=action.card)
    if state.waiting:
        if state.lacking.get(state.card, 0) >> state.seats.index(seat) & 1:
            return phrase("{seat} has no {card} and is not asked", seat=seat, card=state.card)
        return phrase("{seat} has answered {card} already", seat=seat, card=state.card)
    return phrase("no card to answer: the table reveals the next one")
