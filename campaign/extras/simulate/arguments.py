"""What the commands that play games take alike: how many games at most, and their seed."""

from __future__ import annotations

from typing import Annotated

import typer

MOST_GAMES = 1_000_000_000
"""The most games that a command plays."""
HIGHEST_SEED = 10**18
"""The highest seed of the first game: a table has 63 bits for the seed of each."""

Seed = Annotated[
    int,
    typer.Option(
        "--seed",
        metavar="N",
        min=-HIGHEST_SEED,
        max=HIGHEST_SEED,
        help="The same seed gives the same games.",
    ),
]
