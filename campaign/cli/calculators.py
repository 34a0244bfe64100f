"""A group for each game that can be counted from a drawing, such as campaign quadropolis score."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli.desk import Desk, read_text
from campaign.cli.languages import Language
from campaign.cli.options import command, group
from campaign.cli.records import where_of

File = Annotated[str, typer.Argument(metavar="FILE|-", help="The city; - is standard input.")]


DRAWN = {"quadropolis": "Quadropolis"}
"""The games that can be counted so, by name; `display/calculators.py` counts them."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for name, title in DRAWN.items():
        _add(group(app, name, f"{title} without a log: the score of a city as it is drawn."), name)


def _add(games: typer.Typer, name: str) -> None:
    @command(games, "score", example=f"campaign {name} score city.toml")
    def score(desk: Desk, file: File, language: Language = "") -> None:
        """Count a city from its drawing, and find its best assignment."""
        from campaign.display.terminal.calculators import CALCULATORS

        text = read_text(file)
        with where_of(file, text):
            screen, document = CALCULATORS[name](text, language)
        desk.show(screen, document)
