"""What an audit states at its end, as values: each fact with the episodes and entries it is about.

    AuditStatement ─┬─ found        what does not hold: one fact for each check that failed
                    ├─ proved       what everybody can rely on, given a head also against rewriting
                    ├─ not_proved   where the proof ends
                    └─ notable      what a reader may want to ask about; it accuses nobody

`audit/testimony.py` makes the facts, `display/text/audit_statement.py` has their sentences.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

FactKind = Literal[
    "failed",
    "moves",
    "possible",
    "no gap",
    "never corrected",
    "state",
    "envelopes",
    "unchanged",
    "signed",
    "witnessed",
    "page",
    "played so",
    "last evening",
    "no head",
    "head missing",
    "head not held",
    "before head",
    "after head",
    "unchecked",
    "made up",
    "by hand",
    "results only",
    "without rules",
    "declared",
    "page of another version",
    "report not compared",
    "never confirmed",
    "confirmed before",
    "no day",
    "recorded late",
    "dated ahead",
    "recorded at once",
    "scores changed",
    "record changed",
    "corrected by another",
    "taken back",
    "pack corrected",
    "same hand",
    "accepted",
    "as played",
    "board differs",
    "head of another day",
]


class AuditFact(NamedTuple):
    """One fact; empty fields are those that its kind does not need.

    `names` are, by kind,
        failed                  the check
        signed                  the fingerprint of the key
        witnessed               a player and the fingerprint of the player's key
        accepted                a player and a seat; `note` are the seats of the bundle, if others
        never confirmed         seats, as for `confirmed before`
        board differs           the seat, and who compared
        corrected by another    who corrected, and who had recorded it
        same hand               who
        head missing            the newest head given that is here, if there is one
        taken back              who took it back
        page of another version its version, and that of this program
        scores changed          who, as for `record changed`
    `amount` is how many values, lines, days or minutes, or how many problems a check found;
    `note` a reason that somebody gave, or what a check says first; `day` and `head` are those of
    the fact. `scores` are seat, before and after.
    """

    kind: FactKind
    episodes: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    amount: int = 0
    day: str = ""
    head: str = ""
    note: str = ""
    scores: tuple[tuple[str, int, int], ...] = ()


class AuditStatement(NamedTuple):
    """What an audit states of a history, once its checks are made."""

    found: tuple[AuditFact, ...] = ()
    proved: tuple[AuditFact, ...] = ()
    not_proved: tuple[AuditFact, ...] = ()
    notable: tuple[AuditFact, ...] = ()
