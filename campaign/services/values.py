"""Values that use cases return: made from the journal, ready to be shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from campaign.services.versions import Stream
from campaign.store.journal import Entry, number_of, short_head
from engine.kernel.game import Seat, Setup
from engine.kernel.phrases import Wording
from engine.kernel.record import Record, parse_record
from engine.kernel.replay import Verdict

if TYPE_CHECKING:  # sessions of other games do not load My City
    from campaign.services.statement import AuditStatement
    from campaign.store.decisions import Persons
    from campaign.store.origins import Origin
    from engine.my_city.campaign.model import Campaign


class Author(NamedTuple):
    """The author of a change, and its time."""

    author: str
    now: datetime


class History(NamedTuple):
    """A campaign with its journal: its stream, the entries, their fold, and the origin."""

    stream: str
    entries: tuple[Entry, ...]
    campaign: Campaign
    origin: Origin

    @property
    def called(self) -> str:
        """The name for commands; for a history set aside it has the number of the history, too."""
        return name_of(self.stream, self.campaign.name, self.origin)

    @property
    def head(self) -> str:
        """The short head of the journal, for the note in the box."""
        return short_head(self.entries[-1].hash)

    def recorded_at(self, entry: int) -> str:
        """The stamp of the recording of an entry, counted from 1."""
        return self.entries[entry - 1].recorded_at


class BestScore(Protocol):
    """The best score that the cards of an evening allowed a seat, as far as known."""

    @property
    def best(self) -> int:
        """The highest score that was found."""

    @property
    def bound(self) -> int:
        """An upper bound of the possible score."""

    @property
    def proved(self) -> bool:
        """Whether no better score was possible."""


Allowed = Mapping[Seat, BestScore]
"""The best score that the cards of an evening allowed each seat, as far as an extra knows."""


def name_of(stream: str, name: str, origin: Origin) -> str:
    """The name of a campaign at the command line."""
    return f"{name} (history {number_of(stream)})" if origin.aside else name


_OF_HISTORY = re.compile(r".* \(history [0-9]+\)", re.ASCII)


def is_name_of_history(name: str) -> bool:
    """Whether a name is such as `name_of` gives histories that are only kept to be read."""
    return bool(_OF_HISTORY.fullmatch(name))


class SessionHistory(NamedTuple):
    """A session outside campaigns: the record that counts, its verdict, its entries, persons."""

    record: Record
    verdict: Verdict
    stream: Stream
    persons: Persons

    @property
    def names(self) -> Mapping[Seat, str]:
        """The present name of the person at each seat for which the record has a name."""
        return {seat: self.persons.get(name, name) for seat, name in self.record.names.items()}

    @property
    def number(self) -> int:
        """The number of the session at the command line."""
        return number_of(self.stream.version.entry.stream)

    @property
    def as_played(self) -> bool:
        """Whether its stated scores count."""
        return bool(self.stream.version.entry.payload.get("as_played"))

    @property
    def verified(self) -> bool:
        """Whether what counts is what the replay of its moves gives."""
        return self.verdict.proved and not self.as_played

    @property
    def simulated(self) -> bool:
        """Whether the program played it, and no people."""
        return self.stream.simulated

    @property
    def text(self) -> str:
        """The text of the record that counts."""
        return self.stream.version.text

    @property
    def author(self) -> str:
        """The author of the first entry."""
        return self.stream.entries[0].author

    @property
    def recorded_at(self) -> str:
        """The stamp of the first entry."""
        return self.stream.entries[0].recorded_at

    @property
    def overlay(self) -> str:
        """The owner's corrections of the game's tables with which it was played; "" for none."""
        return self.stream.version.overlay

    @property
    def withdrawn(self) -> bool:
        """Whether the session is withdrawn."""
        return self.stream.withdrawn is not None

    @property
    def imported(self) -> Mapping[str, Any]:
        """The facts from another program that hold for the record that counts; empty for none."""
        first = self.stream.versions[0]
        if self.stream.version == first:
            return first.imported
        return self.imported_with(self.record)

    def imported_with(self, record: Record) -> Mapping[str, Any]:
        """The facts from another program that hold with a corrected record; empty for none.

        They are of people: if two exchanged their seats, the facts go with them. The winners hold
        while the same people have the best score, the lines of one while the score is the same.
        None holds for moves.
        """
        first = self.stream.versions[0]
        if not first.imported or record.moves is not None:
            return {}
        before = parse_record(first.text)
        facts = dict(first.imported)
        if before.header != record.header:
            facts.pop("board", None)
        now = _seats_now(before, record)
        if {now.get(seat) for seat in _best_seats(before)} != _best_seats(record):
            facts.pop("winners", None)
        facts["winners"] = [now[seat] for seat in facts.get("winners", ()) if seat in now]
        facts["starts"] = now.get(facts.get("starts", ""), "")
        facts["lines"] = {
            now[seat]: rows
            for seat, rows in facts.get("lines", {}).items()
            if seat in now and before.result[seat] == record.result[now[seat]]
        }
        return facts

    @property
    def setup(self) -> Setup:
        """The setup from which the session is replayed."""
        return self.record.setup._replace(overlay=self.overlay)


def _seats_now(before: Record, record: Record) -> dict[Seat, Seat]:
    """The seat in a corrected record of each seat's player before; without those who are gone.

    Another name at a seat is the same player, corrected, unless it is that of another player.
    """
    at = {name: seat for seat, name in record.names.items()}
    seats = {seat: at.get(before.names.get(seat, ""), "") for seat in before.result}
    others = set(before.names.values())
    return {
        seat: now or seat
        for seat, now in seats.items()
        if now or (seat in record.result and record.names.get(seat) not in others)
    }


def _best_seats(record: Record) -> set[Seat]:
    """The seats with the highest stated score."""
    return {seat for seat, score in record.result.items() if score == max(record.result.values())}


class AuditCheck(NamedTuple):
    """One check of an audit; `problems` name entry, field, stored and derived value."""

    name: str
    note: Wording
    seconds: float
    problems: tuple[str, ...] = ()
    remedy: str = ""
    """The command that helps against the problems."""
    entries: tuple[int, ...] = ()
    """The numbers of the entries that the problems are about."""

    @property
    def ok(self) -> bool:
        """Whether there is no problem."""
        return not self.problems

    @property
    def milliseconds(self) -> int:
        """The duration of the check."""
        return round(self.seconds * 1000)


class AuditResult(NamedTuple):
    """The checks of one campaign, or of all sessions outside."""

    subject: Wording
    checks: tuple[AuditCheck, ...]
    statement: AuditStatement | None = None
    """The statement about a campaign's history; None for another subject."""

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)
