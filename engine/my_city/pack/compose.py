"""The rules of an episode from the rows in force: each row names its kind, which sets its part."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.errors import PackError, quoted
from engine.kernel.fast.memo import Memo
from engine.my_city.pack.build import STANDINGS
from engine.my_city.pack.builder import Builder, InForce
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.schema import FLAG, TEXT, Row, check
from engine.my_city.play.ruleset import Rules


def compose(builder: Builder, rows: Iterable[InForce]) -> Rules:
    """The rules that the rows make together; raises `PackError` at the first that cannot be."""
    builder.land = dict(builder.printed)
    builder.deck = [piece.id for piece in builder.pieces.values() if piece.kind == "building"]
    for row, since in rows:
        check_rule(row)
        builder.fresh = since == builder.episode
        KINDS[row["does"]].set(builder, row)
        if row["source"] == "placeholder":
            builder.placeholders.append(f"{row.name}: {row.get('note', 'the rule as a whole')}")
    if not (builder.token and builder.passing and builder.anchor):
        raise PackError(f"{builder.title}: token, pass and anchor rules are needed")
    absent = (builder.absence.marks, builder.absence.stickers)
    known = {*STANDINGS, *absent}.union(*builder.standings.values())
    return Rules(
        title=builder.title,
        grid=builder.grid,
        contents=builder.contents,
        pieces=builder.pieces,
        variants=builder.variants,
        colours=builder.colours,
        placements=builder.placements,
        banks=builder.banks,
        printed=builder.printed,
        land=builder.land,
        deck=tuple(builder.deck),
        cards={card: 1 << i for i, card in enumerate(builder.deck)},
        dealt=_dealt(builder),
        token=builder.token,
        passing=builder.passing,
        anchor=builder.anchor,
        closed=builder.closed,
        closed_name=builder.closed_name,
        forest_open=builder.forest_open,
        rewards=tuple(builder.rewards),
        feats=tuple(builder.feats),
        finds=tuple(builder.finds),
        enclosures=tuple(builder.enclosures),
        terms=tuple(sorted(builder.terms, key=lambda term: term.order)),
        shafts=tuple(builder.shafts),
        standings=builder.standings,
        marks={standing: n for standing, n in builder.marks.items() if standing in known},
        gifts=tuple(gift for gift in builder.gifts if gift.standing in known),
        issues=tuple(issue for issue in builder.issues if issue.standing in known),
        changes=tuple(builder.changes),
        leaving=tuple(builder.leaving),
        by_hand=tuple(builder.by_hand),
        bonuses=tuple(builder.bonuses),
        absence=builder.absence,
        placeholders=tuple(builder.placeholders),
        standing=tuple(i for i, content in enumerate(builder.contents) if content.colour),
        varied=frozenset(card for card in builder.deck if card in builder.variants),
        turning=frozenset(enclosure.colour for enclosure in builder.enclosures),
        beside=Memo(builder.grid.beside),
    )


def _dealt(builder: Builder) -> int:
    """How many cards come; raises `PackError` where the deck has fewer."""
    if builder.dealing is None:
        return len(builder.deck)
    if (dealt := int(builder.dealing["deal"])) > len(builder.deck):
        why = f"{builder.title}: {dealt} cards are dealt, the deck has {len(builder.deck)}"
        raise builder.dealing.error(why, "deal")
    return dealt


def check_rule(row: Row) -> None:
    """Hold a rule row against the keys of its kind; raises `PackError`."""
    if row.get("end"):
        check(row, {"name": TEXT, "end": FLAG, "words": TEXT.or_none})
    elif TEXT.fits(does := row["does"]) and does in KINDS:
        check(row, {**_EVERY_RULE, **KINDS[does].keys})
    else:
        # Without a list of the kinds: their names tell what is in sealed envelopes.
        raise row.error(f"does = {quoted(repr(does))} is no kind of rule", "does")


_EVERY_RULE = {"name": TEXT, "does": TEXT, "words": TEXT.or_none, "only": FLAG.or_none}
