"""A change is kept as it was previewed; where somebody wrote in between, it is decided again."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from benchmarks.counting import counted
from campaign.services import changes, episodes, folding, founding
from campaign.services.audit import run
from campaign.services.corrections import amending, cascade, undoing
from campaign.services.corrections.decisions import DRAFT, FixedDecisions
from campaign.services.errors import UnknownName
from campaign.services.handover import histories
from campaign.services.values import Author, History
from campaign.store import schema
from campaign.store.database import open_database, reading, writing
from engine.kernel.errors import NotAllowed
from engine.my_city.campaign.entries import CityNamed, StickerPlaced
from tests.store.conftest import NOW
from tests.store.test_projections import EXAMPLES, SEATS

ANNA, BEN = Author("Anna", NOW), Author("Ben", NOW)
FIRST = (EXAMPLES / "chapter-1" / "episode-1.toml").read_text("utf-8")


@pytest.fixture
def begun(database: sa.Engine) -> History:
    """A campaign with its first envelope open."""
    founded = founding.creation("Tuesday", SEATS, pack="stand_in", uid="u1", secret="s1")
    with writing(database) as session:
        history = founding.begin(session, founded, ANNA)
        return changes.add(session, history, changes.opening_entry(session, history, 1), ANNA)


@pytest.fixture
def played(database: sa.Engine, begun: History) -> History:
    """The same with its first episode recorded, stickers owed."""
    with writing(database) as session:
        return episodes.keep(session, episodes.preview(begun, FIRST), ANNA)


def named(
    database: sa.Engine, history: History, name: str = "Rivers", by: Author = ANNA
) -> History:
    """The campaign after somebody has given a city its name."""
    with writing(database) as session:
        return changes.add(session, history, CityNamed("eagle", name), by)


def sound(database: sa.Engine, history: History, entries: int) -> None:
    """The campaign is whole, its projections are as derived, and it has so many entries."""
    with reading(database) as session:
        assert run.audit_campaign(session, history.stream).ok
        assert entries == len(folding.read(session, history.stream).entries)


def test_what_was_previewed_is_kept_without_another_replay(
    database: sa.Engine, begun: History
) -> None:
    preview = episodes.preview(begun, FIRST)
    with counted() as calls, writing(database) as session:
        history = episodes.keep(session, preview, ANNA)
    assert not calls
    assert history.campaign is preview.after
    with reading(database) as session:
        assert folding.read(session, history.stream) == history
    sound(database, history, 3)


def test_whoever_is_second_to_record_an_episode_learns_who_was_first(
    database: sa.Engine, begun: History
) -> None:
    first, second = (episodes.preview(begun, FIRST) for _ in range(2))
    with writing(database) as session:
        history = episodes.keep(session, first, ANNA)
    with (
        pytest.raises(
            NotAllowed, match=r"episode 1 is recorded already, by Anna at 2026-"
        ) as refusal,
        writing(database) as session,
    ):
        episodes.keep(session, second, BEN)
    assert "campaign episode show 1" == refusal.value.remedy
    sound(database, history, 3)


def test_what_still_stands_is_folded_anew_and_kept(database: sa.Engine, begun: History) -> None:
    preview = episodes.preview(begun, FIRST)
    named(database, begun, by=BEN)
    with writing(database) as session:
        history = episodes.keep(session, preview, ANNA)
    assert ["Ben", "Anna"] == [entry.author for entry in history.entries[-2:]]
    assert "Rivers" == history.campaign.city("eagle").name
    assert 1 == len(history.campaign.played)
    sound(database, history, 4)


def test_what_stands_no_more_is_refused(database: sa.Engine, played: History) -> None:
    tree = StickerPlaced("eagle", "tree", "G1")
    first, second = (changes.preview(played, tree) for _ in range(2))
    with writing(database) as session:
        history = changes.keep(session, first, ANNA)
    with pytest.raises(NotAllowed, match="not owed a tree"), writing(database) as session:
        changes.keep(session, second, BEN)
    sound(database, history, 4)


def test_a_correction_that_is_the_same_is_kept(database: sa.Engine, played: History) -> None:
    text = FIRST.replace('deer = "Chen"', 'deer = "Charlie"')
    assert text != FIRST
    amend = partial(
        amending.amend,
        number=1,
        text=text,
        reason="x",
        as_played=False,
        decide=FixedDecisions(DRAFT),
    )
    shown = amend(played)
    named(database, played)
    with writing(database) as session:
        history = cascade.keep(session, shown, amend, ANNA).history
    assert "Rivers" == history.campaign.city("eagle").name
    sound(database, history, 5)


def test_a_correction_that_would_be_another_one_is_refused(
    database: sa.Engine, played: History
) -> None:
    undo = partial(undoing.preview_undo, author="Anna", to=None, reason="x", and_later=True)
    shown = undo(played)
    history = named(database, played, by=BEN)
    with (
        pytest.raises(
            NotAllowed, match=r"Ben has added entry 4 at 2026-.*not be the one"
        ) as refusal,
        writing(database) as session,
    ):
        cascade.keep(session, shown, undo, ANNA)
    assert "give the command again" == refusal.value.remedy
    sound(database, history, 4)


def test_a_history_that_was_set_aside_takes_nothing(database: sa.Engine, begun: History) -> None:
    change = changes.preview(begun, CityNamed("eagle", "Rivers"))
    with writing(database) as session:
        histories.set_aside(session, begun, "parted after entry 2", ANNA)
    with pytest.raises(NotAllowed, match="can only be read"), writing(database) as session:
        changes.keep(session, change, ANNA)


def test_another_campaign_in_its_place_takes_nothing(begun: History, tmp_path: Path) -> None:
    change = changes.preview(begun, CityNamed("eagle", "Rivers"))
    other = open_database(tmp_path / "other.db")
    schema.ensure(other)
    founded = founding.creation("Friday", SEATS, pack="stand_in", uid="u2", secret="s2")
    with writing(other) as session:
        friday = founding.begin(session, founded, BEN)
    with (
        pytest.raises(UnknownName, match="Tuesday is not in this database"),
        writing(other) as session,
    ):
        changes.keep(session, change, ANNA)
    sound(other, friday, 1)
    other.dispose()
