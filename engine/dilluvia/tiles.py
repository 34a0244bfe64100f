"""The move `use`: the checks and the effects of tiles that are used (rules 43 to 45).

    use FREE_GARDEN F5      use CLAIM_2S F5 G7      use CLAIM_M F5 F6
    use CONVERT white brown                         use M_SMALL

A tile that counts at once but needs a choice is used with the same words, when its use is owed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.dilluvia.changes import garden_stock_refusal, with_garden
from engine.dilluvia.components import COLOURS, ONE, ROUND, Effect, Plot
from engine.dilluvia.land import (
    empty_squares,
    network,
    occupied_refusal,
    plots_at_network,
    with_claim,
)
from engine.dilluvia.notation import Use
from engine.dilluvia.state import DilluviaPlayer, DilluviaState, with_owed, with_player
from engine.dilluvia.transfers import (
    AT_ONCE,
    add_cubes,
    count_homes,
    spend_tile,
    subtract_cubes,
    usable_tile,
)
from engine.dilluvia.verb import Verb
from engine.kernel.grid import bits
from engine.kernel.phrases import Refusal, Wording, joined, phrase

Words = tuple[str, ...]


class TileUse(NamedTuple):
    """The use of a kind of tile.

    `wants` says in words what the tile asks for, and `fits` checks the form of the answer.
    `refusal` returns why the use is not allowed, `follow` returns the state after it. `choices`
    yields the words that may be allowed.
    """

    wants: Wording
    fits: Callable[[Words], bool]
    refusal: Callable[[DilluviaState, int, Effect, Words], Refusal]
    follow: Callable[[DilluviaState, int, Effect, Words], DilluviaState]
    choices: Callable[[DilluviaState, int, Effect], Iterator[Words]]


def _plot(state: DilluviaState, words: Words) -> Plot:
    return state.rules.city.plots[words]


def _garden_refusal(state: DilluviaState, seat: int, effect: Effect, words: Words) -> Refusal:
    player, plot = state.players[seat], _plot(state, words)
    if reason := garden_stock_refusal(state) or occupied_refusal(state, plot):
        return reason
    if plot.around & _beside_gardens(state, player):
        return ""
    return phrase("{square} touches no own claim or building", square=words[0])


def _beside_gardens(state: DilluviaState, player: DilluviaPlayer) -> int:
    """The squares around which a player may place a free garden (ruling 18)."""
    if state.rules.options.garden_by_propeller:
        return network(player)
    return player.claims | player.built


def _garden(state: DilluviaState, seat: int, effect: Effect, words: Words) -> DilluviaState:
    return with_garden(state, _plot(state, words).mask)


def _garden_squares(state: DilluviaState, seat: int, effect: Effect) -> Iterator[Words]:
    player = state.players[seat]
    near = state.rules.city.around(_beside_gardens(state, player)) & empty_squares(state)
    if garden_stock_refusal(state):
        return
    for bit in bits(near):
        yield (state.rules.city.grid.name(bit),)


def _conversion_refusal(state: DilluviaState, seat: int, effect: Effect, words: Words) -> Refusal:
    have = state.players[seat].cubes[COLOURS.index(words[0])]
    return "" if have else phrase("there is no {colour} cube", colour=phrase(words[0]))


def _convert(state: DilluviaState, seat: int, effect: Effect, words: Words) -> DilluviaState:
    player = state.players[seat]
    cubes = add_cubes(subtract_cubes(player.cubes, ONE[words[0]]), ONE[words[1]])
    return with_player(state, seat, player._replace(cubes=cubes))


def _conversions(state: DilluviaState, seat: int, effect: Effect) -> Iterator[Words]:
    cubes = state.players[seat].cubes
    for i, old_colour in enumerate(COLOURS):
        if cubes[i]:
            for new_colour in COLOURS:
                if new_colour != old_colour:
                    yield old_colour, new_colour


def _two_squares_refusal(state: DilluviaState, seat: int, effect: Effect, words: Words) -> Refusal:
    first, second = (_plot(state, (word,)) for word in words)
    if reason := occupied_refusal(state, first) or occupied_refusal(state, second):
        return reason
    own_squares = network(state.players[seat])
    near = (plot.around & own_squares for plot in (first, second))
    if all(near) or (first.around & second.mask and (first.around | second.around) & own_squares):
        return ""
    return phrase(
        "{squares}: both have to touch an own claim, building or propeller",
        squares=" ".join(words),
    )


def _claim(state: DilluviaState, seat: int, effect: Effect, words: Words) -> DilluviaState:
    mask = 0
    for word in words:
        mask |= _plot(state, (word,)).mask
    return with_claim(state, seat, mask)


def _two_squares(state: DilluviaState, seat: int, effect: Effect) -> Iterator[Words]:
    city, free = state.rules.city, empty_squares(state)
    near = city.around(network(state.players[seat])) & free
    for first in bits(near):
        for second in bits((near | city.around(first)) & free & ~first):
            if not second & near or first < second:
                yield city.grid.names(first | second)


def _two_in_line_refusal(state: DilluviaState, seat: int, effect: Effect, words: Words) -> Refusal:
    plot = _plot(state, words)
    if reason := occupied_refusal(state, plot):
        return reason
    if plot.around & network(state.players[seat]):
        return ""
    return phrase("the squares touch no own claim, building or propeller")


def _two_in_line(state: DilluviaState, seat: int, effect: Effect) -> Iterator[Words]:
    for plot in plots_at_network(state, seat):
        yield state.rules.city.grid.names(plot.mask)


SIZES = {1: "small", 2: "medium", 4: "large"}
"""The sizes of buildings in words, by the number of squares that they cover."""


def _rent_refusal(state: DilluviaState, seat: int, effect: Effect, words: Words) -> Refusal:
    if count_homes(state.players[seat], effect.squares):
        return ""
    return phrase(
        "{seat} has no {size} building", seat=state.seats[seat], size=phrase(SIZES[effect.squares])
    )


def _rent(state: DilluviaState, seat: int, effect: Effect, words: Words) -> DilluviaState:
    player = AT_ONCE["rent"](state.rules, state.players[seat], effect)
    return with_player(state, seat, player)


def _rents(state: DilluviaState, seat: int, effect: Effect) -> Iterator[Words]:
    if count_homes(state.players[seat], effect.squares):
        yield ()


def _squares(count: int) -> Callable[[Words], bool]:
    return lambda words: len(words) == count and words[0] not in COLOURS


def _two_colours(words: Words) -> bool:
    return len(words) == 2 and words[0] in COLOURS and words[0] != words[1]


TILE_USES: Mapping[str, TileUse] = {
    "garden": TileUse(
        phrase("a square, F5"), _squares(1), _garden_refusal, _garden, _garden_squares
    ),
    "convert": TileUse(
        phrase("two colours, from and to: white brown"),
        _two_colours,
        _conversion_refusal,
        _convert,
        _conversions,
    ),
    "squares": TileUse(
        phrase("two squares, F5 G7"), _squares(2), _two_squares_refusal, _claim, _two_squares
    ),
    "claim": TileUse(
        phrase("two squares in line, F5 F6"),
        _squares(2),
        _two_in_line_refusal,
        _claim,
        _two_in_line,
    ),
    "rent": TileUse(phrase("nothing"), lambda words: not words, _rent_refusal, _rent, _rents),
}
"""The uses of tiles, by the kind of effect."""


def use_refusal(state: DilluviaState, seat: int, action: Use) -> Refusal:
    """Why a player cannot use this tile now with these words; "" if it is allowed."""
    effect, owed = state.rules.effects.get(action.effect), state.turn.owed
    if effect is None:
        return _no_tile(state, seat, action.effect)
    if owed:
        if effect is not owed[0].effect:
            first = owed[0].effect.id if owed[0].effect else owed[0].kind
            return phrase("{what} comes first", what=first)
    elif reason := _holding_refusal(state, seat, effect):
        return reason
    tile_use = TILE_USES[effect.does]
    if not tile_use.fits(action.words):
        return phrase("{tile} asks for {what}", tile=effect.id, what=tile_use.wants)
    return tile_use.refusal(state, seat, effect, action.words)


def _no_tile(state: DilluviaState, seat: int, name: str) -> Refusal:
    """Why a name that no tile has cannot be used, with the tiles that the player can use."""
    tiles = [
        phrase("{tile} ({effect})", tile=effect.id, effect=phrase(effect.words))
        for effect in state.rules.effects.values()
        if not _holding_refusal(state, seat, effect)
    ]
    who = state.seats[seat]
    if not tiles:
        return phrase("{tile} is no tile; {seat} has none to use", tile=name, seat=who)
    return phrase(
        "{tile} is no tile; {seat} can use {tiles}", tile=name, seat=who, tiles=joined(", ", tiles)
    )


def _holding_refusal(state: DilluviaState, seat: int, effect: Effect) -> Refusal:
    """Why a player has no tile with this effect to use; "" if there is one."""
    player, carriers = state.players[seat], state.rules.carriers[effect.id]
    if effect.does not in TILE_USES or effect.when == "now":
        return phrase(
            "{tile} is not used with a move: {effect}, {when}",
            tile=effect.id,
            effect=phrase(effect.words),
            when=TIMES[effect.when],
        )
    if usable_tile(player, carriers):
        return ""
    if player.tiles & carriers and effect.when == ROUND:
        return phrase("{tile} has been used in this round", tile=effect.id)
    return phrase("{seat} has no {card}", seat=state.seats[seat], card=effect.id)


TIMES = {
    "now": phrase("when it is bought"),
    "game": phrase("once a game, with the move that it is for"),
    "round": phrase("once a round, with the move that it is for"),
    "always": phrase("whenever it can"),
    "end": phrase("at the end"),
}


def use(state: DilluviaState, seat: int, action: Use) -> DilluviaState:
    """Use a tile: discard it, turn it over or settle its owed use, then carry out its effect."""
    rules, turn = state.rules, state.turn
    effect = rules.effects[action.effect]
    if turn.owed:
        state = with_owed(state, turn.owed[1:])
    else:
        player = state.players[seat]
        bit = usable_tile(player, rules.carriers[effect.id])
        state = with_player(state, seat, spend_tile(player, rules.tiles[bit.bit_length() - 1]))
    return TILE_USES[effect.does].follow(state, seat, effect, action.words)


def uses(state: DilluviaState, seat: int) -> Iterator[Use]:
    """Yield every use of the tiles in hand; if the use of a tile is owed, only of this tile."""
    owed, player = state.turn.owed, state.players[seat]
    if owed:
        effects = [effect for effect in (owed[0].effect,) if effect]
    else:
        held = state.rules.tiles_of_mask(player.tiles & ~player.used & state.rules.usable)
        effects = list(dict.fromkeys(tile.effect for tile in held))
    for effect in effects:
        for words in TILE_USES[effect.does].choices(state, seat, effect):
            yield Use(effect.id, words)


def can_use(state: DilluviaState, seat: int) -> bool:
    """Whether a player has a tile that can be used now."""
    player, tiles = state.players[seat], state.rules.tiles
    held = player.tiles & ~player.used & state.rules.usable
    while held:
        tile = tiles[held.bit_length() - 1]
        for _ in TILE_USES[tile.effect.does].choices(state, seat, tile.effect):
            return True
        held ^= tile.bit
    return False


USE = Verb(use_refusal, use, uses)
