"""A phone without a browser: what it sends, byte for byte if need be, and what it is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.processes import GIVE_UP


class Reply(NamedTuple):
    """The status of an answer of the server, its headers, its body."""

    code: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Phone:
    """A device; `url` is what it has scanned. It connects from an address of the loopback."""

    def __init__(self, url: str, source: str = "127.0.0.1") -> None:
        parts = urlsplit(url)
        self.host, self.code, self.token = parts.netloc, parts.fragment, ""
        self.languages = ""
        """Those of its browser, as it says them."""
        self._source = source
        self._line = self.connect()

    def connect(self) -> HTTPConnection:
        """A connection of its own."""
        return HTTPConnection(self.host, timeout=GIVE_UP, source_address=(self._source, 0))

    def close(self) -> None:
        """Put the phone away."""
        self._line.close()

    def headers(self, **others: str) -> dict[str, str]:
        """What a browser sends from the page, and others; an empty one is left out."""
        own = {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
        own["Accept-Language"] = self.languages
        if self.token:
            own["Cookie"] = self.cookie
        return {key: value for key, value in {**own, **others}.items() if value}

    @property
    def cookie(self) -> str:
        """What it has of the server."""
        return f"device-{self.host.rpartition(':')[2]}={self.token}"

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Reply:
        """One request, on a new connection where the last one is closed."""
        try:
            return self._asked(method, path, body, headers)
        except (ConnectionError, OSError):
            self._line.close()
            return self._asked(method, path, body, headers)

    def _asked(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        self._line.request(method, path, body or None, self.headers(**headers))
        answer = self._line.getresponse()
        return Reply(answer.status, dict(answer.getheaders()), answer.read())

    def post(self, path: str, **body: Any) -> Reply:
        """What the page sends."""
        return self.ask("POST", path, json.dumps(body).encode())

    def joins(self, seat: str | None = None) -> Phone:
        """Give the code, keep the token, take a seat."""
        reply = self.post("/seat", token=self.code)
        assert reply.code == 200, reply
        self.token = reply.headers["set-cookie"].partition("=")[2].partition(";")[0]
        if seat:
            assert self.post("/seat", seat=seat).code == 200
        return self

    def view(self) -> Any:
        """All that it is shown now."""
        with self.listening() as shown:
            return next(shown)

    @contextmanager
    def listening(self) -> Iterator[Iterator[Any]]:
        """All that it is shown, each time that it changes."""
        line = self.connect()
        try:
            line.request("GET", "/events", headers=self.headers())
            answer = line.getresponse()
            assert answer.status == 200, answer.read()
            yield views_of(answer)
        finally:
            line.close()

    def answers(self, line: str) -> Reply:
        """Answer what is asked now."""
        return self.post("/answer", version=self.view()["version"], line=line)

    def takes(self, *lines: str) -> None:
        """Give answers that are taken."""
        for line in lines:
            reply = self.answers(line)
            assert reply.code == 200, reply.said


def views_of(stream: HTTPResponse) -> Iterator[Any]:
    """The views in a stream of events; raises `ConnectionError` where it ends."""
    while text := stream.readline():
        if text.startswith(b"data: "):
            yield json.loads(text.removeprefix(b"data: "))
    raise ConnectionError("the server has ended")
