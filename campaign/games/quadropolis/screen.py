"""Quadropolis: the cities at the end of a session, and one move with the site or the city."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import Words
from campaign.display.text.translation import Speaker
from campaign.games.quadropolis.better import better
from campaign.games.quadropolis.city import drawing, legend, people, staff_in_words
from campaign.games.quadropolis.site import site
from campaign.games.quadropolis.words import move_in_words
from campaign.services.words import many
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import Phrase, joined, phrase
from engine.kernel.replay import Step
from engine.quadropolis.answers import tile_in_words
from engine.quadropolis.notation import Action, Done, Lay, Place, Take
from engine.quadropolis.scoring import plan_of
from engine.quadropolis.state import OVER, TAKE, State

TWO = 36
"""Columns of one of two cities side by side."""
BELOW = (0, 0, 0, 8)
"""Padding of what stands below a move."""


def final(state: State, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """The cities with what is active, and what the best assignments would have been."""
    mode = state.rules.mode
    cities = [
        parts.lines(_title(state, i, names), drawing(mode, city, plan_of(state, i)), people(city))
        for i, city in enumerate(state.cities)
    ]
    return parts.lines(
        _standing(state),
        Text(""),
        Columns([Padding(city, (0, 0, 1, 0)) for city in cities], width=TWO, padding=(0, 3)),
        legend(mode, speaker),
        *_better(state, names),
        Text(""),
    )


def step(step: Step, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """One move in words, with the site that it laid or took from, or the city that it changed."""
    before, after, action = step.before, step.after, step.action
    seat = step.move.seat
    move = Words(f"{step.number:>4}  ")
    if seat != CHANCE:
        move.append(names.get(seat, seat), parts.SEAT_STYLE.get(seat, ""))
        move.append(" ")
    move.append(move_in_words(before, action, speaker.language))
    rows: list[RenderableType] = [move, *_changed(before, after, action, seat)]
    if after.mayor != before.mayor:
        mayor = after.seats[after.mayor]
        rows.append(Padding(Words(_pawn(names.get(mayor, mayor))), BELOW))
    if after.phase == OVER and not isinstance(action, Done):
        rows.append(parts.line(phrase("The game is over.")))
    return parts.lines(*rows)


def _changed(before: State, after: State, action: Action, seat: Seat) -> Iterator[RenderableType]:
    """The site or the city after a move that changed it."""
    match action:
        case Lay() if after.phase == TAKE:
            yield Padding(site(after), BELOW)
        case Lay(tiles):
            shown = [
                phrase("{code} {tile}", code=code, tile=tile_in_words(code))
                for code in dict.fromkeys(tiles)
            ]
            yield Padding(parts.line(joined("; ", shown), "dim"), BELOW)
            yield Padding(site(after), BELOW)
        case Take() if after.site:
            yield Padding(site(after), BELOW)
        case Place():
            city = after.cities[before.seats.index(seat)]
            yield Padding(drawing(before.rules.mode, city), BELOW)
            yield Padding(people(city), BELOW)


def _title(state: State, i: int, names: Mapping[Seat, str]) -> Words:
    """Whose city it is."""
    seat = state.seats[i]
    title = Words(parts.fit(names.get(seat, seat), 20), style=parts.SEAT_STYLE.get(seat, ""))
    if i == state.mayor:
        title.append(phrase(" (mayor)"))
    return title


def _standing(state: State) -> Words:
    mode = state.rules.mode.name.capitalize()
    if state.phase == OVER:
        return Words(phrase("{mode}: all rounds are played.", mode=phrase(mode)))
    now = phrase(
        "{mode}: round {round} of {rounds}.",
        mode=phrase(mode),
        round=state.round,
        rounds=state.rules.mode.rounds,
    )
    return Words(now)


def _pawn(player: str) -> Phrase:
    return phrase("{player} has the mayor's pawn now.", player=player)


def _better(state: State, names: Mapping[Seat, str]) -> Iterator[RenderableType]:
    """The best assignment of every seat that had another one."""
    if not state.staffed:
        yield Words(phrase("No assignment is in the record: the best one counts."))
        return
    for seat, more, plan in better(state):
        city = state.cities[state.seats.index(seat)]
        could = phrase(
            "{player} could have had {points} more:",
            player=names.get(seat, seat),
            points=many(more, "point"),
        )
        yield Words(could)
        yield Padding(Text(staff_in_words(state.rules.mode, city, plan)), (0, 0, 0, 2))
