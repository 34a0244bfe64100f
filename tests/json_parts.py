"""What several documents of `--json` have in common: the forms of values, and whole parts."""

from __future__ import annotations

from functools import reduce
from typing import Any, get_args

from campaign.services.record_differences import RecordDifferenceKind
from engine.my_city.campaign.deviations import DeviationKind
from engine.my_city.campaign.reasons import ReasonKind
from tests.json_shapes import Each, Either, Like, Maybe, OneOf

DAY = Like(r"\d{4}-\d\d-\d\d")
TIME = Like(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
HEAD = Like(r"[0-9A-Z]{4}-[0-9A-Z]{4}")
KEY = Like(r"([0-9A-Z]{4}-){5}[0-9A-Z]{4}")
HASH = Like(r"[0-9a-f]{64}")
CELL = Like(r"[A-K]\d{1,2}")
STICKER = Like(r"[a-z]+ [A-K]\d{1,2}")
SOURCE = OneOf(("rulebook", "public", "inferred", "placeholder", "owner"))
SEAT = OneOf(("eagle", "bear", "deer", "wolf", "p1", "p2", "p3", "p4"))
VERDICT = OneOf(("verified", "possible", "result differs", "illegal", "incomplete", "unverifiable"))
LIES_THERE = OneOf(
    ("plain", "square", "mountain", "forest", "tree", "trees", "rock", "rocks", "well", "vein")
)

SHEET = {
    "seat": SEAT,
    "score": int,
    "rank": int,
    "tie": Maybe(str),
    "lines": [{"label": str, "points": int, "note": str}],
    "figures": Each(int),
}
CITY = {
    "seat": SEAT,
    "name": Maybe(str),
    "player": Maybe(str),
    "marks": int,
    "stickers": [STICKER],
}
REASON = {
    "kind": OneOf(get_args(ReasonKind)),
    "episode": Maybe(int),
    "rule": Maybe(str),
    "amount": Maybe(int),
}
MARK = {"episode": int, "amount": int, "reason": REASON}
OWED = {"seat": SEAT, "kind": str, "reason": REASON, "before_episode": int, "squares": [CELL]}
DRAFT = {
    "number": int,
    "game": str,
    "stream": Maybe(str),
    "episode": Maybe(int),
    "author": str,
    "place": str,
    "program": str,
    "changed_at": str,
    "lines": int,
    "damaged": Maybe(str),
}
ALLOWED = {"best": int, "bound": int, "proved": bool}
DEVIATION = {
    "seat": SEAT,
    "kind": OneOf(get_args(DeviationKind)),
    "inked": Either(int, STICKER),
    "by_rules": Maybe(int),
}
PLACING = Maybe({"score": int, "rank": int})
DUE = [{"seat": SEAT, "kind": str}]
NOTHING = Maybe(OneOf(()))


def _change(kind: str, side: Any, *, episode: Any = NOTHING, seat: Any = NOTHING) -> dict[str, Any]:
    """A difference of a kind between two states of a campaign."""
    return {
        "kind": OneOf((kind,)),
        "episode": episode,
        "seat": seat,
        "before": NOTHING if kind == "inked" else side,
        "after": side,
    }


CHANGES: tuple[Any, ...] = (
    _change("episodes", [int]),
    _change("verdict", VERDICT, episode=int),
    _change("as_played", bool, episode=int),
    _change("inked", DEVIATION, episode=int, seat=SEAT),
    _change("result", PLACING, episode=int, seat=SEAT),
    _change("envelopes", [int]),
    _change("marks", int, seat=SEAT),
    _change("board", [str], seat=SEAT),
    _change("finds", int, seat=SEAT),
    _change("name", Maybe(str), seat=SEAT),
    _change("player", Maybe(str), seat=SEAT),
    _change("owed", DUE),
    _change("next_episode", Maybe(int)),
)
RECORD_CHANGE = {
    "kind": OneOf(get_args(RecordDifferenceKind)),
    "seat": Maybe(SEAT),
    "before": Maybe(Either(Either(VERDICT, int), Either({"score": int, "rank": int}, DUE))),
    "after": Maybe(Either(Either(VERDICT, int), Either({"score": int, "rank": int}, DUE))),
    "move": Maybe(int),
    "why": Maybe(str),
}
CHANGE = reduce(Either, CHANGES)
EPISODE = {
    "episode": int,
    "played": Maybe(DAY),
    "verdict": VERDICT,
    "as_played": bool,
    "by_hand": int,
    "inked": [DEVIATION],
    "sheets": [SHEET],
    "absent": [str],
    "substitutes": Each(str),
}
SEALED = {"number": int, "opens_with_episode": int, "open": bool}
OPEN = {
    **SEALED,
    "opened_at": TIME,
    "title": str,
    "rules": [{"episode": int, "name": str, "words": str, "source": str}],
}

RULE = {"name": str, "words": str, "since": int, "source": SOURCE, "note": str}
OF_SESSION = {
    "entry": int,
    "kind": str,
    "author": str,
    "recorded_at": TIME,
    "reason": Maybe(str),
}
