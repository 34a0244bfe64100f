"""Sessions outside a campaign: recorded, listed, shown, replayed."""

from __future__ import annotations

import json

import pytest

from campaign.cli.entering import prompt
from engine.catalogue import find
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.parts import players_of
from tests.cli.conftest import ETERNAL, ROOT, Run
from tests.cli.test_entering import Typist, answers


def test_sessions(run: Run) -> None:
    example = str(ROOT / "examples" / "eternal.toml")
    assert run(["session", "record", example, "--yes"]).code == 0
    assert "verified" in run("session list").out
    assert "My City" in run("session show 1").out
    assert "Card 1 of 28" in run("session replay 1 --moves 1").out


def test_what_was_kept_is_what_is_read_again(run: Run) -> None:
    """Tables in another order, a name in Unicode's decomposed form."""
    moves, _, _ = ETERNAL.read_text("utf-8").partition("[names]")
    tables = '[result]\nbear = 12\neagle = 23\n\n[names]\nbear = "Zoe\u0308"\neagle = "Anna"\n'
    output = run("session record - --yes --as-played --json", stdin=moves + tables)
    assert output.code == 0
    assert run("session show 1 --json").out == output.out
    assert '"Zo\u00eb"' in json.loads(output.out)["record"]
    assert run("audit --all").code == 0


def test_a_name_in_decomposed_form_is_entered_as_it_is_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find("machi-koro")
    player = next(iter(players_of(game).values()))
    record = deal(game, Setup(("p1", "p2")), 1, player)
    monkeypatch.setattr(prompt, "editor", lambda _: Typist([*answers(record), "y"]))
    output = run(["session", "enter", "machi-koro", "--seat", "Zoe\u0308", "--seat", "Ben"])
    assert output.code == 0, output.err
    assert '"Zo\u00eb"' in json.loads(run("session show 1 --json").out)["record"]
    assert run("audit --all").code == 0
