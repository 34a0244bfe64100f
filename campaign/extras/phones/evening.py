"""The server of an evening on which players enter on their phones: a table beside the prompt.

The prompt and the phones work on the same draft. When a phone has answered, the question at the
laptop is taken away and asked again, with what was typed so far.
"""

from __future__ import annotations

import os
import re
import traceback
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from campaign.cli.entering import prompt
from campaign.cli.errors import ServerProblem
from campaign.cli.problems import ProblemMessage
from campaign.extras.phones import screen as invitations
from campaign.extras.phones import serving
from campaign.services.entering import drafts, game
from campaign.store.errors import DatabaseBusy
from engine.kernel.errors import wording_of
from engine.kernel.phrases import phrase, plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.cli.environment import Environment
    from campaign.extras.phones.now import EveningState
    from campaign.extras.phones.serving import Phones
    from campaign.services.entering.game import Entering
    from campaign.services.values import History, SessionHistory
    from campaign.store.drafts import StoredDraft
    from engine.kernel.game import Seat

VARIABLE = "CAMPAIGN_PHONES"
"""The variable with an address to serve at, such as 192.168.1.5:8024, in place of the default."""


@contextmanager
def serving_phones(env: Environment) -> Iterator[PhoneTable]:
    """A context with the phones of this command.

    After a game is kept, the phones stay connected until somebody at the laptop lets them go.
    Raises `ServerProblem` if the phones cannot be served.
    """
    try:
        written = os.environ.get(VARIABLE, "")
        addresses = [serving.address_of(written)] if written else serving.lan_addresses()
        phones = serving.Phones(addresses, env.speaker)
    except serving.NoAddress as error:
        raise ServerProblem(wording_of(error)) from None
    if phones.is_alone and not written:
        env.say(
            phrase(
                "This computer is in no network, so no phone can open its address. Join the "
                "Wi-Fi and start again."
            )
        )
    with phones:
        yield PhoneTable(env, phones)
        _let_go(env, phones)


def _let_go(env: Environment, phones: Phones) -> None:
    """Wait for Enter if a device may still fetch the link of the kept game."""
    if phones.table.now.bgstats and len(phones.devices):
        with suppress(EOFError, KeyboardInterrupt):
            prompt.editor("", env.speaker)(phrase("The phones show the end; Enter lets them go> "))


class PhoneTable:
    """The phones in the form of a `TableBeside` for the prompt at the laptop."""

    def __init__(self, env: Environment, phones: Phones) -> None:
        self._env, self._phones, self._table = env, phones, phones.table
        self.call_on_change, self.resume = self._table.call_on_change, self._table.resume
        self.gather, self.show_words = self._table.gather, self._table.note
        self.save_draft, self.end_game = self._table.keep, self._table.stop_answers
        self.end_stickers = self._table.end_stickers

    def invite(self) -> None:
        """Show the code, the address, and which seats have a phone."""
        here = invitations.who_is_there(self._table.seats, self._phones.here())
        shown = invitations.invitation(
            self._phones.url, self._phones.code, here, self._env.terminal_size()[0]
        )
        self._env.say(shown)
        if self._phones.is_gone:
            self._env.say(
                phrase(
                    "This computer no longer has this address, as in another Wi-Fi, so no phone "
                    "can open it. Leave with Ctrl-C, then give the same command again: what was "
                    "entered is kept."
                )
            )
        if watching := self._phones.devices.watching():
            self._env.say(invitations.watching(watching))

    def try_command(self, line: str) -> bool:
        """Carry out a line about the phones; return False for any other line.

        `phones` shows the invitation again and who watches, `phones bear` lets another phone take
        the bear, `phones forget 7` drops a device that watches, `phones forget` all of them.
        """
        word, _, name = line.partition(" ")
        if word != "phones":
            return False
        seats = self._table.seats
        seat = game.seat_named(seats, seats, name) if name else ""
        if forgets := re.fullmatch(r"forget(?: (\d{1,6}))?", name.strip()):
            self._forget(int(forgets[1]) if forgets[1] else None)
        elif name and not seat:
            self._env.say(phrase("  No seat or player is called {name}.", name=name))
        elif seat:
            self._phones.free(seat)
            self._env.say(phrase("  Another phone can take {seat} now.", seat=seat))
        else:
            self.invite()
        return True

    def _forget(self, number: int | None) -> None:
        """Drop devices that watch, and invite with the new code."""
        dropped = self._phones.forget(number)
        if not dropped:
            self._env.say(phrase("  No such device watches. To list those that watch: phones"))
            return
        self.invite()
        self._env.say(
            plural(
                "  {count} device is out. There is a new code; phones with a seat do not need it.",
                "  {count} devices are out. There is a new code; phones with a seat do not "
                "need it.",
                dropped,
            )
        )

    def begin_game(self, entering: Entering, stored: StoredDraft, history: History | None) -> None:
        """Begin with a game that is being entered, at the move that it has reached."""
        self._table.begin(self._env, entering, stored, history)
        self._env.unfinished_record = lambda: drafts.text_of(self._table.typed or entering)

    def entered_game(self) -> tuple[Entering, StoredDraft]:
        """The present state of the game, and its draft."""
        now = self._now()
        assert now.entering is not None, "a game is entered"
        assert now.stored is not None, "into a draft"
        return now.entering, now.stored

    def taken_seats(self) -> frozenset[Seat]:
        """The seats that a phone holds."""
        return frozenset(self._phones.here())

    def show_kept(self, words: str, link: str, kept: History | SessionHistory) -> None:
        """Show at the phones that the game is kept, its scores, and its link to BG Stats."""
        self._table.show_kept(words, link, kept)
        if link:
            address = self._phones.bgstats
            self._env.say(phrase("To BG Stats, from any phone here: {address}", address=address))

    def begin_stickers(self, history: History) -> None:
        """Let the table place the stickers that are owed."""
        self._table.begin_stickers(self._env, history)

    def current_history(self) -> History | None:
        """The campaign with the stickers placed since; raises `DatabaseMoved`."""
        return self._now().history

    def _now(self) -> EveningState:
        """The state of the evening; as the phones know it while the database does not answer."""
        self._say_failures()
        try:
            return self._table.current()
        except DatabaseBusy as busy:  # the phones would lose their evening
            self._env.say(phrase("  {error}.", error=str(busy)))
            return self._table.now

    def _say_failures(self) -> None:
        """Say which errors have kept a phone from what it asked for."""
        for error in self._table.take_failures():
            if self._env.options.debug:
                self._env.say("".join(traceback.format_exception(error)))
            why = ProblemMessage.from_error(error, self._env.speaker).message
            self._env.say(
                phrase(
                    "  A phone could not be served: {why}. Type here for its player; --debug "
                    "shows more.",
                    why=why,
                )
            )
