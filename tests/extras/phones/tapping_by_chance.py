"""Phones and a laptop that do anything, by chance; what is checked after each step.

    phones    tap whatever can be tapped, legal or not; reload, go back, sleep, turn, open tabs,
              lose the Wi-Fi or a reply
    laptop    types answers, takes lines back, mistypes
    ledger    what phones were told is taken, and what was typed

What is recorded is the ledger, every phone shows the newest version, and who was refused reads
why. Whatever can be tapped has a name, room for a finger and a way by Tab; nothing hangs over at
the side, with text of twice the size either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, Route

from tests.cli.browsing import device, violations
from tests.cli.laptop import Laptop
from tests.extras.phones import phoning
from tests.extras.phones.ledger import AnyLedger
from tests.extras.phones.test_browsers import HIDDEN
from tests.soak import SOAK

SIZES = ((320, 568), (360, 640), (412, 839), (667, 375), (820, 1180))
LANGUAGES = ("en", "en", "it", "zh-TW", "de")
TAPPABLE = """() => {
  for (const one of document.querySelectorAll("[data-walk]")) delete one.dataset.walk;
  const top = document.querySelector("dialog[open]") ?? document.body;
  const all = top.querySelectorAll("button, input, summary, a[href], [role=application]");
  return [...all].filter((one) => one.checkVisibility() && !one.disabled).map((one, i) => {
    one.dataset.walk = i;
    const { width, height } = one.getBoundingClientRect();
    const words = one.getAttribute("aria-label") ?? one.textContent.trim();
    const kind = one.lang ? "language" : one.href ? "link" : "";
    const key = kind || one.id || one.dataset.key || one.className;
    const cut = one.localName === "button" && one.scrollWidth > one.clientWidth + 1;
    const room = Math.min(width, height);
    return { tag: one.localName, key, words, room, tab: one.tabIndex, cut };
  });
}"""
"""What can be tapped now, each marked with its number."""
OVERHANG = """() => {
  const { style } = document.documentElement;
  return ["200%", ""].flatMap((size) => {
    style.fontSize = size;
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const all = [...document.body.querySelectorAll("*")];
    const over = all.filter((one) => one.getBoundingClientRect().right > innerWidth);
    return [`over at ${size}: ${over.map((one) => one.outerHTML.slice(0, 80)).join(" ")}`];
  });
}"""
"""What hangs over at the side, for each size of text with which something does; "" is the usual."""
SPOTS = """() => [...document.querySelectorAll(".marks circle, .squares rect")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
"""Where on the board the phone itself says that something can be laid."""
ROOM = """() => {
  const { x, y, width, height } = document.getElementById("board").getBoundingClientRect();
  return [x, y, width, height];
}"""
OFTEN = {"quit": 0.2, "more": 0.3, "did": 0.2, "language": 0.2, "back": 0.7, "build": 20, "link": 0}
"""How often something is tapped; all else 3."""
SENT = ("answer", "back", "again")
"""What a phone sends for its seat that changes the game."""
SPEAKS_AS_TOLD = """() => {
  const told = /language=([^;]+)/.exec(document.cookie);
  return !told || told[1] === document.documentElement.lang;
}"""
SHOWN = """() => {
  const copy = document.body.cloneNode(true);
  const begun = ".marks, .laid, #says, #gain, #cells, #build, .due, .would";
  const rest = ".under:has([data-kind]), script, dialog, #message, [hidden]";
  for (const one of copy.querySelectorAll(`${begun}, ${rest}`)) one.remove();
  const marks = / (data-walk|data-laid|class|style|open)="[^"]*"/g;
  return copy.innerHTML.replaceAll(marks, "").split(/(?=<)/);
}"""
"""What a phone shows, but for what somebody has begun there and not sent."""


class Phone:
    """A browser with tabs, of which the last is seen.

    `acknowledged` is told what was sent and which code came back, and says whether it was taken.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        chance: Random,
        acknowledged: Callable[[str, Request, int], bool],
    ) -> None:
        width, height = chance.choice(SIZES)
        self.context = device(
            browser,
            viewport={"width": width, "height": height},
            has_touch=True,
            locale=chance.choice(LANGUAGES),
            color_scheme=chance.choice(("light", "dark")),
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(60_000)
        self.acknowledged = acknowledged
        self.seat, self.waits, self.refused, self.is_away = "", 0, False, False
        self.faults, self.tabs = list[str](), list[Page]()
        self.opens(url)

    @property
    def page(self) -> Page:
        """The tab that is seen."""
        return self.tabs[-1]

    def opens(self, url: str) -> Page:
        """Open one more tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._says)
        page.on("request", lambda sent: self._counts(sent, 1))
        page.on("requestfailed", lambda sent: self._counts(sent, -1))
        page.on("requestfinished", self._hears)
        page.goto(url)
        self.tabs.append(page)
        return page

    def loses(self, route: Route) -> None:
        """What is sent arrives, and the reply does not."""
        self.acknowledged(self.seat, route.request, route.fetch().status)
        route.abort("internetdisconnected")

    def _says(self, message: ConsoleMessage) -> None:
        if "Failed to load resource" not in message.text:  # a refusal, or no network
            self.faults.append(message.text)

    def _counts(self, sent: Request, by: int) -> None:
        self.waits += by * (sent.method == "POST")

    def _hears(self, sent: Request) -> None:
        reply, said = sent.response(), sent.post_data_json or {}  # others go on meanwhile
        assert reply
        if sent.url.endswith("/seat") and reply.ok and "seat" in said:
            self.seat = said["seat"] or ""
        self.refused |= not self.acknowledged(self.seat, sent, reply.status)
        self._counts(sent, -1)


class Walk:
    """Phones and a laptop that do anything, and a ledger of what they were told."""

    def __init__(self, laptop: Laptop, ledger: AnyLedger, chance: Random) -> None:
        self.laptop, self.ledger, self.chance = laptop, ledger, chance
        self.url, self.log = laptop.url(), list[str]()
        self.phones = list[Phone]()

    def begins(self, browser: Browser) -> None:
        """Two or three phones scan the code, and a tablet that watches."""
        self.tablet = phoning.Phone(self.url).joins()
        for _ in range(self.chance.choice((2, 3))):
            self.phones.append(Phone(browser, self.url, self.chance, self.acknowledged))
        self.rests()

    def goes(self, browser: Browser, steps: int) -> None:
        """Walk from the first scan to the comparison at the end."""
        self.begins(browser)
        for _ in range(steps):
            self.step()
        self.compares()

    def leaves(self, *lines: str) -> None:
        """Type the last lines; the phones are put away."""
        for line in lines:
            self.laptop.types(line)
        for phone in self.phones:
            phone.context.close()
        self.tablet.close()
        ended = self.laptop.ends()
        assert ended.code == 0, ended.err

    # What each kind of walk has of its own

    def agrees(self) -> None:
        """Check that what is recorded is the ledger."""
        raise NotImplementedError

    def types(self, phone: Phone) -> None:
        """An answer is typed at the laptop."""
        raise NotImplementedError

    def mistypes(self, phone: Phone) -> None:
        """What is no answer is typed at the laptop."""
        raise NotImplementedError

    def u(self, phone: Phone) -> None:
        """The last line is taken back at the laptop."""
        raise NotImplementedError

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

    def version(self) -> str:
        """The version that every phone shows in the end."""
        return str(self.tablet.ask("GET", "/boards").said["version"])

    def rests(self) -> None:
        """Everything that was sent has come; the draft is the ledger, and everybody sees it."""
        for phone in self.phones:
            phone.page.wait_for_selector("body:not(.busy)", state="attached")
            while phone.waits > 0:
                phone.page.wait_for_timeout(5)
        self.laptop.until(self.laptop.is_quiet)
        self.agrees()
        version = self.version()
        for phone in self.phones:
            if not phone.is_away:
                self.sees(phone.page, version)
                if phone.refused and not phone.page.locator("#message").inner_text():
                    phone.faults.append("refused, and nothing is said")
            phone.refused = False
            assert not phone.faults, (phone.faults, self.story())

    def sees(self, page: Page, version: str) -> None:
        shows = f"body[data-version='{version}']:not(.busy)"
        page.wait_for_selector(shows, state="attached")

    def examine(self, phone: Phone, there: Sequence[Any]) -> None:
        """Whether everybody can use what is shown."""
        for one in there:
            if one["cut"] or one["tab"] < 0 or one["room"] < 24 or not one["words"]:
                phone.faults.append(f"cannot be used: {one}")
        for over in phone.page.evaluate(OVERHANG):
            phone.faults.append(f"{over} {phone.page.viewport_size}")
        if SOAK and self.chance.random() < 0.02:
            phone.faults += map(str, violations(phone.page))

    def story(self) -> str:
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
                thing.fill(self.chance.choice(("a", "1", "ba", "n", "x y")), timeout=20_000)
            elif self.chance.random() < 0.1:
                thing.focus(timeout=20_000)
                phone.page.keyboard.press("Enter")
            else:
                thing.evaluate("one => one.scrollIntoView({ block: 'center' })", timeout=20_000)
                thing.tap(timeout=20_000)
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
            phone.page.wait_for_function(SPEAKS_AS_TOLD)

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

    def compares(self) -> None:
        """Each phone is back, and nobody has begun an answer."""
        for phone in self.phones:
            if phone.is_away:
                self.loses_the_wifi(phone)
        self.types(self.phones[0])  # what was begun before is gone
        self.rests()
        self.shows_the_same()

    def shows_the_same(self) -> None:
        """Each phone shows what a tab shows that it opens anew."""
        version = self.version()
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
            assert new.evaluate(SHOWN) == old.evaluate(SHOWN), self.story()
            phone.tabs.pop().close()
