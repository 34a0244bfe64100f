"""Whoever is in the same network, and what they cannot do; the evening goes on.

Everything is on the loopback. Its other addresses are those of others in the network.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPException

import h11
import pytest

from campaign.display.text.translation import ENGLISH
from campaign.extras.phones import connections, guard
from campaign.extras.phones.serving import Address, NoAddress, Phones
from campaign.extras.serving import connections_allowed
from tests.cli.laptop import Laptop
from tests.extras.phones.phoning import Phone
from tests.fixtures import Run
from tests.processes import GIVE_UP
from tests.soak import count

STRANGER = "127.0.0.2"
"""Another one in the network."""
GAME = "session enter machi-koro --seat Anna --seat Ben --phones"
Device = Callable[..., Phone]
FOREIGN = (
    {"Host": "evil.example"},
    {"Host": "evil.example:80", "Origin": "http://evil.example"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
)
"""What a browser says of another page, or of a name that leads here."""
HEADS: tuple[bytes, ...] = (
    b"POST /seat HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b"1\r\n \r\n" * 40_000,
    b"GET /events HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b"1\r\n \r\n" * 40_000,
    b"GET / HTTP/1.1\r\nHost: HOST\r\n" + b"a:b\r\n" * 12_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: HOST\r\nAccept-Language: " + b"," * 60_000 + b"\r\n\r\n",
)
HEADS += (b"GET / HTTP/1.1\r\nHost: HOST\r\n\r\n" + HEADS[2],)
"""Requests of many parts; one of them took the server up to a quarter of a second."""
MANY = """
import resource, socket, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (2_000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
host, port, source = sys.argv[1:]
input()
lines = [socket.socket() for _ in range(900)]
for line in lines:
    line.bind((source, 0))
    line.setblocking(False)
    line.connect_ex((host, int(port)))
for line in lines:
    line.setblocking(True)
    line.settimeout(0.002)
    try:
        line.sendall(b"GET")
    except OSError:
        pass
"""
"""A process that opens many connections at once."""
POSTED = ("/answer", "/look", "/back", "/again")


@pytest.fixture
def laptop(run: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[Laptop]:
    """A game of Machi Koro that is entered; at its end it still takes an answer, and is left."""
    laptop = Laptop(GAME, monkeypatch)
    yield laptop
    goes_on(laptop)
    laptop.types("save")
    ended = laptop.ends()
    assert ended.code == 0
    assert "Traceback" not in ended.err
    assert "build bakery" in run("draft show 1").out


def goes_on(laptop: Laptop) -> None:
    """A new phone takes the seat that is asked, freed at the laptop, and answers."""
    with closing(Phone(laptop.url())) as phone:
        phone.joins()
        asked = phone.view()["awaited"]["who"]
        laptop.types(f"phones {asked}")
        laptop.until(lambda: f"Another phone can take {asked} now." in laptop.seen)
        assert phone.post("/seat", seat=asked).code == 200
        if phone.view()["awaited"]["what"] == "dice":
            assert phone.answers("2").code == 200
        assert phone.answers("bakery").code == 200


@pytest.fixture
def device(laptop: Laptop) -> Iterator[Device]:
    """Makes devices that have scanned the address."""
    with ExitStack() as devices:
        yield lambda source="127.0.0.1": devices.enter_context(closing(Phone(laptop.url(), source)))


def test_without_a_token_nothing_is_shown_or_taken(device: Device) -> None:
    stranger = device(STRANGER)
    assert stranger.ask("GET", "/").code == 200
    assert b"Anna" not in stranger.ask("GET", "/").body
    assert stranger.ask("GET", "/events").code == 401
    assert stranger.post("/seat", seat="p1").code == 401
    for token in ("", "x" * 32, "p1", "../" * 9, '"; seat=p1'):
        stranger.token = token
        for path in POSTED:
            assert stranger.post(path, version="p0.0", line="2").code == 401
    assert stranger.ask("GET", "/static/../app.py").code == 404
    assert stranger.ask("GET", "/static/%2e%2e/app.py").code == 404


def test_a_wrong_code_gives_no_token(device: Device) -> None:
    stranger = device(STRANGER)
    for code in ("", "2" * guard.CODE, stranger.code[:-1], stranger.code + "x", "\x00é" * 4):
        reply = stranger.post("/seat", token=code)
        assert reply.code in (400, 422)
        assert "set-cookie" not in reply.headers


def test_a_seat_answers_for_itself_alone(device: Device) -> None:
    anna, ben = (device().joins(seat) for seat in ("p1", "p2"))
    watcher = device().joins()
    assert watcher.answers("2").code == 403
    assert ben.post("/seat", seat="p1").code == 422
    assert anna.answers("2").code == 200
    for line in ("bakery", "p1: bakery", "p2: bakery", "p1 bakery"):
        assert ben.answers(line).code == 422
    for line in ("p2: bakery", "bakery 3 p2: cafe", "bakery 3 ranch"):
        assert anna.answers(line).code == 422
    assert ben.post("/back", version=ben.view()["version"]).code in (200, 422)


def test_an_answer_that_comes_after_its_seat_is_freed_is_refused(
    laptop: Laptop, device: Device
) -> None:
    ben = device().joins("p2")
    body = json.dumps({"version": ben.view()["version"], "line": "2"}).encode()
    headers = ben.headers(**{"Content-Length": str(len(body)), "Expect": "100-continue"})
    words = ("POST /answer HTTP/1.1", f"Host: {ben.host}", *map(": ".join, headers.items()))
    with closing(ben.connect()) as line:
        line.connect()
        line.sock.sendall("\r\n".join((*words, "", "")).encode())
        assert b" 100 " in line.sock.recv(1000)
        laptop.types("phones p2")
        laptop.until(lambda: "Another phone can take p2 now." in laptop.seen)
        line.sock.sendall(body)
        assert b" 403 " in line.sock.recv(1000)


def test_of_two_answers_at_once_one_is_taken(device: Device) -> None:
    anna, ben = (device().joins(seat) for seat in ("p1", "p2"))
    version = ben.view()["version"]
    assert anna.post("/answer", version=version, line="2").code == 200
    late = ben.post("/answer", version=version, line="3")
    assert (late.code, late.said["why"]) == (
        409,
        "your answer was not taken; meanwhile: Anna rolls 2",
    )
    assert late.said["view"]["last"] == ["Anna rolls 2"]


def test_another_host_or_page_is_refused(device: Device) -> None:
    phone = device().joins("p1")
    version = phone.view()["version"]
    body = json.dumps({"version": version, "line": "2"}).encode()
    for headers in FOREIGN:
        reply = phone.ask("POST", "/answer", body, **headers)
        assert reply.code == 403, headers
        assert not any(name.lower().startswith("access-control") for name in reply.headers)
    assert phone.view()["version"] == version


def test_a_link_that_is_followed_shows_the_page_and_frames_get_nothing(device: Device) -> None:
    """Safari says that the link to the chronicle, which opens a new tab, crosses sites."""
    phone, link = device().joins(), {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    assert phone.ask("GET", "/", b"", **link).code == 200
    assert phone.ask("GET", "/", b"", **{**link, "Sec-Fetch-Dest": "iframe"}).code == 403
    assert phone.ask("POST", "/seat", b"{}", **link, Origin="http://evil.example").code == 403


def test_each_reply_has_the_headers_that_protect(device: Device) -> None:
    phone = device()
    replies = [phone.ask("GET", path) for path in ("/", "/static/table.js", "/nothing", "/events")]
    replies.append(phone.ask("GET", "/", Host="evil.example"))
    for reply in replies:
        lower = {key.lower(): value for key, value in reply.headers.items()}
        assert {key: lower.get(key.lower()) for key in guard.HEADERS} == guard.HEADERS
    cookie = phone.post("/seat", token=phone.code).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_long_bodies_are_not_read(device: Device) -> None:
    phone = device().joins("p1")
    long = b"x" * 10_000_000
    for path in ("/seat", *POSTED):
        with suppress(ConnectionError):  # it is closed while the body is sent
            assert phone.ask("POST", path, long).code == 413
        phone.close()
        chunks = iter([b"x" * 100_000] * 100)
        line = phone.connect()
        with suppress(ConnectionError, HTTPException):
            line.request("POST", path, chunks, phone.headers(), encode_chunked=True)
            assert line.getresponse().status in (400, 413)
        line.close()


def test_a_thousand_requests_a_second_hinder_nobody_else(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger, phone = device(STRANGER), device().joins("p1")
    monkeypatch.setattr(guard, "RATE", 0.0)  # the second does not end
    codes = Counter(stranger.post("/seat", token="wrong").code for _ in range(1_000))
    assert codes == {422: guard.BURST, 429: 1_000 - guard.BURST}
    assert phone.post("/look", line="2").code == 200


def test_connections_that_say_nothing_hinder_nobody_else(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, stranger = device().joins("p1"), device(STRANGER)
    with ExitStack() as silent:
        for begun in (b"", b"GET / HTTP/1.1\r\nHost:"):
            for _ in range(250):
                line = stranger.connect()
                silent.callback(line.close)
                with suppress(ConnectionError):
                    line.connect()
                    line.sock.sendall(begun)
        assert device().joins().view()["game"] == "machi-koro"
        assert phone.answers("2").code == 200
    with (
        monkeypatch.context() as patch,
        closing(device().connect()) as line,
        suppress(ConnectionError),
    ):
        patch.setattr(connections, "SILENCE", 0.1)
        line.connect()
        assert line.sock.recv(1) == b""


def test_no_request_writes_on_the_laptop_s_screen(
    device: Device, caplog: pytest.LogCaptureFixture
) -> None:
    """A broken body that follows the answer cannot be answered a second time."""
    phone, stranger = device().joins("p1"), device(STRANGER)
    for who, path in ((stranger, "/events"), (stranger, "/nothing"), (phone, "/events")):
        with closing(who.connect()) as line, suppress(ConnectionError):
            line.request("GET", path, headers=who.headers(**{"Transfer-Encoding": "chunked"}))
            line.getresponse()
            line.sock.sendall(b"this is no size\r\n")
            while line.sock.recv(65_536):
                pass
    assert caplog.text == ""


def test_a_broken_body_that_comes_with_its_request_is_not_told_to_the_laptop() -> None:
    """It was answered twice: as no request, and as the request that it is."""
    with Phones([Address("127.0.0.1", 0)], ENGLISH) as phones, closing(Phone(phones.url)) as phone:
        head = f"GET / HTTP/1.1\r\nHost: {phones.host}\r\nTransfer-Encoding: chunked\r\n\r\n"
        with closing(phone.connect()) as line, suppress(ConnectionError):
            line.connect()
            line.sock.sendall(f"{head}this is no size\r\n".encode())
            while line.sock.recv(65_536):
                pass
        assert phone.ask("GET", "/").code == 200
        assert phones.table.take_failures() == []


def test_a_request_in_thousands_of_parts_is_not_read(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading them would take the server's time, also after it has refused them."""
    parsed = Counter[type]()
    next_event = h11.Connection.next_event

    def counted(connection: h11.Connection) -> object:
        parsed[type(event := next_event(connection))] += 1
        return event

    monkeypatch.setattr(h11.Connection, "next_event", counted)
    phone, stranger = device().joins("p1"), device(STRANGER)
    for head in HEADS:
        with closing(stranger.connect()) as line, suppress(ConnectionError):
            line.connect()
            line.sock.sendall(head.replace(b"HOST", phone.host.encode()))
            while line.sock.recv(65_536):
                pass
    assert parsed[h11.Data] < 500
    assert parsed[h11.Request] < 10
    assert phone.post("/look", line="2").code == 200


def test_many_connections_at_once_hinder_nobody_else(
    device: Device, caplog: pytest.LogCaptureFixture
) -> None:
    """They are more than the files that the laptop may open."""
    phone = device().joins("p1")
    host, _, port = phone.host.partition(":")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    opened = 1 + max(int(name) for name in os.listdir("/dev/fd"))
    many = [sys.executable, "-c", MANY, host, port, STRANGER]
    with subprocess.Popen(many, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as stranger:
        resource.setrlimit(resource.RLIMIT_NOFILE, (opened + 300, hard))
        try:
            stranger.communicate(b"begin\n", GIVE_UP)
            assert phone.post("/look", line="2").code == 200
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert caplog.text == ""


@pytest.mark.parametrize("limit", ["ALL", "OF_ONE"])
def test_devices_that_watch_keep_no_phone_out(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each may hold a few connections; together they hold all that there are."""
    monkeypatch.setattr(connections, limit, 6)
    with (
        Phones([Address("127.0.0.1", 0)], ENGLISH) as phones,
        ExitStack() as held,
    ):
        watcher = held.enter_context(closing(Phone(phones.url))).joins()
        for _ in range(8):
            next(held.enter_context(watcher.listening()))
        with closing(Phone(phones.url)) as phone:
            assert phone.joins().view()["note"] == []


@pytest.mark.parametrize(
    ("hard", "files", "most"), [(256, 256, 144), (resource.RLIM_INFINITY, 512, 400)]
)
def test_there_are_files_for_all_connections(
    hard: int, files: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else devices that watch could hold them all, and no phone would get in."""
    limits = [(256, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, asked: limits.append(asked))
    assert connections_allowed(connections.ALL) == most
    assert limits[-1] == (files, hard)


def test_too_few_files_are_said_before_anything_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread of the server ended at once, and the command waited for it for good."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (16, 16))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    with pytest.raises(NoAddress, match="ulimit -n 512"):
        Phones([Address("127.0.0.1", 0)], ENGLISH)


def test_malformed_answers_are_refused(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BURST", 1e9)
    phone, stranger = device().joins("p1"), device(STRANGER)
    version = phone.view()["version"]
    chance = random.Random(21)
    codes = Counter[int]()
    for _ in range(count(400, 10_000)):
        body, path = malformed(chance, version), chance.choice(("/seat", *POSTED))
        reply = (stranger if path == "/seat" else phone).ask("POST", path, body)
        looked = path == "/look" and reply.code == 200
        assert looked or reply.code in (400, 401, 409, 413, 422), (body, reply)
        assert "Traceback" not in reply.body.decode()
        codes[reply.code] += 1
    assert set(codes) >= {400, 409, 422}
    assert phone.view()["version"] == version


def malformed(chance: random.Random, version: str) -> bytes:
    """A body that says nothing that can be taken."""
    texts = [
        *("", " ", "7", "0", "77", "bakery", "p2: 2", "-", ".", "2 2 2", "1" * 199, "x" * 4_000),
        *("\x00", "\x1b[2J", "\u202eabc", "'; drop table draft; --", "<script>", "{}", "é" * 99),
        *(
            "\ud800",
            "\uff12",
            "\U0001d7da",
            "take 1 north 1",
            "roll 9",
            "dice 1 1 1",
            "quit",
            "help",
            "u",
            "save",
        ),
    ]
    values: list[object] = [*texts, None, 7, 1e308, True, [], {}, ["2"], {"line": "2"}]
    match chance.randrange(6):
        case 0:
            return chance.randbytes(chance.randrange(200))
        case 1:
            whole = json.dumps({"version": version, "line": chance.choice(texts)}).encode()
            return whole[: chance.randrange(len(whole))]
        case 2:
            return b"[" * chance.randrange(1, 4_000)
        case 3:
            return json.dumps(chance.choice(values)).encode()
        case 4:
            other = chance.choice(["", "p", "p9.9", "x" * 150, version[::-1]])
            return json.dumps({"version": other, "line": "2"}).encode()
        case _:
            said = {key: chance.choice(values) for key in ("line", "seat", "token", "version")}
            if chance.random() < 0.7:
                said["version"] = version
            return json.dumps(said).encode()
