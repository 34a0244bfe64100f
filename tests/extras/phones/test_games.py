"""The other games on phones, in a real Chromium: played by taps, to the end and as recorded."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from campaign.services.entering import game
from campaign.services.records import read_record
from tests.cli.browsing import browser as browser
from tests.cli.browsing import device, violations
from tests.cli.laptop import Laptop
from tests.extras.phones.tapping import PHONE, Phones, entered, pressed, typed
from tests.fixtures import ROOT, Run
from tests.soak import CI, SOAK, count

TELEVISION = ViewportSize(width=1920, height=1080)
NARROW = ViewportSize(width=320, height=568)


GAMES = [
    ("dilluvia_verified_shared_rank", count(93, 0, ci=87), "light", False),
    ("machi_koro_verified_chained_doubles", count(24, 0), "light", False),
    ("quadropolis_verified_tie_broken_by_inhabitants", count(48, 0), "dark", False),
]
"""Records, and how many of their moves are typed; `make test` is content with the first."""
BY_KEYS = [(record, 0, scheme, True) for record, _, scheme, _ in GAMES]
"""The same as a whole with keyboards alone."""


@pytest.mark.parametrize(
    ("record", "at_the_laptop", "scheme", "by_keys"),
    [*(GAMES if CI else GAMES[:1]), *(BY_KEYS if SOAK else ())],
)
def test_a_recorded_game_is_entered_by_taps(
    run: Run,
    browser: Browser,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    record: str,
    at_the_laptop: int,
    scheme: str,
    by_keys: bool,
) -> None:
    """The first moves are typed at the laptop, the others tapped, each where it is asked."""
    read = read_record((ROOT / "tests" / "records" / f"{record}.toml").read_text("utf-8"))
    moves = read.moves or ()
    laptop = Laptop(entered(read), monkeypatch)
    entering = game.new_entry(read._replace(moves=None, result={}))
    while len(entering.moves) < at_the_laptop:
        line = typed(moves[len(entering.moves)])
        laptop.types(line)
        entering = game.answered(entering, line)
    phones = Phones(browser, laptop.url(), read, by_keys=by_keys, color_scheme=scheme)
    asked = phones.pages[phones.asked(entering)]
    phones.sees(asked, entering)
    if CI:
        assert violations(asked) == []
    watcher = device(browser, viewport=TELEVISION)
    phones.contexts.append(watcher)
    table = watcher.new_page()
    table.goto(laptop.url())
    table.get_by_role("button", name="only watch").click()
    table.wait_for_selector(".watched figure[style]")
    assert table.evaluate("document.documentElement.scrollHeight") <= TELEVISION["height"]
    asked.set_viewport_size(NARROW)
    assert asked.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    asked.set_viewport_size(PHONE)
    while entering.awaited:
        entering = phones.answer(entering, moves[len(entering.moves) :])
    first = next(iter(phones.pages.values()))
    expect(first.get_by_role("table")).to_be_visible()
    expect(first.locator(".winner .emblem").first).to_be_visible()
    with first.expect_download() as saved:
        first.locator("#share").tap()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    laptop.waits_for("Keep")
    laptop.types("")
    laptop.waits_for("lets them go")
    short = urlsplit(re.findall(r"http://\S+/bgstats#\S+", laptop.seen)[-1])
    assert first.request.get(f"{short.scheme}://{short.netloc}/bgstats.svg").ok
    laptop.types("")
    assert laptop.ends().code == 0
    link = first.locator("main a[data-bgstats]").get_attribute("href")
    assert link == run("export bgstats --link --session 1").out.strip()
    assert phones.faults == []
    phones.close()
    assert run(f"export records -o '{tmp_path / 'kept'}'").code == 0
    (kept,) = (tmp_path / "kept").rglob("*.toml")
    again = read_record(kept.read_text("utf-8"))
    assert again.moves == moves
    assert again.result == read.result


TWICE = """() => {
  const root = document.documentElement;
  root.style.fontSize = "200%";
  const width = root.scrollWidth;
  root.style.fontSize = "";
  return width;
}"""
"""How wide a page is with text of twice the size."""
FITS = """() => {
  const figures = [...document.querySelectorAll(".watched figure")];
  if (figures.length !== 5) return false;
  const [market, ...boxes] = figures.map((one) => one.getBoundingClientRect()).reverse();
  const footer = document.querySelector("footer").getBoundingClientRect();
  return document.documentElement.scrollHeight <= innerHeight
    && market.bottom <= footer.top
    && boxes.every((city) => city.bottom <= market.top && city.height > 1.5 * market.height);
}"""
"""Whether four cities are seen whole, each larger than the market below them."""


def test_a_television_shows_the_cities_before_the_market(
    run: Run, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = " ".join(f"--seat {name}" for name in ("Anna", "Ben", "Chen", "Dora"))
    laptop = Laptop(f"session enter machi-koro {seats} --phones", monkeypatch)
    page = device(browser, viewport=TELEVISION).new_page()
    page.goto(laptop.url())
    page.get_by_role("button", name="only watch").click()
    page.wait_for_function(FITS)
    assert str(page.locator(".watched .awaited").text_content()).startswith("Anna3 coins")
    page.set_viewport_size(ViewportSize(width=1280, height=720))
    page.wait_for_function(FITS)
    page.context.close()
    laptop.types("save")
    assert laptop.ends().code == 0


def test_a_turn_is_played_with_keys_alone_and_a_name_is_text(
    run: Run, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "<img src onerror>"
    line = f'session enter machi-koro --seat "{name}" --seat Ben --phones'
    laptop = Laptop(line, monkeypatch)
    page = device(browser, viewport=PHONE).new_page()
    page.goto(laptop.url().partition("#")[0])
    expect(page.locator("h2")).to_have_text("Scan the code that the laptop shows.")
    page.goto(laptop.url())
    for label in ("^<img", "^2$", "^Bakery 1 coin on 2 or 3: 1 coin from the bank; 6 left$"):
        button = page.get_by_role("button", name=re.compile(label))
        button.wait_for()
        assert page.evaluate(TWICE) <= PHONE["width"]
        pressed(page, button)
    laptop.waits_for("turn 2, p2 (Ben)")
    expect(page.locator("h2")).to_contain_text("Ben")
    assert name in str(page.locator("#seats").text_content())
    assert page.locator("#seats .score").all_text_contents() == ["0", "0"]
    assert page.locator("img").count() == 0
    assert page.title() == "Machi Koro"
    page.context.close()
    laptop.types("save")
    assert laptop.ends().code == 0
    assert "p1: build bakery" in run("draft show 1").out
