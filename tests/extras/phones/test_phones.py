"""The table on phones without a browser: who has a seat, how long, and where it is served."""

from __future__ import annotations

import re
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from campaign.cli.entering import prompt as prompts
from campaign.display.text.translation import ENGLISH, Speaker
from campaign.extras.phones import app, serving, views
from campaign.extras.serving import listening_socket
from campaign.games.kit import GameKit
from campaign.services.entering.game import Entering
from campaign.services.records import read_record
from campaign.store.errors import DatabaseBusy
from tests.cli.laptop import Laptop
from tests.cli.test_entering import Typist
from tests.extras.phones.phoning import Phone as Device
from tests.extras.phones.tapping import entered, typed
from tests.fixtures import ROOT, Refuses, Run

RECORDS = ROOT / "tests" / "records"


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


def test_the_laptop_takes_back_what_phones_placed(
    played: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    laptop = Laptop("meet --phones", monkeypatch)
    laptop.waits_for("eagle")
    eagle, wolf = device(laptop.url()).joins("eagle"), device(laptop.url()).joins("wolf")
    assert [200] * 2 == [eagle.answers(square).code for square in ("tree G1", "well F7")]
    for left in ("tree on G1", ""):
        version = eagle.view()["version"]
        assert [200, 409] == [eagle.post("/back", version=version).code for _ in range(2)]
        assert eagle.view()["back"] == left
    assert [200] * 2 == [eagle.answers("tree G1").code, wolf.answers("tree G1").code]
    assert eagle.post("/back", version=eagle.view()["version"]).code == 422  # says: at the laptop
    for answer in ("u", "u", "u", "save", ""):
        laptop.types(answer)
    assert laptop.ends().code == 0
    assert laptop.seen.count("The last sticker is taken back.") == 2
    assert laptop.seen.count("what was recorded last is no sticker") == 1
    assert not re.search("eagle|wolf", played("sticker list").out)


def test_a_phone_shows_the_stickers_that_another_window_places_and_takes_back(
    played: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    laptop = Laptop("meet --phones", monkeypatch)
    eagle = device(laptop.url())
    laptop.waits_for("eagle")
    eagle.joins("eagle")
    played("sticker place eagle tree G1 --yes")
    assert eagle.answers("tree D2").code == 409
    assert [right["words"] for right in eagle.view()["play"]["rights"]] == ["a well sticker"]
    eagle.takes("well F7")
    played("undo --yes --reason wrong")
    for code in (409, 200):  # what the phone showed is off the board already
        assert eagle.post("/back", version=eagle.view()["version"]).code == code
    assert eagle.view()["back"] == ""
    eagle.takes("tree G1")
    eagle.takes("well D2")
    for line in ("save", ""):
        laptop.types(line)
    assert laptop.ends().code == 0


def test_a_phone_shows_the_stickers_of_a_copy_that_was_put_back(
    played: Run,
    db: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    device: Callable[[str], Device],
) -> None:
    """After it the history is as long again as it was with another sticker."""
    copy = shutil.copy(db, tmp_path / "copy.db")
    laptop = Laptop("meet --phones", monkeypatch)
    eagle, deer = (device(laptop.url()) for _ in range(2))
    laptop.waits_for("eagle")
    eagle.joins("eagle").takes("tree G1")
    assert [right["words"] for right in eagle.view()["play"]["rights"]] == ["a well sticker"]
    assert played(f"db restore '{copy}' --replace").code == 0
    deer.joins("deer").takes("rock F11")
    rights = [right["words"] for right in eagle.view()["play"]["rights"]]
    assert rights == ["a tree sticker", "a well sticker"]
    for line in ("save", ""):
        laptop.types(line)
    assert laptop.ends().code == 0


def test_an_evening_that_is_taken_back_has_no_link_to_bg_stats(
    begun: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    laptop = Laptop("episode enter --phones", monkeypatch)
    eagle = device(laptop.url()).joins("eagle")
    for line in ("y4", *("q", "y") * 4, ""):
        laptop.types(line)
    laptop.waits_for("eagle, rock on")
    assert eagle.view()["bgstats"].startswith("https://app.bgstatsapp.com/")
    begun("undo --episode 1 --yes")
    assert eagle.answers("rock F11").code == 409
    assert ("", "") == (eagle.view()["kept"], eagle.view()["bgstats"])
    assert eagle.ask("GET", "/bgstats.svg").code == 422
    laptop.waits_for("lets them go")
    laptop.types("")
    assert laptop.ends().code == 0


def test_each_phone_is_spoken_to_in_its_own_language(
    played: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    """That of its browser, or the one that was chosen on it; without either the table's."""
    laptop = Laptop("meet --phones --language it", monkeypatch)
    anna, chen = device(laptop.url()), device(laptop.url())
    laptop.waits_for("eagle")
    anna.languages, chen.languages = "en-GB,en;q=0.9,it;q=0.5", "fr,de;q=0.8"
    sticker = anna.joins("eagle").view()["play"]["rights"][0]["words"]
    assert "sticker" in sticker
    assert "adesivo" in chen.joins("deer").view()["play"]["rights"][0]["words"]
    why = anna.answers("well A1").said["why"]
    assert why != chen.answers("well A1").said["why"]
    cookie = f"{anna.cookie}; language=zh-Hant"
    assert b'lang="zh-Hant"' in anna.ask("GET", "/", Cookie=cookie).body
    assert b'lang="en"' in anna.ask("GET", "/").body
    laptop.types("save")
    laptop.types("")
    assert laptop.ends().code == 0


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
    monkeypatch.setattr(prompts, "editor", lambda *_: Typist([]))
    monkeypatch.delenv("CAMPAIGN_PHONES", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        addresses = [serving.Address("127.0.0.1", port), serving.Address("127.0.0.1", 0)]
        monkeypatch.setattr(serving, "lan_addresses", lambda: addresses)
        said = begun("episode enter --phones").err
    assert "in no network" in said
    assert "http://127.0.0.1:" in said
    assert f":{port}/" not in said


@pytest.mark.parametrize(("system", "shared"), [("win32", 0), ("linux", 1)])
def test_no_other_evening_gets_the_same_port(
    monkeypatch: pytest.MonkeyPatch, system: str, shared: int
) -> None:
    """Windows gives a port that is in use to whoever asks so for it; other systems never do."""
    monkeypatch.setattr(sys, "platform", system)
    with listening_socket("127.0.0.1", 0) as listener:
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == shared


def test_a_computer_that_has_joined_another_network_says_so(
    begun: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No phone can open the address any more, and the server cannot go to another one."""
    assert serving.has_address("127.0.0.1")
    assert not serving.has_address("192.0.2.1")  # an example address, which no machine has
    laptop = Laptop("episode enter --phones", monkeypatch)
    assert laptop.url()
    assert "no longer has this address" not in laptop.seen
    monkeypatch.setattr(serving, "has_address", lambda host: host != "127.0.0.1")
    laptop.types("phones")
    laptop.until(lambda: "no longer has this address" in laptop.seen)
    laptop.types("save")
    assert laptop.ends().code == 0


@pytest.mark.parametrize("written", [":8100", "0.0.0.0:8100"])
def test_an_address_that_no_phone_can_open_is_that_of_the_network(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    """The laptop showed http://0.0.0.0:8100/, and refused who asked for any other."""
    lan = serving.lan_addresses()[0].host
    assert (lan, 8100) == serving.address_of(written)
    assert lan != "0.0.0.0"


def test_a_phone_is_let_in_at_the_port_that_browsers_leave_out(
    device: Callable[[str], Device],
) -> None:
    try:
        phones = serving.Phones([serving.Address("127.0.0.1", 80)], ENGLISH)
    except serving.NoAddress as error:
        pytest.skip(str(error))
    with phones:
        assert phones.url == f"http://127.0.0.1/#{phones.devices.code}"
        assert device(phones.url).joins().ask("GET", "/").code == 200


def test_another_port_is_named_only_where_that_helps() -> None:
    with pytest.raises(serving.NoAddress) as nowhere:
        serving.Phones([serving.Address("192.0.2.1", 8100)], ENGLISH)
    assert "takes another port" not in str(nowhere.value)
    assert "without CAMPAIGN_PHONES" in str(nowhere.value)


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


def test_an_answer_that_answers_for_others_too_may_be_sent_twice(
    run: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    """After it the other player can buy nothing, and is not asked."""
    record = RECORDS / "dilluvia_verified_tie_broken_by_prestige.toml"
    read = read_record(record.read_text("utf-8"))
    laptop = Laptop(entered(read), monkeypatch)
    phone = device(laptop.url()).joins("p2")
    moves = read.moves or ()
    for move in moves[:14]:
        laptop.types(typed(move))
    laptop.has_read()
    version, line = phone.view()["version"], moves[14].text
    assert [200, 200] == [phone.post("/answer", version=version, line=line).code for _ in range(2)]
    laptop.types("save")
    assert laptop.ends().code == 0
    assert "15  p2: buy 2 " in run("draft show 1").out


def test_what_no_server_can_be_at_is_said_in_one_line(
    begun: Run, refuses: Refuses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompts, "editor", lambda *_: Typist([]))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("CAMPAIGN_PHONES", f"127.0.0.1:{taken.getsockname()[1]}")
        words = str(taken.getsockname()[1]), "another program uses this port", "CAMPAIGN_PHONES="
        refuses("episode enter --phones", 2, *words)
    monkeypatch.setenv("CAMPAIGN_PHONES", "here:x")
    refuses("episode enter --phones", 2, "'here:x' is no address")
    monkeypatch.setenv("CAMPAIGN_PHONES", "ü..y")
    refuses("episode enter --phones", 2, "cannot be served at ü..y:8024: name or service not known")
    monkeypatch.setenv("CAMPAIGN_PHONES", f"127.0.0.1:{'9' * 5000}")
    refuses("episode enter --phones", 2, "'127.0.0.1:9999")


def test_files_of_the_kit_of_a_game_are_served_under_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    (tmp_path / "phone.js").write_text("export const stones = 3;")
    pebbles = GameKit("pebbles", "Pebbles", rules="pebbles.rules", static=str(tmp_path))
    monkeypatch.setattr(app, "kits", lambda: (pebbles,))
    with serving.Phones([serving.Address("127.0.0.1", 0)], ENGLISH) as phones:
        phone = device(phones.url)
        assert phone.ask("GET", "/static/pebbles/phone.js").body == b"export const stones = 3;"
        assert phone.ask("GET", "/static/pebbles/other.js").code == 404
        assert phone.ask("GET", "/static/table.js").code == 200


def test_a_seat_is_freed_while_stickers_are_placed(
    played: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    laptop = Laptop("meet --phones", monkeypatch)
    laptop.waits_for("eagle")
    asleep, other = device(laptop.url()).joins("eagle"), device(laptop.url()).joins()
    assert other.post("/seat", seat="eagle").code == 422
    laptop.types("phones anna")
    laptop.until(lambda: "Another phone can take eagle now" in laptop.seen)
    assert other.post("/seat", seat="eagle").code == 200
    assert other.answers("tree G1").code == 200
    assert asleep.view()["seat"] is None
    for square in ("save", ""):
        laptop.types(square)
    assert laptop.ends().code == 0


def test_players_take_their_seats_before_the_first_card(
    begun: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    laptop = Laptop("meet --phones", monkeypatch)
    early = device(laptop.url()).joins()
    shown = early.view()
    assert {one["seat"]: one["name"] for one in shown["seats"]}["eagle"] == "Anna"
    assert shown["note"] == ["Episode 1 is next: it begins at the laptop."]
    assert early.post("/seat", seat="eagle").code == 200
    laptop.until(lambda: laptop.prompt.startswith("1 to 4"))
    laptop.types("1")
    laptop.waits_for("card")
    assert (early.view()["seat"], early.view()["game"]) == ("eagle", "my-city")
    for answer in ("save", ""):
        laptop.types(answer)
    assert laptop.ends().code == 0
    assert laptop.seen.count("campaign episode enter --phones") == 2
    assert "Another time: campaign meet --phones goes on here." in laptop.seen


def test_an_evening_recorded_without_phones_is_not_said_to_be_next(
    begun: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    laptop = Laptop("meet --phones --yes", monkeypatch)
    watcher = device(laptop.url()).joins()
    assert watcher.view()["note"] == ["Episode 1 is next: it begins at the laptop."]
    for line in ("4", "9", "8", "7", "6"):
        laptop.types(line)
    laptop.waits_for("eagle, rock on")
    assert watcher.view()["note"] == ["Episode 2 is next: it begins at the laptop."]
    laptop.types("save")
    assert laptop.ends().code == 0


def test_an_error_that_nobody_foresaw_is_said_on_the_phone_and_at_the_laptop(
    run: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    drawn, broken = views.view_of, set[str | None]()

    def view_of(entering: Entering, seat: str | None, speaker: Speaker) -> dict[str, Any]:
        if seat in broken:
            raise KeyError("river", object())  # another message each time
        return drawn(entering, seat, speaker)

    monkeypatch.setattr(views, "view_of", view_of)
    game = "session enter machi-koro --seat Anna --seat Ben --phones --debug"
    laptop = Laptop(game, monkeypatch)
    ben = device(laptop.url()).joins("p2")
    with ben.listening() as shown:
        assert next(shown)["seat"] == "p2"
        broken.add("p2")
        laptop.types("4")
        assert next(shown) == str(app.FAILED)
        laptop.until(lambda: "A phone could not be served" in laptop.seen)
        broken.clear()
        laptop.types("nothing")
        # The view before this line may come once more.
        assert any(view["awaited"]["who"] == "p2" for view in shown)
    broken.add(None)
    reply = ben.ask("GET", "/boards")
    assert reply.code == 500
    assert reply.said == {"why": str(app.FAILED)}
    laptop.types("save")
    assert laptop.ends().code == 0
    assert laptop.seen.count("unforeseen: KeyError: ('river', ") == 1
    assert "in view_of" in laptop.seen


def test_a_database_that_does_not_answer_ends_no_evening(
    begun: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    """A server that restarts, or a lock: the phones would be out, and have to scan a new code."""

    def fails(*_: object) -> NoReturn:
        raise DatabaseBusy("the database server does not answer")

    laptop = Laptop("session enter machi-koro --seat Anna --seat Ben --phones", monkeypatch)
    phone = device(laptop.url()).joins("p1")
    phone.takes("2")
    laptop.waits_for("build")
    with monkeypatch.context() as patch:
        patch.setattr("campaign.services.entering.drafts.newer_draft", fails)
        device(laptop.url()).joins("p2")
        laptop.until(lambda: "  the database server does not answer." in laptop.seen)
        patch.setattr("campaign.services.entering.drafts.save", fails)
        laptop.types("bakery")
        laptop.until(lambda: "does not answer: give the line again." in laptop.seen)
        assert phone.answers("bakery").code == 503
    phone.takes("bakery")
    laptop.types("save")
    assert laptop.ends().code == 0


def test_a_line_with_nothing_in_it_is_no_answer(
    begun: Run, monkeypatch: pytest.MonkeyPatch, device: Callable[[str], Device]
) -> None:
    """While a card was due, a comma was taken, and looking it up was an unforeseen error."""
    laptop = Laptop("episode enter --phones", monkeypatch)
    phone = device(laptop.url()).joins("eagle")
    version = phone.view()["version"]
    for path in ("/look", "/answer"):
        assert phone.post(path, version=version, line=", ,").code == 422
    assert phone.view()["version"] == version
    laptop.types("save")
    assert laptop.ends().code == 0
