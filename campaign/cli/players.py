"""campaign player list | show | rename | merge | unmerge | leave | join."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated
from unicodedata import normalize

import typer

from campaign.cli import completion, corrections, renamed
from campaign.cli.arguments import DryRun, Seat, Simulated
from campaign.cli.environment import Environment, Reply
from campaign.cli.errors import NOTHING_WRITTEN
from campaign.cli.filters import filtered, spanned, view_of_span
from campaign.cli.registration import command, group
from campaign.display.json import players as documents
from campaign.display.terminal import players as screens
from campaign.services import campaigns, names, players, sessions, tenures
from campaign.services import history as histories
from campaign.services import players_merging as merging
from campaign.services.corrections import people
from campaign.services.errors import SeveralCampaigns, UnknownName
from campaign.services.filters import PlayFilter, Span
from campaign.services.statistics import player as player_pages
from campaign.shell import command_with
from campaign.store import decisions
from engine.kernel.errors import NotAllowed, wording_of
from engine.kernel.phrases import Wording, joined, phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlmodel import Session

    from campaign.services.statistics.player import SessionTotals
    from campaign.services.tenures import CityTenure
    from campaign.services.values import History

Player = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's name.")]
Present = Annotated[
    str,
    typer.Argument(metavar="PLAYER", help="The player's name.", autocompletion=completion.players),
]
Old = Annotated[
    str,
    typer.Argument(
        metavar="OLD", help="The name to merge into another one, or to separate from it."
    ),
]
New = Annotated[
    str, typer.Argument(metavar="NEW", help="The name that the person has from now on.")
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The new name.")]
Note = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the history.")]

Since = Annotated[
    int | None,
    typer.Option(
        "--from",
        metavar="N",
        help="The recorded episode from which on the player holds the city.",
        show_default=False,
        autocompletion=completion.recorded_episodes,
    ),
]

STILL = "9999-12-31"
"""The last day at a city for a player who still holds it."""

app = group(
    "player",
    "The players: who holds which city, and since when.",
    menu=("Sharing", 1, "who plays which city"),
)


@command(app, "list", example="campaign player list", also="players who", reads=True)
@spanned()
def list_(env: Environment, span: Span) -> Reply[documents.PlayersDocument]:
    """All players, present and past, with what their cities got; and the players of sessions."""
    with env.reading() as session:
        held, outside = _listed(env, session)
    rows = span.select(held, lambda row: row.last_day or STILL)
    other_players = span.select(outside, attrgetter("last"))
    return Reply(
        lambda: documents.PlayersDocument.from_value(players=rows, in_sessions=other_players),
        view_of_span(
            span, (*rows, *other_players), lambda: screens.player_list(rows, other_players)
        ),
    )


@command(app, "show", example="campaign player show Anna", also="profile page person", reads=True)
@filtered("game", "where", "since", "until", "verdict")
def show(
    env: Environment, player: Present, wanted: PlayFilter, simulated: Simulated = False
) -> Reply[documents.PlayerDocument]:
    """A player's page: all games of this database, the cities, the last games.

    With a filter, all matching games are listed.
    """
    with env.reading() as session:
        try:
            page = player_pages.page(session, player, wanted, simulated=simulated)
        except UnknownName as unknown:
            name = _called_today(env, session, player)
            if not name:
                raise unknown from None
            page = player_pages.page(session, name, wanted, simulated=simulated)
            env.say(phrase("{player} is called {name}.", player=player, name=page.player))
    return Reply(lambda: documents.page(page), lambda: screens.page(page))


def _called_today(env: Environment, session: Session, player: str) -> str:
    """Return the name today of a player of the campaign who had this name before, else ""."""
    with suppress(UnknownName, SeveralCampaigns, NotAllowed):
        return histories.called_today(env.campaign_history(session), player)
    return ""


@command(app, "rename", example="campaign player rename Ben Benjamin")
def rename(env: Environment, player: Present, name: Name) -> Reply[documents.PlayersDocument]:
    """Rename a player of the campaign or of sessions; it stays the same person."""
    with env.reading() as session:
        alone = merging.in_sessions_alone(session, player)
    if alone:
        return _renamed_outside(env, alone, name)
    history = env.history()
    try:
        player = names.player_of(history.campaign, player)
    except UnknownName:
        with env.reading() as session:
            person = merging.person_by_merge(session, player)
        if not person:
            raise
        return _renamed_outside(env, person, name, back="campaign player merge")
    change = partial(players.rename, player=player, name=name)
    changed = change(history)
    new_names = {city.seat: name for city in history.campaign.cities if city.player == player}
    env.confirm_names(new_names, history.campaign.seats)
    history = env.keep(changed, change)
    with env.reading() as session:
        remarks = renamed.still_called(session, player, name)
        persons = decisions.persons(session)
        person, person_before = persons.get(name, name), persons.get(player, player)
    message = phrase("{player} is called {name}.", player=player, name=name)
    if person != name:
        remedy = (
            command_with("campaign player merge", player, name)
            if person == player
            else command_with("campaign player unmerge", name)
        )
        return _changed(env, history, message, renamed.lists_say(person, name, remedy))
    if person_before not in (player, name):
        remarks.append(
            phrase(
                "{player} was merged into {person}, and {name} is not; if it is the same person: "
                "{command}",
                player=player,
                person=person_before,
                name=name,
                command=command_with("campaign player merge", name, person_before),
            )
        )
    return _changed(env, history, message, *remarks)


def _renamed_outside(
    env: Environment, person: str, name: str, back: str = "campaign player rename"
) -> Reply[documents.PlayersDocument]:
    """Rename a person in lists, statistics and exports; no history of a campaign changes.

    The command `back` takes that back.
    """
    with env.writing() as session:
        renamed = merging.rename(session, person, normalize("NFC", name), env.author_now())
    return _merged(env, renamed, command_with(back, renamed.person, renamed.name))


@command(app, "merge", example="campaign player merge 'Ben K.' Ben", also="merge same alias")
def merge(
    env: Environment, old: Old, new: New, reason: Note = ""
) -> Reply[documents.PlayersDocument]:
    """Let two names be one person: lists, statistics and exports say NEW in place of OLD."""
    with env.writing() as session:
        merged = merging.merge(session, old, new, reason, env.author_now())
    take_back = (
        command_with("campaign player merge", merged.person, merged.name)
        if merged.reversed
        else command_with("campaign player unmerge", merged.name)
    )
    return _merged(env, merged, take_back)


@command(app, "unmerge", example="campaign player unmerge 'Ben K.'", also="split")
def unmerge(env: Environment, old: Old, reason: Note = "") -> Reply[documents.PlayersDocument]:
    """Separate a merged name: it is a player of its own again."""
    with env.writing() as session:
        parted = merging.separate_name(session, old, reason, env.author_now())
    env.say(phrase("{name} is not {person} any more.", name=parted.name, person=parted.person))
    return _everybody(env)


@command(app, "leave", example="campaign player leave wolf", also="leave quit")
def leave(
    env: Environment, seat: Seat, dry_run: DryRun = False
) -> Reply[documents.PlayersDocument]:
    """The player of a seat leaves; the city waits as it is, absent until somebody joins."""
    history = env.history()
    seat = names.seat_of(history.campaign, seat)
    holder = history.campaign.city(seat).player
    change = partial(players.leave, seat=seat, holder=holder)
    left = change(history)
    if dry_run:
        env.say(phrase("{holder} would leave {seat}.", holder=holder, seat=seat))
        return _unchanged(env, history)
    history = env.keep(left, change)
    return _changed(
        env,
        history,
        phrase("{seat} waits as it is, absent from every evening.", seat=seat),
        phrase("To take the city over: {command}", command=f"campaign player join {seat} NAME"),
    )


@command(
    app, "join", example="campaign player join wolf Emil", also="join takeover handover add change"
)
def join(
    env: Environment,
    seat: Seat,
    player: Player,
    note: Note = "",
    since: Since = None,
    dry_run: DryRun = False,
) -> Reply[documents.PlayersDocument]:
    """A player takes over a city: one that waits, or one whose player then leaves."""
    history = env.history()
    seats = history.campaign.seats
    if seat not in seats and player in seats:
        raise NotAllowed(
            phrase("{player} is a city: the city stands first, then the player", player=player),
            command_with(f"campaign player join {player}", seat),
        )
    seat = names.seat_of(history.campaign, seat)
    player = names.spelled(history.campaign, player)
    env.confirm_names({seat: player}, seats)
    if since is not None:
        corrections.correct(
            env,
            lambda history: people.join_before(history, seat, player, note, since),
            dry_run=dry_run,
        )
        return Reply(
            lambda: documents.PlayersDocument.from_value(
                players=tenures.city_tenures(env.history())
            )
        )
    holder = history.campaign.city(seat).player
    change = partial(players.join, seat=seat, player=player, note=note, holder=holder)
    joined = change(history)
    if dry_run:
        env.say(phrase("{player} would hold {seat}.", player=player, seat=seat))
        if holder:
            env.say(phrase("{holder} would leave it.", holder=holder))
        return _unchanged(env, history)
    if holder:
        question = phrase(
            "{holder} holds {seat}. Does {holder} leave it to {player}?",
            holder=holder,
            seat=seat,
            player=player,
        )
        env.confirm(question)
    history = env.keep(joined, change)
    with env.reading() as session:
        person = decisions.persons(session).get(player, player)
    remarks = [phrase("{player} holds {seat}.", player=player, seat=seat)]
    if person != player:
        remedy = command_with("campaign player unmerge", player)
        remarks.append(renamed.lists_say(person, player, remedy))
    return _changed(env, history, *remarks)


def _listed(
    env: Environment, session: Session
) -> tuple[Sequence[CityTenure], Sequence[SessionTotals]]:
    """Return the tenures of the campaign, if one goes on here, and the players of sessions.

    Where none goes on and there are no sessions, the error says what became of the campaigns.
    """
    outside = player_pages.in_sessions(session)
    there = campaigns.known(session).values()
    sought = env.options.campaign or any(
        known.place is campaigns.ListPlace.FOLLOWED or not outside for known in there
    )
    if not sought:
        return (), outside
    history, persons = env.campaign_history(session), decisions.persons(session)
    _warn_of_two_people(env, history, persons)
    return tenures.city_tenures(history, persons), outside


def _warn_of_two_people(env: Environment, history: History, persons: decisions.Persons) -> None:
    """Say it of merged names that have been at one table since: the list calls both by one name."""
    for played in history.campaign.played:
        try:
            sessions.check_people(played.names.values(), persons)
        except NotAllowed as two_people:
            env.say(joined("; ", (wording_of(two_people), two_people.remedy)))
            return


def _unchanged(env: Environment, history: History) -> Reply[documents.PlayersDocument]:
    """Say that nothing was written; reply with the players of the campaign for --json."""
    env.say(NOTHING_WRITTEN)
    return Reply(
        lambda: documents.PlayersDocument.from_value(players=tenures.city_tenures(history))
    )


def _merged(
    env: Environment, merged: merging.NameMerge, undo_command: str
) -> Reply[documents.PlayersDocument]:
    """Say what was merged and the command that undoes it; reply with all players for --json."""
    env.say(*screens.merge_sentences(merged, undo_command))
    return _everybody(env)


def _everybody(env: Environment) -> Reply[documents.PlayersDocument]:
    """Reply with the players of the campaign and of sessions for --json; show nothing.

    The name is kept by now, in all campaigns: not to know which is meant must not be an error.
    """

    def document() -> documents.PlayersDocument:
        rows: Sequence[CityTenure] = ()
        with env.reading() as session:
            with suppress(NotAllowed, SeveralCampaigns, UnknownName):
                history = env.campaign_history(session)
                rows = tenures.city_tenures(history, decisions.persons(session))
            outside = player_pages.in_sessions(session)
        return documents.PlayersDocument.from_value(players=rows, in_sessions=outside)

    return Reply(document)


def _changed(
    env: Environment, history: History, *messages: Wording
) -> Reply[documents.PlayersDocument]:
    """Show messages, and names that look alike; reply with all players for --json."""
    env.say(*messages)
    for name, other_name in players.lookalike_pairs(history):
        env.say(
            phrase(
                "{name} and {other} look alike and are two players: {command} makes them one.",
                name=name,
                other=other_name,
                command=command_with("campaign player merge", name, other_name),
            )
        )
    return Reply(
        lambda: documents.PlayersDocument.from_value(players=tenures.city_tenures(history))
    )
