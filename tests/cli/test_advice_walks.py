"""Every command that a screen shows can be typed and does what is said of it: by chance.

After each command of a walk, whatever it shows is typed in a copy of the database. It is not
refused, an audit passes after it, and what takes something back, or brings it back, leads to the
campaign of then. Options that answer questions are left out now and then, so that refusals name
their commands, too. In half of the walks another campaign is in use, which nothing touches.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.services import folding
from tests.cli.test_corrections import closing_database
from tests.cli.test_corrections_walks import told
from tests.cli.test_options_walks import NAMES, SEATS, OptionsWalk
from tests.fixtures import Output, Run
from tests.soak import count

STEPS = count(8, 30)
SEEDS = range(count(1, 200, ci=2))
SHOWN = re.compile(r"^(|.*(?:: |  ))campaign ([a-z]+-?[a-z]* ?.*(?<!\.))$")
"""Matches a command at the end of a line, after what is said of it."""
ANSWERS = re.compile(r" --(yes|and-later|house-rule|replace|as-played|later [a-z-]+)\b")
BACK = ("to take it back", "to take all of this back", "to bring it back")
LATER = re.compile(r"^(entry \d+:|then episode)|once this is recorded")
"""Matches what is said of a command that comes after others."""
AGAIN = "to mend it and keep it"
"""What is said of an evening; the entries that are shown above it come before it."""
ASKING = ("no terminal to type at", "no terminal to ask at")
OF_NO_CAMPAIGN = ("player", "rules", "db", "audit --file")
PLACEHOLDERS = {"SEAT": SEATS, "NAME": NAMES, "PLAYER": NAMES}
FILES = re.compile(r"\b(?!SEAT|NAME|PLAYER)[A-Z]{4,}\b|evening\.toml|[|>]")
"""Matches what somebody must have first: a square, a file, another command."""


class AdviceWalk(OptionsWalk):
    """A walk in which every command that is shown is tried in a copy."""

    def begins(self) -> None:
        self.wrong: list[str] = []
        self.others = False
        super().begins()
        if self.chance.random() < 0.5:
            assert self.run("new Friday --seat eagle=Emil --seat bear=Fay --yes").code == 0
            self.others, self.plainly, self.run = True, self.run, self.meaning
            self.untouched = self.friday()

    def meaning(self, line: str | list[str]) -> Output:
        """Run a command that means this campaign while another one is in use."""
        words = shlex.split(line) if isinstance(line, str) else line
        if "--campaign" not in words:
            output = self.plainly([*words, "--campaign", self.history().campaign.name])
            if "No such option: --campaign" not in output.err:
                return output
        return self.plainly(words)

    def friday(self) -> str:
        """The head of the other campaign."""
        if not self.others:
            return ""
        with closing_database(self.db) as session:
            return folding.read(session, "campaign/2").head

    def does(self, line: str) -> Output:
        bare = ANSWERS.sub("", line)
        if bare != line and self.db.exists() and self.chance.random() < 0.3:
            self.shows_of(bare)
        return self.shows_of(line)

    def shows_of(self, line: str) -> Output:
        """Run a command, and type in a copy what it shows."""
        before, now = self.folder / "before.db", self.folder / "now.db"
        if self.db.exists():
            shutil.copy(self.db, before)
        output = super().does(line)
        if not self.db.exists():
            return output
        shutil.copy(self.db, now)
        for what, command in shown_in(output):
            noted = "--campaign" in command or "Without --campaign" in output.err
            if self.others and not noted and not command.startswith(OF_NO_CAMPAIGN):
                self.wrong.append(f"{line}\n  shows, and means another campaign: {command}")
            if said := self.tries(output, what, command, before):
                self.wrong.append(f"{line}\n  {what!r} shows: {command}\n  {said}")
            shutil.copy(now, self.db)
        return output

    def tries(self, output: Output, what: str, command: str, before: Path) -> str:
        """Type a command as it is shown, and return what is wrong with it; "" if nothing is."""
        typed = [self.chance.choice(PLACEHOLDERS.get(w, (w,))) for w in shlex.split(command)]
        answers = ["--yes", *(["--house-rule"] if command.startswith("episode ") else [])]
        tried = self.run([*typed, *answers])
        if "No such option" in tried.err:
            tried = self.run(typed)
        if any(words in tried.err for words in ASKING):
            return ""
        if "owes its board" in tried.err and "to place what is owed" in output.out + output.err:
            return ""
        if tried.code:
            return f"{tried.code} {tried.err}"
        if (audit := self.run("audit")).code:
            return audit.out + audit.err
        if self.others and self.friday() != self.untouched:
            return "the other campaign is not what it was"
        if what.startswith(BACK):
            after = told(self.run, self.db)
            shutil.copy(before, self.db)
            then = told(self.run, self.db)
            return ", ".join(key for key in after if after[key] != then[key])
        return ""


def shown_in(output: Output) -> Iterator[tuple[str, str]]:
    """Yield what is said of each command that can be typed at once, and the command."""
    after = False
    for line in (output.out + output.err).splitlines():
        if match := SHOWN.match(line.strip()):
            what, command = match.groups()
            is_later = LATER.search(what) or (after and what.startswith(AGAIN))
            if not is_later and not FILES.search(command.partition(' "')[0]):
                yield what.strip(), command
            after = LATER.search(what) is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_shown_to_type_does_what_is_said_of_it(
    run: Run, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    walk = AdviceWalk(run, db, tmp_path, seed)
    for _ in range(STEPS):
        walk.step()
    walk.reads()
    assert not walk.wrong, "\n\n".join(walk.wrong)
