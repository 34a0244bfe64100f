"""A progress bar with its rate, for tasks that take longer than a second.

The bar is drawn only on a terminal, and removed at the end. No thread draws it: it moves when
progress is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, ProgressColumn, Task, TextColumn
from rich.progress import Progress as Bar
from rich.text import Text

from campaign.display.terminal.console import speaker_of
from campaign.display.text.records import label_phrase
from campaign.display.text.translation import Speaker
from campaign.services.progress import Progress, unwatched
from engine.kernel.phrases import Wording, phrase

LONG = 1.0
"""The seconds after which the bar appears."""
OFTEN = 0.1
"""The fewest seconds between two drawings."""


@contextmanager
def show_progress(console: Console, what: str, unit: Wording) -> Iterator[Progress]:
    """A context that yields a reporter of progress and draws it; `unit` is a plural noun."""
    if not console.is_terminal:
        yield unwatched
        return
    waiting = _LateBar(console, what, unit)
    try:
        yield waiting
    finally:
        waiting.end()


class _LateBar:
    """A bar that appears after `LONG` seconds and is drawn at most every `OFTEN` seconds."""

    def __init__(self, console: Console, what: str, unit: Wording) -> None:
        self._console, self._what, self._unit = console, what, unit
        self._speaker = speaker_of(console)
        self._began = self._drawn = monotonic()
        self._bar: Bar | None = None

    def __call__(self, done: int, total: int) -> None:
        now = monotonic()
        if now - self._began < LONG or now - self._drawn < OFTEN:
            return
        self._drawn = now
        if self._bar is None:
            columns = (
                TextColumn("{task.description}"),
                BarColumn(20),
                _Figures(self._unit, self._speaker),
            )
            self._bar = Bar(
                *columns,
                console=self._console,
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
            )
            self._bar.add_task(self._speaker.say(label_phrase(self._what)), total=total or None)
            self._bar.start()
        rate = done / (now - self._began)
        task = self._bar.task_ids[0]
        self._bar.update(task, completed=done, total=total or None, rate=rate, refresh=True)

    def end(self) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()


class _Figures(ProgressColumn):
    """The figures beside a bar: `120 of 2,000 games, 58/s, 32 s left`."""

    def __init__(self, unit: Wording, speaker: Speaker) -> None:
        super().__init__()
        self._unit, self._speaker = unit, speaker

    def render(self, task: Task) -> Text:
        """The figures of a task."""
        rate = task.fields.get("rate", 0.0)
        done, unit = f"{task.completed:,.0f}", label_phrase(self._unit)
        if task.total is None:
            words = phrase("{done} {unit}, {speed}", done=done, unit=unit, speed=f"{rate:,.0f}/s")
            return Text(self._speaker.say(words))
        total = f"{task.total:,.0f}"
        if not rate:
            words = phrase("{done} of {total} {unit}", done=done, total=total, unit=unit)
            return Text(self._speaker.say(words))
        speed = f"{rate:,.0f}/s" if rate >= SLOW else f"{rate:.1f}/s"
        seconds_left = (task.total - task.completed) / rate
        words = phrase(
            "{done} of {total} {unit}, {speed}, {left} s left",
            done=done,
            total=total,
            unit=unit,
            speed=speed,
            left=f"{seconds_left:,.0f}",
        )
        return Text(self._speaker.say(words))


SLOW = 10
"""The rate below which it is shown with a decimal."""
