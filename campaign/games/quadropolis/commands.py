"""The command `campaign quadropolis score`: the score of a drawn city."""

from __future__ import annotations

from typing import Annotated

import typer

from campaign.cli import records
from campaign.cli.environment import Environment, Reply
from campaign.cli.files import read_text
from campaign.cli.registration import command, group
from campaign.games.quadropolis import document as documents
from campaign.games.quadropolis import scoring_screen as screens
from engine.quadropolis import calculator

File = Annotated[
    str, typer.Argument(metavar="FILE|-", help="A file with the drawn city; - is standard input.")
]

app = group(
    "quadropolis",
    "Quadropolis without a log: the score of a drawn city.",
    menu=("Analysis", 6, "score cities"),
)


@command(app, "score", example="campaign quadropolis score city.toml", reads=True)
def score(env: Environment, file: File) -> Reply[documents.CityScoreDocument]:
    """Score a drawn city, and find its best assignment."""
    text = read_text(file)
    with records.locating_errors(file, text):
        counted = calculator.score_drawing(text)
    return Reply(lambda: documents.score(counted), lambda: screens.score(counted, env.speaker))
