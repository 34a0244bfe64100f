"""Everybody enters at an own phone: the server of the evening, and the dialog beside it.

The prompt and the phones work on the same draft. When a phone has answered, the question at the
laptop is taken away and asked again, with what was typed so far.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from importlib import util
from typing import TYPE_CHECKING, cast

from campaign.cli.entering import prompt
from campaign.cli.entering.dialog import Dialog
from campaign.cli.entering.prompt import Disturbed
from campaign.cli.errors import NotServed
from campaign.display.terminal.entering import dialog as screens
from campaign.extras.phones import screen as invitations
from campaign.extras.plays import bgstats
from campaign.services.entering import game
from engine.kernel.game import CHANCE
from engine.kernel.phrases import phrase
from engine.my_city.campaign.entries import StickerPlaced, entry_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.cli.entering.prompt import Ask, Editor, Offers
    from campaign.cli.environment import Environment
    from campaign.extras.phones.serving import Phones
    from campaign.extras.plays.plays import Play
    from campaign.services.entering.game import Entering
    from campaign.services.values import History
    from campaign.store.drafts import StoredDraft

VARIABLE = "CAMPAIGN_PHONES"
"""Where it is served, such as 192.168.1.5:8024, if the choice of the program does not do."""
NEEDED = ("segno", "starlette", "uvicorn")


@contextmanager
def served(env: Environment, wanted: bool) -> Iterator[Phones | None]:
    """The phones of this command, where they are wanted; those of the evening, where it has some.

    After a game is kept they are there until somebody at the laptop lets them go. Raises
    `NotServed`.
    """
    if env.options.phones is not None or not wanted:
        yield env.options.phones
        return
    if missing := [name for name in NEEDED if util.find_spec(name) is None]:
        raise NotServed(
            f"phones need the Python package {missing[0]}, which is not installed: "
            "pip install 'campaign[web]' (the extra web)"
        )
    from campaign.extras.phones import serving  # noqa: PLC0415  needs the extra web

    try:
        written = os.environ.get(VARIABLE, "")
        addresses = [serving.address_of(written)] if written else serving.lan_addresses()
        phones = serving.Phones(addresses, env.language)
    except serving.NoAddress as error:
        raise NotServed(str(error)) from None
    if phones.is_alone and not written:
        env.say(
            phrase(
                "This computer is in no network: no phone can open its address. "
                "Join the Wi-Fi and begin again."
            )
        )
    with phones:
        yield phones
        _let_go(phones)


def _let_go(phones: Phones) -> None:
    """Wait for Enter, where a device may still fetch what was kept."""
    if phones.table.now.bgstats and len(phones.devices):
        with suppress(EOFError, KeyboardInterrupt):
            prompt.editor("")(phrase("The phones show the end; Enter lets them go> "))


def invite(env: Environment, phones: Phones) -> None:
    """Show the code, the address, and who is there."""
    here = invitations.who_is_there(phones.table.seats, phones.here())
    env.say(invitations.invitation(phones.url, phones.code, here, env.window()[0]))


class PhoneDialog(Dialog):
    """A dialog beside which phones answer."""

    def __init__(
        self,
        phones: Phones,
        history: History | None,
        env: Environment,
        ask: Ask,
        entering: Entering,
        stored: StoredDraft,
        language: str,
    ) -> None:
        super().__init__(env, ask, entering, stored, language)
        self.phones, self.table = phones, phones.table
        self.editor = cast("Editor", ask)
        self.unfinished = ""
        self.is_invited = False
        self.here = frozenset[str]()
        self.table.begin(env, entering, stored, history)

    def play(self) -> None:
        """Ask until the game is over, at the laptop or at the phones."""
        if not self.is_invited:
            invite(self.env, self.phones)
            self.is_invited = True
        self.table.goes_on()
        with self.table.heard(self.editor.disturb):
            while True:
                super().play()
                if self.table.ask(self.stored):
                    return
                self._take_over()

    def announce(self, *words: str) -> None:
        """Show at the phones what the end gives."""
        self.table.note(*words)

    def is_kept(self, words: str, play: Play, history: History | None = None) -> None:
        """Show at the phones that it is kept, with its link to BG Stats."""
        self.table.kept(words, bgstats.link(play, bgstats.Choices()), history)
        self.env.say(
            phrase("To BG Stats, from any phone here: {address}", address=self.phones.bgstats)
        )

    def _line(self) -> str:
        """What is typed; nothing where a phone has answered meanwhile."""
        self.editor.calm()
        self._take_over()
        return super()._line() if self.entering.awaited else ""

    def _answer(self, prompt: str, default: str) -> str:
        default, self.unfinished = self.unfinished or default, ""
        try:
            return self.editor.until_disturbed(prompt, self._offers, default)
        except Disturbed as disturbed:
            self.unfinished = disturbed.typed
            return ""

    def does(self, line: str) -> bool:
        """Do what is asked of the program, the phones among it."""
        word, _, name = line.partition(" ")
        if word != "phones":
            return super().does(line)
        head = self.entering.head
        seat = game.seat_named(head, head.seats, name) if name else ""
        if name and not seat:
            self.env.say(phrase("  Nobody is called {name}.", name=name))
        elif seat:
            self.phones.free(seat)
            self.env.say(phrase("  Another phone can take {seat} now.", seat=seat))
        else:
            invite(self.env, self.phones)
        return True

    def _take_over(self) -> None:
        """Show what the phones have done since, and who has come."""
        before, now = self.entering, self.table.current()
        assert now.entering is not None, "a game is entered"
        assert now.stored is not None, "into a draft"
        if now.stored.saved != self.stored.saved:
            self.entering, self.stored = now.entering, now.stored
            taken = game.since(before, now.entering)
            self.env.say(*screens.outcomes(taken, self.language))
            if not taken.steps:
                self.env.say(phrase("  At a phone an answer was taken back."))
            if any(step.move.seat == CHANCE for step in taken.steps) or not taken.steps:
                self._show_where()
        here = frozenset(self.phones.here())
        for seat in sorted(here - self.here):
            self.env.say(
                phrase("  {who} has a phone now.", who=game.in_full(self.entering.head, seat))
            )
        self.here = here

    def _caught_up(self) -> str:
        """Take over what was answered meanwhile; gives what to say of it."""
        self._take_over()
        return phrase("The phones were quicker; your line was not taken.")

    def _keep(self, entering: Entering) -> None:
        """The draft first, as the phones see it, too."""
        self.stored = self.table.keep(self.stored, entering)
        self.entering = entering


class Beside:
    """The prompt at which stickers are placed; beside it the phones, where there are some."""

    def __init__(self, env: Environment, ask: Ask, phones: Phones | None) -> None:
        self._env, self._ask = env, ask
        self._table = phones.table if phones else None
        self._head = ""

    def begin(self, history: History) -> None:
        """Stickers are placed from now on."""
        self.shared(history)

    def ask(self, prompt: str, offers: Offers, default: str) -> str:
        """What is typed; raises `Disturbed` when a phone has placed a sticker."""
        if not self._table:
            return self._ask(prompt, offers, default)
        editor = cast("Editor", self._ask)
        editor.calm()
        with self._table.heard(editor.disturb):
            if self._table.now.history and self._table.now.history.head != self._head:
                raise Disturbed("")
            return editor.until_disturbed(prompt, offers, default)

    def news(self, history: History) -> History:
        """The history with what the phones have placed, which is said."""
        now = self._table.now.history if self._table else None
        if now is None or now.head == history.head:
            return history
        owed = len(history.campaign.owed) - len(now.campaign.owed)
        self._head = now.head
        if owed <= 0:
            self._env.say(phrase("  At a phone a sticker was taken back."))
        for entry in now.entries[len(history.entries) :]:
            match entry_of(entry.kind, entry.payload):
                case StickerPlaced(seat, kind, square):
                    self._env.say(
                        phrase(
                            "  {seat} has a {kind} on {square}.",
                            seat=seat,
                            kind=phrase(kind),
                            square=square,
                        )
                    )
        return now

    def shared(self, history: History) -> History:
        """The history after a sticker was placed here, for the phones, too."""
        self._head = history.head
        if self._table:
            self._table.place(self._env, history)
        return history

    def end(self, history: History) -> None:
        """No more stickers are placed now."""
        if self._table:
            self._table.placed(history)
