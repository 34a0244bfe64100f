"""A Dask cluster on this machine, for a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def cluster_of(workers: int) -> Iterator[str]:
    """The address of a scheduler with so many worker processes; no port of it is a fixed one."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL"
    ) as local:
        yield local.scheduler_address
