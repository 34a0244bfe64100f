"""What a phone says of a throw of Machi Koro."""

from __future__ import annotations

from campaign.display.text.translation import ENGLISH
from campaign.games.machi_koro.phone import recent_events
from campaign.services.entering import game
from campaign.services.entering.game import DraftLine, Entering
from campaign.services.records import read_record
from tests.fixtures import ROOT


def played(moves: int) -> Entering:
    path = ROOT / "tests/records/machi_koro_verified_chained_doubles.toml"
    read = read_record(path.read_text("utf-8"))
    read = read._replace(names={"p1": "Anna", "p2": "Ben"})
    entering = game.new_entry(read._replace(moves=None, result={}))
    for move in (read.moves or ())[:moves]:
        entering = game.resumed(entering, [DraftLine(move.text, (move,))])
    return entering


def said(moves: int, seat: str | None) -> list[str]:
    return [str(words) for words in recent_events(played(moves), seat, ENGLISH)]


def test_every_phone_says_what_the_throw_paid_its_own_seat() -> None:
    assert said(1, "p1") == ["Anna rolls 2: you +1 from Bakery"]
    assert said(1, "p2") == ["Anna rolls 2"]


def test_the_table_says_what_it_paid_everybody() -> None:
    assert said(1, None) == ["Anna rolls 2: Anna +1"]
