"""A phone at a table on which anything may be tapped, and what it lets one see of itself."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Route

from tests.cli.browsing import device

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
  return ["200%", ""].filter((size) => {
    style.fontSize = size;
    return document.documentElement.scrollWidth > innerWidth;
  });
}"""
"""The sizes of text with which something hangs over at the side; "" is the usual one."""
SPOTS = """() => [...document.querySelectorAll(".marks circle, .squares rect")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})"""
"""Where on the board the phone itself says that something can be laid."""
ROOM = """() => {
  const { x, y, width, height } = document.getElementById("board").getBoundingClientRect();
  return [x, y, width, height];
}"""
SHOWN = """() => {
  const copy = document.body.cloneNode(true);
  const begun = ".marks, .laid, #says, #gain, #cells, #build, .due, .would";
  const rest = "script, dialog, #message, [hidden]";
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
        self._counts(sent, -1)
        reply, said = sent.response(), sent.post_data_json or {}
        assert reply
        if sent.url.endswith("/seat") and reply.ok and "seat" in said:
            self.seat = said["seat"] or ""
        self.refused |= not self.acknowledged(self.seat, sent, reply.status)
