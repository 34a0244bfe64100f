"""What the servers of this program share: a socket that listens, and a server without a log.

This module imports uvicorn, so only a command that serves imports this module.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

if sys.platform != "win32":
    import resource

QUEUE = 128
"""The connections that the system holds until they are accepted."""
AT_ONCE = 16
"""The most connections that are accepted before those that were are looked at."""

OTHER_FILES = 112
"""The files that a process may need beside its connections, those just accepted among them."""


class QuietProtocol(H11Protocol):
    """A connection that ends without a word where nothing can be answered."""

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; only close where a request is being answered already."""
        if self.conn.our_state is h11.IDLE:
            super().send_400_response(msg)
        else:
            self.transport.abort()


class QuietServer(uvicorn.Server):
    """A server that writes nothing to the terminal: errors outside of requests go to `report`."""

    def __init__(
        self, config: uvicorn.Config, report: Callable[[Exception], None] | None = None
    ) -> None:
        super().__init__(config)
        self._report = report

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve; asyncio's own logging is left out."""
        asyncio.get_running_loop().set_exception_handler(self._note)
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUE)  # the server takes one number for this and for AT_ONCE

    def _note(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if self._report and isinstance(error, Exception) and error.__traceback__:
            self._report(error)


def connections_allowed(wanted: int, files: int = 1) -> int:
    """Let the process open `files` for each of so many connections; return for how many it may.

    Some systems allow a process 256 files unless it asks for more.
    """
    if sys.platform == "win32":
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = files * wanted + OTHER_FILES
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return max(0, min(wanted, (soft - OTHER_FILES) // files))


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; raises `OSError`."""
    # asyncio sends small answers at once only if the socket names its protocol.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # there it would let another evening have the same port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(QUEUE)
    except OSError:
        listener.close()
        raise
    except TypeError:  # letters of other alphabets that make no name
        listener.close()
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known") from None
    return listener


def quiet_config(app: Any, **own: Any) -> uvicorn.Config:
    """The configuration that serves an application without a log; `own` are settings of uvicorn."""
    return uvicorn.Config(
        app,
        **{"http": QuietProtocol, **own},
        backlog=AT_ONCE,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
        ws="none",
    )
