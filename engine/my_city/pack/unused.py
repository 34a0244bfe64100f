"""What never comes into play: buildings without card or room, forms that nobody gets, stickers.

Each problem names the row and says what would be right. A pack is checked as a whole. In an overlay
only its own rows are checked, because a closed envelope may still use the others.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from engine.kernel.errors import PackError, UnusedPiece
from engine.my_city.pack.evening import evenings_of
from engine.my_city.pack.model import Made, Pack, Place
from engine.my_city.pack.schema import PackRow
from engine.my_city.pack.tables import rows_of

AFTER = {"stickers": "when", "shaft": "box_stickers", "strip": "box_stickers"}
"""The key that gives stickers after an episode, by kind of rule."""


def unused(pack: Pack, made: Made) -> Iterator[PackError]:
    """Yield a problem for each thing that no episode uses; `made` has the rules of all episodes."""
    yield from unused_buildings(pack, made)
    yield from _after_the_last(pack, made)
    waiting = set[str]()
    rows_by_place: dict[Place, PackRow] = {}
    built_places = set[Place]()
    for rules, in_force in reversed([*made.values()]):
        rows = [row for row, _ in in_force if row["does"] == "own piece"]
        rows_by_place |= {(row.file, row.path): row for row in rows}
        built_places |= {(row.file, row.path) for row in rows if row["card"] in waiting}
        waiting = waiting.difference(row["card"] for row in rows).union(rules.deck)
    for place, row in rows_by_place.items():
        if place not in built_places:
            card = row["card"]
            yield row.error(
                f"nobody ever builds this {card}, because no later deck has it before cities get "
                f'another one: a rule with does = "deck" and add = ["{card}"] brings it',
                "card",
            )


def _after_the_last(pack: Pack, made: Made) -> Iterator[PackError]:
    """Yield a problem for each rule that gives stickers only after the last episode."""
    for row, since in made[pack.last][1]:
        if since == pack.last and (key := gives_after(row)):
            yield row.error(
                f"episode {pack.last} is the last one, so nobody plays on with these stickers: "
                'leave them out; does = "by hand" keeps what a box gives all the same',
                key,
            )


def gives_after(row: PackRow) -> str:
    """The key with which a rule gives stickers after an episode; "" for none."""
    key = AFTER.get(row["does"], "")
    return key if row.get(key) and row[key] != "start" else ""


def unused_buildings(
    pack: Pack, made: Made, known: Container[str] = frozenset()
) -> Iterator[UnusedPiece]:
    """Yield a problem for each building in no deck, and each form that no city gets.

    Buildings whose id is among `known` are not checked.
    """
    decks = {card for rules, _ in made.values() for card in rules.deck}
    forms = {(issue.card, issue.variant) for rules, _ in made.values() for issue in rules.issues}
    for row in _rows(pack, "outline"):
        if row["id"] not in known and not decks.intersection(
            f"{c}{row['id']}" for c in pack.colours
        ):
            yield _unused(
                row,
                f"{row['id']}: no deck has a building of this outline: leave it out, or keep its "
                "cards in the deck",
                "id",
            )
    for row in _rows(pack, "piece"):
        card, form = row["id"], row.get("variant")
        if card in known:
            continue
        if card not in decks:
            yield _unused(
                row,
                f'{card}: no deck has its card: a rule with does = "deck" and add = ["{card}"] '
                "brings it",
                "id",
            )
        elif form and (card, form) not in forms:
            yield _unused(
                row,
                f'{form}: no city ever gets this form of {card}: a rule with does = "own piece" '
                "names it",
                "variant",
            )


def too_large(pack: Pack, made: Made) -> Iterator[PackError]:
    """The buildings that no board has room for in an episode whose deck has their card."""
    for episode, (evening, _) in zip(made, evenings_of(made), strict=True):
        deck = evening.rules.deck
        for table, row in ((t, row) for t in ("outline", "piece") for row in _rows(pack, t)):
            id, form = row["id"], row.get("variant", "")
            cards = [f"{colour}{id}" for colour in pack.colours] if table == "outline" else [id]
            card = next((card for card in cards if card in deck), "")
            if card and not evening.has_room(card, form):
                yield row.error(
                    f"{form or id}: no board has room for it in episode {episode}: draw a smaller "
                    "shape, or bring its cards later",
                    "shape",
                )


def _unused(row: PackRow, message: str, key: str) -> UnusedPiece:
    error = row.error(message, key)
    return UnusedPiece(str(error), error.file, error.path)


def _rows(pack: Pack, table: str) -> Iterator[PackRow]:
    for name, data in pack.files.items():
        yield from rows_of(name, data, table)
