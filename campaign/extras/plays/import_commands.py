"""campaign import bgstats | bgg | csv: plays of other programs, as results that are not proved."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import copying
from campaign.cli.arguments import DryRun
from campaign.cli.entering.attendance import HouseRule
from campaign.cli.environment import Environment, Reply
from campaign.cli.episodes import keep as keep_episode
from campaign.cli.errors import NOTHING_WRITTEN
from campaign.cli.files import read_import
from campaign.cli.filters import filtered
from campaign.cli.records import locating_errors
from campaign.cli.registration import command, group
from campaign.display.json import episodes as episode_documents
from campaign.display.terminal import imports as screens
from campaign.display.terminal import parts
from campaign.extras.plays import document as documents
from campaign.extras.plays import import_meanings as meanings
from campaign.extras.plays import imported as plays
from campaign.extras.plays import imported_bgstats as bgstats_files
from campaign.extras.plays import imported_episodes as campaign_episodes
from campaign.extras.plays import imported_geek as geek_files
from campaign.extras.plays import known, sheets, spreadsheets
from campaign.extras.plays import screen as play_screens
from campaign.extras.plays.written_days import DayOrder
from campaign.services import episodes as episode_service
from campaign.services.filters import PlayFilter
from campaign.services.imports import steps
from campaign.services.words import many
from campaign.store.clock import today
from campaign.store.errors import DatabaseMissing
from engine.kernel.errors import RecordError
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlmodel import Session

    from campaign.extras.plays.imported import ImportedPlay


def _encoding(name: str) -> str:
    """Check the name of an encoding and return it; raises `BadParameter` if Python has none."""
    try:
        "a".encode(name)
    except (LookupError, ValueError):
        raise typer.BadParameter(f"{name} is no encoding: write one such as cp1250") from None
    return name


PlaysFile = Annotated[
    str, typer.Argument(metavar="FILE|-", help="The file of the app; - is standard input.")
]
GeekFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="What boardgamegeek.com/xmlapi2/plays?username=NAME gave you, saved as a file; - is "
        "standard input. Nothing is fetched.",
    ),
]
SpreadsheetFile = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="CSV, .xlsx or .ods with columns game, player, score, and played (a day), play (its "
        "id); - is standard input.",
    ),
]
GameNames = Annotated[
    list[str] | None,
    typer.Option(
        "--game-is",
        metavar="'NAME=GAME'",
        help="Which game a name in the file means, such as 'Stadtbau=my-city'; "
        "'NAME=' means no game of this program. The answer is remembered.",
        show_default=False,
    ),
]
PlayerNames = Annotated[
    list[str] | None,
    typer.Option(
        "--player-is",
        metavar="'NAME=PLAYER'",
        help="Which player a name in the file means, such as 'Anna K.=Anna'. Remembered.",
        show_default=False,
    ),
]
Episodes = Annotated[
    bool,
    typer.Option(
        "--episodes",
        help="Record the next episode of the campaign, from the play that names it, instead of "
        "sessions.",
    ),
]
Doubles = Annotated[
    bool,
    typer.Option(
        "--doubles",
        help="Also keep plays whose day, players and scores a session has already.",
    ),
]


Encoding = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The encoding of a CSV file, such as cp1250; without it, the program guesses the "
        "encoding.",
        show_default=False,
        parser=_encoding,
    ),
]
Dates = Annotated[
    DayOrder | None,
    typer.Option(
        help="Whether the day or the month comes first in 11/12/2026, if no other row shows it.",
        show_default=False,
    ),
]


app = group()


@command(app, "bgstats", example="campaign import bgstats BGStatsExport.json")
@filtered("where", "since", "until")
def bgstats(
    env: Environment,
    wanted: PlayFilter,
    file: PlaysFile,
    game: GameNames = None,
    player: PlayerNames = None,
    doubles: Doubles = False,
    episodes: Episodes = False,
    house_rule: HouseRule = False,
    dry_run: DryRun = False,
) -> Reply[
    documents.ImportedPlaysDocument
    | episode_documents.EpisodeDocument
    | episode_documents.TemplateDocument
]:
    """Keep the plays of our games in a file of BG Stats: results only, not proved."""
    return _import_plays(
        env,
        file,
        bgstats_files.read,
        wanted,
        game,
        player,
        doubles=doubles,
        episodes=episodes,
        agreed=house_rule,
        dry_run=dry_run,
    )


@command(
    app, "bgg", example="campaign import bgg plays.xml", also="boardgamegeek geek boardgame xml"
)
@filtered("where", "since", "until")
def bgg(
    env: Environment,
    wanted: PlayFilter,
    file: GeekFile,
    game: GameNames = None,
    player: PlayerNames = None,
    doubles: Doubles = False,
    episodes: Episodes = False,
    house_rule: HouseRule = False,
    dry_run: DryRun = False,
) -> Reply[
    documents.ImportedPlaysDocument
    | episode_documents.EpisodeDocument
    | episode_documents.TemplateDocument
]:
    """Keep the plays of our games that BoardGameGeek gave as XML: results only, not proved."""

    def read(data: bytes) -> list[ImportedPlay]:
        page = geek_files.read(data)
        if page.total > len(page.plays):
            env.say(
                phrase(
                    "The file has {some} of {total} plays: save the further pages of the site, "
                    "and import each file.",
                    some=len(page.plays),
                    total=page.total,
                )
            )
        return list(page.plays)

    return _import_plays(
        env,
        file,
        read,
        wanted,
        game,
        player,
        doubles=doubles,
        episodes=episodes,
        agreed=house_rule,
        dry_run=dry_run,
    )


@command(app, "csv", example="campaign import csv plays.csv")
@filtered("where", "since", "until")
def csv(
    env: Environment,
    wanted: PlayFilter,
    file: SpreadsheetFile,
    encoding: Encoding = None,
    dates: Dates = None,
    game: GameNames = None,
    player: PlayerNames = None,
    doubles: Doubles = False,
    episodes: Episodes = False,
    house_rule: HouseRule = False,
    dry_run: DryRun = False,
) -> Reply[
    documents.ImportedPlaysDocument
    | episode_documents.EpisodeDocument
    | episode_documents.TemplateDocument
]:
    """Keep the plays of a spreadsheet, with a row for each seat: results only, not proved."""

    def read(data: bytes) -> list[ImportedPlay]:
        sheet = sheets.read(data, spreadsheets.is_heading, encoding or "")
        env.say(*sheet.remarks)
        return spreadsheets.read(sheet, partial(_order, env), dates)

    return _import_plays(
        env,
        file,
        read,
        wanted,
        game,
        player,
        doubles=doubles,
        episodes=episodes,
        agreed=house_rule,
        dry_run=dry_run,
    )


def _order(env: Environment, line: int, cells: Sequence[str]) -> DayOrder:
    """Ask what comes first in the days of a file; raises `RecordError` if nobody can be asked."""
    row = parts.fit(", ".join(filter(None, cells)), 60)
    if not env.can_ask:
        raise RecordError(
            phrase("does the day or the month come first? Give --dates dmy or mdy: {row}", row=row),
            line,
        )
    env.say(phrase("Line {line}: {row}", line=line, row=row))
    letter = env.ask_letter(phrase("Which comes first, the day or the month?"), "dm")
    return DayOrder.DAY if letter == "d" else DayOrder.MONTH


def _import_plays(
    env: Environment,
    file: str,
    read: Callable[[bytes], list[ImportedPlay]],
    wanted: PlayFilter,
    games: Sequence[str] | None,
    players: Sequence[str] | None,
    *,
    doubles: bool,
    episodes: bool,
    agreed: bool,
    dry_run: bool,
) -> Reply[
    documents.ImportedPlaysDocument
    | episode_documents.EpisodeDocument
    | episode_documents.TemplateDocument
]:
    """Read plays, ask what names mean, show what would be kept, and keep all of it or nothing."""
    data = read_import(file)
    with locating_errors(file, ""):
        in_file = read(data)
    del data
    logged = [play for play in in_file if wanted.lets(play.facts)]
    if left_out := len(in_file) - len(logged):
        env.say(
            phrase(
                "{plays} of the file left out:{options}",
                plays=play_screens.plays_in_words(left_out),
                options=wanted.options,
            )
        )
    try:
        with env.reading() as session:
            ids, days = {play.id.lower() for play in logged}, {play.played for play in logged}
            have = known.read(session, env.author, ids, days)
    except DatabaseMissing:  # the first kept session creates the database, after the question
        have = known.KnownPlays()
    stated = meanings.stated(games, players)
    matches = plays.Matches(have.games, have.names).updated(stated)
    new_meanings = stated.updated(meanings.ask(env, logged, matches, have))
    matches = matches.updated(new_meanings)
    if episodes:
        return _import_episode(
            env, file, logged, matches, new_meanings, agreed=agreed, dry_run=dry_run
        )
    with locating_errors(file, ""), env.progress("comparing", "plays") as progress:
        prepared = plays.prepare(
            logged, matches, have, today(), doubles_too=doubles, progress=progress
        )
    unclear = plays.unclear_games(logged, matches)
    if not env.options.json:
        env.print(play_screens.preview(prepared, unclear, have.players))
    numbers = range(0)
    if prepared.new and not dry_run:
        if prepared.doubts:
            env.confirm_day(screens.in_doubt(prepared.doubts[0], len(prepared.doubts)))
        things = screens.sessions_in_words(len(prepared.new))
        env.confirm(phrase("Keep {sessions}, results only, not proved?", sessions=things))
        copying.copy_first(env)
    has_meanings = new_meanings != plays.Matches({}, {})
    if (prepared.new or has_meanings) and not dry_run:
        with env.writing(create=True) as session:
            known.check_unchanged(session, have)
            known.remember(
                session,
                new_meanings.games,
                meanings.of_players(logged, matches, new_meanings),
                env.author_now(),
            )
            numbers = steps.keep(session, prepared.new, file, env.author_now())
    if dry_run and (prepared.new or has_meanings):
        env.say(NOTHING_WRITTEN)
    elif has_meanings and not numbers:
        env.say(phrase("No play is new. What the names mean is kept."))
    else:
        env.say(screens.kept_message(numbers))
    if numbers:
        env.say_head()
    return Reply(lambda: documents.plays(prepared, numbers))


def _import_episode(
    env: Environment,
    file: str,
    logged: Sequence[ImportedPlay],
    matches: plays.Matches,
    new_meanings: plays.Matches,
    *,
    agreed: bool,
    dry_run: bool,
) -> Reply[episode_documents.EpisodeDocument | episode_documents.TemplateDocument]:
    """Keep the next episode of the campaign as results, as `campaign episode result` does."""
    history = env.history()
    with locating_errors(file, ""):
        result = campaign_episodes.next_result(history, logged, matches)
        preview = episode_service.preview_scores(history, result.text, result.details)
    if dry_run:
        return Reply(lambda: episode_documents.template(history, result.text), lambda: result.text)

    def remember(session: Session) -> None:
        means = meanings.of_players(logged, matches, new_meanings)
        known.remember(session, new_meanings.games, means, env.author_now())

    kept = keep_episode(
        env, history, preview, file, result.text, agreed=agreed, dry_run=False, with_it=remember
    )
    if result.later:
        env.say(
            phrase(
                "{later} in the file: place the stickers, then give the same command again.",
                later=many(result.later, "later episode"),
            )
        )
    return kept
