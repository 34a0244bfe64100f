"""Screens of players: tenures of cities with their gains, and the page of one player."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.standings import NOBODY_NAMED
from campaign.display.text.statistics import decimals
from campaign.services import games
from campaign.services.players_merging import NameMerge
from campaign.services.statistics.player import PlayerPage, SessionTotals
from campaign.services.tenures import CityTenure
from campaign.services.words import day, many, spans
from engine.kernel.phrases import Wording, joined, listed, phrase


def player_list(rows: Sequence[CityTenure], others: Sequence[SessionTotals]) -> RenderableType:
    """The tenures of cities, and the players of sessions outside a campaign."""
    if not (rows or others):
        return parts.line(NOBODY_NAMED)
    screens: list[RenderableType] = [_tenures(rows)] if rows else []
    if rows and others:
        screens.append(Text(""))
    if others:
        screens.append(_in_sessions(others))
    return parts.lines(*screens)


def merge_sentences(merging: NameMerge, back: str) -> Sequence[Wording]:
    """The sentences after a merge of names: the merge, its effects, and how to undo it."""
    sentences = [
        phrase("{name} is {person} from now on.", name=merging.name, person=merging.person),
        phrase(
            "Lists, statistics and exports name {person} for {games}; the records stay as they "
            "are. To take it back: {command}",
            person=merging.person,
            games=many(merging.games, "game"),
            command=back,
        ),
    ]
    sentences += [
        phrase(
            "The pages of {campaigns} still say {name}, as the history does.",
            campaigns=listed(called),
            name=name,
        )
        for name, called in merging.said.items()
    ]
    return sentences


def _in_sessions(others: Sequence[SessionTotals]) -> RenderableType:
    """A line for each player of sessions outside a campaign."""
    table = parts.table(
        *map(phrase, ("Player", "Sessions", "Won", "Last played")),
        right=("Sessions", "Won"),
        names=("Player",),
    )
    for totals in others:
        table.add_row(totals.player, str(totals.played), str(totals.won), day(totals.last))
    return table


def _tenures(rows: Sequence[CityTenure]) -> RenderableType:
    """A line for each tenure, and for each episode that a substitute played."""
    table = parts.table(
        *map(phrase, ("Player", "City", "Since", "Until", "Episodes", "Won", "Marks")),
        right=("Won", "Marks"),
        names=("Player",),
    )
    for row in rows:
        table.add_row(
            row.player,
            parts.seat(row.seat),
            phrase("substitute") if row.substitute else day(row.first_day),
            _until(row),
            spans(row.episodes),
            str(row.won),
            str(row.marks),
        )
    return table


def _until(tenure: CityTenure) -> Wording:
    """The last day of a tenure; a substitute, who held nothing, has none."""
    if tenure.substitute:
        return "-"
    return day(tenure.last_day) if tenure.until else phrase("now")


def page(page: PlayerPage) -> RenderableType:
    """A player's page: results by game, cities, last games."""
    rows: list[RenderableType] = [
        MixedText(
            joined(", ", (page.player, many(sum(s.played for s in page.standings), "game"))),
            style="bold",
        )
    ]
    if page.also:
        rows.append(parts.line(phrase("also: {names}", names=", ".join(page.also))))
    if page.standings:
        table = parts.table(
            *map(phrase, ("Game", "Games", "Won", "Points", "Best", "Last played")),
            right=("Games", "Won", "Points", "Best"),
            notes=("Game",),
        )
        for standing in page.standings:
            figures = (
                str(standing.played),
                str(standing.won),
                decimals(standing.mean, 1),
                str(standing.best),
            )
            table.add_row(_which(standing.game, standing.campaign), *figures, day(standing.last))
        rows += [Text(""), table]
    if page.cities:
        table = parts.table(
            *map(phrase, ("City", "Name", "Campaign", "Marks today", "")),
            right=("Marks today",),
            names=("Name", "Campaign"),
        )
        for city in page.cities:
            held = "" if city.now else phrase("held before")
            seat = parts.seat(city.seat)
            table.add_row(seat, city.city or "-", city.campaign, str(city.marks), held)
        rows += [Text(""), table]
    if page.latest:
        headings = map(phrase, ("Last games", "", "Points", "Rank"))
        table = parts.table(*headings, right=("Points",), notes=("",))
        for game in page.latest:
            game_title = _which(game.game, game.campaign)
            if game.episode:
                game_title = phrase(
                    "{game}, episode {number}", game=game_title, number=game.episode
                )
            rank = phrase("{rank} of {seats}", rank=game.rank, seats=game.seats)
            table.add_row(day(game.day), game_title, str(game.score), rank)
        rows += [Text(""), table]
    return parts.lines(*rows)


def _which(game: str, campaign: str) -> Wording:
    """`My City, The Tuesday Group`: a game and its campaign; outside a campaign only the game."""
    title = phrase(games.title(game)) if games.is_known(game) else game
    return joined(", ", (title, campaign)) if campaign else title
