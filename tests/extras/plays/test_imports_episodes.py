"""campaign import --episodes: who won, and who played, as the file says."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from campaign.extras.plays import known
from campaign.store.errors import DatabaseFull
from tests.extras.plays.plays import a_log, a_play, a_score
from tests.fixtures import Run


def test_a_substitute_is_kept_as_the_refusal_says(begun: Run) -> None:
    seats = [a_score(n, str(20 - n)) for n in (1, 2, 3, 5)]
    log = a_log(a_play(1, board="Episode 1", playerScores=seats))
    log["players"].append({"id": 5, "uuid": "P5", "name": "Emil"})
    output = begun("import bgstats - --episodes -y", stdin=json.dumps(log))
    assert "campaign episode result --substitute SEAT=NAME" in " ".join(output.err.split())
    scores = "eagle=19 bear=18 deer=17 wolf=15 --substitute wolf=Emil"
    assert begun(f"episode result {scores} -y").code == 0
    assert {"Dora", "Emil"} <= set(begun("player list").out.split())


def test_a_substitute_who_holds_another_city_is_kept_as_the_refusal_says(begun: Run) -> None:
    scores = "eagle=19 bear=18 deer=17 wolf=15 --substitute wolf=Anna -y"
    assert begun(f"episode result {scores}").code == 0
    log = begun("export csv").out
    assert begun("undo -y").code == 0
    refused = begun("import csv - --episodes -y", stdin=log)
    assert "two players of the play hold eagle" in refused.err
    assert "campaign episode result --substitute SEAT=NAME" in refused.err
    assert begun(f"episode result {scores}").code == 0


def test_an_evening_without_one_is_kept_as_the_refusal_says(begun: Run) -> None:
    seats = [a_score(n, str(20 - n)) for n in (1, 2, 3)]
    log = json.dumps(a_log(a_play(1, board="Episode 1", playerScores=seats)))
    refused = begun("import bgstats - --episodes -y", stdin=log)
    assert "add --house-rule" in refused.err
    assert begun("import bgstats - --episodes -y --house-rule", stdin=log).code == 0
    assert json.loads(begun("episode show 1 --json").out)["absent"] == ["wolf"]


def test_a_winner_with_fewer_points_is_refused(begun: Run) -> None:
    """The evening was kept with another winner, and nobody was told."""
    seats = [a_score(n, str(20 - n), winner=n == 2) for n in (1, 2, 3, 4)]
    log = json.dumps(a_log(a_play(1, board="Episode 1", playerScores=seats)))
    refused = begun("import bgstats - --episodes -y", stdin=log)
    assert refused.code == 6
    assert "the file says that Ben won, but Anna has more points" in refused.err


@pytest.mark.parametrize("what", [{"usesTeams": True}, {"ignored": True}])
def test_a_play_that_does_not_count_is_no_episode(begun: Run, what: dict[str, bool]) -> None:
    seats = [a_score(n, str(20 - n)) for n in (1, 2, 3, 4)]
    log = json.dumps(a_log(a_play(1, board="Episode 1", playerScores=seats, **what)))
    assert begun("import bgstats - --episodes -y", stdin=log).code == 4


@pytest.mark.parametrize(
    ("stated", "ranks"),
    [
        ((1, 4, 2, 3), (1, 4, 2, 3)),
        ((1, 2, 2, 4), (1, 2, 2, 4)),
        ((1, 2, 2, 2), (1, 2, 2, 2)),
        ((1, 3, 2, 0), (1, 2, 2, 2)),
        ((4, 3, 2, 1), (1, 4, 3, 2)),
    ],
)
def test_a_broken_tie_behind_the_first_place_stays_broken(
    begun: Run, stated: Sequence[int], ranks: Sequence[int]
) -> None:
    """The scores rank first; a file in which a rank is missing tells nobody apart."""
    seats = [
        a_score(n, str(21 if n == 1 else 9), winner=n == 1, rank=rank)
        for n, rank in enumerate(stated, 1)
    ]
    log = json.dumps(a_log(a_play(1, board="Episode 1", playerScores=seats)))
    assert begun("import bgstats - --episodes -y", stdin=log).code == 0
    sheets = json.loads(begun("episode show 1 --json").out)["sheets"]
    kept = {sheet["seat"]: sheet["rank"] for sheet in sheets}
    assert kept == dict(zip(("eagle", "bear", "deer", "wolf"), ranks, strict=True))


@pytest.mark.parametrize(
    ("scores", "won", "ranks"),
    [
        ((21, 21, 10, 10), (2,), (2, 1, 3, 3)),
        ((21, 21, 21, 4), (2,), (2, 1, 2, 4)),
        ((21, 21, 21, 4), (2, 3), (3, 1, 1, 4)),
        ((21, 21, 10, 10), (1, 2), (1, 1, 3, 3)),
        ((21, 21, 10, 10), (), (1, 1, 3, 3)),
    ],
)
def test_a_broken_tie_for_the_first_place_stays_broken(
    begun: Run, scores: Sequence[int], won: Sequence[int], ranks: Sequence[int]
) -> None:
    seats = [a_score(n, str(score), winner=n in won) for n, score in enumerate(scores, 1)]
    log = json.dumps(a_log(a_play(1, board="Episode 1", playerScores=seats)))
    assert begun("import bgstats - --episodes -y", stdin=log).code == 0
    sheets = json.loads(begun("episode show 1 --json").out)["sheets"]
    kept = {sheet["seat"]: sheet["rank"] for sheet in sheets}
    assert kept == dict(zip(("eagle", "bear", "deer", "wolf"), ranks, strict=True))


def test_what_names_mean_is_kept_with_the_evening_or_neither(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise DatabaseFull("the disk is full")

    seats = [a_score(n, str(20 - n)) for n in (1, 2, 3, 4)]
    log = json.dumps(a_log(a_play(1, board="Episode 1", playerScores=seats)))
    with monkeypatch.context() as patch:
        patch.setattr(known, "remember", full)
        assert begun("import bgstats - --episodes -y", stdin=log).code != 0
    assert begun("episode show 1").code != 0
    assert begun("import bgstats - --episodes -y", stdin=log).code == 0
