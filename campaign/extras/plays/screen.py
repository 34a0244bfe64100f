"""The screen that shows what an import of plays would keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.imports import count
from campaign.extras.plays.imported import Double, PreparedImport
from campaign.services import games
from campaign.services.words import day
from campaign.store.journal import number_of

SOME = 10
"""How many doubles, and how many names, are listed at most."""


def preview(
    prepared: PreparedImport, unclear: Mapping[str, str], ours: Collection[str]
) -> RenderableType:
    """The new plays of a file, those left out and why, and the players."""
    rows: list[RenderableType | None] = [
        parts.line(
            f"{count(prepared.plays, 'play')}, {sum(prepared.by_game.values()):,} of our "
            f"games: {len(prepared.new):,} new, {prepared.here:,} here already, "
            f"{len(prepared.doubles):,} with the same day, players and scores as a session here"
        )
    ]
    if prepared.by_game:
        table = parts.table("Game", "Plays", "New", right=("Plays", "New"), names=("Game",))
        new = Counter(session.log["game"] for session in prepared.new)
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
        parts.item(f'"{parts.fit(name, 40)}" may be {games.title(game)}: --game-is "{name}={game}"')
        for name, game in unclear.items()
    ]
    for heading, doubles in (
        ("The same day, players and scores, left out (--doubles keeps them)", prepared.doubles),
        (
            "Here already with other scores, left as it is: campaign session edit ID",
            prepared.differing,
        ),
    ):
        if doubles:
            rows += [Text(heading, style="bold"), *map(_double, doubles[:SOME])]
        if len(doubles) > SOME:
            rows.append(parts.item(f"and {len(doubles) - SOME:,} more"))
    if any(prepared.notes.values()):
        rows.append(Text("Kept, with a remark", style="bold"))
        rows += [
            parts.item(f"{count(number, 'play')} {remark}")
            for remark, number in prepared.notes.items()
            if number
        ]
    rows.append(_players(prepared.names, ours))
    return parts.lines(*rows)


def _double(double: Double) -> RenderableType:
    """A play as the file has it, and the session that is the same play."""
    play = double.play
    when = day(play.played.isoformat()) if play.played else "no day"
    scores = ", ".join(
        f"{parts.fit(participant.name, 16)} {participant.score}" for participant in play.seats
    )
    number = number_of(double.stream)
    return parts.item(f"{when!s}, {games.title(double.game)}, {scores}: session {number}")


def _players(names: Mapping[str, int], ours: Collection[str]) -> RenderableType | None:
    """The players of the new plays: those who are here already, and new ones."""
    known = sorted(name for name in names if name in ours)
    new = sorted(name for name in names if name not in ours)
    words = [
        f"{heading}: {', '.join(listed[:SOME])}"
        + (f" and {len(listed) - SOME} more" * (len(listed) > SOME))
        for heading, listed in (("Players here already", known), ("New players", new))
        if listed
    ]
    return parts.line(". ".join(words) + ".") if words else None
