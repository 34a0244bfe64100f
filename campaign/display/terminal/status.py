"""Where a campaign stands: what is next, what is owed, who leads; and the standings."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.episodes import sticker_words
from campaign.services.values import History
from engine.kernel.score import ranks
from engine.my_city.campaign.model import Campaign, City, Mark, Right

CIRCLES = 12
"""Progress circles that a line has room for."""
EPISODE_COLUMNS = 9
"""Episodes that have a column of their own in the standings."""
OWED_LINES = 8
"""Owed stickers that are listed one by one."""


def status(history: History, *, proved: str) -> RenderableType:
    """Where a tired group stopped, and what is next; 80 by 24 for four players."""
    campaign = history.campaign
    title = Text(parts.fit(campaign.name, 38), style="bold")
    where = _where(campaign)
    title.append(" " * max(2, 79 - title.cell_len - len(where)))
    title.append(where, style="default not bold")
    cities = parts.table("City", "", "Player", "Marks", "", "Won", "On the board", right=("Won",))
    for city in by_marks(campaign):
        won = sum(sheet.rank == 1 for p in campaign.played for sheet in [p.sheet(city.seat)])
        cities.add_row(
            parts.seat(city.seat),
            parts.fit(city.name or "-", 12),
            parts.fit(city.player or "nobody", 12),
            circles(city.progress),
            str(city.progress),
            str(won),
            parts.fit(on_board(city), 20),
        )
    return parts.lines(
        title,
        parts.line(last_played(history)),
        Text(""),
        cities,
        Text(""),
        *_next_steps(campaign),
        *_open_differences(campaign),
        parts.line(f"{proved} Head for the box: {history.head}"),
    )


def last_played(history: History) -> str:
    """When the group last met, and who won."""
    campaign = history.campaign
    if not campaign.played:
        return f"Begun {parts.day(history.entries[0].recorded_at)}, nothing played yet"
    played = campaign.played[-1]
    day = played.record.played.isoformat() if played.record.played else ""
    best = [sheet for sheet in played.sheets if sheet.rank == 1]
    names = " and ".join(_who(campaign.city(sheet.seat)) for sheet in best)
    when = parts.day(day or history.recorded_at(played.entry))
    said = f"Last played {when}: episode {played.number}, won by {names}"
    return f"{said}, {parts.many(best[0].total, 'point')}"


def _open_differences(campaign: Campaign) -> list[RenderableType]:
    """Real boards that were found to differ and not checked again since."""
    return [
        parts.line(f"The real board of {seat} differs: {found.differs} (campaign checklist {seat})")
        for seat, found in campaign.checked.items()
        if found.differs
    ]


def _next_steps(campaign: Campaign) -> list[RenderableType]:
    """What must be done before the next episode, each with its command; then the episode."""
    number = campaign.next_episode
    steps: list[RenderableType] = []
    if campaign.owed:
        steps.append(parts.line(f"Before episode {number}:" if number else "Still owed:"))
        steps += _owed(campaign.owed)
    if number is None:
        steps.append(parts.line("Every episode of this pack has been played."))
        names = " and ".join(map(_who, campaign.winners))
        marks = parts.many(campaign.winners[0].progress, "progress mark")
        verb = "win" if len(campaign.winners) > 1 else "wins"
        steps.append(parts.line(f"{names} {verb} the campaign with {marks}."))
        return steps
    if sealed := campaign.sealed_next:
        steps.append(parts.line(f"Envelope {sealed} opens now, before episode {number}:"))
        steps.append(parts.command(f"campaign envelope open {sealed}"))
        return steps
    if not campaign.owed:
        steps.append(parts.line(f"Play episode {number}, and record it:"))
        steps.append(parts.command("campaign episode enter"))
        steps.append(parts.command("campaign episode template > evening.toml"))
        steps.append(parts.command("campaign episode record evening.toml"))
    return steps


def _owed(owed: Sequence[Right]) -> list[RenderableType]:
    if len(owed) > OWED_LINES:
        return [
            parts.line(f"  {parts.many(len(owed), 'sticker')} are owed"),
            parts.command("campaign sticker owed"),
        ]
    table = parts.table("", "")
    for right in owed:
        table.add_row(
            f"  {right.seat} owes {sticker_words(right)}",
            Text(f"campaign sticker place {right.seat} {right.kind} {right.place}", style="cyan"),
        )
    table.show_header = False
    free = parts.line("  Where they may go: campaign sticker owed")
    return [table, free]


def _where(campaign: Campaign) -> str:
    number = campaign.next_episode
    envelope = campaign.pack.envelope_of(number or max(campaign.pack.episodes))
    chapter = f", chapter {envelope.number}" if envelope else ""
    return f"My City{chapter}, {next_words(campaign)}"


def next_words(campaign: Campaign) -> str:
    """Which episode is next, in words."""
    number = campaign.next_episode
    return f"episode {number} is next" if number else "the pack is played out"


def standings(history: History) -> RenderableType:
    """Marks by city with the episodes, or chapters, that brought them; who leads."""
    campaign = history.campaign
    ordered = by_marks(campaign)
    places = ranks([-city.progress for city in ordered])
    columns = _columns(campaign)
    table = parts.table("Rank", "City", "Player", "Marks", *columns, right=("Rank", "Marks"))
    for place, city in zip(places, ordered, strict=True):
        each = [
            sum(mark.amount for mark in city.marks if mark.episode in episodes)
            for episodes in columns.values()
        ]
        table.add_row(
            str(place),
            Text(_named(city), style=parts.SEAT_STYLE.get(city.seat, "")),
            parts.fit(city.player or "nobody", 16),
            str(city.progress),
            *(str(count) if count else "-" for count in each),
        )
    leaders = [city for place, city in zip(places, ordered, strict=True) if place == 1]
    count = len(campaign.played)
    if not (count or campaign.declared):
        said = "No episode recorded yet."
    elif campaign.winners:
        verb = "share the victory" if len(leaders) > 1 else "wins the campaign"
        said = f"{' and '.join(map(_who, leaders))} {verb}."
    elif len(leaders) > 1:
        said = f"{' and '.join(map(_who, leaders))} share the lead."
    else:
        said = f"{_who(leaders[0])} leads."
    reasons = [
        parts.item(f"{city.seat}: {'; '.join(_reasons(city))}") for city in ordered if city.marks
    ]
    head = Text(f"{campaign.name}, standings after {parts.many(count, 'episode')}", "bold")
    return parts.lines(head, Text(""), table, Text(""), parts.line(said), *reasons)


def _columns(campaign: Campaign) -> dict[str, set[int]]:
    """The episodes of each column: one an episode, or one a chapter when they are many."""
    numbers = {mark.episode for city in campaign.cities for mark in city.marks}
    numbers |= {played.number for played in campaign.played}
    if len(numbers) <= EPISODE_COLUMNS:
        return {f"E{number}": {number} for number in sorted(numbers)}
    chapters = {f"Ch{e.number}": numbers & set(e.episodes) for e in campaign.pack.envelopes}
    return {name: some for name, some in chapters.items() if some}


def _reasons(city: City) -> list[str]:
    """Why a city has its marks: those for ranks together, the others one by one."""
    by_rank: dict[str, list[Mark]] = {}
    others = []
    for mark in city.marks:
        what, _, _ = mark.reason.partition(" in episode ")
        if what in ("first", "second", "other"):
            by_rank.setdefault(what, []).append(mark)
        else:
            others.append(f"+{mark.amount} {mark.reason}")
    said = [
        f"{sum(mark.amount for mark in marks):+} {what} in episode{'s' * (len(marks) > 1)} "
        f"{', '.join(str(mark.episode) for mark in marks)}"
        for what, marks in by_rank.items()
    ]
    return said + others


def by_marks(campaign: Campaign) -> list[City]:
    """The cities, most marks first."""
    return sorted(campaign.cities, key=lambda city: -city.progress)


def circles(count: int) -> str:
    """Progress marks as circles; beyond the row they are counted only."""
    return "●" * min(count, CIRCLES) + "○" * max(0, CIRCLES - count)


def on_board(city: City) -> str:
    """What players put on a board in few words: `1 well 2 trees`; nuggets too."""
    counts: dict[str, int] = {}
    for sticker in city.stickers:
        if sticker.chosen:
            counts[sticker.kind] = counts.get(sticker.kind, 0) + 1
    if city.nuggets:
        counts["nugget"] = city.nuggets
    return " ".join(parts.many(count, kind) for kind, count in counts.items()) or "-"


def _named(city: City) -> str:
    return f"{city.seat}, {parts.fit(city.name, 16)}" if city.name else city.seat


def _who(city: City) -> str:
    return f"{city.seat} ({parts.fit(city.player, 16)})" if city.player else city.seat
