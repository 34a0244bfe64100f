"""Every check of an audit finds something that no other one finds: a database for each of them.

A forged journal is chained anew, and its projections are derived again, so that nothing but the
forgery itself is left to be found.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from campaign.store import payloads
from tests.fixtures import CHAPTER, ETERNAL, Run, seal_again, tamper

DATABASE, TUESDAY, SESSIONS = "database", "Tuesday", "sessions outside a campaign"
GUARD = "SELECT sql FROM sqlite_master WHERE name = 'entry_no_update'"
Values = dict[str, Any]
DECLARED = """
episode = 4
[cities.eagle]
board = ["tree E9"]
[cities.bear]
"""


class Stage(NamedTuple):
    """A program with its database, in which there is a campaign that was played."""

    run: Run
    db: Path

    def forge(
        self, seq: int, change: Callable[[Values], Values], stream: str = "campaign/1"
    ) -> None:
        """Write another payload into an entry, in canonical form."""
        self.rewrite(seq, lambda text: payloads.canonical_json(change(json.loads(text))), stream)

    def rewrite(self, seq: int, change: Callable[[str], str], stream: str = "campaign/1") -> None:
        """Write another text into an entry of the journal, and chain all that follow anew."""
        with closing(sqlite3.connect(self.db)) as connection:
            (guard,) = connection.execute(GUARD).fetchone()
            connection.execute("DROP TRIGGER entry_no_update")
            where = "WHERE stream = ? AND seq = ?"
            (text,) = connection.execute(
                f"SELECT payload FROM entry {where}", [stream, seq]
            ).fetchone()
            values = [change(text), stream, seq]
            connection.execute(f"UPDATE entry SET payload = ? {where}", values)
            connection.execute(guard)
            connection.commit()
        seal_again(self.db)

    def last(self, kind: str) -> int:
        """The number of the campaign's last entry of a kind."""
        with closing(sqlite3.connect(self.db)) as connection:
            (number,) = connection.execute(
                "SELECT max(seq) FROM entry WHERE stream = 'campaign/1' AND kind = ?", [kind]
            ).fetchone()
        return int(number)

    def do(self, line: str | list[str]) -> None:
        """Run a command that goes well."""
        output = self.run(line)
        assert output.code == 0, output.err

    def failing(self) -> list[tuple[str, str]]:
        """What the audit of everything finds: subjects and checks."""
        output = self.run("audit --all --json")
        assert output.code == 3
        return [
            (audit["subject"], check["name"])
            for audit in json.loads(output.out)["audits"]
            for check in audit["checks"]
            if not check["ok"]
        ]


def with_values(**values: Any) -> Callable[[Values], Values]:
    return lambda payload: {**payload, **values}


def a_trigger_is_gone(stage: Stage) -> None:
    tamper(stage.db, "DROP TRIGGER entry_no_update")


def a_link_is_gone(stage: Stage) -> None:
    with closing(sqlite3.connect(stage.db)) as connection:
        query = "SELECT sql FROM sqlite_master WHERE name = 'chain_no_delete'"
        (sql,) = connection.execute(query).fetchone()
        connection.execute("DROP TRIGGER chain_no_delete")
        connection.execute("DELETE FROM chain WHERE number = (SELECT max(number) FROM chain)")
        connection.execute(sql)
        connection.commit()


def a_row_without_a_journal(stage: Stage) -> None:
    with closing(sqlite3.connect(stage.db)) as connection:
        row = list(connection.execute("SELECT * FROM campaign").fetchone())
        names = [column[1] for column in connection.execute("PRAGMA table_info(campaign)")]
        row[names.index("stream")], row[names.index("name")] = "campaign/9", "Friday"
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO campaign VALUES ({marks})", row)
        connection.commit()


def another_author(stage: Stage, stream: str = "campaign/1", name: str = "Ben") -> None:
    with closing(sqlite3.connect(stage.db)) as connection:
        (sql,) = connection.execute(GUARD).fetchone()
        connection.execute("DROP TRIGGER entry_no_update")
        connection.execute("UPDATE entry SET author = ? WHERE stream = ?", [name, stream])
        connection.execute(sql)
        connection.commit()


def an_author_with_an_escape(stage: Stage, stream: str = "campaign/1") -> None:
    another_author(stage, stream, "An\x1b[8mna")
    seal_again(stage.db)


def an_author_of_a_session_with_an_escape(stage: Stage) -> None:
    an_author_with_an_escape(stage, "session/1")


def blanks_in_a_payload(stage: Stage) -> None:
    stage.rewrite(2, lambda text: text.replace(":", ": "))


def another_seal(stage: Stage) -> None:
    def sealed(payload: Values) -> Values:
        return {**payload, "seals": {**payload["seals"], "8": "0" * 64}}

    stage.forge(1, sealed)
    stage.do("db rebuild --yes")


def a_sticker_on_a_mountain(stage: Stage) -> None:
    stage.forge(stage.last("sticker placed"), with_values(square="A1"))


def another_score(stage: Stage) -> None:
    def scored(payload: Values) -> Values:
        return {**payload, "record": payload["record"].replace("wolf = 22", "wolf = 23")}

    stage.forge(stage.last("episode recorded"), scored)


def a_sticker_twice(stage: Stage) -> None:
    """In a state that was declared: `campaign new` refuses it, an old program might not have."""
    stage.db.unlink()
    state = stage.db.with_name("state.toml")
    state.write_text(DECLARED, "utf-8")
    seats = ["--seat", "eagle=Anna", "--seat", "bear=Ben"]
    stage.do(["new", TUESDAY, *seats, "--from", "4", "--state", str(state)])

    def twice(payload: Values) -> Values:
        cities = payload["declared"]["cities"]
        eagle = {"board": cities["eagle"]["board"] * 2}
        return {
            **payload,
            "declared": {**payload["declared"], "cities": {**cities, "eagle": eagle}},
        }

    stage.forge(1, twice)


def a_score_that_cannot_be(stage: Stage) -> None:
    """In a record without moves: `episode record` refuses it, an old program did not."""

    def stated(payload: Values) -> Values:
        record = payload["record"].replace("wolf = 22", "wolf = 60")
        return {**payload, "record": MOVES.sub("", record)}

    stage.forge(stage.last("episode recorded"), stated)
    stage.do("db rebuild --yes")


def another_history_was_accepted(stage: Stage) -> None:
    stage.do("handover accept wolf --as Emil -o receipt.json")
    stage.forge(stage.last("city accepted"), with_values(head="0" * 64))


def another_mark_in_a_projection(stage: Stage) -> None:
    tamper(stage.db, "UPDATE city SET marks = 9 WHERE seat = 'eagle'")


def another_author_of_a_session(stage: Stage) -> None:
    another_author(stage, "session/1")


def another_score_of_a_session(stage: Stage) -> None:
    def scored(payload: Values) -> Values:
        return {**payload, "record": payload["record"].replace("bear = 11", "bear = 12")}

    stage.forge(1, scored, "session/1")
    stage.do("db rebuild --yes")


def another_score_in_the_projection_of_a_session(stage: Stage) -> None:
    tamper(stage.db, "UPDATE result SET score = 99 WHERE stream = 'session/1' AND seat = 'bear'")


MOVES = re.compile(r'(?s)^moves = """.*?^"""\n', re.MULTILINE)
FOUND_BY: dict[tuple[str, str], Callable[[Stage], None]] = {
    (DATABASE, "file and schema"): a_trigger_is_gone,
    (DATABASE, "database chain"): a_link_is_gone,
    (TUESDAY, "hash chain"): another_author,
    (TUESDAY, "payloads"): blanks_in_a_payload,
    (TUESDAY, "values"): an_author_with_an_escape,
    (TUESDAY, "seals"): another_seal,
    ("campaign/1", "campaign"): a_sticker_on_a_mountain,
    ("campaign/1", "replay"): another_score,
    (TUESDAY, "rights and marks"): a_sticker_twice,
    (TUESDAY, "corrections"): a_score_that_cannot_be,
    (TUESDAY, "tenures"): another_history_was_accepted,
    (TUESDAY, "stored views"): another_mark_in_a_projection,
    (SESSIONS, "hash chain"): another_author_of_a_session,
    (SESSIONS, "values"): an_author_of_a_session_with_an_escape,
    (SESSIONS, "replay"): another_score_of_a_session,
    (SESSIONS, "stored views"): another_score_in_the_projection_of_a_session,
    (DATABASE, "stored rows"): a_row_without_a_journal,
}
"""By subject and check what it alone finds. A campaign that cannot be folded has no name."""


@pytest.fixture
def stage(chapter: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAMPAIGN_KEY", str(tmp_path / "key.pem"))
    stage = Stage(chapter, db)
    stage.do(["session", "record", str(ETERNAL), "--yes"])
    return stage


@pytest.mark.parametrize(
    ("where", "change"), FOUND_BY.items(), ids=[", ".join(where) for where in FOUND_BY]
)
def test_a_check_finds_what_no_other_one_finds(
    stage: Stage, where: tuple[str, str], change: Callable[[Stage], None]
) -> None:
    assert 0 == stage.run("audit --all").code
    change(stage)
    assert [where] == stage.failing()


FOLLOWED = {
    "campaign db restore FILE": "db restore before.db --replace",
    "campaign db rebuild": "db rebuild --yes",
    "campaign undo --to 15": "undo --to 15 --yes",
    "campaign episode edit 3 FILE": "episode edit 3 record.toml --reason slip --yes",
}
"""By what a failed check says to type: the same as it is typed."""
IDLE = {(TUESDAY, "values"), (TUESDAY, "seals"), (TUESDAY, "rights and marks")}
IDLE |= {(SESSIONS, "values"), (SESSIONS, "replay")}
"""The checks whose remedy is no command that could mend what is forged here."""


@pytest.mark.parametrize(
    ("where", "change"),
    [(where, change) for where, change in FOUND_BY.items() if where not in IDLE],
    ids=[", ".join(where) for where in FOUND_BY if where not in IDLE],
)
def test_what_a_failed_check_says_to_type_helps(
    stage: Stage, where: tuple[str, str], change: Callable[[Stage], None], tmp_path: Path
) -> None:
    stage.do("db backup -o before.db")
    record = (CHAPTER / "episode-3.toml").read_text("utf-8")
    (tmp_path / "record.toml").write_text(record, "utf-8")
    change(stage)
    audits = json.loads(stage.run("audit --all --json").out)["audits"]
    (failed,) = (check for audit in audits for check in audit["checks"] if not check["ok"])
    stage.do(FOLLOWED[re.split(r" {2,}", failed["remedy"])[0]])
    assert stage.run("audit --all").code == 0


def test_what_is_said_to_type_names_one_of_several_campaigns(stage: Stage) -> None:
    """It would have taken back what was done in the campaign in use."""
    another_history_was_accepted(stage)
    stage.do("new Own --seat eagle=Emil --seat bear=Gus --yes")
    said = " ".join(stage.run("audit --all").out.split())
    assert f'campaign undo --to 15 --campaign "{TUESDAY}" takes back' in said
    stage.do(f"undo --to 15 --campaign '{TUESDAY}' --yes")
    assert stage.run("audit --all").code == 0


@pytest.mark.parametrize("kind", ["sticker placed", "episode recorded"])
def test_undo_takes_back_an_entry_that_an_old_program_should_have_refused(
    stage: Stage, kind: str
) -> None:
    change = a_sticker_on_a_mountain if kind == "sticker placed" else another_score
    change(stage)
    for line in ("status", "history", "sticker owed"):
        output = stage.run(line)
        assert (output.code, "campaign undo   takes this entry back" in output.err) == (6, True)
    if kind == "sticker placed":  # the evening after it does not hold without it
        refused = stage.run("undo --yes")
        assert (refused.code, "add --and-later" in refused.err) == (6, True)
        stage.do("undo --yes --and-later")
    else:
        stage.do("undo --yes")
    assert stage.run("status").code == 0
    assert stage.run("audit --all").code == 0


def test_a_declared_state_that_does_not_add_up_is_begun_again_under_another_name(
    stage: Stage,
) -> None:
    a_sticker_twice(stage)
    said = " ".join(stage.run("audit").out.split())
    assert "-> campaign new NAME --from 4 --state FILE begins it again" in said
    state = stage.db.with_name("state.toml")
    seats = ["--seat", "eagle=Anna", "--seat", "bear=Ben"]
    stage.do(["new", "Again", *seats, "--from", "4", "--state", str(state)])
    assert stage.run("audit --campaign Again").code == 0


def test_there_is_a_database_for_every_check(stage: Stage) -> None:
    audits = json.loads(stage.run("audit --all --json").out)["audits"]
    checks = {(audit["subject"], check["name"]) for audit in audits for check in audit["checks"]}
    assert checks == {(subject.replace("campaign/1", TUESDAY), name) for subject, name in FOUND_BY}


def test_a_state_that_an_audit_would_not_pass_begins_no_campaign(
    run: Run, db: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state.toml"
    state.write_text(DECLARED.replace('["tree E9"]', '["tree E9", "tree E9"]'), "utf-8")
    seats = ["--seat", "eagle=Anna", "--seat", "bear=Ben"]
    output = run(["new", TUESDAY, *seats, "--from", "4", "--state", str(state)])
    assert (output.code, db.exists()) == (6, False)
    assert "state: eagle: tree E9 twice on its board" in output.err
