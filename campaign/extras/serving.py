"""What the servers of this program share: a socket that listens, and a server that says nothing.

It imports uvicorn: only a command that serves imports it.
"""

from __future__ import annotations

import socket
from typing import Any

import uvicorn


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; raises `OSError`."""
    # asyncio sends small answers at once only if the socket names its protocol.
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(128)
    except OSError:
        made.close()
        raise
    return made


def quiet(app: Any, **own: Any) -> uvicorn.Config:
    """How an application is served: without a line of log; `own` are settings of uvicorn."""
    return uvicorn.Config(
        app,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
        ws="none",
        **own,
    )
