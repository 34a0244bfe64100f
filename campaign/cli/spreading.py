"""--jobs and --cluster: spread the work of a command over workers, and show its progress.

The result does not depend on the workers. Without these options several processes start only if
there is enough work for them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from campaign.cli.environment import Environment
from campaign.extras.extra import hook, missing_extras
from campaign.services.errors import ServiceError
from campaign.services.spreading import chunks, reading
from campaign.store import snapshots
from campaign.store.errors import StoreError
from engine.kernel.phrases import Wording, phrase

if TYPE_CHECKING:
    from sqlmodel import Session

    from campaign.services.progress import Progress
    from campaign.services.spreading.chunks import ChunkMap
    from campaign.services.spreading.reading import ChunkReader

MANY = 4_000
"""Without --jobs all cores work if there are at least this many sessions or games."""
PARTS = 2
"""The most processes for the parts of one game."""
EVENINGS = 24
"""The number of games that a campaign counts as."""

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        min=1,
        max=256,
        metavar="N",
        help=f"The number of processes; without it, one for each core from {MANY:,} sessions or "
        f"games on.",
        show_default=False,
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="tcp://HOST:8786",
        help="The Dask cluster that does the work (extra fleet); docs/fleet.md says how to start "
        "one.",
        show_default=False,
    ),
]


class WorkerOptions:
    """The workers that --jobs and --cluster choose."""

    def __init__(self, env: Environment, jobs: int | None, address: str | None) -> None:
        if jobs and address:
            raise typer.BadParameter(
                "--jobs starts processes here, --cluster uses other machines: give one of them"
            )
        self._env, self._jobs, self._address = env, jobs, address

    @contextmanager
    def spreading_work(
        self, what: str, unit: Wording, total: int
    ) -> Iterator[tuple[ChunkMap, Progress]]:
        """Yield a map that spreads the work, and its progress; at Ctrl-C say how much is done."""
        with self._watched(what, unit, total) as progress, self._workers(total) as spread:
            yield spread, progress

    @contextmanager
    def reading(
        self, session: Session, what: str, unit: str, total: int, *, writing: bool = False
    ) -> Iterator[tuple[ChunkReader, Progress]]:
        """Yield a reader that spreads the work, and its progress; at Ctrl-C say how much is done.

        The reader sees the database as this transaction does; `writing` says that the transaction
        may write. If the database cannot be shared, one process works.
        """
        with self._watched(what, unit, total) as progress, ExitStack() as stack:
            if self.process_count(total) == 1:
                yield reading.serial_reader(session), progress
                return
            try:
                database = self._env.database()
                source = (
                    snapshots.writer_source(database, session)
                    if writing
                    else stack.enter_context(snapshots.share_state(database, session))
                )
            except StoreError as error:
                self._env.say(f"One process works: {error}")
                yield reading.serial_reader(session), progress
                return
            yield reading.worker_reader(stack.enter_context(self._workers(total)), source), progress

    @contextmanager
    def _watched(self, what: str, unit: Wording, total: int) -> Iterator[Progress]:
        """Show the progress of work, and yield it; after Ctrl-C say how much is done."""
        how_far = f" after 0 of {total:,} {unit!s}" if total else ""
        try:
            with self._env.progress(what, unit) as show:

                def progress(count: int, of: int) -> None:
                    nonlocal how_far
                    how_far = f" after {count:,} of {of:,} {unit!s}"
                    show(count, of)

                yield progress
        except KeyboardInterrupt:
            self._env.say(f"Stopped{how_far}.")
            raise

    def processes_for_parts(self) -> AbstractContextManager[ChunkMap]:
        """Return a context with `PARTS` processes for the parts of one game.

        With one core or --jobs 1 this process does the work.
        """
        processes = hook("processes")
        if processes is None or self._jobs == 1 or core_count() == 1:
            return nullcontext(chunks.serial)
        spread: AbstractContextManager[ChunkMap] = processes(PARTS)
        return spread

    def process_count(self, total: int) -> int:
        """Return the number of processes for so many sessions or games; 0 for a cluster."""
        if self._address:
            return 0
        return self._jobs or (core_count() if total >= MANY and hook("processes") else 1)

    def _workers(self, total: int) -> AbstractContextManager[ChunkMap]:
        """Return a context with the workers for so many sessions or games."""
        if self._address:
            spread: AbstractContextManager[ChunkMap] = _needed("cluster", "--cluster")(
                self._address
            )
            return spread
        count = self.process_count(total)
        return _needed("processes", "--jobs")(count) if count > 1 else nullcontext(chunks.serial)


def _needed(name: str, option: str) -> Any:
    """Return the hook of an extra that spreads work; raises `ServiceError` if none is installed."""
    spreader = hook(name)
    if spreader is None:
        missing = f": {', '.join(missing_extras())}" if missing_extras() else ""
        raise ServiceError(
            phrase(
                "{option} needs an extra that is not installed here{missing}",
                option=option,
                missing=missing,
            )
        )
    return spreader


def core_count() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
