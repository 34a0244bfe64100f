"""Rule components: each row of a pack names one, and it sets its part of the rules.

A new kind of rule is a function here and a line in `COMPONENTS` (or, for a term of the
score sheet, in `terms.TERMS`). Numbers, colours and cells come from the row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.kernel.errors import PackError
from engine.kernel.grid import Grid
from engine.my_city.components import (
    OBSTACLE,
    Content,
    Feat,
    Gift,
    Land,
    Passing,
    Piece,
    Placements,
    Rules,
    Term,
    Token,
)

STANDINGS = ("first", "second", "other")
TERMS = ("visible", "empty", "groups", "touches", "enclosed")


class Row(Protocol):
    """What a component reads: values by key, a message that says where the row stands."""

    @property
    def where(self) -> str: ...
    @property
    def name(self) -> str: ...
    def __getitem__(self, key: str, /) -> Any: ...
    def get(self, key: str, default: Any = None) -> Any: ...


@dataclass
class Draft:
    """Rules in the making, local to one `compose`."""

    title: str
    grid: Grid
    contents: tuple[Content, ...]
    pieces: Mapping[str, Piece]
    colours: Mapping[str, str]
    placements: Placements
    banks: tuple[int, int]
    land: Land
    anchors: dict[str, int]
    deck: list[str]
    placeholders: list[str]
    token: Token | None = None
    passing: Passing | None = None
    anchor: str = ""
    terms: list[Term] = field(default_factory=list)
    feats: list[tuple[Row, str]] = field(default_factory=list)
    standings: dict[int, tuple[str, ...]] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)
    gifts: list[Gift] = field(default_factory=list)

    def layer(self, row: Row, content: str) -> int:
        """The layer of a content."""
        for i, known in enumerate(self.contents):
            if known.id == content:
                return i
        raise PackError(f"{row.where}: {content} is not a content of the box")


def compose(draft: Draft, rows: Iterable[Row]) -> Rules:
    """The rules that the rows make together; raises `PackError` at the first that cannot be."""
    for row in rows:
        does = row["does"]
        if does in TERMS:
            _term(draft, row)
        elif does in COMPONENTS:
            COMPONENTS[does](draft, row)
        else:
            known = ", ".join(sorted([*COMPONENTS, *TERMS]))
            raise PackError(f"{row.where}: does = {does!r} is not a component: {known}")
        if row.get("source") == "placeholder":
            draft.placeholders.append(f"{row.name}: {row.get('note', 'the rule as a whole')}")
    if not (draft.token and draft.passing and draft.anchor):
        raise PackError(f"{draft.title}: token, pass and anchor rules are needed")
    return Rules(
        title=draft.title,
        grid=draft.grid,
        contents=draft.contents,
        pieces=draft.pieces,
        colours=draft.colours,
        placements=draft.placements,
        banks=draft.banks,
        land=draft.land,
        deck=tuple(draft.deck),
        cards={card: 1 << i for i, card in enumerate(draft.deck)},
        token=draft.token,
        passing=draft.passing,
        anchor=draft.anchors[draft.anchor],
        anchor_name=draft.anchor,
        terms=tuple(sorted(draft.terms, key=lambda term: term.order)),
        feats=tuple(_feat(draft, row, kind) for row, kind in draft.feats),
        standings=draft.standings,
        marks=draft.marks,
        gifts=tuple(draft.gifts),
        placeholders=tuple(draft.placeholders),
    )


def _term(draft: Draft, row: Row) -> None:
    """A term of the score sheet."""
    kind = row.get("kind", "")
    layers = tuple((i, c.amount) for i, c in enumerate(draft.contents) if c.kind == kind)
    colours = tuple(row.get("colours", ()))
    draft.terms.append(
        Term(row.name, row["does"], row["order"], row["points"], kind, colours, layers)
    )


def _token(draft: Draft, row: Row) -> None:
    """Where the token starts, where it stops for good."""
    draft.token = Token(row["start"], row["cap"], row["cap_marks"])


def _pass(draft: Draft, row: Row) -> None:
    """What a pass costs, and how low it may bring the token."""
    draft.passing = Passing(row["cost"], row["floor"])


def _anchor(draft: Draft, row: Row) -> None:
    """What the first building stands next to."""
    if row["at"] not in draft.anchors:
        raise PackError(f"{row.where}: {row['at']} is not one of {', '.join(draft.anchors)}")
    draft.anchor = row["at"]


def _deck(draft: Draft, row: Row) -> None:
    """Cards that join the deck."""
    for card in row.get("add", ()):
        if card not in draft.pieces:
            raise PackError(f"{row.where}: {card} is not a piece")
        draft.deck.append(card)
    if row.get("obstacle"):
        draft.deck.append(OBSTACLE)


def _fixed(draft: Draft, row: Row) -> None:
    """Stickers on the same cells of every board: they cover what lies there."""
    layer = draft.layer(row, row["content"])
    for name in row["cells"].split():
        bit = draft.grid.bit(name)
        if not bit & draft.land.light:
            raise PackError(f"{row.where}: {name} is not a light-green cell")
        draft.land = draft.land.put(layer, bit)


def _first_to_cover(draft: Draft, row: Row) -> None:
    """Points at once for the first to cover all cells of a kind, ties share."""
    draft.feats.append((row, row["kind"]))


def _feat(draft: Draft, row: Row, kind: str) -> Feat:
    cells = 0
    for content, mask in zip(draft.contents, draft.land.layers, strict=True):
        if content.kind == kind:
            cells |= mask
    if not cells:
        raise PackError(f"{row.where}: there is no {kind} on the board")
    return Feat(row.name, cells, row["points"])


def _standings(draft: Draft, row: Row) -> None:
    """What each rank counts as, by number of seats."""
    for seats, key in ((2, "two"), (3, "three"), (4, "four")):
        names = tuple(row[key])
        if len(names) != seats or not set(names) <= set(STANDINGS):
            raise PackError(f"{row.where}: {key} needs {seats} of {', '.join(STANDINGS)}")
        draft.standings[seats] = names


def _marks(draft: Draft, row: Row) -> None:
    """Progress marks by standing."""
    draft.marks = {standing: row[standing] for standing in STANDINGS}


def _stickers(draft: Draft, row: Row) -> None:
    """Stickers by standing, owed after the episode or before it."""
    if row["when"] not in ("start", "end"):
        raise PackError(f"{row.where}: when is start or end")
    for standing in STANDINGS:
        for content in row[standing]:
            draft.layer(row, content)
            draft.gifts.append(Gift(row.name, row["when"], standing, content))


COMPONENTS: dict[str, Callable[[Draft, Row], None]] = {
    "token": _token,
    "pass": _pass,
    "anchor": _anchor,
    "deck": _deck,
    "fixed": _fixed,
    "first to cover": _first_to_cover,
    "standings": _standings,
    "marks": _marks,
    "stickers": _stickers,
}
