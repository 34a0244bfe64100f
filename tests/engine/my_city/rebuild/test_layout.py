"""Evenings told by deck and boards: they expand to the moves that were played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import my_city
from engine.kernel.dealer import deal
from engine.kernel.errors import NotAllowed, RecordError
from engine.kernel.game import CHANCE, Setup
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import VerdictKind, replay
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import EpisodeRecorded
from engine.my_city.campaign.model import PlayedEpisode
from engine.my_city.campaign.rehearsal import rehearse
from engine.my_city.pack.load import load
from engine.my_city.play.notation import BuildMove
from engine.my_city.play.state import SEATS
from engine.my_city.rebuild.expansion import with_boards_expanded
from tests.engine.my_city.by_boards import by_boards
from tests.engine.my_city.campaign.test_rehearsal import created
from tests.engine.replaying import verify


def sorted_moves(record: Record) -> list[tuple[str, ...]]:
    """The moves card by card: what seats do with one card has no sequence."""
    cards: list[list[str]] = []
    for move in record.moves or ():
        if move.seat == CHANCE:
            cards.append([])
        cards[-1].append(str(move))
    return [tuple(sorted(card)) for card in cards]


def rebuilt(record: Record) -> Record:
    """A record with moves, from boards that say all that is needed."""
    return with_boards_expanded(my_city, record, record.setup)


@lru_cache(maxsize=3)
def evenings(seats: int) -> tuple[PlayedEpisode, ...]:
    *_, (_, after) = rehearse(created(load("stand_in"), seats), seed=seats)
    return after.played


@pytest.mark.parametrize(("seats", "drawn"), [(2, False), (3, True)])
def test_every_episode_comes_out_of_its_boards(seats: int, drawn: bool) -> None:
    for played in evenings(seats):
        boards = by_boards(played.record, played.verdict.state, drawn=drawn)
        again = with_boards_expanded(my_city, parse_record(format_record(boards)), played.setup)
        assert sorted_moves(again) == sorted_moves(played.record), played.number
        verdict = replay(my_city, again, played.setup)
        assert (VerdictKind.VERIFIED, verdict.sheets) == (verdict.kind, played.verdict.sheets)


@given(st.integers(2, 4), st.integers(0, 2**32), st.booleans(), st.booleans())
def test_what_was_dealt_comes_out_of_its_boards(
    seats: int, seed: int, drawn: bool, eternal: bool
) -> None:
    header: dict[str, Any] = {"mode": "eternal"} if eternal else {"episode": 1}
    record = deal(my_city, Setup(SEATS[:seats], header), seed)
    boards = by_boards(record, verify(record).state, drawn=drawn)
    assert sorted_moves(rebuilt(boards)) == sorted_moves(record)


def test_a_record_with_moves_stays_what_it_is() -> None:
    record = deal(my_city, Setup(SEATS[:2], {"episode": 1}), 1)
    assert rebuilt(record) is record


def noted(deck: str, passes: dict[str, int] | None = None, **layout: Any) -> Record:
    header: dict[str, Any] = {"episode": 1, "deck": deck, "layout": layout}
    if passes is not None:
        header["passes"] = passes
    return Record("my-city", "1", ("eagle", "bear"), header)


def words(record: Record) -> list[str]:
    return list(map(str, rebuilt(record).moves or ()))


def test_builds_passes_and_quits() -> None:
    """Y4 by both; the bear passes R4 for B5; then both quit."""
    assert words(noted("Y4 R4 B5 Y1", eagle="y4@e5", bear="Y4@E5, B5@F7/1")) == [
        "*: reveal Y4",
        "eagle: build Y4@E5",
        "bear: build Y4@E5",
        "*: reveal R4",
        "eagle: quit",
        "bear: pass",
        "*: reveal B5",
        "bear: build B5@F7/1",
        "*: reveal Y1",
        "bear: quit",
    ]


def test_passes_after_the_last_building_are_stated() -> None:
    moves = words(noted("Y4 R4 B5", {"eagle": 1}, eagle="Y4@E5", bear=""))
    assert moves[2:] == ["bear: quit", "*: reveal R4", "eagle: pass", "*: reveal B5", "eagle: quit"]


def refusals() -> Iterator[tuple[Record, str]]:
    yield noted("Y4 Y4", eagle="", bear=""), "deck: Y4 came twice, as card 1 too"
    yield noted("Y4 Q9", eagle="", bear=""), "deck: Q9 is no card of this deck"
    yield (
        noted("", eagle="", bear=""),
        'deck: the cards in the order in which they came: deck = "',
    )
    yield noted("Y4", eagle=""), 'layout: bear is missing; "" for nothing built'
    yield noted("Y4", eagle="", bear="", wolf=""), "layout: nobody sits at wolf"
    yield (
        noted("Y4", eagle="", bear=[]),
        "layout, bear: a list such as Y4@E5/1 R8@F6, or a drawing",
    )
    yield (
        noted("Y4", eagle="", bear="Y4-E5"),
        "layout, bear: Y4-E5: write a building and a cell",
    )
    yield noted("Y4", eagle="", bear="Y4@E5 Y4@E5"), "layout, bear: Y4 is there twice"
    yield (
        noted("Y4 R4 B5", eagle="Y4@E5 R4@A1", bear=""),
        "layout, eagle: R4@A1 as card 2: stands on",
    )
    yield (
        noted("Y4 R4 B5", eagle="R4@F8 Y4@E5", bear=""),
        "layout, eagle: R4@F8 as card 2: touches no own building with an edge",
    )
    yield noted("Y4 R4", eagle="Y4@E5 B5@F7/1", bear=""), "layout, eagle: B5 is not in the deck"
    yield (
        noted("Y4 R4 B5", eagle="", bear=""),
        "deck: card 2, R4: the episode is over: all have quit"
        "; under [passes], state who passed until then",
    )
    yield (
        noted("Y4", eagle="Y4@E5", bear=""),
        "deck: after Y4, eagle still in play: quit on which card?",
    )
    yield (
        noted("Y4 R4 B5", eagle="Y4@E5 R4@D9", bear="")._replace(seats=("bear", "eagle")),
        "layout, eagle: R4@D9 as card 2: ",
    )
    yield noted("Y4 R4", {"wolf": 1}, eagle="", bear=""), "passes: nobody sits at wolf"
    yield (
        noted("Y4 R4", {"bear": -1}, eagle="", bear=""),
        "passes, bear: -1 is not a number of passes",
    )
    yield (
        noted("Y4", {"bear": 3}, eagle="", bear=""),
        "passes, bear: 2 more than there were cards",
    )
    moves = deal(my_city, Setup(SEATS[:2], {"episode": 1}), 1)
    yield (
        moves._replace(header={"episode": 1, "deck": "Y4"}),
        "a record has moves, or a deck and layouts: not both",
    )
    yield (
        Record("my-city", "1", SEATS[:2], {"episode": 1, "deck": "Y4", "layout": 1}),
        "layout: a table, a line a seat, under [layout]",
    )
    yield (
        noted("Y4", eagle="", bear="")._replace(
            header={"episode": 1, "deck": "Y4", "layout": {"eagle": "", "bear": ""}, "passes": 1}
        ),
        "passes: a table, a line a seat, under [passes]",
    )


@pytest.mark.parametrize(("record", "reason"), list(refusals()))
def test_what_cannot_be_expanded_says_why(record: Record, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        rebuilt(record)
    assert str(refused.value).startswith(reason)


def board(**cells: str) -> str:
    """A drawing in which codes lie on cells: `Y4="E5 F5 E6 F6"`."""
    rows = [[".."] * 11 for _ in range(11)]
    for code, names in cells.items():
        for name in names.split():
            rows[int(name[1:]) - 1][ord(name[0]) - 65] = code
    return "\n".join(map(" ".join, rows)) + "\n"


DRAWN = [
    (board(Y4="E5 F5 E6")[:-33], "layout, eagle: a drawing of 10 rows, the board has 11"),
    (board(Y4="E5").replace(".. Y4", "Y4"), "layout, eagle, row 5: 10 cells, the board has 11"),
    (board(Q9="E5"), "layout, eagle: Q9 is no building of this set"),
    (board(Y4="E5 F5 G5 H5 I5 J5 K5"), "layout, eagle: Y4 covers "),
    (board(Y4="E5 J9 A1 C3"), "layout, eagle: Y4 is in 4 parts (A1 C3 E5 J9)"),
]


@pytest.mark.parametrize(("drawing", "reason"), DRAWN)
def test_a_drawing_that_cannot_be_says_why(drawing: str, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        rebuilt(noted("Y4 R4", eagle=drawing, bear=""))
    assert str(refused.value).startswith(reason)


def test_a_piece_that_is_drawn_twice_or_bent() -> None:
    state = my_city.start(Setup(SEATS[:2], {"episode": 1}))
    placements = state.towns[0].home.placements
    one, *others = [placements[build] for build in placements.of_piece("R8")]
    grid = state.rules.grid
    other = next(p for p in others if not p.mask & (one.mask | grid.edge_neighbours(one.mask)))
    names = " ".join(grid.names(one.mask | other.mask))
    twice = board(R8=names)
    size = one.mask.bit_count()
    straight = " ".join(f"{chr(65 + i)}1" for i in range(size))
    for drawing, reason in (
        (twice, f"R8 is there twice ({names})"),
        (board(R8=straight), f"R8 has another shape than {straight}"),
    ):
        with pytest.raises(RecordError) as refused:
            rebuilt(noted("R8", eagle=drawing, bear=""))
        assert str(refused.value) == f"layout, eagle: {reason}"


def test_a_drawing_gives_the_list() -> None:
    state = my_city.start(Setup(SEATS[:2], {"episode": 1}))
    placement = state.towns[0].home.placements[BuildMove("Y4", "E5")]
    names = " ".join(state.rules.grid.names(placement.mask))
    drawn = noted("Y4 R4", eagle=board(Y4=names), bear="")
    assert words(drawn) == words(noted("Y4 R4", eagle="Y4@E5", bear=""))


def test_a_campaign_refuses_moves_that_its_boards_do_not_give() -> None:
    first = created(load("stand_in"), 2)
    (opened, _), (recorded, after) = islice(rehearse(first, seed=1), 2)
    assert isinstance(recorded, EpisodeRecorded)
    played = after.played[0]
    boards = format_record(by_boards(played.record, played.verdict.state))
    moves = format_record(with_boards_expanded(my_city, parse_record(boards), played.setup))
    sound = recorded._replace(record=moves, layout=boards)
    assert fold.campaign_of((first, opened, sound)).played[0].sheets == played.sheets
    with pytest.raises(NotAllowed, match="not those that the boards of the entry give"):
        fold.campaign_of((first, opened, sound._replace(record=recorded.record)))
