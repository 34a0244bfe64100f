"""Rows that do not count as they read: another row counts instead, or nobody has their rank.

Each problem names the row and says what would be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from engine.kernel.errors import PackError
from engine.my_city.pack.build import LAST, MORE_STANDINGS, STANDINGS
from engine.my_city.pack.kinds import KINDS
from engine.my_city.pack.model import Made, Pack, Place
from engine.my_city.pack.schema import OWNER, PackRow
from engine.my_city.pack.writing import toml_value
from engine.my_city.play.land import OR
from engine.my_city.play.ruleset import EpisodeRules

ONLY_ONE = (
    "token",
    "pass",
    "anchor",
    "bank closed",
    "forest open",
    "standings",
    "marks",
    "absent city",
)
"""Kinds of rules of which one row counts: a second row in force has no effect."""
BY_RANK = ("marks", "stickers", "own piece")
"""Kinds that give something to each standing."""
RANKS = ": at the top of the file is missing  "
"""The part of a problem that stands before the line that is missing."""
OTHER, THIRD = STANDINGS[-1], MORE_STANDINGS[0]


def unsaid(pack: Pack, made: Made) -> Iterator[PackError]:
    """Yield a problem for each row of some episodes that does not count as it reads."""
    in_force: dict[Place, tuple[PackRow, list[EpisodeRules]]] = {}
    for rules, rows in made.values():
        yield from _second_ones([row for row, _ in rows])
        for row, since in rows:
            in_force.setdefault((row.file, row.path), (row, []))[1].append(rules)
            if row["does"] == "bonus":
                yield from _counted_too_early(row, since, pack.last, rules)
    for row, episodes in in_force.values():
        if row.get("only") and KINDS[row["does"]].once:
            yield row.error(
                "what it brings lies on the boards for good: leave out the key only", "only"
            )
        if row["does"] in BY_RANK and row.get("when") != "start":
            yield from _unranked(row, episodes)


def _counted_too_early(
    row: PackRow, since: int, last: int, rules: EpisodeRules
) -> Iterator[PackError]:
    """Yield a problem for a bonus before the last episode, or before stickers that it counts."""
    if since != last:
        yield row.error(f"marks at the end of the campaign belong to episode {last}", "counts")
    kinds = {content.id: content.kind for content in rules.contents}
    for given, target in _placed_after(rules):
        changed = {kinds[id] for id in given.split(OR)}.union(target.split(OR))
        if row["counts"] in changed:
            yield row.error(
                f"a {given} sticker of this episode is placed after {row['counts']} is counted: "
                f"the rule that gives it has to end by episode {last}",
                "counts",
            )
            break


def _placed_after(rules: EpisodeRules) -> Iterator[tuple[str, str]]:
    """Yield the kinds and the targets of the stickers that players place after an episode."""
    yield from ((gift.kind, gift.target) for gift in rules.gifts if gift.when == "end")
    boxes = [shaft.stickers for shaft in rules.shafts] + [strip.stickers for strip in rules.strips]
    yield from ((sticker.kind, sticker.target) for sticker in chain.from_iterable(boxes))


def _second_ones(rows: Sequence[PackRow]) -> Iterator[PackError]:
    """Yield a problem for each row that does not count because an earlier row of its kind does."""
    for kind in ONLY_ONE:
        alike = [row for row in rows if row["does"] == kind]
        for row in alike[1:]:
            yield row.error(
                f"only one rule of this kind counts, and {alike[0].name} is one: give this row "
                f"that name to replace it",
                "name",
            )
    shafts: dict[str, PackRow] = {}
    strips: dict[str, PackRow] = {}
    own: dict[str, PackRow] = {}
    turned: dict[tuple[str, int, str], PackRow] = {}
    for row in rows:
        if row["does"] == "shaft":
            first = shafts.setdefault(row["colour"], row)
            if first is not row:
                yield row.error(f"{first.name} is the shaft of this colour already", "colour")
        elif row["does"] == "strip":
            first = strips.setdefault(row["kind"], row)
            if first is not row:
                yield row.error(f"{first.name} is the strip of this kind already", "kind")
        elif row["does"] == "own piece":
            first = own.setdefault(row["card"], row)
            if first is not row:
                yield row.error(
                    f"{first.name} says already which {row['card']} a city gets", "card"
                )
        elif row["does"] == "enclosed cell":
            for kind in row["on"]:
                first = turned.setdefault((row["colour"], row["sides"], kind), row)
                if first is not row:
                    yield row.error(f"{first.name} says already what becomes of {kind}", "on")
                    break


def _unranked(row: PackRow, episodes: Sequence[EpisodeRules]) -> Iterator[PackError]:
    """Yield a problem for each standing that gets something of its own although no rank has it."""
    tables = [names for rules in episodes for names in rules.standings.values()]
    for standing in (*STANDINGS, *MORE_STANDINGS):
        if standing not in row.values or (
            row[standing] in (0, []) or row["does"] == "own piece"
            if standing == OTHER
            else row[standing] == row[OTHER]
        ):
            continue
        counts = [
            any((name if name in row.values else OTHER) == standing for name in names)
            for names in tables
        ]
        if not (all(counts) if standing == LAST else any(counts)):
            where = "at every table" if any(counts) else "at any table"
            yield row.error(
                f'no rank counts as "{standing}" {where}, so nobody gets this there'
                f"{RANKS}{_ranks(row, episodes[0])}",
                standing,
            )


def _ranks(row: PackRow, rules: EpisodeRules) -> str:
    """The line of a standings rule in which ranks count as the standings that a row names."""
    table = {}
    for key, seats in (("two", 2), ("three", 3), ("four", 4)):
        names = list(rules.standings.get(seats, (*STANDINGS, OTHER)[:seats]))
        if THIRD in row.values and seats > 2:
            names[2] = THIRD
        if LAST in row.values:
            names[-1] = LAST
        table[key] = names
    values = {"name": "standings", "does": "standings", **table, "source": OWNER}
    return f"rule = [{{{', '.join(f'{k} = {toml_value(v)}' for k, v in values.items())}}}]"
