"""The chronicle and the pages of sessions in a real Chromium: seen, heard, printed, attacked."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from tests.cli.browsing import Reader, device, violations
from tests.cli.browsing import browser as browser
from tests.fixtures import ROOT, Run
from tests.soak import CI

Open = Callable[..., Page]
REPLAY = "#episode-3 .replay"


@pytest.fixture(scope="module")
def readers() -> dict[str, Reader]:
    """Pages in which files are opened, by their options; made when first asked for."""
    return {}


@pytest.fixture
def opened(browser: Browser, readers: dict[str, Reader]) -> Iterator[Open]:
    """Opens a file; at the end nothing has gone wrong in it, and nothing else was asked for."""
    files = list[str]()

    def call(path: Path, width: int = 1280, height: int = 900, **options: bool) -> Page:
        files.append(path.as_uri())
        if str(options) not in readers:
            readers[str(options)] = Reader(browser, **options)
        return readers[str(options)].opens(path, width, height)

    yield call
    asked = [url for reader in readers.values() for url in reader.asked]
    faults = [fault for reader in readers.values() for fault in reader.faults]
    for reader in readers.values():
        reader.asked.clear()
        reader.faults.clear()
    assert faults == []
    assert sorted(asked) == sorted(files)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Pages that several tests open, by name; made when first asked for."""
    return {}


@pytest.fixture
def tuesday(
    chapter: Run, written: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The chronicle of a first chapter."""
    if "tuesday" not in written:
        path = tmp_path_factory.mktemp("pages") / "tuesday.html"
        assert chapter(f"chronicle -o '{path}' --no-proof").code == 0
        written["tuesday"] = path
    return written["tuesday"]


LEGEND = 16
"""Patterns in a legend at most; each of them is an image with its mask."""


def shown(board: Locator) -> int:
    """How many things of a board that come and go are seen now."""
    at_once = "[data-since]:not(.gone)"
    count: int = board.locator(f"use{at_once}, {at_once} use").count()
    return count


def test_the_first_screen_says_where_the_campaign_stands(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday")
    expect(page.get_by_text("Episode 4 is next.")).to_be_in_viewport()
    assert page.locator("header .boards svg[role=img]").count() == 4


def test_the_lines_of_the_marks_are_reached_with_the_tab_key(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    lines = page.get_by_role("group", name=re.compile("marks by episode")).locator("[tabindex]")
    expect(lines).to_have_count(4)
    figures = lines.nth(1).locator(".value")
    expect(figures.last).to_be_hidden()
    lines.first.focus()
    page.keyboard.press("Tab")
    expect(lines.nth(1)).to_be_focused()
    expect(figures.last).to_be_visible()
    label = lines.nth(1).get_attribute("aria-label") or ""
    assert label.endswith(f"3: {figures.last.text_content()}")
    assert violations(page) == []


def test_a_replay_is_gone_through_with_keys_alone(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    replay, now = page.locator(REPLAY), page.locator(f"{REPLAY} .now")
    slider, board = replay.get_by_role("slider"), replay.locator(".place").first
    at_the_end = shown(board)
    slider.focus()
    page.keyboard.press("Home")
    expect(now).to_have_text("At the beginning.")
    assert shown(board) == 0
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text(re.compile("^Card 1 of 24: "))
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text(re.compile("^(eagle, Anna|bear, Ben|deer, Chen|wolf, Dora): build "))
    expect(replay.locator(".awaited")).to_have_count(1)
    expect(replay.locator(".awaited .just")).to_have_count(1)
    expect(replay.locator(".just")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(now).to_have_text(re.compile("^Card 2 of 24: "))
    page.keyboard.press("ArrowLeft")
    expect(now).not_to_have_text(re.compile("^Card"))
    page.keyboard.press("End")
    assert shown(board) == at_the_end
    assert now.get_attribute("aria-live") == "polite"


def test_a_replay_plays_and_pauses(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    replay, now = page.locator(REPLAY), page.locator(f"{REPLAY} .now")
    play = replay.get_by_role("button", name="play or pause")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    page.clock.run_for(1_200)
    expect(now).to_have_text(re.compile("^Card 1 of"))
    replay.get_by_label("speed").select_option("4")
    page.clock.run_for(300)
    expect(now).to_have_text(re.compile("build"))
    play.click()
    before = now.text_content()
    page.clock.run_for(5_000)
    assert now.text_content() == before


def test_the_token_of_a_seat_goes_with_its_moves(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    token = page.locator(f"{REPLAY} .place").first.locator(".token")
    last = token.text_content()
    page.locator(REPLAY).get_by_role("button", name="to the beginning").click()
    expect(token).to_have_text("10")
    page.locator(REPLAY).get_by_role("button", name="to the end").click()
    expect(token).to_have_text(str(last))


def test_one_board_is_enlarged_and_seen_whole_above_the_keys(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    place = page.locator(f"{REPLAY} .place").first
    small = place.bounding_box()
    place.get_by_role("button").click()
    large = place.bounding_box()
    assert small
    assert large
    assert large["width"] > 2 * small["width"]
    place.evaluate("place => place.scrollIntoView()")
    board = place.locator("svg.picture").bounding_box()
    keys = page.locator(f"{REPLAY} .console").bounding_box()
    assert board
    assert keys
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= keys["y"]
    expect(place.get_by_role("button")).to_have_attribute("aria-pressed", "true")


def test_in_a_low_window_the_keys_cover_no_board(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    keys = page.locator(f"{REPLAY} .console")
    expect(keys).to_have_css("position", "sticky")
    page.set_viewport_size({"width": 390, "height": 420})  # as a phone with text of twice the size
    expect(keys).to_have_css("position", "static")


def test_a_life_shows_each_building_for_its_own_episode(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    life = page.locator("#city-eagle .replay")
    life.get_by_role("slider").focus()
    page.keyboard.press("Home")
    assert shown(life) == 0
    page.keyboard.press("ArrowRight")
    expect(life.locator(".now")).to_have_text("After episode 1, played by Anna.")
    assert shown(life) > 10


def test_what_is_new_since_an_episode_is_shown_alone(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    page.get_by_label("Since you were last here:").select_option("3")
    expect(page.locator("#episode-3")).to_be_visible()
    expect(page.locator("#episode-2")).to_be_hidden()


@pytest.mark.parametrize(("name", "width", "height"), [("page", 1100, 900), ("phone", 360, 720)])
def test_the_screenshots_of_the_docs_show_the_page(
    opened: Open, tuesday: Path, name: str, width: int, height: int
) -> None:
    page = opened(tuesday, width, height)
    page.locator(REPLAY).scroll_into_view_if_needed()
    path = ROOT / "docs" / "pictures" / f"{name}.png"
    taken = page.screenshot()
    if os.environ.get("WRITE_SCREENS"):
        path.write_bytes(taken)
    size = slice(16, 24)  # of a PNG: its width and height
    assert taken[size] == path.read_bytes()[size]


@pytest.mark.parametrize(("width", "columns"), [(320, 1), (640, 2), (1280, 2)])
def test_cards_of_heads_stand_side_by_side_where_there_is_room(
    opened: Open, chapter: Run, tmp_path: Path, width: int, columns: int
) -> None:
    path = tmp_path / "heads.html"
    assert chapter(f"head --all -o '{path}'").code == 0
    page = opened(path, width, 640)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = [card.bounding_box() for card in page.locator(".card").all()]
    assert len({box["x"] for box in boxes if box}) == columns


@pytest.mark.parametrize("width", [320, 360, 768] if CI else [320])
def test_nothing_hangs_over_at_the_side(opened: Open, tuesday: Path, width: int) -> None:
    page = opened(tuesday, width, 640, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    button = page.locator(f"{REPLAY} button").last.bounding_box()
    assert button
    assert min(button["width"], button["height"]) >= 44


def test_it_follows_the_dark(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    paper = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(paper) == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(paper) == "rgb(22, 24, 28)"
    if CI:
        assert violations(page) == []


def test_in_print_every_episode_begins_a_page_and_controls_are_gone(
    opened: Open, tuesday: Path
) -> None:
    page = opened(tuesday)
    page.emulate_media(media="print")
    breaks = "sections => sections.map(one => getComputedStyle(one).breakBefore)"
    whole = page.locator("section[data-episode], section[id^=city-]")
    before = whole.evaluate_all(breaks)
    assert before == ["page"] * (3 + 4)
    if CI:  # an episode fills a page, and none of its boards is made an image
        printed = page.pdf(format="A4", print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1 + len(before)
        assert len(re.findall(rb"/Subtype\s*/Image\b", printed)) < 2 * LEGEND
        assert len(printed) < 400_000
    expect(page.locator(f"{REPLAY} .bar-of-keys")).to_be_hidden()
    expect(page.locator(f"{REPLAY} .place").first).to_be_visible()


@pytest.mark.skipif(not CI, reason="CAMPAIGN_CI=1, as in .ci/run, prints a whole campaign")
def test_no_page_of_a_whole_campaign_is_nearly_empty(
    opened: Open, run: Run, tmp_path: Path
) -> None:
    """The first page holds the legend, every evening is on a page, in a longer language, too."""
    examples = ROOT / "examples" / "campaign"
    seats = "--seat eagle=Anna --seat bear=Ben --seat deer=Chen --seat wolf=Dora"
    assert run(f"new Tuesday --pack stand_in {seats} --yes").code == 0
    for line in (examples / "steps.txt").read_text("utf-8").splitlines():
        done = run(f"{line.replace('record ', f'record {examples}/')} --yes")
        assert done.code == 0, done.err
    for language in ("en", "it"):
        path = tmp_path / f"{language}.html"
        assert run(f"chronicle -o '{path}' --no-proof --language {language}").code == 0
        page = opened(path)
        page.emulate_media(media="print")
        printed = page.pdf(format="A4", print_background=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1 + 24 + 4 + 1


def test_a_board_that_was_stepped_back_is_printed_as_it_ended(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday)
    board = page.locator(f"{REPLAY} .place").first
    at_the_end = shown(board)
    page.locator(REPLAY).get_by_role("button", name="to the beginning").click()
    assert shown(board) == 0
    page.pdf()
    assert shown(board) == at_the_end


def test_the_first_episode_is_printed_first_in_blocks_that_safari_does_not_cut(
    opened: Open, tuesday: Path
) -> None:
    page = opened(tuesday)
    page.emulate_media(media="print")
    expect(page.locator(".episodes")).to_have_css("display", "block")
    orders = page.evaluate(
        """() => ["beforeprint", "afterprint"].map((now) => {
          dispatchEvent(new Event(now));
          const episodes = [...document.querySelectorAll("section[data-episode]")];
          return episodes.map((one) => one.dataset.episode).join(" ");
        })"""
    )
    assert orders == ["1 2 3", "3 2 1"]


def test_without_its_script_the_boards_stand_as_they_ended(opened: Open, tuesday: Path) -> None:
    page = opened(tuesday, java_script_enabled=False)
    expect(page.locator(f"{REPLAY} .place").first).to_be_visible()
    expect(page.locator(f"{REPLAY} .bar-of-keys")).to_be_hidden()


def test_nothing_that_is_put_into_a_page_runs(
    browser: Browser, tuesday: Path, tmp_path: Path
) -> None:
    path = tmp_path / "changed.html"
    evil = "<script>document.title = 'ran'</script><img src=x onerror=\"document.title = 'ran'\">"
    path.write_text(tuesday.read_text("utf-8").replace("<main>", f"<main>{evil}"), "utf-8")
    page = device(browser).new_page()
    page.goto(path.as_uri())
    assert page.title() == "Tuesday"
    with pytest.raises(Error):
        page.evaluate("fetch('http://127.0.0.1:9/')")
    page.context.close()


def test_a_name_is_text(opened: Open, chapter: Run, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    names = {
        "eagle": "<script>alert(1)</script>",
        "bear": '"><img src=x onerror=alert(1)>',
        "wolf": "城" * 40,
    }
    for seat, name in names.items():
        assert chapter(["city", "rename", seat, name]).code == 0
    assert chapter(f"chronicle -o '{path}' --no-proof").code == 0
    page = opened(path, 360, 640)
    for seat, name in names.items():
        expect(page.locator(f"#life-{seat}")).to_contain_text(name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


SESSIONS = (
    "examples/machi-koro.toml",
    "examples/quadropolis.toml",
    "examples/eternal.toml",
    "tests/records/dilluvia_verified_two_seats.toml",
)


@pytest.mark.parametrize("record", SESSIONS)
def test_the_page_of_a_session(opened: Open, run: Run, tmp_path: Path, record: str) -> None:
    assert run(f"session record '{ROOT / record}' --yes").code == 0
    path = tmp_path / "session.html"
    assert run(f"session chronicle 1 -o '{path}'").code == 0
    page = opened(path, 360, 640)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    for slider in page.get_by_role("slider").all():
        slider.focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")


def test_the_page_of_all_sessions(opened: Open, run: Run, tmp_path: Path) -> None:
    for record in SESSIONS:
        assert run(f"session record '{ROOT / record}' --yes").code == 0
    path = tmp_path / "sessions.html"
    assert run(f"session chronicle -o '{path}'").code == 0
    page = opened(path, 360, 640)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
