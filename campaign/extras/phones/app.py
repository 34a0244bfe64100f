"""The pages and answers of the server: no rule, and no use case.

GET  /  /static/*         one page for every device; /static/<game>/* is from the kit of a game
GET  /bgstats             the same page; it shows the link to BG Stats, once the game is kept
GET  /bgstats.svg         the code of that address
POST /seat                a code for a token, or a token for a seat
GET  /events              all that the device is shown, whenever it changes
GET  /boards /brief /chronicle    what it looks up
POST /answer /look /back  what the device answers, asks, takes back
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from campaign.display.svg.style import STYLE
from campaign.extras.phones import guard, page, scanning
from campaign.extras.phones.guard import COOKIE, Device, Devices, Rates
from campaign.extras.phones.now import Stale
from campaign.extras.phones.table import Table
from campaign.games.kit import kits
from campaign.services.errors import ServiceError
from campaign.store.errors import StoreError
from engine.kernel.errors import EngineError, Refused, wording_of
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording, phrase

HERE = Path(__file__).parent
STILL = 10
"""Seconds after which a device hears that the server is still there."""
DAY = 86_400

Handler = Callable[[Request], Any]


class Served:
    """The table with its devices, as the server has it."""

    def __init__(self, table: Table, devices: Devices) -> None:
        self.table, self.devices = table, devices
        self.open: Counter[str] = Counter()
        """How many streams of events each device has open."""
        self.ends = False
        self._waiting: set[asyncio.Event] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def started(self) -> None:
        """The loop runs: what changes in another thread is told to it."""
        self._loop = asyncio.get_running_loop()

    def ring(self) -> None:
        """Something has changed; called in any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def end(self) -> None:
        """Let all streams end; called in any thread."""
        self.ends = True
        self.ring()

    def here(self) -> Mapping[Seat, bool]:
        """The seats that a device holds; True where it can be reached."""
        holders = {seat: self.devices.holder(seat) for seat in self.table.seats}
        return {seat: self.open[token] > 0 for seat, token in holders.items() if token}

    def _wake(self) -> None:
        for event in self._waiting:
            event.set()

    async def events(self, device: Device) -> AsyncIterator[str]:
        """The view of a device, whenever it has changed."""
        event = asyncio.Event()
        self._waiting.add(event)
        self.open[device.token] += 1
        self._wake()
        last = ""
        try:
            yield "retry: 1000\n\n"
            while True:
                event.clear()
                ends = self.ends
                now = self.devices.device(device.token) or device
                view = await run_in_threadpool(self.table.view, now.seat, self.here())
                if view != last:
                    yield f"data: {view}\n\n"
                    last = view
                if ends:
                    break
                try:
                    await asyncio.wait_for(event.wait(), STILL)
                except TimeoutError:
                    yield "event: still\ndata:\n\n"
            yield "event: end\ndata:\n\n"
        finally:
            self._waiting.discard(event)
            self.open[device.token] -= 1
            self._wake()


def bgstats_of(host: str, devices: Devices) -> str:
    """The short address at which a phone finds the link of the evening; the code after #."""
    return f"http://{host}/bgstats#{devices.code}"


def app_of(served: Served, host: str) -> ASGIApp:
    """The application that is served under a host and port."""
    table, devices = served.table, served.devices
    front_page = page.front(table.speaker)

    def device_of(request: Request) -> Device | None:
        return devices.device(request.cookies.get(COOKIE))

    async def front(request: Request) -> Response:
        return Response(front_page, media_type="text/html")

    async def style(request: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    async def seat(request: Request) -> Response:
        said = await _said(request)
        device = device_of(request)
        if "token" in said:
            device = device or devices.joined(_text(said, "token"))
        if device is None:
            return _refused(401, phrase("scan the code that the laptop shows"), table)
        if said.get("seat") is not None:
            device = devices.seated(device, _text(said, "seat"), table.seats)
        elif "seat" in said:
            device = devices.seated(device, None, ())
        table.changed()
        response = JSONResponse({"seat": device.seat})
        response.set_cookie(
            COOKIE, device.token, max_age=DAY, httponly=True, samesite="strict", path="/"
        )
        return response

    async def events(request: Request) -> Response:
        device = device_of(request)
        if device is None:
            return _refused(401, phrase("scan the code that the laptop shows"), table)
        return StreamingResponse(served.events(device), media_type="text/event-stream")

    def watched(shows: Callable[[Device], Any], kind: type[Response] = JSONResponse) -> Handler:
        """A page for a device that is at the table."""

        async def handle(request: Request) -> Response:
            device = device_of(request)
            if device is None:
                return _refused(401, phrase("scan the code that the laptop shows"), table)
            return kind(await run_in_threadpool(shows, device))

        return handle

    def boards(device: Device) -> Any:
        return json.loads(table.view(None, served.here()))

    def bgstats(device: Device) -> bytes:
        if not table.now.bgstats:
            raise Refused(phrase("nothing is kept yet"))
        return scanning.picture(bgstats_of(host, devices))

    def seated(does: Callable[[Seat, Mapping[str, Any]], Any]) -> Handler:
        """What a device does for its seat."""

        async def handle(request: Request) -> Response:
            device = device_of(request)
            if device is None:
                return _refused(401, phrase("scan the code that the laptop shows"), table)
            said = await _said(request)
            if device.seat is None:
                return _refused(403, phrase("who watches does not answer"), table)
            try:
                done = await run_in_threadpool(does, device.seat, said)
            except Stale as stale:
                view = await run_in_threadpool(table.view, device.seat, served.here())
                why = table.in_words(stale)
                return JSONResponse({"why": why, "view": json.loads(view)}, status_code=409)
            return JSONResponse(done or {})

        return handle

    def answer(seat: Seat, said: Mapping[str, Any]) -> None:
        table.answer(seat, _text(said, "version"), _text(said, "line"))

    def back(seat: Seat, said: Mapping[str, Any]) -> None:
        table.back(seat, _text(said, "version"))

    def look(seat: Seat, said: Mapping[str, Any]) -> Any:
        return table.look(seat, _text(said, "line"))

    async def refused(request: Request, error: Exception) -> Response:
        return _refused(422, wording_of(error), table)

    async def unwritten(request: Request, error: Exception) -> Response:
        return _refused(503, wording_of(error), table)

    async def malformed(request: Request, error: Exception) -> Response:
        return _refused(400, wording_of(error), table)

    routes = [
        Route("/", front),
        Route("/bgstats", front),
        Route("/bgstats.svg", watched(bgstats, Picture)),
        Route("/board.css", style),
        Route("/seat", seat, methods=["POST"]),
        Route("/events", events),
        Route("/boards", watched(boards)),
        Route("/brief", watched(lambda device: table.brief(device.seat))),
        Route("/chronicle", watched(lambda device: table.chronicle(), OwnPolicy)),
        Route("/answer", seated(answer), methods=["POST"]),
        Route("/look", seated(look), methods=["POST"]),
        Route("/back", seated(back), methods=["POST"]),
        *(
            Mount(f"/static/{kit.name}", StaticFiles(directory=kit.static))
            for kit in kits()
            if kit.static
        ),
        Mount("/static", StaticFiles(directory=HERE / "static")),
    ]
    handlers = {
        EngineError: refused,
        ServiceError: refused,
        StoreError: unwritten,
        Malformed: malformed,
    }
    inner = Starlette(routes=routes, exception_handlers=handlers)
    return _Guarded(inner, host)


class OwnPolicy(HTMLResponse):
    """A page with a policy of its own in its head; here only who may frame it."""

    def __init__(self, content: str) -> None:
        policy = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'"
        super().__init__(content, headers={"Content-Security-Policy": policy})


class Picture(Response):
    """A picture for the page."""

    media_type = "image/svg+xml"


class Malformed(Exception):
    """A body that is no answer."""


class _Guarded:
    """Lets through what is from the own page, small, and not too often; adds the headers."""

    def __init__(self, inner: ASGIApp, host: str) -> None:
        self._inner, self._host, self._rates = inner, host, Rates()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in guard.HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        request = Request(scope, receive)
        code = self._refusal(request)
        if code:
            await Response(status_code=code, headers={"Connection": "close"})(
                scope, receive, answered
            )
        else:
            await self._inner(scope, receive, answered)

    def _refusal(self, request: Request) -> int:
        """The status of what is not let through; 0 for what is."""
        who = request.client.host if request.client else ""
        if not self._rates.allow(who, time.monotonic()):
            return 429
        if guard.foreign(request.method, request.headers, self._host):
            return 403
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > guard.LONGEST:
            return 413
        return 0


async def _said(request: Request) -> Mapping[str, Any]:
    """The body of a request; raises `Malformed`."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > guard.LONGEST:
                raise Malformed("too long")
        said = json.loads(body)
    except (ValueError, RecursionError, ClientDisconnect):
        raise Malformed("no JSON") from None
    if not isinstance(said, dict):
        raise Malformed("no answer")
    return said


def _text(said: Mapping[str, Any], key: str) -> str:
    """A text of a body; raises `Malformed`."""
    text = said.get(key)
    if not isinstance(text, str) or not text.strip() or len(text) > 200:
        raise Malformed(f"no {key}")
    if not text.isprintable():  # a half of a pair of signs, or what a screen would obey
        raise Malformed(f"no {key} that can be shown")
    return text


def _refused(code: int, why: Wording, table: Table) -> Response:
    return JSONResponse({"why": table.speaker.say(why)}, status_code=code)
