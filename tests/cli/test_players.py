"""Players come and go; the city stays, and what was earned stays with who earned it."""

from __future__ import annotations

import json

from tests.cli.conftest import CHAPTER, LATER_STICKERS, Refuses, Run


def test_a_city_is_handed_over(settled: Run) -> None:
    output = settled(["city", "handover", "bear", "--to", "Emil", "--note", "Ben moves away"])
    assert output.code == 0
    record = (CHAPTER / "episode-2.toml").read_text("utf-8")
    kept = settled("episode record - --yes", stdin=record)
    assert kept.code == 0
    assert "Ben plays bear in the record, which Emil holds." in kept.err
    rows = {
        (player["player"], player["seat"]): player
        for player in json.loads(settled("player list --json").out)["players"]
    }
    assert rows["Ben", "bear"]["episodes"] == [1]
    assert rows["Emil", "bear"]["episodes"] == [2]
    assert rows["Ben", "bear"]["until"] is not None
    status = json.loads(settled("status --json").out)["cities"]
    marks = {city["seat"]: city["marks"] for city in status}
    assert rows["Ben", "bear"]["marks"] + rows["Emil", "bear"]["marks"] == marks["bear"]
    history = " ".join(settled("history").out.split())
    assert "Emil takes over bear (Ben moves away)" in history
    assert "Emil" in settled("player list").out
    assert settled("audit").code == 0
    assert settled(["sticker", "place", *LATER_STICKERS[0].split(), "--yes"]).code == 0


def test_a_player_leaves_and_another_joins(played: Run, refuses: Refuses) -> None:
    assert played("player leave wolf").code == 0
    assert "nobody" in played("status").out
    refuses("player leave wolf", 6, "nobody holds wolf")
    assert played("player join wolf Emil").code == 0
    refuses("player join wolf Fay", 6, "Emil holds wolf")


def test_a_player_is_renamed_everywhere(played: Run, refuses: Refuses) -> None:
    assert played("player rename Ben Benjamin").code == 0
    assert "Benjamin" in played("status").out
    assert "Benjamin" in played("player list").out
    assert played("audit").code == 0
    refuses("player rename Ben Bo", 6, "Ben has not played here")
    refuses("player rename Benjamin Anna", 6, "Anna plays here already")


def test_what_no_handover_is(played: Run, refuses: Refuses) -> None:
    refuses("city handover bear --to Ben", 6, "Ben holds bear already")
    refuses("city handover owl --to Ben", 6, "owl is not a seat")
