"""Two laptops that serve the same game: neither loses what the other has taken."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import date
from pathlib import Path

import pytest

from campaign.cli.environment import Environment
from campaign.cli.options import GlobalOptions
from campaign.display.terminal.entering.dialog import done_elsewhere
from campaign.display.text.translation import ENGLISH
from campaign.extras.phones import app, serving
from campaign.extras.phones.table import ServedTable
from campaign.services.attendance import Attendance
from campaign.services.entering import drafts, game, headers
from campaign.services.records import read_record
from engine.kernel.details import Details
from tests.extras.phones.phoning import Phone
from tests.fixtures import ROOT, Run

RECORD = ROOT / "tests" / "records" / "machi_koro_verified_broke_players.toml"


@pytest.fixture
def phones(begun: Run, db: Path) -> Iterator[list[Phone]]:
    """A phone of the first seat at each of two laptops, which have the same draft."""
    entering = game.new_entry(
        read_record(RECORD.read_text("utf-8"))._replace(moves=None, result={})
    )
    with ExitStack() as stack:
        stored = None
        devices = list[Phone]()
        for _ in range(2):
            env = stack.enter_context(Environment(GlobalOptions(db=str(db))))
            if stored is None:
                with env.writing() as session:
                    stored = drafts.save(
                        session, drafts.new(entering, env.author_now()), entering, env.author_now()
                    )
            laptop = serving.Phones([serving.Address("127.0.0.1", 0)], ENGLISH)
            laptop.table.begin(env, entering, stored)
            stack.enter_context(laptop)
            device = stack.enter_context(closing(Phone(laptop.url)))
            devices.append(device.joins(entering.head.seats[0]))
        yield devices


def test_an_answer_to_what_the_other_has_taken_comes_too_late(phones: list[Phone]) -> None:
    here, there = phones
    version = there.view()["version"]
    here.takes("2")
    late = there.post("/answer", version=version, line="3")
    assert late.code == 409
    assert late.said["view"]["last"] == here.view()["last"]
    there.takes("bakery")
    assert here.post("/answer", version=here.view()["version"], line="ranch").code == 409
    assert here.view()["last"] == there.view()["last"]


def test_who_only_looks_on_sees_what_the_other_has_taken(
    phones: list[Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "STILL", 0.05)
    here, there = phones
    with there.listening() as shown:
        assert next(shown)["last"] == []
        here.takes("2")
        assert next(shown)["last"] == here.view()["last"]


@pytest.mark.parametrize("alone", [True, False])
def test_who_comes_late_takes_a_seat_and_who_leaves_is_not_asked(
    begun: Run, db: Path, alone: bool
) -> None:
    """One laptop says who plays; the same is so at the other, which serves the same draft."""
    with ExitStack() as stack:
        env = stack.enter_context(Environment(GlobalOptions(db=str(db))))
        history = env.history()
        entering = headers.next_episode(history, date(2026, 11, 30), Attendance(("wolf",)))
        with env.writing() as session:
            stored = drafts.new(entering, env.author_now(), history)
            stored = drafts.save(session, stored, entering, env.author_now())
        laptops = []
        for _ in range(1 if alone else 2):
            laptop = serving.Phones([serving.Address("127.0.0.1", 0)], ENGLISH)
            laptop.table.begin(env, entering, stored, history)
            laptops.append(stack.enter_context(laptop))
        dora, anna = (
            stack.enter_context(closing(Phone(laptops[-1].url))).joins() for _ in range(2)
        )
        assert dora.post("/seat", seat="wolf").code == 422
        everybody = headers.seated(history.campaign, entering, Attendance())
        stored = laptops[0].table.keep(stored, everybody)
        laptops[-1].table.current()
        assert dora.post("/seat", seat="wolf").code == 200
        dora.takes("B8", "quit")
        laptops[0].table.current()
        entered = laptops[-1].table.now
        assert entered.entering is not None
        assert entered.stored is not None
        laptops[-1].table.keep(
            entered.stored,
            headers.seated(history.campaign, entered.entering, Attendance(("wolf",))),
        )
        laptops[0].table.current()
        assert [place["seat"] for place in anna.view()["seats"]] == ["eagle", "bear", "deer"]
        assert dora.view()["seat"] is None
        assert dora.answers("quit").code == 422
        version = dora.view()["version"]
        assert dora.post("/back", version=version, sure=True).code == 422
        assert dora.post("/look", line="quit").code == 422
        for seat in ("eagle", "bear", "deer"):
            assert anna.post("/seat", seat=seat).code == 200
            anna.takes("quit")
        for laptop in laptops:
            now = laptop.table.current().entering
            assert now is not None
            assert not now.awaited


def test_a_note_at_the_other_is_no_answer_taken_back() -> None:
    before = game.new_entry(read_record(RECORD.read_text("utf-8"))._replace(moves=None, result={}))
    noted = before._replace(details=Details(minutes=75))
    (said,) = done_elsewhere(before, noted, ENGLISH)
    assert "taken back" not in str(said)


def test_a_game_that_is_begun_again_is_drawn_again(run: Run, db: Path) -> None:
    """A draft goes on in the same command, with boards that were corrected meanwhile."""
    record = read_record(RECORD.read_text("utf-8"))._replace(moves=None, result={})
    before = game.new_entry(record)
    with Environment(GlobalOptions(db=str(db))) as env:
        table = ServedTable(ENGLISH)
        stored = drafts.new(before, env.author_now())
        drawings = []
        for entering in (before, game.answered(before, "2")):
            table.begin(env, entering, stored)
            drawing = table.view("p1", {}, ENGLISH)
            drawings.append((drawing.key, drawing.draw()))
    (key, drawn), (key_again, drawn_again) = drawings
    assert key != key_again
    assert '"last":[]' in drawn
    assert '"last":[]' not in drawn_again


def test_a_line_in_a_copy_that_was_put_back_is_not_overwritten(
    phones: list[Phone], db: Path
) -> None:
    """Another window has gone on with the copy's draft, and saved it as often as this laptop."""
    here, _ = phones
    here.takes("2")
    copy = content_of(db)
    here.takes("bakery")
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE draft SET content = ?", [copy.replace("dice 2", "dice 3")])
    assert here.answers("3").code == 409
    assert "dice 3" in content_of(db)
    assert here.view()["last"] == ["Anna rolls 3"]


def content_of(db: Path) -> str:
    """What the draft holds."""
    with closing(sqlite3.connect(db)) as connection:
        (content,) = connection.execute("SELECT content FROM draft").fetchone()
    return str(content)


def test_a_device_at_two_tables_of_one_machine_is_known_at_both(phones: list[Phone]) -> None:
    """A browser sends all cookies of a machine to each of its ports."""
    jar = "; ".join(phone.cookie for phone in phones)
    for phone in phones:
        reply = phone.ask("POST", "/seat", b"{}", Cookie=jar)
        assert (reply.code, reply.said["seat"]) == (200, phone.view()["seat"])
    assert len(dict(part.split("=") for part in jar.split("; "))) == len(phones)
