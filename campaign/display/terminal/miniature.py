"""A board of My City with one character for each cell, to stand beside another board.

//....&&..o        R, Y, ... a building, by its colour; C a church, * the newest building
.R.tYY.C.RR        t tree, o rock, w well; / mountain, & forest, . open
"""

from __future__ import annotations

from rich.text import Text

from campaign.display.terminal.signs import CHURCH, COLOURS, GROUND, sign_of
from engine.my_city.play.placements import Placement
from engine.my_city.play.ruleset import EpisodeRules
from engine.my_city.play.state import Town

NEWEST = "*"


def miniature(rules: EpisodeRules, town: Town, *, newest: Placement | None = None) -> Text:
    """The board of a town, a line for each row; `newest` is marked."""
    grid = rules.grid
    board_text = Text(no_wrap=True)
    for row in range(1, grid.rows + 1):
        for column in range(grid.columns):
            board_text.append(*_sign(rules, town, grid.bit(f"{chr(65 + column)}{row}"), newest))
        if row < grid.rows:
            board_text.append("\n")
    return board_text


def _sign(rules: EpisodeRules, town: Town, bit: int, newest: Placement | None) -> tuple[str, str]:
    """The character of a cell, and its style."""
    for placement in town.built:
        if placement.mask & bit:
            sign = NEWEST if placement is newest else placement.piece[0]
            return sign, COLOURS.get(placement.colour, CHURCH)
    if content := rules.content_at(town.land, bit):
        sign, style = sign_of(content)
    else:
        sign, style = GROUND[town.land.ground_at(bit)]
    return sign[0], style
