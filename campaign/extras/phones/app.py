"""The pages and answers of the server; it contains no rules and no use cases.

GET  /  /static/*         one page for every device; /static/<game>/* is from the kit of a game
GET  /bgstats             the same page; it shows the link to BG Stats, once the game is kept
GET  /bgstats.svg         the code of that address
GET  /share.svg           the picture of a game that is over
POST /seat                exchanges a code for a token, or a token for a seat
GET  /events              the view of the device, whenever it changes
GET  /boards /brief /chronicle    the pages that the device looks up
POST /answer /look        answers, or asks what an answer would do
POST /back /again         takes an answer back, or puts it back
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
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
from campaign.extras.phones.gate import BadRequest, Gate, body_of, host_of, text_of
from campaign.extras.phones.guard import Device, Devices
from campaign.extras.phones.languages import speaker_for
from campaign.extras.phones.now import StaleAnswer
from campaign.extras.phones.table import ServedTable
from campaign.games.kit import kits
from campaign.services.errors import ServiceError
from campaign.store.errors import StoreError
from engine.kernel.errors import EngineError, NotAllowed, wording_of
from engine.kernel.game import Seat
from engine.kernel.phrases import Wording, phrase
from engine.kernel.texts import replace_controls

HERE = Path(__file__).parent
FAILED = phrase("The laptop cannot show or do this; it says why. Go on there.")
STILL = 10
"""Seconds without news after which a device is told that the server still runs."""
DAY = 86_400

Handler = Callable[[Request], Any]


class TableServer:
    """The table and its devices, with the streams that show each change."""

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
        """The seats that devices hold; True if the device can be reached."""
        holders = {seat: self.devices.holder(seat) for seat in self.table.seats}
        return {seat: self.devices.is_here(token) for seat, token in holders.items() if token}

    def _wake(self) -> None:
        for event in self._waiting:
            event.set()

    async def view(self, seat: Seat | None, speaker: Speaker) -> str:
        """The view of a device now, as JSON."""
        return await self._views.get(self.table.view(seat, self.here(), speaker))

    async def page(self, page: Drawing) -> str:
        """The text of a page that a device looks up."""
        return await self._pages.get(page)

    async def _look_elsewhere(self) -> None:
        """Take over what another laptop has entered; at most once in `STILL` seconds."""
        now = time.monotonic()
        if now - self._looked < STILL:
            return
        self._looked = now
        try:
            await run_in_threadpool(self.table.current)
        except (ServiceError, StoreError):
            pass  # the next answer reports it
        except Exception as error:
            self.table.report_failure(error)

    async def _event(self, seat: Seat | None, speaker: Speaker) -> str:
        """The event that shows the view of a device now, or says that it cannot be drawn."""
        try:
            return f"data: {await self.view(seat, speaker)}\n\n"
        except Exception as error:
            self.table.report_failure(error)
            return f"event: failed\ndata: {json.dumps(speaker.say(FAILED))}\n\n"

    async def events(self, device: Device, speaker: Speaker) -> AsyncIterator[str]:
        """Yield the view of a device as events, whenever it has changed."""
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
                shown = await self._event(now.seat, speaker)
                if shown != last:
                    yield shown
                    last = shown
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
    """The short address at which a phone finds the link to BG Stats, with the code after #."""
    return f"http://{host}/bgstats#{devices.code}"


def app_of(served: TableServer, host: str) -> ASGIApp:
    """The application that is served under a host and port."""
    table, devices = served.table, served.devices

    def spoken_to(request: Request) -> Speaker:
        return speaker_for(request, table.speaker)

    def device_of(request: Request) -> Device | None:
        return devices.note_heard(request.cookies.get(devices.cookie))

    async def front(request: Request) -> Response:
        return Response(page.front(spoken_to(request)), media_type="text/html")

    async def style(request: Request) -> Response:
        return Response(STYLE, media_type="text/css")

    async def seat(request: Request) -> Response:
        body = await body_of(request)
        known = device = device_of(request)
        if "token" in body:
            device = device or devices.add_device(text_of(body, "token"), host_of(request))
        if device is None:
            return _refused(401, phrase("scan the code that the laptop shows"), spoken_to(request))
        if body.get("seat") is not None:
            device = devices.take_seat(device, text_of(body, "seat"), table.seats)
        elif "seat" in body:
            device = devices.take_seat(device, None, ())
        if device.seat != (known.seat if known else None):
            table.changed()
        response = JSONResponse({"seat": device.seat})
        response.set_cookie(
            devices.cookie, device.token, max_age=DAY, httponly=True, samesite="strict", path="/"
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
        """The handler of a page that only devices at the table may see."""

        async def handle(request: Request) -> Response:
            device, speaker = device_of(request), spoken_to(request)
            if device is None:
                return _refused(401, phrase("scan the code that the laptop shows"), speaker)
            return kind(await shows(device, speaker))

        return handle

    def bgstats(device: Device) -> Drawing:
        if not table.now.link:
            raise NotAllowed(phrase("nothing is kept yet"))
        address = bgstats_of(host, devices)
        return Drawing(address, lambda: scanning.picture(address))

    def seated(does: Callable[[Seat, Mapping[str, Any], Speaker], Any]) -> Handler:
        """The handler of an action that a device does for its seat."""

        async def handle(request: Request) -> Response:
            device, speaker = device_of(request), spoken_to(request)
            if device is None:
                return _refused(401, phrase("scan the code that the laptop shows"), speaker)
            body = await body_of(request)
            seat = None
            try:
                async with served.turns.lock(device.token):
                    now = devices.device(device.token)  # the laptop may have freed its seat
                    if now is None or (seat := now.seat) is None:
                        why = phrase("a device without a seat cannot answer")
                        return _refused(403, why, speaker)
                    done = await run_in_threadpool(does, seat, body, speaker)
            except StaleAnswer as stale:
                view = json.loads(await served.view(seat, speaker))
                said = replace_controls(speaker.say(wording_of(stale)))
                return JSONResponse({"why": said, "view": view}, status_code=409)
            return JSONResponse(done or {})

        return handle

    def answer(seat: Seat, body: Mapping[str, Any], speaker: Speaker) -> None:
        table.answer(seat, text_of(body, "version"), text_of(body, "line"))

    def back(seat: Seat, body: Mapping[str, Any], speaker: Speaker) -> None:
        table.take_back(seat, text_of(body, "version"), sure=body.get("sure") is True)

    def again(seat: Seat, body: Mapping[str, Any], speaker: Speaker) -> None:
        table.put_back(seat, text_of(body, "version"))

    def look(seat: Seat, body: Mapping[str, Any], speaker: Speaker) -> Any:
        return table.look(seat, text_of(body, "line"), speaker)

    async def refused(request: Request, error: Exception) -> Response:
        return _refused(422, wording_of(error), spoken_to(request))

    async def unwritten(request: Request, error: Exception) -> Response:
        return _refused(503, wording_of(error), spoken_to(request))

    async def malformed(request: Request, error: Exception) -> Response:
        return _refused(400, wording_of(error), spoken_to(request))

    async def failed(request: Request, error: Exception) -> Response:
        table.report_failure(error)
        return _refused(500, FAILED, spoken_to(request))

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
        Exception: failed,
    }
    inner = Starlette(routes=routes, exception_handlers=handlers)
    return Gate(inner, host)


class PolicyPage(HTMLResponse):
    """A page whose head has its own policy; the header restricts only frames, objects and base."""

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
