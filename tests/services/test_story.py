"""The story of a campaign says what its sheets and marks say, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from campaign.display.html import chronicle as pages
from campaign.display.text import story as tales
from campaign.services import campaigns, chronicle, games, story
from campaign.services.values import History
from campaign.store import database
from engine.kernel.game import CHANCE
from tests.fixtures import NEW, Prepared, Run


@pytest.fixture(scope="module")
def history(prepared: Prepared) -> History:
    """Three episodes: Chen wins by a tie-break, Anna, Dora; Anna and Dora lead with 3 marks."""
    opened = database.open_database(prepared.chapter)
    with database.reading(opened) as session:
        found = campaigns.find(session, None, "Anna")
    opened.dispose()
    return found


def test_the_opening_tells_the_closest_finish_and_who_waits(history: History) -> None:
    assert [str(words) for words in tales.opening(history, story.story(history))] == [
        "The closest finish was episode 1: Chen and Ben had the same points, a tie-break decided.",
        "Ben has not won an evening.",
    ]


def test_a_city_that_leads_alone_has_taken_the_lead(history: History) -> None:
    """After two episodes Chen and Anna have 2 marks each; after the first Chen led alone."""
    campaign = history.campaign
    first = history._replace(campaign=campaign._replace(played=campaign.played[:1]))
    said = [str(words) for words in tales.opening(first, story.story(first))]
    assert said[0] == "Chen took the lead in episode 1 and is ahead."
    turns = tales.turning_points(first, story.story(first))
    assert [(turn.episode, str(turn.words)) for turn in turns] == [
        (1, "Episode 1: Chen is the first to lead alone: +2 first in episode 1.")
    ]


@pytest.fixture
def changing(begun: Run) -> Run:
    """The bear wins three evenings, each with another player; its first player goes to the deer."""
    lines = [
        "episode result eagle=1 bear=9 deer=5 wolf=4",
        *("player leave bear", "player join bear Emil"),
        "episode result eagle=1 bear=9 deer=5 wolf=4",
        *("player leave bear", "player leave deer", "player join bear Fay", "player join deer Ben"),
        "episode result eagle=1 bear=9 deer=5 wolf=4",
    ]
    for line in lines:
        place_all(begun)
        assert begun(f"{line} --yes").code == 0
    return begun


def place_all(run: Run) -> None:
    """Place every owed sticker on the first square on which it may go."""
    while owed := json.loads(run("sticker owed --json").out or "{}").get("owed"):
        seat, kind, square = owed[0]["seat"], owed[0]["kind"], owed[0]["squares"][0]
        assert run(f"sticker place {seat} {kind} {square} --yes").code == 0


def said_of(db: Path) -> list[str]:
    """The opening and the turning points of the campaign in a database."""
    opened = database.open_database(db)
    with database.reading(opened) as session:
        found = campaigns.find(session, None, "Anna")
    opened.dispose()
    told = story.story(found)
    turns = [str(turn.words) for turn in tales.turning_points(found, told)]
    return [*map(str, tales.opening(found, told)), *turns]


def test_a_win_is_of_who_played_and_not_of_who_holds_the_city(changing: Run, db: Path) -> None:
    said = said_of(db)
    assert said[0] == "bear took the lead in episode 1 and is ahead."
    assert "Anna and Dora have not won an evening." in said
    assert not any("in a row" in words for words in said)


STATE = """
episode = 4
[cities.eagle]
marks = 6
[cities.bear]
marks = {bear}
[cities.deer]
marks = 7
[cities.wolf]
marks = 0
"""


@pytest.mark.parametrize(
    ("bear", "said"),
    [
        (9, ["Episode 4: Anna gets 2 progress marks at once: +2 first in episode 4."]),
        (
            7,
            [
                "Anna passed Ben and Chen in episode 4 and is ahead.",
                "Episode 4: Anna passes Ben and Chen: +2 first in episode 4.",
            ],
        ),
    ],
)
def test_a_campaign_that_began_elsewhere_tells_nothing_of_what_was_before(
    run: Run, db: Path, tmp_path: Path, bear: int, said: list[str]
) -> None:
    """The declared marks lead, and evenings before may have been won, and been closer."""
    path = tmp_path / "state.toml"
    path.write_text(STATE.format(bear=bear), "utf-8")
    for line in (
        f"{NEW} --from 4 --state '{path}' --yes",
        "envelope open 2 --yes",
        "episode result eagle=21 bear=10 deer=12 wolf=18 --yes",
    ):
        assert run(line).code == 0
    assert said_of(db) == said


def test_the_longest_wait_is_counted_in_evenings_played(history: History) -> None:
    """Everybody has won: Ben, who came to the last evening alone, has not waited for long."""
    campaign = history.campaign
    last = campaign.played[-1]
    first_of_ben = last._replace(
        sheets=tuple(sheet._replace(rank=1 + (sheet.seat != "bear")) for sheet in last.sheets),
        number=4,
    )
    without_ben = [
        played._replace(sheets=tuple(s for s in played.sheets if s.seat != "bear"))
        for played in campaign.played
    ]
    after = campaign._replace(played=(*without_ben, first_of_ben))
    waits = story.story(history._replace(campaign=after)).waits
    assert waits == (story.FirstWin("Dora", 3, 3),)


def test_who_has_left_may_have_waited_longest(begun: Run, db: Path) -> None:
    """Dora wins the fourth evening and leaves; Emil wins the first one that he plays."""
    for line in (
        "episode result eagle=9 bear=3 deer=2 wolf=1",
        "episode result eagle=1 bear=9 deer=2 wolf=3",
        "episode result eagle=1 bear=3 deer=9 wolf=2",
        "envelope open 2",
        "episode result eagle=1 bear=3 deer=2 wolf=9",
        "player join wolf Emil",
        "episode result eagle=1 bear=3 deer=2 wolf=9",
    ):
        place_all(begun)
        assert begun(f"{line} --yes").code == 0
    assert "Dora waited longest for a first win: until episode 4." in said_of(db)


def test_of_two_cities_of_one_player_the_cities_are_named(run: Run, db: Path) -> None:
    seats = "--seat eagle=Anna --seat bear=Anna --seat deer=Ben --seat wolf=Ben"
    results = (
        "eagle=20 bear=15 deer=12 wolf=10",
        "eagle=10 bear=20 deer=12 wolf=11",
        "eagle=14 bear=30 deer=0 wolf=10",
    )
    for line in (
        f"new Two --pack stand_in {seats}",
        "envelope open 1",
        *(f"episode result {scores}" for scores in results),
    ):
        place_all(run)
        assert run(f"{line} --yes").code == 0
    assert said_of(db) == [
        "bear passed eagle in episode 2 and is ahead.",
        "The lead changed hands once.",
        "The closest finish was episode 1: eagle before bear by 5 points.",
        "Ben has not won an evening.",
        "Episode 1: eagle is the first to lead alone: +2 first in episode 1.",
        "Episode 2: bear passes eagle: +2 first in episode 2.",
    ]


def test_a_city_that_others_passed_together_has_to_pass_them_again(begun: Run, db: Path) -> None:
    """Anna leads alone, then with Ben and Chen, behind both of them, with both, and alone again."""
    for line in (
        "episode result eagle=9 bear=5 deer=2 wolf=1",
        "episode result eagle=1 bear=5 deer=9 wolf=2",
        "episode result eagle=1 bear=9 deer=9 wolf=2",
        "envelope open 2",
        "episode result eagle=9 bear=1 deer=2 wolf=5",
        "episode result eagle=9 bear=1 deer=2 wolf=5",
    ):
        place_all(begun)
        assert begun(f"{line} --yes").code == 0
    said = said_of(db)
    assert said[0] == "Anna passed Ben and Chen in episode 5 and is ahead."
    assert said[1] == "The lead changed hands 2 times."
    assert "Episode 5: Anna passes Ben and Chen: +2 first in episode 5." in said


def test_no_finish_is_closer_than_a_shared_win(begun: Run, db: Path) -> None:
    assert begun("episode result eagle=20 bear=20 deer=20 wolf=10 --yes").code == 0
    assert "The closest finish was episode 1: Anna, Ben and Chen won together." in said_of(db)


@pytest.mark.parametrize(
    ("results", "said"),
    [
        (
            ("eagle=9 bear=5 deer=4 wolf=1", "eagle=3 bear=8 deer=12 wolf=1"),
            "The closest finishes were those of episodes 1 and 2: 4 points between the first two.",
        ),
        (
            ("eagle=9 bear=9 deer=4 wolf=1", "eagle=3 bear=12 deer=12 wolf=1"),
            "The closest finishes were those of episodes 1 and 2: several won together.",
        ),
        (
            (
                "eagle=9 bear=9 deer=4 wolf=1 --ranks 'eagle bear deer wolf'",
                "eagle=3 bear=12 deer=12 wolf=1 --ranks 'bear deer eagle wolf'",
            ),
            "The closest finishes were those of episodes 1 and 2: the first two had the same "
            "points, a tie-break decided.",
        ),
    ],
)
def test_finishes_that_are_equally_close_are_all_named(
    begun: Run, db: Path, results: tuple[str, ...], said: str
) -> None:
    for scores in results:
        place_all(begun)
        assert begun(f"episode result {scores} --yes").code == 0
    assert said in said_of(db)


def test_an_evening_whose_ranks_are_inked_is_not_the_closest(played: Run, db: Path) -> None:
    line = "episode edit 1 --inked 'eagle rank 1' --inked 'deer rank 2' --inked 'bear rank 3'"
    assert played(f"{line} --inked 'wolf rank 4' --yes --later keep").code == 0
    assert not any("closest finish" in words for words in said_of(db))


def test_from_that_card_on_and_not_before_the_winner_was_ahead(history: History) -> None:
    played = history.campaign.played[2]
    evening = chronicle.evening(played.record, played.setup, played.verdict)
    score = games.game_of_record(played.record).score
    ahead = story.deciding_card(evening.steps, score)
    assert ahead is not None
    names = {one.seat: one.player for one in played.participants}
    assert str(tales.ahead_in_words(ahead, names)) == (
        "Dora was ahead for good from card 21 (R4) on: 22 to 20 of Anna."
    )
    after_cards = [
        score(step.after)
        for step, following in zip(evening.steps, evening.steps[1:], strict=False)
        if following.move.seat == CHANCE
    ]
    alone = []
    for sheets in [*after_cards, score(evening.steps[-1].after)]:
        totals = {sheet.seat: sheet.total for sheet in sheets}
        others = [total for seat, total in totals.items() if seat != "wolf"]
        alone.append(totals["wolf"] > max(others))
    assert not alone[19]
    assert all(alone[20:])


def test_an_evening_that_a_tie_break_decided_has_no_such_card(history: History) -> None:
    played = history.campaign.played[0]
    evening = chronicle.evening(played.record, played.setup, played.verdict)
    assert story.deciding_card(evening.steps, games.game_of_record(played.record).score) is None


def test_the_page_opens_with_the_story_and_leads_to_the_evenings(history: History) -> None:
    text = pages.chronicle_of(history, pages.ChronicleChoices(proof=False))
    assert text.index("Ben has not won an evening.") < text.index("The boards today")
    assert 'href="#episode-3"' in text.partition("<section")[0]
    assert "Dora was ahead for good from card 21" in text
