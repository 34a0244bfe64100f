"""The settings of the tests: how many examples Hypothesis tries, and where files are written.

pytest                                 as it runs for every change
pytest --hypothesis-profile=thorough   a night's search

No result depends on the speed of the machine. Files are written into memory if there is room.
Python searches for reference cycles as seldom as in the program, and never among collected tests.
"""

import gc
import os
import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from campaign.cli.main import CYCLES
from tests import calendars as calendars
from tests.slow import mark_slow
from tests.soak import count

pytest_plugins = ["tests.fixtures"]

timeless = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("usual", timeless, max_examples=count(20, 30, ci=30), derandomize=True)
settings.register_profile("thorough", timeless, max_examples=3000)
settings.load_profile("usual")

MEMORY = Path("/dev/shm")
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2 * 2**30:
    os.environ["TMPDIR"] = str(MEMORY)

# What a shell runs in the background ignores Ctrl-C, and so would the programs that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests before `-m` chooses."""
    mark_slow(items)


def pytest_collection_finish() -> None:
    """Exempt the collected tests from the search for cycles, which took half of collecting them."""
    gc.freeze()
    gc.set_threshold(CYCLES)
    gc.enable()
