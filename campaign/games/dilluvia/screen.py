"""The screens of Dilluvia Project: the end of a session, the table in play, and one move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from campaign.display.terminal import parts
from campaign.display.terminal.words import MixedText
from campaign.display.text.translation import Speaker
from campaign.games.dilluvia.changes import changes
from campaign.games.dilluvia.city import CityMap
from campaign.games.dilluvia.tables import flows, market, mats
from campaign.games.dilluvia.turn import areas, players
from campaign.games.dilluvia.words import move_in_words
from engine.dilluvia.notation import ClaimMove, DilluviaBuild, PlaceGarden
from engine.dilluvia.state import ACTIONS, OVER, DilluviaState
from engine.kernel.game import CHANCE, Seat
from engine.kernel.phrases import phrase
from engine.kernel.replay import ReplayStep


def final(state: DilluviaState, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """The city, the mats, the market, and the gains and expenses of each round."""
    return parts.lines(
        _standing(state),
        CityMap(state),
        Text(""),
        mats(state, names),
        *_tiles(state, names),
        Text(""),
        market(state),
        Text(""),
        flows(state, names),
        Text(""),
    )


def table(state: DilluviaState, names: Mapping[Seat, str]) -> RenderableType:
    """The table during play, in 24 lines: the city, the players, and the areas or the market.

    In the action phase it shows the areas with their circles, otherwise the market.
    """
    used_now = areas(state) if state.turn.phase == ACTIONS else market(state)
    return parts.lines(CityMap(state, legend=False), players(state, names), used_now)


def step(step: ReplayStep, names: Mapping[Seat, str], speaker: Speaker) -> RenderableType:
    """One move in words, then the payments and gains of each player."""
    before, after, action = step.before, step.after, step.action
    seat = step.move.seat
    move = MixedText(f"{step.number:>4}  ")
    if seat != CHANCE:
        move.append(names.get(seat, seat), parts.SEAT_STYLE.get(seat, ""))
        move.append(" ")
    move.append(move_in_words(before, action, names))
    return parts.lines(
        _round(after, names) if _begins_round(before, after) else None,
        move,
        *(Padding(line, (0, 0, 0, 8)) for line in changes(before, after, names)),
        CityMap(after, legend=False)
        if isinstance(action, ClaimMove | DilluviaBuild | PlaceGarden)
        else None,
    )


def _standing(state: DilluviaState) -> MixedText:
    turn = state.turn
    if turn.phase == OVER:
        return MixedText(phrase("All seven rounds are played."))
    sentence = phrase("Round {number}, {phase}.", number=turn.round, phase=phrase(turn.phase))
    return MixedText(sentence)


def _tiles(state: DilluviaState, names: Mapping[Seat, str]) -> Iterator[MixedText]:
    """Yield the tiles that players hold, in a line for each player with tiles."""
    for seat, player in zip(state.seats, state.players, strict=True):
        tiles = ", ".join(tile.effect.id for tile in state.rules.tiles_of_mask(player.tiles))
        if tiles:
            holds = phrase("{player} holds {tiles}.", player=names.get(seat, seat), tiles=tiles)
            yield MixedText(holds)


def _round(state: DilluviaState, names: Mapping[Seat, str]) -> MixedText:
    order = ", ".join(names.get(state.seats[i], state.seats[i]) for i in state.order)
    begins = phrase("Round {number}, order {order}", number=state.turn.round, order=order)
    return MixedText("\n", begins, style="bold")


def _begins_round(before: DilluviaState, after: DilluviaState) -> bool:
    """Whether this move began a round."""
    return after.turn.round > before.turn.round or before.turn.phase == "order"
