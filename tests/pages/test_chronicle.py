"""The chronicle in a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.cli.conftest import CHAPTER, NEW, as_a_user, output_of

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        if os.environ.get("CAMPAIGN_REQUIRES_CHROMIUM"):
            pytest.fail("CAMPAIGN_REQUIRES_CHROMIUM is set, and there is no chromium")
        pytest.skip("there is no chromium (Debian: apt install chromium)")
    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if os.getuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The chronicle of a campaign after its first episode, one name of it hostile."""
    path = tmp_path_factory.mktemp("page") / "page.html"
    with pytest.MonkeyPatch.context() as patch:
        as_a_user(patch, path.with_name("campaign.db"))
        for line in (
            NEW.split(),
            ["envelope", "open", "1"],
            ["episode", "record", str(CHAPTER / "episode-1.toml")],
            ["city", "rename", "eagle", "<script>document.title='X'</script>"],
            ["chronicle", "--no-proof", "-o", str(path)],
        ):
            output = output_of([*line, "--yes"], "", patch)
            assert output.code == 0, output.err
    return Path(path).as_uri()


@pytest.mark.parametrize("width", [1280, 360, 320])
def test_a_page_fits_the_window_and_asks_for_itself_alone(
    browser: Browser, file: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 740})
    page = context.new_page()
    requests: list[str] = []
    faults: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(file)
    shown = page.evaluate("document.documentElement.scrollWidth"), page.title()
    context.close()
    assert (shown, requests, faults) == ((width, "Tuesday"), [file], [])


def test_keys_go_through_the_moves_and_the_words_follow(browser: Browser, file: str) -> None:
    page = browser.new_page()
    page.goto(file)
    replay = page.locator(".replay").first
    slider, now = replay.locator("input[type=range]"), replay.locator(".now")
    slider.focus()
    times, words = [], []
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "PageDown", "End"):
        page.keyboard.press(key)
        times.append(slider.input_value())
        words.append(now.inner_text())
    last = slider.get_attribute("max")
    page.close()
    assert times[:4] == ["0", "1", "2", "1"]
    assert int(times[4]) > 1
    assert times[5] == last
    assert len(set(words)) == 5


def test_a_script_that_is_put_into_the_page_does_not_run(browser: Browser, file: str) -> None:
    page: Page = browser.new_page()
    page.goto(file)
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'),"
        " {textContent: 'window.ran = true'}))"
    )
    ran = page.evaluate("'ran' in window")
    page.close()
    assert not ran
