"""Dilluvia Project on a phone: boards to tap, and buttons for areas, tiles and cubes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from campaign.display.html.steps import (
    Document,
    Option,
    basket,
    branch_choice,
    choice,
    group,
    option_choice,
    options,
    step,
    steppers,
    thing,
)
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.games.dilluvia import market_picture as dilluvia_market
from campaign.games.dilluvia import picture as dilluvia
from campaign.games.dilluvia.moves import AREA
from campaign.games.dilluvia.moves import seat_and_words as seat_and_words
from campaign.games.dilluvia.phone_boards import CITY, MARKET, city, market, square_of
from campaign.services.entering.game import Entering
from engine.dilluvia.answers import cubes_in_words
from engine.dilluvia.components import COLOURS
from engine.dilluvia.market import tiles_due
from engine.dilluvia.notation import (
    Airship,
    Buy,
    BuyPropeller,
    ClaimMove,
    CubeChoice,
    DilluviaBuild,
    EndOfDecisions,
    PlaceGarden,
    Refill,
    SeatOrder,
    Square,
    Switch,
    TileChoice,
    Use,
    WorkerPlacement,
)
from engine.dilluvia.rules import asked_key
from engine.dilluvia.state import DilluviaState
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, joined, phrase

IN_CITY = (ClaimMove, BuyPropeller, PlaceGarden, Switch)
ON_MARKET = (Airship, Buy, TileChoice, Square)


QUESTION = {
    "order": phrase("What is the turn order?"),
    "refill": phrase("Which tiles come to the market?"),
    "airships": phrase("Where does the airship go?"),
    "purchases": phrase("What is bought?"),
    "actions": phrase("Workers into which area?"),
    "placed": phrase("Use a tile?"),
    "claims": phrase("Which squares are claimed?"),
    "build": phrase("What is built?"),
    "switch": phrase("Which cube is switched?"),
    "must claims": phrase("Which squares are claimed?"),
    "must build": phrase("What is built?"),
    "must switch": phrase("Which cube is switched?"),
    "take": phrase("Which cubes?"),
    "pick": phrase("Which tile of the market?"),
    "aside": phrase("Which of the tiles that were put aside?"),
    "square": phrase("Which printed square?"),
    "domino": phrase("Which two squares are claimed?"),
    "garden": phrase("Where does the garden go?"),
    "may pick": phrase("A tile of the market?"),
    "may square": phrase("A printed square?"),
    "may garden": phrase("A garden on a claim?"),
    "use": phrase("How is the tile used?"),
}
"""The question of each kind of decision."""


def question(state: DilluviaState) -> Phrase:
    """Return the question of the decision that is due."""
    return QUESTION[asked_key(state)]


def facts(state: DilluviaState, seat: Seat) -> Sequence[Wording]:
    """The cubes of a seat, its tiles, and the tiles that it has used in this round, in words."""
    player = state.players[state.seats.index(seat)]
    tiles = joined("; ", [phrase(t.effect.words) for t in state.rules.tiles_of_mask(player.tiles)])
    used = joined("; ", [phrase(t.effect.words) for t in state.rules.tiles_of_mask(player.used)])
    lines = [
        phrase("cubes: {cubes}", cubes=cubes_in_words(player.cubes) or "-"),
        phrase("tiles: {tiles}", tiles=tiles or "-"),
    ]
    return [*lines, phrase("used in this round: {tiles}", tiles=used)] if used else lines


def first_step(entering: Entering, seat: Seat, speaker: Speaker) -> Document:
    """The next step: every legal answer as a button or as squares of a board to tap."""
    state: DilluviaState = entering.state
    legal = options(entering, seat)
    match legal[0].action:
        case SeatOrder():
            return _order(legal, entering.head.names)
        case Refill():
            return step(basket=_tiles(state, legal))
        case CubeChoice():
            return step(steppers=_cubes(legal))
    on_market, in_city = _options_of_kinds(legal, *ON_MARKET), _options_of_kinds(legal, *IN_CITY)
    aside = [o for o in on_market if isinstance(o.action, TileChoice) and square_of(state, o) < 0]
    put_aside = [(o, state.rules.tiles_by_id[o.action.tile].effect.words) for o in aside]
    endings = [
        option_choice(o, o.words)
        for o in legal
        if o.action == EndOfDecisions() or o.action == Buy(())
    ]
    groups = (
        group("", _areas(_options_of_kinds(legal, WorkerPlacement))),
        group(phrase("Build"), _buildings(state, _options_of_kinds(legal, DilluviaBuild))),
        group(
            phrase("Tiles that were put aside"),
            [option_choice(option, phrase(words)) for option, words in put_aside],
        ),
        group(phrase("Use a tile"), _uses(state, _options_of_kinds(legal, Use))),
        group("", endings),
    )
    if in_city:
        return step(groups=groups, grid=city(state, in_city))
    if len(on_market) > len(aside):
        return step(groups=groups, grid=market(state, on_market))
    return step(groups=groups)


def _order(legal: Sequence[Option], names: Mapping[Seat, str], place: int = 0) -> Document:
    """Buttons for the seat at `place` of the order; each leads to the next place that is open."""
    by_seat: dict[Seat, list[Option]] = {}
    for option in legal:
        by_seat.setdefault(option.action.seats[place], []).append(option)
    buttons = []
    for seat, orders in by_seat.items():
        name = names.get(seat, seat)
        if len(orders) == 1:
            buttons.append(choice(orders[0].line, name))
        else:
            buttons.append(branch_choice(name, _order(orders, names, place + 1)))
    return step(
        phrase("Who comes next?") if place else phrase("Who is first?"), [group("", buttons)]
    )


def _options_of_kinds(legal: Iterable[Option], *kinds: type) -> list[Option]:
    """The options whose actions are of these kinds."""
    return [option for option in legal if isinstance(option.action, kinds)]


def _tiles(state: DilluviaState, legal: Sequence[Option]) -> Document:
    """The tiles that may come: the white tiles, and if they are too few, also the grey tiles."""
    white, grey = state.market.white, state.market.grey
    coming = white if white.bit_count() >= tiles_due(state) else white | grey
    things = []
    for tile in state.rules.tiles_of_mask(coming):
        crown = phrase("with a crown") if tile.crown else ""
        label = joined(", ", filter(None, (phrase(tile.effect.words), crown)))
        things.append(thing(tile.id, label))
    return basket(things, phrase("lay these tiles"), most=tiles_due(state))


def _cubes(legal: Iterable[Option]) -> Document:
    """The legal choices of cubes, as a number for each colour."""
    choices = []
    for option in legal:
        cubes = option.action.cubes
        of = [colour for colour, count in zip(COLOURS, cubes, strict=True) for _ in range(count)]
        words = phrase("take {cubes}", cubes=cubes_in_words(cubes))
        choices.append(option_choice(option, words, of=of))
    return steppers({colour: phrase(colour) for colour in COLOURS}, choices)


def _areas(workers: Sequence[Option]) -> Iterator[Document]:
    """Yield a button for each area; it leads to the numbers of workers that may go there."""
    for area, placements in _by(workers, "area").items():
        numbers = group("", _discs(placements, special=False), figures=True)
        special = group(
            phrase("the special one among them"), _discs(placements, special=True), figures=True
        )
        question = phrase("How many: {area}", area=AREA[area])
        yield branch_choice(
            AREA[area], step(question, [numbers, special]), price=placements[0].words
        )


def _discs(workers: Iterable[Option], *, special: bool) -> list[Document]:
    """Buttons for the numbers of workers, with the special worker or without it."""
    return [
        choice(option.line, str(option.action.discs), option.words if special else "")
        for option in workers
        if option.action.special == special
    ]


def _buildings(state: DilluviaState, builds: Sequence[Option]) -> Iterator[Document]:
    """Yield a button for each building; it leads to its squares and the spaces for its cube."""
    for name, placements in _by(builds, "building").items():
        building = state.rules.buildings[name]
        cost = cubes_in_words(building.cost)
        where = phrase("Where does {name} stand?", name=name)
        yield branch_choice(name, step(where, grid=city(state, placements)), price=cost)


def _uses(state: DilluviaState, uses: Sequence[Option]) -> Iterator[Document]:
    """Yield a button for each usable tile; it leads to the choice that the tile asks for."""
    for effect, uses_of_tile in _by(uses, "effect").items():
        label = words = phrase(state.rules.effects[effect].words)
        asks = uses_of_tile[0].action.words
        if not asks:
            yield option_choice(uses_of_tile[0], label)
        elif asks[0] in COLOURS:
            yield branch_choice(label, step(words, _colours(uses_of_tile)), words)
        else:
            yield branch_choice(label, step(words, grid=city(state, uses_of_tile)), words)


def _colours(uses: Iterable[Option]) -> list[Document]:
    """The changes of a cube's colour, in a group for each old colour."""
    groups = []
    for colour in COLOURS:
        changes = [option for option in uses if option.action.words[0] == colour]
        title = phrase("{colour} becomes", colour=phrase(colour))
        groups.append(group(title, [option_choice(o, phrase(o.action.words[1])) for o in changes]))
    return groups


def _by(legal: Iterable[Option], field: str) -> dict[str, list[Option]]:
    """Options grouped by a field of their actions, in the order in which the engine yields them."""
    grouped: dict[str, list[Option]] = {}
    for option in legal:
        grouped.setdefault(getattr(option.action, field), []).append(option)
    return grouped


def boards(entering: Entering, seat: Seat | None, speaker: Speaker) -> dict[str, Picture]:
    """The mats of the players, the city, and the market."""
    state: DilluviaState = entering.state
    return {
        "players": dilluvia.mats(state, entering.head.names, speaker),
        CITY: dilluvia.city(state, speaker),
        MARKET: dilluvia_market.market(state, speaker),
    }
