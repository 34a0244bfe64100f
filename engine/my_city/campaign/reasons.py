"""Why a city has a sticker or progress marks: a value, and its words for readers.

    GainReason("rank", 3, "second")      second in episode 3
    GainReason("box", 9, "gold", 4)      box 4 of the gold

Code compares the values. It never parses the words.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never

from engine.kernel.phrases import Wording, phrase

ReasonKind = Literal[
    "rank",
    "absent",
    "token",
    "moves",
    "feat",
    "by hand",
    "box",
    "bonus",
    "preparation",
    "change",
    "inked",
    "declared",
    "entry",
]


class GainReason(NamedTuple):
    """Why a city has something: what happened, in or before which episode, by which rule.

    `rule` is the standing of a rank, the name of a rule, or "". `amount` is the points that the
    token reached, the number of a box, or the amount that was counted for a bonus; else None.
    `episode` is 0 for the kind "entry": the entry alone says that the city has the thing.
    """

    kind: ReasonKind
    episode: int
    rule: str = ""
    amount: int | None = None


def reason_in_words(reason: GainReason) -> Wording:
    """The words of a reason, such as `second in episode 3`."""
    kind, number, rule, amount = reason
    match kind:
        case "rank" if rule == "other":
            return phrase("after episode {number}", number=number)
        case "rank":
            return phrase("{place} in episode {number}", place=phrase(rule), number=number)
        case "absent" if rule == "other":
            return phrase("absent from episode {number}", number=number)
        case "absent":
            place = phrase(rule)
            return phrase("absent, as {place} in episode {number}", place=place, number=number)
        case "token":
            return phrase("the token reached {cap} in episode {number}", cap=amount, number=number)
        case "moves":
            return phrase("in episode {number}", number=number)
        case "feat":
            return phrase("{rule}, in episode {number}", rule=phrase(rule), number=number)
        case "by hand":
            return phrase("{rule} by hand, in episode {number}", rule=phrase(rule), number=number)
        case "box":
            return phrase("box {box} of the {shaft}", box=amount, shaft=phrase(rule))
        case "bonus":
            return phrase("{bonus}: {amount}", bonus=phrase(rule), amount=amount)
        case "preparation":
            return phrase("before episode {number}", number=number)
        case "change":
            change = phrase(rule)
            return phrase("{change}, before episode {number}", change=change, number=number)
        case "inked":
            return phrase("as inked after episode {number}", number=number)
        case "declared":
            return phrase("declared")
        case "entry":
            return phrase("as it was placed")
    assert_never(kind)


def recorded_reason(reason: GainReason) -> str:
    """The words of a reason as a database and exports have had them from the first version on."""
    kind, number, rule, _ = reason
    if kind in ("rank", "absent") and rule == "other":
        return f"{'absent, as ' if kind == 'absent' else ''}other in episode {number}"
    return str(reason_in_words(reason))
