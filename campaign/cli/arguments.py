"""The arguments and options that several commands share."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from campaign.cli import completion
from campaign.display.text import typed_days
from campaign.services import games
from campaign.store import clock
from engine.kernel.phrases import phrase


def typed_day(text: str) -> date:
    """Return the day that a text such as 2026-11-25 names; raises `BadParameter`."""
    try:
        return typed_days.read_day(text, clock.today())
    except ValueError:
        raise typer.BadParameter(
            f"{text!r} is no day such as 2026-11-25, yesterday or Tuesday"
        ) from None


ANOTHER_DAY = phrase(
    "If it was played on another day, type the command with {option}", option="--played DAY"
)
"""What to do after a no to a question with a day that nobody typed."""
Gained = Annotated[
    list[str] | None,
    typer.Option(
        "--gained",
        metavar="'SEAT THINGS'",
        help="What an episode of scores alone brought to a board, such as tree C4; or nothing.",
        show_default=False,
    ),
]
Seat = Annotated[
    str,
    typer.Argument(
        metavar="SEAT",
        help="The seat, its player or its city; the beginning of a name is enough.",
        autocompletion=completion.seats,
    ),
]
Episode = Annotated[
    int,
    typer.Argument(
        metavar="N",
        help="The number of the episode.",
        autocompletion=completion.recorded_episodes,
    ),
]
LastEpisode = Annotated[
    int | None,
    typer.Argument(
        metavar="N",
        help="The number of the episode; without it, the last one that was recorded.",
        autocompletion=completion.recorded_episodes,
        show_default=False,
    ),
]
Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=f"{', '.join(games.names())}, or a game that was installed.",
        autocompletion=completion.games,
    ),
]
OtherGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help=f"{', '.join(games.names())}, or a game that was installed; without it, the program "
        f"offers the last draft, then asks for the game.",
        autocompletion=completion.games,
        show_default=False,
    ),
]
RecordFile = Annotated[
    str, typer.Argument(metavar="FILE|-", help="The record; - is standard input.")
]
AnotherRecord = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE|-",
        help="A record to put in its place; - is standard input.",
        show_default=False,
    ),
]
AsPlayed = Annotated[
    bool,
    typer.Option(
        "--as-played",
        help="Keep the record, marked, although the stated result or the boards differ.",
    ),
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the history.")]
Why = Annotated[
    str,
    typer.Option(
        "--reason",
        metavar="TEXT",
        help="The reason, for the history; without it, the program asks.",
        show_default=False,
    ),
]
RecordVersion = Annotated[
    int | None,
    typer.Option(
        "--record-version",
        metavar="K",
        help="The record as it was in version K.",
        show_default=False,
    ),
]
Simulated = Annotated[
    bool,
    typer.Option("--simulated", help="Also count simulated games, which are left out otherwise."),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]
Step = Annotated[
    bool,
    typer.Option(
        "--step",
        help="Show every move and the board after it; at a terminal, keys move back and forth.",
    ),
]
Moves = Annotated[
    str | None,
    typer.Option(
        "--moves", metavar="A-B", help="With --step: only moves A to B.", show_default=False
    ),
]
LONGEST_SEARCH = 604_800
"""A week, in seconds."""
Seconds = Annotated[
    float,
    typer.Option(
        "--seconds",
        metavar="N",
        min=0,
        max=LONGEST_SEARCH,
        help="How long to search for an order of the cards if the record has none.",
    ),
]
Squares = Annotated[
    list[str] | None,
    typer.Option(
        "--sticker",
        metavar="'SEAT KIND SQUARE'",
        help="The square for a sticker that is owed before a later evening.",
        show_default=False,
    ),
]


class LaterChoice(StrEnum):
    """The choices for later evenings that do not hold, in the words of `corrections.later`."""

    KEEP = "keep"
    AS_PLAYED = "as-played"
    DRAFT = "draft"


LaterEvenings = Annotated[
    LaterChoice | None,
    typer.Option(
        "--later",
        help="Later evenings whose scores differ: keep the new ones, keep them as played, or make "
        "drafts. If moves do not hold, drafts. Without it you are asked.",
        show_default=False,
    ),
]
Tables = Annotated[
    str | None,
    typer.Option(
        "--tables",
        metavar="FILE",
        help="The owner's corrections of the game's data, kept with the session.",
        show_default=False,
    ),
]


class CardFormat(StrEnum):
    """The formats of a card to share."""

    WIDE = "wide"
    A6 = "a6"


AsCard = Annotated[
    CardFormat | None,
    typer.Option(
        "--card",
        metavar="FORMAT",
        help="With -o: one card to share, wide (1200 x 630) or a6 (a postcard).",
        show_default=False,
    ),
]
Drawing = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Draw it: FILE.svg, FILE.png (extra png), or - for SVG on standard output.",
        show_default=False,
    ),
]
OneId = Annotated[
    int | None,
    typer.Argument(
        metavar="ID",
        help="One session; without it all.",
        show_default=False,
        autocompletion=completion.sessions,
    ),
]

PAGE = 100
"""The number of rows of a long list on a screen."""
Last = Annotated[
    int | None,
    typer.Option(
        "--last",
        metavar="N",
        min=1,
        help=f"Only the last N; without it, the last {PAGE}; with --json, all.",
        show_default=False,
    ),
]
Before = Annotated[
    int | None,
    typer.Option(
        "--before",
        metavar="NUMBER",
        min=2,
        help="Only those with a smaller number.",
        show_default=False,
    ),
]
All = Annotated[bool, typer.Option("--all", help="All of them.")]
WhichPack = Annotated[
    str,
    typer.Argument(
        metavar="PACK",
        help="ours: the pack as you have it; the name of the pack you began with; a file of "
        "corrections; the folder of a pack.",
    ),
]
Again = Annotated[
    list[int] | None,
    typer.Option(
        "--again",
        metavar="N",
        help="Replay this episode under the corrected pack, too; may be given several times.",
        show_default=False,
    ),
]
