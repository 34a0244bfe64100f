"""Short answers of Dilluvia Project: the words of the record, in a shorter form.

n2              the airship at the head of column 2; also: north 2
1 3    -        buy squares of the own line, by their distance; - buys nothing
3 income        workers into an area, by its name or the beginning of it; 3* with the special one
F5 F6  .        claim squares; . means nothing more here
2A E5 goods     a building, its squares, the space for its cube
money5          a tile by its effect, in decisions about a tile; also by its id: W34

A dot may follow in the same line: `F5 F6 .` is the last claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from engine import dilluvia
from engine.dilluvia.areas import price_of
from engine.dilluvia.beginning import SEATS
from engine.dilluvia.components import AREAS, COLOURS, Effect, MarketTile
from engine.dilluvia.land import cost_of
from engine.dilluvia.market import line_prices, refill_refusal, tiles_due
from engine.dilluvia.notation import (
    RIGHT,
    Action,
    Airship,
    Buy,
    BuyPropeller,
    ClaimMove,
    DilluviaBuild,
    EndOfDecisions,
    Refill,
    Square,
    TileChoice,
    Use,
    WorkerPlacement,
    format,
)
from engine.dilluvia.reading import SIDES
from engine.dilluvia.rules import AWAITED, asked_key, awaited_key
from engine.dilluvia.state import EMPTY, DilluviaState
from engine.kernel.answers import AnswerForm, Answers, AwaitedAnswer, Words, in_words
from engine.kernel.errors import NotationError, shortened_text
from engine.kernel.game import CHANCE, Seat
from engine.kernel.names import AmbiguousName, Names, matching_ids
from engine.kernel.phrases import Phrase, Refusal, Wording, joined, many, phrase, plural

DONE, NOTHING, SPECIAL = ".", "-", "*"
SHIP = re.compile(r"([nswe])([1-4])", re.IGNORECASE | re.ASCII)
DISCS = re.compile(r"([1-9]\d?)(\*?)", re.ASCII)
SIDE = {side[0]: side for side in SIDES}
_IN_WORDS = in_words(dilluvia)


def read(state: DilluviaState, seat: Seat, words: Words) -> tuple[Action, int]:
    """The action of the first words, and the number of these words; raises `NotationError`."""
    kind, word = awaited_key(state), words[0].lower()
    if word == DONE:
        return EndOfDecisions(), 1
    count = next((i for i, word in enumerate(words) if word == DONE), len(words))
    if kind == "refill":
        count = _refill_length(state, words[:count])
    if kind == "purchases" and word == NOTHING:
        return Buy(()), 1
    if kind == "airships" and (ship := SHIP.fullmatch(word)):
        return Airship(SIDE[ship[1].lower()], int(ship[2])), 1
    if kind == "actions" and count > 1 and (discs := DISCS.fullmatch(word)):
        in_full = " ".join(words[2:4]).lower() == "with special"
        special = bool(discs[2]) or in_full
        return WorkerPlacement(int(discs[1]), _area(words[1]), special), 4 if in_full else 2
    written = _as_written(words[:count])
    if word in RIGHT:
        return dilluvia.parse(" ".join(written)), count
    try:
        action, _ = _IN_WORDS.read(state, seat, written)
    except NotationError:
        raise NotationError(_no_answer(state, seat, words)) from None
    return action, count


def _refill_length(state: DilluviaState, words: Words) -> int:
    """The number of words at the beginning that name tiles of one possible refill, at least 1.

    If the first word is not the id of a tile, the result is the number of all words.
    """
    tiles = [word.upper() for word in words]
    if tiles[0] not in state.rules.tiles_by_id:
        return len(words)
    while len(tiles) > 1 and refill_refusal(state, -1, Refill(tuple(tiles))):
        tiles.pop()
    return len(tiles)


def _no_answer(state: DilluviaState, seat: Seat, words: Words) -> Phrase:
    """The message for words that are no answer to the decision; it says what is awaited."""
    awaited_here = AWAITED[asked_key(state)][1]
    name, colon, _ = words[0].partition(":")
    if colon or name in SEATS:
        turn = (
            phrase("the table draws")
            if seat == CHANCE
            else phrase("it is the turn of {seat}", seat=seat)
        )
        return phrase(
            '"{text}": {turn}, {awaited}',
            text=shortened_text(words[0]),
            turn=turn,
            awaited=awaited_here,
        )
    return phrase(
        '"{text}" is no answer here: {awaited}',
        text=shortened_text(" ".join(words)),
        awaited=awaited_here,
    )


def _as_written(words: Words) -> list[str]:
    """The words as in a record: verbs, colours and spaces of buildings in lower case."""
    return [word.lower() if word.isalpha() and len(word) > 2 else word for word in words]


def _area(word: str) -> str:
    try:
        areas = matching_ids(word, [(area, area) for area in AREAS])
    except AmbiguousName as ambiguous:
        raise NotationError(ambiguous.words) from None
    if not areas:
        raise NotationError(
            phrase("'{word}' is no area: {areas}", word=word, areas=", ".join(AREAS))
        )
    return areas[0]


def short(state: DilluviaState, seat: Seat, action: Action) -> str:
    """The short answer for a legal action."""
    match action:
        case EndOfDecisions():
            return DONE
        case Buy(()):
            return NOTHING
        case Airship(side, number):
            return f"{side[0]}{number}"
        case WorkerPlacement(discs, area, special):
            return f"{discs}{SPECIAL * special} {area}"
        case Use() | DilluviaBuild() | ClaimMove():
            return _IN_WORDS.short(state, seat, action)
        case _:
            return format(action).partition(" ")[2]


def awaited(state: DilluviaState, seat: Seat) -> AwaitedAnswer:
    """The answer that is awaited: the player, the kind of answer, and how much is left for it."""
    kind, turn = awaited_key(state), state.turn
    who = "" if seat == CHANCE else seat
    money = phrase("money {count}", count=state.players[state.actor].money)
    what: Wording = WHAT[asked_key(state)]
    left: Wording = ""
    match kind:
        case "refill":
            left = plural("{count} to come", "{count} to come", tiles_due(state))
        case "airships":
            number, last = turn.at + 1, len(state.order)
            what = phrase("airship {number} of {last}", number=number, last=last)
            left = money
        case "purchases":
            left = joined(", ", (phrase("line {prices}", prices=_line(state)), money))
        case "actions":
            player = state.players[state.actor]
            workers: Wording = str(player.idle)
            if player.special:
                workers = phrase("{count} + special", count=player.idle)
            left = joined(", ", (workers, money))
        case "claims" | "build" | "switch":
            assert turn.open is not None, "an area is open when it is used"
            remaining = plural("{count} left", "{count} left", turn.open.left)
            if kind == "build" and not turn.open.left:
                remaining = plural(
                    "{count} propeller left", "{count} propellers left", turn.open.free
                )
            elif kind == "claims" and turn.open.free:
                remaining = phrase(
                    "{count} and {free} free left", count=turn.open.left, free=turn.open.free
                )
            left = joined(", ", (remaining, money))
        case "take":
            left = many(turn.owed[0].amount, "cube")
        case "pick" | "square" | "garden" | "may pick" | "may square" | "may garden":
            left = joined(", ", (phrase("for {price}", price=turn.owed[0].amount), money))
        case "use":
            assert turn.owed[0].effect is not None, "a tile is owed for what it does"
            left = turn.owed[0].effect.id
    return AwaitedAnswer(phrase("round {number}", number=turn.round), who, what, left)


WHAT: Mapping[str, Wording] = {
    "order": phrase("turn order"),
    "refill": phrase("tiles for the market"),
    "airships": phrase("airship"),
    "purchases": phrase("buy"),
    "actions": phrase("workers"),
    "placed": phrase("use a tile, or ."),
    "claims": phrase("claim, or ."),
    "build": phrase("build, or ."),
    "switch": phrase("switch, or ."),
    "must claims": phrase("claim"),
    "must build": phrase("build"),
    "must switch": phrase("switch"),
    "take": phrase("take"),
    "pick": phrase("a tile of the market"),
    "aside": phrase("a tile put aside"),
    "square": phrase("a printed square"),
    "domino": phrase("two squares to claim"),
    "garden": phrase("a garden on a claim"),
    "may pick": phrase("a tile of the market, or ."),
    "may square": phrase("a printed square, or ."),
    "may garden": phrase("a garden on a claim, or ."),
    "use": phrase("the tile just bought"),
    "over": "",
}
"""The words for the answer that is awaited, by the kind of decision."""


def _line(state: DilluviaState) -> str:
    """The prices in the line of the player on turn: `1 4 - 3`."""
    prices = line_prices(state, state.actor)
    return " ".join(str(price) if price else "-" for price in prices)


def words(state: DilluviaState, seat: Seat, action: Action) -> Refusal:
    """The meaning of an answer: name, price, effect; "" if it is plain."""
    rules = state.rules
    player = state.players[state.actor] if seat != CHANCE else None
    match action:
        case Refill((name, *_)) | TileChoice(name):
            return _tile(rules.tiles_by_id[name])
        case Buy(()):
            return phrase("nothing")
        case Buy(distances):
            prices = line_prices(state, state.actor)
            total = sum(prices[distance - 1] for distance in distances)
            effects = joined("; ", _effects(state, distances))
            return joined(": ", (_money(total), effects))
        case WorkerPlacement(_, area, special):
            price = price_of(state, state.actor, rules.areas[area]) or 0
            bonus = rules.areas[area].bonus if special else 0
            costs = _money(price) if price else phrase("free")
            return joined(", ", (costs, phrase("bonus {count}", count=bonus))) if bonus else costs
        case ClaimMove(squares) if player:
            if state.turn.owed:
                return phrase("free")
            cost = cost_of(state, player, len(squares))
            if len(squares) == 1 and state.turn.open and state.turn.open.free:
                return phrase("free")
            return joined(", ", (many(cost.workers, "worker"), _money(cost.price)))
        case DilluviaBuild(name, _, space, less):
            building = rules.buildings[name]
            gains = building.goods if space != "prestige" else building.prestige
            gains_in_words = [in_words(n) for in_words, n in zip(GAINED, gains, strict=True) if n]
            cubes_due = [cost - saved for cost, saved in zip(building.cost, less, strict=True)]
            return phrase(
                "{cost}; cube on {space}: {gains}",
                cost=cubes_in_words(cubes_due),
                space=phrase(space),
                gains=joined(", ", gains_in_words),
            )
        case BuyPropeller(square):
            propeller = rules.city.propellers[square]
            return joined(", ", (_money(propeller.price), _prestige(propeller.prestige)))
        case Use(effect, _):
            return phrase(rules.effects[effect].words)
        case Square(row, column):
            return _effect(rules.printed[4 * row + column - 5])
        case EndOfDecisions():
            return phrase("nothing more")
    return ""


def _effects(state: DilluviaState, distances: tuple[int, ...]) -> Iterator[Wording]:
    """Yield the effects on squares of the line of the player on turn, in words."""
    ship = state.market.ships[state.actor]
    for distance in distances:
        square = ship.squares[distance - 1] if ship else 0
        tile = state.market.tiles[square]
        yield (
            _effect(state.rules.printed[square])
            if tile == EMPTY
            else _tile(state.rules.tiles[tile])
        )


def _tile(tile: MarketTile) -> Phrase:
    """A tile in words: its effect's id, its crown and price, and what it does."""
    name: list[Wording] = [tile.effect.id]
    name += [phrase("crown")] if tile.crown else []
    name += [phrase("price {count}", count=tile.price)] if tile.price else []
    return joined(": ", (joined(", ", name), phrase(tile.effect.words)))


def _effect(effect: Effect) -> Phrase:
    return joined(": ", (effect.id, phrase(effect.words)))


def _money(amount: int) -> Phrase:
    return plural("{count} money", "{count} money", amount)


def _prestige(amount: int) -> Phrase:
    return phrase("{count} prestige", count=amount)


def _cubes(count: int) -> Phrase:
    return many(count, "cube")


def _workers(count: int) -> Phrase:
    return many(count, "worker")


GAINED = _money, _cubes, _prestige, _workers
"""The functions for the gains of a building in words, in the order of `Gains`."""


def cubes_in_words(cubes: Iterable[int]) -> Phrase:
    """Cubes in words: `1 white, 2 brown`."""
    pairs = zip(COLOURS, cubes, strict=True)
    return joined(
        ", ", [phrase("{count} {what}", count=n, what=phrase(colour)) for colour, n in pairs if n]
    )


def names(state: DilluviaState, seat: Seat) -> Names:
    """The names of the tiles that may come or be picked, each with the tile's id.

    A tile is named after its effect. "crown" or "plain" follows if only some tiles of the effect
    have a crown. A decision in which no tile is named has no names.
    """
    kind, market, rules = awaited_key(state), state.market, state.rules
    if kind == "refill":
        tiles = rules.tiles_of_mask(market.white | market.grey)
    elif kind == "aside":
        tiles = rules.tiles_of_mask(market.aside)
    elif kind in ("pick", "may pick"):
        tiles = [rules.tiles[tile] for tile in market.tiles if tile != EMPTY]
    else:
        return ()
    by_effect: dict[str, set[bool]] = {}
    for tile in tiles:
        by_effect.setdefault(tile.effect.id, set()).add(tile.crown)
    return [
        (
            tile.effect.id + ("" if len(by_effect[tile.effect.id]) == 1 else CROWN[tile.crown]),
            tile.id,
        )
        for tile in tiles
    ]


CROWN = {True: " crown", False: " plain"}
"""The words that tell tiles of one effect apart, by whether they have a crown."""

FORMS = (
    AnswerForm("n2", "the airship at the head of column 2; s, w, e: the other sides"),
    AnswerForm(
        "1 3", "squares to buy in the own line, by the distance from the airship; - for nothing"
    ),
    AnswerForm("3 income", "workers into an area, by its name or the beginning of it"),
    AnswerForm("2* build", "the same, with the special worker"),
    AnswerForm("f5 f6", "one claim of these squares"),
    AnswerForm("2a e5 goods", "a building, its squares, the space for its cube"),
    AnswerForm("white 1 black 2", "cubes of your choice"),
    AnswerForm("use CONVERT white brown", "a tile, and what it asks for"),
    AnswerForm(".", "nothing more here; also at the end of a line: f5 f6 ."),
    AnswerForm("money5", "a tile by its effect; ? money lists the tiles with money in it"),
)

ANSWERS = Answers(read, short, awaited, words, names, forms=FORMS)
