"""The shape of every document of `--json`, as docs/json.md tells it, and a check against it."""

from __future__ import annotations

from typing import Any, get_args

from campaign.services.corrections.later import Fate
from tests.json_parts import (
    ALLOWED,
    CELL,
    CHANGE,
    CITY,
    DAY,
    DRAFT,
    EPISODE,
    HASH,
    HEAD,
    KEY,
    LIES_THERE,
    MARK,
    OF_SESSION,
    OPEN,
    OWED,
    REASON,
    RECORD_CHANGE,
    RULE,
    SEALED,
    SEAT,
    SHEET,
    TIME,
    VERDICT,
)
from tests.json_shapes import Each, Either, Like, Maybe, OneOf, differences

SHAPES: dict[str, dict[str, Any]] = {
    "status": {
        "campaign": str,
        "pack": str,
        "next_episode": Maybe(int),
        "envelope_to_open": Maybe(int),
        "cities": [CITY],
        "owed": [OWED],
        "episodes": [EPISODE],
        "allowed": Each(ALLOWED),
        "entries": int,
        "head": HEAD,
    },
    "campaigns": {
        "campaigns": [
            {
                "name": str,
                "in_use": bool,
                "seats": Each(str),
                "next_episode": Maybe(int),
                "entries": int,
                "last_entry": TIME,
            }
        ],
        "head": Maybe(HEAD),
    },
    "standings": {
        "campaign": str,
        "as_played": [int],
        "standings": [
            {
                "rank": int,
                "seat": SEAT,
                "player": Maybe(str),
                "marks": int,
                "reasons": [MARK],
            }
        ],
    },
    "overall": {
        "campaigns": [
            {
                "name": str,
                "leaders": [{"seat": SEAT, "player": str}],
                "marks": int,
                "next_episode": Maybe(int),
            }
        ],
        "players": [
            {
                "name": str,
                "episodes": int,
                "episodes_won": int,
                "sessions": int,
                "sessions_won": int,
            }
        ],
    },
    "history": {
        "campaign": str,
        "entries": [
            {
                "seq": int,
                "kind": str,
                "author": str,
                "recorded_at": TIME,
                "words": str,
                "counts": bool,
                "record": Maybe(str),
                "hash": HASH,
            }
        ],
    },
    "template": {"episode": int, "record": str},
    "episodes": {"campaign": str, "episodes": [EPISODE]},
    "episode": {
        "campaign": str,
        "recorded_at": TIME,
        "placeholders": [str],
        "record": str,
        **EPISODE,
        "marks": Each(int),
        "allowed": Each(ALLOWED),
    },
    "replay": {
        "game": str,
        "moves": [str],
        "verdict": VERDICT,
        "by_hand": int,
        "reason": str,
        "sheets": [SHEET],
        "placeholders": [str],
    },
    "envelopes": {"campaign": str, "envelopes": [Either(OPEN, SEALED)]},
    "envelope": {"campaign": str, **OPEN},
    "owed": {"campaign": str, "owed": [OWED]},
    "stickers": {
        "campaign": str,
        "stickers": [{"seat": SEAT, "kind": str, "square": CELL, "reason": REASON, "entry": int}],
    },
    "cities": {"campaign": str, "cities": [CITY]},
    "city": {
        **CITY,
        "after_episode": Maybe(int),
        "board": [[LIES_THERE]],
        "buildings": [{"piece": Like("[A-Z][0-9]"), "cells": [CELL]}],
    },
    "sessions": {
        "sessions": [
            {
                "id": int,
                "game": str,
                "played": Maybe(DAY),
                "recorded_at": TIME,
                "verdict": VERDICT,
                "as_played": bool,
                "results": [{"seat": SEAT, "score": int, "rank": int}],
                "names": Each(str),
            }
        ],
        "withdrawn": int,
        "head": Maybe(HEAD),
    },
    "withdrawn": {
        "sessions": [{"id": int, "game": str, "played": Maybe(DAY), "entry": OF_SESSION}]
    },
    "session_version": {
        "id": int,
        "version": int,
        "counts": bool,
        "entry": OF_SESSION,
        "record": str,
    },
    "session": {
        "id": int,
        "game": str,
        "recorded_at": TIME,
        "author": str,
        "verdict": VERDICT,
        "as_played": bool,
        "by_hand": int,
        "stated": Each(int),
        "sheets": [SHEET],
        "placeholders": [str],
        "record": str,
        "withdrawn": bool,
        "version": int,
        "versions": int,
        "entries": [OF_SESSION],
        "head": HEAD,
    },
    "statistics": {
        "game": str,
        "campaign": Maybe(str),
        "session": Maybe(int),
        "sessions": int,
        "left_out": int,
        "tables": [
            {
                "title": str,
                "columns": [str],
                "rows": [[Maybe(Either(str, Either(int, float)))]],
                "note": str,
            }
        ],
    },
    "audit": {
        "ok": bool,
        "audits": [
            {
                "subject": str,
                "ok": bool,
                "checks": [
                    {
                        "name": str,
                        "ok": bool,
                        "note": str,
                        "milliseconds": int,
                        "problems": [str],
                        "remedy": str,
                    }
                ],
            }
        ],
    },
    "report": {"report": str},
    "under": {"rules": str, "records": [{"record": str, "changes": [RECORD_CHANGE]}]},
    "exported": {"path": str},
    "chronicle": {"output": str, "proof": bool, "characters": int},
    "play_link": {"address": str},
    "exported_records": {"path": str, "campaigns": int, "sessions": int},
    "export": {"files": [{"table": str, "path": str, "rows": int}]},
    "accepted": {"path": str},
    "bundle": {
        "campaign": str,
        "by": str,
        "key": KEY,
        "entries": int,
        "head": HEAD,
        "how": OneOf(("new", "identical", "behind", "ahead", "diverged")),
        "shared": int,
        "changes": [CHANGE],
        "taken": bool,
    },
    "receipt": {
        "campaign": str,
        "seat": SEAT,
        "player": str,
        "key": KEY,
        "accepted": int,
        "here": bool,
        "taken": bool,
    },
    "key": {"fingerprint": KEY, "path": str},
    "hindsight": {
        "evening": str,
        "episode": Maybe(int),
        "seats": [
            {
                "seat": SEAT,
                "absent": bool,
                "played": Maybe(int),
                "best": int,
                "bound": int,
                "proved": bool,
                "left": Maybe({"least": int, "most": int}),
                "in_reach_until": Maybe(int),
                "cards": [{"card": str, "played": Maybe(str), "best": Maybe(str)}],
                "lines": [{"label": str, "points": int, "note": str}],
                "bound_parts": [{"label": str, "points": int}],
                "bound_without": [str],
                "solver": str,
                "program": str,
                "seed": int,
                "seconds": int,
                "searched_at": str,
                "stopped": bool,
            }
        ],
    },
    "what_if": {"campaign": str, "kept": bool, "changes": [CHANGE], "marks": Each(int)},
    "city_score": {
        "mode": str,
        "score": int,
        "lines": [{"label": str, "points": int}],
        "active": [str],
        "customers": Each(int),
        "inhabitants": int,
        "energy": int,
        "stated": Maybe(int),
    },
    "database": {"path": str},
    "contents": {
        "path": str,
        "schema_revision": str,
        "campaigns": int,
        "sessions": int,
        "entries": int,
        "head": Maybe(HEAD),
    },
    "backup": {"path": str},
    "rebuild": {"count": int},
    "rules": {"episode": int, "rules": [RULE]},
    "brief": {
        "episode": Maybe(int),
        "envelope_to_open": Maybe(int),
        "last_episode": Maybe(int),
        "cards": int,
        "rules": [
            {
                "name": str,
                "words": str,
                "part": OneOf(("table", "at once", "counts", "after")),
                "new": bool,
                "made_up": bool,
            }
        ],
        "ended": [str],
        "boards": [
            {
                "city": CITY,
                "last": Maybe(
                    {
                        "score": int,
                        "rank": int,
                        "points": Each([int]),
                        "most_lost": Maybe(str),
                    }
                ),
                "behind": int,
                "ahead": [SEAT],
                "owed": [OWED],
                "offers": [str],
            }
        ],
        "next": str,
    },
    "cards": {
        "episode": int,
        "draft": Maybe(int),
        "cards": [{"card": str, "colour": Maybe(str), "cells": [[int]], "out": bool}],
    },
    "placeholders": {"placeholders": [{"where": str, "words": str}]},
    "to_check": {
        "episode": int,
        "checks": [{"where": str, "values": [str], "command": str}],
        "sealed": [int],
    },
    "pack_difference": {
        "cells": [
            {
                "seat": str,
                "cell": str,
                "before": {"kind": str, "amount": int},
                "after": {"kind": str, "amount": int},
                "square_before": bool,
                "square_after": bool,
            }
        ],
        "river": bool,
        "outlines": [{"name": str, "before": str, "after": str}],
        "rules": [{"episode": int, "name": str, "before": str, "after": str}],
        "closed": [int],
    },
    "overlay": {"overlay": str},
    "pack": {"ok": bool, "episodes": int},
    "correction": {
        "kept": bool,
        "rules": [str],
        "episodes": [{"episode": int, "again": bool, "changes": [RECORD_CHANGE]}],
    },
    "difference": {
        "seat": SEAT,
        "after_episode": [int],
        "cells": [{"cell": CELL, "before": str, "after": str}],
        "came": [
            {
                "kind": str,
                "square": Maybe(CELL),
                "reason": Maybe(REASON),
                "before": Maybe(int),
                "after": Maybe(int),
            }
        ],
        "marks": [MARK],
    },
    "state": {"state": str},
    "checklists": {
        "boards": [
            {
                "seat": SEAT,
                "player": str,
                "marks": int,
                "stickers": [str],
                "marked": [str],
                "others": [str],
                "checked": Maybe({"at": TIME, "by": str, "differs": Maybe(str)}),
            }
        ]
    },
    "players": {
        "players": [
            {
                "player": str,
                "seat": SEAT,
                "since": TIME,
                "until": Maybe(TIME),
                "episodes": [int],
                "marks": int,
                "won": int,
                "substitute": bool,
            }
        ]
    },
    "player": {
        "player": str,
        "games": [
            {
                "game": str,
                "campaign": Maybe(str),
                "played": int,
                "won": int,
                "mean": float,
                "best": int,
                "last": str,
            }
        ],
        "cities": [{"campaign": str, "seat": SEAT, "name": Maybe(str), "now": bool, "marks": int}],
        "latest": [
            {
                "day": str,
                "game": str,
                "campaign": Maybe(str),
                "episode": Maybe(int),
                "score": int,
                "rank": int,
                "seats": int,
            }
        ],
    },
    "cascade": {
        "kept": bool,
        "withdrawn": [int],
        "drafts": [int],
        "later": [{"episode": int, "words": str, "becomes": OneOf(get_args(Fate))}],
        "changes": [CHANGE],
    },
    "versions": {
        "episode": int,
        "versions": [{"entry": int, "record": str, "reason": str, "counts": bool}],
    },
    "simulated": {"count": int},
    "imported_plays": {
        "kept": int,
        "sessions": [int],
        "plays": int,
        "new": int,
        "here": int,
        "doubles": [{"play": str, "session": int}],
        "left_out": [{"why": str, "plays": int}],
        "notes": [{"what": str, "plays": int}],
        "games": Each(int),
        "players": Each(int),
    },
    "imported_records": {
        "kept": int,
        "records": [
            {
                "file": str,
                "game": Maybe(str),
                "played": Maybe(DAY),
                "verdict": Maybe(VERDICT),
                "session": Maybe(int),
                "same": Maybe(str),
                "reason": Maybe(str),
                "line": Maybe(int),
            }
        ],
    },
    "drafts": {"drafts": [DRAFT]},
    "draft": {
        **DRAFT,
        "typed": [{"typed": str, "moves": [str]}],
        "differs": Maybe(str),
    },
}
SEALED_SHAPES: dict[str, dict[str, Any]] = {
    "envelopes": {"campaign": str, "envelopes": [SEALED]},
    "envelope": {"campaign": str, **SEALED},
}
"""The shape while an envelope is closed: no title, no rules."""


def problems(document: Any, shapes: dict[str, dict[str, Any]] = SHAPES) -> list[str]:
    """What is wrong with a document: where, and what stands there; empty when nothing is."""
    if not isinstance(document, dict):
        return [f"no table, but {document!r}"]
    kind = document.get("kind")
    if kind not in shapes:
        return [f"kind {kind!r} is not described"]
    return differences(document, {"schema": OneOf((1,)), "kind": str, **shapes[kind]}, kind)
