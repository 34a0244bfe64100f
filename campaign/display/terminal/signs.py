"""The signs and colours of a board of My City as text: buildings, contents of cells, the ground."""

from __future__ import annotations

from engine.my_city.play.land import SITE, CellContent

COLOURS = {"Y": "black on yellow", "R": "white on red", "B": "white on blue"}
CHURCH = "white on magenta"
GLYPHS = {"tree": ("t", "green"), "rock": ("o", "bright_black"), "well": ("w", "cyan")}
SQUARE = "□"
GROUND = {
    "mountain": ("/\\", "bright_black"),
    "forest": ("&&", "green"),
    "square": (SQUARE, ""),
    "plain": (".", "dim"),
}


def sign_of(content: CellContent) -> tuple[str, str]:
    """The signs of a cell's content, two letters for a site; their style."""
    if content.ground == SITE:
        return content.id[:2], "bold magenta"
    return signs_of_kind(content.kind, content.amount)


def signs_of_kind(kind: str, amount: int) -> tuple[str, str]:
    """The signs of things of a kind on a cell, such as `t`, `tt` or `3t`; their style."""
    sign, style = GLYPHS.get(kind, (kind[0], "yellow"))
    return sign * amount if amount <= 2 else f"{amount}{sign}", style
