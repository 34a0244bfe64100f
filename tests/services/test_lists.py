"""Lists and names are read from the projections: no record is replayed, however many there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from campaign.services import campaigns, changes, folding, founding, sessions_list
from campaign.services.projections.campaigns import update_campaign
from campaign.services.values import Author
from campaign.store import origins, projections, schema
from campaign.store.database import open_database, reading, writing
from campaign.store.decisions import SET_ASIDE, PlaceDecision
from campaign.store.models.every import PROJECTIONS
from campaign.store.models.sessions import Result, SessionLog
from engine.my_city.campaign import fold
from engine.my_city.campaign.entries import PlayerLeft
from tests.store.conftest import NOW

BY = Author("Anna", NOW)
COUNT = 40


@pytest.fixture
def database(tmp_path: Path) -> Iterator[sa.Engine]:
    made = open_database(tmp_path / "campaign.db")
    schema.ensure(made)
    yield made
    made.dispose()


@pytest.fixture
def many(database: sa.Engine) -> sa.Engine:
    """Campaigns of two players each; the first has lost its wolf."""
    with writing(database) as session:
        for number in range(1, COUNT + 1):
            seats = {"wolf": f"Dora {number}", "eagle": f"Anna {number}"}
            founded = founding.creation(
                f"Group {number}", seats, pack="stand_in", uid=f"u{number}", secret="s"
            )
            history = founding.begin(session, founded, BY)
            if number == 1:
                changes.add(session, history, PlayerLeft("wolf"), BY)
    return database


@pytest.fixture
def queries(many: sa.Engine) -> list[str]:
    asked: list[str] = []
    sa.event.listen(many, "before_cursor_execute", lambda *call: asked.append(call[2]))
    return asked


@pytest.fixture
def _no_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    def folded(*_: object) -> None:
        raise AssertionError("a campaign was folded")

    monkeypatch.setattr(fold, "campaign_of", folded)


@pytest.mark.usefixtures("_no_replay")
def test_many_campaigns_are_listed_with_five_queries(many: sa.Engine, queries: list[str]) -> None:
    with reading(many) as session:
        listed = campaigns.listed(session)
    assert [campaign.name for campaign in listed] == [f"Group {n}" for n in range(1, COUNT + 1)]
    assert listed[0] == campaigns.CampaignListing(
        called="Group 1",
        name="Group 1",
        players={"eagle": "Anna 1", "wolf": ""},
        next_episode=1,
        entries=2,
        last_entry="2026-11-20T21:00:00Z[+00:00]",
    )
    assert len([query for query in queries if query.startswith("SELECT")]) == 5


@pytest.mark.usefixtures("_no_replay")
def test_a_campaign_is_found_by_name_with_three_queries(
    many: sa.Engine, queries: list[str]
) -> None:
    with reading(many) as session:
        assert campaigns.stream_of(session, "Group 17", "Anna") == "campaign/17"
    assert len([query for query in queries if query.startswith("SELECT")]) == 3


def test_a_history_that_is_set_aside_is_listed_from_its_journal(many: sa.Engine) -> None:
    with writing(many) as session:
        parted = PlaceDecision("campaign/2", "parted")
        origins.decide(session, SET_ASIDE, parted, author="Anna", now=NOW)
        update_campaign(session, folding.read(session, "campaign/2"))
    with reading(many) as session:
        assert len(campaigns.listed(session)) == COUNT - 1
        (listed,) = campaigns.listed(session, campaigns.ListPlace.ASIDE)
        names = campaigns.names(session)
    assert (listed.called, listed.name) == ("Group 2 (history 2)", "Group 2")
    assert listed.players == {"eagle": "Anna 2", "wolf": "Dora 2"}
    assert names["campaign/2"] == "Group 2 (history 2)"


def test_a_campaign_whose_row_is_gone_keeps_its_name(many: sa.Engine) -> None:
    with writing(many) as session:
        projections.sync(session, "campaign/3", {}, PROJECTIONS)
    with reading(many) as session:
        assert campaigns.names(session)["campaign/3"] == "Group 3"


def test_sessions_are_listed_by_number_with_two_queries(
    many: sa.Engine, queries: list[str]
) -> None:
    with writing(many) as session:
        for number in range(1, 13):
            stream = f"session/{number}"
            log = SessionLog(
                stream=stream,
                episode=0,
                game="my-city",
                edition="1",
                recorded_at="2026-11-20T21:00:00Z",
                verdict="verified",
                as_played=number == 1,
                entry=1,
                number=number,
            )
            session.add(log)
            session.flush()
            for seat, score, rank in (("bear", 4, 2), ("eagle", 5, 1)):
                session.add(
                    Result(
                        stream=stream,
                        episode=0,
                        seat=seat,
                        player="Anna" if seat == "eagle" else None,
                        score=score,
                        replayed=score,
                        rank=rank,
                    )
                )
    queries.clear()
    with reading(many) as session:
        listed = sessions_list.listed(session)
    assert [row.number for row in listed] == list(range(1, 13))
    assert [(result.seat, result.player) for result in listed[11].results] == [
        ("eagle", "Anna"),
        ("bear", None),
    ]
    assert listed[0].log.as_played
    assert len([query for query in queries if query.startswith("SELECT")]) == 2
    with reading(many) as session:
        page = sessions_list.listed(session, last=3, before=11)
        assert sessions_list.count_before(session, 8) == 7
    assert [row.number for row in page] == [8, 9, 10]
    assert page == listed[7:10]
