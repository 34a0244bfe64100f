"""A real Chromium, and whether everybody can use what it shows.

Debian's browser is driven; where there is none, the tests with it are skipped, or fail if
`CAMPAIGN_CI` is set. A new page costs half a second of CPU, the next file in it half of
that: tests that only read use one page one after the other.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.processes import GIVE_UP
from tests.soak import CI

UNUSED = (
    "SpareRendererForSitePerProcess",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
)
"""What Chromium makes ready with each window and nobody here uses: most of what a new one costs."""
PACE = """Object.defineProperty(Event.prototype, "timeStamp", {
  configurable: true,
  get: () => (window.pace = (window.pace ?? 0) + 1000),
})"""
"""Tests tap faster than anybody can read: to the page each tap comes a second after the last."""
PATIENCE = GIVE_UP * 1_000
"""Milliseconds after which a page that does nothing is taken to hang."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if not found and CI:
        pytest.fail("there is no Chromium: apt-get install chromium")
    if not found:
        pytest.skip("there is no Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        expect.set_options(timeout=PATIENCE)
        chromium = playwright.chromium.launch(
            executable_path=found,
            args=["--no-sandbox", "--disable-gpu", f"--disable-features={','.join(UNUSED)}"],
            timeout=PATIENCE,
        )
        yield chromium
        chromium.close()


def device(browser: Browser, **options: Any) -> BrowserContext:
    """Somebody with a browser of their own; its waits end with what they wait for."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(PACE)
    return context


class Reader:
    """A page in which one file after the other is opened; what goes wrong is in `faults`."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        self.faults, self.asked = list[str](), list[str]()
        self.page = device(browser, **options).new_page()
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.clock.install()

    def opens(self, path: Path, width: int, height: int) -> Page:
        """Open a file anew, as if nothing had been opened before."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(media="screen", color_scheme="light")
        self.page.goto(path.as_uri())
        return self.page


def violations(page: Page) -> list[tuple[str, str]]:
    """What axe finds wrong with a page: the rule, and where first."""
    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found]
