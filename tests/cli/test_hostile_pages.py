"""Pages of hostile names, notes and packs, in Chromium: nothing runs, nothing leaves its box."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.cli.browsing import browser as browser
from tests.cli.browsing import device
from tests.cli.laptop import Laptop
from tests.fixtures import ROOT, Run
from tests.soak import CI

NAMES = {
    "eagle": "<script>alert(1)</script>",
    "bear": "\"><img src=x onerror=alert('x')><style>",
    "deer": "ליאור בן־דוד 123 ((( عبد الرحمن",
    "wolf": "W" * 38 + "城\u0301",
}
NOTE = "</script></style><svg onload=alert(2)>{{7*7}}${7*7} שלום שלום"
SPOKEN = ("en", "zh-Hant", "it") if CI else ("it",)
BRIEF = {"en": "rules in short", "it": "regole", "zh-Hant": "規則"}
"""What leads to the rules, on the phones."""
WATCH = """
window.found = [];
for (const kind of ["securitypolicyviolation", "error", "unhandledrejection"])
  addEventListener(kind, (event) => {
    found.push(`${kind} ${event.blockedURI ?? event.message ?? event.reason}`);
  }, true);
window.alert = (what) => found.push(`alert ${what}`);
"""
"""What is seen of what a page should not do, from its first script on."""
BESIDE = """() => [...document.querySelectorAll("body *")].filter((one) => {
  const box = one.getBoundingClientRect();
  const own = (box.right > innerWidth + 1 || box.left < -1) && box.width > 1;
  return own && !one.closest(".wide, svg, .heard, dialog:not([open])");
}).map((one) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 40)}`)"""
"""Elements that hang over at a side, but for what scrolls by itself."""


class Watched:
    """A page, and what went wrong in it."""

    def __init__(self, browser: Browser, width: int) -> None:
        self.page: Page = device(browser, viewport={"width": width, "height": 640}).new_page()
        self.faults, self.asked = list[str](), list[str]()
        self.page.add_init_script(WATCH)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def found(self, own: str) -> list[str]:
        """Everything that should not be: what ran, what was asked elsewhere, what hangs over."""
        ran: list[str] = self.page.evaluate("found")
        beside: list[str] = self.page.evaluate(BESIDE)
        elsewhere = [url for url in self.asked if not url.startswith((own, "data:", "blob:"))]
        return [*self.faults, *ran, *elsewhere, *beside]


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    watched = Watched(browser, 320)
    yield watched
    watched.page.context.close()


@pytest.fixture
def hostile(settled: Run) -> Run:
    """An episode of players, cities and notes that would be something else in a page."""
    before = ("Anna", "Ben", "Chen", "Dora")
    for (seat, name), player in zip(NAMES.items(), before, strict=True):
        assert settled(["player", "rename", player, name, "--yes"]).code == 0
        assert settled(["city", "rename", seat, name, "--yes"]).code == 0
    for line in (
        ["confirm", "eagle", "--by", NAMES["bear"], "--differs", NOTE, "--yes"],
        ["undo", "--reason", NOTE, "--yes"],
        ["redo", "--yes"],
    ):
        assert settled(line).code == 0
    return settled


def is_harmless(watched: Watched, path: Path, *, shows: str = NAMES["eagle"]) -> None:
    """A file is opened, and looked through with keys."""
    watched.page.goto(path.as_uri())
    assert shows in str(watched.page.locator("body").text_content())
    for key in ("Tab", "Tab", "End", "Home"):
        watched.page.keyboard.press(key)
    assert watched.found(path.parent.as_uri()) == []


@pytest.mark.parametrize("language", SPOKEN)
def test_a_chronicle(hostile: Run, watched: Watched, tmp_path: Path, language: str) -> None:
    path = tmp_path / "page.html"
    assert hostile(f"chronicle -o '{path}' --language {language}").code == 0
    is_harmless(watched, path)
    assert NOTE in str(watched.page.locator("body").text_content())


@pytest.mark.parametrize("language", SPOKEN)
def test_sessions(run: Run, watched: Watched, tmp_path: Path, language: str) -> None:
    for seats, record in (("eagle", "eternal"), ("p1", "machi-koro"), ("p1", "quadropolis")):
        text = (ROOT / "examples" / f"{record}.toml").read_text("utf-8")
        named = re.sub(rf'(?m)^{seats} = "[^"]*"$', f"{seats} = {quoted(NAMES['eagle'])}", text)
        assert run("session record - --yes", stdin=named).code == 0
    shown = [f"session chronicle {number}" for number in (1, 2, 3)]
    for number, line in enumerate([*shown, "session chronicle"]):
        path = tmp_path / f"{number}.html"
        assert run(f"{line} -o '{path}' --language {language}").code == 0
        is_harmless(watched, path)


def test_the_pages_of_a_club(hostile: Run, db: Path, watched: Watched, tmp_path: Path) -> None:
    group = tmp_path / "groups" / "<img src=x onerror=alert(3)>.db"
    group.parent.mkdir()
    group.write_bytes(db.read_bytes())
    assert hostile(["fleet", "pages", str(group.parent), "-o", str(tmp_path / "out")]).code == 0
    pages = sorted((tmp_path / "out").rglob("*.html"))
    assert len(pages) == 3
    for path in pages:
        is_harmless(watched, path, shows="onerror" if path.name == "index.html" else "alert(1)")


def test_a_pack(run: Run, watched: Watched, tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    shutil.copytree(ROOT / "tests" / "packs" / "invented", folder)
    for file in folder.glob("*.toml"):
        titled = f"title = {quoted(NOTE[:38])}"
        text = re.sub(r'(?m)^title = ".*"$', titled, file.read_text("utf-8"))
        file.write_text(text, "utf-8")
    line = ["new", "Ours", "--pack", str(folder), "--seat", "eagle=Anna", "--seat", "bear=Ben"]
    begun = run([*line, "--yes"])
    assert begun.code == 0, begun.err
    assert run("envelope open 1 --yes").code == 0
    path = tmp_path / "page.html"
    assert run(f"chronicle -o '{path}'").code == 0
    is_harmless(watched, path, shows="Ours")


@pytest.mark.parametrize("language", SPOKEN)
def test_phones(
    hostile: Run, watched: Watched, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    laptop = Laptop(f"episode enter --phones --language {language}", monkeypatch)
    page, url = watched.page, laptop.url()
    own = url.partition("/#")[0]
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto(url)
    page.locator(".choose button").nth(0).click()
    page.locator(".cards button").first.wait_for()
    assert NAMES["eagle"] in str(page.locator("#seats").text_content())
    assert watched.found(own) == []
    page.locator("#more").click()
    page.locator("#panel button", has_text=re.compile(BRIEF[language])).click()
    page.locator("#panel h3").first.wait_for()
    assert watched.found(own) == []
    page.goto(f"{own}/chronicle")
    assert NAMES["eagle"] in str(page.locator("body").text_content())
    assert watched.found(own) == []
    laptop.types("save")
    assert laptop.ends().code == 0


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False)
