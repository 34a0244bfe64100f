"""Origins: derived from what a database has decided, also where that was decided long ago."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from alembic import command

from campaign.services import forms
from campaign.services.audit import database as whole
from campaign.services.audit import run
from campaign.store import chain, continuity, decisions, journal, origins, schema, upgrade
from campaign.store.database import open_database, reading, writing
from campaign.store.decisions import AdoptionDecision, PlaceDecision
from campaign.store.journal import Entry
from campaign.store.origins import Origin, OriginMismatch

NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)
ASIDE = 'from "Zoë", diverged after entry 1, not followed on 2026-11-20'
CHAINED = "0006"
"""The schema from which on a database has one chain over all entries."""


def entry(stream: str, before: str, number: int, sealed_as: str = "campaign/1") -> Entry:
    """An entry of a history whose chain calls it `sealed_as`."""
    text = f'{{"uid":"u1","n":{number}}}'
    at = "2026-11-20T21:00:00Z"
    digest = journal.entry_hash(before, sealed_as, number, "test", "Anna", at, text)
    return Entry(stream, number, "test", {}, text, "Anna", at, before, digest)


def written(connection: sa.Connection, schema_before: str, entries: list[Entry]) -> None:
    """Store entries as a program with an older schema did."""
    connection.execute(sa.insert(journal.ENTRY), [journal.row_of(one) for one in entries])
    if schema_before >= CHAINED:
        links = chain.links(None, ((one.stream, one.seq, one.hash) for one in entries))
        connection.execute(sa.insert(chain.CHAIN), [link._asdict() for link in links])


@pytest.mark.parametrize("before", ["0003", "0005", "0006", "0010"])
def test_what_an_older_schema_has_set_aside_becomes_an_entry(nothing: str, before: str) -> None:
    database = open_database(nothing)
    first = entry("campaign/1", "", 1)
    ours, theirs = entry("campaign/1", first.hash, 2), entry("campaign/2", first.hash, 2)
    with database.begin() as connection:
        command.upgrade(upgrade.config(connection), before)
        written(connection, before, [first, ours, first._replace(stream="campaign/2"), theirs])
        for stream in ("campaign/2", "campaign/9"):
            values = {"stream": stream, "sealed_as": "campaign/1", "aside": ASIDE}
            connection.execute(sa.insert(origins.ORIGIN), values)
    schema.ensure(database)
    with reading(database) as session:
        entries = journal.read(session, decisions.STREAM)
        assert [(one.kind, one.author) for one in entries] == [
            ("origin found", "upgrade to schema 0011")
        ]
        assert journal.chain_problems(entries) == ()
        assert list(forms.problems(entries, decisions.KINDS)) == []
        examined = continuity.examine(session)
        assert (examined.problems, examined.end and examined.end.number) == ((), 5)
        found = Origin("campaign/1", ASIDE)
        assert origins.decided_origins(session) == {"campaign/2": found}
        assert origins.origin_of(session, "campaign/2") == found
        # A row without a history is explained by nothing.
        assert list(origins.origin_mismatches(session)) == [
            OriginMismatch("campaign/9", found, None)
        ]
        stored = whole.audit_decisions(session)[1]
        assert [words.partition(" is stored")[0] for words in stored.problems] == ["campaign/9"]
    with writing(database) as session:
        assert [one.stream for one in run.rebuild_origins(session)] == ["campaign/9"]
    with reading(database) as session:
        assert [(check.problems, str(check.note)) for check in whole.audit_decisions(session)] == [
            ((), "1 entry: 1 history only to be read, 1 found by an upgrade of the database"),
            ((), "as decided"),
        ]
    database.dispose()


def upgraded(address: str, decided: Entry, aside: str) -> list[OriginMismatch]:
    """What is misstated in a database of schema 0010 with one decision, after its upgrade.

    A row sets its only campaign aside.
    """
    database = open_database(address)
    with database.begin() as connection:
        command.upgrade(upgrade.config(connection), "0010")
        written(connection, "0010", [entry("campaign/1", "", 1), decided])
        values = {"stream": "campaign/1", "sealed_as": "campaign/1", "aside": aside}
        connection.execute(sa.insert(origins.ORIGIN), values)
    schema.ensure(database)
    with reading(database) as session:
        assert [one.kind for one in journal.read(session, decisions.STREAM)] == [decided.kind]
        misstated = list(origins.origin_mismatches(session))
    database.dispose()
    return misstated


def decision(kind: str, text: str) -> Entry:
    """The first decision of a database."""
    at = "2026-11-20T21:00:00Z"
    digest = journal.entry_hash("", decisions.STREAM, 1, kind, "Anna", at, text)
    return Entry(decisions.STREAM, 1, kind, {}, text, "Anna", at, "", digest)


def test_what_was_withdrawn_has_its_entry(nothing: str) -> None:
    withdrawal = decision(decisions.WITHDRAWN, '{"campaign":"u1"}')
    assert upgraded(nothing, withdrawal, "withdrawn by Anna on 2026-11-20") == []


def test_an_upgrade_explains_no_row_where_histories_were_decided_about(nothing: str) -> None:
    """As where somebody sets the schema back, so that a row would be explained."""
    followed = decision(decisions.FOLLOWED, '{"stream":"campaign/2"}')
    (one,) = upgraded(nothing, followed, "diverged, set aside by Anna")
    assert (one.stream, one.decided) == ("campaign/1", None)


def test_a_decision_stores_the_origin_that_is_derived_from_it(database: sa.Engine) -> None:
    """A row that no entry explains stands neither in the way of a decision nor is it decided."""
    with writing(database) as session:
        other = {"stream": "campaign/1", "sealed_as": "campaign/1", "aside": "by hand"}
        session.execute(sa.insert(origins.ORIGIN).values(other))
        for kind, decision, expected in (
            (
                decisions.ADOPTED,
                AdoptionDecision("campaign/2", "campaign/1", 1, 3, "Ben"),
                Origin("campaign/1"),
            ),
            (decisions.SET_ASIDE, PlaceDecision("campaign/2", "why"), Origin("campaign/1", "why")),
            (decisions.FOLLOWED, PlaceDecision("campaign/2"), Origin("campaign/1")),
            (
                decisions.CARRIED_OVER,
                PlaceDecision("campaign/2", "both"),
                Origin("campaign/1", "both"),
            ),
            (decisions.SET_ASIDE, PlaceDecision("campaign/3", "why"), Origin("campaign/3", "why")),
            (decisions.FOLLOWED, PlaceDecision("campaign/3"), Origin("campaign/3")),
        ):
            assert origins.decide(session, kind, decision, author="Anna", now=NOW) == expected
            assert origins.origin_of(session, decision.stream) == expected
        assert origins.decided_origins(session) == {"campaign/2": Origin("campaign/1", "both")}
        assert [one.stream for one in origins.origin_mismatches(session)] == ["campaign/1"]
        entries = journal.read(session, decisions.STREAM)
        assert list(forms.problems(entries, decisions.KINDS)) == []


def test_a_rebuild_derives_origins_from_decisions(database: sa.Engine) -> None:
    with writing(database) as session:
        kept = PlaceDecision("campaign/7", "why")
        origins.decide(session, decisions.SET_ASIDE, kept, author="Anna", now=NOW)
        session.execute(sa.update(origins.ORIGIN).values(stream="campaign/1"))
        rebuilt = run.rebuild(session)
        stated = Origin("campaign/7", "why")
        assert rebuilt.misstated == (
            OriginMismatch("campaign/1", stated, None),
            OriginMismatch("campaign/7", None, stated),
        )
        assert origins.origin_of(session, "campaign/7") == stated
        assert list(origins.origin_mismatches(session)) == []
