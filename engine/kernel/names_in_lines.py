"""Find the names of things and of players among the words of a line that somebody typed.

with_ids(["convenience", "store", "2"], names)        ["convenience_store", "2"]
answering_seat(("p1", "p2"), ["Ben:", "3"], players)  ("p2", ["3"])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.errors import NotationError, SeveralMeanings, shortened_text
from engine.kernel.game import Seat
from engine.kernel.names import (
    AmbiguousName,
    Names,
    comparable_name,
    matching_ids,
    nearest_names,
    seat_names,
)
from engine.kernel.phrases import listed, phrase

LONGEST_NAME = 5
"""Only names of at most this many words are looked up."""
SHORTEST_NAME = 2
"""Only words of at least this many letters are looked up among players or similar names.

One character that is no Latin letter, such as a Chinese one, is looked up, too.
"""


def answering_seat(
    waiting: Sequence[Seat], words: list[str], players: Mapping[Seat, str]
) -> tuple[Seat, list[str]]:
    """The seat that answers, and the words after its name.

    Raises `SeveralMeanings` if the name may stand for several seats.
    """
    name = words[0].removesuffix(":")
    if (len(waiting) > 1 and _can_be_name(name)) or words[0].endswith(":"):
        try:
            seats = matching_ids(name, seat_names(waiting, players))
        except AmbiguousName as ambiguous:
            for seat in ambiguous.ids:
                if (answer := without_name(words, players.get(seat, ""))) != words:
                    return seat, answer
            raise SeveralMeanings(ambiguous.words, ambiguous.ids) from None
        if seats:
            return seats[0], words[1:]
    return waiting[0], words


def with_seats(
    words: list[str], players: Mapping[Seat, str], on_turn: Seat, things: Names
) -> list[str]:
    """The words, with the seat in place of each player's name or the beginning of a name.

    A name of one of the `things` of the game stays as it is. The name or seat before an answer is
    left out if it is that of the player `on_turn`.
    """
    player_names = [(name, id) for name, id in seat_names(players, players) if name != id]
    result: list[str] = []
    for word in without_name(words, players.get(on_turn, "")):
        is_name = _can_be_name(word) and not _is_known(word, things)
        seats = _ids(word, player_names) if is_name else ()
        result.append(seats[0] if seats else word)
    return result[1:] if len(result) > 1 and result[0] == on_turn else result


def with_ids(words: Sequence[str], names: Names) -> list[str]:
    """The words with ids in place of names; longer names are tried first.

    Raises `SeveralMeanings` if a name may stand for several things.
    """
    known_ids = {comparable_name(id) for _, id in names}
    result: list[str] = []
    remaining = list(words)
    while remaining:
        try:
            count, ids = (
                _longest(remaining, names)
                if comparable_name(remaining[0]) not in known_ids
                else (1, ())
            )
        except SeveralMeanings as several:
            raise several.place_in_line(result, remaining) from None
        result.append(next((id for id in ids if id not in result), remaining[0]))
        remaining = remaining[count:]
    return result


def _longest(words: Sequence[str], names: Names) -> tuple[int, tuple[str, ...]]:
    """The number of first words that form a name, and the ids of this name; else 1 and no ids.

    Raises `SeveralMeanings` if the name may stand for several things.
    """
    # A sign such as - is an answer of its own and not part of a name.
    first_sign = next((i for i, word in enumerate(words) if not comparable_name(word)), len(words))
    for length in range(min(LONGEST_NAME, first_sign), 0, -1):
        try:
            if ids := matching_ids(shortened_text(" ".join(words[:length])), names):
                return length, ids
        except AmbiguousName as ambiguous:
            raise SeveralMeanings(ambiguous.words, ambiguous.ids, length) from None
    return 1, ()


def likely_names_error(words: Sequence[str], names: Names) -> NotationError | None:
    """The error with the names most like the first unknown word; None without such names."""
    ids = {comparable_name(id) for _, id in names}
    for word in words:
        if (
            comparable_name(word) in ids
            or not _can_be_name(word)
            or comparable_name(word).isdecimal()
        ):
            continue
        if nearest := nearest_names(word, names):
            return NotationError(
                phrase(
                    "'{word}' is not known here; the nearest: {names}",
                    word=shortened_text(word),
                    names=listed([_called(name, id) for name, id in nearest], " or "),
                )
            )
    return None


def _called(name: str, id: str) -> str:
    """An id, with its name in brackets if that is another word: `mine`, `forest (Wald)`."""
    return id if comparable_name(name) == comparable_name(id) else f"{id} ({name})"


def _can_be_name(word: str) -> bool:
    """Whether a word is long enough for a name (`SHORTEST_NAME`)."""
    name = comparable_name(word)
    return len(name) >= SHORTEST_NAME or not name.isascii()


def without_name(words: list[str], player: str) -> list[str]:
    """The words after a name of several words, or all words if they do not begin with this name."""
    count = len(player.split())
    is_named = comparable_name(" ".join(words[:count])) == comparable_name(player)
    return words[count:] if 1 < count < len(words) and is_named else words


def _is_known(word: str, names: Names) -> bool:
    """Whether a word is an id, a name, or the beginning of a name."""
    try:
        return bool(matching_ids(word, names)) or comparable_name(word) in {
            comparable_name(id) for _, id in names
        }
    except AmbiguousName:
        return True


def _ids(word: str, names: Names) -> tuple[str, ...]:
    """The ids that a word stands for; none if the word is ambiguous."""
    try:
        return matching_ids(word, names)
    except AmbiguousName:
        return ()
