"""A phone at which My City is played by taps in a browser, as a finger does it."""

from __future__ import annotations

from urllib.parse import urljoin

from playwright.sync_api import BrowserContext, expect

from engine.kernel.log import Move
from engine.my_city.play.notation import BuildMove, parse


class Phone:
    """A device at the table; what is done counts as taps."""

    def __init__(self, context: BrowserContext, url: str, faults: list[str]) -> None:
        self.context, self.taps = context, 0
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: faults.append(str(error)))
        self.page.goto(url)

    def puts_away(self) -> None:
        """Leave the page for another of the same server: that needs no new process."""
        self.page.goto(urljoin(self.page.url, "/board.css"))

    def tap(self, what: str) -> None:
        """Tap on something."""
        self.taps += 1
        self.page.locator(what).tap()

    def tap_cell(self, name: str) -> None:
        """Tap a cell of the board."""
        self.taps += 1
        self.page.touchscreen.tap(*self.middle_of(name))

    def middle_of(self, name: str) -> tuple[float, float]:
        """Where the middle of a cell of the board is on the screen."""
        x, y = self.page.evaluate(
            """([column, row]) => {
              const board = document.querySelector(".board svg");
              const at = new DOMPoint(30 + (column + .5) * 40, 26 + (row + .5) * 40);
              const {x, y} = at.matrixTransform(board.getScreenCTM());
              return [x, y];
            }""",
            [ord(name[0]) - 65, int(name[1:]) - 1],
        )
        return x, y

    @property
    def version(self) -> str:
        return str(self.page.evaluate("document.body.dataset.version"))

    def until_after(self, version: str) -> None:
        """Wait until something else is shown."""
        self.page.wait_for_selector(f"body:not([data-version='{version}'])")

    def reveals(self, card: str) -> None:
        version = self.version
        self.tap(f".cards button[aria-label={card}]")
        self.until_after(version)

    def answers(self, move: Move) -> int:
        """Give the answer of a record; how many taps that took."""
        self.page.wait_for_selector("#build")
        before, version = self.taps, self.version
        action = parse(move.text)
        if isinstance(action, BuildMove):
            self.lays(action)
            self.tap("#build")
        else:
            self.tap("#pass" if move.text == "pass" else "#quit")
            if move.text == "quit":
                self.tap("#question button[value=yes]")
        self.until_after(version)
        return self.taps - before

    def lays(self, build: BuildMove) -> None:
        """Tap its first cell, and turn until it lies so."""
        self.tap_cell(build.square)
        for _ in range(3):
            if self.laid() == f"{build.square}/{build.turns}":
                return
            self.tap("#turn")
        assert self.laid() == f"{build.square}/{build.turns}", self.laid()

    def laid(self) -> str:
        """Where the building lies, as the button would build it."""
        return str(self.page.locator("#board").get_attribute("data-laid"))

    def drags(self, start: str, end: str) -> None:
        """Move a finger from one cell to another."""
        finger = self.context.new_cdp_session(self.page)
        for kind, name in (("Start", start), ("Move", end)):
            x, y = self.middle_of(name)
            touch = {"type": f"touch{kind}", "touchPoints": [{"x": x, "y": y}]}
            finger.send("Input.dispatchTouchEvent", touch)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        finger.detach()

    def says(self, words: str) -> None:
        """Wait for the words below the board."""
        expect(self.page.locator("#says")).to_contain_text(words)
