"""Pictures of a city: its board as it is, and the changes between two boards."""

from __future__ import annotations

from campaign.display.svg.board import board, board_in_words, legend
from campaign.display.svg.picture import Picture, arrange
from campaign.display.text.cities import title_of
from campaign.display.text.translation import Speaker
from campaign.services.cities import CityDifference, CityView, buildings_after, new_sticker_cells
from engine.kernel.phrases import joined, phrase


def city(seen: CityView, speaker: Speaker, *, bare: bool = False) -> Picture:
    """The board of a city with the buildings of the last episode played there, and a legend."""
    board_picture = board_of_city(seen, speaker, bare=bare, heading=True)
    signs = legend(seen.rules, [seen.city.land], board_picture.width, speaker)
    return arrange(
        board_picture.title, board_picture.description, (board_picture, signs), columns=1
    )


def board_of_city(
    seen: CityView, speaker: Speaker, *, bare: bool = False, heading: bool = False
) -> Picture:
    """The board of a city with the buildings of the last episode played there."""
    city, rules = seen.city, seen.rules
    placements = () if bare else buildings_after(city, seen.played)
    on_top = 0 if bare else new_sticker_cells(city, seen.played, rules)
    title = speaker.say(title_of(city, seen.played))
    words = speaker.say(board_in_words(rules, city.land, placements, seen.reach))
    return board(
        title, words, rules, city.land, placements, seen.reach, on_top=on_top, heading=heading
    )


def difference(
    before: CityView, after: CityView, difference: CityDifference, speaker: Speaker
) -> Picture:
    """The boards before and after; changed cells are marked with a ring."""
    boards = []
    for seen, number in ((before, difference.first), (after, difference.last)):
        rules, land = seen.rules, seen.city.land
        marked = sum(rules.grid.bit(cell.cell) for cell in difference.cells)
        title = (
            phrase("{seat} after episode {number}", seat=difference.seat, number=number)
            if number
            else phrase("{seat} at the beginning", seat=difference.seat)
        )
        words = speaker.say(board_in_words(rules, land, (), seen.reach))
        boards.append(board(speaker.say(title), words, rules, land, (), seen.reach, marked=marked))
    changes = [
        phrase("{cell}: {before}, then {after}", cell=cell, before=old_content, after=new_content)
        for cell, old_content, new_content in difference.cells
    ]
    title = phrase("What changed on the board of {seat}", seat=difference.seat)
    pair = arrange(speaker.say(title), speaker.say(joined("; ", changes)), boards, columns=2)
    lands = [before.city.land, after.city.land]
    signs = legend(after.rules, lands, pair.width, speaker)
    return arrange(pair.title, pair.description, (pair, signs), columns=1)
