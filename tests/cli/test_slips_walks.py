"""Whole games of each kind, typed by tired people by chance: what is kept is the clean game.

Between its lines somebody looks things up, types what means nothing, takes a line back and types it
again, deletes one and has it back, corrects one into itself, leaves and goes on, asks who plays and
leaves it as it is, and notes place, length and a few words.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from random import Random

import pytest

from campaign.cli.entering.prompt import Offers, no_offers
from campaign.services import games
from engine.kernel.dealer import deal
from engine.kernel.game import Setup
from engine.kernel.phrases import Wording
from engine.kernel.record import Record, parse_record
from engine.kernel.replay import replay
from tests.cli.test_entering import EPISODE, WHO_PLAYS, Enter, answers, enter
from tests.fixtures import Run
from tests.soak import count

__all__ = ["enter"]

SEEDS = range(count(1, 100))
GAMES = ("my-city", "machi-koro", "quadropolis", "dilluvia")
NAMES = ("Anna", "Ben", "Chen", "Dora")
LOOKED_UP = ("?", "help", "boards", "board", "score", "lines", "rules", "rules 2", "? a", "")
NONSENSE = ("zz", "#5", "üß", "fix 999 p", "delete 999", "insert 999 p", "u x", "x" * 300)
NOTES = (
    ("place", "where", "Café"),
    ("place", "where", "-"),
    ("minutes", "minutes", 75),
    ("note", "note", "a long one"),
)
NUMBERED = re.compile(r"(\d+) (?:(?:Anna|Ben|Chen|Dora): )?(\S.*?)(?= {2,}|$)", re.MULTILINE)
"""Matches a line of the list of what was typed, with its number; the list has columns."""
ASKED = "\x1e"
"""Stands in what is shown where a line is typed."""

Typed = str | type[BaseException]


class Tired:
    """Types a game with detours, and leaves now and then."""

    def __init__(self, record: Record, chance: Random) -> None:
        self.lines, self.chance = answers(record), chance
        self.in_campaign = record.game == "my-city"
        self.details: dict[str, object] = dict.fromkeys(("place", "minutes", "note"))
        self.log: list[str] = []
        self.shown = ""
        self.has_typed = self.left = False
        self.script = self.types()

    def __call__(self, prompt: Wording, offers: Offers = no_offers, default: str = "") -> str:
        assert isinstance(sys.stderr, io.StringIO)
        self.shown = sys.stderr.getvalue().rpartition(ASKED)[2]
        sys.stderr.write(ASKED)
        if prompt == WHO_PLAYS:
            return ""
        if "Enter: more" in str(prompt):
            return "q"
        if self.left:  # it is asked whether to go on with the draft
            self.left = False
            return ""
        typed = next(self.script, None)
        self.log.append(f"{prompt!s:50} {typed!r}")
        self.left = typed is not None and (typed in ("save", "exit") or not isinstance(typed, str))
        if isinstance(typed, str):
            return typed or default
        raise typed or EOFError

    def types(self) -> Iterator[Typed]:
        lately = False
        for line in self.lines:
            while line != "y" and self.chance.random() < 0.2:
                yield from self.chance.choice(self.detours(lately=lately))()
                lately = False
            yield line
            self.has_typed, lately = True, line != "y"  # a yes is asked again
        yield "maybe"
        yield ""

    def detours(self, *, lately: bool) -> list[Callable[[], Iterator[Typed]]]:
        """What can be done between two lines; `lately` if a line was typed just now."""
        detours = [self.looks, self.errs, self.notes]
        if self.has_typed:
            detours += [self.leaves, self.deletes, self.corrects_into_itself]
            detours += [self.takes_back] * lately
        return detours + [self.asks_who] * self.in_campaign

    def looks(self) -> Iterator[Typed]:
        yield self.chance.choice(LOOKED_UP)

    def errs(self) -> Iterator[Typed]:
        yield self.chance.choice(NONSENSE)

    def asks_who(self) -> Iterator[Typed]:
        yield "who"

    def leaves(self) -> Iterator[Typed]:
        yield self.chance.choice(("save", "exit", KeyboardInterrupt, EOFError))

    def notes(self) -> Iterator[Typed]:
        key, word, value = self.chance.choice(NOTES)
        self.details[key] = None if value == "-" else value
        yield f"{word} {value}"

    def takes_back(self) -> Iterator[Typed]:
        """Take back what was typed last, and type what is said to be taken back."""
        yield self.chance.choice(("u", "undo", "back"))
        taken = re.search(r"Taken back: (.*?)\n", self.shown)
        assert taken, "\n".join((*self.log, self.shown))
        yield from taken[1].split(", ")

    def deletes(self) -> Iterator[Typed]:
        """Delete a line, see that it was right, and take that back."""
        yield "lines"
        if rows := NUMBERED.findall(self.shown.partition("removes it.")[2]):
            yield f"delete {self.chance.choice(rows)[0]}"
            yield "u"

    def corrects_into_itself(self) -> Iterator[Typed]:
        yield "lines"
        if rows := NUMBERED.findall(self.shown.partition("removes it.")[2]):
            number, line = self.chance.choice(rows)
            yield f"fix {number} {line}"


def played(name: str, chance: Random) -> Record:
    """A game of players who do anything legal."""
    game = games.find(name)
    if name == "my-city":
        setup = EPISODE.setup
    else:
        setup = Setup(game.SEATS[: chance.choice((2, 3, 4))], dict(game.ALONE))
    return deal(game, setup, chance.randrange(10**6))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_typed_by_tired_people_is_the_clean_one(
    begun: Run, enter: Enter, monkeypatch: pytest.MonkeyPatch, name: str, seed: int
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    chance = Random(f"{name} {seed}")
    record = played(name, chance)
    tired = Tired(record, chance)
    seats = "".join(f" --seat {one}" for one in NAMES[: len(record.seats)])
    again = "episode enter" if name == "my-city" else f"session enter {name}"
    shown, left = "", True
    while left:
        output = enter(
            again if tired.has_typed else f"{again}{seats * (name != 'my-city')}", typist=tired
        )
        shown, left = shown + output.err, tired.left
        assert output.code in (0, 130), "\n".join((*tired.log, output.err))
    told = "\n".join((*tired.log, shown))
    document = begun("episode show 1 --json" if name == "my-city" else "session show 1 --json")
    assert document.code == 0, told
    shown_now = json.loads(document.out)
    kept, game = parse_record(shown_now["record"]), games.game_of_record(record)
    expected, there = (replay(game, one, one.setup) for one in (record, kept))
    assert (expected.kind, expected.state) == (there.kind, there.state), told
    assert record.result == kept.result, told
    assert {key: shown_now["details"][key] for key in tired.details} == tired.details, told
