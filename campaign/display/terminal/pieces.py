"""The outline of a building of My City."""

from __future__ import annotations

from rich.text import Text

from engine.my_city.play.ruleset import EpisodeRules


def outline(rules: EpisodeRules, card: str) -> Text | None:
    """The outline of a card's piece, unturned; None for a card without a piece."""
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
