"""Short answers of Quadropolis.

T2 S - V1 ...   the tiles of the round in reading order, in one line or several
3n2             architect 3 at the north end of line 2
C2   -          the square for the taken tile, or - to discard it
A1 C3:4 D2 .    the active buildings, shops with their customers; . ends the assignment
"""

from __future__ import annotations

import re

from engine.kernel.answers import AnswerForm, Answers, AwaitedAnswer, Words
from engine.kernel.errors import NotationError, shortened_text
from engine.kernel.game import CHANCE, Seat
from engine.kernel.names import Names
from engine.kernel.phrases import Phrase, Wording, joined, many, phrase, plural
from engine.quadropolis.checks import tile_refusal
from engine.quadropolis.city import QuadropolisCity
from engine.quadropolis.components import (
    BLANK,
    FACES,
    SIDES,
    SLOTS,
    TARGETS,
    Face,
)
from engine.quadropolis.names import FIGURES, NAMES, name
from engine.quadropolis.notation import (
    Action,
    ArchitectMove,
    Discard,
    EndOfStaffing,
    SiteTiles,
    Staff,
    TilePlacement,
    format,
    parse,
)
from engine.quadropolis.state import LAY, PLACE, STAFF, QuadropolisState

TAKEN = re.compile(r"([1-5])([nswe])([1-5])", re.ASCII)
SIDE = {side[0]: side for side in SIDES}
TILES = {code.lower(): code for code in (*FACES, BLANK)}
LEFT, ALL = "-", "."
VERBS = ("lay", "take", "place", "discard", "staff", "done")


def read(state: QuadropolisState, seat: Seat, words: Words) -> tuple[Action, int]:
    """The action of the first words, and the number of these words; raises `NotationError`."""
    word = words[0].lower()
    if state.phase == LAY and word in TILES:
        count = _layable_count(state, words)
        return parse(f"lay {' '.join(words[:count])}"), count
    if state.phase == PLACE and word == LEFT:
        return Discard(), 1
    if state.phase == STAFF and word == ALL:
        return EndOfStaffing(), 1
    if match := TAKEN.fullmatch(word):
        return ArchitectMove(int(match[1]), SIDE[match[2]], int(match[3])), 1
    if state.phase in (PLACE, STAFF) and word[0] in "abcde":
        count = 1
        if state.phase == STAFF:
            count = next((i for i, typed in enumerate(words) if typed == ALL), len(words))
        try:
            return parse(f"{state.phase} {' '.join(words[:count])}"), count
        except NotationError:
            pass
    try:
        return parse(" ".join(words)), len(words)
    except NotationError:
        if word in VERBS:
            raise
        raise NotationError(_no_answer(state, words[0])) from None


def _no_answer(state: QuadropolisState, word: str) -> Phrase:
    """The message for a word that is no answer in this phase; the message says what is awaited."""
    match state.phase:
        case "lay":
            right = phrase("a tile such as T1 or shop, or - for one that stays face down")
        case "take":
            right = phrase("an architect, a side and a line, such as 3n2")
        case "place":
            right = phrase("a square such as C2, or - to leave the tile")
        case _:
            right = phrase("a square with its customers, such as C3:4, or . after the last one")
    return phrase("'{word}' is no answer here: {awaited}", word=shortened_text(word), awaited=right)


def _layable_count(state: QuadropolisState, words: Words) -> int:
    """The number of words at the beginning that name tiles which can come next, at least 1."""
    site = list(state.site)
    for word in words:
        code = TILES.get(word.lower())
        if code is None or tile_refusal(state.rules, state.round, site, code):
            break
        site.append(code)
    return max(1, len(site) - len(state.site))


def short(state: QuadropolisState, seat: Seat, action: Action) -> str:
    """The short answer for a legal action."""
    match action:
        case ArchitectMove(architect, side, line):
            return f"{architect}{side[0]}{line}"
        case SiteTiles() | TilePlacement() | Staff():
            return format(action).partition(" ")[2]
        case Discard():
            return LEFT
        case EndOfStaffing():
            return ALL


def awaited(state: QuadropolisState, seat: Seat) -> AwaitedAnswer:
    """The answer that is awaited: tiles, an architect, a square, or active buildings."""
    rounds, who = state.rules.mode.rounds, "" if seat == CHANCE else seat
    when = phrase("round {round} of {rounds}", round=state.round, rounds=rounds)
    match state.phase:
        case "lay":
            row, laid = len(state.site) // 5 + 1, len(state.site) % 5
            what = phrase("tiles, row {row} of 5", row=row)
            if laid:  # a part of the row was kept
                to_come = plural("{count} to come", "{count} to come", 5 - laid)
                what = phrase("tiles, row {row} of 5, {left}", row=row, left=to_come)
            return AwaitedAnswer(when, who, what)
        case "take":
            turn = state.turn // len(state.seats) + 1
            return AwaitedAnswer(when, who, phrase("architect {turn} of 4", turn=turn))
        case "place":
            tile = tile_in_words(state.taken)
            words = phrase("square for {code}, {tile}", code=state.taken, tile=tile)
            return AwaitedAnswer(when, who, words)
        case _:
            return AwaitedAnswer(phrase("end"), who, phrase("active buildings, then ."))


def words(state: QuadropolisState, seat: Seat, action: Action) -> Wording:
    """The meaning of an action: the tile, the floor that is built, or the active building."""
    match action:
        case SiteTiles((code, *_)):
            return tile_in_words(code)
        case ArchitectMove(architect, side, line):
            code = state.site[TARGETS[architect][SLOTS[side, line]]]
            if not code:
                return phrase("an empty square")
            return phrase("{code} {tile}", code=code, tile=tile_in_words(code))
        case TilePlacement(square):
            stack = _city(state).cells[state.rules.mode.square(square)]
            return phrase("floor {number}", number=stack.floors + 1) if stack else ""
        case Discard():
            return phrase("the tile leaves the game")
        case Staff((building,)):
            at = state.rules.mode.square(building.square)
            stack = state.cities[state.seats.index(seat)].cells[at]
            kind = phrase(name(stack.kind, "en")) if stack else ""
            customers = building.customers
            return joined(", ", [kind, many(customers, "customer")]) if customers else kind
        case EndOfStaffing():
            return phrase("no more active buildings")
    return ""


def _city(state: QuadropolisState) -> QuadropolisCity:
    """The city of the player whose turn it is."""
    return state.cities[(state.first + state.turn) % len(state.seats)]


def tile_in_words(code: str) -> Phrase:
    """The face of a tile in words: `tower, 3 inhabitants`."""
    if code == BLANK:
        return phrase("face down")
    face = FACES[code]
    parts: list[Wording] = [
        many(face.inhabitants, "inhabitant") if face.inhabitants else "",
        phrase("{count} energy", count=face.energy) if face.energy else "",
        f"+{face.points}" if face.points else "",
        phrase("mayor's pawn") if face.mayor else "",
    ]
    return joined(", ", [phrase(name(face.kind, "en")), *(part for part in parts if part)])


def names(state: QuadropolisState, seat: Seat) -> Names:
    """The names of the tiles while tiles are laid, such as `tower 3`; no names in other phases."""
    return TILE_NAMES if state.phase == LAY else ()


def _names_of(face: Face) -> list[str]:
    """The names of a tile, one in each language, different from those of all other tiles."""
    figures = FIGURES.get(face.id, {})
    return [
        f"{title} {figures.get(language, face.id[1:])}".strip()
        for language, title in NAMES[face.kind].items()
    ]


TILE_NAMES = tuple((title, face.id) for face in FACES.values() for title in _names_of(face))

FORMS = (
    AnswerForm("t2 s - v1", "tiles of the round in reading order, some or all, by code or name"),
    AnswerForm("-", "a tile that stays face down; for a taken tile: it leaves the game"),
    AnswerForm("3n2", "architect 3 to the north end of line 2"),
    AnswerForm("c2", "the square for the taken tile"),
    AnswerForm("3n2 c2", "a whole turn in one line"),
    AnswerForm("a1 c3:4 d2 .", "the active buildings, shops with their customers; . ends the list"),
)


def ends_list(state: QuadropolisState, seat: Seat, action: Action) -> bool:
    """Whether an action ends a list of active buildings that has begun."""
    return isinstance(action, EndOfStaffing) and bool(state.staffed[-1])


ANSWERS = Answers(read, short, awaited, words, names, ends_list=ends_list, forms=FORMS)
