"""Every command of the program, and how often it reads records, replays them, folds histories.

The counts are parses, replays and folds with n earlier episodes; `counting` measures them.
"""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """A command, its counts, which a test checks, and the kind of step before which it is run.

    `Bench.words` fills in what stands in braces. `given` are commands that are run before it and
    not counted, `typed` are the lines that somebody types. `formerly` are the parses and replays
    that were counted before a verdict went into the fold.
    """

    command: str
    counts: str
    before: str = "episode record"
    given: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    formerly: str = ""


ENVELOPE, STICKER, EPISODE = "envelope open", "sticker place", "episode record"
NOTHING, ONCE, READ = "0, 0, 0", "n, n, 1", "n, 0, 0"
BUNDLE = "handover export --all -o {folder}/bundle.zip"
ACCEPTED = "handover accept wolf --as Emil -o {folder}/receipt.json"
OUTSIDE = "session record {session}"
IMPORTED = "import records {games}"
JOINED = "player join wolf Emil"
PLAYS = "export bgstats -o {folder}/plays.json"
REOPENED = "undo --episode {last} --and-later"
EVENING = "{evening}"
"""The lines of the next episode, as they are typed."""
CASES = (
    Case("status", ONCE, formerly="n, n"),
    Case("episode record {next}", "n + 1, n + 1, 1", formerly="2n + 4, 2n + 3"),
    Case(
        "episode result eagle=9 bear=7 deer=5 wolf=3", "n + 1, n + 1, 1", formerly="2n + 4, 2n + 3"
    ),
    Case(
        "episode edit {last} {amended} --reason slip",
        "n + 1, n + 1, 3",
        ENVELOPE,
        formerly="5n + 2, 5n",
    ),
    Case("envelope open {envelope}", ONCE, ENVELOPE, formerly="2n, 2n"),
    Case("sticker place {sticker}", ONCE, STICKER, formerly="2n, 2n"),
    Case("undo --and-later", "n, n, 2", formerly="5n, 5n"),
    Case("undo --episode {last} --and-later", "n, n, 2", ENVELOPE),
    Case("redo", "n, n, 2", given=("undo --and-later",)),
    Case("city show eagle --at {last}", "n, n, 2", formerly="2n, 2n"),
    Case("city rename eagle Rivers", ONCE, formerly="n, n"),
    Case(JOINED, ONCE, formerly="3n, 3n"),
    Case("pack apply {overlay} --reason ours", "n, 2n, 1", formerly="2n, 3n"),
    Case("what-if {next}", "n + 1, n + 1, 1", formerly="4n + 6, 4n + 4"),
    Case("what-if {amended}", "n + 1, n + 1, 2", ENVELOPE, formerly="6n + 2, 6n"),
    Case("audit", ONCE, formerly="n, 2n"),
    Case("audit report", ONCE, formerly="2n, 2n"),
    Case("head ", ONCE),
    Case(OUTSIDE, "1, 1, 0", formerly="2, 1"),
    # The other commands, in the order of docs/cli.md
    Case("new Later --seat eagle=A --seat bear=B", "0, 0, 1"),
    Case("list", NOTHING),
    Case("use Bench", ONCE),
    Case("rename Group", ONCE),
    Case("archive", NOTHING),
    Case("unarchive Bench", NOTHING, given=("archive",)),
    Case("withdraw Later", "0, 0, 1", given=("new Later --seat eagle=A --seat bear=B",)),
    Case("brief", ONCE),
    Case("cards", ONCE),
    Case("standings", ONCE),
    Case("standings --all", NOTHING),
    Case("chronicle -o {folder}/page.html", ONCE),
    Case("stats", ONCE),
    Case("history", ONCE),
    Case("checklist", ONCE),
    Case("confirm eagle --by Anna", ONCE),
    Case("simulate my-city --seats 2 -n 1", "1, 1, 0"),
    Case("meet", "3n, 3n, 3"),
    Case("episode template", ONCE),
    Case("episode enter", "n, n + 1, 1", typed=("", EVENING, "", "save")),
    Case("episode list", ONCE),
    Case("episode note {last} --where club", ONCE),
    Case("episode show {last}", ONCE),
    Case("episode replay {last}", ONCE),
    Case("episode edit {last}", ONCE, ENVELOPE, typed=("",)),
    Case("episode diff {last}", ONCE),
    Case("envelope list", ONCE),
    Case("envelope show 1", ONCE),
    Case("envelope correct 1", ONCE),
    Case("sticker owed", ONCE),
    Case("sticker list", ONCE),
    Case("sticker move bear rock I7 D2", "2n - 1, 2n - 1, 2"),
    Case("city list", ONCE),
    Case("city diff eagle 1 {last}", "n, n, 3"),
    Case("pack show", ONCE),
    Case("pack placeholders", ONCE),
    Case("pack template", ONCE),
    Case("pack export", ONCE, given=("pack apply {overlay} --reason ours",)),
    Case("pack diff ours {overlay}", ONCE),
    Case("pack simulate {overlay} --episode 1 -n 1", ONCE),
    Case("pack check {overlay}", ONCE),
    Case("pack update", ONCE),
    Case("pack eternal {overlay}", NOTHING),
    Case("player list", ONCE),
    Case("player show Anna", NOTHING),
    Case("player rename Anna Anne", ONCE),
    Case("player merge Emil Dora", ONCE, given=(JOINED,)),
    Case("player unmerge Emil", ONCE, given=(JOINED, "player merge Emil Dora")),
    Case("player leave wolf", ONCE),
    Case(BUNDLE, ONCE),
    Case("audit --file {folder}/bundle.zip", ONCE, given=(BUNDLE,)),
    Case("handover take {folder}/bundle.zip --db {folder}/other.db", ONCE, given=(BUNDLE,)),
    Case("handover take {folder}/bundle.zip", "2n, 2n, 2", given=(BUNDLE, "undo --and-later")),
    Case(ACCEPTED, ONCE),
    Case("handover receipt {folder}/receipt.json", "2n, 2n, 2", given=(ACCEPTED,)),
    Case("handover key", NOTHING),
    Case("sync {folder}", "3n, 3n, 3"),
    Case("export csv -o {folder}/plays.csv", ONCE),
    Case("export json plays -o {folder}/lines.jsonl", ONCE),
    Case("export parquet -o {folder}/tables", ONCE),
    Case("export records -o {folder}/records", "3n, n, 1"),
    Case(PLAYS, ONCE),
    Case("session enter my-city --seat Anna --seat Ben", "1, 0, 0"),
    Case("session list", NOTHING, given=(OUTSIDE,)),
    Case("session show 1", "1, 1, 0", given=(OUTSIDE,)),
    Case("photo add {picture}", ONCE),
    Case("photo list", NOTHING),
    Case("photo remove {photo}", "3n, 3n, 3", given=("photo add {picture}",)),
    Case("session note 1 --where club", "2, 2, 0", given=(OUTSIDE,)),
    Case("session edit 1 {amended} --reason slip", "3, 3, 0", given=(OUTSIDE,)),
    Case("session withdraw 1 --reason twice", "2, 2, 0", given=(OUTSIDE,)),
    Case("import withdraw", "0, 0, 0", given=(IMPORTED,)),
    Case("import reinstate", "1, 1, 0", given=(IMPORTED, "import withdraw")),
    Case("session reinstate 1", "2, 2, 0", given=(OUTSIDE, "session withdraw 1 --reason twice")),
    Case("session replay 1", "1, 1, 0", given=(OUTSIDE,)),
    Case("session stats my-city", "1, 1, 0", given=(OUTSIDE,)),
    Case("session chronicle 1 -o {folder}/session.html", "1, 1, 0", given=(OUTSIDE,)),
    Case("import records {games}", "1, 1, 0"),
    Case("import bgstats {folder}/plays.json", NOTHING, given=(PLAYS,)),
    Case("import bgg {geek}", "0, 2, 0"),
    Case("import csv {folder}/plays.csv", NOTHING, given=("export csv -o {folder}/plays.csv",)),
    Case("draft list", NOTHING),
    Case("draft show 1", "n, n - 1, 1", ENVELOPE, given=(REOPENED,)),
    Case("draft discard 1", "1, 0, 0", before=ENVELOPE, given=(REOPENED,)),
    Case("quadropolis score {city}", NOTHING),
    Case("rules dilluvia 21", NOTHING),
    Case("rules my-city 4", ONCE),
    Case("db path", NOTHING),
    Case("doctor", NOTHING),
    Case("db status", NOTHING),
    Case("db upgrade", NOTHING),
    Case("db backup -o {folder}/backup.db", NOTHING),
    Case("db copy {folder}/now.db {folder}/other.db", NOTHING),
    Case(
        "db restore {folder}/backup.db --replace",
        NOTHING,
        given=("db backup -o {folder}/backup.db",),
    ),
    Case("db check", NOTHING),
    Case("db rebuild", ONCE),
)


UNCOUNTED = {
    "demo": "plays a campaign of its own",
    "hindsight": "searches for seconds",
    "session hindsight": "searches for seconds",
    "pack paint": "needs a terminal",
    "fleet audit": "reads in processes of its own",
    "fleet standings": "reads in processes of its own",
    "fleet stats": "reads in processes of its own",
    "fleet pages": "reads in processes of its own",
    "fleet serve": "opens no database",
}
"""Commands that are not counted here, and why."""
