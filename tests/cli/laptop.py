"""A command that goes on in a thread while a test types at its prompt, and others at phones."""

from __future__ import annotations

import re
import shlex
from collections import deque
from collections.abc import Callable
from threading import Condition, Thread

import pytest
from rich.console import RenderableType

from campaign.cli.entering import prompt as prompts
from campaign.cli.entering.prompt import Offers, QuestionWithdrawn, no_offers
from campaign.cli.environment import Environment
from engine.kernel.phrases import Wording
from tests.cli.test_entering import WHO_PLAYS
from tests.fixtures import Output, output_of
from tests.processes import GIVE_UP


class Laptop:
    """The laptop at the table; everybody plays who can."""

    def __init__(self, line: str, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(prompts, "editor", lambda *_: self)
        patch.setenv("CAMPAIGN_PHONES", "127.0.0.1:0")
        patch.setenv("COLUMNS", "120")
        self.prompt, self.screens = "", list[str]()
        self.output: Output | None = None
        self._typed = deque[str]()
        self._is_disturbed = self._listens = False
        self._changed = Condition()
        self._line, self._patch = line, patch
        say = Environment.say

        def said(env: Environment, *messages: RenderableType) -> None:
            with self._changed:
                self.screens += (line.plain for one in messages for line in env.message_lines(one))
                self._changed.notify_all()
            say(env, *messages)

        patch.setattr(Environment, "say", said)
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self.output = output_of(shlex.split(self._line), "", self._patch)
        with self._changed:
            self._changed.notify_all()

    @property
    def seen(self) -> str:
        """Everything that has been said."""
        return "\n".join(self.screens)

    def url(self) -> str:
        """The address that the phones open."""
        self.until(lambda: "http://" in self.seen)
        return str(re.findall(r"http://\S+", self.seen)[-1])

    def until(self, happens: Callable[[], bool]) -> None:
        """Wait for what the command does."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.output is not None or happens(), GIVE_UP)
            assert happens(), self.output

    def waits_for(self, words: str) -> None:
        """Wait for a question that stands until somebody answers it, here or at a phone.

        All that has happened at the phones is read by then.
        """
        self.until(lambda: words in self.prompt and not (self._listens and self._is_disturbed))

    def has_read(self) -> None:
        """Wait until every line that was typed is read, and the next question asked."""
        self.until(lambda: not self._typed and bool(self.prompt))

    def is_quiet(self) -> bool:
        """Whether it has read all that was typed and all that has happened at the phones."""
        asks = bool(self.prompt) and not self._typed
        return asks and not (self._listens and self._is_disturbed)

    def types(self, line: str) -> None:
        """Type a line at the prompt that stands there, or at the next."""
        with self._changed:
            self._typed.append(line)
            self._changed.notify_all()

    def ends(self) -> Output:
        """What the command has printed at its end."""
        self._thread.join(GIVE_UP)
        assert self.output is not None
        return self.output

    # What the program calls, in its own threads

    def __call__(self, prompt: Wording, offers: Offers = no_offers, default: str = "") -> str:
        return "" if prompt == WHO_PLAYS else self._next(str(prompt), listens=False)

    def ask_until_disturbed(
        self, prompt: Wording, offers: Offers = no_offers, default: str = ""
    ) -> str:
        return self._next(str(prompt), listens=True)

    def forget_disturbance(self) -> None:
        self._is_disturbed = False

    def disturb(self) -> None:
        with self._changed:
            self._is_disturbed = True
            self._changed.notify_all()

    def _next(self, prompt: str, *, listens: bool) -> str:
        with self._changed:
            self.prompt, self._listens = prompt, listens
            self._changed.notify_all()
            came = self._changed.wait_for(
                lambda: self._typed or (listens and self._is_disturbed), GIVE_UP
            )
            assert came, "nobody types"
            self.prompt = ""
            # A line that is typed after a phone has answered is read after that answer.
            if listens and self._is_disturbed:
                raise QuestionWithdrawn("")
            line = self._typed.popleft()
        if line == "Ctrl-C":
            raise KeyboardInterrupt
        return line
