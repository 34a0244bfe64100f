"""The statement of an audit as values: facts, each with its episodes and entries.

    AuditStatement ─┬─ found        one fact for each failed check
                    ├─ proved       what is proved; a kept head also proves that nothing was
                    rewritten ├─ not_proved   the limits of the proof
                    └─ notable      what a reader may want to ask about; no accusation

`audit/testimony.py` makes the facts, `display/text/audit_statement.py` has their sentences.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

FactKind = Literal[
    "failed",
    "moves",
    "possible",
    "no gap",
    "none missing",
    "never corrected",
    "state",
    "state from declared",
    "envelopes",
    "envelopes replaced",
    "unchanged",
    "signed",
    "witnessed",
    "page",
    "page except hindsight",
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
    "own pack",
    "page of another version",
    "report not compared",
    "never confirmed",
    "confirmed before",
    "changed after check",
    "simulated",
    "no day",
    "recorded late",
    "dated ahead",
    "recorded at once",
    "scores changed",
    "record changed",
    "corrected by another",
    "other record",
    "taken back",
    "held since",
    "pack corrected",
    "same hand",
    "accepted",
    "as played",
    "board differs",
    "head of another day",
    "signed for another",
    "dated before head",
    "dated before entry",
]


class ScoreChange(NamedTuple):
    """A seat, with its score before and after; None where it did not play."""

    seat: str
    before: int | None
    after: int | None


class AuditFact(NamedTuple):
    """One fact; fields that its kind does not need are empty.

    What `names` are depends on the kind:
        failed                  the check
        unchanged               the episodes that were corrected or taken back after it
        signed                  the fingerprint of the key
        witnessed               a player and the fingerprint of the key that signed for the player
        signed for another      the player, and the name under which the key has signed before
        held since              a player and a seat
        accepted                a player and a seat; `note` has the seats for which the bundle was
        packed, if it was packed for other seats never confirmed         seats, as for `confirmed
        before` board differs           the seat, and the person who compared it
        corrected by another    the author of the correction, the author of the record
        same hand               the author of all entries
        head missing            the newest given head that is here, if any
        taken back              the author of the withdrawal
        other record            the owner of the copy that had it
        own pack                its name, which the campaign has given it
        page of another version its version, and that of this program
        scores changed          the author, as for `record changed`
    `amount` is a number of values, lines, days, minutes or problems; `note` is a stated reason or
    the first problem of a check; `day` and `head` are the day and the head that the fact is about.
    """

    kind: FactKind
    episodes: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    amount: int = 0
    day: str = ""
    head: str = ""
    note: str = ""
    scores: tuple[ScoreChange, ...] = ()


class AuditStatement(NamedTuple):
    """The statement of an audit about a history."""

    found: tuple[AuditFact, ...] = ()
    proved: tuple[AuditFact, ...] = ()
    not_proved: tuple[AuditFact, ...] = ()
    notable: tuple[AuditFact, ...] = ()
