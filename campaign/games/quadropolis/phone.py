"""Quadropolis on a phone: boards to tap, tiles to lay, and buildings to name as active."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from campaign.display.html.steps import (
    Document,
    Option,
    basket,
    choice,
    grid,
    group,
    option_choice,
    options,
    step,
    thing,
)
from campaign.display.svg.picture import Picture
from campaign.display.text.translation import Speaker
from campaign.games.quadropolis import picture as quadropolis
from campaign.games.quadropolis import site_picture as quadropolis_site
from campaign.games.quadropolis.moves import FROM
from campaign.games.quadropolis.moves import seat_and_words as seat_and_words
from campaign.services.entering.game import Entering
from engine.kernel.game import Seat
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.quadropolis.answers import ALL, tile_in_words
from engine.quadropolis.city import Stack
from engine.quadropolis.components import BLANK, FACES, SHOP, SITE, SLOTS, TARGETS
from engine.quadropolis.names import name
from engine.quadropolis.notation import (
    ArchitectMove,
    EndOfStaffing,
    Staff,
    TilePlacement,
    building_in_words,
)
from engine.quadropolis.scoring import plan_of
from engine.quadropolis.state import LAY, PLACE, TAKE, QuadropolisState

SITE_BOARD = "site"
"""The key of the construction site in the mapping of boards; the key of a city is its seat."""


def question(state: QuadropolisState) -> Phrase:
    """The question of the current phase."""
    match state.phase:
        case "lay":
            return phrase("Which tiles come, row by row?")
        case "take":
            return phrase("Which tile?")
        case "place":
            return phrase("Where does it go: {tile}?", tile=tile_in_words(state.taken))
        case _:
            return phrase("Which buildings are active?")


def facts(state: QuadropolisState, seat: Seat) -> Sequence[Wording]:
    """The architects left to the player, or left in the common pool."""
    if state.phase not in (TAKE, PLACE):
        return ()
    mode = state.rules.mode
    numbers = range(1, mode.architects + 1)
    if mode.shared:
        architects_left = [f"{number} x{state.architects[number]}" for number in numbers]
    else:
        own_mask = state.architects[state.seats.index(seat)]
        architects_left = [str(number) for number in numbers if own_mask >> number & 1]
    return (phrase("architects left: {left}", left=", ".join(architects_left) or "-"),)


def first_step(entering: Entering, seat: Seat, speaker: Speaker) -> Document:
    """The next step: a choice of tiles, of one tile of the site, a square or active buildings."""
    state: QuadropolisState = entering.state
    legal = options(entering, seat)
    match state.phase:
        case "lay":
            return step(basket=_tiles(state, legal))
        case "take":
            return step(grid=_site(state, legal))
        case "place":
            return _place(state, seat, legal)
        case _:
            return step(basket=_active(state, seat, legal))


def _tiles(state: QuadropolisState, legal: Iterable[Option]) -> Document:
    """The tiles that may still come in this round, and the number of each."""
    supply = state.rules.supply[state.round - 1]
    left_by_code = {**supply, BLANK: SITE - sum(supply.values())}
    things = []
    for option in legal:
        code = option.action.tiles[0]
        paint = quadropolis.PAINT[FACES[code].kind] if code in FACES else ""
        count = left_by_code[code] - state.site.count(code)
        things.append(thing(code, code, option.words, left=count, paint=paint))
    return basket(things, phrase("lay these tiles"), most=SITE - len(state.site), row=5)


def _site(state: QuadropolisState, legal: Iterable[Option]) -> Document:
    """The site to tap; a tile offers every architect and end of a line with which to take it."""
    choices, labels = [], {}
    for option in legal:
        take: ArchitectMove = option.action
        square = TARGETS[take.architect][SLOTS[take.side, take.line]]
        labels[str(square)] = option.words
        label = phrase(
            "architect {architect} {side} {line}",
            architect=take.architect,
            side=FROM[take.side],
            line=take.line,
        )
        choices.append(choice(option.line, label, of=[str(square)]))
    squares = {str(square): box for square, box in quadropolis_site.squares().items()}
    for square_name in labels:
        row, column = divmod(int(square_name), 5)
        where = phrase("row {row}, column {column}", row=row + 1, column=column + 1)
        labels[square_name] = joined(": ", (where, labels[square_name]))
    return grid(SITE_BOARD, squares, choices, labels)


def _place(state: QuadropolisState, seat: Seat, legal: Iterable[Option]) -> Document:
    """The player's city with the squares where the taken tile may go, and the other answers."""
    choices, other_buttons = [], []
    for option in legal:
        match option.action:
            case TilePlacement(square):
                words = phrase("build on {square}", square=square)
                choices.append(option_choice(option, words, of=[square]))
            case _:
                other_buttons.append(option_choice(option, option.words))
    squares = quadropolis.squares(state.rules.mode)
    return step(groups=[group("", other_buttons)], grid=grid(seat, squares, choices))


def _active(state: QuadropolisState, seat: Seat, legal: Iterable[Option]) -> Document:
    """The buildings that a player can name as active; shops with their customers."""
    mode, cells = state.rules.mode, state.cities[state.seats.index(seat)].cells
    things, ends = [], ""
    for option in legal:
        match option.action:
            case Staff((building,)):
                stack = cells[mode.square(building.square)]
                assert isinstance(stack, Stack), "what is active stands there"
                word = building_in_words(building)
                paint = quadropolis.PAINT[stack.kind]
                shop = stack.kind == SHOP
                things.append(
                    thing(
                        word,
                        joined(" ", (building.square, phrase(name(stack.kind, "en")))),
                        instead=building.square,
                        figure=str(building.customers or 0) if shop else "",
                        paint=paint,
                    )
                )
            case EndOfStaffing():
                ends = ALL
    return basket(things, phrase("these are active, no others"), ends=ends, sorted=True)


def boards(entering: Entering, seat: Seat | None, speaker: Speaker) -> dict[str, Picture]:
    """Pictures of the site while it is in use, of the player's city, and of the other cities."""
    state: QuadropolisState = entering.state
    names = entering.head.names
    by_seat = {
        owner: quadropolis.city(
            names.get(owner, owner), state.rules.mode, state.cities[i], plan_of(state, i), speaker
        )
        for i, owner in enumerate(state.seats)
    }
    own_city = {seat: by_seat.pop(seat)} if seat in by_seat else {}
    site_in_use = state.phase in (LAY, TAKE, PLACE)
    site = {SITE_BOARD: quadropolis_site.site(state, speaker)} if site_in_use else {}
    return {**site, **own_city, **by_seat}
