"""campaign new | list | use."""

from __future__ import annotations

import secrets
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from campaign.cli import completion, packs_apply, packs_folder, questions, records, status
from campaign.cli.entering import prompt, start
from campaign.cli.environment import DECLINED, Environment, Reply
from campaign.cli.errors import NOTHING_WRITTEN
from campaign.cli.files import read_text
from campaign.cli.filters import spanned, view_of_span
from campaign.cli.registration import command, group
from campaign.cli.user import is_at_terminal
from campaign.display.json import campaigns as documents
from campaign.display.json import status as status_documents
from campaign.display.terminal import campaigns as screens
from campaign.display.terminal import packs as pack_screens
from campaign.extras.extra import hook
from campaign.services import campaigns, choices, founding, packs_checking
from campaign.services.filters import Span
from campaign.services.names import is_list, names_in
from campaign.store import chain, stamps
from engine.kernel.phrases import joined, listed, phrase
from engine.my_city.pack.load import NEWEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.cli.entering.totals import Ask

FEWEST = 2
"""The smallest number of players of a campaign."""
INSTEAD = "campaign new NAME --seat eagle=NAME --seat bear=NAME"
WHO = phrase("Who plays which city? 2 to 4 play; Enter leaves a city out.")

Name = Annotated[
    str | None,
    typer.Argument(metavar="NAME", help="The campaign's name; without it the program asks."),
]
KnownName = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help="The campaign's name.", autocompletion=completion.campaigns
    ),
]
Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT=NAME",
        help="Who plays which city: eagle, bear, deer or wolf; once for each of 2 to 4.",
        show_default=False,
        autocompletion=completion.seat_and_player,
    ),
]
From = Annotated[
    int | None,
    typer.Option(
        "--from",
        metavar="N",
        help="Go on with a campaign at this episode; without --state, print the form to fill in.",
        show_default=False,
    ),
]
State = Annotated[
    str | None,
    typer.Option(
        "--state", metavar="FILE", help="The form, filled in from the boards.", show_default=False
    ),
]

Archived = Annotated[bool, typer.Option("--archived", help="List the archived campaigns instead.")]
Histories = Annotated[
    bool,
    typer.Option(
        "--histories", help="List the histories that are not followed, which are kept to be read."
    ),
]
PackFolder = Annotated[
    Path | None,
    typer.Option(
        "--pack",
        metavar="FOLDER|FILE",
        help="A pack of your own: box.toml and envelope_N.toml; a file of corrections; or an "
        "earlier edition: stand_in.",
        show_default=False,
    ),
]

app = group()


@command(
    app,
    "new",
    example='campaign new "The Tuesday Group" --seat eagle=Anna --seat bear=Ben',
    menu=("Data", 1, "begin a campaign"),
    also="create init begin start",
)
def new(
    env: Environment,
    name: Name = None,
    seat: Seats = None,
    from_episode: From = None,
    state: State = None,
    pack: PackFolder = None,
) -> Reply[documents.OpeningFormDocument | status_documents.StatusDocument] | None:
    """Begin a campaign of My City, or go on with one that was begun without this program."""
    corrections = packs_apply.read_for_new_campaign(str(pack)) if pack and pack.is_file() else None
    own_pack = (
        packs_folder.pack_of_new_campaign(env, pack) if pack and corrections is None else NEWEST
    )
    if name is not None and seat:
        players = _players(seat)
    else:
        name, players = _asked(env, name, _players(seat or []))
    if from_episode is not None and state is None:
        form = founding.state_form(own_pack, players, from_episode)
        env.show(Reply(lambda: documents.OpeningFormDocument(state=form), lambda: form))
        env.say(
            phrase(
                "Nothing was written. With {redirected} at its end the command writes this into a "
                "file. Fill that in, then give the same command with {option}.",
                redirected="> state.toml",
                option="--state state.toml",
            )
        )
        return None
    env.confirm_names(players, players)
    founded = founding.creation(
        name,
        players,
        pack=own_pack,
        declared=_declared(from_episode, state),
        uid=secrets.token_hex(8),
        secret=secrets.token_hex(32),
    )
    with env.writing(create=True) as session:
        history = founding.begin(session, founded, env.author_now())
        if corrections is not None:
            history = packs_apply.correct_new_campaign(env, session, history, corrections)
        several = len(campaigns.names(session)) > 1
        if several:
            campaigns.use(session, history.campaign.name, env.author)
    words = phrase("{campaign} has begun.", campaign=name)
    if several:
        words = joined(" ", (words, phrase("From now on your commands mean it.")))
    env.say(words)
    if public := packs_checking.public_parts(history.campaign.pack):
        env.say(pack_screens.made_up_parts(public))
    env.show(status.reply(env, history))
    if not (public and env.can_ask and is_at_terminal() and (paint_box := hook("paint_box"))):
        return None
    if env.ask_yes(phrase("Paint the board of your box now?")):
        paint_box(env)
    return None


@command(
    app,
    "list",
    example="campaign list",
    menu=("Data", 2, "all campaigns"),
    also="campaigns ls",
    reads=True,
)
@spanned()
def list_(
    env: Environment, span: Span, archived: Archived = False, histories: Histories = False
) -> Reply[documents.CampaignsDocument]:
    """All campaigns in the database."""
    if archived and histories:
        raise typer.BadParameter("--archived and --histories are two lists: give one of them")
    places = campaigns.ListPlace
    place = places.ARCHIVED if archived else places.ASIDE if histories else places.FOLLOWED
    listings, in_use, head, counts = _listed(env, place)
    rows = span.select(listings, lambda row: stamps.day(row.last_entry))
    return Reply(
        lambda: documents.campaign_list(rows, in_use, head, counts),
        view_of_span(span, rows, lambda: screens.list_at(place, rows, in_use, head, counts)),
    )


def reply(env: Environment) -> Reply[documents.CampaignsDocument]:
    """Return the campaigns after a change, for --json alone: messages tell people."""
    return Reply(lambda: documents.campaign_list(*_listed(env, campaigns.ListPlace.FOLLOWED)))


def _listed(
    env: Environment, place: campaigns.ListPlace
) -> tuple[tuple[campaigns.CampaignListing, ...], str | None, str, Counter[campaigns.ListPlace]]:
    """Return the campaigns at a place, the one in use, the head, and the count of each place."""
    with env.reading() as session:
        rows = campaigns.listed(session, place)
        counts = Counter(campaign.place for campaign in campaigns.known(session).values())
        return rows, campaigns.in_use(session, env.author), chain.head(session), counts


@command(
    app,
    "use",
    example='campaign use "The Tuesday Group"',
    menu=("Data", 3, "choose a campaign"),
    also="switch select choose",
)
def use(env: Environment, name: KnownName) -> Reply[documents.CampaignsDocument]:
    """Choose the campaign that your commands mean from now on."""
    with env.writing() as session:
        history = campaigns.use(session, name, env.author)
    env.say(phrase("From now on your commands mean {campaign}.", campaign=history.campaign.name))
    return reply(env)


def _asked(
    env: Environment, name: str | None, players: dict[str, str]
) -> tuple[str, dict[str, str]]:
    """Ask at a terminal for a name and players that the command lacks; return both.

    Raises `typer.Exit` if the user does not agree to begin.
    """
    ask = prompt.editor(INSTEAD, env.speaker)
    with start.all_or_nothing(env):
        while name is None or not name.strip():
            name = ask(phrase("Name of the campaign> ")).strip()
            if prompt.half_width(name) == "?":
                env.say(phrase("Any name, such as The Tuesday Group."))
                name = None
        if not players:
            env.say(WHO)
        while len(players) < FEWEST:
            seats = [seat for seat in choices.seats() if seat not in players]
            players.update(_players_asked(env, ask, seats))
            if len(players) < FEWEST:
                env.say(phrase("At least two play."))
        who = ", ".join(f"{seat} {player}" for seat, player in players.items())
        question = phrase("Begin {campaign} with {players}?", campaign=name, players=who)
        if env.options.yes or questions.ask_letter(ask, env.say, question, "Yn") == "y":
            return name, players
    env.say(NOTHING_WRITTEN)
    raise typer.Exit(DECLINED)


def _players_asked(env: Environment, ask: Ask, seats: Sequence[str]) -> dict[str, str]:
    """Ask who plays each of some cities, and return the players by seat.

    A list of names gives one to each city from there on, and ends the questions.
    """
    players: dict[str, str] = {}
    while seats:
        typed = ask(f"{seats[0]}> ").strip()
        names = names_in(typed) if is_list(typed) else [typed]
        if prompt.half_width(typed) == "?":
            env.say(WHO)
        elif len(names) > len(seats):
            cities = listed(seats)
            env.say(
                phrase("{count} names are too many for {cities}.", count=len(names), cities=cities)
            )
        else:
            players.update((seat, name) for seat, name in zip(seats, names, strict=False) if name)
            seats = [] if is_list(typed) else seats[1:]
    return players


def _declared(from_episode: int | None, file: str | None) -> dict[str, Any] | None:
    """Return the state that a file declares for the episode of the command."""
    if file is None:
        return None
    text = read_text(file)
    with records.locating_errors(file, text):
        return founding.declared(file, text, from_episode)


def _players(pairs: list[str]) -> dict[str, str]:
    """Return the players by seat, from pairs such as `eagle=Anna`.

    Raises `typer.BadParameter` for a seat given twice and for a pair without `=`.
    """
    players: dict[str, str] = {}
    for pair in pairs:
        seat, sign, player = pair.partition("=")
        seat = seat.strip().casefold()
        if not sign:
            raise typer.BadParameter(f"{pair!r}: write a seat and a player, such as eagle=Anna")
        if seat in players:
            raise typer.BadParameter(f"{seat} is given twice")
        players[seat] = player
    return players
