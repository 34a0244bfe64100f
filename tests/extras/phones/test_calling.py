"""A phone calls when it is asked, where somebody has chosen that; in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.cli.browsing import browser as browser
from tests.cli.browsing import device
from tests.cli.laptop import Laptop
from tests.fixtures import Run
from tests.processes import until

HEARD = """
window.heard = [];
navigator.vibrate = (time) => window.heard.push(time);
window.OscillatorNode = class extends OscillatorNode {
  start() { super.start(); window.heard.push(this.frequency.value); }
};
"""


def test_a_phone_calls_once_it_is_asked_where_that_was_chosen(
    begun: Run, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = Laptop("episode enter --phones", monkeypatch)
    page = device(browser, viewport={"width": 360, "height": 640}, has_touch=True).new_page()
    page.add_init_script(HEARD)
    page.goto(laptop.url())
    page.get_by_role("button", name="Anna").tap()
    for line in ("B5", "u"):
        laptop.types(line)
    page.locator("#more").tap()
    sound = page.get_by_role("button", name="a tone and a vibration")
    expect(sound).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("heard") == []
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("heard") == [80, 660]
    page.locator("#panel .keys button").tap()
    laptop.types("B5")
    until(lambda: page.evaluate("heard.length") == 4)
    page.reload()
    page.locator("#more").tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.tap()
    assert page.evaluate("heard") == []
    page.context.close()
    laptop.types("save")
    assert laptop.ends().code == 0
