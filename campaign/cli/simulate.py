"""campaign simulate: games of simple players, stored or written to files."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import completion
from campaign.cli.desk import Desk, FileProblem, today, write_text
from campaign.cli.options import command

if TYPE_CHECKING:
    from campaign.services.simulate import Rehearsal
    from engine.kernel.record import Record

PLAYERS = ("Anna", "Ben", "Chen", "Dora")
STEPS = "steps.txt"
"""The commands of a campaign that was written to files, in their order."""

Game = Annotated[
    str, typer.Argument(metavar="GAME", help="Which game.", autocompletion=completion.games)
]
SeatCount = Annotated[int, typer.Option("--seats", min=1, help="How many play.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same games.")]
Count = Annotated[int, typer.Option("-n", "--count", min=1, max=100_000, help="How many games.")]
Episode = Annotated[
    int | None,
    typer.Option(
        "--episode",
        help="An episode of My City on fresh boards, instead of the eternal mode.",
        show_default=False,
        autocompletion=completion.episodes,
    ),
]
Whole = Annotated[
    bool, typer.Option("--campaign", help="A whole campaign of My City, every episode of it.")
]
Players = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="[SEAT=]PLAYER",
        help="Which simple player sits there, such as p1=sensible; without a seat at all others.",
        show_default=False,
    ),
]
Folder = Annotated[
    Path | None,
    typer.Option("-o", "--output", metavar="FOLDER", help="Write files, store nothing."),
]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "simulate", example="campaign simulate my-city --seats 3 --seed 7 -n 20 -o games")
    def simulate(
        desk: Desk,
        game: Game,
        seats: SeatCount = 4,
        seed: Seed = 1,
        count: Count = 1,
        episode: Episode = None,
        campaign: Whole = False,
        player: Players = None,
        output: Folder = None,
    ) -> None:
        """Play games with simple players: records that replay, kept as sessions or as files."""
        from campaign.services.simulate import simulate as play

        if campaign:
            _campaign(desk, game, seats, seed, output)
            return
        records = play(
            game,
            seats=seats,
            seed=seed,
            count=count,
            episode=episode,
            played=today(),
            players=player or (),
        )
        if output is not None:
            _write(desk, records, output, game, seed)
        else:
            _keep(desk, records)


def _campaign(desk: Desk, game: str, seats: int, seed: int, folder: Path | None) -> None:
    """A whole campaign, kept or written as a file an episode and the choices between them."""
    from campaign.services import founding, simulate
    from campaign.services.projections import update_campaign
    from engine.kernel.errors import SetupError
    from engine.my_city import NAME
    from engine.my_city.play.state import SEATS

    if game != NAME:
        raise SetupError(f"only {NAME} has campaigns, {game} has none")
    founded = founding.creation(
        f"Simulated {seats}-{seed}",
        dict(zip(SEATS[:seats], PLAYERS, strict=False)),
        pack="stand_in",
        uid=f"simulated-{seats}-{seed}",
        secret=secrets.token_hex(32),
    )
    rehearsed = simulate.a_campaign(founded, seed, None if folder else today())
    if folder is not None:
        _write_campaign(desk, rehearsed, folder)
        return
    with desk.writing(create=True) as session:
        for history in simulate.keep_campaign(session, founded, rehearsed, desk.by()):
            if history.entries[-1].kind == "episode recorded":
                played = history.campaign.played[-1]
                best = ", ".join(s.seat for s in played.sheets if s.rank == 1)
                desk.say(f"episode {played.number}: {best} with {played.sheets[0].total}")
        update_campaign(session, history)
    desk.say(f"History as {founded.entry.name}: campaign status --campaign '{founded.entry.name}'")
    _count(desk, len(history.campaign.played))


def _write_campaign(desk: Desk, rehearsed: Rehearsal, folder: Path) -> None:
    """A record an episode, and `steps.txt` with all commands in their order."""
    from campaign.services.steps import step_of
    from engine.my_city.campaign.entries import EpisodeRecorded

    _make(folder)
    steps, count = [], 0
    for entry, _ in rehearsed:
        name = f"episode-{count + 1:02}.toml"
        steps.append(step_of(entry, name))
        if isinstance(entry, EpisodeRecorded):
            write_text(str(folder / name), entry.record)
            count += 1
    write_text(str(folder / STEPS), "".join(f"{step}\n" for step in steps))
    desk.say(f"{count} records and {STEPS} in {folder}.")
    _count(desk, count)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"{folder}: {(error.strerror or str(error)).lower()}") from None


def _write(desk: Desk, records: Iterator[Record], folder: Path, game: str, seed: int) -> None:
    """One file a record; no file is ever overwritten."""
    from engine.kernel.record import format_record

    _make(folder)
    count = 0
    for count, record in enumerate(records, 1):
        write_text(str(folder / f"{game}-{seed + count - 1}.toml"), format_record(record))
    desk.say(f"{count} record{'s' if count > 1 else ''} in {folder}.")
    _count(desk, count)


def _keep(desk: Desk, records: Iterator[Record]) -> None:
    """All records in one transaction."""
    from campaign.services import sessions
    from engine.catalogue import verify

    numbers = []
    with desk.writing(create=True) as session:
        for record in records:
            preview = sessions.Preview(record, verify(record))
            numbers.append(sessions.keep(session, preview, desk.by()).number)
    which = (
        f"sessions {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"session {numbers[0]}"
    )
    desk.say(f"History as {which}: campaign session show {numbers[-1]}")
    _count(desk, len(numbers))


def _count(desk: Desk, count: int) -> None:
    """With --json how many games there are now."""
    if desk.options.json:
        from campaign.display.json import simulate as documents

        desk.show("", documents.simulated(count))
