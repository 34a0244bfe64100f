"""Corrections for another owner, and the differences of two packs, without closed envelopes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from campaign.services import folding
from campaign.services import packs_outlines as outlines
from campaign.services.envelopes_form import typed_value
from campaign.services.errors import UnknownName
from campaign.services.packs_ground import CellPaint, Painting, painting_of
from campaign.services.values import History
from engine.kernel.grid import bits
from engine.kernel.phrases import Wording, phrase
from engine.my_city.campaign import envelopes, fold
from engine.my_city.campaign.editions import with_edition
from engine.my_city.campaign.entries import CampaignCreated, EnvelopeOpened, PackApplied
from engine.my_city.pack.apart import file_of
from engine.my_city.pack.load import load
from engine.my_city.pack.model import Pack
from engine.my_city.pack.overlay import with_overlay
from engine.my_city.pack.schema import PackRow
from engine.my_city.pack.sharing import (
    OverlayInForce,
    SharedOverlay,
    merge_corrections,
    readable,
    shared_text,
)
from engine.my_city.pack.tables import BOX
from engine.my_city.pack.words import words_of

FOR_READERS = ("source", "note", "words")
"""Keys of a rule that do not change what it does."""
THINGS = ("content", "colour", "piece")
"""The lists of things that have other values than a drawing."""
COMPARED_APART = frozenset({*FOR_READERS, "id", "variant", "mark", "shape"})
"""Keys of a thing that are its name, its drawing, or how files write it."""


class PackCellDifference(NamedTuple):
    """A cell that differs: its board, its paint and its small square in either pack."""

    seat: str
    cell: str
    before: CellPaint
    after: CellPaint
    squares: tuple[bool, bool]


class PackRuleDifference(NamedTuple):
    """A rule that differs, in words; "" if a pack lacks it. Episode 0 is the box."""

    episode: int
    name: str
    before: Wording
    after: Wording


class PackValueDifference(NamedTuple):
    """A thing of the box or of an envelope whose values differ, in words; "" if a pack lacks it."""

    thing: str
    before: str
    after: str


class PackComparison(NamedTuple):
    """The differences of two packs; `closed` envelopes are not compared."""

    first: Pack
    second: Pack
    cells: tuple[PackCellDifference, ...]
    river: bool
    outlines: tuple[tuple[Wording, str, str], ...]
    values: tuple[PackValueDifference, ...]
    rules: tuple[PackRuleDifference, ...]
    closed: tuple[int, ...]
    sizes: bool
    """Whether the boards differ in size; then no cell is compared."""

    @property
    def nothing(self) -> bool:
        """Whether the compared parts of both packs are the same."""
        things = self.outlines or self.values or self.rules
        return not (self.cells or self.river or self.sizes or things)


def export(history: History) -> str:
    """The text of a file with all corrections of a campaign; raises `UnknownName` without any."""
    entries = folding.entries_of(history.entries)
    applied = []
    for correction in history.campaign.applied:
        entry = entries[correction.entry - 1]
        if isinstance(entry, PackApplied):
            opened_at = history.campaign.opened.items()
            opened = tuple(number for number, at in opened_at if at < correction.entry)
            applied.append(OverlayInForce(entry.overlay, opened))
    if not applied:
        raise UnknownName(phrase("nothing of this pack was corrected"), "campaign pack paint")
    base = base_of(history)
    lines = (
        f"# Corrections of the pack {base.name}. What belongs to an envelope is sealed in it.",
        "#   campaign pack diff ours FILE                    to look through them",
        '#   campaign pack apply FILE --reason "from a box"   once more when an envelope opens',
        "",
    )
    return "\n".join(lines) + shared_text(merge_corrections(base, applied))


def for_owner(history: History, text: str) -> SharedOverlay:
    """The part of a file of corrections that this campaign may read; raises `PackError`."""
    return readable(text, history.campaign.opened)


def base_of(history: History) -> Pack:
    """The pack of a campaign without its corrections, with its open envelopes unsealed."""
    entries = folding.entries_of(history.entries)
    first = entries[0]
    assert isinstance(first, CampaignCreated), "a campaign begins with its creation"
    campaign = fold.begin(first)
    for number, at in sorted(history.campaign.opened.items()):
        entry = entries[at - 1]
        for update in [
            edition for edition in history.campaign.updates if str(number) in edition.seals
        ]:
            numbers = map(int, update.seals)
            seals = {**campaign.seals, **update.seals}
            pack = with_edition(campaign.pack, load(update.pack), numbers)
            campaign = campaign._replace(pack=pack, seals=seals)
        if isinstance(entry, EnvelopeOpened):
            campaign = campaign._replace(pack=envelopes.unsealed_pack(campaign, number, entry.salt))
    return campaign.pack


def with_file(history: History, text: str) -> Pack:
    """The pack of `base_of` with a file of corrections applied; raises `PackError`."""
    return with_overlay(base_of(history), for_owner(history, text).text, history.campaign.opened)


def difference(history: History, first: Pack, second: Pack) -> PackComparison:
    """The differences of two packs in the box and the open envelopes of a campaign."""
    opened = sorted(history.campaign.opened)
    closed = {e.number for pack in (first, second) for e in pack.envelopes}.difference(opened)
    sizes = first.grid != second.grid
    first_painting, second_painting = (
        painting_of(pack, _in(pack, opened)) for pack in (first, second)
    )
    return PackComparison(
        first,
        second,
        () if sizes else tuple(_cells(first_painting, second_painting)),
        not sizes and first_painting.river != second_painting.river,
        tuple(_outlines(first_painting, second_painting)),
        tuple(_values(first, second, opened)),
        tuple(_rules(first, second, opened)),
        tuple(sorted(closed)),
        sizes,
    )


def _in(pack: Pack, opened: list[int]) -> list[int]:
    """The numbers of the open envelopes that a pack has."""
    numbers = {envelope.number for envelope in pack.envelopes}
    return [number for number in opened if number in numbers]


def _cells(first: Painting, second: Painting) -> Iterator[PackCellDifference]:
    for seat in ("", *sorted({*first.own, *second.own})):
        before, after = first.ground(seat), second.ground(seat)
        for bit in bits(first.grid.all):
            squares = bool(before.squares & bit), bool(after.squares & bit)
            if before.at(bit) != after.at(bit) or squares[0] != squares[1]:
                cell = first.grid.name(bit)
                yield PackCellDifference(seat, cell, before.at(bit), after.at(bit), squares)


def _outlines(first: Painting, second: Painting) -> Iterator[tuple[Wording, str, str]]:
    """The name and both drawings of each outline that differs; "" if a pack lacks it."""
    drawn = [
        {outline.name: outlines.drawing(outline.cells) for outline in painting.outlines}
        for painting in (first, second)
    ]
    for name in {**drawn[0], **drawn[1]}:
        before, after = drawn[0].get(name, ""), drawn[1].get(name, "")
        if before != after:
            yield name, before, after


def _values(first: Pack, second: Pack, opened: list[int]) -> Iterator[PackValueDifference]:
    """The things with other values; drawings and the cells of boards are compared apart."""
    old_things, new_things = (_things(pack, opened) for pack in (first, second))
    for thing in {**old_things, **new_things}:
        before, after = old_things.get(thing, {}), new_things.get(thing, {})
        keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
        if keys:
            yield PackValueDifference(thing, _in_words(before, keys), _in_words(after, keys))


def _things(pack: Pack, opened: list[int]) -> dict[str, dict[str, Any]]:
    """The values of each thing of the box and of open envelopes, by its list and name."""
    things = {"progress": pack.files[BOX].get("progress", {})}
    for file in (BOX, *map(file_of, opened)):
        for name in THINGS:
            for row in pack.files.get(file, {}).get(name, ()):
                things[" ".join(filter(None, (name, row["id"], row.get("variant"))))] = row
    return {
        thing: {key: value for key, value in row.items() if value and key not in COMPARED_APART}
        for thing, row in things.items()
    }


def _in_words(values: Mapping[str, Any], keys: list[str]) -> str:
    """The values of some keys in words; "" for a thing without values."""
    if not values:
        return ""
    return ", ".join(
        f"{key} {typed_value(values[key])}" if key in values else f"no {key}" for key in keys
    )


def _rules(first: Pack, second: Pack, opened: list[int]) -> Iterator[PackRuleDifference]:
    """The rules of the box and of open envelopes that differ, by episode and name."""
    numbers = sorted(
        {
            number
            for pack in (first, second)
            for envelope in pack.envelopes
            if envelope.number in opened
            for number in envelope.episodes
        }
    )
    for number in (0, *numbers):
        before, after = (
            {row.name: row for row in (pack.episodes.get(number, ()) if number else pack.rules)}
            for pack in (first, second)
        )
        for name in {**before, **after}:
            old_rule, new_rule = before.get(name), after.get(name)
            if _meaning(old_rule) != _meaning(new_rule):
                yield PackRuleDifference(
                    number,
                    name,
                    words_of(first, old_rule) if old_rule else "",
                    words_of(second, new_rule) if new_rule else "",
                )


def _meaning(row: PackRow | None) -> Mapping[str, Any] | None:
    if row is None:
        return None
    return {key: value for key, value in row.values.items() if key not in FOR_READERS}
