"""What a phone takes back: its own at once; what another has entered for all is asked about."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.cli.browsing import browser as browser
from tests.cli.browsing import device as chromium
from tests.cli.browsing import violations
from tests.cli.laptop import Laptop
from tests.extras.phones.phoning import Phone
from tests.extras.phones.test_attacked import GAME, Device
from tests.extras.phones.test_attacked import device as device
from tests.extras.phones.test_attacked import laptop as laptop
from tests.fixtures import Run
from tests.soak import CI

QUESTION = "Take back what Anna entered for all: Anna rolls 2?"


def takes_back(phone: Phone, **how: bool) -> int:
    return phone.post("/back", version=phone.view()["version"], **how).code


def puts_back(phone: Phone) -> int:
    return phone.post("/again", version=phone.view()["version"]).code


def test_what_another_has_entered_is_asked_about_and_said_to_all(device: Device) -> None:
    anna, ben = (device().joins(seat) for seat in ("p1", "p2"))
    watcher = device().joins()
    anna.takes("2")
    assert (ben.view()["back"], ben.view()["backAsks"]) == ("what Anna entered", QUESTION)
    reply = ben.post("/back", version=ben.view()["version"])
    assert (reply.code, reply.said["why"]) == (422, QUESTION)
    assert ben.view()["last"] == ["Anna rolls 2"]
    assert takes_back(ben, sure=True) == 200
    for phone in (anna, ben, watcher):
        view = phone.view()
        assert view["last"] == []
        assert view["withdrawn"] == "Ben has taken back: Anna rolls 2"
        assert view["again"] is (phone is not watcher)
    assert puts_back(watcher) == 403
    assert puts_back(anna) == 200
    assert (ben.view()["last"], ben.view()["withdrawn"]) == (["Anna rolls 2"], "")
    assert puts_back(anna) == 422


def test_the_own_is_taken_back_at_once_and_put_back(device: Device) -> None:
    anna, ben = (device().joins(seat) for seat in ("p1", "p2"))
    anna.takes("2")
    assert anna.view()["backAsks"] == ""
    assert takes_back(anna) == 200
    assert (anna.view()["withdrawn"], ben.view()["withdrawn"]) == (
        "Anna has taken back: Anna rolls 2",
        "",
    )
    assert puts_back(ben) == 422
    assert puts_back(anna) == 200
    anna.takes("bakery")
    assert takes_back(anna) == 200
    assert anna.view()["last"][-1] == "Anna rolls 2"
    anna.takes("-")
    assert puts_back(anna) == 422
    assert takes_back(anna) == 200


def test_a_question_that_was_answered_is_of_what_was_shown(device: Device) -> None:
    anna, ben = (device().joins(seat) for seat in ("p1", "p2"))
    anna.takes("2")
    version = ben.view()["version"]
    anna.takes("-")
    ben.takes("3")
    assert takes_back(ben) == 200
    assert ben.post("/back", version=version, sure=True).code in (409, 422)
    assert ben.view()["last"][0] == "Anna rolls 2"


def test_what_is_sent_twice_after_a_lost_reply_is_done_once(device: Device) -> None:
    anna, ben = (device().joins(seat) for seat in ("p1", "p2"))
    for line in ("2", "bakery"):
        version = anna.view()["version"]
        assert [200, 200] == [
            anna.post("/answer", version=version, line=line).code for _ in range(2)
        ]
    assert ben.post("/answer", version=version, line="bakery").code == 409
    assert anna.post("/answer", version=version, line="ranch").code == 409
    assert [line.split(",")[0] for line in anna.view()["last"]] == [
        "Anna rolls 2",
        "Anna builds Bakery (1)",
    ]
    version = anna.view()["version"]
    assert [200, 409] == [anna.post("/back", version=version).code for _ in range(2)]
    assert anna.view()["last"] == ["Anna rolls 2"]


def test_what_the_laptop_entered_is_asked_about(laptop: Laptop, device: Device) -> None:
    anna = device().joins("p1")
    laptop.types("2")
    laptop.until(lambda: "Anna rolls 2" in laptop.seen)
    assert anna.view()["backAsks"] == "Take back what the laptop entered for all: Anna rolls 2?"
    assert takes_back(anna) == 422
    assert takes_back(anna, sure=True) == 200
    laptop.until(lambda: "An answer was taken back at a phone" in laptop.seen)


def test_a_question_in_a_browser_and_the_way_to_put_it_back(
    run: Run, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    laptop = Laptop(GAME, monkeypatch)
    pages = [chromium(browser).new_page() for _ in range(2)]
    for page, name in zip(pages, ("Anna", "Ben"), strict=True):
        page.goto(laptop.url())
        page.get_by_role("button", name=name).click()
    anna, ben = pages
    anna.locator('[data-key="choice 2"]').click()
    back = ben.get_by_role("button", name="take back: what Anna entered")
    back.click()
    expect(ben.locator("#question")).to_contain_text(QUESTION)
    ben.locator("#question button[value=no]").click()
    back.click()
    ben.locator("#question button[value=yes]").click()
    for page in pages:
        expect(page.locator("#withdrawn")).to_contain_text("Ben has taken back: Anna rolls 2")
        if CI:
            assert violations(page) == []
    anna.get_by_role("button", name="put it back").click()
    expect(back).to_be_visible()
    expect(anna.locator("#withdrawn")).to_be_hidden()
    for page in pages:
        page.context.close()
    laptop.types("save")
    assert laptop.ends().code == 0
    assert "dice 2" in run("draft show 1").out
