"""What the servers of this program share: a socket that listens, and a server without a log.

This module imports uvicorn, so only a command that serves imports this module.
"""

from __future__ import annotations

import socket
from typing import Any

import uvicorn


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; raises `OSError`."""
    # asyncio sends small answers at once only if the socket names its protocol.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def quiet_config(app: Any, **own: Any) -> uvicorn.Config:
    """The configuration that serves an application without a log; `own` are settings of uvicorn."""
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
