"""The journal: appended to, never changed; and whatever was changed all the same is found."""

from __future__ import annotations

import json
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta, timezone
from itertools import product
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from campaign.services import sessions
from campaign.store import journal, payloads, schema, settings
from campaign.store.database import open_database, reading, writing
from campaign.store.errors import BadHead, BadPayload, DatabaseDamaged, StoreError
from campaign.store.journal import Entry
from tests.fixtures import ROOT
from tests.processes import GIVE_UP
from tests.store.conftest import NOW, Append

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_entries_come_back_as_they_were_added(database: sa.Engine, append: Append) -> None:
    added = [append(n=1, name="Zoë"), append(n=2)]
    with reading(database) as session:
        assert journal.read(session, "session/1") == tuple(added)
        assert journal.first(session, "session/1") == added[0]
    assert journal.chain_problems(added) == ()


@pytest.mark.parametrize("author", ["", " ", "a\nb", "a\0b", "\ud800", "\u202e", "x" * 61])
def test_an_author_has_a_name(sqlite: sa.Engine, author: str) -> None:
    with writing(sqlite) as session, pytest.raises(BadPayload):
        journal.append(session, "session/1", "test", {}, author=author, now=NOW)
    with writing(sqlite) as session, pytest.raises(BadPayload):
        settings.write(session, author, "key", "value")


def test_a_name_is_the_same_however_it_was_typed(database: sa.Engine) -> None:
    with writing(database) as session:
        settings.write(session, "Zoe\u0308", "key", "value")
        typed = journal.append(session, "session/1", "test", {}, author="Zoe\u0308", now=NOW)
    with reading(database) as session:
        assert settings.read(session, "Zo\u00eb", "key") == "value"
    assert typed.author == "Zo\u00eb"


STREAMS = ("", "session", "session/", "session/0", "session/01", "session/-1", "session/1/2",
           "Session/1", "session/\u0661", "session/1\n", "se%/1", "session/1\0")  # fmt: skip


@pytest.mark.parametrize("stream", STREAMS)
def test_a_stream_has_a_family_and_a_number(sqlite: sa.Engine, stream: str) -> None:
    with writing(sqlite) as session, pytest.raises(BadPayload):
        journal.append(session, stream, "test", {}, author="Anna", now=NOW)


@pytest.mark.parametrize("kind", ["", "Test", "a  b", "a b c d e", "a\0", "a\n", "x" * 21])
def test_a_kind_is_a_few_plain_words(sqlite: sa.Engine, kind: str) -> None:
    with writing(sqlite) as session, pytest.raises(BadPayload):
        journal.append(session, "session/1", kind, {}, author="Anna", now=NOW)


def test_a_time_knows_its_zone(sqlite: sa.Engine) -> None:
    with writing(sqlite) as session:
        with pytest.raises(BadPayload):
            journal.append(
                session, "session/1", "test", {}, author="A", now=NOW.replace(tzinfo=None)
            )
        ahead = NOW.astimezone(timezone(timedelta(hours=9)))
        added = journal.append(session, "session/1", "test", {}, author="A", now=ahead)
    assert added.recorded_at == "2026-11-20T21:00:00Z[+09:00]"
    assert added.day == "2026-11-21"


def test_streams_are_numbered_one_after_the_other(
    database: sa.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "TOGETHER", 5)
    for number in range(1, 13):
        with writing(database) as session:
            stream = journal.new_stream(session, "session")
            assert stream == f"session/{number}"
            for _ in range(2):
                journal.append(session, stream, "test", {}, author="Anna", now=NOW)
    with writing(database) as session:
        assert journal.new_stream(session, "campaign") == "campaign/1"
        journal.append(session, "sessions/99", "test", {}, author="Anna", now=NOW)
    names = tuple(f"session/{number}" for number in range(1, 13))
    with reading(database) as session:
        assert journal.streams(session, "session") == names
        family = tuple(journal.read_family(session, "session"))
        assert family == tuple(journal.read(session, name) for name in names)
        assert journal.streams(session, "campaign") == ()
        assert journal.first(session, "session/12") == family[-1][0]
        with pytest.raises(DatabaseDamaged, match="session/13 has no first entry"):
            journal.first(session, "session/13")


def test_a_new_stream_is_looked_up_by_the_names_of_a_few(sqlite: sa.Engine) -> None:
    """Its number is one more than the last, and no query goes through all names."""
    queries: list[tuple[str, Any]] = []
    with writing(sqlite) as session:
        connection = session.connection()

        @sa.event.listens_for(connection, "before_cursor_execute")
        def note(_1: Any, _2: Any, statement: str, parameters: Any, *_: Any) -> None:
            queries.append((statement, parameters))

        insert = "INSERT INTO entry VALUES (?, 1, 'test', '{}', 'Anna', '', '', '')"
        for number in range(1, 1235):
            queries.clear()
            assert journal.new_stream(session, "session") == f"session/{number}"
            assert len(queries) <= 5
            if number > 1230:
                for statement, parameters in tuple(queries):
                    plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                    assert "SCAN" not in " ".join(row.detail for row in plan), statement
            connection.exec_driver_sql(insert, (f"session/{number}",))
        assert journal.new_stream(session, "campaign") == "campaign/1"


def test_the_database_derives_the_number_of_a_stream(database: sa.Engine) -> None:
    """A name that this program does not give has none, and belongs to no family that is read."""
    good = {f"session/{number}": number for number in (1, 9, 10, 123456789)} | {"campaign/7": 7}
    bad = (
        "session/0",
        "session/01",
        "session//1",
        "session/",
        "session",
        "session/1x",
        "Session/1",
    )
    unguarded(
        database,
        *(
            f"INSERT INTO entry VALUES ('{name}', 1, 'test', '{{}}', 'Anna', '', '', '')"
            for name in (*good, *bad, "session/1234567890", "session/\u0661", "5", "")
        ),
    )
    with reading(database) as session:
        query = sa.select(journal.ENTRY.c.stream, journal.ENTRY.c.stream_number)
        rows = session.execute(query.where(journal.ENTRY.c.stream_number.is_not(None)))
        assert dict(map(tuple, rows)) == good
        assert journal.streams(session, "session") == tuple(good)[:4]
        assert journal.numbers_of(session, "campaign") == range(1, 8)


def test_what_was_corrected_is_found_by_an_index_of_its_own(sqlite: sa.Engine) -> None:
    """However many sessions there are: SQLite takes the last one made of two indexes alike."""
    plans: list[str] = []
    with reading(sqlite) as session:
        connection = session.connection()

        @sa.event.listens_for(connection, "before_cursor_execute")
        def note(_1: Any, _2: Any, statement: str, parameters: Any, *_: Any) -> None:
            if not statement.startswith("EXPLAIN"):
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plans.extend(row.detail for row in plan)

        journal.corrected_streams(session, "session")
        sessions.streams_withdrawn(session)
    assert [plan for plan in plans if "ix_entry" in plan] == [
        "SEARCH entry USING INDEX ix_entry_later (family=? AND stream_number>?)"
    ] * 2


def test_the_number_of_a_removed_stream_is_not_given_again(
    database: sa.Engine, append: Append
) -> None:
    append("session/1")
    append("session/2")
    unguarded(database, "DELETE FROM entry WHERE stream = 'session/2'")
    with writing(database) as session:
        assert journal.new_stream(session, "session") == "session/3"


def test_a_stream_that_lost_its_beginning_is_still_seen(
    database: sa.Engine, append: Append
) -> None:
    append("session/1")
    append("session/1")
    unguarded(database, "DELETE FROM entry WHERE seq = 1")
    with reading(database) as session:
        assert journal.streams(session, "session") == ("session/1",)
        assert journal.chain_problems(journal.read(session, "session/1"))
        with pytest.raises(DatabaseDamaged):
            journal.first(session, "session/1")


def unguarded(database: sa.Engine, *changes: str) -> None:
    """Change the journal as somebody would who holds the file."""
    with writing(database) as session:
        connection = session.connection()
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("ALTER TABLE entry DISABLE TRIGGER USER")
        else:
            for name in connection.exec_driver_sql(triggers).scalars().all():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
        for change in changes:
            connection.exec_driver_sql(change)


AGAIN = (
    "INSERT INTO entry SELECT stream, {}, kind, payload, author, recorded_at, {}, 'h' FROM entry"
)
CHANGES = (
    "UPDATE entry SET payload = '{}'",
    "DELETE FROM entry",
    AGAIN.format(5, "hash"),  # a gap
    AGAIN.format(0, "hash"),
    AGAIN.format(2, "'x'"),  # does not follow
    AGAIN.format(1, "''") + " WHERE true ON CONFLICT (stream, seq) DO UPDATE SET payload = '{}'",
    AGAIN.format(1, "''") + " WHERE true ON CONFLICT (stream, seq) DO NOTHING",
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
        text = payloads.canonical_json(payload)
        at = f"2026-11-20T21:0{seq}:00Z"
        digest = journal.entry_hash(previous, "session/1", seq, "test", "Anna", at, text)
        entries.append(Entry("session/1", seq, "test", payload, text, "Anna", at, previous, digest))
        previous = digest
    return entries


COLUMNS = [column.name for column in journal.FIELDS]


@pytest.mark.parametrize("column", COLUMNS)
def test_every_changed_column_of_a_stored_entry_is_found(
    database: sa.Engine, append: Append, column: str
) -> None:
    for n in range(3):
        append(n=n)
    value = "7" if column == "seq" else f"{column} || ' '"
    unguarded(database, f"UPDATE entry SET {column} = {value} WHERE seq = 2")
    with reading(database) as session:
        assert journal.chain_problems(journal.read(session, "session/1"))


def test_what_stands_in_a_damaged_entry_stays_on_one_line(
    database: sa.Engine, append: Append
) -> None:
    append(n=1)
    deep = "[" * 500 + "]" * 500
    unguarded(database, f"UPDATE entry SET payload = '{{\"a\":\n{deep}}}', hash = 'a\nb'")
    with reading(database) as session:
        problems = journal.chain_problems(journal.read(session, "session/1"))
    assert {problem.field for problem in problems} == {"payload", "hash"}
    assert all(str(problem).isprintable() for problem in problems)


def write(location: str, times: int) -> None:
    database = open_database(location, busy_ms=GIVE_UP * 1000)
    for n in range(times):
        with writing(database) as session:
            journal.append(session, "session/1", "test", {"n": n}, author="Anna", now=NOW)
    database.dispose()


def test_writers_at_the_same_time_make_one_chain(nothing: str) -> None:
    database = open_database(nothing)
    schema.ensure(database)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, [nothing] * 4, [25] * 4))
    with reading(database) as session:
        entries = journal.read(session, "session/1")
    database.dispose()
    assert [entry.seq for entry in entries] == list(range(1, 101))
    assert journal.chain_problems(entries) == ()


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
    assert journal.chain_problems(entries)


def test_an_entry_taken_from_the_middle_is_found() -> None:
    first, _, third = chain()
    assert journal.chain_problems([first, third])


def test_a_cut_tail_is_found_only_by_a_head_that_somebody_kept() -> None:
    entries = chain()
    assert journal.chain_problems(entries[:2]) == ()
    assert journal.short_head(entries[1].hash) != journal.short_head(entries[2].hash)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-payloads.LARGEST, payloads.LARGEST)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("abcxyz_", max_size=5), inner, max_size=3)
    ),
)


SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def character(c: str) -> str:
    return SHORT.get(c) or (c if c >= " " else f"\\u{ord(c):04x}")


def by_the_book(value: Any) -> str:
    """JSON as RFC 8785 writes it (its sections 3.2.1 to 3.2.3), texts composed."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            plain = unicodedata.normalize("NFC", value)
            return '"' + "".join(map(character, plain)) + '"'
        case list():
            return f"[{','.join(map(by_the_book, value))}]"
    return "{" + ",".join(f'"{key}":{by_the_book(value[key])}' for key in sorted(value)) + "}"


@pytest.mark.parametrize("numbers", [[1, 2**53], [-(2**53)], [1, 2.0], [1, 1j]])
def test_a_list_of_numbers_has_no_other_numbers(numbers: list[Any]) -> None:
    with pytest.raises(BadPayload):
        payloads.canonical_json({"n": numbers})


@given(st.dictionaries(st.text("abcxyz_", max_size=5), values, max_size=4))
def test_canonical_text_is_that_of_the_book_and_a_fixed_point(payload: dict[str, Any]) -> None:
    text = payloads.canonical_json(payload)
    assert text == by_the_book(payload)
    assert payloads.canonical_json(json.loads(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        r'{"half a character":"\ud83d", "whole":"\ud83d\ude00\/"}',
        '{"half a character":"\ud83d"}',
        f'{{"deep":{"[" * 300}{"]" * 300}}}',
        '{"twice":1, "large":[18446744073709551616, 1e400, -0], "twice":2}',
    ],
)
def test_a_payload_that_is_not_canonical_is_read_as_json(text: str) -> None:
    assert payloads.load(text) == json.loads(text)


def test_lists_within_lists_without_end_are_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(BadPayload):
        payloads.canonical_json({"value": endless})


@pytest.mark.parametrize(
    "value", [1.5, float("nan"), 2**53, -(2**53), "a\0b", "\ud800", b"bytes", {1: "x"}, {"é": 1}]
)
def test_what_cannot_be_kept_byte_for_byte_is_refused(value: object) -> None:
    with pytest.raises(BadPayload):
        payloads.canonical_json({"value": value})


def test_a_short_head_is_read_as_people_write_it() -> None:
    head = journal.short_head("f" * 64)
    assert head[4] == "-"
    for typed in (head.lower(), head.replace("-", ""), f" {head} ", head.replace("0", "O")):
        assert journal.read_short_head(typed) == head


def test_the_head_that_messages_and_pages_name_is_one() -> None:
    """Whoever typed the example was told that it is mistyped."""
    with pytest.raises(BadHead) as error:
        journal.read_short_head("")
    example = str(error.value).rpartition(" ")[2]
    assert example == journal.read_short_head(example)
    assert f"groups of four: `{example}`" in (ROOT / "docs" / "format.md").read_text("utf-8")


@pytest.mark.parametrize("typed", ["", "7QK2", "7QK2-9FM", "7QK2-9FMDD", "7QK2-9FU!"])
def test_what_is_no_head_is_refused(typed: str) -> None:
    with pytest.raises(BadHead):
        journal.read_short_head(typed)


@pytest.mark.parametrize("digest", [f"{n:016x}".ljust(64, "0") for n in (0, 2**63 + 5, 2**64 - 1)])
def test_every_single_wrong_character_is_found(digest: str) -> None:
    plain = journal.short_head(digest).replace("-", "")
    wrong = {plain[:i] + digit + plain[i + 1 :] for i, digit in product(range(8), DIGITS)}
    for typed in wrong - {plain}:
        with pytest.raises(BadHead):
            journal.read_short_head(typed)


@pytest.mark.parametrize("place", range(7))
def test_every_swap_of_neighbours_is_found(place: int) -> None:
    """All pairs of different neighbours at each place, the last of them with the check."""
    for one, other in product(range(32), range(32)):
        number = (one << 5 | other) << 5 * (5 - place) if place < 6 else one << 5 | other
        plain = journal.short_head(f"{number << 29:016x}").replace("-", "")
        swapped = plain[:place] + plain[place + 1] + plain[place] + plain[place + 2 :]
        if swapped != plain:
            with pytest.raises(BadHead):
                journal.read_short_head(swapped)
