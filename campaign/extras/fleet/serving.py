"""A server of pages that are drawn already: files of one folder, to be read and nothing else.

It opens no database and keeps nothing of who reads. Pages that take the place of others are shown.
"""

from __future__ import annotations

from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from campaign.extras.serving import quiet


def server_of(folder: Path) -> uvicorn.Server:
    """A server of a folder of pages; it says nothing, and ends with Ctrl-C or SIGTERM."""
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])
    return uvicorn.Server(quiet(app))
