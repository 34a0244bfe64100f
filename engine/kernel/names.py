"""Compare names as people type them: without case, accents and the signs between words.

comparable_name("Café") == comparable_name("cafe") == "cafe"
matching_names("conv", names)  ->  [("Convenience Store", "convenience_store")]
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from engine.kernel import texts
from engine.kernel.phrases import joined, phrase

Names = Sequence[tuple[str, str]]
"""Pairs of a name and the id that it stands for; things of the same name are interchangeable."""


def comparable_name(words: str) -> str:
    """A name in the form that is compared: lower case, no accents, an underscore between words."""
    decomposed = unicodedata.normalize("NFKD", words.casefold())
    letters = "".join(
        sign for sign in decomposed if not unicodedata.combining(sign) and sign not in texts.JOINERS
    )
    return re.sub(r"[\s_-]+", "_", letters).strip("_")


def matching_names(words: str, names: Iterable[tuple[str, str]]) -> Names:
    """The names equal to the words, else the names that begin with them; each with its id."""
    typed = _joined(words)
    if not typed:
        return ()
    folded = [(_joined(name), name, id) for name, id in names]
    exact = [(name, id) for folded_name, name, id in folded if folded_name == typed]
    return exact or [
        (name, id) for folded_name, name, id in folded if folded_name.startswith(typed)
    ]


def unshadowed_names(*kinds: Names) -> Names:
    """The names of several kinds, without a name that an earlier kind has, too."""
    names: list[tuple[str, str]] = []
    taken = set[str]()
    for kind in kinds:
        names += [(name, id) for name, id in kind if _joined(name) not in taken]
        taken |= {_joined(name) for name, _ in kind}
    return names


def seat_names(seats: Iterable[str], players: Mapping[str, str]) -> Names:
    """The names of seats: the words of the seats first, then the names of their players.

    `players` has the players' names by seat, also for seats that are not in `seats`. A player's
    name that is the word of any seat is left out.
    """
    wanted = list(seats)
    by_seat = [(seat, seat) for seat in dict.fromkeys((*wanted, *players))]
    by_player = [(name, seat) for seat, name in players.items()]
    return [(name, seat) for name, seat in unshadowed_names(by_seat, by_player) if seat in wanted]


def confusable_seat(players: Mapping[str, str], seats: Iterable[str]) -> str:
    """The first seat whose player has the name of another of `seats`; "" if there is none.

    Such a name is `bear` for the player of `eagle`.
    """
    words = {comparable_name(seat): seat for seat in seats}
    return next((s for s, name in players.items() if words.get(comparable_name(name), s) != s), "")


def _joined(words: str) -> str:
    """A name without blanks between its words: `tower 3` and `tower3` are the same."""
    return comparable_name(words).replace("_", "")


def matching_ids(words: str, names: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The ids that the words stand for; they are interchangeable. Raises `AmbiguousName`."""
    matches = matching_names(words, names)
    ids = tuple(dict.fromkeys(id for _, id in matches))
    if len(ids) > 1 and len({comparable_name(name) for name, _ in matches}) > 1:
        raise AmbiguousName(words, matches)
    return ids


def nearest_names(words: str, names: Names) -> tuple[tuple[str, str], ...]:
    """The names most like the typed words, at most three, each with its id."""
    titles = {comparable_name(name): (name, id) for name, id in names}
    nearest: dict[str, tuple[str, str]] = {}
    for title in get_close_matches(comparable_name(words), titles, n=6, cutoff=0.6):
        name, id = titles[title]
        nearest.setdefault(id, (name, id))
    return tuple(nearest.values())[:3]


class AmbiguousName(ValueError):
    """Words that may stand for several things."""

    def __init__(self, words: str, matches: Names) -> None:
        names: dict[str, str] = {}
        for name, id in matches:
            names.setdefault(id, name)
        likely = joined(
            " or ",
            (
                id if comparable_name(id) == comparable_name(name) else f"{id} ({name})"
                for id, name in names.items()
            ),
        )
        self.words = phrase("'{words}' may be {names}", words=words, names=likely)
        self.ids = tuple(names)
        super().__init__(self.words)
