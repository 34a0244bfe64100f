"""A group for each game that can be counted from a drawing, such as campaign quadropolis score."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import records
from campaign.cli.environment import Environment, command, group
from campaign.cli.files import read_text
from campaign.cli.languages import Language
from campaign.display.terminal import calculators

File = Annotated[str, typer.Argument(metavar="FILE|-", help="The city; - is standard input.")]

DRAWN = {"quadropolis": "Quadropolis"}
"""The games that can be counted so, by name; `display/terminal/calculators.py` counts them."""


def _group(name: str, title: str) -> typer.Typer:
    """The group of a game."""
    game = group(name, f"{title} without a log: the score of a city as it is drawn.")

    @command(game, "score", example=f"campaign {name} score city.toml")
    def score(env: Environment, file: File, language: Language = "") -> None:
        """Count a city from its drawing, and find its best assignment."""
        text = read_text(file)
        with records.where_of(file, text):
            screen, document = calculators.CALCULATORS[name](text, language)
        env.show(screen, document)

    return game


app = group()
for name, title in DRAWN.items():
    app.add_typer(_group(name, title))
