"""What the names in a file of plays mean, by options and by questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from campaign.display.terminal import parts
from campaign.extras.plays.imported import (
    Matches,
    plain_text,
    unclear_games,
    unclear_players,
)
from campaign.services import choices
from campaign.services.games import title
from engine.kernel import texts
from engine.kernel.names import comparable_name
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from campaign.cli.environment import Environment
    from campaign.extras.plays.imported import ImportedPlay
    from campaign.extras.plays.known import KnownPlays

IN_FILES, OURS = texts.line(1_000), texts.name(60)
"""The form of a name in a file, and the form of one of our names."""


def stated(games: Sequence[str] | None, players: Sequence[str] | None) -> Matches:
    """The meanings that options state; raises `BadParameter`."""
    return Matches(
        _meanings(games, "--game-is 'NAME=GAME'", choices.games()),
        _meanings(players, "--player-is 'NAME=PLAYER'"),
    )


def ask(
    env: Environment, logged: Sequence[ImportedPlay], matches: Matches, have: KnownPlays
) -> Matches:
    """Ask what unclear names mean, and return the answers; raises `Exit` if the user leaves.

    The default answer takes two names for one player only if they differ in case and accents alone.
    If nobody can be asked, it is taken for players, and games stay unclear.
    """
    games: dict[str, str] = {}
    players: dict[str, str] = {}
    if env.can_ask:
        for name, game in unclear_games(logged, matches).items():
            question = phrase(
                'Is "{name}" in the file our {game}?',
                name=parts.fit(name, 40),
                game=phrase(title(game)),
            )
            games[name] = game if env.ask_letter(question, "yN") == "y" else ""
    with_answers = matches.updated(Matches(games, {}))
    for name, ours in unclear_players(logged, with_answers, have.players).items():
        same = comparable_name(name) == comparable_name(ours)
        if env.can_ask:
            question = phrase(
                'Is "{name}" in the file {player}?', name=parts.fit(name, 40), player=ours
            )
            letter = env.ask_letter(question, "Yn" if same else "yN")
            players[name] = ours if letter == "y" else name
        elif same:
            players[name] = ours
            shown = parts.fit(name, 40)
            env.say(
                phrase(
                    '"{name}" is taken for {player}; {option} keeps them apart.',
                    name=shown,
                    player=ours,
                    option=f'--player-is "{shown}={shown}"',
                )
            )
    return Matches(games, players)


def of_players(
    logged: Sequence[ImportedPlay], matches: Matches, new_meanings: Matches
) -> dict[str, str]:
    """The meanings of players' names: all of this run, and earlier ones of names in the file."""
    names = {plain_text(seated.name) for play in logged for seated in play.seats}
    before = {name: meaning for name, meaning in matches.players.items() if name in names}
    return {**before, **new_meanings.players}


def _meanings(
    words: Sequence[str] | None, form: str, known: Collection[str] | None = None
) -> dict[str, str]:
    """Read options of the form NAME=MEANING; raises `BadParameter` for any other form."""
    meanings = {}
    for word in words or ():
        name, sign, meaning = map(str.strip, word.rpartition("="))
        if not sign or not name:
            raise typer.BadParameter(f"{word}: write {form}")
        if why := IN_FILES.problem(name) or (meaning and OURS.problem(meaning)):
            raise typer.BadParameter(f"{word}: {why}")
        if known is not None and meaning and meaning not in known:
            raise typer.BadParameter(f"{word}: no game {meaning}: {', '.join(known)}")
        if known is None and not meaning:
            raise typer.BadParameter(f"{word}: write {form}")
        if name in meanings:
            raise typer.BadParameter(f"{name} is given twice")
        meanings[name] = meaning
    return meanings
