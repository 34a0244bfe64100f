"""Why the values of a row have no effect on any board: the checks that need no boards.

A check returns in one line the reason and what would be right, or "" if the row can do something.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.my_city.pack.build import MORE_STANDINGS, NUGGET, STANDINGS
from engine.my_city.pack.evening import EpisodePrediction
from engine.my_city.pack.schema import PackRow

Check = Callable[[PackRow, EpisodePrediction], str]
OUT = "end = true leaves the rule out"


def some(key: str) -> Check:
    """Check that a list names something."""

    def named(row: PackRow, evening: EpisodePrediction) -> str:
        return f"{key}: the list is empty: {OUT}" if key in row.values and not row[key] else ""

    return named


def worth(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that the points of a term are not all 0."""
    points = row.get("points", 1)
    numbers = [points] if isinstance(points, int) else [number for _, number in points]
    return "" if any(numbers) else f"it counts for 0 points: {OUT}"


def earns(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that the points at once are more than 0; points at once are never taken away."""
    if row["points"] > 0:
        return ""
    if not row["points"]:
        return f"it earns 0 points: {OUT}"
    return 'points at once are never taken away: does = "buildings" takes them on the sheet'


def gives(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a feat has a reward."""
    if any(map(row.get, ("points", "nuggets", "marks", "stickers"))):
        return ""
    return "it gives nothing: write points, nuggets or marks"


def gives_by_rank(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a standing gets something, or that an earlier row of this name is replaced."""
    ranks = (*STANDINGS, *MORE_STANDINGS)
    replaces = evening.before.get(row.name, row) is not row
    if replaces or any(row.get(standing) for standing in ranks):
        return ""
    return f"nobody gets anything: {OUT}"


def cards(key: str) -> Check:
    """Check that the deck has a building of one of the colours that a row names."""

    def dealt(row: PackRow, evening: EpisodePrediction) -> str:
        named = row.get(key, ())
        ids = [named] if isinstance(named, str) else [*named]
        if not ids or evening.colours.intersection(ids):
            return ""
        return f"no building of {' or '.join(ids)} is in the deck: name another colour"

    return dealt


def every_colour(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that buildings of all the colours have cards, because all must be touched."""
    missing = [colour for colour in row["colours"] if colour not in evening.colours]
    if not missing:
        return ""
    return (
        f"no building of {missing[0]} is in the deck, so nothing touches all these colours: "
        f"leave it out"
    )


def changes_deck(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that cards come or go, and that a building is left."""
    rules = evening.rules
    if not any(card in rules.pieces for card in rules.deck):
        return "no building is left in the deck: remove fewer cards"
    changed_cards = set(row.get("add", ())) ^ set(row.get("remove", ()))
    if changed_cards or row.get("obstacle") or row.get("deal"):
        return ""
    return f"it changes nothing: write add, remove, obstacle or deal; else {OUT}"


def deals(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that fewer cards are dealt than the deck has."""
    count = len(evening.rules.deck)
    if "deal" not in row.values or row["deal"] < count or set(row.values) & {"add", "remove"}:
        return ""
    return (
        f"the deck has {count} cards, so all of them are dealt: write a smaller number, or "
        f"leave out deal"
    )


def moves(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that the token starts below its cap."""
    start, cap = row["start"], row["cap"]
    if start < cap:
        return ""
    above = f", above {cap}" if start > cap else ""
    return (
        f"the token starts at {start}{above}, where it stays for good: write a start below the cap"
    )


def can_pass(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a token at its cap can pay for a pass."""
    if not row.get("allowed", True) or row["floor"] + row["cost"] <= evening.rules.token.cap:
        return ""
    return "no token can pay for a pass: allowed = false says that nobody may"


def has_card(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a building of the kind has a card."""
    rules = evening.rules
    kinds = {rules.pieces[card].kind for card in rules.deck if card in rules.pieces}
    if row["kind"] in kinds:
        return ""
    return f'no card of the deck is a {row["kind"]}: a rule with does = "deck" adds one'


def converts(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that what lies on the boards becomes something else."""
    of_kind = [content.id for content in evening.rules.contents if content.kind == row["kind"]]
    if of_kind != [row["content"]]:
        return ""
    return f"{row['kind']} lies there already: content must name something else"


def becomes(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that an enclosed cell becomes something that does not lie there already."""
    kinds = {c.id: c.kind for c in evening.rules.contents}
    same = [c.id for c in evening.rules.contents if c.kind == kinds[row["becomes"]]]
    if set(row["on"]) != {kinds[row["becomes"]]} or same != [row["becomes"]]:
        return ""
    return f"{row['becomes']} lies there already: becomes must name something else"


def pays(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a box brings something."""
    if row.get("marks") or any(map(row.get, ("pays", "nuggets", "box_marks", "box_stickers"))):
        return ""
    return "no box brings anything: write pays, nuggets, box_marks or box_stickers"


def goes_with(key: str, other: str) -> Check:
    """Check that a row with `key` also has `other`, without which `key` means nothing."""

    def together(row: PackRow, evening: EpisodePrediction) -> str:
        if key not in row.values or row.get(other):
            return ""
        return f"{key} needs {other}: leave out {key}, or write {other}"

    return together


def has_nuggets(row: PackRow, evening: EpisodePrediction) -> str:
    """Check that a city can have nuggets if a row counts them."""
    if row["counts"] != NUGGET or evening.nuggets:
        return ""
    return f"no rule gives nuggets, so all cities would have the same number: {OUT}"
