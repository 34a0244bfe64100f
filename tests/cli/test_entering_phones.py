"""The table on phones, in a real Chromium: four phones, a table view and the laptop, by taps.

One evening is played, of a recorded episode; the tests look at what was seen on the way.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import statistics
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from importlib import util
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from campaign.cli.entering import prompt as prompts
from campaign.services import campaigns
from campaign.services.records import read_record
from campaign.store import database
from campaign.web import serving
from campaign.web.views.my_city import place_of
from engine import my_city
from engine.kernel.game import CHANCE
from engine.kernel.log import Move
from engine.kernel.record import parse_record
from engine.my_city.campaign.model import Played
from engine.my_city.play.notation import Build, parse
from tests.cli.conftest import ROOT, Prepared, Refuses, Run, as_a_user, output_of
from tests.cli.laptop import Laptop
from tests.cli.phoning import Phone as Device
from tests.cli.tapping import entered, typed
from tests.cli.tapping_my_city import Phone
from tests.cli.test_chronicle_browser import browser as browser
from tests.cli.test_entering import EPISODE, Typist
from tests.cli.wifi import Wifi
from tests.soak import SOAK

WHOLE = SOAK or "CAMPAIGN_REQUIRES_CHROMIUM" in os.environ
"""Whether every card is answered by taps, as where a change is accepted; else the LAST ones."""
LAST = 4
RECORDS = ROOT / "tests" / "records"
SIZES = {"eagle": (360, 640), "bear": (320, 568), "deer": (412, 839), "wolf": (390, 844)}
PLAYERS = {"eagle": "Anna", "bear": "Ben", "deer": "Chen", "wolf": "Dora"}
STICKERS = {"eagle": ["G1", "F7"], "bear": ["F7"], "deer": ["F11", "F7"], "wolf": ["G1", "F7"]}


class Evening(NamedTuple):
    """What was seen on an evening, by name; `taps` are those of each answer."""

    seen: dict[str, str]
    taps: list[int]
    faults: list[str]
    unusable: list[Any]
    kept: dict[str, str]


@pytest.fixture(scope="module")
def evening(
    browser: Browser, prepared: Prepared, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Evening]:
    with pytest.MonkeyPatch.context() as patch:
        db = Path(shutil.copy(prepared.begun, tmp_path_factory.mktemp("phones") / "campaign.db"))
        as_a_user(patch, db)
        group = Group(browser, patch)
        group.plays()
        group.keeps()
        kept = {
            name: output_of(line.split(), "", patch).out
            for name, line in {
                "episode": "episode show 1 --json",
                "sticker list": "sticker list",
                "link": "export bgstats --episode 1 --link",
                "draft list": "draft list",
            }.items()
        }
        yield Evening(group.seen, group.taps, group.faults, group.unusable, kept)


class Group:
    """Four at their phones, a tablet that watches, and the laptop."""

    def __init__(self, browser: Browser, patch: pytest.MonkeyPatch) -> None:
        self.browser, self.laptop = browser, Laptop("episode enter --phones", patch)
        self.url = self.laptop.url()
        self.seen: dict[str, str] = {}
        self.taps, self.faults = list[int](), list[str]()
        self.unusable: list[Any] = []
        self.wifi = Wifi()
        self.phones = {
            seat: self.opens(*size, dark=seat == "eagle") for seat, size in SIZES.items()
        }
        self.looks(self.phones["eagle"], "who are you")
        for seat, phone in self.phones.items():
            phone.tap(f".choose button:has-text('{PLAYERS[seat]}')")
        self.table = self.opens(1280, 800)
        self.seen["taken"] = self.table.page.locator(".choose button").first.inner_text()
        self.table.page.get_by_role("button", name="only watch").click()

    def opens(self, width: int, height: int, *, dark: bool = False) -> Phone:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            color_scheme="dark" if dark else "light",
            proxy={"server": self.wifi.address} if (width, height) == SIZES["deer"] else None,
        )
        phone = Phone(context, self.url, self.faults)
        phone.page.wait_for_selector(".choose")
        return phone

    def looks(self, phone: Phone, name: str) -> None:
        """Whether everybody can use what is shown; nothing hangs over at its side."""
        found = Axe().run(phone.page).response["violations"]
        self.unusable += ((name, one["id"], one["nodes"][0]["html"]) for one in found)
        if phone.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            self.unusable.append((name, "hangs over"))
        if folder := os.environ.get("PHONE_SHOTS"):
            phone.page.screenshot(path=Path(folder) / f"{name}.png")

    def plays(self) -> None:
        """The episode, card by card; in the first ones everything happens that can.

        The cards in the middle are typed at the laptop, unless it is to be the whole by taps.
        """
        special = [self.first_card, self.second_card, self.third_card]
        evening = list(cards())
        for number, (card, *answers) in enumerate(evening):
            name = card.text.split()[1]
            if number < len(special):
                special[number](name, {move.seat: move for move in answers})
                continue
            if not WHOLE and number < len(evening) - LAST:
                for move in (card, *answers):
                    self.laptop.types(typed(move))
                continue
            self.laptop.waits_for(f"card {number + 1} of")
            self.phones["eagle"].reveals(name)
            for move in answers:
                self.taps.append(self.phones[move.seat].answers(move))

    def first_card(self, card: str, answers: dict[str, Move]) -> None:
        """Refused in the engine's words; quit and not meant; an answer taken back."""
        eagle, bear, deer, wolf = self.phones.values()
        self.looks(eagle, "which card")
        eagle.reveals(card)
        eagle.tap_cell("A1")
        eagle.says("stands on a mountain")
        self.seen["refused"] = eagle.page.locator("#says").inner_text()
        laid = eagle.laid()
        eagle.drags("A1", "B3")
        self.seen["dragged"] = f"{laid} {eagle.laid()}"
        self.seen["build"] = "disabled" if eagle.page.locator("#build").is_disabled() else "active"
        eagle.tap("#quit")
        self.looks(eagle, "quit")
        eagle.tap("#question button[value=no]")
        eagle.answers(answers["eagle"])
        self.looks(eagle, "answered")
        bear.answers(Move("bear", "pass"))
        version = bear.version
        bear.tap(".back")
        bear.until_after(version)
        bear.answers(answers["bear"])
        self.looks(self.table, "table")
        self.table.context.close()
        deer.answers(answers["deer"])
        self.seen["waits"] = wolf.page.locator("#seats").inner_text()
        wolf.answers(answers["wolf"])

    def second_card(self, card: str, answers: dict[str, Move]) -> None:
        """Said at the laptop; keys alone; a reload in the middle; a phone without Wi-Fi."""
        eagle, bear, deer, _ = self.phones.values()
        self.laptop.types(card)
        bear.page.wait_for_selector("#build")
        build = parse(answers["bear"].text)
        assert isinstance(build, Build)
        bear.page.locator("#board").focus()
        bear.page.keyboard.press("ArrowRight")
        for _ in range(build.turns):
            bear.page.keyboard.press("r")
        for _ in range(20):
            bear.page.keyboard.press("ArrowUp")
            bear.page.keyboard.press("ArrowLeft")
        column, row = ord(build.square[0]) - 65, int(build.square[1:]) - 1
        at = bear.laid()
        for _ in range(column - ord(at[0]) + 65):
            bear.page.keyboard.press("ArrowRight")
        for _ in range(row - int(at[1 : at.index("/")]) + 1):
            bear.page.keyboard.press("ArrowDown")
        self.looks(bear, "laid")
        version = bear.version
        bear.page.keyboard.press("Enter")
        bear.until_after(version)
        eagle.page.reload()
        eagle.answers(answers["eagle"])
        self.loses_the_wifi(deer, answers["deer"])
        self.laptop.waits_for("wolf (Dora)")
        self.laptop.types(answers["wolf"].text.rpartition("@")[2])

    def loses_the_wifi(self, phone: Phone, move: Move) -> None:
        """For a minute, in which its answer is typed at the laptop; its own comes too late."""
        action = parse(move.text)
        assert isinstance(action, Build)
        phone.page.wait_for_selector("#build")
        self.wifi.lost()
        if SOAK:
            phone.page.wait_for_timeout(60_000)
        else:
            phone.page.clock.fast_forward(60_000)
        expect(phone.page.locator("#away")).to_contain_text("No connection to the laptop")
        self.looks(phone, "without connection")
        self.laptop.waits_for("deer (Chen)")
        self.laptop.types(move.text.rpartition("@")[2])
        self.laptop.waits_for("wolf (Dora)")
        phone.lays(action)
        phone.tap("#build")
        self.wifi.back()
        expect(phone.page.locator("#message")).to_contain_text(f"Chen {move.text}")
        expect(phone.page.locator("#away")).to_be_hidden()
        assert phone.page.locator("#build").count() == 0
        self.seen["late"] = phone.page.locator("#message").inner_text()

    def third_card(self, card: str, answers: dict[str, Move]) -> None:
        """Two phones at once, a double tap, the phone on its side, the back button."""
        eagle, bear, deer, wolf = self.phones.values()
        button = f".cards button[aria-label={card}]"
        for phone in (eagle, bear):
            phone.page.wait_for_selector(button)
        for phone in (eagle, bear):  # the second tap is on a card that has come
            phone.page.evaluate("button => document.querySelector(button)?.click()", button)
        for phone in (eagle, bear):
            phone.page.wait_for_selector("#build")
            build = parse(answers["eagle" if phone is eagle else "bear"].text)
            assert isinstance(build, Build)
            phone.lays(build)
        for phone in (eagle, bear):
            phone.page.evaluate("for (const _ of [1, 2]) document.querySelector('#build').click()")
        eagle.page.wait_for_selector(".back")
        bear.page.wait_for_selector(".back")
        deer.page.set_viewport_size({"width": 839, "height": 412})
        self.looks(deer, "on its side")
        deer.answers(answers["deer"])
        deer.page.set_viewport_size({"width": 412, "height": 839})
        wolf.tap("#more")
        wolf.tap("#panel button:has-text('rules in short')")
        wolf.page.wait_for_selector("#panel h3")
        self.looks(wolf, "brief")
        self.seen["brief"] = wolf.page.locator("#panel").inner_text()
        wolf.page.go_back()
        expect(wolf.page.locator("#panel")).to_be_hidden()
        wolf.page.goto("about:blank")
        wolf.page.go_back()
        wolf.answers(answers["wolf"])

    def keeps(self) -> None:
        """The sheets, the question at the laptop, and the stickers by taps."""
        eagle = self.phones["eagle"]
        self.laptop.waits_for("Keep episode 1")
        with closing(Device(self.url)) as other:
            self.seen["not kept"] = str(other.joins().ask("GET", "/bgstats.svg").code)
        expect(eagle.page.locator("main")).to_contain_text("Episode 2 is next")
        self.looks(eagle, "sheets")
        self.seen["sheets"] = eagle.page.locator("main").inner_text()
        self.laptop.types("y")
        self.sends_it_to_the_app()
        for seat in ("eagle", "bear", "deer"):
            phone = self.phones[seat]
            for square in STICKERS[seat]:
                phone.page.wait_for_selector(".squares rect")
                if square == "F11":
                    self.looks(phone, "sticker")
                version = phone.version
                phone.tap_cell(square)
                phone.tap("button[data-kind]")
                phone.until_after(version)
        for square in STICKERS["wolf"]:
            self.laptop.waits_for("wolf")
            self.laptop.types(square)
        self.laptop.waits_for("lets them go")
        self.laptop.types("")
        ended = self.laptop.ends()
        assert ended.code == 0, ended.err
        expect(eagle.page.locator("#away")).to_contain_text("has ended")
        self.seen["kept"] = eagle.page.locator("main").inner_text()
        self.seen["link"] = str(eagle.page.locator("main a").get_attribute("href"))
        self.seen["laptop"] = self.laptop.seen
        for phone in self.phones.values():
            phone.context.close()

    def sends_it_to_the_app(self) -> None:
        """The link in *more*, its code on a tablet that watches, a phone that has scanned it."""
        eagle = self.phones["eagle"]
        eagle.page.wait_for_selector(".squares rect")
        eagle.tap("#more")
        self.seen["link in more"] = str(
            eagle.page.locator("#panel a[data-bgstats]").get_attribute("href")
        )
        self.looks(eagle, "more")
        eagle.tap("#panel .keys button")
        table = self.opens(1280, 800)
        table.page.get_by_role("button", name="only watch").click()
        table.page.locator(".scan img").evaluate("image => image.decode()")
        self.looks(table, "link at the table")
        table.context.close()
        context = self.browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        address = re.findall(r"http://\S+/bgstats#\S+", self.laptop.seen)[-1]
        other = Phone(context, address, self.faults)
        link = other.page.locator("main a[data-bgstats]")
        self.seen["link scanned"] = str(link.get_attribute("href"))
        self.seen["link rel"] = str(link.get_attribute("rel"))
        self.looks(other, "link scanned")
        own = address.partition("/bgstats")[0], "data:"
        self.seen["asked elsewhere"] = " ".join(url for url in asked if not url.startswith(own))
        context.close()
        with closing(Device(address)) as stranger:
            body = stranger.ask("GET", "/bgstats").body
            self.seen["stranger"] = f"{stranger.ask('GET', '/bgstats.svg').code} {b'Anna' in body}"


def cards() -> list[list[Move]]:
    """The moves of the episode by card."""
    by_card: list[list[Move]] = []
    for move in EPISODE.moves or ():
        if move.seat == CHANCE:
            by_card.append([])
        by_card[-1].append(move)
    return by_card


def test_what_was_tapped_is_the_recorded_episode(evening: Evening) -> None:
    record = parse_record(json.loads(evening.kept["episode"])["record"])
    assert EPISODE.result == record.result
    assert by_card(EPISODE.moves or ()) == by_card(record.moves or ())


def test_an_answer_takes_two_taps_and_five_at_most(evening: Evening) -> None:
    assert statistics.median(evening.taps) <= 3
    assert max(evening.taps) <= 8


def test_everybody_can_use_it(evening: Evening) -> None:
    assert evening.unusable == []
    assert evening.faults == []


def test_a_wrong_place_is_refused_in_the_words_of_the_engine(evening: Evening) -> None:
    assert evening.seen["refused"] == "eagle, A1/0: stands on a mountain (A1 B1)"
    assert evening.seen["build"] == "disabled"


def test_an_answer_without_wifi_comes_too_late(evening: Evening) -> None:
    assert evening.seen["late"].startswith("not taken; meanwhile: ")


def test_a_finger_drags_the_building(evening: Evening) -> None:
    assert evening.seen["dragged"] == "A1/0 B3/0"


def test_a_seat_is_on_one_phone(evening: Evening) -> None:
    assert "on another phone" in evening.seen["taken"]


def test_all_see_who_has_answered(evening: Evening) -> None:
    words = evening.seen["waits"].split("\n")
    assert words[:2] == ["Anna ✓", "has answered"]
    assert words[-2:] == ["Dora …", "has not answered"]


def test_the_laptop_shows_what_the_phones_do(evening: Evening) -> None:
    for words in ("bear passes", "At a phone an answer was taken back", "deer has a rock on F11"):
        assert words in evening.seen["laptop"]


def test_sheets_and_brief_are_on_the_phones(evening: Evening) -> None:
    assert "deer before bear: fewer empty cells" in evening.seen["sheets"]
    assert "each visible tree: +1" in evening.seen["brief"]
    assert "Episode 1 is kept" in evening.seen["kept"]


def test_the_kept_episode_goes_to_the_app_with_a_tap(evening: Evening) -> None:
    link = evening.kept["link"].strip()
    assert link.startswith("https://app.bgstatsapp.com/")
    for where in ("link in more", "link scanned", "link"):
        assert evening.seen[where] == link
    assert "noreferrer" in evening.seen["link rel"]
    assert evening.seen["asked elsewhere"] == ""
    assert (evening.seen["not kept"], evening.seen["stranger"]) == ("422", "401 False")


def test_stickers_that_were_tapped_are_on_the_boards(evening: Evening) -> None:
    placed = {tuple(line.split()[:3:2]) for line in evening.kept["sticker list"].splitlines()[1:]}
    assert placed == {(seat, square) for seat, some in STICKERS.items() for square in some}


def test_no_draft_is_left(evening: Evening) -> None:
    assert "There is no draft" in evening.kept["draft list"]


def test_taps_over_the_first_chapter(browser: Browser, prepared: Prepared) -> None:
    """Every building of three episodes is tapped on its first cell, and turned until it lies so."""
    script = (ROOT / "campaign/web/static/laying.js").read_text("utf-8")
    page = browser.new_page()
    page.add_script_tag(content=f"{script}\nwindow.Laying = Laying;", type="module")
    with database.reading(database.open_database(prepared.chapter)) as session:
        history = campaigns.find(session, None, "Anna")
    taps = page.evaluate(
        """(asked) => asked.map(([spot, wanted]) => {
          const lay = new Laying(spot);
          const [, letter, row] = /^(.)(\\d+)/.exec(wanted);
          let at = lay.tapped([letter.charCodeAt(0) - 65, row - 1], 0);
          for (let taps = 2; ; taps++, at = lay.turned(at)) {
            if (lay.name(at) === wanted || taps > 9) return taps;
          }
        })""",
        [asked for played in history.campaign.played for asked in asked_in(played)],
    )
    page.close()
    assert statistics.median(taps) <= 3
    assert max(taps) <= 5


@pytest.fixture
def device() -> Iterator[Callable[[str], Device]]:
    """A device of an address, put away at the end."""
    devices: list[Device] = []

    def opened(url: str) -> Device:
        devices.append(Device(url))
        return devices[-1]

    yield opened
    for one in devices:
        one.close()


def test_an_evening_of_the_group_has_its_phones_from_beginning_to_end(
    played: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    laptop = Laptop("meet --phones --language it", monkeypatch)
    eagle, other = device(laptop.url()), device(laptop.url())
    laptop.waits_for("eagle")
    eagle.joins("eagle")
    assert "adesivo" in eagle.view()["play"]["rights"][0]["words"]
    assert other.joins().post("/seat", seat="eagle").code == 422
    assert eagle.answers("tree G1").code == 200
    laptop.waits_for("deer")
    assert eagle.answers("well A1").code == 422
    assert eagle.answers("well F7").code == 200
    assert eagle.post("/back", version=eagle.view()["version"]).code == 200
    for square in ("save", ""):
        laptop.types(square)
    assert laptop.ends().code == 0
    assert played("sticker list").out.count("eagle") == 1


def test_another_phone_takes_a_seat_that_is_freed(
    begun: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    laptop = Laptop("episode enter --phones", monkeypatch)
    first, second = device(laptop.url()).joins("bear"), device(laptop.url()).joins()
    assert second.post("/seat", seat="bear").code == 422
    laptop.types("phones ben")
    laptop.until(lambda: "Another phone can take bear now" in laptop.seen)
    assert second.post("/seat", seat="bear").code == 200
    assert first.view()["seat"] is None
    laptop.types("save")
    assert laptop.ends().code == 0


def test_without_a_network_it_is_said_and_another_evening_takes_the_next_port(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompts, "editor", lambda _: Typist([]))
    monkeypatch.delenv("CAMPAIGN_PHONES", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        addresses = [serving.Address("127.0.0.1", port), serving.Address("127.0.0.1", 0)]
        monkeypatch.setattr(serving, "lan_addresses", lambda: addresses)
        said = begun("episode enter --phones").err
    assert "in no network" in said
    assert "http://127.0.0.1:" in said
    assert f":{port}/" not in said


@pytest.mark.parametrize("watchers", [0, 1])
def test_the_laptop_waits_at_the_end_for_whoever_has_joined(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    device: Callable[[str], Device],
    watchers: int,
) -> None:
    """A phone that only watches has the link to BG Stats, too; without one nobody is asked."""
    read = read_record((RECORDS / "machi_koro_verified_chained_doubles.toml").read_text("utf-8"))
    laptop = Laptop(entered(read), monkeypatch)
    watching = [device(laptop.url()).joins() for _ in range(watchers)]
    for move in read.moves or ():
        laptop.types(typed(move))
    laptop.types("y")
    for phone in watching:
        laptop.waits_for("lets them go")
        view = phone.view()
        assert view["kept"].startswith("It is kept as session 1")
        assert view["bgstats"].startswith("https://app.bgstatsapp.com/")
        laptop.types("")
    assert laptop.ends().code == 0


def test_what_no_server_can_be_at_is_said_in_one_line(
    begun: Run, refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompts, "editor", lambda _: Typist([]))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("CAMPAIGN_PHONES", f"127.0.0.1:{taken.getsockname()[1]}")
        words = str(taken.getsockname()[1]), "another program has this port", "CAMPAIGN_PHONES="
        refuses("episode enter --phones", 2, *words)
    monkeypatch.setenv("CAMPAIGN_PHONES", "here:x")
    refuses("episode enter --phones", 2, "'here:x' is no address")
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    refuses("episode enter --phones", 2, "segno", "pip install 'campaign[web]'")


def asked_in(played: Played) -> Iterator[tuple[dict[str, Any], str]]:
    """Where each building of an episode could lie, and where it was built."""
    state = my_city.start(played.setup)
    for seat, text in played.record.moves or ():
        action = parse(text)
        if isinstance(action, Build):
            yield place_of(state, seat), f"{action.square}/{action.turns}"
        state = my_city.apply(state, seat, action)


def by_card(moves: Iterable[Move]) -> list[set[str]]:
    """The moves from one card to the next; their order among them does not count."""
    cards: list[set[str]] = []
    for move in moves:
        if move.seat == CHANCE:
            cards.append(set())
        cards[-1].add(str(move))
    return cards
