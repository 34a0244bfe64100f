"""campaign fleet serve: the pages that are drawn, for browsers, and nothing else of the machine."""

from __future__ import annotations

import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from uvicorn import Server

from campaign.extras.fleet import serving
from campaign.extras.serving import listening_socket
from tests.fixtures import Refuses, Run
from tests.processes import GIVE_UP


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "pages"
    made.mkdir()
    (made / "index.html").write_text("the index", "utf-8")
    (made / "north-tuesday.html").write_text("a chronicle", "utf-8")
    (tmp_path / "secret.html").write_text("secret", "utf-8")
    return made


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    """The port of a server of the folder. It listens from the beginning, so nobody waits for it."""
    server = serving.server_of(folder)
    with listening_socket("127.0.0.1", 0) as made:
        thread = Thread(target=server.run, args=([made],))
        thread.start()
        yield made.getsockname()[1]
        server.should_exit = True
        thread.join()


def answer(port: int, path: str, method: str = "GET") -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", port)
    connection.request(method, path)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


def test_pages_are_read_and_nothing_else(port: int, folder: Path) -> None:
    assert answer(port, "/") == (200, "the index")
    assert answer(port, "/north-tuesday.html") == (200, "a chronicle")
    for path in ("/gone.html", "/../secret.html", "/%2e%2e/secret.html", "//etc/passwd"):
        status, text = answer(port, path)
        assert (status, "secret" in text) == (404, False), path
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert answer(port, "/index.html", method)[0] == 405
    assert (folder / "index.html").read_text("utf-8") == "the index"


def test_pages_that_were_replaced_are_shown(port: int, folder: Path) -> None:
    assert answer(port, "/north-tuesday.html")[0] == 200
    folder.rename(folder.with_name("before"))
    folder.mkdir()
    (folder / "index.html").write_text("another index", "utf-8")
    assert answer(port, "/") == (200, "another index")
    assert answer(port, "/north-tuesday.html")[0] == 404


def test_the_address_that_is_shown_has_the_port_that_answers(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was the address as it had been typed: port 0."""
    ports = list[int]()
    monkeypatch.setattr(Server, "run", lambda _, made: ports.append(made[0].getsockname()[1]))
    said = run(f"fleet serve {folder} --address 127.0.0.1:0").err
    assert f"The pages are at http://127.0.0.1:{ports[0]}/\n" == said


def test_a_broken_request_writes_nothing_on_the_terminal(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(HTTPConnection("127.0.0.1", port, timeout=GIVE_UP)) as line:
        line.request("GET", "/gone", headers={"Transfer-Encoding": "chunked"})
        line.getresponse().read()
        line.sock.sendall(b"this is no size\r\n")
        with suppress(ConnectionError):
            assert line.sock.recv(1) == b""
    assert caplog.text == ""


def test_connections_that_say_nothing_keep_no_reader_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever held as many as the server may open files shut it for all others."""
    monkeypatch.setattr(serving, "ALL", 8)
    server = serving.server_of(folder)
    with listening_socket("127.0.0.1", 0) as made, ExitStack() as held:
        thread = Thread(target=server.run, args=([made],))
        thread.start()
        address = made.getsockname()
        silent = [held.enter_context(socket.create_connection(address)) for _ in range(20)]
        assert answer(address[1], "/") == (200, "the index")
        for line in silent[:12]:
            line.settimeout(GIVE_UP)
            with suppress(ConnectionError):
                assert line.recv(1) == b""
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize(
    ("hard", "files", "most"), [(256, 256, 72), (resource.RLIM_INFINITY, 912, 400)]
)
def test_a_reader_may_take_a_large_page_slowly(
    folder: Path, hard: int, files: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each holds the page open, too: without files for both others got empty pages, or none."""
    limits = [(256, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, asked: limits.append(asked))
    made: Any = serving.server_of(folder).config.http
    assert made.keywords["most"] == most
    assert limits[-1] == (files, hard)


def test_what_cannot_be_served(folder: Path, tmp_path: Path, refuses: Refuses) -> None:
    refuses(f"fleet serve {tmp_path}", 7, "holds no pages of campaign fleet pages")
    refuses(f"fleet serve {tmp_path / 'gone'}", 7, "holds no pages")
    refuses(f"fleet serve {folder} --address 8080", 2, "is no address")
    refuses(f"fleet serve {folder} --address ü..y:80", 2, "ü..y:80: Name or service not known")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        refuses(
            f"fleet serve {folder} --address {address}", 2, f"{address}: Address already in use"
        )
