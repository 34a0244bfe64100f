"""What comes from elsewhere: what it would become, and what was kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import islice

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.records import STYLE
from campaign.extras.plays.imported import Double, Prepared
from campaign.services import games
from campaign.services.imports.records import Counts, Looked
from campaign.services.words import day
from campaign.store.journal import number_of
from engine.kernel.replay import Kind

SOME = 10
"""Doubles and names that are listed, at most."""
MANY = 1_000
"""Records of a folder that are listed, at most."""


def count(number: int, thing: str) -> str:
    """`1 play`, `2,981 plays`."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def verdicts(looked: Iterable[Looked], counts: Counts) -> RenderableType:
    """The records of a folder, a row each, with verdict and reason; below how many of which.

    Of very many those alone that are not new or not proved, as far as a screen can show them.
    """
    table = parts.table("File", "Game", "Played", "", "Why", names=("File",), notes=("Why",))
    many = counts.files > MANY
    if many:
        looked = (one for one in looked if not (one.new and one.verdict is Kind.VERIFIED))
    shown = list(islice(looked, MANY))
    for one in shown:
        verdict = Text(str(one.verdict), style=STYLE[one.verdict]) if one.verdict else Text("")
        title = games.title(one.game) if one.game else ""
        table.add_row(one.name, title, day(one.played), verdict, _why(one))
    summary = f"{count(counts.files, 'record')}: {counts.new:,} new"
    summary += f", {counts.here:,} here already" if counts.here else ""
    summary += f", {counts.bad:,} cannot be kept" if counts.bad else ""
    without = f"Listed are at most {MANY:,}, none that is new and verified; --json has all."
    return parts.lines(
        table if shown else None,
        parts.line(without) if many else None,
        parts.line(f"{summary}."),
    )


def preview(
    prepared: Prepared, unclear: Mapping[str, str], ours: Collection[str]
) -> RenderableType:
    """What the plays of a file would become, which are not taken and why; who plays in them."""
    rows: list[RenderableType | None] = [
        parts.line(
            f"{count(prepared.plays, 'play')}, {sum(prepared.by_game.values()):,} of our "
            f"games: {len(prepared.new):,} new, {prepared.here:,} here already, "
            f"{len(prepared.doubles):,} with the day and scores of a session"
        )
    ]
    if prepared.by_game:
        table = parts.table("Game", "Plays", "New", right=("Plays", "New"), names=("Game",))
        new = Counter(one.log["game"] for one in prepared.new)
        for game, number in prepared.by_game.items():
            table.add_row(games.title(game), f"{number:,}", f"{new[game]:,}")
        rows.append(table)
    if prepared.left_out:
        rows.append(Text("Left out", style="bold"))
        rows += [
            parts.item(f"{count(number, 'play')} {why}")
            for why, number in prepared.left_out.items()
        ]
    rows += [
        parts.item(f'"{parts.fit(name, 40)}" may be {games.title(game)}: --game "{name}={game}"')
        for name, game in unclear.items()
    ]
    if prepared.doubles:
        rows.append(Text("The same day and scores, left out (--doubles keeps them)", style="bold"))
        rows += map(_double, prepared.doubles[:SOME])
        if len(prepared.doubles) > SOME:
            rows.append(parts.item(f"and {len(prepared.doubles) - SOME:,} more"))
    if any(prepared.notes.values()):
        rows.append(Text("Kept in part", style="bold"))
        rows += [
            parts.item(f"{count(number, 'play')} {what}")
            for what, number in prepared.notes.items()
            if number
        ]
    rows.append(_players(prepared.names, ours))
    return parts.lines(*rows)


def _double(double: Double) -> RenderableType:
    """A play whose day and scores a session has."""
    play = double.play
    when = day(play.played.isoformat()) if play.played else "no day"
    scores = ", ".join(f"{parts.fit(it.name, 16)} {it.score}" for it in play.seats)
    number = number_of(double.stream)
    return parts.item(f"{when}, {games.title(double.game)}, {scores}: session {number}")


def _players(names: Mapping[str, int], ours: Collection[str]) -> RenderableType | None:
    """Who plays in what is new: those who are here already, and the others."""
    here = sorted(name for name in names if name in ours)
    others = sorted(name for name in names if name not in ours)
    words = [
        f"{what}: {', '.join(some[:SOME])}" + (f" and {len(some) - SOME} more" * (len(some) > SOME))
        for what, some in (("Players here already", here), ("New players", others))
        if some
    ]
    return parts.line(". ".join(words) + ".") if words else None


def kept(numbers: range) -> RenderableType:
    """The numbers of the sessions that were kept, and how to see them."""
    if not numbers:
        return parts.line("Nothing is new, and nothing was written.")
    first, last = numbers[0], numbers[-1]
    which = f"sessions {first} to {last}" if last > first else f"session {first}"
    return parts.line(f"Kept as {which}: campaign session show {last}")


def _why(one: Looked) -> str:
    """Where a record is already, or why it cannot be kept."""
    if one.same:
        stream, _, number = one.same.partition("/")
        is_session = stream == "session" and number.isdecimal()
        return f"is session {number_of(one.same)} already" if is_session else f"as {one.same}"
    return f"line {one.line}: {one.reason}" if one.line else one.reason
