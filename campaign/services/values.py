"""What the use cases return: plain values, made from the journal, ready to be shown."""

from __future__ import annotations

from typing import NamedTuple

from campaign.store.journal import Entry, short_head
from engine.kernel.record import Record
from engine.kernel.replay import Verdict
from engine.my_city.lasting import Campaign


class Kept(NamedTuple):
    """A campaign as it is kept: its stream, the entries of its journal, and their fold."""

    stream: str
    entries: tuple[Entry, ...]
    campaign: Campaign

    @property
    def head(self) -> str:
        """The journal's head in its short form, for the note in the box."""
        return short_head(self.entries[-1].hash)

    def recorded_at(self, entry: int) -> str:
        """When an entry, counted from 1, was recorded: ISO 8601, UTC."""
        return self.entries[entry - 1].recorded_at


class Outside(NamedTuple):
    """A session outside a campaign; `number` is its id at the command line."""

    number: int
    record: Record
    text: str
    verdict: Verdict
    as_played: bool
    author: str
    recorded_at: str


class Check(NamedTuple):
    """One line of an audit; `problems` name entry, field, stored and derived value."""

    name: str
    note: str
    seconds: float
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.problems


class Audit(NamedTuple):
    """What an audit of one campaign, or of all sessions outside, has found."""

    subject: str
    checks: tuple[Check, ...]
    remedy: str = ""

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)
