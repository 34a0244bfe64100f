"""How large pages are, how long they take to write, and how quick they are in Chromium, if any."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.measure import cpu

CALL = [sys.executable, "-c", "from campaign.cli.main import main; main()"]
STEPS = """() => {
  const slider = document.querySelector("#episode-24 input[type=range]"), times = [];
  for (let at = 0; at <= Number(slider.max); at++) {
    const began = performance.now();
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
    document.body.offsetHeight;
    times.push(performance.now() - began);
  }
  return Math.max(...times);
}"""
"""Every step of an episode with the layout after it: milliseconds of the slowest."""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
LOADED = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"


def report(folder: Path, sessions: Path) -> list[str]:
    """A whole campaign of 24 episodes and 4 seats, and the list of the sessions of a database."""
    whole, page, listed = folder / "whole.db", folder / "whole.html", folder / "sessions.html"
    cpu([*CALL, "demo", "--whole", "--yes", "--no-pager", "--db", str(whole)])
    spent = cpu([*CALL, "chronicle", "-o", str(page), "--db", str(whole)])
    cpu([*CALL, "session", "chronicle", "-o", str(listed), "--db", str(sessions)])
    lines = [
        "",
        "## Pages",
        "",
        "| A chronicle of 24 episodes, 4 seats | | bar |",
        "|---|---|---|",
        f"| size with its proof | {page.stat().st_size:,} bytes | 1,000,000 |",
        f"| written, CPU | {spent:.2f} s | 2 s |",
    ]
    if chromium := shutil.which("chromium"):
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            opened = browser.new_page()
            paints = [_open(opened, page, PAINT) for _ in range(5)]
            slowest = opened.evaluate(STEPS)
            loads = [_open(opened, listed, LOADED) for _ in range(5)]
            browser.close()
        lines += [
            f"| first paint in Chromium, middle of five | {sorted(paints)[2]:.0f} ms | 300 ms |",
            f"| a step of the replay with its layout, the slowest | {slowest:.1f} ms | 16 ms |",
            f"| the list of 1,000 sessions, loaded | {sorted(loads)[2]:.0f} ms | 1,000 ms |",
        ]
    else:
        lines.append("| in a browser | not measured: there is no Chromium | |")
    return lines


def _open(page: Page, path: Path, measure: str) -> float:
    """Open a page, and return a measurement of it in milliseconds."""
    page.goto(path.as_uri())
    page.wait_for_load_state("load")
    return float(page.evaluate(measure))
