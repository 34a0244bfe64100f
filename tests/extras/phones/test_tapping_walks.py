"""Evenings on phones by chance, in a real Chromium: what is acknowledged is recorded, nothing else.

    phones    tap whatever can be tapped, legal or not; reload, go back, sleep, turn, open tabs,
              lose the Wi-Fi or a reply
    laptop    types answers, takes lines back, mistypes
    ledger    the answers that phones were told are taken, and that were typed
    straight  the same game, typed at a laptop alone

After each step the draft in the database is the ledger, every phone shows its newest version, and
who was refused reads why. Whatever can be tapped has a name, room for a finger and a way by Tab;
nothing hangs over at the side, with text of twice the size either. In the end every phone shows
what a tab shows that it opens anew, and what is kept is what the straight evening keeps.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, Request

from engine.kernel.answers import only_answer
from engine.kernel.log import Move
from engine.kernel.record import Record, parse_record
from tests.cli.browsing import browser as browser
from tests.cli.browsing import violations
from tests.cli.laptop import Laptop
from tests.cli.test_entering import Enter, answers
from tests.cli.test_entering import enter as enter
from tests.extras.phones.ledger import Ledger, by_card
from tests.extras.phones.tapping import entered, typed
from tests.extras.phones.tapping_by_chance import OVERHANG, ROOM, SHOWN, SPOTS, TAPPABLE, Phone
from tests.extras.phones.test_browsers import HIDDEN
from tests.fixtures import ROOT, Output, Prepared, Run
from tests.soak import SOAK, count

STEPS = count(24, 120)
GAMES = {
    "my-city": "examples/chapter-1/episode-1.toml",
    "machi-koro": "tests/records/machi_koro_verified_chained_doubles.toml",
    "quadropolis": "tests/records/quadropolis_verified_tie_broken_by_inhabitants.toml",
    "dilluvia": "tests/records/dilluvia_verified_two_seats.toml",
}
"""Recorded games: the beginning of one is typed before phones are there."""
WALKS = [(name, seed) for seed in range(40) for name in GAMES][: count(1, 160)]
OFTEN = {"quit": 0.2, "more": 0.3, "did": 0.2, "language": 0.2, "back": 0.7, "build": 20, "link": 0}
"""How often something is tapped; all else 3."""
SENT = ("answer", "back", "again")
"""What a phone sends for its seat that changes the game."""


class Walk:
    """Phones and a laptop that do anything, and what they were told."""

    def __init__(self, browser: Browser, patch: pytest.MonkeyPatch, name: str, seed: int) -> None:
        self.chance, self.log = Random(f"{name} {seed}"), list[str]()
        record = parse_record((ROOT / GAMES[name]).read_text("utf-8"))
        self.ledger = Ledger(record._replace(moves=None, result={}))
        self.command = "episode enter --phones" if name == "my-city" else entered(record)
        self.laptop = Laptop(self.command, patch)
        self.url = self.laptop.url()
        moves = record.moves or ()
        begun = self.chance.choice((0, len(moves) // 2, len(moves) - 8))
        while len(self.ledger.moves) < begun:
            self.writes(moves[len(self.ledger.moves)])
        self.laptop.has_read()
        self.phones = list[Phone]()
        for _ in range(self.chance.choice((2, 3))):
            self.phones.append(Phone(browser, self.url, self.chance, self.acknowledged))
        self.rests()

    # What must be true

    def acknowledged(self, seat: str, sent: Request, status: int) -> bool:
        """Note what a phone was told of what it has sent; False if it was refused."""
        what, said = sent.url.rpartition("/")[2], sent.post_data_json
        if what not in SENT or said is None:
            return True
        self.log.append(f"{seat} {what} {said} {status}")
        if status == 200 and what == "answer":
            self.ledger.takes(seat, said["line"])
        elif status == 200 and what == "back":
            self.ledger.takes_back(seat)
        elif status == 200:
            self.ledger.puts_back()
        return status == 200

    def stored(self) -> tuple[str, list[Move]]:
        """The version and the moves of the draft in the database."""
        with closing(sqlite3.connect(os.environ["CAMPAIGN_DB"])) as database:
            found = database.execute("select number, saved, content from draft").fetchone()
        number, saved, content = found or (0, 0, '{"lines": []}')
        moves = (move for _, *line in json.loads(content)["lines"] for move in line)
        return f"{number}.{saved}", [Move(*move.split(": ", 1)) for move in moves]

    def rests(self) -> None:
        """Everything that was sent has come; the draft is the ledger, and everybody sees it."""
        for phone in self.phones:
            phone.page.wait_for_selector("body:not(.busy)", state="attached")
            while phone.waits > 0:
                phone.page.wait_for_timeout(5)
        self.laptop.until(self.laptop.is_quiet)
        version, stored = self.stored()
        assert by_card(stored) == by_card(self.ledger.moves), self.told()
        for phone in self.phones:
            if not phone.is_away:
                self.sees(phone.page, version)
                if phone.refused and not phone.page.locator("#message").inner_text():
                    phone.faults.append("refused, and nothing is said")
            phone.refused = False
            assert not phone.faults, self.told()

    def sees(self, page: Page, version: str) -> None:
        stage = "p" if self.ledger.now.awaited else "a"
        shows = f"body[data-version='{stage}{version}']:not(.busy)"
        page.wait_for_selector(shows, state="attached")

    def examine(self, phone: Phone, there: Sequence[Any]) -> None:
        """Whether everybody can use what is shown."""
        for one in there:
            if one["cut"] or one["tab"] < 0 or one["room"] < 24 or not one["words"]:
                phone.faults.append(f"cannot be used: {one}")
        for size in phone.page.evaluate(OVERHANG):
            phone.faults.append(f"hangs over {size} {phone.page.viewport_size}")
        if SOAK and self.chance.random() < 0.02:
            phone.faults += map(str, violations(phone.page))

    def told(self) -> str:
        return "\n".join([*self.log[-40:], self.laptop.seen[-500:]])

    # What is done

    def step(self) -> None:
        here = [phone for phone in self.phones if not phone.is_away]
        phone = self.chance.choice(self.phones)
        deeds = [
            *[self.taps] * 40,
            *[self.types] * 4,
            *[self.loses_the_wifi] * (2 if phone.is_away else 1),
            *[self.u, self.mistypes, self.turns, self.both_tap],
        ]
        if phone in here:
            deeds += [self.reloads, self.goes_back, self.loses_a_reply, self.sleeps]
            deeds += [self.opens_a_tab, self.changes_the_tab]
        deed = self.chance.choice(deeds)
        self.log.append(f"{self.phones.index(phone)} {phone.seat} {deed.__name__}")
        deed(phone)
        self.rests()

    def taps(self, phone: Phone) -> None:
        there = phone.page.evaluate(TAPPABLE)
        self.examine(phone, there)
        never = "language" if phone.is_away else ""  # that would load the page again
        often = [0 if one["key"] == never else OFTEN.get(one["key"], 3) for one in there]
        if not any(often):
            return
        number = self.chance.choices(range(len(there)), often)[0]
        one = there[number]
        self.log.append(f"  {one['key']} {one['words'][:60]!r}")
        thing = phone.page.locator(f"[data-walk='{number}']")
        try:
            if one["tag"] == "div":
                phone.page.touchscreen.tap(*self.spot(phone.page))
            elif one["tag"] == "input":
                thing.fill(self.chance.choice(("a", "1", "ba", "n", "x y")), timeout=5_000)
            elif self.chance.random() < 0.1:
                thing.focus(timeout=5_000)
                phone.page.keyboard.press("Enter")
            else:
                thing.tap(timeout=5_000)
        except Error as error:
            if thing.count():  # else it was drawn anew
                phone.faults.append(f"cannot be tapped: {one} {error}")

    def spot(self, page: Page) -> tuple[float, float]:
        """Where the board is tapped: mostly where something can lie."""
        spots = page.evaluate(SPOTS)
        if spots and self.chance.random() < 0.8:
            x, y = self.chance.choice(spots)
            return x, y
        x, y, width, height = page.evaluate(ROOM)
        return x + width * self.chance.random(), y + height * self.chance.random()

    def both_tap(self, _: Phone) -> None:
        """Two tap before the table has heard of either."""
        for one in self.chance.sample(self.phones, 2):
            self.taps(one)

    def types(self, _: Phone) -> None:
        """A legal answer at the laptop, of anybody who is asked."""
        now = self.ledger.now
        if now.awaited:
            seat = self.chance.choice(now.awaited)
            text = now.game.format(self.chance.choice(list(now.game.legal(now.state, seat))))
            self.writes(Move(seat, "pass" if text == "quit" else text))

    def writes(self, move: Move) -> None:
        line = typed(move)
        self.log.append(f"  {line}")
        self.laptop.types(line)
        if move.text == "quit":
            self.laptop.types("y")
        self.ledger.takes(move.seat, move.text)

    def u(self, _: Phone) -> None:
        self.laptop.types("u")
        if self.ledger.moves:
            self.ledger.loses_a_line()

    def mistypes(self, _: Phone) -> None:
        if self.ledger.now.awaited:
            self.laptop.types(self.chance.choice(("zzz", "?", "board", "phones", "score", "p9: x")))

    def reloads(self, phone: Phone) -> None:
        phone.page.reload()

    def goes_back(self, phone: Phone) -> None:
        phone.page.go_back()
        if not phone.page.url.startswith("http"):
            phone.page.goto(self.url.partition("#")[0])

    def loses_the_wifi(self, phone: Phone) -> None:
        phone.is_away = not phone.is_away
        phone.context.set_offline(phone.is_away)

    def loses_a_reply(self, phone: Phone) -> None:
        phone.page.route(f"**/{self.chance.choice(SENT)}", phone.loses, times=1)

    def opens_a_tab(self, phone: Phone) -> None:
        if len(phone.tabs) < 3:
            phone.page.evaluate(HIDDEN, True)
            phone.opens(self.chance.choice((self.url, self.url.partition("#")[0])))

    def changes_the_tab(self, phone: Phone) -> None:
        if len(phone.tabs) > 1:
            phone.page.evaluate(HIDDEN, True)
            last = phone.tabs.pop()
            if self.chance.random() < 0.5:
                last.close()
            else:
                phone.tabs.insert(0, last)
            phone.page.evaluate(HIDDEN, False)

    def sleeps(self, phone: Phone) -> None:
        """While it is put away, the laptop types."""
        phone.page.evaluate(HIDDEN, True)
        self.types(phone)
        self.laptop.has_read()
        phone.page.evaluate(HIDDEN, False)

    def turns(self, phone: Phone) -> None:
        size = phone.page.viewport_size
        assert size
        phone.page.set_viewport_size({"width": size["height"], "height": size["width"]})

    # The end

    def compares(self) -> None:
        """Each phone is back, and shows what a tab shows that it opens anew."""
        for phone in self.phones:
            if phone.is_away:
                self.loses_the_wifi(phone)
        self.types(self.phones[0])  # an answer that was begun anywhere is begun anew
        self.rests()
        version, _ = self.stored()
        for phone in self.phones:
            old = phone.page
            new = phone.opens(self.url.partition("#")[0])
            self.sees(new, version)
            if not phone.seat and not old.locator("main .choose").count():
                new.locator("main .choose [value='*']").tap()  # which is said to each tab
                new.locator("main .choose").wait_for(state="detached")
            for _ in range(100):  # who has come back is told to all in their own time
                if new.evaluate(SHOWN) == old.evaluate(SHOWN):
                    break
                new.wait_for_timeout(50)
            assert new.evaluate(SHOWN) == old.evaluate(SHOWN), self.told()
            phone.tabs.pop().close()

    def ends(self) -> tuple[Output, Record]:
        """Keep the game if it is over, else save it; what the laptop has printed, and the game."""
        forced = only_answer(self.ledger.now.game, self.ledger.now.state)
        if forced:  # what follows by itself was taken back alone
            self.writes(Move(forced[0], self.ledger.now.game.format(forced[1])))
        self.rests()
        _, moves = self.stored()
        for line in ("save",) if self.ledger.now.awaited else ("y", "save", ""):
            self.laptop.types(line)
        for phone in self.phones:
            phone.context.close()
        return self.laptop.ends(), self.ledger.head._replace(moves=tuple(moves))


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_what_is_tapped_by_chance_is_recorded_as_typed(
    begun: Run,
    prepared: Prepared,
    browser: Browser,
    enter: Enter,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    seed: int,
) -> None:
    walk = Walk(browser, monkeypatch, name, seed)
    for _ in range(STEPS):
        walk.step()
    walk.compares()
    ended, record = walk.ends()
    assert ended.code == 0, ended.err

    def told() -> str:
        if record.moves and walk.ledger.now.awaited:
            lines = json.loads(begun("draft show 1 --json").out)["typed"]
            return "\n".join(move for line in lines for move in line["moves"])
        folder = tmp_path / f"{os.environ['CAMPAIGN_DB'][-9:]}-records"
        assert begun(f"export records -o '{folder}'").code == 0
        return "".join(file.read_text("utf-8") for file in sorted(folder.rglob("*.toml")))

    tapped = told()
    straight = tmp_path / "straight.db"
    shutil.copy(prepared.begun, straight)
    monkeypatch.setenv("CAMPAIGN_DB", str(straight))
    enter(walk.command.removesuffix(" --phones"), *answers(record), "y")
    assert told() == tapped, walk.told()
