"""Screens of standings: one campaign with the reasons for its marks, and all campaigns."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.status import cities_in_words, next_episode
from campaign.display.terminal.words import MixedText
from campaign.display.text.episodes import verdict_in_words
from campaign.display.text.standings import NOBODY_NAMED, leaders_in_words, leaders_of
from campaign.services.standings import OverallStandings
from campaign.services.values import History
from engine.kernel.phrases import Phrase, Wording, joined, listed, phrase, plural
from engine.my_city.campaign.model import Campaign, City, Mark
from engine.my_city.campaign.players import marks_by_player
from engine.my_city.campaign.reasons import reason_in_words

EPISODE_COLUMNS = 9
"""The most episodes with a column for each; more episodes are grouped by chapter."""


def standings(history: History) -> RenderableType:
    """The marks by city and by episode or chapter, the leaders, and the reasons for marks."""
    campaign = history.campaign
    columns = _columns(campaign)
    table = parts.table(
        *map(phrase, ("Rank", "City", "Player", "Marks")),
        *columns,
        right=("Rank", "Marks"),
        names=("City", "Player"),
    )
    for rank, city in campaign.standings:
        marks = [
            sum(mark.amount for mark in city.marks if mark.episode in episodes)
            for episodes in columns.values()
        ]
        name = f"{city.seat}, {city.name}" if city.name else city.seat
        table.add_row(
            str(rank),
            Text(name, style=parts.SEAT_STYLE.get(city.seat, "")),
            city.player or phrase("nobody"),
            str(city.progress),
            *(str(count) if count else "-" for count in marks),
        )
    reasons = [
        parts.item(joined(": ", (city.seat, joined("; ", _reasons(city)))))
        for _, city in campaign.standings
        if city.marks
    ]
    title = phrase(
        "{campaign}, standings before episode {number}",
        campaign=campaign.name,
        number=campaign.begins,
    )
    if campaign.played:
        title = phrase(
            "{campaign}, standings after episode {number}",
            campaign=campaign.name,
            number=campaign.played[-1].number,
        )
    return parts.lines(
        MixedText(title, style="bold"),
        Text(""),
        table,
        Text(""),
        parts.line(leaders_in_words(campaign, cities_in_words(leaders_of(campaign)))),
        *reasons,
        *map(parts.item, _by_player(campaign)),
        *(
            parts.item(
                phrase(
                    "episode {number}: {verdict}",
                    number=played.number,
                    verdict=verdict_in_words(played),
                )
            )
            for played in campaign.played
            if played.as_played
        ),
    )


def _by_player(campaign: Campaign) -> Iterator[Phrase]:
    """Yield the marks of each player, for cities that have had more than one player."""
    for _, city in campaign.standings:
        by_player = marks_by_player(campaign, city)
        if by_player.keys() - {city.player, ""}:
            declared = sum(mark.amount for mark in city.marks if mark.reason.kind == "declared")
            marks: list[tuple[Wording, int]] = [
                (phrase("declared"), declared),
                *((player, count) for player, count in by_player.items() if player),
                (phrase("nobody"), by_player.get("", 0) - declared),
            ]
            players = [joined(" ", (who, str(count))) for who, count in marks if count]
            yield phrase(
                "{seat} by player: {players}", seat=city.seat, players=joined(", ", players)
            )


def overall(standings: OverallStandings) -> RenderableType:
    """The leaders of each campaign, and the wins of each player."""
    nobody = parts.line(NOBODY_NAMED)
    if not (standings.players or standings.campaigns):
        new = parts.command("campaign new NAME --seat eagle=NAME --seat bear=NAME")
        return parts.lines(nobody, new)
    campaigns = parts.table(
        *map(phrase, ("Campaign", "Leads", "Marks", "")),
        right=("Marks",),
        notes=("Campaign", "Leads"),
    )
    for campaign in standings.campaigns:
        leaders = joined(
            ", ",
            [
                phrase("{seat} ({player})", seat=seat, player=player or phrase("nobody"))
                for seat, player in campaign.leaders
            ],
        )
        campaigns.add_row(
            campaign.name,
            leaders or "-",
            str(campaign.marks),
            next_episode(campaign.next_episode),
        )
    players = parts.table(
        *map(phrase, ("Player", "Episodes", "Won", "Sessions", "Won outside")),
        right=("Episodes", "Won", "Sessions", "Won outside"),
        names=("Player",),
    )
    for player in standings.players:
        players.add_row(
            player.name,
            str(player.episodes),
            str(player.episodes_won),
            str(player.sessions),
            str(player.sessions_won),
        )
    if not standings.campaigns:
        return players
    return parts.lines(campaigns, Text(""), players if standings.players else nobody)


def _columns(campaign: Campaign) -> dict[Wording, set[int]]:
    """The episodes of each column; a column is an episode, or a chapter if there are many.

    The first column is for marks that were declared, if there are any.
    """
    marked = {mark.episode for city in campaign.cities for mark in city.marks}
    declared = {number for number in marked if number < campaign.begins}
    numbers = (marked - declared) | {played.number for played in campaign.played}
    columns: dict[Wording, set[int]] = {phrase("declared"): declared}
    if len(numbers) <= EPISODE_COLUMNS:
        columns |= {f"E{number}": {number} for number in sorted(numbers)}
    else:
        columns |= {f"Ch{e.number}": numbers & {*e.episodes} for e in campaign.pack.envelopes}
    return {name: episodes for name, episodes in columns.items() if episodes}


def _reasons(city: City) -> list[Wording]:
    """The reasons for a city's marks: one reason for each rank, then the others one by one."""
    by_rank: dict[str, list[Mark]] = {}
    others = []
    for mark in city.marks:
        if mark.reason.kind == "rank":
            by_rank.setdefault(mark.reason.rule, []).append(mark)
        else:
            others.append(joined(" ", (f"+{mark.amount}", reason_in_words(mark.reason))))
    for_ranks: list[Wording] = [
        plural(
            "{marks:+} {place} in episode {numbers}",
            "{marks:+} {place} in episodes {numbers}",
            len(marks),
            marks=sum(mark.amount for mark in marks),
            place=phrase(rank),
            numbers=listed([str(mark.episode) for mark in marks]),
        )
        for rank, marks in by_rank.items()
    ]
    return for_ranks + others
