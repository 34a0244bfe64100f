"""Checks a new pack or correction for mistakes that would show during an evening, or never.

    check_pack   finds rows that make no rules          in every pack, also an old one
    problems     finds what is certainly not meant      in a new pack or correction

Each problem names its table and key, and says what is wrong and what would be right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain, pairwise

from engine.kernel.errors import NotationError, PackError
from engine.kernel.phrases import Wording
from engine.my_city.pack.build import MORE_STANDINGS, NUGGET, RIVER, STANDINGS, WHERE
from engine.my_city.pack.idle import idle
from engine.my_city.pack.model import Made, Pack, Place, made_of
from engine.my_city.pack.schema import PackRow
from engine.my_city.pack.tables import BOX, rows_of, table_of
from engine.my_city.pack.unsaid import unsaid
from engine.my_city.pack.unused import too_large, unused
from engine.my_city.play.boards import SHAFT
from engine.my_city.play.land import CELL, LIGHT, PIECE, SITE, SQUARE
from engine.my_city.play.notation import Reveal, parse
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import SEATS

_RESERVED = (SHAFT, NUGGET, SQUARE, RIVER, "nothing", "none")
"""Words with a meaning in records and rows: no content can have them as its name."""
MISTYPED = 0.85
"""If two kinds are at least this much alike, from 0 to 1, one may be a typing error."""
_CONTENT = re.compile(r"[a-z][a-z0-9_-]*", re.ASCII)
_GROUND_MARKS = (".", "M", "F")


def problems(
    pack: Pack, episodes: Container[int] | None = None, *, corrected: bool = False
) -> Iterator[PackError]:
    """Yield what is wrong in a pack whose rules can be made, one problem for each place.

    `episodes` are the episodes to check, None for all. In a `corrected` pack a row may end a rule
    that the correction has removed.
    """
    numbers = [n for n in sorted(pack.episodes) if episodes is None or n in episodes]
    made, known = made_of(pack, numbers), set[Place]()
    whole = unused(pack, made) if len(numbers) == len(pack.episodes) else ()
    wrong = faults(pack, made, corrected=corrected), idle(made), too_large(pack, made), whole
    for error in chain.from_iterable(wrong):
        # A row is in force in many episodes, and wrong in each.
        if place_of(error) not in known:
            known.add(place_of(error))
            yield error


def faults(pack: Pack, made: Made, *, corrected: bool = False) -> Iterator[PackError]:
    """Yield the problems that the content of closed envelopes cannot remove."""
    return chain(
        _cards(pack),
        _contents(pack),
        _boards(pack),
        _envelopes(pack),
        _names(pack),
        () if corrected else _ends(pack),
        *(_episode(rules, [row for row, _ in rows]) for rules, rows in made.values()),
        unsaid(pack, made),
    )


def place_of(error: PackError) -> Place:
    """The place of an error: the file, and the path in it."""
    return error.file, error.path


def _rows(pack: Pack, table: str) -> Iterator[PackRow]:
    for name, data in pack.files.items():
        yield from rows_of(name, data, table)


def _cards(pack: Pack) -> Iterator[PackError]:
    """Yield errors for buildings that no record can name, and for names of two buildings."""
    for row in _rows(pack, "colour"):
        if not _is_card(f"{row['id']}1"):
            yield row.error(
                f"{row['id']}: no record can name its buildings; write one capital letter, such "
                f"as {row['name'][:1].upper()}",
                "id",
            )
    first = next(iter(pack.colours), "Y")
    names: dict[str, str] = {}
    for row in _rows(pack, "outline"):
        if not _is_card(f"{first if _is_card(f'{first}1') else 'Y'}{row['id']}"):
            yield row.error(
                f"{row['id']}: no record can name its buildings; write a number from 1 to 99", "id"
            )
        for colour in pack.colours:
            yield from _once(names, f"{colour}{row['id']}", row)
    variant_ids: set[str] = set()
    for row in _rows(pack, "piece"):
        if not _is_card(row["id"]):
            yield row.error(
                f"{row['id']}: no record can name it; write a capital letter and a number, such "
                f"as C1",
                "id",
            )
        if "variant" not in row.values or row["id"] not in variant_ids:
            yield from _once(names, row["id"], row)
        if "variant" in row.values:
            variant_ids.add(row["id"])


def _once(names: dict[str, str], name: str, row: PackRow) -> Iterator[PackError]:
    """Yield an error if an earlier table has the name, too; then remember the name."""
    if name in names:
        yield row.error(f"{name} is the id of another row already: {names[name]}", "id")
    names[name] = row.where


def _is_card(name: str) -> bool:
    """Whether a record can name a card by exactly this name."""
    try:
        return parse(f"reveal {name}") == Reveal(name) and name.isupper()
    except NotationError:
        return False


def _contents(pack: Pack) -> Iterator[PackError]:
    """Yield errors for contents that no record can name, or whose values contradict each other."""
    names: dict[str, str] = {}
    marks: dict[str, str] = {}
    kinds = Counter(row["kind"] for row in _rows(pack, "content"))
    in_the_box = {row["kind"] for row in rows_of(BOX, pack.files[BOX], "content")}
    for row in _rows(pack, "content"):
        # Only kinds of the box are proposed: others are a secret of their envelope.
        like = get_close_matches(row["kind"], in_the_box - {row["kind"]}, n=1, cutoff=MISTYPED)
        if kinds[row["kind"]] == 1 and like:
            yield row.error(
                f"nothing else is of the kind {row['kind']}, so rules on {like[0]} do not count "
                f"it: write {like[0]}, or a word less like it",
                "kind",
            )
        if not _CONTENT.fullmatch(row["id"]) or row["id"] in _RESERVED:
            yield row.error(
                f"{row['id']}: no record can name it; write one word in small letters, such as "
                f"well",
                "id",
            )
        if row["kind"] in _RESERVED:
            yield row.error(f"{row['kind']} has another meaning in rules and records", "kind")
        yield from _once(names, row["id"], row)
        mark, ground = row.get("mark", ""), row.get("ground", LIGHT)
        if mark and (len(mark) > 1 or mark in _GROUND_MARKS):
            yield row.error(
                f"mark {mark}: write one letter, and none of {' '.join(_GROUND_MARKS)}", "mark"
            )
        elif mark in marks:
            yield row.error(f"mark {mark} belongs to {marks[mark]} already", "mark")
        elif mark:
            marks[mark] = row["id"]
        off_cells = row.get("on", CELL) != CELL
        if mark and (ground != LIGHT or not row["amount"] or off_cells):
            key = "ground" if ground != LIGHT else "on" if off_cells else "amount"
            yield row.error(
                "what is printed lies on a light-green cell, at least 1 of it: leave out mark, and "
                'let a rule with does = "fixed" bring it',
                key,
            )
        if row.get("colour") and ground != SITE:
            yield row.error(
                f'only a site stands as a building of a colour: ground = "{SITE}"', "colour"
            )


def _boards(pack: Pack) -> Iterator[PackError]:
    """Yield errors for boards of unknown seats, and for small squares on mountains."""
    box = pack.files[BOX]
    tables = {"": table_of(box, "squares"), **{row["id"]: row for row in _rows(pack, "own")}}
    for seat, row in tables.items():
        if seat not in ("", *SEATS):
            yield row.error(f"{seat} is no seat: {', '.join(SEATS)}", "id")
        land = pack.printed[seat]
        if wrong := land.squares & land.mountain:
            yield row.error(
                f"{' '.join(pack.grid.names(wrong))}: a mountain, on which no sticker goes; small "
                "squares are on light-green cells, or on forest",
                "squares" if seat else "cells",
            )


def _envelopes(pack: Pack) -> Iterator[PackError]:
    """Yield errors for envelopes that cannot be opened one after the other."""
    for name, data in pack.files.items():
        if name != BOX and name != (file_name := f"envelope_{data['envelope']}.toml"):
            yield PackError(
                f"{name}: envelope {data['envelope']} is read from {file_name}", name, ("envelope",)
            )
    numbers = sorted(pack.episodes)
    for envelope in pack.envelopes:
        first, last = min(envelope.episodes), max(envelope.episodes)
        if strange := set(numbers[numbers.index(first) : numbers.index(last)]) - set(
            envelope.episodes
        ):
            yield PackError(
                f"envelope {envelope.number}: its episodes must follow each other, but episode "
                f"{min(strange)} is in another file",
                f"envelope_{envelope.number}.toml",
            )
    for earlier, later in pairwise(pack.envelopes):
        if min(earlier.episodes) > min(later.episodes):
            yield PackError(
                f"envelope {earlier.number} begins with episode {min(earlier.episodes)}, envelope "
                f"{later.number} with {min(later.episodes)}: they are opened by their numbers",
                f"envelope_{later.number}.toml",
            )


def _names(pack: Pack) -> Iterator[PackError]:
    """Yield errors for rules of one episode that have the same name."""
    for rows in pack.episodes.values():
        names = set[str]()
        for row in rows:
            if row.name in names:
                yield row.error("another rule of this episode has this name", "name")
            names.add(row.name)


def _ends(pack: Pack) -> Iterator[PackError]:
    """Yield errors for rows that end a rule that was never in force."""
    known = {row.name for row in pack.rules}
    for number in sorted(pack.episodes):
        for row in pack.episodes[number]:
            if row.get("end") and row.name not in known:
                yield row.error(
                    f"no rule {row.name} is in force that could end{_meant(row.name, known)}",
                    "name",
                )
            known.add(row.name)


def _episode(rules: EpisodeRules, rows: Sequence[PackRow]) -> Iterator[PackError]:
    """Yield what is wrong in the rows in force in one episode."""
    if not rules.standings:
        yield PackError(f"{rules.title}: a standings rule is needed", BOX, ("rule",))
    for row in rows:
        for key, kinds in _KINDS.get(row["does"], {}).items():
            known = kinds(rules)
            if key in row.values and row[key] not in known:
                yield row.error(
                    f"nothing of the kind {row[key]} is known here{_meant(row[key], known)}: "
                    f"{', '.join(sorted(known)) or 'there is none yet'}",
                    key,
                )
        yield from _ROWS.get(row["does"], _nothing)(row, rules)
    decks = [row for row in rows if row["does"] == "deck" and row.get("obstacle")]
    for row in decks[1:]:
        yield row.error(
            f"the obstacle card is in the deck already: rule {decks[0].name}", "obstacle"
        )


def _meant(name: Wording, known: object) -> str:
    """The known name that was probably meant, as a question in brackets; "" if none is alike."""
    similar = get_close_matches(name, [*known], n=1) if isinstance(known, set | frozenset) else []
    return f" ({similar[0]}?)" if similar else ""


def _on_cells(rules: EpisodeRules) -> frozenset[str]:
    return frozenset(content.kind for content in rules.contents if content.on == CELL)


def _on_buildings(rules: EpisodeRules) -> frozenset[str]:
    return frozenset(content.kind for content in rules.contents if content.on == PIECE)


def _of_buildings(rules: EpisodeRules) -> frozenset[str]:
    return frozenset(piece.kind for piece in rules.pieces.values())


_KINDS: Mapping[str, Mapping[str, Callable[[EpisodeRules], frozenset[str]]]] = {
    "visible": {"kind": _on_cells},
    "enclosed": {"kind": _on_cells},
    "connects": {"kind": _on_cells},
    "first to cover": {"kind": _on_cells},
    "first to join": {"kind": _on_cells},
    "touches": {"kind": _of_buildings},
    "marked": {"kind": _on_buildings},
    "pieces leave": {"without": _on_buildings},
}
"""The known kinds that the value of a key must be among, by kind of rule and key."""


def _nothing(row: PackRow, rules: EpisodeRules) -> Iterator[PackError]:
    return iter(())


def _anchor(row: PackRow, rules: EpisodeRules) -> Iterator[PackError]:
    missing = [
        seat or "every board"
        for seat, land in rules.land.items()
        if not rules.anchor.first_cells(rules.beside, land)
    ]
    if missing and rules.anchor.name == row["at"]:
        yield row.error(
            f"there is no {row['at']} on {missing[0]} yet, so nothing could ever be built: a rule "
            'with does = "fixed" brings one',
            "at",
        )


def _stickers(row: PackRow, rules: EpisodeRules) -> Iterator[PackError]:
    if row["when"] == "start":
        named = (*STANDINGS, *MORE_STANDINGS)
        different = [
            standing for standing in named if row.get(standing, row["other"]) != row["other"]
        ]
        if different:
            yield row.error(
                "before an episode nobody has a rank, so every city gets the same: write the "
                "same for first, second and other",
                different[0],
            )


def _standings(row: PackRow, rules: EpisodeRules) -> Iterator[PackError]:
    """Yield errors for standings that no table of this size has, or at the wrong rank."""
    third, last = MORE_STANDINGS
    for key, names in (("two", row["two"]), ("three", row["three"]), ("four", row["four"])):
        if third in names and len(names) == 2:
            yield row.error(
                f'{key}: of two players nobody is third: write "second" or "other"', key
            )
        elif third in names and names.index(third) != 2:
            yield row.error(f'{key}: "third" is the third of {key}: write another name here', key)
        if last in names[:-1]:
            yield row.error(f'{key}: "last" is the last of {key}: write another name here', key)


def _lies(key: str) -> Callable[[PackRow, EpisodeRules], Iterator[PackError]]:
    """The check of a rule that lays a content on cells; `key` names the content."""

    def lies(row: PackRow, rules: EpisodeRules) -> Iterator[PackError]:
        content = rules.contents[rules.layer(row[key])]
        if content.on != CELL:
            yield row.error(f"{row[key]} goes on a {WHERE[content.on]}, not on a cell", key)

    return lies


_ROWS: Mapping[str, Callable[[PackRow, EpisodeRules], Iterator[PackError]]] = {
    "anchor": _anchor,
    "standings": _standings,
    "stickers": _stickers,
    "convert": _lies("content"),
    "enclosed cell": _lies("becomes"),
}
"""The further check of a row, by kind of rule."""
