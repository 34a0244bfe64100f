"""The database goes while everybody answers at an own phone: nobody is told that it is kept."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.cli.laptop import Laptop
from tests.cli.test_moved import MOVES, deleted, renamed, replaced
from tests.extras.phones.phoning import Phone
from tests.fixtures import Prepared, Run, content

Move = Callable[[Path, Path], None]


@pytest.mark.parametrize("move", MOVES)
def test_an_answer_is_refused_and_the_laptop_says_why(
    begun: Run, prepared: Prepared, db: Path, monkeypatch: pytest.MonkeyPatch, move: Move
) -> None:
    laptop = Laptop("episode enter --phones", monkeypatch)
    with ExitStack() as stack:
        eagle, bear = (
            stack.enter_context(closing(Phone(laptop.url()))).joins(seat)
            for seat in ("eagle", "bear")
        )
        eagle.takes("B5")
        laptop.waits_for("B5")
        move(db, prepared.chapter)
        reply = bear.answers("build B5@E6/1")
        assert (reply.code, "has taken the place" in reply.said["why"]) == (503, True)
        ended = laptop.ends()
    assert ended.code == 5
    assert ended.err.count("error:") == 1
    (saved,) = db.parent.glob("record-*.toml")
    assert "bear: build B5@E6/1" in saved.read_text("utf-8")
    assert content(db) == (content(prepared.chapter) if move is replaced else None)
    (kept,) = db.parent.joinpath("backups").iterdir()
    assert "*: reveal B5" in "".join(content(kept) or ())


@pytest.mark.parametrize("move", [deleted, renamed])
def test_so_is_a_sticker(
    played: Run, prepared: Prepared, db: Path, monkeypatch: pytest.MonkeyPatch, move: Move
) -> None:
    laptop = Laptop("meet --phones", monkeypatch)
    with closing(Phone(laptop.url())) as eagle:
        eagle.joins("eagle")
        laptop.waits_for("eagle")  # it has read who joined, so it reads no more before the answer
        move(db, prepared.chapter)
        assert eagle.answers("tree G1").code == 503
        assert laptop.ends().code == 5
    assert not db.exists()
