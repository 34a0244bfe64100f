"""What a phone says of a throw of Machi Koro."""

from __future__ import annotations

from campaign.display.text.translation import ENGLISH
from campaign.games.machi_koro.phone import recent_events
from campaign.services.entering import game
from campaign.services.entering.game import DraftLine, Entering
from campaign.services.records import read_record
from tests.fixtures import ROOT


def played(moves: int, record: str) -> Entering:
    read = read_record((ROOT / "tests" / record).read_text("utf-8"))
    read = read._replace(names={"p1": "Anna", "p2": "Ben"})
    entering = game.new_entry(read._replace(moves=None, result={}))
    for move in (read.moves or ())[:moves]:
        entering = game.resumed(entering, [DraftLine(move.text, (move,))])
    return entering


def said(
    moves: int, seat: str | None, record: str = "records/machi_koro_verified_chained_doubles.toml"
) -> list[str]:
    return [str(words) for words in recent_events(played(moves, record), seat, ENGLISH)]


def test_every_phone_says_what_the_throw_paid_its_own_seat() -> None:
    assert said(1, "p1") == ["Anna rolls 2: you +1 from Bakery"]
    assert said(1, "p2") == ["Anna rolls 2"]


def test_the_table_says_what_it_paid_everybody() -> None:
    assert said(1, None) == ["Anna rolls 2: Anna +1"]


def test_what_a_throw_costs_and_brings_is_said_apart() -> None:
    """A fee that was forgiven cost nothing."""
    record = "golden/machi-koro.toml"
    assert said(48, "p3", record) == ["p3 rolls 3: you -2 from 3 Café, you +2 from 2 Bakery"]
    assert said(48, None, record) == ["p3 rolls 3: Anna +1, Ben +1"]
    assert said(9, "p2", record) == ["Ben rolls 3: you +1 from Bakery"]  # without a coin before
