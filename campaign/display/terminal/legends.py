"""The legend of a board of My City, to its right or below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from campaign.display.terminal.signs import SQUARE, sign_of
from campaign.display.text.translation import Speaker
from campaign.services.words import many
from engine.kernel.phrases import phrase
from engine.my_city.play.land import SITE
from engine.my_city.play.ruleset import EpisodeRules

GAP = 2
"""The columns between a board and its legend."""


def width_of(legend: Sequence[str]) -> int:
    """The columns of the longest entry of a legend."""
    return max(map(cell_len, legend))


def beside(rows: Sequence[Text], legend: Sequence[str], left: int) -> Iterator[Text]:
    """Yield the lines of a board with the entries of the legend to the right, from line 2 on."""
    for row, entry in zip_longest(rows, ["", *legend], fillvalue=""):
        line = Text.assemble(row, " " * (left - cell_len(str(row))), entry)
        line.no_wrap, line.overflow = True, "ignore"
        line.rstrip()
        yield line


def entries(rules: EpisodeRules, used: set[str], speaker: Speaker) -> list[str]:
    """The entries of a legend: each used sign with its meaning."""
    say = speaker.say
    legend = []
    if "building" in used:
        colours = " ".join(rules.colours)
        church = " C" if any(p.kind == "church" for p in rules.pieces.values()) else ""
        legend.append(f"{colours}{church}  {say(phrase('buildings, by number'))}")
    for content in rules.contents:
        if content.amount and content.id in used:
            site = content.ground == SITE
            words = phrase(content.kind) if site else many(content.amount, content.kind)
            legend.append(f"{sign_of(content)[0]}  {say(words)}")
    if "square" in used:
        legend.append(f"{SQUARE}  {say(phrase('place for a sticker'))}")
    if "mountain" in used or "forest" in used:
        legend.append(f"/\\ &&  {say(phrase('mountain, forest'))}")
    if "║" in used or "═" in used:
        legend.append(f"║ ═  {say(phrase('river'))}")
    return legend


def below(legend: Sequence[str], room: int) -> list[Text]:
    """The lines of a legend below a board; each has as many entries as fit into `room` columns."""
    width = width_of(legend) + 3
    per_line = max(1, room // width)
    return [
        Text(
            "     "
            + "".join(set_cell_size(entry, width) for entry in legend[i : i + per_line]).rstrip()
        )
        for i in range(0, len(legend), per_line)
    ]
