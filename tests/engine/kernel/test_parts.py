"""What a game names and does not import: its earlier editions and its parts."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine import dilluvia, machi_koro, my_city
from engine.kernel.dealer import deal
from engine.kernel.errors import RulesMissing
from engine.kernel.game import Game, Setup
from engine.kernel.parts import (
    answers_of,
    edition_of,
    editions_of,
    follows_from_boards,
    players_of,
    rebuild_of,
)
from engine.kernel.record import Record, format_record, parse_record
from engine.kernel.replay import canonical_record, replay, replay_steps
from engine.machi_koro.notation import MachiKoroBuild

TEN_PILES = {"ten_piles": True}


def edition(game: object, number: str, **others: Any) -> Game:
    """A game with another edition, in which some members are others."""
    return cast(Game, SimpleNamespace(**{**vars(game), "EDITION": number, **others}))


@pytest.fixture
def newest(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Machi Koro with an edition 2, and edition 1 as a module that is kept for it."""
    monkeypatch.setitem(sys.modules, "machi_koro_1", edition(machi_koro, "1"))
    return edition(machi_koro, "2", EARLIER={"1": "machi_koro_1"})


def read(record: Record) -> Record:
    return parse_record(format_record(record))


def test_a_game_gives_its_editions(newest: Game) -> None:
    assert ("1", "2") == editions_of(newest)
    assert newest is edition_of(newest, "2")
    assert "1" == edition_of(newest, "1").EDITION


def test_an_edition_that_is_missing_is_named_with_those_there_are(newest: Game) -> None:
    with pytest.raises(RulesMissing) as missing:
        edition_of(newest, "3")
    assert "edition 3 of machi-koro is not in this program: it has 1, 2" == str(missing.value)
    record = deal(newest, Setup(("p1", "p2")), 1)._replace(edition="3")
    assert replay(newest, record).without_rules
    for refused in (canonical_record, lambda *them: list(replay_steps(*them))):
        with pytest.raises(RulesMissing):
            refused(newest, record)


def test_an_option_that_an_edition_starts_with_holds_for_its_records(newest: Game) -> None:
    """Edition 2 of this test deals ten piles first; a game of edition 1 has all cards open."""
    ten_piles = {"start": lambda setup: machi_koro.start(setup._replace(header=TEN_PILES))}
    two = edition(newest, "2", **ten_piles)
    record = deal(edition_of(two, "1"), Setup(("p1", "p2")), 4)
    assert "1" == record.edition
    assert replay(two, record).proved
    assert len(record.moves or ()) == len(list(replay_steps(two, record)))
    assert not replay(two, record._replace(edition="2")).proved


def test_each_edition_reads_the_words_of_its_own_records() -> None:
    """Two editions may say the same words and mean something else."""

    def parse(text: str) -> object:
        action = machi_koro.parse(text)
        return MachiKoroBuild("bakery") if action == MachiKoroBuild("cafe") else action

    one, two = edition(machi_koro, "one"), edition(machi_koro, "two", parse=parse)
    lines = "p1: build cafe"
    record = Record("machi-koro", "one", ("p1", "p2"), moves=())
    text = format_record(record).replace('moves = """\n', f'moves = """\n{lines}\n')
    for _ in range(2):  # the second time from the table of lines that were read
        assert "build cafe" == (canonical_record(one, parse_record(text)).moves or ())[0].text
        other = parse_record(text.replace('"one"', '"two"'))
        assert "build bakery" == (canonical_record(two, other).moves or ())[0].text


def test_a_game_may_have_no_parts() -> None:
    bare = edition(dilluvia, "1", PARTS={})
    assert {} == players_of(bare)
    assert None is rebuild_of(bare)
    record = deal(bare, Setup(("p1", "p2")), 1)
    assert not follows_from_boards(bare, record, record, record.setup)
    state = bare.start(Setup(("p1", "p2")))
    action = next(bare.legal(state, bare.awaiting(state)[0]))
    assert answers_of(bare).short(state, bare.awaiting(state)[0], action)


def test_the_parts_of_a_game_are_what_their_modules_hold() -> None:
    assert ["greedy", "hasty"] == list(players_of(my_city))
    assert None is not rebuild_of(my_city)
    assert ["sensible", "random"] == list(players_of(machi_koro))
