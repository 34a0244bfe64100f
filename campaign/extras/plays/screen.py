"""The screen that shows what an import of plays would keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from rich.console import RenderableType

from campaign.display.terminal import parts
from campaign.extras.plays.imported import Double, PreparedImport
from campaign.services import games
from campaign.services.words import day
from campaign.store.journal import number_of
from engine.kernel.phrases import Phrase, Wording, joined, phrase, plural

SOME = 10
"""How many doubles, and how many names, are listed at most."""


def plays_in_words(count: int) -> Phrase:
    """A number of plays, which may be large."""
    return plural("{count:,} play", "{count:,} plays", count)


def preview(
    prepared: PreparedImport, unclear: Mapping[str, str], ours: Collection[str]
) -> RenderableType:
    """The new plays of a file, those left out and why, and the players."""
    rows: list[RenderableType | None] = [
        parts.line(
            phrase(
                "{plays}, {ours} of our games: {new} new, {here} here already, {doubles} with the "
                "same day, players and scores as a session here",
                plays=plays_in_words(prepared.plays),
                ours=f"{sum(prepared.by_game.values()):,}",
                new=f"{len(prepared.new):,}",
                here=f"{prepared.here:,}",
                doubles=f"{len(prepared.doubles):,}",
            )
        )
    ]
    if prepared.by_game:
        table = parts.table(
            *map(phrase, ("Game", "Plays", "New ones")),
            right=("Plays", "New ones"),
            names=("Game",),
        )
        new = Counter(session.log["game"] for session in prepared.new)
        for game, number in prepared.by_game.items():
            table.add_row(phrase(games.title(game)), f"{number:,}", f"{new[game]:,}")
        rows.append(table)
    if prepared.left_out:
        rows.append(parts.line(phrase("Left out"), "bold"))
        rows += [_plays(number, why) for why, number in prepared.left_out.items()]
    rows += [
        parts.item(
            phrase(
                '"{name}" may be {game}: {option}',
                name=parts.fit(name, 40),
                game=phrase(games.title(game)),
                option=f'--game-is "{name}={game}"',
            )
        )
        for name, game in unclear.items()
    ]
    for heading, doubles in (
        (
            phrase(
                "The same day, players and scores, left out ({option} keeps them)",
                option="--doubles",
            ),
            prepared.doubles,
        ),
        (
            phrase(
                "Here already with other scores, left as it is: {command}",
                command="campaign session edit ID",
            ),
            prepared.differing,
        ),
    ):
        if doubles:
            rows += [parts.line(heading, "bold"), *map(_double, doubles[:SOME])]
        if len(doubles) > SOME:
            rows.append(parts.item(phrase("and {count} more", count=f"{len(doubles) - SOME:,}")))
    if any(prepared.notes.values()):
        rows.append(parts.line(phrase("Kept, with a remark"), "bold"))
        rows += [_plays(number, remark) for remark, number in prepared.notes.items() if number]
    rows.append(_players(prepared.names, ours))
    return parts.lines(*rows)


def _plays(number: int, which: Wording) -> RenderableType:
    """A number of plays, and which ones they are."""
    return parts.item(phrase("{plays} {which}", plays=plays_in_words(number), which=which))


def _double(double: Double) -> RenderableType:
    """A play as the file has it, and the session that is the same play."""
    play = double.play
    when = day(play.played.isoformat()) if play.played else phrase("no day")
    scores = ", ".join(
        f"{parts.fit(participant.name, 16)} {participant.score}" for participant in play.seats
    )
    session = phrase("session {number}", number=number_of(double.stream))
    what = joined(", ", (when, phrase(games.title(double.game)), scores))
    return parts.item(joined(": ", (what, session)))


def _players(names: Mapping[str, int], ours: Collection[str]) -> RenderableType | None:
    """The players of the new plays: those who are here already, and new ones."""
    known = sorted(name for name in names if name in ours)
    new = sorted(name for name in names if name not in ours)
    sentences = [
        phrase("{heading}: {names}.", heading=heading, names=_some(names))
        for heading, names in (
            (phrase("Players here already"), known),
            (phrase("New players"), new),
        )
        if names
    ]
    return parts.line(joined(" ", sentences)) if sentences else None


def _some(names: list[str]) -> Wording:
    """The first names, and how many more there are."""
    some = ", ".join(names[:SOME])
    if len(names) <= SOME:
        return some
    return phrase("{names} and {count} more", names=some, count=len(names) - SOME)
