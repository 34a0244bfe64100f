"""Makes the rules of an episode from the rows in force, one row after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.kernel.errors import PackError, shortened_text
from engine.kernel.keys import FLAG, TEXT
from engine.my_city.pack.build import STANDINGS
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.schema import WORDS, PackRow, check
from engine.my_city.play.ruleset import EpisodeRules


class RuleInForce(NamedTuple):
    """A rule row, and the episode that brought it."""

    row: PackRow
    since: int


def compose(rules: EpisodeRules, rows: Sequence[RuleInForce], episode: int) -> EpisodeRules:
    """The rules with what the rows say, one after the other, the oldest first.

    Raises `PackError` for the first impossible row.
    """
    made_up = list(rules.placeholders)
    for row, since in rows:
        check_rule(row)
        rules = KINDS[row["does"]].set(rules, row)
        if since < episode and rules.changes:
            rules = replace(rules, changes=())  # made before an earlier episode
        if row["source"] == "placeholder":
            made_up.append(f"{row.name}: {row.get('note', 'the rule as a whole')}")
    if not NEEDED <= {row["does"] for row, _ in rows}:
        raise PackError(f"{rules.title}: token, pass and anchor rules are needed")
    _check_strips(rules, rows)
    known = {*STANDINGS, *rules.absence}.union(*rules.standings.values())
    return replace(
        rules,
        cards={card: 1 << i for i, card in enumerate(rules.deck)},
        dealt=_dealt(rules, rows),
        terms=tuple(sorted(rules.terms, key=lambda term: term.order)),
        marks={standing: n for standing, n in rules.marks.items() if standing in known},
        gifts=tuple(gift for gift in rules.gifts if gift.standing in known),
        issues=tuple(issue for issue in rules.issues if issue.standing in known),
        placeholders=tuple(made_up),
        varied=frozenset(card for card in rules.deck if card in rules.variants),
        turning=frozenset(enclosure.colour for enclosure in rules.enclosures),
    )


def _check_strips(rules: EpisodeRules, rows: Sequence[RuleInForce]) -> None:
    """Raise `PackError` if a row gives a sticker for a strip that no rule brings."""
    kinds = {strip.kind for strip in rules.strips}
    given = {goal.label: goal.stickers for goals in (rules.feats, rules.joins) for goal in goals}
    for row, _ in rows:
        for id in given.get(row.name, ()):
            if (kind := rules.contents[rules.layer(id)].kind) not in kinds:
                raise row.error(
                    f'there are no boxes for {id}: a rule with does = "strip" and kind = "{kind}" '
                    "brings them",
                    "stickers",
                )


def _dealt(rules: EpisodeRules, rows: Sequence[RuleInForce]) -> int:
    """How many cards are dealt; raises `PackError` if the deck has fewer."""
    if rules.dealt > len(rules.deck):
        row = next(row for row, _ in reversed(rows) if row.get("deal"))
        why = f"{rules.title}: {rules.dealt} cards are dealt, the deck has {len(rules.deck)}"
        raise row.error(why, "deal")
    return rules.dealt or len(rules.deck)


def check_rule(row: PackRow) -> None:
    """Raise `PackError` for a rule row of an unknown kind, or with keys that its kind forbids."""
    if row.get("end"):
        check(
            row, {"name": TEXT, "end": FLAG, "words": WORDS.as_optional, "only": FLAG.as_optional}
        )
    elif TEXT.fits(does := row["does"]) and does in KINDS:
        check(row, {**_EVERY_RULE, **KINDS[does].keys})
    else:
        # The message lists no kinds, because their names tell what is in sealed envelopes.
        raise row.error(f"does = {shortened_text(repr(does))} is no kind of rule", "does")


_EVERY_RULE = {"name": TEXT, "does": TEXT, "words": WORDS.as_optional, "only": FLAG.as_optional}

NEEDED = {"token", "pass", "anchor"}
"""Kinds of rules of which every episode has one."""
