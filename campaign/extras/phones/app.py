"""The pages and answers of the server; it contains no rules and no use cases.

GET  /  /static/*         one page for every device; /static/<game>/* is from the kit of a game
GET  /bgstats             the same page; it shows the link to BG Stats, once the game is kept
GET  /bgstats.svg         the code of that address
GET  /share.svg           the picture of a game that is over
POST /seat                a code for a token, or a token for a seat
GET  /events              all that the device is shown, whenever it changes
GET  /boards /brief /chronicle    what it looks up
POST /answer /look        what the device answers, asks
POST /back /again         what it takes back, puts back
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from campaign.display.svg.style import STYLE
from campaign.display.text.translation import Speaker
from campaign.extras.phones import page, scanning
from campaign.extras.phones.drawing import Drawing, Drawings, Turns
from campaign.extras.phones.gate import BadRequest, Gate, host_of, said_in, text_of
from campaign.extras.phones.guard import COOKIE, Device, Devices
from campaign.extras.phones.languages import speaker_for
from campaign.extras.phones.now import StaleAnswer
from campaign.extras.phones.table import ServedTable
from campaign.games.kit import kits
from campaign.services.errors import ServiceError
from campaign.store.errors import StoreError
from engine.kernel.errors import EngineError, NotAllowed, wording_of
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording, phrase
from engine.kernel.texts import shown

HERE = Path(__file__).parent
STILL = 10
"""Seconds after which a device hears that the server is still there."""
DAY = 86_400

Handler = Callable[[Request], Any]


class TableServer:
    """The table with its devices, as the server has it."""

    def __init__(self, table: ServedTable, devices: Devices) -> None:
        self.table, self.devices = table, devices
        self.turns = Turns()
        self.ends = False
        self._views, self._pages = Drawings(), Drawings()
        self._looked = 0.0
        self._waiting: set[asyncio.Event] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    def started(self) -> None:
        """Remember the running loop, so that other threads can wake the streams."""
        self._loop = asyncio.get_running_loop()

    def ring(self) -> None:
        """Wake the streams after a change; called in any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def end(self) -> None:
        """Let all streams end; called in any thread."""
        self.ends = True
        self.ring()

    def here(self) -> Mapping[Seat, bool]:
        """The seats that a device holds; True where it can be reached."""
        holders = {seat: self.devices.holder(seat) for seat in self.table.seats}
        return {seat: self.devices.is_here(token) for seat, token in holders.items() if token}

    def _wake(self) -> None:
        for event in self._waiting:
            event.set()

    async def view(self, seat: Seat | None, speaker: Speaker) -> str:
        """What a device is shown now."""
        return await self._views.get(self.table.view(seat, self.here(), speaker))

    async def page(self, page: Drawing) -> str:
        """What a device has looked up."""
        return await self._pages.get(page)

    async def _look_elsewhere(self) -> None:
        """Take over what another laptop has entered, once for all who have heard nothing."""
        now = time.monotonic()
        if now - self._looked < STILL:
            return
        self._looked = now
        with suppress(ServiceError, StoreError):  # whoever answers is told
            await run_in_threadpool(self.table.current)

    async def events(self, device: Device, speaker: Speaker) -> AsyncIterator[str]:
        """The view of a device, whenever it has changed."""
        event = asyncio.Event()
        self._waiting.add(event)
        self.devices.listens(device.token, 1)
        self._wake()
        last = ""
        try:
            yield "retry: 1000\n\n"
            while True:
                event.clear()
                ends = self.ends
                now = self.devices.device(device.token)
                if now is None:
                    return
                view = await self.view(now.seat, speaker)
                if view != last:
                    yield f"data: {view}\n\n"
                    last = view
                if ends:
                    break
                try:
                    await asyncio.wait_for(event.wait(), STILL)
                except TimeoutError:
                    await self._look_elsewhere()
                    yield "event: still\ndata:\n\n"
            yield "event: end\ndata:\n\n"
        finally:
            self._waiting.discard(event)
            self.devices.listens(device.token, -1)
            self._wake()


def bgstats_of(host: str, devices: Devices) -> str:
    """The short address at which a phone finds the link of the evening; the code after #."""
    return f"http://{host}/bgstats#{devices.code}"


def app_of(served: TableServer, host: str) -> ASGIApp:
    """The application that is served under a host and port."""
    table, devices = served.table, served.devices

    def spoken_to(request: Request) -> Speaker:
        return speaker_for(request, table.speaker)

    def device_of(request: Request) -> Device | None:
        return devices.heard(request.cookies.get(COOKIE))

    async def front(request: Request) -> Response:
        return Response(page.front(spoken_to(request)), media_type="text/html")

    async def style(request: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    async def seat(request: Request) -> Response:
        said = await said_in(request)
        known = device = device_of(request)
        if "token" in said:
            device = device or devices.joined(text_of(said, "token"), host_of(request))
        if device is None:
            return _refused(401, phrase("scan the code that the laptop shows"), spoken_to(request))
        if said.get("seat") is not None:
            device = devices.seated(device, text_of(said, "seat"), table.seats)
        elif "seat" in said:
            device = devices.seated(device, None, ())
        if device.seat != (known.seat if known else None):
            table.changed()
        response = JSONResponse({"seat": device.seat})
        response.set_cookie(
            COOKIE, device.token, max_age=DAY, httponly=True, samesite="strict", path="/"
        )
        return response

    async def events(request: Request) -> Response:
        device = device_of(request)
        if device is None:
            return _refused(401, phrase("scan the code that the laptop shows"), spoken_to(request))
        return StreamingResponse(
            served.events(device, spoken_to(request)), media_type="text/event-stream"
        )

    def watched(
        shows: Callable[[Device, Speaker], Awaitable[str]], kind: Callable[[str], Response]
    ) -> Handler:
        """A page for a device that is at the table."""

        async def handle(request: Request) -> Response:
            device, speaker = device_of(request), spoken_to(request)
            if device is None:
                return _refused(401, phrase("scan the code that the laptop shows"), speaker)
            return kind(await shows(device, speaker))

        return handle

    def bgstats(device: Device) -> Drawing:
        if not table.now.bgstats:
            raise NotAllowed(phrase("nothing is kept yet"))
        address = bgstats_of(host, devices)
        return Drawing(address, lambda: scanning.picture(address))

    def seated(does: Callable[[Seat, Mapping[str, Any], Speaker], Any]) -> Handler:
        """What a device does for its seat."""

        async def handle(request: Request) -> Response:
            device, speaker = device_of(request), spoken_to(request)
            if device is None:
                return _refused(401, phrase("scan the code that the laptop shows"), speaker)
            said = await said_in(request)
            if device.seat is None:
                return _refused(403, phrase("a device without a seat cannot answer"), speaker)
            try:
                async with served.turns.lock(device.token):
                    done = await run_in_threadpool(does, device.seat, said, speaker)
            except StaleAnswer as stale:
                view = json.loads(await served.view(device.seat, speaker))
                why = shown(speaker.say(wording_of(stale)))
                return JSONResponse({"why": why, "view": view}, status_code=409)
            return JSONResponse(done or {})

        return handle

    def answer(seat: Seat, said: Mapping[str, Any], speaker: Speaker) -> None:
        table.answer(seat, text_of(said, "version"), text_of(said, "line"))

    def back(seat: Seat, said: Mapping[str, Any], speaker: Speaker) -> None:
        table.back(seat, text_of(said, "version"), sure=said.get("sure") is True)

    def again(seat: Seat, said: Mapping[str, Any], speaker: Speaker) -> None:
        table.again(seat, text_of(said, "version"))

    def look(seat: Seat, said: Mapping[str, Any], speaker: Speaker) -> Any:
        return table.look(seat, text_of(said, "line"), speaker)

    async def refused(request: Request, error: Exception) -> Response:
        return _refused(422, wording_of(error), spoken_to(request))

    async def unwritten(request: Request, error: Exception) -> Response:
        return _refused(503, wording_of(error), spoken_to(request))

    async def malformed(request: Request, error: Exception) -> Response:
        return _refused(400, wording_of(error), spoken_to(request))

    routes = [
        Route("/", front),
        Route("/bgstats", front),
        Route(
            "/bgstats.svg", watched(lambda device, _: served.page(bgstats(device)), PictureResponse)
        ),
        Route(
            "/share.svg",
            watched(lambda _, speaker: served.page(table.share(speaker)), PictureResponse),
        ),
        Route("/board.css", style),
        Route("/seat", seat, methods=["POST"]),
        Route("/events", events),
        Route("/boards", watched(lambda _, speaker: served.view(None, speaker), PreparedJson)),
        Route(
            "/brief",
            watched(
                lambda device, speaker: served.page(table.brief(device.seat, speaker)), PreparedJson
            ),
        ),
        Route(
            "/chronicle",
            watched(lambda _, speaker: served.page(table.chronicle(speaker)), PolicyPage),
        ),
        Route("/answer", seated(answer), methods=["POST"]),
        Route("/look", seated(look), methods=["POST"]),
        Route("/back", seated(back), methods=["POST"]),
        Route("/again", seated(again), methods=["POST"]),
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
        BadRequest: malformed,
    }
    inner = Starlette(routes=routes, exception_handlers=handlers)
    return Gate(inner, host)


class PolicyPage(HTMLResponse):
    """A page with a policy of its own in its head; here only who may frame it."""

    def __init__(self, content: str) -> None:
        policy = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'"
        super().__init__(content, headers={"Content-Security-Policy": policy})


class PictureResponse(Response):
    """A picture for the page."""

    media_type = "image/svg+xml"


class PreparedJson(Response):
    """JSON that is written already."""

    media_type = "application/json"


def _refused(code: int, why: Wording, speaker: Speaker) -> Response:
    return JSONResponse({"why": speaker.say(why)}, status_code=code)
