"""Names as people type them: compared without case, accents and what stands between words.

plain("Café") == plain("cafe") == "cafe"
known("conv", names)  ->  (("Convenience Store", "convenience_store"),)
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
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
    """The names that are so, else those that begin so, each with its id."""
    typed = _joined(words)
    if not typed:
        return ()
    folded = [(_joined(name), name, id) for name, id in names]
    exact = [(name, id) for plainly, name, id in folded if plainly == typed]
    return exact or [(name, id) for plainly, name, id in folded if plainly.startswith(typed)]


def _joined(words: str) -> str:
    """A name as it is compared where it is typed: `tower 3` and `tower3` are the same."""
    return plain(words).replace("_", "")


def one_of(words: str, names: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The ids that words stand for, all of them interchangeable; raises `Ambiguous`."""
    matches = known(words, names)
    ids = tuple(dict.fromkeys(id for _, id in matches))
    if len(ids) > 1 and len({plain(name) for name, _ in matches}) > 1:
        raise Ambiguous(words, matches)
    return ids


def nearest(words: str, names: Names) -> tuple[tuple[str, str], ...]:
    """The names most like what was typed, three at most, each with its id; none where none is."""
    titles = {plain(name): (name, id) for name, id in names}
    near: dict[str, tuple[str, str]] = {}
    for title in get_close_matches(plain(words), titles, n=6, cutoff=0.6):
        name, id = titles[title]
        near.setdefault(id, (name, id))
    return tuple(near.values())[:3]


class Ambiguous(ValueError):
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
