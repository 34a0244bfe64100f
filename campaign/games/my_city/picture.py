"""My City as a picture: the boards of all seats with their buildings, and a legend."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.display.svg.board import board, board_in_words, legend
from campaign.display.svg.picture import Picture, arrange
from campaign.display.text.translation import Speaker
from campaign.services.words import many
from engine.kernel.game import Seat
from engine.kernel.phrases import joined, phrase
from engine.my_city.play.boxes import reach_during
from engine.my_city.play.state import MyCityState


def table(state: MyCityState, names: Mapping[Seat, str], speaker: Speaker) -> Picture:
    """The boards of an episode, two side by side, with one legend for all."""
    boards = []
    for seat, town in zip(state.seats, state.towns, strict=True):
        named = f"{seat}, {names[seat]}" if names.get(seat) else seat
        built = many(len(town.built), "building")
        title = phrase(
            "{city}: {buildings}, token {token}", city=named, buildings=built, token=town.token
        )
        rules, reach = state.rules, reach_during(state.rules, town, state.towns)
        words = speaker.say(board_in_words(rules, town.land, town.standing, reach))
        boards.append(board(speaker.say(title), words, rules, town.land, town.standing, reach))
    described = joined(
        ". ", [joined(": ", (picture.title, picture.description)) for picture in boards]
    )
    every = arrange("", speaker.say(described), boards, columns=2)
    signs = legend(state.rules, [town.land for town in state.towns], every.width, speaker)
    return arrange(speaker.say(phrase("The boards")), every.description, (every, signs), columns=1)
