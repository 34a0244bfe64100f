"""Browsers that lack something, or do not get it at once, in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from campaign.extras.phones import views
from campaign.extras.phones.app import FAILED
from tests.cli.browsing import browser as browser
from tests.cli.browsing import device
from tests.cli.laptop import Laptop
from tests.fixtures import Run

MOST_BUILDINGS = """
[[episode]]
number = 1

[[episode.rule]]
name = "town hall"
words = "10 points for the most buildings"
does = "buildings"
best = "most"
ties = "nobody"
points = 10
order = 60
source = "owner"
"""
PHONE = ViewportSize(width=360, height=640)
HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Whether another tab is seen in the place of this one; without a window all are seen."""


@pytest.fixture
def laptop(begun: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Laptop]:
    """A laptop that serves an evening, which is saved in the end."""
    laptop = Laptop("episode enter --phones", monkeypatch)
    yield laptop
    laptop.types("save")
    assert laptop.ends().code == 0


def test_an_earlier_browser_that_loses_the_wifi_while_it_loads_shows_the_game(
    laptop: Laptop, browser: Browser
) -> None:
    page = device(browser, viewport=PHONE).new_page()
    page.add_init_script("delete Map.groupBy; delete window.BroadcastChannel")
    page.route("**/phone.js*", lambda route: route.abort("internetdisconnected"), times=1)
    page.goto(laptop.url())
    page.get_by_role("button", name="Anna").click()
    expect(page.locator("#away")).to_contain_text("No connection to the laptop")
    page.locator(".cards button[aria-label=B5]").click()
    page.wait_for_selector("#build")
    expect(page.locator("#away")).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_dot_is_seen_on_light_and_on_dark_ground(
    laptop: Laptop, browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    page = device(browser, viewport=PHONE, color_scheme=scheme).new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="Anna").click()
    page.locator(".cards button[aria-label=B5]").click()
    dot = page.locator(".marks circle").first
    fill, ring = dot.evaluate("dot => [getComputedStyle(dot).fill, getComputedStyle(dot).stroke]")
    dark, light = sorted([fill, ring], key=lambda colour: int(colour[4:].split(",")[0]))
    assert int(light[4:].split(",")[0]) - int(dark[4:].split(",")[0]) > 200
    page.context.close()


def test_a_seat_of_a_phone_that_is_away_says_how_it_is_freed(
    laptop: Laptop, browser: Browser
) -> None:
    empty = device(browser, viewport=PHONE).new_page()
    empty.goto(laptop.url())
    empty.get_by_role("button", name="Anna").click()
    empty.locator(".cards button[aria-label=B5]").wait_for()
    empty.context.close()
    page = device(browser, viewport=PHONE).new_page()
    page.goto(laptop.url())
    expect(page.locator(".choose button").first).to_contain_text("phones eagle")
    page.context.close()


def test_a_seat_whose_phone_is_away_is_read_like_the_others(
    laptop: Laptop, browser: Browser
) -> None:
    away = device(browser, viewport=PHONE).new_page()
    away.goto(laptop.url())
    away.get_by_role("button", name="Anna").click()
    away.locator(".cards button[aria-label=B5]").wait_for()
    away.context.close()
    page = device(browser, viewport=PHONE, locale="it-IT").new_page()
    page.goto(laptop.url())
    seat = page.locator(".choose button").first
    expect(seat).to_contain_text("phones eagle")
    assert seat.evaluate("one => getComputedStyle(one).opacity") == "1"
    expect(page.locator("#seats li").first).to_contain_text("(assente)")
    names = page.locator("#seats .who").all()
    assert len(names) > 1
    for name in names:
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), name.inner_text()
    page.context.close()


def test_a_page_whose_script_got_lost_says_what_helps(laptop: Laptop, browser: Browser) -> None:
    page = device(browser, viewport=PHONE).new_page()
    page.route("**/elements.js", lambda route: route.abort("internetdisconnected"))
    page.goto(laptop.url())
    late = page.get_by_text("If nothing comes, load this page again.")
    expect(late).to_be_hidden()
    page.evaluate("for (const animation of document.getAnimations()) animation.finish()")
    expect(late).to_be_visible()
    page.unroute_all()
    page.reload()
    page.get_by_role("button", name="Anna").wait_for()
    page.context.close()


def test_a_yes_answers_the_question_that_was_shown_when_it_was_asked_for(
    laptop: Laptop, browser: Browser
) -> None:
    page = device(browser, viewport=PHONE).new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="Ben").click()
    laptop.types("B5")
    page.locator("#quit").click()
    for line in ("p", "p", "p", "p", "Y4"):
        laptop.types(line)
    laptop.waits_for("Y4, eagle")
    page.locator("#question button[value=yes]").click()
    expect(page.locator("#message")).to_contain_text("your answer was not taken; meanwhile: ")
    expect(page.locator("#quit")).to_be_visible()
    page.context.close()


def test_a_tap_answers_no_question_that_came_while_the_finger_did(
    laptop: Laptop, browser: Browser
) -> None:
    """Whoever tapped twice to pass as the last one revealed the card that lay under the finger.

    Who tapped on a card that another phone had just revealed passed.
    """
    context = browser.new_context(viewport=PHONE, has_touch=True)
    context.clock.install()
    page = context.new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="Anna").tap()
    laptop.waits_for("card 1 of 24")
    page.wait_for_selector(".cards button")
    page.clock.pause_at(4_000_000_000_000)
    laptop.types("y4")
    box = page.locator("#pass").bounding_box()
    assert box
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*where)
    page.clock.run_for(1000)
    for line in ("bear: p", "deer: p", "wolf: p"):
        laptop.types(line)
    expect(page.locator("#seats li:has-text('has answered')")).to_have_count(3)
    page.touchscreen.tap(*where)
    page.clock.run_for(200)
    page.wait_for_selector(".cards button")
    page.touchscreen.tap(*where)
    page.clock.run_for(1000)
    expect(page.locator("body")).not_to_have_class("busy")
    assert page.locator(".cards button[disabled]").count() == 1
    page.touchscreen.tap(*where)
    page.clock.run_for(200)
    page.wait_for_selector("#build")
    context.close()


def test_a_refusal_that_comes_late_shows_no_earlier_question(
    laptop: Laptop, browser: Browser
) -> None:
    page = device(browser, viewport=PHONE).new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="Anna").click()

    def late(route: Route) -> None:
        laptop.types("Y4")
        laptop.waits_for("Y4, eagle")
        refusal = route.fetch()
        laptop.types("p p p p")
        laptop.waits_for("card 2 of")
        expect(page.locator(".last-card")).to_have_attribute("aria-label", re.compile("Y4"))
        route.fulfill(response=refusal)

    page.route("**/answer", late, times=1)
    page.locator(".cards button[aria-label=B5]").click()
    expect(page.locator("#message")).to_contain_text("your answer was not taken; meanwhile: ")
    expect(page.locator(".last-card")).to_be_visible()
    page.context.close()


def test_the_own_score_follows_what_others_build(
    begun: Run, browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rule = tmp_path / "rule.toml"
    rule.write_text(MOST_BUILDINGS, "utf-8")
    assert begun(f"pack apply '{rule}' --reason box --yes").code == 0
    laptop = Laptop("episode enter --phones", monkeypatch)
    page = device(browser, viewport=PHONE).new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="Anna").click()
    score = page.locator(".hud .name")
    laptop.types("Y4 eagle: E5")
    page.locator(".back").wait_for()
    alone = score.inner_text()
    laptop.types("bear: E5")
    expect(score).not_to_have_text(alone)
    page.context.close()
    laptop.types("save")
    assert laptop.ends().code == 0


def test_the_last_sticker_before_an_evening_can_be_taken_back(
    played: Run, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = Laptop("meet --phones", monkeypatch)
    page = device(browser, viewport=PHONE).new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="Ben").click()
    page.locator("#board").press("ArrowRight")
    page.get_by_role("button", name="put it there").click()
    page.get_by_role("button", name="take back: well on ").click()
    page.get_by_role("button", name="put it there").wait_for()
    page.context.close()
    laptop.types("save")
    assert laptop.ends().code == 0
    assert "on " not in played("sticker list").out


def test_a_tab_that_is_seen_gets_the_connections_of_those_that_are_not(
    laptop: Laptop, browser: Browser
) -> None:
    phone = device(browser, viewport=PHONE)
    first = phone.new_page()
    first.goto(laptop.url())
    first.get_by_role("button", name="Anna").click()
    for _ in range(6):  # to one address a browser has six connections
        phone.pages[-1].evaluate(HIDDEN, True)
        page = phone.new_page()
        page.goto(laptop.url())
        page.wait_for_selector(".cards")
    page.locator(".cards button[aria-label=B5]").click()
    page.wait_for_selector("#build")
    first.evaluate(HIDDEN, False)
    first.wait_for_selector("#build")
    phone.close()


def test_large_text_lies_over_nothing_on_a_phone_on_its_side(
    laptop: Laptop, browser: Browser
) -> None:
    page = device(browser, viewport={"width": 667, "height": 375}).new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="Anna").click()
    laptop.types("B5")
    page.wait_for_selector("#build")
    page.evaluate("document.documentElement.style.fontSize = '150%'")
    boxes = [page.locator(part).bounding_box() for part in (".board", "#quit", "footer")]
    board, quit_key, footer = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
    assert max(board[1], quit_key[1]) <= footer[0]
    page.context.close()


def test_a_browser_that_keeps_no_cookies_is_told_so(laptop: Laptop, browser: Browser) -> None:
    page = device(browser, locale="it").new_page()
    page.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new Error(); } });"
    )
    page.goto(laptop.url())
    expect(page.locator("main")).to_contain_text("non conserva cookie")
    page.context.close()


def test_a_phone_says_that_the_laptop_cannot_show_the_game(
    laptop: Laptop, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = device(browser, viewport=PHONE).new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="Anna").click()
    page.wait_for_selector(".cards")
    with monkeypatch.context() as broken:
        broken.setattr(views, "view_of", lambda *_: 1 // 0)
        laptop.types("B5")
        expect(page.locator("#away")).to_have_text(str(FAILED))
    for line in ("u", "B5"):
        laptop.types(line)
    page.wait_for_selector("#build")
    expect(page.locator("#away")).to_be_hidden()
    page.context.close()
