"""A building of My City in words, and the outline of a piece."""

from __future__ import annotations

from rich.text import Text

from campaign.services.words import many
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
    covers = f"covers {cells} ({', '.join(covered)})" if covered else f"covers {cells}"
    pieces = [old.piece for old in before.built if old.mask & placement.beside]
    touches = f"touches {' '.join(pieces)}" if pieces else f"beside the {rules.anchor.name}"
    earned = [
        f"; {label} {points:+d}, token {after.token}"
        for label, points in after.rewards[len(before.rewards) :]
    ]
    return f"{covers}, {touches}{''.join(earned)}"


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
