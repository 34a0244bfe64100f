"""The server is killed at any moment: what a phone was told is in the draft, and it goes on."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from contextlib import ExitStack, closing
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from campaign.services.entering import game
from campaign.services.entering.game import DraftLine, Entering
from campaign.services.records import read_record
from engine.kernel.log import Move
from engine.kernel.record import Record
from tests.cli.test_entering_terminal import Terminal
from tests.extras.phones.phoning import Phone
from tests.fixtures import ROOT, Run
from tests.processes import GIVE_UP
from tests.soak import count

RECORD = ROOT / "tests" / "records" / "machi_koro_verified_broke_players.toml"
SEATS = ("--seat", "Anna", "--seat", "Ben", "--seat", "Chen")
LATEST = 0.02
"""Seconds after an answer was acknowledged, until which the server is killed."""


def test_a_killed_server_loses_nothing_that_a_phone_was_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAMPAIGN_PHONES", "127.0.0.1:0")
    record = read_record(RECORD.read_text("utf-8"))
    chance, db, entering = random.Random(7), tmp_path / "0.db", begun(record)
    for number in range(count(3, 100)):
        if not entering.awaited:
            db, entering = tmp_path / f"{number}.db", begun(record)
        terminal = Terminal(db, "session", "enter", record.game, *SEATS, "--phones")
        if entering.lines:
            terminal.waits_for("Go on with it?")
            terminal.type("y\r")
        evening = Evening(url_of(terminal), record, entering)
        assert evening.told.wait(GIVE_UP)
        sleep(chance.random() * LATEST)
        terminal.program.kill()
        terminal.close()
        evening.thread.join()
        kept = drafted(run, db)
        told, sent = evening.entering.moves, evening.sent.moves
        assert kept in (told, sent), (number, len(told), len(sent), len(kept))
        entering = begun(record)
        for move in kept:
            entering = after(entering, move)


class Evening:
    """The phones of all seats, which answer as recorded as long as the server is there."""

    def __init__(self, url: str, record: Record, entering: Entering) -> None:
        self.entering = self.sent = entering
        self.told = Event()
        self._url, self._moves = url, record.moves or ()
        self.thread = Thread(target=self._answer, daemon=True)
        self.thread.start()

    def _answer(self) -> None:
        with ExitStack() as stack:
            phones = {
                seat: stack.enter_context(closing(Phone(self._url)))
                for seat in self.entering.head.seats
            }
            try:
                for seat, phone in phones.items():
                    phone.joins(seat)
                while self.entering.awaited:
                    self._next(phones)
            except (OSError, HTTPException):
                pass  # it is killed
            finally:
                self.told.set()

    def _next(self, phones: Mapping[str, Phone]) -> None:
        """Send the next move; `sent` is the game with it, `entering` what was acknowledged."""
        line = self._moves[len(self.entering.moves)].text
        self.sent = game.answered(self.entering, line)
        reply = phones[game.awaited_now(self.entering).who].answers(line)
        assert reply.code == 200, reply
        self.entering = self.sent
        self.told.set()


def begun(record: Record) -> Entering:
    """A game like the recorded one, before its first move."""
    return game.new_entry(record._replace(moves=None, result={}))


def after(entering: Entering, move: Move) -> Entering:
    """The game after a move."""
    return game.resumed(entering, [DraftLine(move.text, (move,))])


def url_of(terminal: Terminal) -> str:
    """The address on the screen."""
    shown = terminal.reads_until("ends with this command")
    return str(re.findall(r"http://\S+#\w+", shown)[-1])


def drafted(run: Run, db: Path) -> tuple[Move, ...]:
    """The moves in the draft, none where there is none yet."""
    shown = run(["--db", str(db), "draft", "show", "1", "--json"])
    if shown.code:
        return ()
    moves = [move for line in json.loads(shown.out)["typed"] for move in line["moves"]]
    return tuple(Move(*move.split(": ", 1)) for move in moves)
