"""Print an HTML page as PDF with an installed browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from campaign.cli.errors import FileProblem

BROWSERS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "msedge", "brave-browser"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
"""Browsers that print without a window: their commands, and their paths on other systems."""
PATIENCE = 120
"""The seconds that a browser may take."""


def is_pdf(name: str | Path) -> bool:
    """Return whether the name of a file is that of a PDF."""
    return Path(name).suffix.lower() == ".pdf"


def print_pdf(page: str) -> bytes:
    """Return an HTML page as PDF; raises `FileProblem` if no browser prints it."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        raise FileProblem(
            "PDF needs a browser that prints: Chromium, Chrome or Edge, and none was found here. "
            "Write FILE.html, open it in your browser and print it"
        )
    with tempfile.TemporaryDirectory(prefix="campaign") as folder:
        source, printed = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, "utf-8")
        words = [
            *(browser, "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer"),
            *(f"--user-data-dir={folder}/profile", f"--print-to-pdf={printed}", source.as_uri()),
        ]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            words.insert(1, "--no-sandbox")  # without it the browser does not start for root
        try:
            ended = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise FileProblem(f"{browser} did not print the page: {error}") from None
        if not printed.exists():
            lines = ended.stderr.decode(errors="replace").strip().splitlines() or ["nothing"]
            raise FileProblem(f"{browser} did not print the page: it said {lines[-1]}")
        return printed.read_bytes()
