"""Begin to enter a game or resume a draft, and say what is saved if the user leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from campaign.cli import questions
from campaign.cli.arguments import typed_day
from campaign.cli.entering import deciding, prompt
from campaign.cli.entering import dialog as dialogs
from campaign.cli.environment import DECLINED, Environment
from campaign.cli.errors import NOTHING_WRITTEN
from campaign.cli.interrupts import INTERRUPTED
from campaign.display.terminal.entering import drafts as screens
from campaign.services.entering import drafts as service
from campaign.services.errors import UnknownName
from engine.kernel.errors import NotAllowed
from engine.kernel.phrases import phrase

if TYPE_CHECKING:
    from campaign.cli.beside import TableBeside
    from campaign.cli.entering.dialog import Dialog, Who
    from campaign.cli.entering.prompt import Ask
    from campaign.services.entering.drafts import LoadedDraft
    from campaign.services.entering.game import Entering
    from campaign.services.values import History
    from campaign.store.drafts import StoredDraft
    from engine.kernel.game import Setup

Day = Annotated[
    date | None,
    typer.Option(
        "--played",
        metavar="DAY",
        parser=typed_day,
        help="The day, such as 2026-11-25 or yesterday; without it, today, or the day on which the "
        "draft began.",
        show_default=False,
    ),
]
Anew = Annotated[bool, typer.Option("--new", help="Begin again, although there is a draft.")]
OnPhones = Annotated[
    bool,
    typer.Option("--phones", help="Everybody can answer on their own phone, too."),
]


def resume_draft(
    env: Environment,
    ask: Ask,
    drafts: Sequence[LoadedDraft],
    history: History | None = None,
    *,
    board: bool = False,
    beside: TableBeside | None = None,
    day: date | None = None,
    setup: Setup | None = None,
    who: Who | None = None,
) -> Dialog | None:
    """Ask whether to resume each draft.

    Return a dialog on the first one that the user accepts, or None.

    `day` replaces the day of the draft. If the draft corrects an episode that is recorded already,
    `setup` has the boards of this episode.
    """
    for place, draft in enumerate(drafts):
        question = phrase("Go on with draft {number}?", number=draft.stored.number)
        entering = None
        if place or not env.options.draft_shown:
            entering = service.resumable_entry(draft, history, setup)
            env.say(screens.progress(draft, entering, env.speaker))
            question = phrase("Go on with it?")
        if questions.ask_letter(ask, env.say, question, "Yn", prompt.leave) == "y":
            entering = entering or service.entry_of(draft, history, setup)
            resumed = _dialog(env, ask, entering, draft.stored, history, board, beside, who)
            resumed.can_note = setup is None
            if day and entering.head.played != day:
                resumed.set_day(day)
            if not board:
                resumed.recap()
            return resumed
    return None


def begin_dialog(
    env: Environment,
    ask: Ask,
    entering: Entering,
    history: History | None = None,
    *,
    board: bool = False,
    beside: TableBeside | None = None,
    who: Who | None = None,
) -> Dialog:
    """Return a dialog on a new game; its draft is saved with the first line."""
    stored = service.new(entering, env.author_now(), history)
    return _dialog(env, ask, entering, stored, history, board, beside, who)


def drop_draft(env: Environment, dialog: Dialog) -> None:
    """Delete the draft of a dialog, if it was saved."""
    if dialog.stored.saved:
        with env.writing() as session:
            service.discard_kept(session, dialog.stored)


def _dialog(
    env: Environment,
    ask: Ask,
    entering: Entering,
    stored: StoredDraft,
    history: History | None,
    board: bool,
    beside: TableBeside | None,
    who: Who | None,
) -> Dialog:
    """Return a dialog in which answers are typed, or given with a cursor on a `board`.

    A table `beside` can take answers, too.
    """
    show_board = None
    if board:
        from campaign.cli.entering.boards import episodes  # noqa: PLC0415  textual takes 0.2 s

        show_board = episodes.show_board
    if beside is not None:
        beside.begin_game(entering, stored, history)
    return dialogs.Dialog(env, ask, entering, stored, board=show_board, beside=beside, who=who)


@contextmanager
def allow_leaving(env: Environment, again: str) -> Iterator[None]:
    """A context for prompts: if the user leaves, say how to go on, and raise `typer.Exit`."""
    try:
        yield
    except (EOFError, KeyboardInterrupt) as left:
        saved = phrase(
            "Everything that was accepted is saved. Go on with: {command}", command=again
        )
        if deciding.was_noting(left):
            saved = deciding.noted_is_lost(again)
        env.say(saved)
        raise typer.Exit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0) from None


@contextmanager
def check_draft(dialog: Dialog) -> Iterator[None]:
    """A context for a dialog: if it ends and its draft is gone, nothing is lost.

    Raises `UnknownName` in place of what ended it, after writing what was entered into a file.
    """
    try:
        yield
    except (EOFError, KeyboardInterrupt, NotAllowed, UnknownName):
        env, stored = dialog.env, dialog.stored
        try:
            with env.reading() as session:
                if stored.saved:
                    service.read(session, stored.number)
        except UnknownName:
            env.set_record_aside(service.text_of(dialog.entering), env.database())
            raise
        raise


@contextmanager
def all_or_nothing(env: Environment) -> Iterator[None]:
    """A context for prompts: if the user leaves, say that nothing is saved, and raise `Exit`."""
    try:
        yield
    except (EOFError, KeyboardInterrupt) as left:
        env.say("", NOTHING_WRITTEN)
        raise typer.Exit(INTERRUPTED if isinstance(left, KeyboardInterrupt) else DECLINED) from None
