"""A building of My City in words, and the outline of a piece."""

from __future__ import annotations

from rich.text import Text

from campaign.services.words import many
from engine.kernel.phrases import joined, phrase
from engine.my_city.play.ruleset import Rules
from engine.my_city.play.state import Town


def building_in_words(rules: Rules, before: Town, after: Town) -> str:
    """What the last building covered and touched, and what it earned at once."""
    placement = after.built[-1]
    covered = []
    for content, layer in zip(rules.contents, before.land.layers, strict=False):
        if count := (placement.mask & layer).bit_count() * content.amount:
            covered.append(many(count, content.kind))
    cells = " ".join(rules.grid.names(placement.mask))
    covers = phrase("covers {cells}", cells=cells)
    if covered:
        what = joined(", ", covered)
        covers = phrase("covers {cells} ({what})", cells=cells, what=what)
    pieces = [old.piece for old in before.built if old.mask & placement.beside]
    touches = (
        phrase("touches {buildings}", buildings=" ".join(pieces))
        if pieces
        else phrase("beside the {anchor}", anchor=phrase(rules.anchor.name))
    )
    earned = [
        phrase("{label} {points:+}, token {token}", label=label, points=points, token=after.token)
        for label, points in after.rewards[len(before.rewards) :]
    ]
    return joined("; ", (joined(", ", (covers, touches)), *earned))


def outline(rules: Rules, card: str) -> Text | None:
    """The outline of a piece, as it is drawn unturned; None for a card without a piece."""
    piece = rules.pieces.get(card)
    if piece is None:
        return None
    rows = max(row for _, row in piece.cells) + 1
    columns = max(column for column, _ in piece.cells) + 1
    lines = (
        "".join("##" if (column, row) in piece.cells else "  " for column in range(columns))
        for row in range(rows)
    )
    return Text("\n".join("      " + line.rstrip() for line in lines))
