"""An evening of four phones, a table view and the laptop, by taps: a recorded episode is played."""

from __future__ import annotations

import os
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from engine.kernel.game import CHANCE
from engine.kernel.log import Move
from engine.my_city.play.notation import BuildMove, parse
from tests.cli.browsing import PACE, device, violations
from tests.cli.laptop import Laptop
from tests.cli.test_entering import EPISODE
from tests.extras.phones.phoning import Phone as Device
from tests.extras.phones.tapping import typed
from tests.extras.phones.tapping_my_city import Phone
from tests.extras.phones.wifi import Wifi
from tests.processes import until
from tests.soak import CI, SOAK

BOARD = """() => {
  const box = document.querySelector(".board svg")?.getBoundingClientRect();
  return box?.width ? `${box.width.toFixed()} ${box.height.toFixed()}` : "";
}"""
"""Width and height of the board that is shown."""
HIDDEN = """() => {
  if (document.querySelector("dialog[open]")) return [];
  return [...document.querySelectorAll("button, #gain")].filter((one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.bottom - 3];
    const seen = y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : one;
    return box.width && one.textContent.trim() && !one.contains(seen);
  }).map((one) => one.textContent.trim());
}"""
"""The words on which something else lies, of those that are in the window."""
LAST = 2
"""How many cards at the end are answered by taps, unless it is all."""
EXAMINED = {"which card", "laid", "sheets"}
"""What axe examines, unless it is all that is looked at: a second of CPU each."""
SIZES = {"eagle": (360, 640), "bear": (320, 568), "deer": (412, 839), "wolf": (390, 844)}
PLAYERS = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}
STICKERS = {"eagle": ["G1", "F7"], "bear": ["F7"], "deer": ["F11", "F7"], "wolf": ["G1", "F7"]}


class Group:
    """Four at their phones, a tablet that watches, and the laptop."""

    def __init__(self, browser: Browser, patch: pytest.MonkeyPatch) -> None:
        self.browser, self.laptop = browser, Laptop("episode enter --phones", patch)
        self.url = self.laptop.url()
        self.seen: dict[str, str] = {}
        self.taps, self.faults = list[int](), list[str]()
        self.unusable: list[Any] = []
        self.wifi = Wifi()
        self.phones = {
            seat: self.opens(*size, dark=seat == "eagle") for seat, size in SIZES.items()
        }
        self.looks(self.phones["eagle"], "who are you")
        for seat, phone in self.phones.items():
            phone.tap(f".choose button:has-text('{PLAYERS[seat]}')")
        self.table = self.opens(1280, 800)
        taken = self.table.page.locator(".choose button").first
        expect(taken).to_contain_text("on another phone")
        self.seen["taken"] = taken.inner_text()
        self.table.page.get_by_role("button", name="only watch").click()

    def opens(self, width: int, height: int, *, dark: bool = False) -> Phone:
        loses_the_wifi = (width, height) == SIZES["deer"]
        context = device(
            self.browser,
            viewport={"width": width, "height": height},
            has_touch=True,
            color_scheme="dark" if dark else "light",
            proxy={"server": self.wifi.address} if loses_the_wifi else None,
        )
        if loses_the_wifi:
            context.clock.install()
            context.add_init_script(PACE)  # which the clock has replaced
        phone = Phone(context, self.url, self.faults)
        phone.page.wait_for_selector(".choose")
        return phone

    def looks(self, phone: Phone, name: str) -> None:
        """Whether everybody can use what is shown; nothing hangs over at its side."""
        if CI or name in EXAMINED:
            self.unusable += ((name, *found) for found in violations(phone.page))
        if phone.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            self.unusable.append((name, "hangs over"))
        self.unusable += ((name, "is covered", words) for words in phone.page.evaluate(HIDDEN))
        if folder := os.environ.get("PHONE_SHOTS"):
            phone.page.screenshot(path=Path(folder) / f"{name}.png")

    def plays(self) -> None:
        """The episode, card by card; in the first ones everything happens that can.

        The cards in the middle are typed at the laptop while the phones are put away, unless it
        is to be the whole by taps.
        """
        special = [self.first_card, self.second_card, self.third_card]
        evening = cards()
        tapped = evening[len(special) if CI else -LAST :]
        for happens, (card, *answers) in zip(special, evening, strict=False):
            happens(card.text.split()[1], {move.seat: move for move in answers})
        if len(special) + len(tapped) < len(evening):
            self.laptop.waits_for(f"card {len(special) + 1} of")
            self.types(evening[len(special) : -LAST])
        for number, (card, *answers) in enumerate(tapped, len(evening) - len(tapped) + 1):
            self.laptop.waits_for(f"card {number} of")
            self.phones["eagle"].reveals(card.text.split()[1])
            for move in answers:
                self.taps.append(self.phones[move.seat].answers(move))

    def types(self, typed_cards: list[list[Move]]) -> None:
        """Some cards at the laptop; then the phones are taken up again."""
        for phone in self.phones.values():
            phone.puts_away()
        for card in typed_cards:
            for move in card:
                self.laptop.types(typed(move))
                if move.text == "quit":
                    self.laptop.types("y")
        self.laptop.has_read()
        for phone in self.phones.values():
            phone.page.goto(self.url)
        self.phones["eagle"].page.wait_for_selector(".cards button")

    def first_card(self, card: str, answers: dict[str, Move]) -> None:
        """Refused in the engine's words; quit and not meant; an answer taken back."""
        eagle, bear, deer, wolf = self.phones.values()
        self.looks(eagle, "which card")
        eagle.reveals(card)
        eagle.tap_cell("A1")
        eagle.says("stands on a mountain")
        self.seen["refused"] = eagle.page.locator("#says").inner_text()
        laid = eagle.laid()
        eagle.drags("A1", "B3")
        self.seen["dragged"] = f"{laid} {eagle.laid()}"
        self.seen["build"] = "disabled" if eagle.page.locator("#build").is_disabled() else "active"
        eagle.tap("#quit")
        self.looks(eagle, "quit")
        eagle.tap("#question button[value=no]")
        lies = parse(answers["eagle"].text)
        assert isinstance(lies, BuildMove)
        eagle.lays(lies)
        expect(eagle.page.locator("#gain")).to_have_text("+5 with this")
        self.seen["score"] = eagle.page.locator(".hud h2").inner_text().replace("\n", " ")
        laid = eagle.laid()
        for language in ("it", "en"):
            eagle.tap("#more")
            eagle.tap(f"#panel button[lang={language}]")
            eagle.page.wait_for_selector(f"html[lang={language}] #build:enabled")
        self.seen["reloaded"] = f"{laid} {eagle.laid()}"
        eagle.answers(answers["eagle"])
        self.looks(eagle, "answered")
        bear.answers(Move("bear", "pass"))
        version = bear.version
        bear.tap(".back")
        bear.until_after(version)
        bear.answers(answers["bear"])
        self.looks(self.table, "table")
        self.table.context.close()
        deer.answers(answers["deer"])
        expect(wolf.page.locator("#did")).to_contain_text("Chen built")
        self.seen["did"] = wolf.page.locator("#did").inner_text()
        self.seen["waits"] = wolf.page.locator("#seats").inner_text()
        wolf.answers(answers["wolf"])

    def second_card(self, card: str, answers: dict[str, Move]) -> None:
        """Said at the laptop; keys alone; a reload in the middle; a phone without Wi-Fi."""
        eagle, bear, deer, _ = self.phones.values()
        self.laptop.waits_for("card 2 of")
        self.laptop.types(card)
        bear.page.wait_for_selector("#build")
        build = parse(answers["bear"].text)
        assert isinstance(build, BuildMove)
        bear.page.locator("#board").focus()
        bear.page.keyboard.press("ArrowRight")
        for _ in range(build.turns):
            bear.page.keyboard.press("r")
        for _ in range(20):
            bear.page.keyboard.press("ArrowUp")
            bear.page.keyboard.press("ArrowLeft")
        column, row = ord(build.square[0]) - 65, int(build.square[1:]) - 1
        at = bear.laid()
        for _ in range(column - ord(at[0]) + 65):
            bear.page.keyboard.press("ArrowRight")
        for _ in range(row - int(at[1 : at.index("/")]) + 1):
            bear.page.keyboard.press("ArrowDown")
        self.looks(bear, "laid")
        version = bear.version
        bear.page.keyboard.press("Enter")
        bear.until_after(version)
        eagle.page.reload()
        eagle.answers(answers["eagle"])
        self.loses_the_wifi(deer, answers["deer"])
        self.laptop.waits_for("wolf (Dora)")
        self.laptop.types(answers["wolf"].text.rpartition("@")[2])

    def loses_the_wifi(self, phone: Phone, move: Move) -> None:
        """For a minute, in which its answer is typed at the laptop; its own comes too late."""
        action = parse(move.text)
        assert isinstance(action, BuildMove)
        phone.page.wait_for_selector("#build")
        self.wifi.lost()
        if SOAK:
            phone.page.wait_for_timeout(60_000)
        else:
            phone.page.clock.fast_forward(60_000)
        expect(phone.page.locator("#away")).to_contain_text("No connection to the laptop")
        self.looks(phone, "without connection")
        self.laptop.waits_for("deer (Chen)")
        self.laptop.types(move.text.rpartition("@")[2])
        self.laptop.waits_for("wolf (Dora)")
        phone.lays(action)
        phone.tap("#build")
        self.wifi.back()
        expect(phone.page.locator("#message")).to_contain_text(f"Chen builds {action.piece}")
        expect(phone.page.locator("#away")).to_be_hidden()
        expect(phone.page.locator("#build")).to_have_count(0)
        self.seen["late"] = phone.page.locator("#message").inner_text()

    def third_card(self, card: str, answers: dict[str, Move]) -> None:
        """Two phones at once, a double tap, the phone on its side, the back button."""
        eagle, bear, deer, wolf = self.phones.values()
        button = f".cards button[aria-label={card}]"
        for phone in (eagle, bear):
            phone.page.wait_for_selector(button)
        for phone in (eagle, bear):  # the second tap is on a card that has come
            phone.page.evaluate("button => document.querySelector(button)?.click()", button)
        for phone in (eagle, bear):
            phone.page.wait_for_selector("#build")
            build = parse(answers["eagle" if phone is eagle else "bear"].text)
            assert isinstance(build, BuildMove)
            phone.lays(build)
        for phone in (eagle, bear):
            phone.page.evaluate("for (const _ of [1, 2]) document.querySelector('#build').click()")
        eagle.page.wait_for_selector(".back")
        bear.page.wait_for_selector(".back")
        deer.page.set_viewport_size({"width": 839, "height": 412})
        self.looks(deer, "on its side")
        deer.page.set_viewport_size({"width": 820, "height": 1180})

        def measured() -> bool:
            """It may be drawn anew at this moment."""
            self.seen["on a tablet"] = str(deer.page.evaluate(BOARD))
            return bool(self.seen["on a tablet"])

        until(measured)
        deer.page.set_viewport_size({"width": 839, "height": 412})
        deer.answers(answers["deer"])
        deer.page.set_viewport_size({"width": 412, "height": 839})
        wolf.tap("#more")
        wolf.tap("#panel button:has-text('rules in short')")
        wolf.page.wait_for_selector("#panel h3")
        self.looks(wolf, "brief")
        self.seen["brief"] = wolf.page.locator("#panel").inner_text()
        wolf.page.go_back()
        expect(wolf.page.locator("#panel")).to_be_hidden()
        wolf.puts_away()
        wolf.page.go_back()
        wolf.answers(answers["wolf"])

    def keeps(self) -> None:
        """The sheets, the question at the laptop, and the stickers by taps."""
        eagle = self.phones["eagle"]
        self.laptop.waits_for("Keep episode 1")
        with closing(Device(self.url)) as other:
            self.seen["not kept"] = str(other.joins().ask("GET", "/bgstats.svg").code)
        expect(eagle.page.locator("main")).to_contain_text("Episode 2 is next")
        self.looks(eagle, "sheets")
        self.seen["sheets"] = eagle.page.locator("main").inner_text()
        eagle.tap("#more")
        eagle.tap("#panel button:has-text('all boards')")
        eagle.page.wait_for_selector("#panel figcaption")
        self.seen["boards"] = eagle.page.locator("#panel").inner_text()
        eagle.tap("#panel .keys button")
        self.laptop.types("y")
        self.sends_it_to_the_app()
        for seat in ("eagle", "bear", "deer"):
            phone = self.phones[seat]
            for square in STICKERS[seat]:
                phone.page.wait_for_selector(".squares rect")
                if square == "F11":
                    self.looks(phone, "sticker")
                version = phone.version
                phone.tap_cell(square)
                phone.tap("button[data-kind]")
                phone.until_after(version)
        for square in STICKERS["wolf"]:
            self.laptop.waits_for("wolf")
            self.laptop.types(square)
        self.laptop.waits_for("lets them go")
        self.laptop.types("")
        ended = self.laptop.ends()
        assert ended.code == 0, ended.err
        expect(eagle.page.locator("#away")).to_contain_text("has ended")
        self.seen["kept"] = eagle.page.locator("main").inner_text()
        self.seen["link"] = str(eagle.page.locator("main a").get_attribute("href"))
        self.seen["laptop"] = self.laptop.seen
        for phone in self.phones.values():
            phone.context.close()

    def sends_it_to_the_app(self) -> None:
        """The link in *more*, its code on a tablet that watches, a phone that has scanned it."""
        eagle = self.phones["eagle"]
        eagle.page.wait_for_selector(".squares rect")
        eagle.tap("#more")
        self.seen["link in more"] = str(
            eagle.page.locator("#panel a[data-bgstats]").get_attribute("href")
        )
        self.looks(eagle, "more")
        eagle.tap("#panel .keys button")
        table = self.opens(1280, 800)
        table.page.get_by_role("button", name="only watch").click()
        table.page.locator(".scan img").evaluate("image => image.decode()")
        self.looks(table, "link at the table")
        table.context.close()
        context = device(self.browser, viewport={"width": 360, "height": 640}, has_touch=True)
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        address = re.findall(r"http://\S+/bgstats#\S+", self.laptop.seen)[-1]
        other = Phone(context, address, self.faults)
        link = other.page.locator("main a[data-bgstats]")
        self.seen["link scanned"] = str(link.get_attribute("href"))
        self.seen["link rel"] = str(link.get_attribute("rel"))
        self.looks(other, "link scanned")
        own = address.partition("/bgstats")[0], "data:"
        self.seen["asked elsewhere"] = " ".join(url for url in asked if not url.startswith(own))
        context.close()
        with closing(Device(address)) as stranger:
            body = stranger.ask("GET", "/bgstats").body
            self.seen["stranger"] = f"{stranger.ask('GET', '/bgstats.svg').code} {b'Anna' in body}"


def cards() -> list[list[Move]]:
    """The moves of the episode by card."""
    by_card: list[list[Move]] = []
    for move in EPISODE.moves or ():
        if move.seat == CHANCE:
            by_card.append([])
        by_card[-1].append(move)
    return by_card
