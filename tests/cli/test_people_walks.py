"""Two copies on which people come, go and change their names: everybody stays one person.

    ledger  who played each evening and who holds each city, by person, whatever the person is
            called on a copy
    copies  cities change hands, people are renamed, others come who have the names of before; one
            of the two records the evenings; then they meet

On both copies a person has one name in all evenings, and two people have two.
"""

from __future__ import annotations

import json
import shutil
from copy import deepcopy
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any

import pytest

from tests.cli.test_handover_taking import packed
from tests.fixtures import Prepared, Run, Table
from tests.soak import count

MEETINGS = count(2, 4)
SEEDS = range(count(1, 200, ci=4))
SEATS = ("eagle", "bear", "deer", "wolf")
NEW_NAMES = {"Anna": ("Rossi", "Annika", "Anne"), "Ben": ("Emil", "Fay", "Gil")}
"""Names that only one of the two gives, so that nobody else gets them at the same time."""
MARRIED = {"Anna": "Anna Lee", "Chen": "Chen Lee"}
"""Names that both know of."""
FOLLOW = ["--follow", "both", "--later", "draft", "--yes"]

Evenings = dict[int, dict[str, str]]
"""The person at each seat of each evening."""


class Copy:
    """A copy: the name of each person, and the person who holds each city."""

    def __init__(self, table: Table, chance: Random, log: list[str]) -> None:
        self.table, self.chance, self.log = table, chance, log
        self.names = {name: name for name in ("Anna", "Ben", "Chen", "Dora")}
        self.held = dict(zip(SEATS, self.names, strict=True))
        self.held_then: Evenings = {1: dict(self.held)}
        self.before: list[tuple[dict[str, str], dict[str, str], Evenings, Evenings]] = []

    def does(self, line: str) -> bool:
        output = self.table(f"{line} --yes")
        self.log.append(f"{output.code}  {self.table.author}: {line}")
        assert output.code in (0, 2, 4, 6, 8), self.fails(output.err)
        return output.code == 0

    def fails(self, *what: object) -> str:
        return "\n".join((*self.log, f"{self.table.author}:", *map(str, what)))

    def document(self, line: str) -> Any:
        return json.loads(self.table.does(f"{line} --json"))

    def step(self, meeting: int, evenings: Evenings, *, records: bool) -> None:
        """Do something, or take back what was done last."""
        if self.before and self.chance.random() < 0.15:
            if self.does("undo"):
                self.names, self.held, self.held_then, played = self.before.pop()
                evenings.clear()
                evenings.update(played)
            return
        before = dict(self.names), dict(self.held), deepcopy(self.held_then), deepcopy(evenings)
        number = len(self.table.history().entries)
        self.goes_on(meeting, evenings, records=records)
        if len(self.table.history().entries) > number:
            self.before.append(before)

    def goes_on(self, meeting: int, evenings: Evenings, *, records: bool) -> None:
        """Let somebody come, go, or have another name; or play an evening."""
        seat = self.chance.choice(SEATS)
        match self.chance.randrange(9 if records else 5):
            case 0:
                person = self.chance.choice(sorted(self.names))
                name = self.chance.choice(NEW_NAMES[self.table.author])
                if person in MARRIED and self.chance.random() < 0.5:
                    name = MARRIED[person]
                free = name not in self.names.values()
                if free and self.does(f"player rename {quote(self.names[person])} {quote(name)}"):
                    self.names[person] = name
            case 1 | 2:
                person, name = self.somebody(meeting)
                if self.does(f"player join {seat} {quote(name)}"):
                    self.names[person], self.held[seat] = name, person
            case 3:
                if self.does(f"player leave {seat}"):
                    self.held[seat] = ""
            case 4:
                person, name = self.somebody(meeting)
                self.does(f"confirm {seat} --by {quote(name)}")
            case 5 if evenings:
                number = self.chance.choice(sorted(evenings))
                person, name = self.somebody(meeting)
                if seat in evenings[number] and self.does(
                    f"episode edit {number} --who {seat}={quote(name)} --reason slip --later draft"
                ):
                    self.names[person] = name
                    evenings[number][seat] = person
            case 6 if evenings:
                self.dated(meeting, evenings, seat)
            case _:
                self.plays(meeting, evenings)

    def dated(self, meeting: int, evenings: Evenings, seat: str) -> None:
        """Say that somebody took a city over before an evening that was played."""
        first = self.chance.choice(sorted(evenings))
        since = [number for number in evenings if number >= first]
        held = {self.held[seat], *(self.held_then[number][seat] for number in since)}
        person, name = self.somebody(meeting)
        if len(held) > 1 or not self.does(f"player join {seat} {quote(name)} --from {first}"):
            return
        for number in since:
            if evenings[number].get(seat) == self.held_then[number][seat]:
                evenings[number][seat] = person
            self.held_then[number][seat] = person
        self.names[person] = name
        cities = self.document("city list")["cities"]  # another may hold it since the last evening
        if name in (city["player"] for city in cities if city["seat"] == seat):
            self.held[seat] = person

    def somebody(self, meeting: int) -> tuple[str, str]:
        """A person and the name: somebody who is here, or who comes and has a name of before."""
        names = {*self.names.values()}
        gone = [name for name in ("Anna", "Ben", "Chen", "Dora") if name not in names]
        if gone and self.chance.random() < 0.6:
            name = self.chance.choice(gone)
            other = sum(person.startswith(f"{name} of {meeting}") for person in self.names)
            return f"{name} of {meeting}" + f", {other}" * bool(other), name
        return self.chance.choice(sorted(self.names.items()))

    def plays(self, meeting: int, evenings: Evenings) -> None:
        """Record the next evening by its scores; sometimes somebody sits in."""
        while owed := self.document("sticker owed")["owed"]:
            kind = owed[0]["kind"].split(" or ")[0]
            self.does(f"sticker place {owed[0]['seat']} {kind} {owed[0]['squares'][0]}")
        status = self.document("status")
        self.table(f"envelope open {(status['next_episode'] + 2) // 3} --yes")
        who = {seat: person for seat, person in self.held.items() if person}
        if len(who) < 2:
            return
        scores = " ".join(f"{seat}={9 - place}" for place, seat in enumerate(who))
        absent = " ".join(f"--absent {seat}" for seat in SEATS if seat not in who)
        line = f"episode result {scores} {absent} --house-rule"
        person, name = self.somebody(meeting)
        if self.chance.random() < 0.5:
            seat = self.chance.choice(sorted(who))
            line += f" --substitute {seat}={quote(name)}"
            who[seat] = person
        if self.does(line):
            evenings[status["next_episode"]] = who
            self.held_then[status["next_episode"]] = dict(self.held)
            self.names |= {person: name} if person in who.values() else {}

    def takes(self, other: Copy, number: int) -> None:
        path = packed(other.table, f"{number}.zip")
        output = self.table(["handover", "take", path, *FOLLOW])
        self.log.append(f"{output.code}  {self.table.author} takes {path}")
        assert output.code == 0, self.fails(output.err)
        audit = self.table("audit")
        assert audit.code == 0, self.fails(audit.out, audit.err)

    def shows(self, evenings: Evenings) -> dict[str, str]:
        """The name of each person, by the evenings; each has one, and nobody else has it."""
        found: dict[str, str] = {}
        listed = self.document("episode list")["episodes"]
        assert {one["episode"] for one in listed} == {*evenings}, self.fails(evenings)
        for one in listed:
            for seat in one["participants"]:
                if not seat["absent"]:
                    person = evenings[one["episode"]][seat["seat"]]
                    name = found.setdefault(person, seat["player"])
                    same = f"{person} in {one['episode']}: {seat['player']} and {name}"
                    assert name == seat["player"], self.fails(same, evenings)
        assert len({*found.values()}) == len(found), self.fails(found, evenings)
        return found


def holders(anna: Copy, ben: Copy, before: dict[str, str], found: dict[str, str]) -> dict[str, str]:
    """Who holds each city after a meeting: who came to it on one of the copies, or on either.

    `found` has the names that the evenings give, and gets those of the holders.
    """
    held: dict[str, str] = {}
    for city in anna.document("city list")["cities"]:
        seat, name = city["seat"], city["player"] or ""
        was, ours, theirs = before[seat], anna.held[seat], ben.held[seat]
        may = {ours, theirs} - ({was} if {ours, theirs} != {was} else set())
        names = {
            person: {found[person]}
            if person in found
            else {copy.names.get(person, "") for copy in (anna, ben)}
            for person in may
        }
        fits = [person for person in may if name in names[person]]
        assert fits, anna.fails(f"{seat}: {name}, and not one of {names}")
        held[seat] = fits[0]
        if fits[0]:
            found.setdefault(fits[0], name)
    return held


@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_of_people_on_two_copies(
    run: Run, prepared: Prepared, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    chance, log = Random(seed), list[str]()
    anna, ben = (
        Copy(Table(run, monkeypatch, tmp_path, name), chance, log) for name in ("Anna", "Ben")
    )
    for copy in (anna, ben):
        shutil.copy(prepared.settled, copy.table.db)
    evenings: Evenings = {1: dict(zip(SEATS, anna.names, strict=True))}
    for meeting in range(MEETINGS):
        before = dict(anna.held)
        recorder = chance.choice((anna, ben))
        for copy in (anna, ben):
            for _ in range(chance.randint(1, 4)):
                copy.step(meeting, evenings, records=copy is recorder)
        anna.takes(ben, 2 * meeting)
        ben.takes(anna, 2 * meeting + 1)
        assert anna.table.history().head == ben.table.history().head, anna.fails()
        found = anna.shows(evenings)
        held = holders(anna, ben, before, found)
        for copy in (anna, ben):
            copy.before.clear()
            copy.held, copy.names = dict(held), dict(found)
            copy.held_then = deepcopy(recorder.held_then)
