"""The table on phones, in a real Chromium: four phones and the laptop, by taps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.cli.conftest import Run
from tests.cli.laptop import Laptop
from tests.cli.test_chronicle_browser import browser as browser

PHONE = {"width": 360, "height": 640}


def test_a_phone_and_the_laptop_answer_the_same_card(
    begun: Run, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = Laptop("episode enter --phones", monkeypatch)
    context = browser.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]  # a size
    page = context.new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="Anna").click()
    page.get_by_role("button", name="Y4").click()
    page.locator("#board svg").tap(position={"x": 150, "y": 180})
    expect(page.locator("#says")).to_contain_text("covers E6 F6 E7 F7")
    page.locator("#build").tap()
    laptop.waits_for("bear")
    laptop.types("p")
    expect(page.locator("#seats [data-seat=bear]")).to_contain_text("has answered")
    laptop.types("save")
    assert laptop.ends().code == 0
    assert "bear: pass" in begun("draft show 1").out
    context.close()
