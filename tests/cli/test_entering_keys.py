"""Key presses of recording the example episodes: docs/tour.md has what is counted here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from campaign.cli.entering.boards.screen import ARROWS
from campaign.cli.environment import Environment
from campaign.cli.options import GlobalOptions
from campaign.services.entering import cursor as places
from campaign.services.entering.cursor import Cursor
from engine import my_city
from engine.kernel.game import CHANCE
from engine.kernel.parts import answers_of
from engine.my_city.campaign.model import PlayedEpisode
from engine.my_city.play.notation import BuildMove
from engine.my_city.play.state import MyCityState
from tests.engine.my_city.by_boards import by_boards
from tests.fixtures import ROOT, Run

TOUR = (ROOT / "docs" / "tour.md").read_text("utf-8")


class Counted(NamedTuple):
    """Key presses of an episode by way of recording it; `answers` are cards and what seats did."""

    episode: int
    answers: int
    guided: int
    board: int
    layouts: int
    moves: int


def counted(played: PlayedEpisode) -> Counted:
    return Counted(
        played.number,
        len(played.record.moves or ()),
        guided(played),
        board(played),
        layouts(played),
        sum(len(str(move)) + 1 for move in played.record.moves or ()),
    )


def in_turn(played: PlayedEpisode) -> list[tuple[MyCityState, str, str]]:
    """State, seat and words of every move, the answers to a card in the sequence of the seats."""
    state, turns = my_city.start(played.setup), list[tuple[MyCityState, str, str]]()
    moves = list(played.record.moves or ())
    while moves:
        seat = my_city.awaiting(state)[0]
        move = next(move for move in moves if move.seat == seat)
        moves.remove(move)
        turns.append((state, seat, move.text))
        state = my_city.apply(state, seat, my_city.parse(move.text))
    return turns


def guided(played: PlayedEpisode) -> int:
    """A line a card: the card, then the answer of each seat in turn, and a yes to who quits."""
    short = answers_of(my_city).short
    keys, quits = 0, False
    for state, seat, text in in_turn(played):
        keys += len(short(state, seat, my_city.parse(text))) + 1
        if seat == CHANCE:
            keys, quits = keys + 2 * quits, False
        quits = quits or text == "quit"
    return keys + 2 * quits


def board(played: PlayedEpisode) -> int:
    """The cursor stays where a seat has left it."""
    at: dict[str, Cursor] = {}
    keys = 0
    for state, seat, text in in_turn(played):
        action = my_city.parse(text)
        if seat == CHANCE:
            keys += 2 if "obstacle" in text else 3
        elif not isinstance(action, BuildMove):
            keys += 2 if text == "quit" else 1
        else:
            cursor = places.settled(state, seat, at.get(seat, Cursor()))
            pressed, at[seat] = way(state, seat, cursor, action)
            keys += pressed + 1
    return keys


def way(state: MyCityState, seat: str, cursor: Cursor, action: BuildMove) -> tuple[int, Cursor]:
    """The fewest keys from a cursor to a building, by breadth-first search over what keys do."""
    placements = places.town_of(state, seat).home.placements
    aim, seen, edge, keys = placements[action], {cursor}, [cursor], 0
    while True:
        for place in edge:
            if places.placement(state, seat, place) is aim:
                return keys, place
        after = [places.turned(state, seat, place) for place in edge]
        after += [places.moved(state, seat, e, *step) for e in edge for step in ARROWS.values()]
        edge = [place for place in dict.fromkeys(after) if place not in seen]
        seen.update(edge)
        keys += 1


def layouts(played: PlayedEpisode) -> int:
    """The deck and a list a seat, with the passes that no board shows."""
    header = by_boards(played.record, played.verdict.state).header
    rows = [f'deck = "{header["deck"]}"', "[layout]"]
    rows += [f'{seat} = "{words}"' for seat, words in header["layout"].items()]
    rows += [f"{seat} = {n}" for seat, n in header.get("passes", {}).items()]
    return sum(len(row) + 1 for row in rows)


def table(chapter: Run, db: Path) -> list[Counted]:
    with Environment(GlobalOptions(db=str(db))) as env, env.reading() as session:
        return [counted(played) for played in env.campaign_history(session).campaign.played]


def test_the_tour_has_the_keys_guided_at_most_five_an_answer(chapter: Run, db: Path) -> None:
    episodes = table(chapter, db)
    rows = [
        f"| {c.episode} | {c.answers} | {c.guided} ({c.guided / c.answers:.1f}) | "
        f"{c.board} ({c.board / c.answers:.1f}) | {c.layouts} ({c.layouts / c.answers:.1f}) | "
        f"{c.moves} ({c.moves / c.answers:.1f}) |"
        for c in episodes
    ]
    assert rows == re.findall(r"(?m)^\| \d \| \d+ \| \d+ \(.*$", TOUR), "\n".join(rows)
    assert all(episode.guided <= 5 * episode.answers for episode in episodes)
