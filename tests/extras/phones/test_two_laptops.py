"""Two laptops that serve the same game: neither loses what the other has taken."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from campaign.cli.environment import Environment
from campaign.cli.options import GlobalOptions
from campaign.display.text.translation import ENGLISH
from campaign.extras.phones import app, serving
from campaign.services.entering import drafts, game
from campaign.services.records import read_record
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


def test_a_device_at_two_tables_of_one_machine_is_known_at_both(phones: list[Phone]) -> None:
    """A browser sends all cookies of a machine to each of its ports."""
    jar = "; ".join(phone.cookie for phone in phones)
    for phone in phones:
        reply = phone.ask("POST", "/seat", b"{}", Cookie=jar)
        assert (reply.code, reply.said["seat"]) == (200, phone.view()["seat"])
    assert len(dict(part.split("=") for part in jar.split("; "))) == len(phones)
