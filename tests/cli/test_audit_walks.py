"""What an audit says about how a campaign came about is what happened: by chance.

A walk with every option, by several authors over weeks. After each command it is noted who did it,
when, and what counted then. In the end each fact of the audit is compared with these notes, without
a look at the entries.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from campaign.store import clock
from campaign.store.heads import short_head
from engine.my_city.campaign.model import Campaign, City, PlayedEpisode
from tests.cli.test_options_walks import SEATS, OptionsWalk
from tests.fixtures import Output, Run
from tests.soak import count

STEPS = count(16, 40)
SEEDS = range(count(1, 200, ci=3))
BEGIN = datetime(2026, 3, 2, 19, tzinfo=UTC)
AUTHORS = ("Anna", "Ben", "Chen")
PAUSES = (0, 0, 0, 0.02, 0.1, 3, 20, 60, 300)
"""Hours between two commands."""
ZONES = ("UTC", "UTC", "Europe/Rome", "Pacific/Honolulu", "Pacific/Kiritimati")
CHANGED = {"scores changed", "record changed", "taken back", "other record", "pack corrected"}
"""The facts that say that an evening does not count as it was recorded before."""

Fact = Mapping[str, Any]


class Moment(NamedTuple):
    """What counted after a command, who gave it, and when."""

    entries: int
    head: str
    author: str
    at: datetime
    line: str
    evenings: Mapping[int, PlayedEpisode]
    campaign: Campaign

    @property
    def day(self) -> str:
        return self.at.date().isoformat()


class Noted(NamedTuple):
    """A head that somebody wrote down with the day, at a moment of the walk."""

    head: str
    moment: int
    day: str


class Hours:
    """The time of a walk, which its commands let pass; the clock of all laptops."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patch, self.now = patch, BEGIN
        seconds = SimpleNamespace(time=lambda: self.now.timestamp(), localtime=time.localtime)
        patch.setattr(clock, "time", seconds)

    def pass_by(self, hours: float, zone: str) -> None:
        """Let hours pass, and set the clock to a time zone."""
        self.now += timedelta(hours=hours)
        self.patch.setenv("TZ", zone)
        time.tzset()

    @property
    def day(self) -> str:
        """The day by the clock."""
        return clock.today().isoformat()


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hours]:
    """The time of a walk; the time zone of the computer is put back in the end."""
    yield Hours(monkeypatch)
    monkeypatch.undo()
    time.tzset()


class Told(OptionsWalk):
    """A walk that keeps what counted after each command of `author`."""

    author: str
    hours: Hours
    moments: list[Moment]

    def does(self, line: str) -> Output:
        """Run a command some time after the last one, and keep what counts then."""
        self.hours.pass_by(self.chance.choice(PAUSES), self.chance.choice(ZONES))
        if "--as-dated" in line:
            days = self.chance.choice((0, 0, 1, 3, 9, 30))
            played = clock.today() - timedelta(days=days)
            line = line.replace("2026-01-01", f"{played}").replace("2026-01-02", f"{played}")
        output = super().does(line)
        self.log[-1] += f"   # {self.author}, {self.hours.now:%d %b %H:%M}"
        if self.moments or output.code == 0:
            self.notes(line)
        return output

    def notes(self, line: str) -> None:
        history = self.history()
        if self.moments and len(history.entries) == self.moments[-1].entries:
            return
        campaign = history.campaign
        evenings = {played.number: played for played in campaign.played}
        head = short_head(history.entries[-1].hash)
        self.moments.append(
            Moment(len(history.entries), head, self.author, clock.now(), line, evenings, campaign)
        )

    def is_sound(self) -> None:
        """The audit is read in the end."""

    def corrections(self) -> list[Callable[[Campaign], object]]:
        return [*super().corrections(), *[self.confirms] * 6]

    def confirms(self, _: Campaign) -> None:
        differs = self.one("", "", "--differs 'a tree is missing'")
        self.does(f"confirm {self.one(*SEATS)} --by {self.one(*AUTHORS)} {differs} --yes")

    def there_and_back(self, before: dict[str, Any], entries: int) -> None:
        """What undo leads to is compared elsewhere."""
        if self.does(f"undo --to {entries} --yes").code == 0:
            self.does("redo --yes")


class ToldWalk(Told):
    """A walk of several authors at one laptop."""

    def __init__(self, run: Run, db: Path, folder: Path, seed: int, hours: Hours) -> None:
        self.hours, self.author, self.moments = hours, AUTHORS[0], []
        super().__init__(run, db, folder, seed)

    def does(self, line: str) -> Output:
        if self.chance.random() < 0.3:
            self.author = self.chance.choice(AUTHORS)
        self.hours.patch.setenv("CAMPAIGN_AUTHOR", self.author)
        return super().does(line)


def stated(played: PlayedEpisode | None) -> Any:
    """What is recorded of an evening, but for its names and its day."""
    if played is None:
        return None
    record = played.record
    return dict(record.result), record.moves, record.header.get("absent"), played.as_played


def written(played: PlayedEpisode | None) -> Any:
    """All that is written down of an evening."""
    return None if played is None else (played.recorded, counted(played))


def counted(played: PlayedEpisode | None) -> Any:
    """How an evening counts."""
    if played is None:
        return None
    return stated(played), tuple((s.seat, s.total, s.rank) for s in played.sheets)


def board(city: City) -> Any:
    return city.progress, sorted(city.board), city.nuggets


def facts_of(run: Run, options: list[str]) -> list[Fact]:
    """The facts of an audit with options, which finds nothing that does not hold."""
    output = run(["audit", "--json", *options])
    assert output.code == 0, output.err
    statement = json.loads(output.out)["audits"][-1]["statement"]
    assert not statement["found"], statement["found"]
    return [fact for part in statement.values() for fact in part]


class Comparison:
    """An audit of a walk, to be compared with the moments of the walk."""

    def __init__(self, walk: Told, noted: Sequence[Noted]) -> None:
        self.walk, self.moments = walk, walk.moments
        self.heads = noted
        card = walk.folder / "card.txt"
        card.write_text("".join(f"{note.head} {note.day}\n" for note in noted), "utf-8")
        self.facts = facts_of(walk.run, ["--head", str(card)] if noted else [])
        self.end = self.moments[-1]

    def failed(self, why: object) -> str:
        lines = [f"{m.entries:4} {m.line}" for m in self.moments]
        return "\n".join((*self.walk.log, "", *lines, "", str(why)))

    def of(self, *kinds: str) -> Iterator[Fact]:
        return (fact for fact in self.facts if fact["kind"] in kinds)

    def episodes(self, *kinds: str) -> set[int]:
        return {number for fact in self.of(*kinds) for number in fact["episodes"]}

    def holds(self, true: object, fact: object) -> None:
        if not true:
            pytest.fail(self.failed(fact))

    def command(self, entry: int) -> int:
        """The number of the command that wrote an entry."""
        return next(i for i, moment in enumerate(self.moments) if moment.entries >= entry)

    def ever(self, number: int) -> list[Any]:
        """How an evening counted over time, each once after another."""
        said: list[Any] = []
        for moment in self.moments:
            now = counted(moment.evenings.get(number))
            if not said or said[-1] != now:
                said.append(now)
        return said

    def numbers(self) -> set[int]:
        return {number for moment in self.moments for number in moment.evenings}

    def began(self, number: int) -> int:
        """The number of the command that recorded an evening as it was recorded first."""
        return self.command(self.end.evenings[number].entry)

    def compare(self) -> None:
        self.corrections()
        self.changes()
        self.taken_back()
        self.days()
        self.heads_say()
        self.boards()
        self.others()

    def corrections(self) -> None:
        never = self.episodes("never corrected")
        for number in never:
            texts = [one for one in self.ever(number) if one is not None]
            self.holds(all(text == texts[0] for text in texts), f"never corrected: {number}")
        for number in self.end.evenings.keys() - never:
            texts = self.ever(number)[1:] if self.ever(number)[0] is None else self.ever(number)
            told = self.episodes(*CHANGED)
            self.holds(number in told or len(texts) > 1, f"corrected? {number}")
        final = {n: counted(played) for n, played in self.end.evenings.items()}
        for number in self.numbers():
            others = [one for one in self.ever(number) if one not in (None, final.get(number))]
            if others:
                self.holds(number not in never, f"never corrected, and it was: {number}")

    def changes(self) -> None:
        for fact in self.of("scores changed", "record changed", "corrected by another"):
            (number,), (entry,) = fact["episodes"], fact["entries"]
            at = self.command(entry)
            moment, before = self.moments[at], self.moments[at - 1]
            self.holds(fact["names"][0] == moment.author, fact)
            self.holds(fact["day"] == moment.day, fact)
            if number not in before.evenings or number not in moment.evenings:
                continue  # an evening is taken back in the same step
            old = before.evenings[number].record.result
            new = moment.evenings[number].record.result
            if fact["kind"] == "record changed":
                self.holds(old == new, fact)
            elif fact["kind"] == "scores changed":
                self.holds(old != new, fact)
            for change in fact["scores"]:
                seat = change["seat"]
                self.holds(old.get(seat) == change["before"], (fact, old, new))
                self.holds(new.get(seat) == change["after"], (fact, old, new))
            if fact["kind"] == "corrected by another":
                authors = {
                    now.author
                    for was, now in pairwise(self.moments[:at])
                    if written(was.evenings.get(number)) != written(now.evenings.get(number))
                }
                self.holds(fact["names"][1] in authors, (fact, authors))
                self.holds(fact["names"][0] != fact["names"][1], fact)

    def taken_back(self) -> None:
        for fact in self.of("taken back"):
            (number,), entry = fact["episodes"], max(fact["entries"])
            gone = [
                (now.author, now.day)
                for was, now in pairwise(self.moments)
                if number in was.evenings
                and written(was.evenings[number]) != written(now.evenings.get(number))
                and now.entries > entry
            ]
            self.holds((fact["names"][0], fact["day"]) in gone, (fact, gone))
        final = {n: counted(played) for n, played in self.end.evenings.items()}
        told = self.episodes(*CHANGED)
        for number in self.numbers():
            others = [one for one in self.ever(number) if one not in (None, final.get(number))]
            others += [one for one in self.ever(number) if one and number not in final]
            if others:
                self.holds(number in told, f"nothing says that {number} counted otherwise")

    def days(self) -> None:
        without = {n for n, e in self.end.evenings.items() if e.record.played is None}
        self.holds(self.episodes("no day") == without, f"no day: {without}")
        late = self.episodes("recorded late")
        for number, played in self.end.evenings.items():
            if played.record.played is None:
                continue
            first = self.moments[self.began(number)].at.date()
            days = (first - played.record.played).days
            self.holds((days > 7) == (number in late), f"late: {number} {days}")
        self.holds(not self.episodes("dated ahead"), list(self.of("dated ahead")))
        for fact in self.of("recorded at once"):
            times = [self.moments[self.began(n)].at for n in fact["episodes"]]
            self.holds(max(times) - min(times) <= timedelta(minutes=fact["amount"]), (fact, times))
            self.holds(fact["day"] == min(times).date().isoformat(), (fact, times))

    def may_be_dated_before(self, _: Sequence[int]) -> bool:
        """Whether entries that follow a head may have been recorded before it was noted."""
        return False

    def heads_say(self) -> None:
        self.holds(not list(self.of("head of another day", "dated before entry")), "days")
        for fact in self.of("dated before head"):
            self.holds(self.may_be_dated_before(fact["entries"]), fact)
        self.holds(not list(self.of("head missing", "head not held")), "missing")
        if not self.heads:
            return
        newest = self.moments[max(note.moment for note in self.heads)]
        changed = set[int]()
        for was, now in pairwise(self.moments[self.moments.index(newest) :]):
            for number in was.evenings.keys() | now.evenings.keys():
                if counted(was.evenings.get(number)) != counted(now.evenings.get(number)):
                    changed.add(number)
        for fact in self.of("unchanged"):
            since = set(map(int, fact["names"]))
            self.holds(len(fact["entries"]) == newest.entries, fact)
            then = set(fact["episodes"])
            self.holds(newest.evenings.keys() <= then, (fact, newest.evenings.keys()))
            for number in then - since:
                before, after = newest.evenings.get(number), self.end.evenings.get(number)
                self.holds(counted(before) == counted(after), (fact, number))
            for number in since:
                self.holds(number in changed or number in newest.evenings, (fact, changed))
        later = self.episodes("after head")
        self.holds(changed <= later, (changed, later))

    def boards(self) -> None:
        last_check = dict[str, int]()
        for at, moment in enumerate(self.moments):
            for seat, check in moment.campaign.checked.items():
                was = self.moments[at - 1].campaign.checked.get(seat) if at else None
                if was is None or was.entry != check.entry:
                    last_check[seat] = self.command(check.entry)
        never = {n for fact in self.of("never confirmed") for n in fact["names"]}
        before = {n for fact in self.of("confirmed before") for n in fact["names"]}
        changed = {n for fact in self.of("changed after check") for n in fact["names"]}
        checked = self.end.campaign.checked
        last = max(self.end.evenings, default=0)
        for city in self.end.campaign.cities:
            seat = city.seat
            self.holds((seat in never) == (seat not in checked), f"never confirmed: {seat}")
            if seat not in checked:
                continue
            at = self.command(checked[seat].entry)
            since = bool(last) and self.began(last) > at
            self.holds((seat in before) == since, f"before the last evening: {seat} {at} {last}")
            differs = board(self.moments[at].campaign.city(seat)) != board(city)
            if seat not in before:
                self.holds((seat in changed) == differs, f"changed after check: {seat} {at}")
        for fact in self.of("board differs"):
            seat = fact["names"][0]
            self.holds(checked[seat].differs == fact["note"], fact)
            self.holds(self.moments[self.command(checked[seat].entry)].day == fact["day"], fact)

    def others(self) -> None:
        authors = {moment.author for moment in self.moments}
        same = list(self.of("same hand"))
        self.holds(bool(same) == (len(authors) == 1 and bool(self.end.evenings)), authors)
        as_played = {n for n, played in self.end.evenings.items() if played.as_played}
        self.holds(self.episodes("as played") == as_played, as_played)
        for fact in self.of("held since"):
            (entry,) = fact["entries"]
            at = self.command(entry)
            self.holds(fact["day"] == self.moments[at].day, fact)
            number = fact["episodes"][0]
            self.holds(number in self.moments[at - 1].evenings, fact)
        for fact in self.of("pack corrected"):
            (entry,) = fact["entries"]
            at = self.command(entry)
            self.holds("pack" in self.moments[at].line or "redo" in self.moments[at].line, fact)
        for fact in self.of("accepted"):
            (entry,) = fact["entries"]
            at = self.command(entry)
            self.holds(fact["day"] == self.moments[at].day, fact)
            evenings = set(self.moments[at - 1].evenings)
            self.holds(evenings <= set(fact["episodes"]), fact)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_audit_says_what_happened(
    run: Run, db: Path, tmp_path: Path, hours: Hours, seed: int
) -> None:
    walk = ToldWalk(run, db, tmp_path, seed, hours)
    noted: list[Noted] = []
    for _ in range(STEPS):
        walk.step()
        if walk.chance.random() < 0.15:
            noted.append(Noted(walk.moments[-1].head, len(walk.moments) - 1, walk.hours.day))
    Comparison(walk, []).compare()
    bundle = str(tmp_path / "bundle.zip")
    assert run(["handover", "export", "--all", "-o", bundle]).code == 0
    in_bundle = [fact for fact in facts_of(run, ["--file", bundle]) if fact["kind"] != "signed"]
    assert in_bundle == facts_of(run, []), walk.log
    for note in (*noted, None):
        chosen = [note] if note else noted
        Comparison(walk, chosen).compare()
