"""The log: lines that are moves when somebody looks."""

from __future__ import annotations

import pytest

from engine import machi_koro, my_city
from engine.kernel.errors import NotationError, RecordError
from engine.kernel.fast import log as fast_log
from engine.kernel.fast.log import Log, log_of, read_acts
from engine.kernel.log import Move, move_of
from engine.kernel.record import parse_record
from engine.my_city.play.notation import BuildMove, CardPass, Reveal

LINES = ["*: reveal Y4", " eagle :  build   Y4@E5  # at last", "bear: pass"]
SEATS = frozenset({"eagle", "bear", "wolf"})
GRAMMAR = (my_city.NAME, my_city.EDITION, SEATS)
MOVES = (Move("*", "reveal Y4"), Move("eagle", "build Y4@E5"), Move("bear", "pass"))


def test_a_log_is_the_moves_that_its_lines_say() -> None:
    log = Log(LINES)
    assert MOVES == tuple(log)
    assert 3 == len(log)
    assert MOVES[1] == log[1]
    assert MOVES[-1] == log[-1]
    assert MOVES[1:] == log[1:]
    assert Move("bear", "pass") in log


def test_logs_of_the_same_moves_are_equal_however_they_are_typed() -> None:
    typed, canonical = Log(LINES), Log(map(str, MOVES))
    assert typed == canonical
    assert hash(typed) == hash(canonical) == hash(MOVES)
    assert typed == MOVES
    assert MOVES == typed
    assert typed != MOVES[1:]
    assert typed != "a text"


def test_a_log_shows_its_lines() -> None:
    assert "Log(['bear: pass'])" == repr(Log(["bear: pass"]))


@pytest.mark.parametrize("line", ["", "  \t", "# a remark", "\t# another: one"])
def test_a_blank_line_is_no_move(line: str) -> None:
    assert None is move_of(line)
    assert MOVES == log_of(GRAMMAR, [line, *LINES, line])


def test_a_line_is_refused_each_time_it_is_read() -> None:
    for _ in range(2):
        with pytest.raises(RecordError, match='"eagle pass" is not a move'):
            log_of(GRAMMAR, ["eagle pass"])


def test_a_log_knows_what_its_game_has_read_before_and_nothing_of_other_games() -> None:
    lines = ["*: reveal B8", "eagle: build B8@A1", "eagle: build B8@A1  # again"]
    assert None is log_of(GRAMMAR, lines).acts
    acts = list(read_acts(my_city, log_of(GRAMMAR, lines)))
    assert [("*", Reveal("B8")), *[("eagle", BuildMove("B8", "A1"))] * 2] == acts
    log = log_of(GRAMMAR, lines)
    assert acts == log.acts
    assert acts is not log.acts
    assert log.acts is read_acts(my_city, log)
    assert None is log_of(GRAMMAR, [*lines, "bear: build B8@A1/3"]).acts
    assert None is log_of(("my-city", "0", SEATS), lines).acts
    assert None is log_of((*GRAMMAR[:2], SEATS - {"eagle"}), lines).acts
    with pytest.raises(NotationError):
        list(read_acts(machi_koro, log))


@pytest.mark.parametrize("words", ["pass", "quit"])
def test_a_log_knows_its_seats_before_and_after_its_game_has_read_it(words: str) -> None:
    lines = ["*: reveal B8", f"eagle: {words}", f"wolf: {words}"]
    for _ in range(2):
        log = log_of(GRAMMAR, lines)
        assert {"*", "eagle", "wolf"} == log.seats
        list(read_acts(my_city, log))


def test_a_stranger_is_refused_when_his_lines_were_read_before_at_another_table() -> None:
    head = 'format = 1\ngame = "my-city"\nedition = "1"\nepisode = 1\n'
    moves = 'moves = """\n*: reveal B8\nwolf: pass\neagle: pass\n"""\n'
    with_wolf = parse_record(f'{head}seats = ["eagle", "wolf"]\n{moves}')
    list(read_acts(my_city, with_wolf.moves or ()))
    for _ in range(2):
        assert with_wolf == parse_record(f'{head}seats = ["eagle", "wolf"]\n{moves}')
        with pytest.raises(RecordError, match='nobody sits at "wolf"'):
            parse_record(f'{head}seats = ["eagle", "bear"]\n{moves}')


def test_lines_are_remembered_for_so_many_sets_of_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_log, "_ACTS", {})
    monkeypatch.setattr(fast_log, "TABLES", 2)
    grammars = [(*GRAMMAR[:2], frozenset({"eagle", seat})) for seat in ("bear", "deer", "wolf")]
    for grammar in grammars:
        list(read_acts(my_city, log_of(grammar, LINES[:2])))
    assert [None, None] == [log_of(grammar, LINES[:2]).acts for grammar in grammars[:2]]
    assert 2 == len(log_of(grammars[2], LINES[:2]).acts or ())


def test_words_that_say_nothing_are_refused_at_their_move() -> None:
    acts = iter(read_acts(my_city, Log(["eagle: pass", "bear: dance"])))
    assert ("eagle", CardPass()) == next(acts)
    with pytest.raises(NotationError, match="dance"):
        next(acts)
