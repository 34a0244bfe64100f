"""What an audit says of a campaign that went on at two laptops is what happened: by chance.

Anna's laptop takes in what Ben's has done, and gives it back. After each command of either it is
noted who did it, when, and what counted there. In the end the audit at Anna's laptop is compared
with the notes of both.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from campaign.services import folding
from campaign.store.heads import short_head
from engine.my_city.campaign.corrections import withdrawn_entries
from engine.my_city.campaign.model import PlayedEpisode
from tests.cli.test_audit_walks import (
    CHANGED,
    Comparison,
    Hours,
    Moment,
    Noted,
    Told,
    board,
    written,
)
from tests.cli.test_audit_walks import hours as hours  # a fixture
from tests.cli.test_laptops_walks import Laptop
from tests.fixtures import Run, Table
from tests.soak import count

MEETINGS = count(2, 4)
SEEDS = range(count(1, 200, ci=2))


def scored(played: PlayedEpisode | None) -> Any:
    """The cards and the scores of an evening.

    Where it is carried over, it can count as played that was proved before.
    """
    if played is None:
        return None
    return played.record.moves, [(sheet.seat, sheet.total) for sheet in played.sheets]


class ToldLaptop(Told, Laptop):
    """A laptop that keeps what counted after each command."""

    def __init__(self, table: Table, chance: Random, log: list[str], hours: Hours) -> None:
        self.hours, self.author, self.moments = hours, table.author, []
        Laptop.__init__(self, table, chance, log)

    def takes(self, other: ToldLaptop) -> None:
        """Take in what another laptop has done since, and give it back."""
        path, twice = other.packs(), self.one("", "--twice theirs", "--twice ours")
        if self.does(f"handover take '{path}' --yes").code:
            line = f"handover take '{path}' --follow both {twice} {self.later()} --yes"
            assert self.does(line).code == 0, self.log
        path = self.packs()
        assert other.does(f"handover take '{path}' --yes").code == 0, self.log


class ComparisonOfTwo(Comparison):
    """An audit at the laptop of `walk`, to be compared with the moments of it and of `other`."""

    def __init__(self, walk: ToldLaptop, other: ToldLaptop, noted: Sequence[Noted]) -> None:
        self.other = other
        super().__init__(walk, noted)

    def everywhere(self) -> Iterator[Moment]:
        yield from self.moments
        yield from self.other.moments

    def steps(self) -> Iterator[tuple[Moment, Moment]]:
        """Each command with what counted before and after it."""
        yield from pairwise(self.moments)
        yield from pairwise(self.other.moments)

    def compare(self) -> None:
        self.never()
        self.changed()
        self.taken_back()
        self.heads_say()
        self.no_days()
        self.board_checks()

    def may_be_dated_before(self, numbers: Sequence[int]) -> bool:
        """Those of the other laptop may: it can have been ahead when the head was noted here."""
        entries = self.walk.history().entries
        return {entries[number - 1].author for number in numbers} == {self.other.author}

    def numbers(self) -> set[int]:
        return {number for moment in self.everywhere() for number in moment.evenings}

    def ever(self, number: int) -> list[Any]:
        said: list[Any] = []
        for moment in self.everywhere():
            now = scored(moment.evenings.get(number))
            if now not in said:
                said.append(now)
        return said

    def never(self) -> None:
        """A record that came with a carry-over which was taken back is no record here any more."""
        entries = self.walk.history().entries
        withdrawn = withdrawn_entries(folding.entries_of(entries))
        if any(entry.kind == "carried over" and entry.seq in withdrawn for entry in entries):
            return
        final = {n: scored(played) for n, played in self.end.evenings.items()}
        told, never = self.episodes(*CHANGED), self.episodes("never corrected")
        for number in self.numbers():
            others = [one for one in self.ever(number) if one not in (None, final.get(number))]
            if others:
                how = f"{final.get(number)}\nand not\n{others}"
                self.holds(number not in never, f"never corrected? {number}: {how}")
                self.holds(number in told, f"nothing says that {number} counted otherwise: {how}")

    def changed(self) -> None:
        done = {(now.author, now.day) for now in self.everywhere()}
        for fact in self.of("scores changed", "record changed", "corrected by another"):
            (number,) = fact["episodes"]
            self.holds((fact["names"][0], fact["day"]) in done, fact)
            results = [
                moment.evenings[number].record.result
                for moment in self.everywhere()
                if number in moment.evenings
            ]
            for side in ("before", "after"):
                scores = {change["seat"]: change[side] for change in fact["scores"]}
                found = [all(one.get(k) == v for k, v in scores.items()) for one in results]
                self.holds(any(found), (fact, results))
        for fact in self.of("other record"):
            whose = {moment.author for moment in self.other.moments}
            self.holds(fact["names"][0] in whose, fact)
            for number in fact["episodes"]:
                theirs = [written(m.evenings.get(number)) for m in self.other.moments]
                end = written(self.end.evenings.get(number))
                self.holds(any(one not in (None, end) for one in theirs), (fact, number))

    def taken_back(self) -> None:
        for fact in self.of("taken back"):
            (number,) = fact["episodes"]
            gone = {
                (now.author, now.day)
                for was, now in self.steps()
                if number in was.evenings
                and written(was.evenings[number]) != written(now.evenings.get(number))
            }
            self.holds((fact["names"][0], fact["day"]) in gone, (fact, gone))

    def no_days(self) -> None:
        without = {n for n, e in self.end.evenings.items() if e.record.played is None}
        self.holds(self.episodes("no day") == without, f"no day: {without}")
        for number in self.episodes("dated ahead"):  # by the day of the other's record of it
            first = min(m.at for m in self.everywhere() if number in m.evenings)
            played = self.end.evenings[number].record.played
            self.holds(played and first.date() < played, list(self.of("dated ahead")))

    def board_checks(self) -> None:
        """A board that the audit does not name is as it was when somebody compared it last."""
        kinds = ("never confirmed", "confirmed before", "changed after check")
        named = {name for fact in self.of(*kinds) for name in fact["names"]}
        for city in self.end.campaign.cities:
            if city.seat in named:
                continue
            last = max(
                (
                    now
                    for was, now in self.steps()
                    if now.line.startswith(f"confirm {city.seat}") and now.entries > was.entries
                ),
                key=lambda moment: moment.at,
            )
            self.holds(
                board(last.campaign.city(city.seat)) == board(city), f"{city.seat}: {last.line}"
            )


@pytest.mark.parametrize("seed", SEEDS)
def test_an_audit_says_what_happened_at_two_laptops(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: Hours, seed: int
) -> None:
    chance, log = Random(seed), list[str]()
    anna, ben = (
        ToldLaptop(Table(run, monkeypatch, tmp_path, name), chance, log, hours)
        for name in ("Anna", "Ben")
    )
    anna.begins()
    for _ in range(chance.randint(3, 14)):
        anna.step()
    shutil.copy(anna.db, ben.db)
    ben.notes("copied")
    noted: list[Noted] = []
    for _ in range(MEETINGS):
        for laptop in (anna, ben):
            for _ in range(chance.randint(1, 6)):
                laptop.step()
        if chance.random() < 0.5:
            head = short_head(anna.history().entries[-1].hash)
            noted.append(Noted(head, len(anna.moments) - 1, hours.day))
        anna.takes(ben)
    ComparisonOfTwo(anna, ben, []).compare()
    ComparisonOfTwo(anna, ben, noted).compare()
