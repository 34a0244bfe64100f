"""Phones at which My City is played without a finger: by keys, and by what a screen reader is told.

ByKeys      Tab, arrows, r and Enter; where something is, is read from the page
ByNames     the accessibility tree of Chromium alone: roles, names, and what is announced
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from playwright.sync_api import BrowserContext, Error

from engine.my_city.play.notation import BuildMove
from tests.extras.phones.tapping import pressed
from tests.processes import until

TURNS = 4


class Player(Protocol):
    """What somebody does at a phone of My City."""

    def sits(self, name: str) -> None:
        """Take a seat."""

    def reveals(self, card: str) -> None:
        """Say which card came."""

    def builds(self, build: BuildMove, cells: Sequence[str]) -> None:
        """Lay the building on these cells, and build it."""

    def passes(self) -> None:
        """Not this building."""

    def quits(self) -> None:
        """No more buildings."""

    def places(self, square: str) -> None:
        """Put a sticker that is owed on a square."""


class Keyboard:
    """A page that is never touched."""

    def __init__(self, context: BrowserContext, url: str, faults: list[str]) -> None:
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: faults.append(str(error)))
        self.page.goto(url)

    def goes(self, by: tuple[int, int]) -> None:
        """Press arrow keys: columns and rows."""
        columns, rows = by
        for _ in range(abs(columns)):
            self.page.keyboard.press("ArrowRight" if columns > 0 else "ArrowLeft")
        for _ in range(abs(rows)):
            self.page.keyboard.press("ArrowDown" if rows > 0 else "ArrowUp")


class ByKeys(Keyboard):
    """Somebody with a keyboard who sees the page."""

    def presses(self, what: str) -> None:
        """Go to it with Tab, press Enter."""
        pressed(self.page, self.page.locator(what))

    def version(self) -> str:
        return str(self.page.evaluate("document.body.dataset.version"))

    def answers(self, what: str, *then: str) -> None:
        """Press some things, and wait until something else is shown."""
        version = self.version()
        for one in (what, *then):
            self.presses(one)
        self.page.wait_for_selector(f"body:not([data-version='{version}'])")

    def sits(self, name: str) -> None:
        self.presses(f".choose button:has-text('{name}')")

    def reveals(self, card: str) -> None:
        self.answers(f".cards button[aria-label={card}]")

    def builds(self, build: BuildMove, cells: Sequence[str]) -> None:
        self.page.wait_for_selector("#build")
        self.page.locator("#board").wait_for()
        while not self.page.evaluate("document.activeElement.id === 'board'"):
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("ArrowRight")
        for _ in range(TURNS):
            if self.laid().endswith(f"/{build.turns}"):
                break
            self.page.keyboard.press("r")
        self.goes(apart(self.laid(), build.square))
        self.page.wait_for_selector(f"#board[data-laid='{build.square}/{build.turns}']")
        version = self.version()
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(f"body:not([data-version='{version}'])")

    def laid(self) -> str:
        return str(self.page.locator("#board").get_attribute("data-laid"))

    def passes(self) -> None:
        self.answers("#pass")

    def quits(self) -> None:
        self.answers("#quit", "#question button[value=yes]")

    def places(self, square: str) -> None:
        self.page.wait_for_selector(".squares rect")
        while not self.page.evaluate("document.activeElement.id === 'board'"):
            self.page.keyboard.press("Tab")
        while self.page.locator("#says").inner_text() != square:
            self.page.keyboard.press("ArrowRight")
        version = self.version()
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(f"body:not([data-version='{version}'])")


class ByNames(Keyboard):
    """Somebody who is told roles and names, and nothing else of the page."""

    def __init__(self, context: BrowserContext, url: str, faults: list[str]) -> None:
        super().__init__(context, url, faults)
        self.tree = context.new_cdp_session(self.page)
        self.tree.send("Accessibility.enable")

    def nodes(self, role: str) -> list[tuple[str, int]]:
        """All of a role in the tree: their names, and by which number each is focused."""
        tree: Any = self.tree.send("Accessibility.getFullAXTree")
        return [
            (str(node["name"]["value"]), node.get("backendDOMNodeId", 0))
            for node in tree["nodes"]
            if not node["ignored"] and node["role"]["value"] == role and node.get("name")
        ]

    def focuses(self, role: str, name: str) -> None:
        """Go to the first of a role whose name begins so, as soon as there is one to go to."""

        def comes() -> bool:
            found = [number for said, number in self.nodes(role) if said.startswith(name)]
            try:
                self.tree.send("DOM.focus", {"backendNodeId": found[0]})
            except (IndexError, Error):  # it is not there yet, or is drawn anew
                return False
            return True

        until(comes)

    def presses(self, name: str) -> None:
        """Press a button."""
        self.focuses("button", name)
        self.page.keyboard.press("Enter")

    def hears(self, words: str, before: str = "") -> str:
        """Wait until something is said that begins so, and is not what was said before."""
        heard = list[str]()

        def comes() -> bool:
            said = [text for text, _ in self.nodes("StaticText")]
            heard[:] = [one for one in said if one.startswith(words) and one != before]
            return bool(heard)

        until(comes)
        return heard[0]

    def is_over(self, role: str, name: str) -> None:
        """Wait until nothing of a role begins so any more."""
        until(lambda: not any(said.startswith(name) for said, _ in self.nodes(role)))

    def sits(self, name: str) -> None:
        self.presses(name)

    def reveals(self, card: str) -> None:
        self.presses(card)
        self.focuses("button", "quit the episode")

    def builds(self, build: BuildMove, cells: Sequence[str]) -> None:
        self.focuses("application", "your board")
        self.page.keyboard.press("ArrowRight")
        said = self.hears("on ")
        while shape(said.split()[1:]) != shape(cells):
            self.page.keyboard.press("r")
            said = self.hears("on ", before=said)
        self.goes(apart(said.split()[1], build.square))
        self.hears("on " + " ".join(cells))
        self.page.keyboard.press("Enter")
        self.is_over("button", "build")

    def passes(self) -> None:
        self.presses("pass")
        self.is_over("button", "pass")

    def quits(self) -> None:
        self.presses("quit the episode")
        self.presses("yes")
        self.is_over("button", "quit the episode")

    def places(self, square: str) -> None:
        owed = self.hears("Your board gets")
        self.focuses("application", "your board")
        while square not in (said for said, _ in self.nodes("StaticText")):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")
        self.is_over("StaticText", owed)


def apart(lies: str, square: str) -> tuple[int, int]:
    """How many columns and rows it is from where a building lies to a square."""
    at = lies.partition("/")[0]
    return ord(square[0]) - ord(at[0]), int(square[1:]) - int(at[1:])


def shape(cells: Sequence[str]) -> set[tuple[int, int]]:
    """Cells by their distance from the first one."""
    return {apart(cells[0], cell) for cell in cells}
