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
from campaign.services.packs_ground import CellPaint
from campaign.services.packs_sharing import PackCellDifference, PackComparison
from campaign.services.record_differences import record_difference_in_words
from engine.kernel.phrases import joined, listed, phrase, plural
from engine.my_city.pack.model import rules_of
from engine.my_city.pack.words import RuleInWords

PLACEHOLDER = "placeholder"
"""The source of a rule that was made up."""
STYLE = {PLACEHOLDER: "yellow", "owner": "green"}
MADE_UP = (
    "What is marked placeholder was made up: the publisher has not released it. "
    "Your own box is right: "
    "campaign pack template"
)


def rules(episode: int, rules: Sequence[RuleInWords]) -> RenderableType:
    """The rules in force in an episode, the new ones first."""
    rows: list[RenderableType] = [Text(f"The rules of episode {episode}", style="bold")]
    for title, group in (
        (f"New in episode {episode}:", [rule for rule in rules if rule.since == episode]),
        ("From before:", [rule for rule in rules if rule.since != episode]),
    ):
        if group:
            rows.append(parts.line(title))
            rows += map(_rule, group)
    if any(rule.source == PLACEHOLDER for rule in rules):
        rows.append(parts.line(MADE_UP))
    return parts.lines(*rows)


def eternal(rules: Sequence[RuleInWords]) -> RenderableType:
    """The rules of the eternal mode."""
    rows: list[RenderableType] = [Text("The rules of the eternal mode", style="bold")]
    rows += map(_rule, rules)
    if any(rule.source == PLACEHOLDER for rule in rules):
        rows.append(
            parts.line(
                "What is marked placeholder was made up: the publisher has not released it. "
                "Your own box is right: campaign pack eternal --template"
            )
        )
    return parts.lines(*rows)


def placeholders(made_up: Sequence[MadeUpValue]) -> RenderableType:
    """The made-up values, grouped by their place in the pack."""
    if not made_up:
        return parts.line("Nothing that is known so far is made up.")
    rows: list[RenderableType] = [
        Text("Made up, because the publisher has not released it", style="bold")
    ]
    for where, values in groupby(made_up, lambda value: value.where):
        rows.append(parts.line(f"{where}:"))
        rows += [parts.item(value.words) for value in values]
    rows.append(parts.line("Your own box is right: campaign pack template"))
    return parts.lines(*rows)


def to_check(before: EpisodeChecks) -> RenderableType:
    """The values to compare with the box before an episode, the shortest lists first."""
    rows: list[RenderableType] = []
    if before.checks:
        title = f"Made up, to be compared with your box before episode {before.episode}:"
        rows.append(Text(title, style="bold"))
    else:
        rows.append(
            parts.line(f"Nothing that is known before episode {before.episode} is made up.")
        )
    for check in before.checks:
        short = all(" " not in value for value in check.values)
        values = " ".join(check.values) if short or len(check.values) == 1 else ""
        rows.append(parts.item(f"{len(check.values)}  {check.where}: {values}".rstrip()))
        rows += [parts.item(f"   {value}") for value in check.values if not values]
    for command in dict.fromkeys(check.command for check in before.checks):
        rows.append(parts.command(command))
    for number in before.sealed:
        rows.append(
            parts.line(f"Envelope {number} is still closed; its values are not in this list.")
        )
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
    """The message on envelopes from a newer edition, and on envelopes that are open already."""
    numbers = " ".join(map(str, newer.envelopes))
    return parts.lines(
        parts.line(f"These envelopes then come from {newer.pack.name}: {numbers}."),
        parts.line("What is open stays as it was played; campaign pack apply corrects it."),
    )


def difference(difference: PackComparison, names: tuple[str, str]) -> RenderableType:
    """The differences between two packs: cells in words and on the board, outlines, rules."""
    rows: list[RenderableType] = [Text(f"From {names[0]} to {names[1]}", style="bold")]
    if difference.nothing:
        rows.append(parts.line("They are the same, as far as they are compared."))
    if difference.sizes:
        grids = (difference.first.grid, difference.second.grid)
        sizes = " and ".join(f"{grid.columns} by {grid.rows} cells" for grid in grids)
        rows.append(parts.line(f"The boards have {sizes}."))
    if difference.cells:
        table = parts.table("Cell", "Before", "After", notes=("Before", "After"))
        for cell in difference.cells:
            whose = f"{cell.seat} " if cell.seat else ""
            table.add_row(f"{whose}{cell.cell}", *_paints(cell))
        rows.append(table)
    if difference.river:
        rows.append(parts.line("The river runs elsewhere."))
    if difference.cells or difference.river:
        rows += [Text(""), _marked_board(difference), Text("")]
    rows += [
        parts.line(f"{name}: {before or 'none'} -> {after or 'none'}")
        for name, before, after in difference.outlines
    ]
    rows += [
        parts.line(f"{value.thing}: {value.before or 'none'} -> {value.after or 'none'}")
        for value in difference.values
    ]
    for rule in difference.rules:
        where = f"episode {rule.episode}" if rule.episode else "every episode"
        rows.append(parts.line(f"{where}, {rule.name}:"))
        rows.append(parts.item(f"before: {rule.before or 'no such rule'!s}"))
        rows.append(parts.item(f"after:  {rule.after or 'no such rule'!s}"))
    if difference.closed:
        numbers = " ".join(map(str, difference.closed))
        rows.append(parts.line(f"Not compared, because they are closed: envelopes {numbers}"))
    return parts.lines(*rows)


def _paints(cell: PackCellDifference) -> Iterator[str]:
    for paint, square in zip((cell.before, cell.after), cell.squares, strict=True):
        yield f"{paint_in_words(paint)}{', small square' if square else ''}"


def _marked_board(difference: PackComparison) -> RenderableType:
    """The common board of the second pack, with a mark on each cell that differs."""
    pack = difference.second
    marks = {cell.cell: "!" for cell in difference.cells if not cell.seat}
    return parts.lines(
        board(rules_of(pack, pack.first), pack.land, legend=False, marks=marks),
        parts.line("!  differs from before") if marks else None,
    )


def correction(correction: CorrectionPreview) -> RenderableType:
    """The changes of a correction, and its effects on recorded episodes."""
    rows: list[RenderableType] = [Text("What changes from here on:", style="bold")]
    rows += map(parts.item, correction.rules or ("nothing that is known so far",))
    if correction.episodes:
        rows.append(Text("Recorded episodes:", style="bold"))
    for episode in correction.episodes:
        judged = "judged again" if episode.again else "kept under the pack that it was played with"
        if not episode.changes:
            rows.append(parts.item(f"episode {episode.episode}: the same under both"))
            continue
        rows.append(parts.item(f"episode {episode.episode}, {judged}; under the new pack:"))
        changes = map(record_difference_in_words, episode.changes)
        rows += [parts.item(joined("", ("  ", change))) for change in changes]
    return parts.lines(*rows)


def _rule(rule: RuleInWords) -> RenderableType:
    """A rule with its source in a colour."""
    source = Text(f"({rule.source})", style=STYLE.get(rule.source, "dim"))
    return parts.item(MixedText(rule.words, " ", source))


def paint_in_words(paint: CellPaint) -> str:
    """The paint of a cell in words, such as "2 trees"."""
    plural = "s" if paint.amount > 1 else ""
    return f"{paint.amount} {paint.kind}{plural}" if paint.amount else paint.kind
