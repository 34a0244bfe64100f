"""The interface of all ways to spread work: a function, its chunks, the results in their order.

    serial              one chunk after the other, in this process
    pool.processes      worker processes of this machine
    cluster.cluster     the workers of a Dask cluster

A function gives the same result for a chunk wherever it is called, so all three give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from campaign.services.errors import ServiceError

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

TRIES = 3
"""The highest number of workers that are given a chunk, if workers end while they work at it."""


class ChunkMap(Protocol):
    """Calls a function for each chunk; returns the results in the order of the chunks.

    The function is at the top level of a module. Chunks and results are small and can be pickled.
    """

    def __call__(
        self, function: Callable[[Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[Result]: ...


def serial(function: Callable[[Chunk], Result], chunks: Iterable[Chunk]) -> Iterator[Result]:
    """Call the function for one chunk after the other, in this process."""
    return map(function, chunks)


class WorkerLost(ServiceError):
    """The workers of one chunk ended again and again."""

    def __init__(self, chunk: object) -> None:
        super().__init__(
            f"{TRIES} workers ended while they worked at {str(chunk)[:100]}",
            "look for what ends them, such as too little memory; --jobs 1 needs no worker",
        )
