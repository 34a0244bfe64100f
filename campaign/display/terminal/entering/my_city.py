"""My City while it is entered: the card that came, what an answer did, where a building fits."""

from __future__ import annotations

from collections import Counter

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.games.my_city import did, shape
from campaign.display.terminal.games.my_city_board import board
from campaign.services.words import many
from engine.kernel.game import CHANCE, Seat
from engine.kernel.replay import Step
from engine.my_city.play.answers import fits
from engine.my_city.play.notation import Build, Pass, parse
from engine.my_city.play.state import State

QUESTION = "card"
"""What the table is asked for."""


def heading(state: State) -> RenderableType | None:
    """The card that came, its outline, and the tokens of all seats."""
    if not state.waiting:
        return None
    deck = state.rules.deck
    said = Text(f"Card {len(deck) - state.deck.bit_count()} of {len(deck)}: {state.card}   ")
    said.stylize("bold")
    for seat, town in zip(state.seats, state.towns, strict=True):
        said.append("  ")
        said.append(seat, parts.SEAT_STYLE.get(seat, ""))
        said.append(" has quit" if town.gone else f" {town.token}")
    return parts.lines(said, shape(state.rules, state.card))


def told(step: Step) -> RenderableType | None:
    """What a move did, in one line; nothing for a card, which the heading shows."""
    if step.move.seat == CHANCE:
        state: State = step.after
        if state.waiting:
            return None
        bars = ", and bars the next card" if state.barred else ", and is for nobody"
        return parts.line(f"  {state.card} has come{bars}")
    i = step.after.seats.index(step.move.seat)
    before, town = step.before.towns[i], step.after.towns[i]
    said = Text("  ")
    said.append(step.move.seat, parts.SEAT_STYLE.get(step.move.seat, ""))
    match parse(step.move.text):
        case Build(_, square, _):
            said.append(f" {square}: {did(step.after.rules, before, town)}")
        case Pass():
            said.append(f" passes, token {before.token} -> {town.token}")
        case _:
            built = many(len(town.built), "building")
            said.append(f" quits with {built}, token {town.token}")
    return said


def places(state: State, seat: Seat) -> RenderableType:
    """The board of a seat with the places of the card that came.

    Every place is marked on the cell that is typed for it: with its turns where there is one
    way, with a plus where there are several.
    """
    found = fits(state, seat)
    ways = Counter(build.square for build in found)
    marks = {b.square: str(b.turns) if ways[b.square] == 1 else "+" for b in found}
    town = state.towns[state.seats.index(seat)]
    several = ", ".join(
        " ".join(f"{b.square}/{b.turns}" for b in found if b.square == square)
        for square in ways
        if ways[square] > 1
    )
    count = many(len(found), "place")
    return parts.lines(
        shape(state.rules, state.card),
        board(state.rules, town.land, town.built, legend=False, marks=marks),
        parts.line(
            f"{state.card} fits the board of {seat} in {count}, marked on the cell to type: "
            "a figure is its turns, + means several."
        ),
        parts.line(f"Several: {several}") if several else None,
    )


def boards(state: State, seat: Seat | None) -> RenderableType:
    """The board of a seat."""
    seats = [seat] if seat else list(state.seats)
    made: list[RenderableType] = []
    for each in seats:
        town = state.towns[state.seats.index(each)]
        title = Text(each, style=f"bold {parts.SEAT_STYLE.get(each, '')}".strip())
        title.append(f"  {many(len(town.built), 'building')}, token {town.token}")
        made += [title, board(state.rules, town.land, town.built, legend=False), Text("")]
    return parts.lines(*made)
