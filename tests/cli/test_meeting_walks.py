"""Two copies of a campaign, on each of which something else is done, and which meet then.

Whichever two commands they are: both copies have the same history in the end, which an audit
proves. The campaign is what the two make of it at one laptop, one after the other, or it is said
what of the other copy does not count.
"""

from __future__ import annotations

import random
import shutil
from datetime import timedelta
from itertools import product

import pytest

from tests.cli.syncing import set_clock
from tests.cli.test_corrections_walks import told
from tests.cli.test_handover_taking import packed
from tests.cli.test_meanwhile_walks import LINES, World
from tests.cli.test_meanwhile_walks import begins as begins  # a fixture
from tests.fixtures import Table, head_of
from tests.soak import count

HOW = "--reason wrong --later draft"
OF_THE_DATABASE = ("db", "import", "new", "player merge", "session", "use", "withdraw")
OF_COPIES = ("handover", "sync", "archive", "draft")
NO_ENTRY = (*OF_THE_DATABASE, *OF_COPIES, "photo add {folder}/board.png --session")
"""The beginnings of lines that are about more than the history of one campaign, or none."""
ALSO = (
    f"episode edit 2 --who bear=Zoe {HOW}",
    f"episode edit 2 --who eagle=Yan {HOW}",
    f"episode edit 3 --inked 'bear marks 3' {HOW}",
    "episode note 1 --where Gil --note late",
    "player join bear Zoe",
    "player join eagle Zoe --from 3",
    "player leave bear",
    "player rename Anna Annabel",
    "city rename bear Rivers",
    "confirm eagle --by Anna",
    "sticker place bear tree B8",
    "sticker place wolf rock E9",
)
"""More of what two people do in the same place."""
SAID = ("not carried over", "yours counts", "here already")
"""What is said of an entry there that changes nothing here."""
PAIRS = tuple(
    product([line for line in (*LINES, *ALSO) if not line.startswith(NO_ENTRY)], repeat=2)
)


@pytest.mark.parametrize("begins", [""], indirect=True)
def test_what_is_done_on_two_copies_that_meet(begins: Table) -> None:
    world = World(begins)
    anna = Table(begins.run, begins.patch, begins.folder.with_name("now"), "Anna")
    ben = Table(begins.run, begins.patch, anna.folder, "Ben")
    follow = ["--follow", "both", "--later", "draft", "--yes"]
    chosen = random.Random(count(1, 0, ci=3)).sample(PAIRS, count(12, len(PAIRS), ci=150))
    for ours, theirs in chosen:
        pair = f"{ours!r} here, {theirs!r} there"
        world.begins_again()
        set_clock(anna, timedelta())
        if world.does(ours).code:
            continue
        one_by_one = told(anna.run, anna.db) if world.does(theirs).code == 0 else None
        world.begins_again()
        shutil.copy(anna.db, ben.db)
        world.does(ours)
        set_clock(anna, timedelta(hours=1))
        ben.does("use Tuesday")
        later = " --and-later" if theirs.startswith("undo") else ""
        if ben(f"{world.named(theirs)}{later} --yes").code:
            continue
        taken = anna(["handover", "take", packed(ben, "ben.zip"), *follow])
        assert taken.code == 0, (pair, taken.err)
        taken_back = ben(["handover", "take", packed(anna, "anna.zip"), *follow])
        assert (taken_back.code, head_of(ben)) == (0, head_of(anna)), (pair, taken_back.err)
        for table in (ben, anna):
            table.does("audit --all")
        said = " ".join(taken.err.split())
        is_told = theirs.startswith(("undo", "redo")) or any(words in said for words in SAID)
        if one_by_one and not is_told:
            assert told(anna.run, anna.db) == one_by_one, (pair, said)
