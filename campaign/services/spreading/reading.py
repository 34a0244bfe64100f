"""Reading chunks from a database, in this process or by workers that see the same state."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Protocol

from sqlmodel import Session

from campaign.services.spreading.chunks import Chunk, ChunkMap, Result
from campaign.store import snapshots
from campaign.store.snapshots import Source


class ChunkReader(Protocol):
    """Calls a function for each chunk with a transaction that sees one state of the database.

    Returns the results in the order of the chunks. As with `ChunkMap`, the function is at the top
    level of a module, and chunks and results are small and can be pickled.
    """

    def __call__(
        self, function: Callable[[Session, Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[Result]: ...


def serial_reader(session: Session) -> ChunkReader:
    """A reader that reads one chunk after the other in this transaction."""

    def reads(
        function: Callable[[Session, Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[Result]:
        return (function(session, chunk) for chunk in chunks)

    return reads


def worker_reader(spread: ChunkMap, source: Source) -> ChunkReader:
    """A reader that uses workers; each opens the state of the database that `source` names."""

    def reads(
        function: Callable[[Session, Chunk], Result], chunks: Iterable[Chunk]
    ) -> Iterator[Result]:
        return spread(partial(_read, source, function), chunks)

    return reads


def _read(source: Source, function: Callable[[Session, Chunk], Result], chunk: Chunk) -> Result:
    result = _opened_and_read(source, function, chunk)
    gc.collect(1)  # reference cycles keep the database open; a worker seldom collects them
    return result


def _opened_and_read(
    source: Source, function: Callable[[Session, Chunk], Result], chunk: Chunk
) -> Result:
    with snapshots.open_source(source) as session:
        return function(session, chunk)


def batches(numbers: range, size: int) -> Iterator[range]:
    """Cut a range of numbers into ranges of at most `size` of them."""
    return (numbers[at : at + size] for at in range(0, len(numbers), size))
