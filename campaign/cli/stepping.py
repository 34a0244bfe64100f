"""Show a replay move by move at a terminal, controlled by keys.

prompt_toolkit reads the keys, follows the size of the window, and restores the terminal in every
case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from campaign.cli import restoring
from campaign.display.terminal import stepping as screens
from campaign.services import stepping as service
from campaign.services.errors import UnknownName
from engine.kernel.errors import wording_of
from engine.kernel.phrases import Wording

if TYPE_CHECKING:
    from rich.console import RenderableType

    from campaign.cli.environment import Environment
    from campaign.services.stepping import ReplayPosition
    from engine.kernel.game import Seat
    from engine.kernel.record import Record
    from engine.kernel.replay import Verdict

ESCAPE_SECONDS = 0.05
"""The seconds within which the rest of a key's sequence may follow Esc."""

Change = Callable[["ReplayPosition"], "ReplayPosition"]
KEYS: Mapping[str, Change] = {
    "right": lambda stepping: service.moved(stepping, 1),
    " ": lambda stepping: service.moved(stepping, 1),
    "enter": lambda stepping: service.moved(stepping, 1),
    "left": lambda stepping: service.moved(stepping, -1),
    "backspace": lambda stepping: service.moved(stepping, -1),
    "down": lambda stepping: service.drawn(stepping, 1),
    "up": lambda stepping: service.drawn(stepping, -1),
    "home": service.first,
    "end": service.last,
    "s": service.next_seat,
    "tab": service.next_seat,
}


class Stepper:
    """A replay on the whole screen, and the number that is being typed."""

    def __init__(
        self,
        env: Environment,
        stepping: ReplayPosition,
        title: Wording,
        page: Callable[[ReplayPosition], RenderableType],
        names: Mapping[Seat, str],
    ) -> None:
        self.stepping = stepping
        self._env, self._title, self._page, self._names = env, title, page, names
        self._typed: str | None = None
        self._message: Wording = ""
        self._scrolled = self._most = 0
        self._app: Application[None] = Application(
            Layout(Window(FormattedTextControl(self._text), always_hide_cursor=True)),
            key_bindings=self._bindings(),
            full_screen=True,
        )
        self._app.ttimeoutlen = ESCAPE_SECONDS

    def run(self) -> None:
        """Show the replay until the user leaves.

        Raises `KeyboardInterrupt`, or `SystemExit` on SIGTERM.
        """
        with restoring.restoring_terminal():
            self._app.run(pre_run=partial(restoring.draw_again_when_continued, self._app))

    def _text(self) -> ANSI:
        """Return the screen as it is now."""
        size = self._app.output.get_size()
        say = self._env.speaker.say
        message = say(self._message)
        if self._typed is not None:
            message = f"{say(screens.GO_TO)}{self._typed}_"
        text, self._most = screens.screen(
            self._env.console_of_width(size.columns),
            self._page(self.stepping),
            screens.head(self.stepping, self._title, self._names),
            message,
            lines=size.rows,
            scrolled=self._scrolled,
        )
        return ANSI(text)

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        typing = Condition(lambda: self._typed is not None)
        for key, change in KEYS.items():
            keys.add(key, filter=~typing)(self._changes(change))
        keys.add("pagedown", filter=~typing)(self._scrolls(1))
        keys.add("pageup", filter=~typing)(self._scrolls(-1))
        keys.add("g", filter=~typing)(self._begin_typing)
        keys.add("q", filter=~typing)(self._leave)
        keys.add("escape", filter=~typing)(self._leave)
        keys.add("escape", filter=typing)(self._stop_typing)
        keys.add("backspace", filter=typing)(self._type_less)
        keys.add("enter", filter=typing)(self._jump)
        keys.add("<any>", filter=typing)(self._type_more)
        keys.add("c-l")(self._draw_again)
        keys.add("c-z")(self._suspend)
        keys.add("c-c")(self._interrupt)
        return keys

    def _changes(self, change: Change) -> Callable[[KeyPressEvent], None]:
        def press(event: KeyPressEvent) -> None:
            self._show(change(self.stepping))

        return press

    def _scrolls(self, by: int) -> Callable[[KeyPressEvent], None]:
        def press(event: KeyPressEvent) -> None:
            lines = max(1, self._app.output.get_size().rows - 3)
            self._scrolled = min(self._most, max(0, self._scrolled + by * lines))

        return press

    def _show(self, stepping: ReplayPosition) -> None:
        self.stepping, self._message, self._scrolled = stepping, "", 0

    def _begin_typing(self, event: KeyPressEvent) -> None:
        self._typed = ""

    def _stop_typing(self, event: KeyPressEvent) -> None:
        self._typed, self._message = None, ""

    def _type_more(self, event: KeyPressEvent) -> None:
        if event.data.isalnum():
            self._typed = (self._typed or "") + event.data

    def _type_less(self, event: KeyPressEvent) -> None:
        self._typed = (self._typed or "")[:-1]

    def _jump(self, event: KeyPressEvent) -> None:
        words, self._typed = self._typed, None
        if not words:
            return
        try:
            self._show(service.jumped(self.stepping, words))
        except UnknownName as error:
            self._message = wording_of(error)

    def _draw_again(self, event: KeyPressEvent) -> None:
        self._app.renderer.clear()

    def _leave(self, event: KeyPressEvent) -> None:
        self._app.exit()

    def _suspend(self, event: KeyPressEvent) -> None:
        self._app.suspend_to_background()

    def _interrupt(self, event: KeyPressEvent) -> None:
        self._app.exit(exception=KeyboardInterrupt)


def step_through(
    env: Environment,
    record: Record,
    stepping: ReplayPosition,
    verdict: Verdict,
    *,
    title: Wording,
    names: Mapping[Seat, str],
) -> None:
    """Show a replay move by move until the user leaves."""

    def page(stepping: ReplayPosition) -> RenderableType:
        return screens.page(record, stepping, verdict, names, env.speaker)

    Stepper(env, stepping, title, page, names).run()
