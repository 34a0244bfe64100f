"""Episodes: the score sheet, the verdict, and what follows."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.records import STYLE, relied_on, sheet_table
from campaign.services.todo import before as todo_before
from campaign.services.values import History
from engine.kernel.game import CHANCE
from engine.kernel.record import Record
from engine.kernel.replay import FOUND, ORDER, Kind
from engine.my_city.campaign.model import Campaign, City, Played, Right
from engine.my_city.pack.build import SQUARE


def episode(history: History, number: int) -> RenderableType:
    """An episode: verdict, sheets, ranks, marks and stickers earned, what it relied on."""
    played = history.campaign.episode(number)
    day = played.record.played.isoformat() if played.record.played else ""
    when = parts.day(day or history.recorded_at(played.entry))
    title = Text(f"Episode {number}, {'played' if day else 'recorded'} {when}", style="bold")
    said = said_of(played)
    title.append(" " * max(2, 79 - len(title) - len(said)))
    title.append(said, style=STYLE[played.verdict.kind])
    marks = {
        city.seat: f"+{count}" if (count := _marks(history.campaign, city.seat, number)) else "-"
        for city in history.campaign.cities
    }
    more = {"marks": marks, "stickers": _given(history.campaign, number)}
    replayed = {sheet.seat: sheet.total for sheet in played.verdict.sheets}
    return parts.lines(
        title,
        sheet_table(played.sheets, more=more, replayed=replayed),
        relied_on(played.verdict.placeholders),
        parts.line(f"Move by move: campaign episode replay {number} --step"),
    )


def episode_list(history: History) -> RenderableType:
    """The recorded episodes, a line each."""
    if not history.campaign.played:
        return parts.lines(
            parts.line("No episode has been recorded."),
            parts.command("campaign episode template > evening.toml"),
        )
    table = parts.table("Episode", "Played", "Won by", "Points", "", right=("Episode", "Points"))
    for played in history.campaign.played:
        best = [sheet for sheet in played.sheets if sheet.rank == 1]
        winners = ", ".join(_who(history.campaign, sheet.seat) for sheet in best)
        day = played.record.played.isoformat() if played.record.played else ""
        table.add_row(
            str(played.number),
            parts.day(day or history.recorded_at(played.entry)),
            parts.fit(winners, 30),
            str(best[0].total),
            Text(said_of(played), style=STYLE[played.verdict.kind]),
        )
    return table


def expansion(record: Record) -> RenderableType:
    """The moves that boards were expanded to, a line a card."""
    table = parts.table("", "card", *record.seats)
    rows: list[list[str]] = []
    for seat, words in record.moves or ():
        _, *rest = words.split()
        if seat == CHANCE:
            rows.append([str(len(rows) + 1), *rest, *("" for _ in record.seats)])
        else:
            said = words if not rest else rest[0].partition("@")[2]
            rows[-1][2 + record.seats.index(seat)] = said
    for row in rows:
        table.add_row(*row)
    found = record.header.get(ORDER) == FOUND
    title = "From the boards, in an order of the cards that fits:" if found else "From the boards:"
    return parts.lines(parts.line(title), table)


def follows(before: Campaign, after: Campaign) -> RenderableType:
    """What an episode changes for good: marks, stickers, shafts, and what comes next."""
    rows = [
        f"{_who(after, new.seat)}: {', '.join(said)}"
        for old, new in zip(before.cities, after.cities, strict=True)
        if (said := _gains(before, after, old, new))
    ]
    if after.next_episode is None:
        names = " and ".join(_who(after, city.seat) for city in after.winners)
        share = "share the victory" if len(after.winners) > 1 else "wins the campaign"
        marks = parts.many(after.winners[0].progress, "progress mark")
        rows.append(f"This was the last episode. {names} {share} with {marks}.")
    elif after.sealed_next:
        rows.append(
            f"Envelope {after.sealed_next} opens next, before episode {after.next_episode}."
        )
    else:
        todo = todo_before(after, after.next_episode)
        rows += [f"Before episode {todo.episode}: {words}" for words in todo.table]
        rows += [f"Before episode {todo.episode}, every board: {w}" for w in todo.every_board]
        rows.append(f"Episode {after.next_episode} is next.")
    return parts.lines(parts.line("What follows:"), *(parts.item(row) for row in rows))


def _gains(before: Campaign, after: Campaign, old: City, new: City) -> list[str]:
    """What came to one city, in words."""
    said = []
    marks = new.marks[len(old.marks) :]
    if count := sum(mark.amount for mark in marks):
        said.append(parts.many(count, "progress mark"))
        said += [f"{mark.amount} of them for {mark.reason}" for mark in marks[1:]]
    came = f"in episode {after.played[-1].number}"
    said += [
        f"now has {s.kind} {s.square}"
        for s in new.stickers[len(old.stickers) :]
        if s.reason.endswith(came) and not s.chosen
    ]
    if new.nuggets > old.nuggets:
        said.append(parts.many(new.nuggets - old.nuggets, "nugget"))
    for colour, depth in new.shafts.items():
        if depth > old.shafts.get(colour, 0):
            said.append(f"{after.pack.colours[colour]} shaft at box {depth}")
    due = [r for r in after.owed if r.seat == new.seat and r not in before.owed]
    if due:
        said.append(f"places {' and '.join(map(sticker_words, due))}")
    said += [f"a {r.kind} is lost: no place for it" for r in new.lost[len(old.lost) :]]
    return said


def sticker_words(right: Right) -> str:
    """`a tree sticker`, `a plain sticker on forest`."""
    return f"{parts.article(right.kind)} sticker{on_what(right)}"


def on_what(right: Right) -> str:
    """On what a sticker goes, where it is no small square."""
    plain = right.target == SQUARE or right.place == "BUILDING"
    return "" if plain else f" on {right.target}"


def said_of(played: Played) -> str:
    """The verdict on a recorded episode in words."""
    if played.as_played:
        return "result differs, kept as played"
    if played.verdict.kind is Kind.UNVERIFIABLE:
        return "results only, not proved"
    if played.verdict.kind is Kind.POSSIBLE:
        return "possible, the order was found"
    return str(played.verdict.kind)


def _marks(campaign: Campaign, seat: str, number: int) -> int:
    return sum(mark.amount for mark in campaign.city(seat).marks if mark.episode == number)


def _given(campaign: Campaign, number: int) -> dict[str, str]:
    """The stickers that an episode gave, placed or still owed, by seat."""
    found: dict[str, list[str]] = {}
    reason = f" in episode {number}"
    for city in campaign.cities:
        for sticker in city.stickers:
            if sticker.reason.endswith(reason):
                found.setdefault(city.seat, []).append(f"1 {sticker.kind}")
    for right in campaign.owed:
        if right.reason.endswith(reason):
            found.setdefault(right.seat, []).append(f"1 {right.kind}")
    return {seat: ", ".join(kinds) for seat, kinds in found.items()}


def _who(campaign: Campaign, seat: str) -> str:
    player = campaign.city(seat).player
    return f"{seat} ({player})" if player else seat
