"""A server of pages that are drawn already: files of one folder, to be read and nothing else.

It opens no database and keeps nothing of who reads. Pages that take the place of others are shown.
"""

from __future__ import annotations

import socket
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; raises `OSError`."""
    # With its protocol named, as asyncio sends nothing at once on a socket without.
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(128)
    except OSError:
        made.close()
        raise
    return made


def server_of(folder: Path) -> uvicorn.Server:
    """A server of a folder of pages; it says nothing, and ends with Ctrl-C or SIGTERM."""
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_graceful_shutdown=2,
            ws="none",
        )
    )
