"""Any number of corrections of sessions leave what would have been recorded straight: by chance.

    walk      record, by scores or with moves, import, note, edit, withdraw, reinstate, take an
              import back, add and remove photos, merge, part and rename players; a campaign beside
              them is recorded, undone and withdrawn; audited after each
    straight  a new database, in which what counts in the end is recorded once, with its persons

Lists, statistics, pages of players and exports of both are equal, but for numbers and times.
"""

from __future__ import annotations

import csv
import io
import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.services import games
from campaign.services.projections.sessions import digest_of
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.record import Record, format_record, parse_record
from tests.fixtures import Output, Run
from tests.soak import count

STEPS = count(16, 40)
SEEDS = range(count(1, 300, ci=3))
NAMES = ("Anna", "Ben", "Chen", "Dora", "Anna K.", "=Emil", "Zoë")
GAMES = ("machi-koro", "quadropolis", "dilluvia")
NEW = "new Tuesday --yes"
EPISODE = "episode result eagle=3 bear=2 --yes --played 2026-01-02"
WHEN = (
    *("recorded_at", "play", "session", "head", "id", "number", "entries"),
    *("withdrawn", "also", "since", "until"),
)
"""Columns and keys that say when something was entered or in which order, and not what counts."""


@dataclass
class Kept:
    """What should count of a session: the versions of its record, and what was noted of it."""

    versions: list[tuple[Record, bool]]
    current: int = 0
    row: str = ""
    """The rows of the spreadsheet from which it came."""
    details: dict[str, Any] = field(default_factory=dict)
    withdrawn: str = ""
    photos: int = 0


def record_of(one: Kept) -> str:
    """The record that counts of a session, as it is stored."""
    return format_record(one.versions[one.current][0])


class Walk:
    """A club that records, imports and corrects by chance, and what should count of that."""

    def __init__(self, run: Run, folder: Path, seed: int) -> None:
        self.run, self.folder, self.chance = run, folder, Random(seed)
        self.log: list[str] = []
        self.made: list[Record] = []
        self.sessions: list[Kept] = []
        self.imports: list[range] = []
        self.person_of: dict[str, str] = {}
        self.does(f"{NEW} --seat eagle=Anna --seat bear=Ben")

    def does(self, line: str, stdin: str = "") -> Output:
        """Run a command, which does what it says or is refused in words."""
        output = self.run(line, stdin)
        self.log.append(f"{output.code}  {line}  {stdin}")
        assert output.code in (0, 2, 4, 6), (self.log, output.err)
        return output

    def person(self, name: str) -> str:
        while name in self.person_of:
            name = self.person_of[name]
        return name

    def file(self, record: Record) -> str:
        path = self.folder / f"{len(self.log)}.toml"
        path.write_text(format_record(record), "utf-8")
        return shlex.quote(str(path))

    def step(self) -> None:
        deeds = [
            *[self.record] * 4,
            *[self.spreadsheet] * 2,
            self.records,
            *[self.edit] * 2,
            *[self.withdraw] * 2,
            *[self.reinstate] * 2,
            *[self.note] * 2,
            self.take_back,
            self.bring_back,
            self.photo,
            self.merge,
            self.part,
            self.rename,
            self.campaign,
        ]
        self.chance.choice(deeds)()
        audit = self.run("audit --all")
        assert audit.code == 0, (self.log, audit.out, audit.err)

    def a_record(self, game: str = "") -> Record:
        """A game on a day of its own, with moves or with its scores alone; or an earlier one."""
        game = game or self.chance.choice(GAMES)
        earlier = [record for record in self.made if record.game == game]
        if earlier and self.chance.random() < 0.15:
            return self.chance.choice(earlier)
        self.made.append(self.new_record(game))
        return self.made[-1]

    def new_record(self, game: str) -> Record:
        rules = games.find(game)
        seats = rules.SEATS[: self.chance.choice((2, 2, 3))]
        day = date(2024, 1, 1) + timedelta(len(self.made))
        names = dict(zip(seats, self.chance.sample(NAMES, len(seats)), strict=True))
        if self.chance.random() < 0.4:
            setup = Setup(seats, dict(rules.ALONE))
            record = deal(rules, setup, self.chance.randrange(3), played=day)
            record = record._replace(names=names)
            if self.chance.random() < 0.3:
                record = record._replace(result={s: p + 1 for s, p in record.result.items()})
            return record
        scores = {seat: self.chance.randint(0, 4) for seat in seats}
        record = Record(game, rules.EDITION, seats, dict(rules.ALONE), day, names=names)
        return record._replace(result=scores)

    def details(self) -> dict[str, Any]:
        some = {"place": "Café", "minutes": 30 + self.chance.randrange(3), "note": "it 'rained'"}
        return {key: value for key, value in some.items() if self.chance.random() < 0.4}

    def options(self, details: dict[str, Any]) -> str:
        named = {"where" if key == "place" else key: value for key, value in details.items()}
        return " ".join(f"--{key}={shlex.quote(str(value))}" for key, value in named.items())

    def some(self, withdrawn: bool = False) -> int | None:
        there = [n for n, s in enumerate(self.sessions, 1) if bool(s.withdrawn) is withdrawn]
        return self.chance.choice(there) if there else None

    def kept(self, number: int) -> Record:
        """The record of a session as the program shows it."""
        shown = json.loads(self.run(f"session show {number} --json").out)
        return parse_record(shown["record"])

    def record(self) -> None:
        record, details = self.a_record(), self.details()
        line = f"session record {self.file(record)} --yes --doubles --as-played"
        if self.does(f"{line} {self.options(details)}").code == 0:
            number = len(self.sessions) + 1
            shown = json.loads(self.run(f"session show {number} --json").out)
            assert shown["stated"] == record.result
            self.sessions.append(Kept([(parse_record(shown["record"]), shown["as_played"])]))
            self.sessions[-1].details = details

    def spreadsheet(self) -> None:
        """Import a spreadsheet of a few plays."""
        rows, head = [], "game,played,play,player,score,winner,place,minutes,note\n"
        for number in range(self.chance.randint(1, 3)):
            record, noted = self.a_record(), self.details()
            won = self.chance.choice([*record.seats, None])
            out = io.StringIO()
            write = csv.writer(out, lineterminator="\n")
            day, play = record.played, f"{len(self.log)}.{number}"
            said = [noted.get(key, "") for key in ("place", "minutes", "note")]
            for seat in record.seats:
                name = record.names[seat]
                cells = ["'" * name.startswith("=") + name, record.result[seat], seat == won]
                write.writerow([record.game, day, play, *cells, *said])
            record = record._replace(moves=None)
            rows.append(Kept([(record, False)], row=head + out.getvalue(), details=noted))
        text = head + "".join(one.row.removeprefix(head) for one in rows)
        output = self.does("import csv - --yes --doubles --json", text)
        if output.code == 0:
            made = [one for one in rows if self.can_play(one.versions[0][0])]
            assert len(json.loads(output.out)["sessions"]) == len(made), (self.log, output)
            self.came(made)

    def came(self, made: list[Kept]) -> None:
        if made:
            self.imports.append(range(len(self.sessions), len(self.sessions) + len(made)))
            self.sessions += made

    def can_play(self, record: Record) -> bool:
        people = [self.person(name) for name in record.names.values()]
        return len(set(people)) == len(people)

    def records(self) -> None:
        """Import a folder of records; those that are here already are not kept again."""
        folder = self.folder / f"folder-{len(self.log)}"
        folder.mkdir()
        there = {
            digest_of(format_record(record))
            for one in self.sessions
            for record, _ in one.versions
            if not one.withdrawn.startswith("import")
        }
        made = []
        for number in range(self.chance.randint(1, 3)):
            record = self.a_record()
            (folder / f"{number}.toml").write_text(format_record(record), "utf-8")
            canonical = format_record(record)
            if digest_of(canonical) not in there:
                there.add(digest_of(canonical))
                made.append(record)
        output = self.does(f"import records '{folder}' --yes --as-played --json")
        if output.code == 0:
            first = len(self.sessions)
            said = json.loads(output.out)["records"]
            new = [one["session"] for one in said if one["session"]]
            assert len(new) == len(made), (self.log, said)
            shown = [json.loads(self.run(f"session show {n} --json").out) for n in new]
            self.came([Kept([(parse_record(s["record"]), s["as_played"])]) for s in shown])
            assert all(self.can_play(one.versions[0][0]) for one in self.sessions[first:])

    def edit(self) -> None:
        if number := self.some():
            one = self.sessions[number - 1]
            record = self.a_record(one.versions[0][0].game)
            if self.chance.random() < 0.4:
                record = one.versions[one.current][0]._replace(played=record.played)
            line = f"session edit {number} {self.file(record)} --reason slip --yes --as-played"
            if self.does(line).code == 0:
                shown = json.loads(self.run(f"session show {number} --json").out)
                one.versions.append((parse_record(shown["record"]), shown["as_played"]))
                one.current = len(one.versions) - 1

    def withdraw(self) -> None:
        if number := self.some():
            assert self.does(f"session withdraw {number} --reason double --yes").code == 0
            self.sessions[number - 1].withdrawn = "double"

    def reinstate(self) -> None:
        if self.chance.random() < 0.3 and (number := self.some()):
            one = self.sessions[number - 1]
            version = self.chance.randint(1, len(one.versions))
        elif number := self.some(withdrawn=True):
            one = self.sessions[number - 1]
            older = self.chance.randrange(len(one.versions))
            version = 1 + self.chance.choice([one.current, older])
        else:
            return
        line = f"session reinstate {number} --record-version {version} --yes"
        if self.does(line).code == 0:
            one.current, one.withdrawn = version - 1, ""
            assert self.can_play(one.versions[one.current][0]), self.log

    def note(self) -> None:
        if number := self.some():
            details = self.details()
            one, more = self.sessions[number - 1], dict(details)
            if self.chance.random() < 0.3:
                more["minutes"] = 0
            if self.does(f"session note {number} --yes {self.options(more)}").code == 0:
                one.details = {k: v for k, v in {**one.details, **more}.items() if v}

    def take_back(self) -> None:
        if self.imports:
            number = self.chance.randint(1, len(self.imports))
            if self.does(f"import withdraw {number} --yes").code == 0:
                for at in self.imports[number - 1]:
                    self.sessions[at].withdrawn = self.sessions[at].withdrawn or f"import {number}"

    def bring_back(self) -> None:
        if self.imports:
            number = self.chance.randint(1, len(self.imports))
            came = self.imports[number - 1]
            counting = [self.sessions[at] for at in range(came.stop, len(self.sessions))]
            again = [record_of(one) for one in counting if not one.withdrawn]
            if self.does(f"import reinstate {number} --yes").code == 0:
                for at in came:
                    one = self.sessions[at]
                    if one.withdrawn == f"import {number}" and record_of(one) not in again:
                        one.withdrawn = ""

    def photo(self) -> None:
        images = pytest.importorskip("PIL.Image", reason="photos need the extra photos")
        if (number := self.some()) is None:
            return
        one = self.sessions[number - 1]
        if one.photos and self.chance.random() < 0.5:
            shown = json.loads(self.run("photo list --json").out)["photos"]
            hashes = [p["photo"] for p in shown if p["session"] == number]
            if self.does(f"photo remove {hashes[0]} --reason blurred --yes").code == 0:
                one.photos -= 1
            return
        path = self.folder / f"{len(self.log)}.png"
        images.new("RGB", (9, 9), (len(self.log) % 256, number % 256, 9)).save(path)
        if self.does(f"photo add '{path}' --session {number} --yes").code == 0:
            one.photos += 1

    def merge(self) -> None:
        one, other = self.chance.sample(NAMES, 2)
        if self.does(f"player merge -- {shlex.quote(one)} {shlex.quote(other)}").code == 0:
            into = self.person(other)
            into = other if into == one else into  # the person goes by the merged name then
            self.person_of.pop(into, None)
            self.person_of[one] = into

    def part(self) -> None:
        name = self.chance.choice(NAMES)
        if name in self.person_of and (
            self.does(f"player unmerge -- {shlex.quote(name)}").code == 0
        ):
            self.person_of.pop(name)

    def rename(self) -> None:
        old, new = self.chance.choice(NAMES), self.chance.choice([*NAMES, "Gustav"])
        if self.person(old) in map(self.person, ("Anna", "Ben")):
            return  # in a campaign, an entry of it
        line = f"player rename -- {shlex.quote(old)} {shlex.quote(new)}"
        if self.does(line).code == 0 and old != new:
            self.person_of.pop(new, None)
            self.person_of[self.person(old)] = new

    def campaign(self) -> None:
        """Go on with a campaign beside the sessions, or take something of it back."""
        lines = ["envelope open 1", EPISODE, EPISODE, "undo", "redo", "undo --to 2"]
        self.does(f"{self.chance.choice(lines)} --yes")


def straight(walk: Walk, run: Run, *, played: bool) -> None:
    """Record what counts of a walk once, with its persons, in a new database."""

    def does(line: str, stdin: str = "") -> None:
        output = run(line, stdin)
        assert output.code == 0, (walk.log, line, stdin, output.err)

    seats = [f"eagle={walk.person('Anna')}", f"bear={walk.person('Ben')}"]
    does(f"{NEW} {' '.join(f'--seat {shlex.quote(seat)}' for seat in seats)}")
    if played:
        does("envelope open 1 --yes")
        does(EPISODE)
    for number, one in enumerate(walk.sessions, 1):
        if one.withdrawn:
            continue
        record, as_played = one.versions[one.current]
        names = {seat: walk.person(name) for seat, name in record.names.items()}
        path = walk.folder / f"straight-{number}.toml"
        path.write_text(format_record(record._replace(names=names)), "utf-8")
        if one.row:
            head, *lines = csv.reader(io.StringIO(one.row))
            out = io.StringIO()
            write = csv.writer(out)
            write.writerow(head)
            for cells in lines:
                name = walk.person(cells[3].removeprefix("'"))
                cells[3:] = "'" * name.startswith("=") + name, *cells[4:6], "", "", ""
                write.writerow(cells)
            does("import csv - --yes --doubles", out.getvalue())
            last = len(json.loads(run("session list --json").out)["sessions"])
            if one.details:
                does(f"session note {last} {walk.options(one.details)} --yes")
            if record != one.versions[0][0]:
                line = f"session edit {last} '{path}' --reason right --yes"
                does(f"{line} {'--as-played' if as_played else ''}")
        else:
            line = f"session record '{path}' --yes --doubles {walk.options(one.details)}"
            does(f"{line} {'--as-played' if as_played else ''}")


def without_time(value: Any) -> Any:
    """A document without what says when something was entered."""
    if isinstance(value, dict):
        return {k: without_time(v) for k, v in value.items() if k not in WHEN}
    return [without_time(one) for one in value] if isinstance(value, list) else value


def told(run: Run) -> Iterator[tuple[str, Any]]:
    """What the program says of its sessions, but for when and in which order they were entered."""
    lines = ["session list", *(f"session stats {game}" for game in GAMES), "player list"]
    listed = json.loads(run("player list --json").out)
    people = [one["player"] for one in (*listed["in_sessions"], *listed["players"])]
    for line in [*lines, *(f"player show {shlex.quote(p)}" for p in people)]:
        said = run(f"{line} --json")
        yield line, without_time(json.loads(said.out or said.err))
    for table in ("plays", "lines", "dice", "payments"):
        rows = csv.DictReader(io.StringIO(run(f"export csv {table}").out))
        yield (
            table,
            sorted(
                repr({k: v for k, v in row.items() if k not in WHEN})
                for row in rows
                if not row.get("campaign")
            ),
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_of_corrected_sessions_leaves_what_was_recorded_straight(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    walk = Walk(run, tmp_path, seed)
    for _ in range(STEPS):
        walk.step()
    walked = dict(told(run))
    played = bool(json.loads(run("episode list --json").out)["episodes"])
    monkeypatch.setenv("CAMPAIGN_DB", str(tmp_path / "straight.db"))
    straight(walk, run, played=played)
    other = dict(told(run))
    for line, said in walked.items():
        assert said == other.get(line), (line, "\n".join(walk.log))
