"""Questions that are answered wrong, in other letters, or left, by chance: what a command promises.

A wrong answer is told in words, and the same question comes again; nothing else is asked twice.
Whoever leaves with Ctrl-C or Ctrl-D reads that nothing was written, and nothing was; or what was
accepted is kept, and the same command goes on there. In the end the campaign is the one of
somebody who gave the right answers at once.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import typer

from campaign.cli import questions
from campaign.cli.entering import prompt
from campaign.cli.entering.prompt import Offers, no_offers
from campaign.cli.environment import Environment
from engine.kernel.phrases import Wording
from tests.cli.test_corrections_later import MOVED
from tests.cli.test_corrections_walks import told
from tests.fixtures import CHAPTER, SLIPS, STICKERS, Output, Prepared, Run, content
from tests.soak import count

SEEDS = range(count(1, 40))
WRONG = ("zz", "1e3", "\x1b[A", "\u00fc\u00df \U0001f3b2", "--yes", "x" * 10_000)
"""What is an answer to no question but one for a free text."""
FREE_TEXT = "Why, for the history?"


class Scene(NamedTuple):
    """A state of the campaign, a command that asks there, and the right answers."""

    state: str
    line: str
    right: tuple[str, ...]


SCENES = (
    Scene("sealed", "envelope open 1", ("y", "n")),
    Scene("begun", f"episode record '{CHAPTER}/episode-1.toml'", ("y",)),
    Scene("begun", f"episode record '{CHAPTER}/episode-1-boards.toml' {' '.join(SLIPS)}", ("y",)),
    Scene("played", "sticker place", tuple(sticker.split()[2] for sticker in STICKERS)),
    Scene("settled", "episode result", ("", "6", "6", "2", "2", "bear eagle", "", "y")),
    Scene("settled", "episode result", ("an be ch", "y", "6", "-5", "2", "y")),
    Scene("settled", "episode result", ("an be ch wolf=Emil", "6", "5", "2", "1", "y")),
    Scene("settled", "player join wolf Emil", ("y",)),
    Scene("settled", "player rename Ben wolf", ("y",)),
    Scene("chapter", "player join wolf Emil --from 2", ("y",)),
    Scene("chapter", "episode edit 3 --swap eagle bear", ("slip", "y")),
    Scene("chapter", "episode edit 3 --inked 'eagle marks 3'", ("our board", "y")),
    Scene("chapter", f"sticker move {MOVED}", ("k", "", "y")),
    Scene("chapter", "undo --episode 2", ("y",)),
    Scene("chapter", "undo", ("y",)),
)


class Somebody:
    """Gives the right answers, but not always at once; leaves where they end."""

    def __init__(self, chance: Random | None = None) -> None:
        self.chance = chance
        self.right: list[str] = []
        self.asked: list[str] = []
        self.wrong: list[tuple[int, str]] = []
        """Where in `asked` a wrong answer was given, and the question."""

    def __call__(self, prompt: Wording, offers: Offers = no_offers, default: str = "") -> str:
        """Answer at the line editor."""
        question = str(prompt).strip()
        self.asked.append(question)
        sys.stderr.write(f"<{len(self.asked)}>\n")
        chance = self.chance
        if chance and self.right and not question.startswith(FREE_TEXT) and chance.random() < 0.5:
            self.wrong.append((len(self.asked), question))
            return chance.choice(WRONG)
        if not self.right:
            raise chance.choice((KeyboardInterrupt, EOFError)) if chance else EOFError
        right = self.right.pop(0)
        loud = right if "=" in right else right.upper()  # a new name stays as it is typed
        return chance.choice((right, f"{right} ", f" {loud}")) if chance else right

    def line(self, question: str) -> str:
        """Answer at a question without an editor."""
        try:
            return self(question)
        except (KeyboardInterrupt, EOFError):
            raise typer.Abort from None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scene", SCENES, ids=map(str, range(len(SCENES))))
def test_a_walk_of_wrong_answers_records_what_the_right_ones_do(
    run: Run,
    db: Path,
    prepared: Prepared,
    monkeypatch: pytest.MonkeyPatch,
    scene: Scene,
    seed: int,
) -> None:
    monkeypatch.setattr(Environment, "can_ask", True)

    def answers(somebody: Somebody, *right: str) -> Output:
        somebody.right[:] = right
        monkeypatch.setattr(questions, "ask_line", somebody.line)
        monkeypatch.setattr(prompt, "editor", lambda *_: somebody)
        return run(scene.line)

    def begins() -> None:
        shutil.copy(getattr(prepared, scene.state), db)

    begins()
    at_once = Somebody()
    assert answers(at_once, *scene.right).code == 0
    assert at_once.right == []
    expected, chance = told(run, db), Random(f"{scene} {seed}")

    begins()
    somebody, before = Somebody(chance), content(db)
    stops = chance.randrange(len(scene.right))
    left = answers(somebody, *scene.right[:stops])
    assert left.code in (0, 1, 130), left.err
    again = scene.right[stops:]
    if "Nothing was written." in left.err:
        assert content(db) == before
        again = scene.right
    if told(run, db) != expected:  # else all was done but for a last offer
        last = answers(somebody, *again)
        assert last.code == 0, last.err
        assert told(run, db) == expected
        left = Output(0, "", left.err + last.err)
    for at, question in somebody.wrong:
        assert somebody.asked[at] == question, left.err
        said = left.err.split(f"<{at}>")[1].split(f"<{at + 1}>")[0]
        assert said.strip(), f"nothing is said about a wrong answer to {question}"
    assert run("audit").code == 0
