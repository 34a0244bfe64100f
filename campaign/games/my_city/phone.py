"""My City on a phone: the card, the player's board and its legal places; on the table all boards.

A place is the building's first cell in reading order and its turns, as in a typed answer: `E5/1`.
The device draws and asks. This module says which places are legal and what a building there does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from campaign.display.html.page import picture_markup
from campaign.display.html.steps import player_name, shared_shapes
from campaign.display.svg.board import LEFT, TOP, board, board_in_words, building, shape_name
from campaign.display.svg.outlines import CELL
from campaign.display.svg.picture import Picture, use
from campaign.display.text.records import label_phrase
from campaign.display.text.translation import Speaker
from campaign.games.my_city.words import earned, step_in_words
from campaign.services.entering.game import Entering, TakenLine
from campaign.services.words import many
from engine.kernel.errors import IllegalMove
from engine.kernel.game import CHANCE, Seat
from engine.kernel.grid import Grid, bits
from engine.kernel.phrases import Phrase, Wording, joined, phrase
from engine.kernel.replay import ReplayStep
from engine.kernel.score import SeatScore
from engine.my_city.play import by_hand
from engine.my_city.play.answers import builds_of_card
from engine.my_city.play.boxes import RowReach, reach_during
from engine.my_city.play.land import Land
from engine.my_city.play.notation import AllowedBuild, BuildMove, CardPass, Quit, Reveal
from engine.my_city.play.placements import Placement
from engine.my_city.play.rules import legal, pass_refusal
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import MyCityState, Town


def play(entering: Entering, seat: Seat | None, speaker: Speaker) -> dict[str, Any]:
    """The card, the board of a seat or all boards, and the answers that are possible."""
    state: MyCityState = entering.state
    alone = seat in state.seats and bool(entering.awaited)
    shown_seats = [seat] if seat is not None and alone else list(state.seats)
    boards = [(owner, _board(entering, owner, speaker)) for owner in shown_seats]
    reveals = entering.awaited == (CHANCE,) and seat is not None
    cards = list(_cards(state)) if reveals else []
    card = _card(state, state.card) if state.card else None
    place = place_of(state, seat) if seat in entering.awaited and state.waiting else None
    turned = [_card(state, state.card, turns) for turns in range(4)] if place else []
    return {
        "shapes": shared_shapes(
            *(picture for _, picture in boards),
            *(picture for *_, picture in cards),
            *([card] if card else []),
            *turned,
        ),
        "card": {"name": state.card, "picture": picture_markup(card)} if card else None,
        "episode": f"{entering.head.header.get('episode', '')}",
        "count": f"{state.out}/{state.rules.dealt}",
        "number": phrase("card {number} of {deck}", number=state.out, deck=state.rules.dealt),
        "tokens": {owner: _token(state.towns[i]) for i, owner in enumerate(state.seats)},
        "boards": [
            {"seat": owner, "picture": picture_markup(picture)} for owner, picture in boards
        ],
        "cards": [
            {
                "line": name,
                "picture": picture_markup(picture) if picture.elements else "",
                "row": _colour(state, name),
                "used": used,
                "last": used and name == state.card,
            }
            for name, used, picture in cards
        ],
        "place": place,
        "stated": _rule_to_state(state, seat) if seat is not None else None,
    }


def preview(taken: TakenLine, before: Entering, seat: Seat) -> dict[str, Any]:
    """The changes that an answer would make on the score sheet of a seat, in words and points."""
    step = taken.steps[0]
    old, new = (_sheet(before, state, seat) for state in (step.before, step.after))
    earlier = {line.label: line.points for line in old.lines}
    changes = [
        phrase("{label} {points:+}", label=label_phrase(line.label), points=points)
        for line in new.lines
        if (points := line.points - earlier.get(line.label, 0))
    ]
    return {
        "words": joined(", ", changes) or step_in_words(step),
        "gain": new.total - old.total,
    }


def seat_and_words(
    step: ReplayStep, names: Mapping[Seat, str], language: str
) -> tuple[Seat, Wording]:
    """The seat that made a move (`*` for chance), and the move in words."""
    seat, after = step.move.seat, step.after
    match step.action:
        case BuildMove(piece, square):
            built = phrase("builds {piece} on {square}", piece=piece, square=square)
            return seat, joined("; ", (built, *earned(step.before.town(seat), after.town(seat))))
        case AllowedBuild(BuildMove(piece, square), rule):
            return seat, phrase(
                "builds {piece} on {square} by hand ({rule})", piece=piece, square=square, rule=rule
            )
        case CardPass():
            return seat, phrase("passes, token {token}", token=after.town(seat).token)
        case Quit():
            return seat, phrase("quits the episode")
        case Reveal():
            return seat, step_in_words(step)
    return seat, step.move.text


def recent_events(entering: Entering, seat: Seat | None, speaker: Speaker) -> Sequence[Phrase]:
    """The answers of the other seats to the newest card, in words."""
    answers: dict[Seat, Phrase] = {}
    for step in reversed(entering.steps):
        if isinstance(step.action, Reveal):
            break
        if step.move.seat != seat:
            answers.setdefault(step.move.seat, _answer(entering, step))
    return [answers[other_seat] for other_seat in entering.head.seats if other_seat in answers]


def _answer(entering: Entering, step: ReplayStep) -> Phrase:
    """The answer of a seat to a card, in as few words as possible."""
    seat = step.move.seat
    name = player_name(entering.head, seat)
    match step.action:
        case CardPass():
            return phrase(
                "{name} passed ({token} left)", name=name, token=step.after.town(seat).token
            )
        case Quit():
            return phrase("{name} quit", name=name)
        case BuildMove() | AllowedBuild():
            return phrase("{name} built", name=name)
    return phrase("{name} stated it", name=name)


def _sheet(entering: Entering, state: MyCityState, seat: Seat) -> SeatScore:
    return next(sheet for sheet in entering.game.score(state) if sheet.seat == seat)


def _token(town: Town) -> Wording:
    return phrase("has quit") if town.gone else str(town.token)


def _board(entering: Entering, seat: Seat, speaker: Speaker) -> Picture:
    state: MyCityState = entering.state
    town = state.town(seat)
    title = phrase(
        "{city}: {buildings}, token {token}",
        city=player_name(entering.head, seat),
        buildings=many(len(town.built), "building"),
        token=town.token,
    )
    reach = tuple(reach_during(state.rules, town, state.towns).items())
    return _drawn(state.rules, town.land, town.standing, reach, title, speaker)


@lru_cache(maxsize=64)  # an answer changes only one of the boards on the table
def _drawn(
    rules: EpisodeRules,
    land: Land,
    standing: tuple[Placement, ...],
    reach: tuple[tuple[str, RowReach], ...],
    title: str,
    speaker: Speaker,
) -> Picture:
    """A board with its title; `reach` has the name and the reach of each row of boxes."""
    words = speaker.say(board_in_words(rules, land, standing, dict(reach)))
    return board(speaker.say(title), words, rules, land, standing, dict(reach), heading=False)


def _cards(state: MyCityState) -> Iterator[tuple[str, bool, Picture]]:
    """Yield each card of the deck, in order: its name, whether it is used up, its building."""
    to_come = {action.card for action in legal(state, CHANCE) if isinstance(action, Reveal)}
    for name in sorted(state.rules.deck, key=lambda name: name not in state.rules.pieces):
        yield name, name not in to_come, _card(state, name)


def _colour(state: MyCityState, name: str) -> str:
    """The colour of a card; a phone shows the cards of a colour in one row."""
    piece = state.rules.pieces.get(name)
    return piece.colour if piece else "none"


def _card(state: MyCityState, name: str, turns: int = 0) -> Picture:
    """The building of a card, turned; an empty picture for a card without one."""
    if name not in state.rules.pieces:
        return Picture(0, 0, name, "", ())
    placement = next(_laid(state.towns[0], name, turns, state.rules.grid))
    return _drawn_card(state.rules, placement)


@lru_cache(maxsize=256)  # room for the cards of a deck in every turn
def _drawn_card(rules: EpisodeRules, placement: Placement) -> Picture:
    """The picture of a building without a board."""
    columns, rows = _size(rules.grid, placement)
    name = placement.piece
    return Picture(
        columns * CELL,
        rows * CELL,
        name,
        "",
        (use(shape_name(placement), 0, 0),),
        {shape_name(placement): building(rules, placement)},
    )


def _size(grid: Grid, placement: Placement) -> tuple[int, int]:
    cells = [divmod(bit.bit_length() - 1, grid.columns) for bit in bits(placement.mask)]
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def _laid(town: Town, card: str, turns: int, grid: Grid) -> Iterator[Placement]:
    """Yield every placement of a card's building on the board with these turns."""
    for bit in bits(grid.all):
        try:
            yield town.home.placements[BuildMove(card, grid.name(bit), turns)]
        except IllegalMove:
            continue


def place_of(state: MyCityState, seat: Seat) -> dict[str, Any]:
    """The position of the board in its picture, the building in each turn, and its legal places."""
    town, grid = state.town(seat), state.rules.grid
    return {
        "shapes": [shape_name(next(_laid(town, state.card, turns, grid))) for turns in range(4)],
        "left": LEFT,
        "top": TOP,
        "cell": CELL,
        "columns": grid.columns,
        "rows": grid.rows,
        "turns": [_offsets(town, state.card, turns, grid) for turns in range(4)],
        "legal": [f"{build.square}/{build.turns}" for build in builds_of_card(state, seat)],
        "pass": "p" if not pass_refusal(state.rules, town.token, state.card) else "",
        "quit": "q",
        "cost": phrase("token {token}", token=town.token - state.rules.passing.cost),
        "hand": [rule.label for rule in state.rules.by_hand if rule.buildings],
    }


def _offsets(town: Town, card: str, turns: int, grid: Grid) -> list[tuple[int, int]]:
    """The cells of a building as distances from its first cell: columns, rows."""
    mask = next(_laid(town, card, turns, grid)).mask
    cells = [divmod(bit.bit_length() - 1, grid.columns) for bit in bits(mask)]
    row, column = min(cells)
    return [(c - column, r - row) for r, c in sorted(cells)]


def _rule_to_state(state: MyCityState, seat: Seat) -> dict[str, Wording] | None:
    """The rule whose effect the seat must state after the last card; None while cards come."""
    rule = by_hand.due_rule(state, seat)
    if rule is None:
        return None
    return {
        "rule": phrase(rule.label),
        "words": rule.words,
        "bounds": by_hand.bounds_in_words(rule),
    }
