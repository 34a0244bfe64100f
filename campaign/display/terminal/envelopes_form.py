"""The form that compares a real envelope with the program, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.services.envelopes_form import FormRow, MissingRule
from engine.kernel.grid import draw_shape
from engine.kernel.phrases import Wording, phrase

HELP = phrase(
    "Enter: my sheet says the same; n: it says something else; d: there is no such rule; "
    "l: later; u: the one before"
)


ANOTHER = phrase("A rule that is not here: its name; Enter: none> ")


def title(number: int, count: int, every: int) -> RenderableType:
    """The title of the form, with the number of made-up values of an envelope, or of the box."""
    if not number:
        words = phrase("The box: {count} of {every} values are made up.", count=count, every=every)
    else:
        words = phrase(
            "Envelope {number}: {count} of {every} values are made up. Yours is right.",
            number=number,
            count=count,
            every=every,
        )
    return parts.lines(parts.line(words, "bold"), parts.line(HELP))


def row(asked: FormRow, at: int, count: int) -> RenderableType:
    """A row to be compared: a rule in words, or a building as a drawing."""
    where = phrase("{at} of {count}", at=at, count=count)
    if asked.episode:
        where = phrase(
            "{at} of {count}, from episode {number}", at=at, count=count, number=asked.episode
        )
    rows: list[RenderableType] = [parts.line(where, "dim")]
    if "shape" in asked.values:
        name = f"{asked.values['id']} {asked.values.get('variant', '')}".rstrip()
        of_each = asked.list == "outline"
        words = phrase(
            "the building {name} of each colour" if of_each else "the building {name}", name=name
        )
        rows.append(parts.item(words))
        rows.append(parts.item(Text("\n".join(_drawn(asked.values["shape"])))))
    else:
        rows.append(parts.item(asked.words))
    if asked.ended:
        rows.append(parts.item(phrase("n: in our box the rule still holds"), "dim"))
    if asked.before:
        rows.append(parts.item(phrase("d: it is as before: {rule}", rule=asked.before), "dim"))
    return parts.lines(*rows)


def first(rule: str) -> RenderableType:
    """What to type if a rule cannot be deleted before another one."""
    words = phrase(
        "  If your box does not have {rule} either: type l, then d at that rule, then "
        "u until you are back here.",
        rule=rule,
    )
    return parts.line(words, "dim")


def missing_rule(lacking: MissingRule) -> RenderableType:
    """A sentence on the rule that a new building waits for."""
    name = lacking.asked.values["id"]
    words = phrase("  {building} waits for a rule: {why}", building=name, why=lacking.why)
    return parts.line(words, "dim")


def answer_text(words: Wording, shape: str) -> RenderableType:
    """An answer, to be read once more before it is kept; a building is drawn."""
    drawing = [parts.item(Text("\n".join(_drawn(shape))))] if shape else []
    return parts.lines(parts.line(words), *drawing)


def others(keys: Sequence[str]) -> RenderableType:
    """The fields that a row does not have yet, and how to write one."""
    words = phrase(
        "  More fields: {keys}. Such as {key} = ...; Enter: no more.",
        keys=" ".join(keys),
        key=keys[0],
    )
    return parts.line(words, "dim")


def _drawn(shape: str) -> Iterable[str]:
    """The lines of a shape's drawing, a cell two signs wide."""
    cells = draw_shape(shape)
    columns, rows = max(c for c, _ in cells) + 1, max(r for _, r in cells) + 1
    return ["".join("##" if (c, r) in cells else "  " for c in range(columns)) for r in range(rows)]
