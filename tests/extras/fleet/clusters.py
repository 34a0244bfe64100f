"""A Dask cluster on this machine, for a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from campaign.extras.fleet import cluster
from tests.processes import GIVE_UP


@contextmanager
def cluster_of(workers: int) -> Iterator[str]:
    """The address of a scheduler with so many worker processes; no port of it is a fixed one."""
    distributed = pytest.importorskip("distributed")
    with (
        pytest.MonkeyPatch.context() as patch,
        distributed.LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL"
        ) as local,
    ):
        patch.setattr(cluster, "ANSWER", GIVE_UP)
        yield local.scheduler_address
