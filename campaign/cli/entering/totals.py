"""campaign session enter --totals: enter the total of every player; nothing is proved.

    who plays> Anna, Ben
    Anna, total> 63

The part `totals` of a game's kit may ask for something else and compute the total from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import typer

from campaign.cli import copying, questions
from campaign.cli.arguments import ANOTHER_DAY
from campaign.cli.entering import finish, prompt
from campaign.cli.environment import DECLINED
from campaign.cli.errors import NOTHING_WRITTEN, FlagMissing
from campaign.display.terminal import sessions as screens
from campaign.games import kit
from campaign.services import days, sessions
from campaign.services.words import day
from campaign.store.clock import today
from engine.kernel.phrases import Wording, phrase

if TYPE_CHECKING:
    from rich.console import RenderableType

    from campaign.cli.environment import Environment
    from campaign.services.values import SessionHistory
    from engine.kernel.details import Details
    from engine.kernel.game import Seat
    from engine.kernel.phrases import Phrase
    from engine.kernel.record import Record

Ask = Callable[[Wording], str]
Say = Callable[["RenderableType | Phrase"], None]

_MOST = 9999
_NUMBER = re.compile(rf"-?\d{{1,{len(str(_MOST))}}}", re.ASCII)


class Totals(Protocol):
    """The part `totals` of a game's kit."""

    def settings(self, ask: Ask, say: Say) -> list[str]:
        """Ask for the header keys that every game needs, such as `mode=expert`; return them."""

    def total(self, ask: Ask, say: Say, head: Record, name: str) -> int:
        """Ask for the total of a player, or for what it is computed from; return the total."""


def settings(env: Environment, ask: Ask, game: str) -> list[str]:
    """Ask for the keys of a record's header without which a game is not known; return them."""
    part = _part(game)
    return part.settings(_leaving(ask), env.say) if part else []


def enter_totals(
    env: Environment, ask: Ask, head: Record, overlay: str, details: Details
) -> SessionHistory:
    """Ask for the total of every player, and keep them as a session with `details`.

    Raises `Exit` for a no, and `FlagMissing` if --yes would keep the same record once more.
    """
    ask = _leaving(ask)
    result: dict[Seat, int] = {}
    env.say(phrase("u: the answer before again; q: leave, and keep nothing"))
    while True:
        _ask_totals(ask, env.say, head, result)
        preview = sessions.preview_record(head._replace(result=result), overlay=overlay)
        if preview.refusal:
            raise preview.refusal
        env.say(screens.totals((head.names[seat], score) for seat, score in result.items()))
        env.confirm_day(days.doubt(preview.record, today()))
        same = finish.same_record(env, preview)
        if env.options.yes and same:
            raise FlagMissing(phrase("Keep it a second time?"), "session record --doubles")
        question = phrase(
            "Keep this session, played {day}? Nothing in it is proved.",
            day=day(str(preview.record.played)),
        )
        answer = "y" if env.options.yes else _ask_to_keep(ask, env.say, question)
        if answer != "u":
            break
        result.popitem()
    if answer == "n" or not (env.options.yes or finish.agree_on_double(env, ask, same)):
        env.say(NOTHING_WRITTEN, ANOTHER_DAY)
        raise typer.Exit(DECLINED)
    with env.writing(create=True) as session:
        sessions.check_still_new(session, preview, same)
        outside = sessions.keep(session, preview, env.author_now(), details)
    command = f"campaign session show {outside.number}"
    env.say(phrase("It is session {number}: {command}", number=outside.number, command=command))
    copying.copy_evening(env)
    env.say_head()
    return outside


def _ask_to_keep(ask: Ask, say: Say, question: Wording) -> str:
    """Ask for `y`, `n` or `u`, and return the letter."""
    back = dict.fromkeys(prompt.BACK, "u").get
    return questions.ask_letter(ask, say, question, "Ynu", back)


class _TakenBack(Exception):
    """What was typed last is to be asked for again."""


def _ask_totals(ask: Ask, say: Say, head: Record, result: dict[Seat, int]) -> None:
    """Ask for the totals that `result` lacks; `u` takes the last one out of it."""
    part = _part(head.game)
    while len(result) < len(head.seats):
        seat = head.seats[len(result)]
        total = _ask_total(part, ask, say, head, head.names[seat])
        if total is not None:
            result[seat] = total
        elif result:
            result.popitem()


def _ask_total(part: Totals | None, ask: Ask, say: Say, head: Record, name: str) -> int | None:
    """Ask for the total of a player; None if `u` is typed before anything else."""
    answers = 0

    def asked(question: Wording) -> str:
        nonlocal answers
        typed = ask(question)
        if prompt.half_width(typed).strip().lower() in prompt.BACK:
            raise _TakenBack
        answers += 1
        return typed

    while True:
        answers = 0
        try:
            if part:
                return part.total(asked, say, head, name)
            return ask_number(asked, say, phrase("{name}, total> ", name=name))
        except _TakenBack:
            if not answers:
                return None


def ask_number(ask: Ask, say: Say, question: Wording, usual: int | None = None) -> int:
    """Ask until a whole number is typed, and return it; Enter alone is `usual`, if given."""
    while True:
        typed = ask(question).strip()
        read = read_number(prompt.half_width(typed))
        if read is not None:
            return read
        if not typed and usual is not None:
            return usual
        say(
            phrase(
                "{typed} is no number from {least} to {most}.",
                typed=typed,
                least=-_MOST,
                most=_MOST,
            )
            if typed and prompt.half_width(typed) != "?"
            else phrase("Type a number, such as {number}.", number=63)
        )


def read_number(typed: str) -> int | None:
    """Return the whole number of a typed text; None for another text."""
    return int(typed) if _NUMBER.fullmatch(typed) else None


def _leaving(ask: Ask) -> Ask:
    """Return a prompt that also raises `EOFError` for the words that leave."""

    def asked(question: Wording) -> str:
        typed = ask(question)
        if typed.strip().lower() in (*prompt.LEAVES, *prompt.QUITS):
            raise EOFError
        return typed

    return asked


def _part(game: str) -> Totals | None:
    part: Totals | None = kit.kit_of(game).part("totals")
    return part
