"""A game that is entered by taps: what is tapped for a move, and phones that do it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from campaign.display.text.translation import ENGLISH
from campaign.extras.phones.views import choices
from campaign.extras.phones.views.moves import in_words
from campaign.services.entering import game
from campaign.services.entering.game import Entering
from engine.kernel.game import CHANCE, Seat
from engine.kernel.log import Move
from engine.kernel.record import Record
from tests.cli.browsing import device

PHONE = ViewportSize(width=360, height=640)


class Phones:
    """A phone for each seat of a record; what goes wrong in one of them is in `faults`.

    `by_keys` they have keyboards, and nobody touches them.
    """

    def __init__(
        self, browser: Browser, url: str, record: Record, *, by_keys: bool = False, **options: Any
    ) -> None:
        self.by_keys = by_keys
        self.faults, self.requests = list[str](), list[str]()
        self.contexts = list[BrowserContext]()
        self.pages = {
            seat: self._opened(browser, url, record.names.get(seat, seat), options)
            for seat in record.seats
        }
        self.taps = 0

    def _opened(self, browser: Browser, url: str, name: str, options: Any) -> Page:
        context = device(browser, viewport=PHONE, has_touch=True, **options)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.faults.append(message.text))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(url)
        page.get_by_role("button", name=name).tap()
        return page

    def asked(self, entering: Entering) -> Seat:
        """At whose phone it is answered: the first one where the table is asked."""
        who = game.awaited_now(entering).who
        return who if who in self.pages else next(iter(self.pages))

    def answer(self, entering: Entering, moves: Sequence[Move]) -> Entering:
        """Tap the next answer of some moves at the phone that is asked; the game after it."""
        seat = self.asked(entering)
        line, keys = tapped(entering, seat, moves)
        page = self.pages[seat]
        self.sees(page, entering)
        for key in keys:
            button = page.locator(f'[data-key="{key}"]')
            if self.by_keys:
                pressed(page, button)
            else:
                button.tap()
        self.taps += len(keys)
        return game.answered(entering, line)

    def sees(self, page: Page, entering: Entering) -> None:
        """Wait until a phone shows the last move."""
        head = entering.head
        for step in game.last_steps(entering, 1):
            words = in_words(head, step, "en")
            shown = page.locator(".last li").last
            expect(shown).to_have_text(str(words))

    def close(self) -> None:
        """The phones are put away."""
        for context in self.contexts:
            context.close()


def pressed(page: Page, button: Locator) -> None:
    """Go to a button with the Tab key, and press it."""
    button.wait_for()
    while not button.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def tapped(entering: Entering, seat: str, moves: Sequence[Move]) -> tuple[str, list[str]]:
    """The line that says the next moves, and what is tapped for it, one after the other."""
    play = choices.play(entering, seat, ENGLISH)
    wanted = {line: count for count in (2, 1) for line in lines(moves[:count])}
    for line in wanted:
        for offered, keys in offers(play):
            if offered == line:
                return line, keys
    if play["basket"]:
        return basket(play["basket"], moves)
    raise AssertionError(f"nothing to tap for {moves[0]}: {play}")


def lines(moves: Sequence[Move]) -> Iterator[str]:
    """The lines that say these moves; a throw says the number of dice, too."""
    texts = [move.text for move in moves]
    if texts[-1].startswith("dice ") and (len(texts) == 1 or texts[0].startswith("roll ")):
        yield texts[-1].removeprefix("dice ")
    elif len(moves) == 1:
        yield texts[0]


def basket(asked: Any, moves: Sequence[Move]) -> tuple[str, list[str]]:
    """Things that are chosen one by one, and sent."""
    words = moves[0].text.split()[1:] if moves[0].text != "done" else []
    line = " ".join(filter(None, (*words, asked["ends"])))
    return line, [*(f"thing {word}" for word in words), "send"]


def offers(step: Any, before: Sequence[str] = ()) -> Iterator[tuple[str, list[str]]]:
    """Every line that a step offers whole, with what is tapped for it."""
    for group in step["groups"]:
        for choice in group["choices"]:
            if "then" in choice:
                yield from offers(choice["then"], (*before, f"to {choice['label']!s}"))
            else:
                yield choice["line"], [*before, f"choice {choice['line']}"]
    for part, tap in (("grid", "square"), ("steppers", "more")):
        for choice in step[part]["choices"] if step[part] else ():
            keys = (f"{tap} {one}" for one in choice["of"])
            yield choice["line"], [*before, *keys, f"choice {choice['line']}"]


def typed(move: Move) -> str:
    """A move as it is typed at the laptop."""
    return move.text if move.seat == CHANCE else f"{move.seat}: {move.text}"


def entered(record: Record) -> str:
    """The command that enters a game such as this one."""
    seats = (f"--seat {seat}={record.names.get(seat, seat)}" for seat in record.seats)
    settings = (f"--set {key}={str(value).lower()}" for key, value in record.header.items())
    return " ".join(["session enter", record.game, *seats, *settings, "--phones"])
