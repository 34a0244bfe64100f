"""What the use cases return: plain values, made from the journal, ready to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol

from campaign.services.versions import Stream
from campaign.store.journal import Entry, number_of, short_head
from engine.kernel.game import Seat, Setup
from engine.kernel.phrases import Wording
from engine.kernel.record import Record
from engine.kernel.replay import Verdict

if TYPE_CHECKING:  # a session of another game needs no campaign of My City
    from campaign.services.statement import AuditStatement
    from campaign.store.decisions import Persons
    from campaign.store.origins import Origin
    from engine.my_city.campaign.model import Campaign


class Author(NamedTuple):
    """Who does it, and when."""

    author: str
    now: datetime


class History(NamedTuple):
    """A campaign as it is kept: its stream, the entries of its journal, and their fold."""

    stream: str
    entries: tuple[Entry, ...]
    campaign: Campaign
    origin: Origin

    @property
    def called(self) -> str:
        """The name by which a command means it; a history set aside has its number beside it."""
        return name_of(self.stream, self.campaign.name, self.origin)

    @property
    def head(self) -> str:
        """The journal's head in its short form, for the note in the box."""
        return short_head(self.entries[-1].hash)

    def recorded_at(self, entry: int) -> str:
        """When an entry, counted from 1, was recorded: as its stamp."""
        return self.entries[entry - 1].recorded_at


class BestScore(Protocol):
    """The best score that the cards of an evening allowed a seat, as far as it is known."""

    @property
    def best(self) -> int:
        """The most points that were found."""

    @property
    def bound(self) -> int:
        """The most points that were possible."""

    @property
    def proved(self) -> bool:
        """Whether nothing better was possible."""


Allowed = Mapping[Seat, BestScore]
"""What the cards of an evening allowed each seat, as far as an extra knows."""


def name_of(stream: str, name: str, origin: Origin) -> str:
    """What a campaign is called at the command line."""
    return f"{name} (history {number_of(stream)})" if origin.aside else name


class SessionHistory(NamedTuple):
    """A session outside a campaign: the record that counts, its replay, its entries, who is who."""

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
        """Its id at the command line."""
        return number_of(self.stream.version.entry.stream)

    @property
    def as_played(self) -> bool:
        """Whether its scores count as they are stated."""
        return bool(self.stream.version.entry.payload.get("as_played"))

    @property
    def simulated(self) -> bool:
        """Whether nobody played it: simple players did."""
        return self.stream.simulated

    @property
    def text(self) -> str:
        """The record, word for word."""
        return self.stream.version.text

    @property
    def author(self) -> str:
        """Who recorded it first."""
        return self.stream.entries[0].author

    @property
    def recorded_at(self) -> str:
        """When it was recorded first, as its stamp."""
        return self.stream.entries[0].recorded_at

    @property
    def overlay(self) -> str:
        """The owner's corrections of the game's tables, under which it was played."""
        return self.stream.version.overlay

    @property
    def withdrawn(self) -> bool:
        """Whether it counts no more."""
        return self.stream.withdrawn is not None

    @property
    def setup(self) -> Setup:
        """What the session starts from."""
        return self.record.setup._replace(overlay=self.overlay)


class AuditCheck(NamedTuple):
    """One line of an audit; `problems` name entry, field, stored and derived value."""

    name: str
    note: Wording
    seconds: float
    problems: tuple[str, ...] = ()
    remedy: str = ""
    """The command that helps where there is a problem."""
    entries: tuple[int, ...] = ()
    """The entries of the history that the problems are about, as far as they are of some."""

    @property
    def ok(self) -> bool:
        """Whether there is no problem."""
        return not self.problems

    @property
    def milliseconds(self) -> int:
        """How long it took."""
        return round(self.seconds * 1000)


class AuditResult(NamedTuple):
    """The checks of one campaign, or of all sessions outside."""

    subject: str
    checks: tuple[AuditCheck, ...]
    statement: AuditStatement | None = None
    """What is proved and what is not; None where it is no history of a campaign."""

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)
