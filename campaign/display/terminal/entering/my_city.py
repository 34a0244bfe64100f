"""My City while it is entered: the card that came, what an answer did, where a building fits."""

from __future__ import annotations

from collections import Counter

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.cards import drawn
from campaign.display.terminal.games.my_city.board import board, town_title
from campaign.display.terminal.games.my_city.moves import building_in_words, outline
from campaign.services.words import many
from engine.kernel.game import CHANCE, Seat
from engine.kernel.replay import Step
from engine.my_city.play.answers import fits
from engine.my_city.play.notation import Build, Pass, parse
from engine.my_city.play.state import State


def heading(state: State) -> RenderableType | None:
    """The card that came, its outline, and the tokens of all seats."""
    if not state.waiting:
        return None
    deck = state.rules.deck
    card = Text(f"Card {len(deck) - state.deck.bit_count()} of {len(deck)}: {state.card}   ")
    card.stylize("bold")
    for seat, town in zip(state.seats, state.towns, strict=True):
        card.append("  ")
        card.append(seat, parts.SEAT_STYLE.get(seat, ""))
        card.append(" has quit" if town.gone else f" {town.token}")
    return parts.lines(card, outline(state.rules, state.card))


def outcome(step: Step) -> RenderableType | None:
    """What a move did, in one line; nothing for a card, which the heading shows."""
    state: State = step.after
    seat = step.move.seat
    if seat == CHANCE:
        if state.waiting:
            return None
        effect = ", and bars the next card" if state.barred else ", and is for nobody"
        return Text(f"  {state.card} has come{effect}")
    i = state.seats.index(seat)
    before, town = step.before.towns[i], state.towns[i]
    line = Text("  ")
    line.append(seat, parts.SEAT_STYLE.get(seat, ""))
    match parse(step.move.text):
        case Build(_, square, _):
            line.append(f" {square}: {building_in_words(state.rules, before, town)}")
        case Pass():
            line.append(f" passes, token {before.token} -> {town.token}")
        case _:
            built = many(len(town.built), "building")
            line.append(f" quits with {built}, token {town.token}")
    return line


def places(state: State, seat: Seat) -> RenderableType:
    """The board of a seat with the places of the card that came.

    Every place is marked on the cell that is typed for it: with its turns where there is one
    way, with a plus where there are several.
    """
    builds = fits(state, seat)
    ways = Counter(build.square for build in builds)
    marks = {b.square: str(b.turns) if ways[b.square] == 1 else "+" for b in builds}
    town = state.towns[state.seats.index(seat)]
    several = ", ".join(
        " ".join(f"{b.square}/{b.turns}" for b in builds if b.square == square)
        for square in ways
        if ways[square] > 1
    )
    return parts.lines(
        outline(state.rules, state.card),
        board(state.rules, town.land, town.built, legend=False, marks=marks),
        parts.line(
            f"{state.card} fits the board of {seat} in {many(len(builds), 'place')}, marked on "
            "the cell to type: a figure is its turns, + means several."
        ),
        parts.line(f"Several: {several}") if several else None,
    )


def cards(state: State) -> RenderableType:
    """All buildings of the deck; those whose card has come are dotted."""
    deck = state.rules.deck
    return drawn(state.rules, [card for i, card in enumerate(deck) if not state.deck >> i & 1])


def boards(state: State, seat: Seat | None) -> RenderableType:
    """The board of a seat, or of all."""
    rows: list[RenderableType] = []
    for shown in [seat] if seat else state.seats:
        town = state.towns[state.seats.index(shown)]
        rows += [
            town_title(shown, town),
            board(state.rules, town.land, town.built, legend=False),
            Text(""),
        ]
    return parts.lines(*rows)
