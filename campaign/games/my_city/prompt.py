"""My City at the prompt: the card that came, the effect of an answer, the places of a building."""

from __future__ import annotations

from collections import Counter

from rich.console import RenderableType
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.board import town_board, town_title
from campaign.display.terminal.cards import drawn
from campaign.display.terminal.pieces import outline
from campaign.display.terminal.words import MixedText
from campaign.games.my_city.words import building_in_words
from campaign.services.words import many
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import phrase
from engine.kernel.replay import ReplayStep
from engine.my_city.play.answers import builds_of_card
from engine.my_city.play.by_hand import due_rule
from engine.my_city.play.notation import AllowedBuild, BuildMove, CardPass, TableReward, format
from engine.my_city.play.ruleset import HandRule
from engine.my_city.play.state import MyCityState


def heading(state: MyCityState) -> RenderableType | None:
    """The card that came, its outline, and the tokens of all seats."""
    if not state.waiting:
        return None
    came = phrase(
        "Card {number} of {deck}: {card}   ",
        number=state.out,
        deck=state.rules.dealt,
        card=state.card,
    )
    card = MixedText((came, "bold"))
    for seat, town in zip(state.seats, state.towns, strict=True):
        card.append("  ")
        card.append(seat, parts.SEAT_STYLE.get(seat, ""))
        card.append(phrase(" has quit") if town.gone else f" {town.token}")
    return parts.lines(card, outline(state.rules, state.card))


def outcome(step: ReplayStep) -> RenderableType | None:
    """The effect of a move in one line; None for a card, because the heading shows it.

    After the last card, the rules that the players apply by hand follow.
    """
    line, rules = _outcome(step), _rules_by_hand(step.after)
    if line is None or _rules_by_hand(step.before):
        return line
    for rule in rules:
        words = phrase("By hand, {rule}: {words}", rule=phrase(rule.label), words=rule.words)
        line.append("\n").append(words)
    return line


def _rules_by_hand(state: MyCityState) -> list[HandRule]:
    """The rules whose effects the players state now; none while cards come."""
    due_rules = (due_rule(state, seat) for seat in state.seats)
    return list(dict.fromkeys(rule for rule in due_rules if rule))


def _outcome(step: ReplayStep) -> MixedText | None:
    state: MyCityState = step.after
    seat = step.move.seat
    if seat == CHANCE:
        if state.waiting:
            return None
        if state.barred:
            return parts.one_line(
                phrase("  {card} has come, and bars the next card", card=state.card)
            )
        return parts.one_line(phrase("  {card} has come, and is for nobody", card=state.card))
    i = state.seats.index(seat)
    before, town = step.before.towns[i], state.towns[i]
    line = MixedText("  ")
    line.append(seat, parts.SEAT_STYLE.get(seat, ""))
    match step.action:
        case BuildMove(_, square, _) | AllowedBuild(BuildMove(_, square, _)):
            built = building_in_words(state.rules, before, town)
            line.append(f" {square}: ").append(built)
        case CardPass():
            passes = phrase(
                " passes, token {before} -> {token}", before=before.token, token=town.token
            )
            line.append(passes)
        case TableReward() as reward:
            line.append(f" {format(reward)}")
        case _:
            built = many(len(town.built), "building")
            quits = phrase(
                " quits with {buildings}, token {token}", buildings=built, token=town.token
            )
            line.append(quits)
    return line


def places(state: MyCityState, seat: Seat) -> RenderableType:
    """The board of a seat with the places of the card that came.

    Every place is marked on the cell that is typed for it: with its number of turns, or with a plus
    if several turns fit there.
    """
    builds = builds_of_card(state, seat)
    builds_by_square = Counter(build.square for build in builds)
    marks = {b.square: str(b.turns) if builds_by_square[b.square] == 1 else "+" for b in builds}
    town = state.town(seat)
    several = ", ".join(
        " ".join(f"{b.square}/{b.turns}" for b in builds if b.square == square)
        for square in builds_by_square
        if builds_by_square[square] > 1
    )
    return parts.lines(
        outline(state.rules, state.card),
        town_board(state.rules, town, others=state.towns, marks=marks),
        parts.line(
            phrase(
                "{card} fits the board of {seat} in {places}. Each is marked on the cell to "
                "type: a figure is the number of turns, + means several.",
                card=state.card,
                seat=seat,
                places=many(len(builds), "place"),
            )
        ),
        parts.line(phrase("Several: {places}", places=several)) if several else None,
    )


def cards(state: MyCityState) -> RenderableType:
    """All buildings of the deck; a building whose card has come is dotted."""
    deck = state.rules.deck
    return drawn(state.rules, [card for i, card in enumerate(deck) if not state.deck >> i & 1])


def boards(state: MyCityState, seat: Seat | None) -> RenderableType:
    """The board of a seat, or of all seats."""
    rows: list[RenderableType] = []
    for shown_seat in [seat] if seat else state.seats:
        town = state.town(shown_seat)
        rows += [
            town_title(shown_seat, town),
            town_board(state.rules, town, others=state.towns),
            Text(""),
        ]
    return parts.lines(*rows)
