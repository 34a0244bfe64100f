"""campaign quadropolis score: the score of a city as it is drawn, without a log."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import records
from campaign.cli.environment import Environment, command, group
from campaign.cli.files import read_text
from campaign.cli.languages import Language
from campaign.display.json import quadropolis as documents
from campaign.display.terminal import quadropolis as screens
from engine.quadropolis import calculator

File = Annotated[str, typer.Argument(metavar="FILE|-", help="The city; - is standard input.")]

app = group("quadropolis", "Quadropolis without a log: the score of a city as it is drawn.")


@command(app, "score", example="campaign quadropolis score city.toml")
def score(env: Environment, file: File, language: Language = "") -> None:
    """Score a drawn city, and find its best assignment."""
    text = read_text(file)
    with records.where_of(file, text):
        counted = calculator.count(text)
    env.show(screens.score(counted, language), documents.score(counted))
