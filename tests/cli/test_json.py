"""`--json`: one document a command, of the shape that docs/json.md tells."""

from __future__ import annotations

import json
from types import NoneType
from typing import Any

import pytest

from tests.cli.conftest import ROOT, Run

TEXT, NUMBER, LIST, TABLE, BOOL = str, int, list, dict, bool
MAYBE = (str, NoneType)
SHAPES: dict[str, dict[str, Any]] = {
    "status": {
        "campaign": TEXT,
        "pack": TEXT,
        "next_episode": (int, NoneType),
        "envelope_to_open": (int, NoneType),
        "cities": LIST,
        "owed": LIST,
        "episodes": LIST,
        "entries": NUMBER,
        "head": TEXT,
    },
    "campaigns": {"campaigns": LIST},
    "standings": {"campaign": TEXT, "standings": LIST},
    "history": {"campaign": TEXT, "entries": LIST},
    "template": {"episode": NUMBER, "record": TEXT},
    "episodes": {"campaign": TEXT, "episodes": LIST},
    "episode": {
        "campaign": TEXT,
        "recorded_at": TEXT,
        "placeholders": LIST,
        "record": TEXT,
        "episode": NUMBER,
        "played": MAYBE,
        "verdict": TEXT,
        "as_played": BOOL,
        "sheets": LIST,
        "marks": TABLE,
    },
    "replay": {
        "game": TEXT,
        "moves": LIST,
        "verdict": TEXT,
        "reason": TEXT,
        "sheets": LIST,
        "placeholders": LIST,
    },
    "envelopes": {"campaign": TEXT, "envelopes": LIST},
    "envelope": {
        "campaign": TEXT,
        "number": NUMBER,
        "opens_with_episode": NUMBER,
        "open": BOOL,
        "opened_at": TEXT,
        "title": TEXT,
        "rules": LIST,
    },
    "owed": {"campaign": TEXT, "owed": LIST},
    "stickers": {"campaign": TEXT, "stickers": LIST},
    "cities": {"campaign": TEXT, "cities": LIST},
    "city": {
        "seat": TEXT,
        "name": MAYBE,
        "player": MAYBE,
        "marks": NUMBER,
        "stickers": LIST,
        "after_episode": (int, NoneType),
        "board": LIST,
        "buildings": LIST,
    },
    "sessions": {"sessions": LIST},
    "session": {
        "id": NUMBER,
        "game": TEXT,
        "recorded_at": TEXT,
        "author": TEXT,
        "verdict": TEXT,
        "as_played": BOOL,
        "stated": TABLE,
        "sheets": LIST,
        "placeholders": LIST,
        "record": TEXT,
    },
    "audit": {"ok": BOOL, "audits": LIST},
    "database": {"path": TEXT},
    "backup": {"path": TEXT},
    "rebuild": {"count": NUMBER},
    "simulated": {"count": NUMBER},
}
COMMANDS = {
    "status": "status",
    "list": "campaigns",
    "standings": "standings",
    "history": "history",
    "episode template": "template",
    "episode list": "episodes",
    "episode show 1": "episode",
    "episode replay 1": "replay",
    "envelope list": "envelopes",
    "envelope show 1": "envelope",
    "sticker owed": "owed",
    "sticker list": "stickers",
    "city list": "cities",
    "city show eagle": "city",
    "city name eagle Ulm": "cities",
    "session list": "sessions",
    "session show 1": "session",
    "session replay 1": "replay",
    "audit --all": "audit",
    "db path": "database",
    "db check": "audit",
    "db backup": "backup",
    "db rebuild --yes": "rebuild",
    "simulate my-city --seats 2": "simulated",
}


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_prints_one_document_of_its_shape(settled: Run, line: str) -> None:
    example = str(ROOT / "examples" / "eternal.toml")
    assert settled(["session", "record", example, "--yes", "-q"]).code == 0
    said = settled(f"{line} --json")
    document = json.loads(said.out)
    kind = COMMANDS[line]
    assert (document.pop("schema"), document.pop("kind")) == (1, kind)
    assert document.keys() == SHAPES[kind].keys()
    for key, value in document.items():
        assert isinstance(value, SHAPES[kind][key]), key


def test_every_kind_has_a_command() -> None:
    assert set(COMMANDS.values()) == set(SHAPES)


def test_a_closed_envelope_gives_no_word_of_its_content(run: Run) -> None:
    run("new Tuesday --seat eagle=Anna --seat bear=Ben")
    document = json.loads(run("envelope show 1 --json").out)
    assert set(document) == {
        "schema", "kind", "campaign", "number", "opens_with_episode", "open",
    }  # fmt: skip
