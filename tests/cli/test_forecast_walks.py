"""What a command says that it would do, and what it then does: by chance, with every option.

A what-if, `--dry-run` and the command itself tell of the same changes, or are refused in the same
words. Whoever is told of no change finds none, and a change that is told of is there. A copy that
is restored is the campaign of that evening, and taking in what came since leads to today.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from campaign.cli.what_if import COMMANDS
from campaign.services import campaigns
from campaign.services.values import History
from tests.cli.test_corrections import closing_database
from tests.cli.test_corrections_walks import told
from tests.cli.test_options_walks import NAMES, OptionsWalk
from tests.fixtures import Output, Run
from tests.soak import count

STEPS = count(12, 40)
SEEDS = range(count(1, 200, ci=3))


class ForecastWalk(OptionsWalk):
    """A walk in which everything is tried out before it is done."""

    def history(self) -> History:
        with closing_database(self.db) as session:
            return campaigns.find(session, None, "Anna")

    def step(self) -> None:
        self.goes_on()
        self.is_sound()
        if self.chance.random() < 0.1:
            self.backs_up()
        elif self.chance.random() < 0.1:
            self.restores()

    def does(self, line: str) -> Output:
        if not any(line.startswith(f"{command} ") for command in (*COMMANDS, "undo", "redo")):
            return super().does(line)
        ideas = self.folder / "ideas.txt"
        ideas.write_text(line, "utf-8")
        before, stood = self.history(), self.stands()
        forecast = self.run(f"what-if '{ideas}' --json")
        dry = self.run(f"{line} --dry-run --json")
        assert self.history() == before, self.fails(f"{line}\nwas tried out, and is written")
        output = self.run(f"{line} --json")
        self.log.append(f"{output.code}  {line}")
        assert output.code in (0, 2, 4, 6, 8), self.fails(output.err)
        if output.code:
            why = error_of(output)
            assert forecast.code, self.fails(f"a what-if allows what is refused: {why}")
            assert error_of(forecast) == why, self.fails(f"{error_of(forecast)}\n{why}")
            if error_of(dry) != "No such option: --dry-run":
                assert error_of(dry) == why, self.fails(f"{error_of(dry)}\n{why}")
            return output
        assert forecast.code == 0, self.fails(f"a what-if refuses: {forecast.err}")
        self.tells(forecast, dry, output, stood)
        return output

    def stands(self) -> dict[str, Any]:
        """What the documents and the rows say, with the name of the campaign.

        A corrected pack lays out the next episode anew, so its stickers come last in the list.
        """
        said = told(self.run, self.db)
        said["sticker list"]["stickers"].sort(key=repr)
        return {**said, "name": self.history().campaign.name}

    def tells(self, forecast: Output, dry: Output, output: Output, stood: dict[str, Any]) -> None:
        """Assert that all three tell of the same changes, and that these are there."""
        tried, stands = json.loads(forecast.out), self.stands()
        differ = [key for key, now in stands.items() if now != stood[key]]
        if differ == ["tenure"]:  # another name of somebody who holds no city, and played nothing
            differ = []
        if differ == ["standings", "progress_mark"] and counted(stands) == counted(stood):
            differ = []  # ink that says what the rules give: as many marks, and for another reason
        assert bool(tried["changes"]) == bool(differ), self.fails((tried["changes"], differ))
        marks = {city.seat: city.progress for city in self.history().campaign.cities}
        assert tried["marks"] == marks, self.fails(tried["marks"])
        done = json.loads(output.out)
        if "changes" in done:
            assert done["changes"] == tried["changes"], self.fails(
                f"told: {done['changes']}\ntried: {tried['changes']}"
            )
        if dry.code == 0 and "kept" in done:
            said = json.loads(dry.out)
            assert (said.pop("kept"), done.pop("kept")) == (False, True), self.fails(said)
            assert said == done, self.fails(f"{said}\n{done}")

    def fails(self, what: object) -> str:
        return "\n".join((*self.log, str(what)))

    def backs_up(self) -> None:
        """Copy the database."""
        self.unmerges()
        number = len([*self.folder.glob("copy*.db")])
        self.copy, self.then = self.folder / f"copy{number}.db", told(self.run, self.db)
        assert self.run(f"db backup '{self.copy}'").code == 0

    def restores(self) -> None:
        """Go back to the copy, and take in what came since."""
        if not hasattr(self, "copy"):
            return
        self.unmerges()
        bundle, today = self.folder / f"today{len(self.log)}.zip", told(self.run, self.db)
        for line in (
            f"handover export --all -o '{bundle}'",
            f"db restore '{self.copy}' --replace --yes",
        ):
            assert super().does(line).code == 0, self.fails(line)
        self.shows(self.then, "restored")
        self.is_sound()
        assert super().does(f"handover take '{bundle}' --yes").code == 0, self.fails("take")
        self.shows(today, "taken in again")
        self.is_sound()

    def unmerges(self) -> None:
        """Let each name be a person again: that two are one is said in one database alone."""
        for name in NAMES:
            super().does(f"player unmerge {name} --yes")


def counted(said: dict[str, Any]) -> list[Any]:
    """The standings, with the number of marks of each evening, but not what they were for."""
    return [
        {**one, "reasons": [(mark["episode"], mark["amount"]) for mark in one["reasons"]]}
        for one in said["standings"]["standings"]
    ]


def error_of(output: Output) -> str:
    """The sentence with which a command was refused."""
    lines = output.err.splitlines()
    return str(json.loads(lines[-1])["error"]) if lines and output.code else ""


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_forecast_is_what_comes(run: Run, db: Path, tmp_path: Path, seed: int) -> None:
    walk = ForecastWalk(run, db, tmp_path, seed)
    for _ in range(STEPS):
        walk.step()
