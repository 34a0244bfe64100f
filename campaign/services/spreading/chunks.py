"""What all ways of working share: a function, its chunks, and the results in their order.

    serial              one chunk after the other, in this process
    pool.processes      worker processes of this machine
    cluster.cluster     the workers of a Dask cluster

A function of a chunk gives the same wherever it is called: so all three give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from campaign.services.errors import ServiceError

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

TRIES = 3
"""How often a chunk is given to a worker while its workers end."""


class ChunkMap(Protocol):
    """Calls a function for each chunk; gives the results in the order of the chunks.

    The function is one of a module. Chunks and results are small values that can be sent.
    """

    def __call__(
        self, function: Callable[[Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[Result]: ...


def serial(function: Callable[[Chunk], Result], chunks: Iterable[Chunk]) -> Iterator[Result]:
    """One chunk after the other, in this process."""
    return map(function, chunks)


class WorkerLost(ServiceError):
    """The workers of one chunk ended again and again."""

    def __init__(self, chunk: object) -> None:
        super().__init__(
            f"{TRIES} workers ended while they worked at {str(chunk)[:100]}",
            "look for what ends them, such as too little memory; --jobs 1 needs no worker",
        )
