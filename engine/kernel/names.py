"""Names as people type them: compared without case, accents and what stands between words.

plain("Café") == plain("cafe") == "cafe"
known("conv", names)  ->  (("Convenience Store", "convenience_store"),)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from engine.kernel import texts
from engine.kernel.phrases import joined, phrase

Names = Sequence[tuple[str, str]]
"""Names with the id that each stands for; things of the same name are interchangeable."""


def plain(words: str) -> str:
    """A name as it is compared: folded, without accents, one underscore between words."""
    marks = unicodedata.normalize("NFKD", words.casefold())
    kept = "".join(
        sign for sign in marks if not unicodedata.combining(sign) and sign not in texts.JOINERS
    )
    return re.sub(r"[\s_-]+", "_", kept).strip("_")


def known(words: str, names: Iterable[tuple[str, str]]) -> Names:
    """The names that are these words, else those that begin with them; each with its id."""
    typed = _joined(words)
    if not typed:
        return ()
    folded = [(_joined(name), name, id) for name, id in names]
    exact = [(name, id) for plainly, name, id in folded if plainly == typed]
    return exact or [(name, id) for plainly, name, id in folded if plainly.startswith(typed)]


def ranked(*kinds: Names) -> Names:
    """Names of several kinds; one that an earlier kind has, too, stands for nothing else."""
    names: list[tuple[str, str]] = []
    taken = set[str]()
    for kind in kinds:
        names += [(name, id) for name, id in kind if _joined(name) not in taken]
        taken |= {_joined(name) for name, _ in kind}
    return names


def of_seats(seats: Iterable[str], players: Mapping[str, str]) -> Names:
    """The words by which seats are named: their own first, then the names of their players.

    `players` are by seat, also of others; a player who is called as a seat is goes by that
    seat's word nowhere.
    """
    listed = list(seats)
    every = [(seat, seat) for seat in dict.fromkeys((*listed, *players))]
    called = [(name, seat) for seat, name in players.items()]
    return [(name, seat) for name, seat in ranked(every, called) if seat in listed]


def crosswise(players: Mapping[str, str], seats: Iterable[str]) -> str:
    """The first seat whose player is called as another one of these seats is; "" for none."""
    words = {plain(seat): seat for seat in seats}
    return next((s for s, name in players.items() if words.get(plain(name), s) != s), "")


def _joined(words: str) -> str:
    """A name as it is compared where it is typed: `tower 3` and `tower3` are the same."""
    return plain(words).replace("_", "")


def one_of(words: str, names: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The ids that words stand for, all of them interchangeable; raises `AmbiguousName`."""
    matches = known(words, names)
    ids = tuple(dict.fromkeys(id for _, id in matches))
    if len(ids) > 1 and len({plain(name) for name, _ in matches}) > 1:
        raise AmbiguousName(words, matches)
    return ids


def nearest(words: str, names: Names) -> tuple[tuple[str, str], ...]:
    """The names most like what was typed, at most three, each with its id."""
    titles = {plain(name): (name, id) for name, id in names}
    near: dict[str, tuple[str, str]] = {}
    for title in get_close_matches(plain(words), titles, n=6, cutoff=0.6):
        name, id = titles[title]
        near.setdefault(id, (name, id))
    return tuple(near.values())[:3]


class AmbiguousName(ValueError):
    """Words that may stand for several things."""

    def __init__(self, words: str, matches: Names) -> None:
        names: dict[str, str] = {}
        for name, id in matches:
            names.setdefault(id, name)
        likely = joined(
            " or ",
            (id if plain(id) == plain(name) else f"{id} ({name})" for id, name in names.items()),
        )
        self.words = phrase("'{words}' may be {names}", words=words, names=likely)
        self.ids = tuple(names)
        super().__init__(self.words)
