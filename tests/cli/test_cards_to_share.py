"""A card to share: what stands on it is what the lists say."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.fixtures import Run

SIZES = {"wide": (1200, 630), "a6": (744, 1049)}


def texts(svg: str) -> list[str]:
    """The texts of a picture, in their order."""
    return re.findall(r"<text [^>]*>([^<]*)</text>", svg)


@pytest.mark.parametrize("size", SIZES)
def test_a_card_of_a_campaign_has_its_standings(chapter: Run, size: str) -> None:
    svg = chapter(f"standings --card {size} -o -").out
    width, height = SIZES[size]
    assert f'width="{width}" height="{height}"' in svg
    said = texts(svg)
    cities: list[dict[str, Any]] = json.loads(chapter("standings --json").out)["standings"]
    rows = [text for city in cities for text in (city["player"], str(city["marks"]))]
    assert "\n".join(rows) in "\n".join(said)
    assert said[-1] == "All 3 episodes verified."
    best = [city["player"] for city in cities if city["rank"] == 1]
    assert any(text.startswith(best[0]) and "lead" in text for text in said), [
        t for t in said if len(t) > 3
    ]


def test_a_card_of_an_evening_has_its_scores(chapter: Run) -> None:
    said = "\n".join(texts(chapter("episode show 2 --card wide -o -").out))
    episode = json.loads(chapter("episode show 2 --json").out)
    players = {one["seat"]: one["player"] for one in episode["participants"]}
    ranked = sorted(episode["sheets"], key=lambda sheet: sheet["rank"])
    assert "\n".join(f"{players[one['seat']]}\n{one['score']}" for one in ranked) in said
    assert said.endswith("Every move was replayed by the rules.")


def test_a_card_of_a_session_has_its_scores(run: Run) -> None:
    run("session record examples/machi-koro.toml -y")
    said = texts(run("session show 1 --card a6 -o -").out)
    assert (said[0], said[said.index("Anna") + 1]) == ("Machi Koro", "4")
    assert "Anna wins" in said


def test_a_card_of_a_session_that_is_kept_as_played_has_the_scores_on_paper(run: Run) -> None:
    assert (
        run("session record tests/records/machi_koro_differs_winner.toml --as-played -y").code == 0
    )
    said = texts(run("session show 1 --card a6 -o -").out)
    assert "p2 wins" in said
    assert (said[said.index("p2") + 1], said[said.index("p1") + 1]) == ("4", "1")


def test_a_card_of_a_session_says_what_its_screen_says_of_it(run: Run) -> None:
    assert run("simulate machi-koro --seats 2 --keep").code == 0
    assert texts(run("session show 1 --card a6 -o -").out)[-1] == "verified, simulated"
    assert run("session record examples/machi-koro.toml -y").code == 0
    assert run("session withdraw 2 --reason twice -y").code == 0
    assert texts(run("session show 2 --card a6 -o -").out)[-1] == "withdrawn, verified"
    assert "withdrawn, verified; Anna 4" in run("session show 2 -o -").out
    assert "withdrawn, verified" in run("session show 2").out


def test_a_card_is_a_file(chapter: Run) -> None:
    refused = chapter("standings --card a6")
    assert (refused.code, "--card goes with -o FILE" in refused.err) == (2, True)
    assert chapter("session record examples/machi-koro.toml -y").code == 0
    for what in ("episode", "session"):
        refused = chapter(f"{what} show 1 --record-version 1 -o older.svg")
        assert (refused.code, "draws nothing" in refused.err) == (2, True)
