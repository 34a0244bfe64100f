"""The screens of Quadropolis: the cities at the end of a session, and one move with its effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.translation import Speaker
from campaign.games.quadropolis.better import better_staffings
from campaign.games.quadropolis.city import drawing, legend, people, staff_in_words
from campaign.games.quadropolis.site import site
from campaign.games.quadropolis.words import move_in_words
from campaign.services.words import many
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import Phrase, joined, phrase
from engine.kernel.replay import ReplayStep
from engine.quadropolis.answers import tile_in_words
from engine.quadropolis.notation import (
    Action,
    ArchitectMove,
    EndOfStaffing,
    SiteTiles,
    TilePlacement,
)
from engine.quadropolis.scoring import plan_of
from engine.quadropolis.state import OVER, TAKE, QuadropolisState

TWO = 36
"""The columns of the console for each of two cities side by side."""
BELOW = (0, 0, 0, 8)
"""The padding of the lines below a move."""


def final(state: QuadropolisState, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """The cities with their active buildings, and assignments better than the stated ones."""
    mode = state.rules.mode
    cities = [
        parts.lines(_title(state, i, names), drawing(mode, city, plan_of(state, i)), people(city))
        for i, city in enumerate(state.cities)
    ]
    return parts.lines(
        _standing(state),
        Text(""),
        parts.SideBySide([Padding(city, (0, 0, 1, 0)) for city in cities], TWO),
        legend(mode, speaker),
        *_better(state, names),
        Text(""),
    )


def step(step: ReplayStep, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """One move in words, with the site or the city that it changed."""
    before, after, action = step.before, step.after, step.action
    seat = step.move.seat
    move = MixedText(f"{step.number:>4}  ")
    if seat != CHANCE:
        move.append(names.get(seat, seat), parts.SEAT_STYLE.get(seat, ""))
        move.append(" ")
    move.append(move_in_words(before, action, speaker.language))
    rows: list[RenderableType] = [move, *_changed(before, after, action, seat)]
    if after.mayor != before.mayor:
        mayor = after.seats[after.mayor]
        rows.append(Padding(MixedText(_pawn(names.get(mayor, mayor))), BELOW))
    if after.phase == OVER and not isinstance(action, EndOfStaffing):
        rows.append(parts.line(phrase("The game is over.")))
    return parts.lines(*rows)


def _changed(
    before: QuadropolisState, after: QuadropolisState, action: Action, seat: Seat
) -> Iterator[RenderableType]:
    """Yield the site or the city after a move that changed it."""
    match action:
        case SiteTiles() if after.phase == TAKE:
            yield Padding(site(after), BELOW)
        case SiteTiles(tiles):
            tile_names = [
                phrase("{code} {tile}", code=code, tile=tile_in_words(code))
                for code in dict.fromkeys(tiles)
            ]
            yield Padding(parts.line(joined("; ", tile_names), "dim"), BELOW)
            yield Padding(site(after), BELOW)
        case ArchitectMove() if after.site:
            yield Padding(site(after), BELOW)
        case TilePlacement():
            city = after.cities[before.seats.index(seat)]
            yield Padding(drawing(before.rules.mode, city), BELOW)
            yield Padding(people(city), BELOW)


def _title(state: QuadropolisState, i: int, names: Mapping[Seat, str]) -> MixedText:
    """The heading of a city: its player, and whether this player is the mayor."""
    seat = state.seats[i]
    title = MixedText(parts.fit(names.get(seat, seat), 20), style=parts.SEAT_STYLE.get(seat, ""))
    if i == state.mayor:
        title.append(phrase(" (mayor)"))
    return title


def _standing(state: QuadropolisState) -> MixedText:
    mode = state.rules.mode.name.capitalize()
    if state.phase == OVER:
        return MixedText(phrase("{mode}: all rounds are played.", mode=phrase(mode)))
    sentence = phrase(
        "{mode}: round {round} of {rounds}.",
        mode=phrase(mode),
        round=state.round,
        rounds=state.rules.mode.rounds,
    )
    return MixedText(sentence)


def _pawn(player: str) -> Phrase:
    return phrase("{player} has the mayor's pawn now.", player=player)


def _better(state: QuadropolisState, names: Mapping[Seat, str]) -> Iterator[RenderableType]:
    """Yield assignments better than the stated ones, or a line which says that none is stated."""
    if not state.staffed:
        yield MixedText(phrase("The record states no assignment: the best one counts."))
        return
    for seat, gain, plan in better_staffings(state):
        city = state.cities[state.seats.index(seat)]
        could = phrase(
            "{player} could have had {points} more:",
            player=names.get(seat, seat),
            points=many(gain, "point"),
        )
        yield MixedText(could)
        yield Padding(parts.line(staff_in_words(state.rules.mode, city, plan)), (0, 0, 0, 2))
