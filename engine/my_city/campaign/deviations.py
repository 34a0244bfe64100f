"""What the table inked in an episode against the rules, so that it counts: a value and its words.

Deviation("eagle", "rank", 2, 1)         eagle: rank 2, 1 by the rules
Deviation("eagle", "without", "tree G1") eagle: without tree G1
"""

from __future__ import annotations

from typing import Literal, NamedTuple, assert_never

from engine.kernel.phrases import Phrase, many, phrase, plural

DeviationKind = Literal["points", "most", "least", "rank", "marks", "with", "without", "gained"]


class Deviation(NamedTuple):
    """One thing that counts for a seat as the table inked it, against the rules or the replay.

    `inked` is a number, a sticker that lies on the board or is missing there, such as "tree G1", or
    what the seat gained. `by_rules` is the number that follows from the rules, or the most or least
    that they allow; None for a sticker or a gain.
    """

    seat: str
    kind: DeviationKind
    inked: int | str
    by_rules: int | None = None


def deviation_in_words(deviation: Deviation) -> Phrase:
    """`eagle: rank 2, 1 by the rules`, a phrase."""
    seat, kind, inked, by_rules = deviation
    match kind:
        case "points":
            points = many(int(inked), "point")
            return phrase(
                "{seat}: {points}, {replayed} by replay",
                seat=seat,
                points=points,
                replayed=by_rules,
            )
        case "most":
            points = many(int(inked), "point")
            return phrase(
                "{seat}: {points}, {most} at most by the rules",
                seat=seat,
                points=points,
                most=by_rules,
            )
        case "least":
            points = many(int(inked), "point")
            return phrase(
                "{seat}: {points}, {least} at least by the rules",
                seat=seat,
                points=points,
                least=by_rules,
            )
        case "gained":
            return phrase(
                "{seat}: gained {thing}, which this episode cannot give", seat=seat, thing=inked
            )
        case "rank":
            return phrase(
                "{seat}: rank {rank}, {by_rules} by the rules",
                seat=seat,
                rank=inked,
                by_rules=by_rules,
            )
        case "marks":
            return plural(
                "{seat}: {count} progress mark, {due} by the rules",
                "{seat}: {count} progress marks, {due} by the rules",
                int(inked),
                seat=seat,
                due=by_rules,
            )
        case "with":
            return phrase("{seat}: with {words}", seat=seat, words=inked)
        case "without":
            return phrase("{seat}: without {words}", seat=seat, words=inked)
    assert_never(kind)
