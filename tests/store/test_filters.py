"""Filters and photos on both kinds of database: a query leaves out nothing that is wanted."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import sqlalchemy as sa

from campaign.services import photos, sessions, sessions_corrections, sessions_list
from campaign.services.audit import photos as of_photos
from campaign.services.filters import PlayFilter
from campaign.services.photos_cleaning import CleanPhoto
from campaign.services.values import Author
from campaign.store import photos as store
from campaign.store.database import reading, writing
from engine.kernel.details import Details
from tests.store.conftest import NOW

EXAMPLES = Path(__file__).parents[2] / "examples"
BY = Author("Anna", NOW)
PLACES = ("club", "Café Zur Post", "")


def test_a_query_leaves_out_nothing_that_is_wanted(database: sa.Engine) -> None:
    with writing(database) as session:
        for name, place in product(("eternal", "machi-koro", "quadropolis"), PLACES):
            text = (EXAMPLES / f"{name}.toml").read_text("utf-8")
            sessions.keep(session, sessions.preview(text), BY, Details(place))
    days = "", "2026-11-15"
    every = product(
        ("", "Anna", "Chen"), ("", "my-city"), ("", "post"), days, days, ("", "verified")
    )
    with reading(database) as session:
        rows = sessions_list.listed(session)
        assert len(rows) == 9
        for wanted in map(PlayFilter._make, every):
            numbers = [row.number for row in rows if wanted.lets(row.facts)]
            assert [row.number for row in sessions_list.listed(session, wanted=wanted)] == numbers
        meant = sessions_list.resolved_filter(session, PlayFilter(player="CHE", game="Machi Koro"))
        assert (meant.player, meant.game) == ("Chen", "machi-koro")


def test_photos_are_found_wherever_the_database_lies(database: sa.Engine, tmp_path: Path) -> None:
    text = (EXAMPLES / "eternal.toml").read_text("utf-8")
    data = store.BEGINS + b"pixels"
    store.save(tmp_path, data)
    photo = store.hash_of(data)
    with writing(database) as session:
        outside = sessions.keep(session, sessions.preview(text), BY)
        added = photos.add_to_session(outside, CleanPhoto(data, 1, 1, ()), photo, "bear")
        sessions_corrections.correct(session, added, BY)
    with reading(database) as session:
        (found,) = photos.every(session, tmp_path)
        assert (found.session, found.photo.seat, found.state) == (1, "bear", "here")
        assert [one.state for one in photos.every(session, None)] == ["missing"]
        (check,) = of_photos.check(session, tmp_path)
        assert (check.ok, str(check.note)) == (True, "1 photo")
