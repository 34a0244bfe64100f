"""Statistics of My City: over a campaign, over all, and the luck of the deck."""

from __future__ import annotations

import json
from typing import Any

from tests.fixtures import ETERNAL, Run


def tables(run: Run, line: str) -> dict[str, dict[str, Any]]:
    """The tables that a command prints, by title."""
    document = json.loads(run(f"{line} --json").out)
    return {table["title"]: table for table in document["tables"]}


def column(table: dict[str, Any], name: str) -> dict[str, Any]:
    """A column of a table, by the first cell of the row."""
    at = table["columns"].index(name)
    return {row[0]: row[at] for row in table["rows"]}


def test_the_points_by_term_are_means_of_the_sheets(chapter: Run) -> None:
    sheets = [
        sheet
        for number in (1, 2, 3)
        for sheet in json.loads(chapter(f"episode show {number} --json").out)["sheets"]
        if sheet["seat"] == "eagle"
    ]
    trees = [line["points"] for s in sheets for line in s["lines"] if line["label"] == "trees"]
    wells = [line["points"] for s in sheets for line in s["lines"] if line["label"] == "wells"]
    assert (len(trees), len(wells)) == (3, 2), "no sheet of episode 1 has wells"
    anna = column(tables(chapter, "stats")["Points by term"], "Anna")
    assert anna["trees"] == sum(trees) / 3
    assert anna["wells"] == sum(wells) / 2


def test_a_chapter_brings_the_marks_that_the_cities_have(chapter: Run) -> None:
    cities = json.loads(chapter("city list --json").out)["cities"]
    shown = tables(chapter, "stats")["Progress marks by chapter"]
    assert {name: column(shown, name)["1"] for name in shown["columns"][1:]} == {
        city["player"]: city["marks"] for city in cities
    }


def test_a_campaign_of_scores_alone_has_its_chapters(begun: Run) -> None:
    assert begun("episode result eagle=3 bear=4 deer=5 wolf=6 --yes").code == 0
    shown = tables(begun, "stats")
    assert list(shown) == ["Progress marks by chapter", "Points by chapter"]
    assert column(shown["Points by chapter"], "Dora") == {"1": 6}
    assert shown == tables(begun, "stats --all")


def test_remarks_say_what_is_counted_and_who_is_left_out(settled: Run) -> None:
    others = "--substitute eagle=Emil --substitute bear=Fay --substitute deer=Gus"
    assert settled(f"episode result eagle=3 bear=4 deer=5 wolf=6 {others} --yes").code == 0
    shown = tables(settled, "stats")
    marks, points = shown["Progress marks by chapter"], shown["Points by chapter"]
    limit = "Only the 6 players with most games have a column."
    assert marks["note"] == f"Episodes without proof count here, too. {limit}"
    assert points["note"] == f"On average, per episode. {marks['note']}"
    assert limit not in shown["Points by term"]["note"]
    assert len(marks["columns"]) == 7


def test_passes_and_cards_left_are_counted_in_the_moves(played: Run) -> None:
    players = tables(played, "stats")["Players"]
    moves = json.loads(played("episode replay 1 --json").out)
    assert moves["verdict"] == "verified"
    assert column(players, "Passes") == {"Anna": 3, "Ben": 2, "Chen": 0, "Dora": 3}
    assert column(players, "Cards left") == {"Anna": 0, "Ben": 0, "Chen": 2, "Dora": 0}


def test_an_episode_is_counted_for_who_played_it(chapter: Run) -> None:
    chapter("player leave wolf")
    chapter("player join wolf Emil")
    players = tables(chapter, "stats")["Players"]
    assert column(players, "Played") == {"Anna": 3, "Ben": 3, "Chen": 3, "Dora": 3}


def test_all_campaigns_and_sessions_together_name_no_term(played: Run) -> None:
    played(["session", "record", str(ETERNAL), "--yes"])
    shown = tables(played, "stats --all")
    assert column(shown["Players"], "Played") == {"Chen": 1, "Anna": 2, "Ben": 2, "Dora": 1}
    assert "Points by term" not in shown


def test_the_luck_is_that_of_simple_players_with_the_same_cards(played: Run) -> None:
    luck = tables(played, "stats --luck")["Luck of the deck"]
    assert tables(played, "stats --luck")["Luck of the deck"] == luck, "it says the same again"
    for _, games, points, simple, others, fortune, above in luck["rows"]:
        assert (games, fortune, above) == (1, simple - others, points - simple)
    # In episode 1 all boards are the same: one player cannot have better cards than another.
    assert len({row[5] for row in luck["rows"]}) == 1


def test_a_campaign_without_episodes_has_nothing_to_count(begun: Run) -> None:
    assert begun("stats").out == "No episode of Tuesday counts yet.\n"
    assert begun("stats --all").out == "No game of My City counts yet.\n"
