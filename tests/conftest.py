"""How hard Hypothesis looks: the same examples every time, or many new ones on demand.

pytest                                 as it runs for every change
pytest --hypothesis-profile=thorough   a night's search

No result depends on how fast the machine is. Files are written into memory where there is room.
Python looks for reference cycles as seldom as in the program, and not among what is collected.
"""

import gc
import os
import shutil
import signal
from pathlib import Path

from hypothesis import HealthCheck, settings

from campaign.cli.main import CYCLES
from tests import calendars as calendars
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


def pytest_collection_finish() -> None:
    """Leave out what lasts as long as the tests: half of collecting them was looking through it."""
    gc.freeze()
    gc.set_threshold(CYCLES)
    gc.enable()
