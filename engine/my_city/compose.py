"""The rules of an episode from the rows in force: each row names a component that sets its part."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.errors import PackError, quoted
from engine.kernel.memo import Memo
from engine.my_city.components import Rules
from engine.my_city.draft import Draft, InForce
from engine.my_city.rows import COMPONENTS
from engine.my_city.schema import FLAG, TEXT, Row, check


def compose(draft: Draft, rows: Iterable[InForce]) -> Rules:
    """The rules that the rows make together; raises `PackError` at the first that cannot be."""
    draft.land = dict(draft.printed)
    draft.deck = [piece.id for piece in draft.pieces.values() if piece.kind == "building"]
    for row, since in rows:
        check_rule(row)
        draft.fresh = since == draft.episode
        COMPONENTS[row["does"]].set(draft, row)
        if row["source"] == "placeholder":
            draft.placeholders.append(f"{row.name}: {row.get('note', 'the rule as a whole')}")
    if not (draft.token and draft.passing and draft.anchor):
        raise PackError(f"{draft.title}: token, pass and anchor rules are needed")
    return Rules(
        title=draft.title,
        grid=draft.grid,
        contents=draft.contents,
        pieces=draft.pieces,
        variants=draft.variants,
        colours=draft.colours,
        placements=draft.placements,
        banks=draft.banks,
        printed=draft.printed,
        land=draft.land,
        deck=tuple(draft.deck),
        cards={card: 1 << i for i, card in enumerate(draft.deck)},
        token=draft.token,
        passing=draft.passing,
        anchor=draft.anchor,
        closed=draft.closed,
        closed_name=draft.closed_name,
        forest_open=draft.forest_open,
        rewards=tuple(draft.rewards),
        feats=tuple(draft.feats),
        enclosures=tuple(draft.enclosures),
        terms=tuple(sorted(draft.terms, key=lambda term: term.order)),
        shafts=tuple(draft.shafts),
        standings=draft.standings,
        marks=draft.marks,
        gifts=tuple(draft.gifts),
        issues=tuple(draft.issues),
        changes=tuple(draft.changes),
        leaving=tuple(draft.leaving),
        bonuses=tuple(draft.bonuses),
        placeholders=tuple(draft.placeholders),
        standing=tuple(i for i, content in enumerate(draft.contents) if content.colour),
        varied=frozenset(card for card in draft.deck if card in draft.variants),
        turning=frozenset(enclosure.colour for enclosure in draft.enclosures),
        beside=Memo(draft.grid.beside),
    )


def check_rule(row: Row) -> None:
    """Hold a rule row against the keys of its component; raises `PackError`."""
    if row.get("end"):
        check(row, {"name": TEXT, "end": FLAG, "words": TEXT.or_none})
    elif (does := row["does"]) not in COMPONENTS:
        raise row.error(f"does = {quoted(repr(does))} is no kind of rule", "does")
    else:
        check(row, {**_EVERY_RULE, **COMPONENTS[does].keys})


_EVERY_RULE = {"name": TEXT, "does": TEXT, "words": TEXT.or_none, "only": FLAG.or_none}
