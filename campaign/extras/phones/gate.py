"""Check which requests are let through, and read their bodies; knows nothing of games."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from campaign.extras.phones import guard
from campaign.extras.phones.guard import Rates


class BadRequest(Exception):
    """The body of a request is not valid."""


class Gate:
    """Lets through requests that are from its own page, small and not too many; adds headers."""

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
        """The HTTP status with which a request is refused; 0 if it is let through."""
        if not self._rates.allow(host_of(request), time.monotonic()):
            return 429
        if guard.foreign_reason(request.method, request.headers, self._host):
            return 403
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > guard.LONGEST:
            return 413
        return 0


def host_of(request: Request) -> str:
    """The address from which a request comes; "" if it is not known."""
    return request.client.host if request.client else ""


async def body_of(request: Request) -> Mapping[str, Any]:
    """The JSON body of a request; raises `BadRequest`."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > guard.LONGEST:
                raise BadRequest("too long")
        value = json.loads(body)
    except (ValueError, RecursionError, ClientDisconnect):
        raise BadRequest("no JSON") from None
    if not isinstance(value, dict):
        raise BadRequest("no answer")
    return value


def text_of(said: Mapping[str, Any], key: str) -> str:
    """The text at a key of a body; raises `BadRequest`."""
    text = said.get(key)
    if not isinstance(text, str) or not text.strip() or len(text) > 200:
        raise BadRequest(f"no {key}")
    if not text.isprintable():  # half of a surrogate pair, or a control character
        raise BadRequest(f"no {key} that can be shown")
    return text
