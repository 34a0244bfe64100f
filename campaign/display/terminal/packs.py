"""Screens of packs: rules in force, made-up values, differences, and effects of a correction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.board import board
from campaign.display.terminal.words import MixedText
from campaign.services.packs import CorrectionPreview, MadeUpValue
from campaign.services.packs_checking import EpisodeChecks, PublicParts
from campaign.services.packs_editions import NewerEdition
from campaign.services.packs_ground import LIGHT, CellPaint
from campaign.services.packs_sharing import PackCellDifference, PackComparison
from campaign.services.record_differences import record_difference_in_words
from campaign.services.words import many
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase, plural
from engine.my_city.pack.model import rules_of
from engine.my_city.pack.words import RuleInWords

PLACEHOLDER = "placeholder"
"""The source of a rule that was made up."""
STYLE = {PLACEHOLDER: "yellow", "owner": "green"}


def rules(episode: int, rules: Sequence[RuleInWords]) -> RenderableType:
    """The rules in force in an episode, the new ones first."""
    title = phrase("The rules of episode {number}", number=episode)
    rows: list[RenderableType] = [parts.line(title, "bold")]
    new = phrase("New in episode {number}:", number=episode)
    for heading, group in (
        (new, [rule for rule in rules if rule.since == episode]),
        (phrase("From before:"), [rule for rule in rules if rule.since != episode]),
    ):
        if group:
            rows.append(parts.line(heading))
            rows += map(_rule, group)
    return parts.lines(*rows, *_on_placeholders(rules, "campaign pack template"))


def eternal(rules: Sequence[RuleInWords]) -> RenderableType:
    """The rules of the eternal mode."""
    rows: list[RenderableType] = [parts.line(phrase("The rules of the eternal mode"), "bold")]
    rows += map(_rule, rules)
    return parts.lines(*rows, *_on_placeholders(rules, "campaign pack eternal --template"))


def placeholders(made_up: Sequence[MadeUpValue]) -> RenderableType:
    """The made-up values, grouped by their place in the pack."""
    if not made_up:
        return parts.line(phrase("Nothing that is known so far is made up."))
    rows: list[RenderableType] = [
        parts.line(phrase("Made up, because the publisher has not released it"), "bold")
    ]
    for where, values in groupby(made_up, lambda value: value.where):
        rows.append(parts.line(f"{where}:"))
        rows += [parts.item(value.words) for value in values]
    right = phrase("Your own box is right: {command}", command="campaign pack template")
    rows.append(parts.line(right))
    return parts.lines(*rows)


def to_check(before: EpisodeChecks) -> RenderableType:
    """The values to compare with the box before an episode, the shortest lists first."""
    rows: list[RenderableType] = []
    if before.checks:
        title = phrase(
            "Made up, to be compared with your box before episode {number}:", number=before.episode
        )
        rows.append(parts.line(title, "bold"))
    else:
        nothing = phrase(
            "Nothing that is known before episode {number} is made up.", number=before.episode
        )
        rows.append(parts.line(nothing))
    for check in before.checks:
        short = all(" " not in value for value in check.values)
        values = " ".join(check.values) if short or len(check.values) == 1 else ""
        rows.append(parts.item(f"{len(check.values)}  {check.where}: {values}".rstrip()))
        rows += [parts.item(f"   {value}") for value in check.values if not values]
    for command in dict.fromkeys(check.command for check in before.checks):
        rows.append(parts.command(command))
    for number in before.sealed:
        closed = phrase(
            "Envelope {number} is still closed; its values are not in this list.", number=number
        )
        rows.append(parts.line(closed))
    return parts.lines(*rows)


def made_up_parts(public: PublicParts) -> RenderableType:
    """The made-up parts of a pack, the parts as in the real box, and how to paint a box."""
    known_parts = []
    if public.light:
        known_parts.append(phrase("{count} light-green cells", count=public.light))
    if public.outlines:
        known_parts.append(phrase("the shapes {outlines}", outlines=listed(public.outlines)))
    lines = [
        plural(
            "The map and {count} shape of buildings were made up.",
            "The map and {count} shapes of buildings were made up.",
            public.made_up,
        )
    ]
    if known_parts:
        lines.append(phrase("As in the box: {known}.", known=listed(known_parts)))
    paint = phrase(
        "Your own box is right; painting it takes ten minutes: {command}",
        command="campaign pack paint",
    )
    return parts.lines(parts.line(joined(" ", lines)), parts.line(paint))


def from_edition(newer: NewerEdition) -> RenderableType:
    """The message on what comes from a newer edition, and on envelopes that are open already."""
    numbers = " ".join(map(str, newer.envelopes))
    return parts.lines(
        parts.line(
            phrase(
                "These envelopes then come from {pack}: {numbers}, and so do the values of the box "
                "that you have not corrected.",
                pack=newer.pack.name,
                numbers=numbers,
            )
        ),
        parts.line(
            phrase(
                "What open envelopes hold stays as it was played; {command} corrects it.",
                command="campaign pack apply",
            )
        ),
    )


def difference(difference: PackComparison, names: tuple[str, str]) -> RenderableType:
    """The differences between two packs: cells in words and on the board, outlines, rules."""
    title = phrase("From {first} to {second}", first=names[0], second=names[1])
    rows: list[RenderableType] = [parts.line(title, "bold")]
    none = phrase("none")
    if difference.nothing:
        rows.append(parts.line(phrase("They are the same, as far as they are compared.")))
    if difference.sizes:
        grids = (difference.first.grid, difference.second.grid)
        sizes = [
            phrase("{columns} by {rows} cells", columns=grid.columns, rows=grid.rows)
            for grid in grids
        ]
        rows.append(parts.line(phrase("The boards have {sizes}.", sizes=joined(" and ", sizes))))
    if difference.cells:
        table = parts.table(*map(phrase, ("Cell", "Before", "After")), notes=("Before", "After"))
        for cell in difference.cells:
            whose = f"{cell.seat} " if cell.seat else ""
            table.add_row(f"{whose}{cell.cell}", *_paints(cell))
        rows.append(table)
    if difference.river:
        rows.append(parts.line(phrase("The river runs elsewhere.")))
    if difference.cells or difference.river:
        rows += [Text(""), _marked_board(difference), Text("")]
    rows += [
        parts.line(
            phrase("{what}: {old} -> {new}", what=name, old=before or none, new=after or none)
        )
        for name, before, after in difference.outlines
    ]
    rows += [
        parts.line(
            phrase(
                "{what}: {old} -> {new}",
                what=value.thing,
                old=value.before or none,
                new=value.after or none,
            )
        )
        for value in difference.values
    ]
    for rule in difference.rules:
        where = (
            phrase("episode {number}", number=rule.episode)
            if rule.episode
            else phrase("every episode")
        )
        rows.append(parts.line(phrase("{where}, {rule}:", where=where, rule=rule.name)))
        missing = phrase("no such rule")
        rows.append(parts.item(phrase("before: {rule}", rule=rule.before or missing)))
        rows.append(parts.item(phrase("after:  {rule}", rule=rule.after or missing)))
    if difference.closed:
        numbers = " ".join(map(str, difference.closed))
        closed = phrase(
            "Not compared, because they are closed: envelopes {numbers}", numbers=numbers
        )
        rows.append(parts.line(closed))
    return parts.lines(*rows)


def _paints(cell: PackCellDifference) -> Iterator[Wording]:
    for paint, square in zip((cell.before, cell.after), cell.squares, strict=True):
        words = paint_in_words(paint)
        yield joined(", ", (words, phrase("small square"))) if square else words


def _marked_board(difference: PackComparison) -> RenderableType:
    """The common board of the second pack, with a mark on each cell that differs."""
    pack = difference.second
    marks = {cell.cell: "!" for cell in difference.cells if not cell.seat}
    return parts.lines(
        board(rules_of(pack, pack.first), pack.land, legend=False, marks=marks),
        parts.line(phrase("!  differs from before")) if marks else None,
    )


def correction(correction: CorrectionPreview) -> RenderableType:
    """The changes of a correction, and its effects on recorded episodes."""
    rows: list[RenderableType] = [parts.line(phrase("What changes from here on:"), "bold")]
    rows += map(parts.item, correction.rules or (phrase("nothing that is known so far"),))
    if correction.episodes:
        rows.append(parts.line(phrase("Recorded episodes:"), "bold"))
    for episode in correction.episodes:
        if not episode.changes:
            words = phrase("episode {number}: the same under both", number=episode.episode)
            rows.append(parts.item(words))
            continue
        words = (
            phrase("episode {number}, judged again; under the new pack:", number=episode.episode)
            if episode.again
            else phrase(
                "episode {number}, kept under the pack that it was played with; under the new "
                "pack:",
                number=episode.episode,
            )
        )
        rows.append(parts.item(words))
        changes = map(record_difference_in_words, episode.changes)
        rows += [parts.item(joined("", ("  ", change))) for change in changes]
    return parts.lines(*rows)


def _on_placeholders(rules: Sequence[RuleInWords], template: str) -> Iterator[RenderableType]:
    """Yield a sentence on what was made up, and on the command that corrects it."""
    if any(rule.source == PLACEHOLDER for rule in rules):
        yield parts.line(
            phrase(
                "What is marked placeholder was made up: the publisher has not released it. "
                "Your own box is right: {command}",
                command=template,
            )
        )


def _rule(rule: RuleInWords) -> RenderableType:
    """A rule with its source in a colour."""
    source = phrase(" ({note})", note=phrase(rule.source))
    return parts.item(MixedText(rule.words, (source, STYLE.get(rule.source, "dim"))))


def paint_in_words(paint: CellPaint) -> Phrase:
    """The paint of a cell in words, such as "2 trees"."""
    if paint.kind == LIGHT:
        return phrase("light green")
    return many(paint.amount, paint.kind) if paint.amount else phrase(paint.kind)
