"""The journal: appended to, never changed; and whatever was changed all the same is found."""

from __future__ import annotations

import json
import unicodedata
from itertools import product
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from campaign.store import journal
from campaign.store.database import reading, writing
from campaign.store.errors import BadHead, BadPayload, StoreError
from campaign.store.journal import Entry
from tests.store.conftest import NOW, Append

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_entries_come_back_as_they_were_added(database: sa.Engine, append: Append) -> None:
    added = [append(n=1, name="Zoë"), append(n=2)]
    with reading(database) as session:
        assert journal.read(session, "session/1") == tuple(added)
        assert journal.first(session, "session/1") == added[0]
    assert journal.verify(added) == ()


@pytest.mark.parametrize("author", ["", "a\nb", "a\0b", "x" * 61])
def test_an_author_has_a_name(sqlite: sa.Engine, author: str) -> None:
    with writing(sqlite) as session, pytest.raises(BadPayload):
        journal.append(session, "session/1", "test", {}, author=author, now=NOW)


def test_streams_are_numbered_one_after_the_other(database: sa.Engine) -> None:
    for number in range(1, 13):
        with writing(database) as session:
            stream = journal.new_stream(session, "session")
            assert stream == f"session/{number}"
            journal.append(session, stream, "test", {}, author="Anna", now=NOW)
    with reading(database) as session:
        assert journal.streams(session, "session")[-1] == "session/12"
        assert len(list(journal.read_family(session, "session"))) == 12
        assert journal.streams(session, "campaign") == ()


CHANGES = (
    "UPDATE entry SET payload = '{}'",
    "DELETE FROM entry",
    "INSERT INTO entry SELECT stream, 5, kind, payload, author, recorded_at, hash, hash FROM entry",
    "INSERT INTO entry SELECT stream, 2, kind, payload, author, recorded_at, 'x', hash FROM entry",
)


@pytest.mark.parametrize("change", CHANGES)
def test_the_journal_is_append_only(database: sa.Engine, append: Append, change: str) -> None:
    append(n=1)
    with pytest.raises(StoreError), writing(database) as session:
        session.connection().exec_driver_sql(change)
    with reading(database) as session:
        assert [entry.payload for entry in journal.read(session, "session/1")] == [{"n": 1}]


def test_replacing_an_entry_does_not_pass_behind_the_triggers(sqlite: sa.Engine) -> None:
    with writing(sqlite) as session:
        journal.append(session, "session/1", "test", {"n": 1}, author="Anna", now=NOW)
    replace = (
        "INSERT OR REPLACE INTO entry "
        "SELECT stream, seq, kind, '{}', author, recorded_at, previous_hash, hash FROM entry"
    )
    with pytest.raises(StoreError), writing(sqlite) as session:
        session.connection().exec_driver_sql(replace)


def test_emptying_the_journal_is_refused_by_the_server(database: sa.Engine, append: Append) -> None:
    append(n=1)
    if database.dialect.name == "postgresql":
        with pytest.raises(StoreError), writing(database) as session:
            session.connection().exec_driver_sql("TRUNCATE entry")


def chain() -> list[Entry]:
    """Three entries that follow each other."""
    entries: list[Entry] = []
    previous = ""
    for seq in (1, 2, 3):
        payload = {"n": seq}
        text = journal.canonical(payload)
        at = f"2026-11-20T21:0{seq}:00Z"
        digest = journal.link(previous, "session/1", seq, "test", "Anna", at, text)
        entries.append(Entry("session/1", seq, "test", payload, text, "Anna", at, previous, digest))
        previous = digest
    return entries


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(
    "change",
    [
        {"stream": "session/2"},
        {"seq": 9},
        {"kind": "other"},
        {"text": '{"n":7}', "payload": {"n": 7}},
        {"text": '{"n": 1}', "payload": {"n": 1}},
        {"author": "Ben"},
        {"recorded_at": "2025-01-01T00:00:00Z"},
        {"previous_hash": "0" * 64},
        {"hash": "0" * 64},
    ],
)
def test_every_changed_field_is_found(place: int, change: dict[str, Any]) -> None:
    entries = chain()
    entries[place] = entries[place]._replace(**change)
    assert journal.verify(entries)


def test_an_entry_taken_from_the_middle_is_found() -> None:
    first, _, third = chain()
    assert journal.verify([first, third])


def test_a_cut_tail_is_found_only_by_a_head_that_somebody_kept() -> None:
    entries = chain()
    assert journal.verify(entries[:2]) == ()
    assert journal.short_head(entries[1].hash) != journal.short_head(entries[2].hash)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-journal.LARGEST, journal.LARGEST)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("abcxyz_", max_size=5), inner, max_size=3)
    ),
)


@given(st.dictionaries(st.text("abcxyz_", max_size=5), values, max_size=4))
def test_canonical_text_is_a_fixed_point_and_says_the_same(payload: dict[str, Any]) -> None:
    text = journal.canonical(payload)
    again = json.loads(text)
    assert journal.canonical(again) == text
    assert again == json.loads(
        unicodedata.normalize("NFC", json.dumps(payload, ensure_ascii=False))
    )
    assert " " not in text.replace('" "', "") or '"' in text


@pytest.mark.parametrize(
    "value", [1.5, float("nan"), 2**53, -(2**53), "a\0b", "\ud800", b"bytes", {1: "x"}, {"é": 1}]
)
def test_what_cannot_be_kept_byte_for_byte_is_refused(value: object) -> None:
    with pytest.raises(BadPayload):
        journal.canonical({"value": value})


def test_a_short_head_is_read_as_people_write_it() -> None:
    head = journal.short_head("f" * 64)
    assert head[4] == "-"
    for typed in (head.lower(), head.replace("-", ""), f" {head} ", head.replace("0", "O")):
        assert journal.read_short_head(typed) == head


@pytest.mark.parametrize("typed", ["", "7QK2", "7QK2-9FM", "7QK2-9FMDD", "7QK2-9FU!"])
def test_what_is_no_head_is_refused(typed: str) -> None:
    with pytest.raises(BadHead):
        journal.read_short_head(typed)


@pytest.mark.parametrize("digest", [f"{n:016x}".ljust(64, "0") for n in (0, 2**63 + 5, 2**64 - 1)])
def test_every_single_wrong_character_and_every_swap_is_found(digest: str) -> None:
    plain = journal.short_head(digest).replace("-", "")
    wrong = {plain[:i] + digit + plain[i + 1 :] for i, digit in product(range(8), DIGITS)} | {
        plain[:i] + plain[i + 1] + plain[i] + plain[i + 2 :] for i in range(7)
    }
    for typed in wrong - {plain}:
        with pytest.raises(BadHead):
            journal.read_short_head(typed)
