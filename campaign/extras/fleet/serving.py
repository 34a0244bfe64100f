"""A server of pages that are drawn already: it serves the files of one folder, read-only.

It opens no database and stores nothing about readers. Replaced pages are served at once.
"""

from __future__ import annotations

from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from campaign.extras.serving import QuietServer, quiet_config


def server_of(folder: Path) -> uvicorn.Server:
    """A server for a folder of pages, without a log; it ends with Ctrl-C or SIGTERM."""
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])
    return QuietServer(quiet_config(app))
